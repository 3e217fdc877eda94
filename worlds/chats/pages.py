"""Where a participant stands, as a page with buttons that any chat can draw.

All that was answered of an item so far is in its buttons' data, so that nothing is kept between two of them, a server
that starts anew knows them, and a button that is pressed twice says the same twice. No contestant is named in them.
"""

from __future__ import annotations

from collections.abc import Sequence

from agents.verdicts.item import Item, Said
from bot.frontends.menu.page import Button, Page, Row, paragraphs, pressed
from bot.frontends.split import size
from worlds.chats import words
from worlds.chats.fields import fields, label
from worlds.studies import judging, steps
from worlds.studies.judging import LETTERS
from worlds.studies.ledger import Participation
from worlds.studies.progress import Progress
from worlds.studies.study import Loaded, Study
from worlds.studies.talks import Line

ANSWER = "j"
"""How the data of an answer begins: `j:PLACE:STAMP:DIGITS`, where DIGITS are those of `worlds.chats.fields.form`."""
MET = "m"
"""The same of a tap: `m:PLACE:REPLY:VALUE`."""
TALKS = ("A", "B")
"""And of one that shows a talk again: `A:PLACE:STAMP:DIGITS`, where DIGITS are those of the answers so far."""
MOST = 32
"""Questions about one item, so that their answers fit into the 60 characters of a button's data."""
WIDE, WIDEST = 6, 12
"""Characters of a label, so that all stand in one row, or two."""
STOP = Button("Stop", "stop")


def consent(study: Study) -> Page:
    agree = pressed("I am 18 or older and agree to take part", "agree")
    younger = pressed("I am younger than 18", "younger")
    return Page(words.consent(study), (agree, younger, pressed("I don't want to take part", "decline")))


def instructions(study: Study) -> Page:
    return Page(paragraphs("What to do", study.instructions.strip()), ((Button("Begin", "begin"), STOP),))


def item(loaded: Loaded, known: Participation, stamp: str, answers: str = "", *, limit: int) -> Page:
    """The next question about the item that is shown. One that with all replies is longer than the `limit` of a message

    has only the reply that it is about, after the first; whole talks are then shown again by a button.
    """
    progress = known.progress
    shown = loaded.item(progress.item)
    asked = fields(loaded, shown)
    field = asked[len(answers)]
    order = judging.order(loaded, progress.participant, shown)
    told, head = _told(loaded, known, shown), _head(progress)
    text = paragraphs(head, _exchange(shown.context, "Supporter"), *told.values(), field.text)
    again: tuple[Row, ...] = ()
    data = f":{progress.place}:{stamp}:{answers}"
    if size(text) > limit:
        again = (tuple(Button(f"Talk {letter}", f"{letter}{data}") for letter in TALKS),) if has_talks(shown) else ()
        text = paragraphs(head, told.get(field.reply, ""), field.text) if answers else text
    before = known.latest.get(shown.id)
    held = judging.written(loaded, shown, order, before.given) if before else {}
    labels = [label(field, option, held) for option in field.options]
    options = [Button(said, f"{ANSWER}{data}{at}") for at, said in enumerate(labels)]
    onward = _onward(loaded, progress.place, f"{ANSWER}:{progress.place}:{stamp}:", answers)
    return Page(text, (*rows(options), *again, onward))


def read_again(loaded: Loaded, known: Participation, stamp: str, answers: str, letter: str) -> Page:
    """One of two talks, with the way back to the question about both."""
    told = _told(loaded, known, loaded.item(known.progress.item))
    back = Button("Back to the question", f"{ANSWER}:{known.progress.place}:{stamp}:{answers}")
    return Page(paragraphs(_head(known.progress), told[letter]), ((back, STOP),))


def _told(loaded: Loaded, known: Participation, item: Item) -> dict[str, str]:
    """What stands under each letter: a reply, or a whole talk; nothing of a reply that has no words."""
    order = judging.order(loaded, known.progress.participant, item)
    laid = {LETTERS[at]: item.candidates[place] for at, place in enumerate(order)}
    if has_talks(item):
        named = ((letter, f"Speaker {letter}", one.talk) for letter, one in laid.items())
        return {letter: f"The talk with {name}\n{_exchange(said, name)}" for letter, name, said in named}
    return {letter: f"Reply {letter}: {one.text}" for letter, one in laid.items() if one.text}


def has_talks(item: Item) -> bool:
    """Whether whole talks are compared, and not replies."""
    return any(one.talk for one in item.candidates)


def _exchange(said: Sequence[Said], supporter: str) -> str:
    return "\n".join(f"{'Person' if one.speaker == 'person' else supporter}: {one.text}" for one in said)


def _head(progress: Progress) -> str:
    return f"{progress.place + 1} of {len(progress.items)}"


def talk(
    loaded: Loaded, known: Participation, lines: Sequence[Line], stamp: str, met: tuple[int, int] | None = None
) -> Page:
    """A talk with a bot: what it said last, whether that met its reader, and how much is still to be written."""
    progress, left = known.progress, loaded.study.turns - sum(line.own for line in lines)
    more = f"{left} more {'message' if left == 1 else 'messages'} of yours, at least." if left > 0 else ""
    number = steps.talk_number(progress)
    head = f"(Program {number} of {len(loaded.study.bots)}. {more or 'You can go on, or be done with it.'})"
    done = (Button("I am done with this talk", f"{ANSWER}:{progress.place}:{stamp}:"),) if left <= 0 else ()
    asked, taps = (loaded.study.each_turn, (_taps(progress.place, *met),)) if met else ("", ())
    return Page(paragraphs(last(lines) or "Write your first message now.", asked, head), (*taps, (*done, STOP)))


def _taps(place: int, reply: int, met: int) -> Row:
    """Whether the bot's message of that number in the talk met its reader, with a mark at what was said before."""
    return tuple(
        Button(f"• {said}" if steps.MET[value] == met else said, f"{MET}:{place}:{reply}:{value}")
        for said, value in (("Yes", "1"), ("No", "-1"))
    )


def last(lines: Sequence[Line]) -> str:
    """The newest message of a bot."""
    return next((line.text for line in reversed(lines) if not line.own), "")


def survey(study: Study) -> Page:
    text = paragraphs("Almost done", words.REMARK, "You can write it as a message now, or finish.")
    back = (Button("Back", "back:end"),) if study.goes_back else ()
    return Page(text, ((Button("Finish", "finish"), *back),))


def stop(study: Study) -> Page:
    return Page(words.stop(study), ((Button("Stop", "stop:yes"), Button("Go on", "on")),))


def forget(study: Study) -> Page:
    text = (
        "Erase everything that this study has kept of you? A code that you have got stays good; please note it first."
    )
    return Page(
        paragraphs(text, words.MARK if study.codes else ""),
        ((Button("Erase it", "forget:yes"), Button("Keep it", "on")),),
    )


def led(lead: str, page: Page) -> Page:
    """A page with something said before it."""
    return Page(paragraphs(lead, page.text), page.buttons)


def most(loaded: Loaded) -> int:
    """How many questions are asked about the item that has most."""
    return max((len(fields(loaded, one)) for one in loaded.items), default=0)


def rows(options: Sequence[Button]) -> tuple[Row, ...]:
    """Buttons in as many rows as their labels need."""
    longest = max(len(button.label) for button in options)
    width = len(options) if longest <= WIDE else 2 if longest <= WIDEST else 1
    return tuple(tuple(options[at : at + width]) for at in range(0, len(options), width))


def _onward(loaded: Loaded, place: int, data: str, answers: str) -> Row:
    """To the question before, to the item before, past this one, or out."""
    may_move = loaded.study.kind != "chat"
    back = f"{data}{answers[:-1]}" if answers else f"back:{place}" if may_move and place else ""
    skip = f"skip:{place}" if may_move else ""
    return (*(Button(said, to) for said, to in (("Back", back), ("Skip this one", skip)) if to), STOP)
