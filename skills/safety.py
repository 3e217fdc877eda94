"""The guard: reads every turn of the person for danger and answers in the skills' place where there is some.

What it looks for and what it says follow docs/care.md. Level 1 is answered with a direct question and does not stop
the talk; at levels 2 and 3 only the guard speaks. What is kept (`CareState`) holds no word that was said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from bot.dialog import Reply, Turn, TurnView, Verdict
from bot.errors import ConfigError
from bot.registry import Encoder, Guard, Refusal, Watch, guard
from bot.step import NOT_KEPT
from skills import reply_gate
from skills.care import told
from skills.care.advance import OF_AGE, advance
from skills.care.answers import NO_CLEARS, answer_to
from skills.care.believing import tracked
from skills.care.choosing import choose, due, has_own_words
from skills.care.counterevidence import affirmed, denies, nearer_safety, only_says_so, outweighs, refutes
from skills.care.country import named
from skills.care.detect import read_talk
from skills.care.findings import Finding, Reading, gravest
from skills.care.guess import SILENT, half_heard
from skills.care.kind import of_baby, of_voices
from skills.care.listening import NOTHING, Heard, Networks, by_sentence, heard, learnt
from skills.care.moments import MISHEARD, WELCOME_BACK
from skills.care.own import ASKED_ENDING
from skills.care.patterns import Level
from skills.care.replies import RISES
from skills.care.spoken import Languages, answer_in_english, language_of, languages
from skills.care.state import CareState, Move, comes_back, is_new_visit, returned
from skills.care.theirs import THIRD_PARTY
from skills.care.translated import answer, shows_lines, unfollowed
from skills.care.wording import Wording
from skills.care.words import Say
from skills.crisis_resources import Directory, directory

if TYPE_CHECKING:
    from skills.care.crisis_acts import CrisisActs
    from skills.care.danger_classifier import DangerEstimate

WINDOW = 6
"""Turns read, the person's and the bot's together."""

STOPS = 2
"""The lowest level at which only the guard answers."""
YOUNGEST, OLDEST = 13, 21
"""Between these an operator's minimum age lies: ages are read from 7 to 20."""

_COUNTED_AS = {"third_party_abuse": "third_party", "violence_baby": "violence"}
"""Kinds kept apart inside, for their words; whoever counts verdicts knows one kind of each."""


@guard("safety", writes=(CareState,))
def safety(
    encoder: Encoder | None = None,
    *,
    country: str | None = None,
    check_in: bool = False,
    minimum_age: int = OF_AGE,
) -> Guard:
    """Watches for danger and answers it. `country`: whose crisis lines to show until the person names another.

    `check_in`: a visit soon after danger begins with asking about it; only for people who agreed to be remembered.
    `minimum_age`: whoever gives a younger age is treated as a minor.
    """
    lines = directory()
    if country is not None and country not in lines.countries:
        raise ConfigError(
            f"safety.country = {country!r}: no lines are held for it (there are: {', '.join(lines.countries)})"
        )
    if not YOUNGEST <= minimum_age <= OLDEST:
        raise ConfigError(f"safety.minimum_age = {minimum_age}: it must be {YOUNGEST} to {OLDEST}")
    return Safety(country, lines, Wording(lines), languages(), check_in, minimum_age, learnt(encoder))


@dataclass(frozen=True, slots=True)
class Safety:
    """See `safety`."""

    country: str | None
    lines: Directory
    wording: Wording
    languages: Languages
    check_in: bool = False
    minimum_age: int = OF_AGE
    networks: Networks = NOTHING

    def watch(self, turn: TurnView, /) -> Watch:
        return self.watch_many([turn])[0]

    def watch_many(self, turns: Sequence[TurnView], /) -> list[Watch]:
        found = heard(turns, self.networks.classifier, self.networks.heads)
        return [self._watch(turn, self._by_sentence(turn, known)) for turn, known in zip(turns, found, strict=True)]

    def _by_sentence(self, turn: TurnView, heard: Heard) -> Heard:
        """In a stopped talk the act of a message is looked for in each of its sentences as well."""
        state = turn.get(CareState)
        stopped = state is not None and state.level >= STOPS
        heads, encoder = self.networks.heads, self.networks.encoder
        if not (stopped and heard.acts and turn.vectors and heads and encoder):
            return heard
        return heard._replace(acts=by_sentence(turn.text, turn.vectors.last, heard.acts, heads, encoder))

    def _watch(self, turn: TurnView, heard: Heard) -> Watch:
        before = turn.get(CareState) or CareState(country=self.country)
        recent = turn.conversation.turns[-WINDOW:]
        state = _asked(returned(before, turn.now), recent)
        state = replace(state, language=language_of(turn.text, self.languages, before=state.language))
        text = turn.text
        if state.language:
            text = answer_in_english(text, self.languages[state.language])
            state, danger = unfollowed(state, heard.danger, answered=text in ("yes", "no"))
            heard = Heard(danger)
            recent = (*recent[:-1], replace(recent[-1], text=text))
        reading = self._read(state, recent, heard.danger, heard.acts)
        state = replace(state, young=state.young or (heard.acts is not None and heard.acts.young))
        move = advance(state, reading, text, turn.now, self.minimum_age)
        move = tracked(self.networks.tracker, state, move, reading, heard)
        if move.moment == "misheard":
            return Watch(None, (replace(move.state, last="misheard"),), notice=Reply(MISHEARD, "safety", 1.0))
        if is_new_visit(before, turn.now) and not reading.finding and move.moment in ("", "stay"):
            remembered = self.check_in and comes_back(before, turn.now)
            move = Move(replace(move.state, danger_at=None) if remembered else move.state, move.moment)
            if move.state.level >= 2:
                move = replace(move, moment="back" if remembered else "revisit")
            elif remembered:
                return Watch(None, (move.state,), notice=Reply(WELCOME_BACK, "safety", 1.0))
        move = self._place(move, [said.text for said in recent if said.speaker == "user"])
        lasting = move.state.level or move.state.minor or move.state.young
        known = bool(move.moment or lasting) or turn.get(CareState) is not None
        return self._answer(move, reading, turn) if known else Watch()

    def refuse(self, reply: Reply, /) -> str | None:
        return reply_gate.refuse(reply.text)

    def refuse_written(self, reply: Reply, /) -> str | None:
        reader = self.networks.reader
        return self.refuse(reply) or (reader(reply.text) if reader else None)

    def explain(self, reply: Reply, /) -> Refusal | None:
        return reply_gate.explain(reply.text)

    def _read(
        self, state: CareState, recent: Sequence[Turn], heard: DangerEstimate | None, acts: CrisisActs | None
    ) -> Reading:
        *before, now = [turn.text for turn in recent if turn.speaker == "user"]
        said = [*(text for text in before if text != NOT_KEPT), now]  # who types these very words has said them
        was = state.level if state.kind in ("suicide", "method_request") and state.level >= 2 else 0
        settled = not state.unsure or state.last not in ("first", "change")  # an answer since has taken it as it is
        stands = Finding(state.kind, cast(Level, state.level), sure=settled) if state.level >= STOPS else None
        misheard, sounds = acts is not None and acts.misheard and state.unsure, heard
        denied = (misheard and not outweighs(heard)) or denies(state, said[-1])
        if heard is not None and acts is not None and nearer_safety(state, heard, acts):
            heard = None
        reading = read_talk(
            said, was=was, heard=heard, denied=denied, stands=stands, heeded=state.level > 0, lately=state.lately
        )
        answer = None if refutes(state, said[-1], heard, denied=denied) else answer_to(state, state.step, said[-1])
        answer = answer or (affirmed(state, sounds) if sounds and not denied else None)
        finding = of_baby(state, _heavier(reading.finding, answer), said[-1], acts)
        if acts is None or sounds is None:
            return replace(reading, finding=finding)
        misheard = misheard and sounds.in_context and sounds.some < SILENT
        finding, half = of_voices(finding, acts), half_heard(sounds)
        asks = "" if only_says_so(acts, sounds) else acts.act
        return replace(reading, finding=finding, asks=asks, misheard=misheard, half=half)

    def _place(self, move: Move, texts: Sequence[str]) -> Move:
        """Notes the country a person names, or named lately; in danger its lines are shown at once."""
        known, language = move.state.country, self.languages.get(move.state.language)
        if move.state.level < 1:
            return move
        code = named(self.lines, texts, known=known, settled=known != self.country, language=language)
        if code is None or code == known or code == (known or "").partition("-")[0]:
            return move
        unasked = move.state.level < STOPS and move.state.lines_shown is None
        state = replace(move.state, country=code, lines_shown=None)  # so that they stand beside what is said
        return Move(state, move.moment if unasked or (move.moment and state.level >= STOPS) else "lines")

    def _answer(self, move: Move, reading: Reading, turn: TurnView) -> Watch:
        state = move.state
        level = cast(Level, max(state.level, 1))
        kind = "violence" if move.moment == "defend" else state.kind
        kind = _COUNTED_AS.get(kind, kind)
        flags = (state.minor, state.kind in THIRD_PARTY, state.unsafe_to_talk)
        verdict = Verdict(level, kind, level >= 2, *flags) if state.level or move.moment else None
        if not move.moment:
            quiet = verdict if reading.finding else None
            return Watch(quiet, (state,))
        say, text, show = self._words(move, reading, turn)
        still_open = move.moment == "lines" and state.step in NO_CLEARS  # the line stands beside the question
        arrived = told.help_is_there(state, move.moment)
        after = replace(
            state,
            step=state.step if still_open else say.asks,
            answered=state.answered if move.moment == "cleared" else 0,
            told=state.told + (move.moment in ("stay", "again", "hushed", "dont_know")),
            lines_shown=0 if show else state.lines_shown,
            last=state.last if move.moment in ("stay", "again") else move.moment,
            helped=state.helped or arrived or move.moment == "help",
            there=state.there or arrived,
        )
        referred = show or "{emergency}" in say.text
        shown = replace(verdict, referred=referred) if verdict else None
        return Watch(shown, (after,), Reply(text, "safety", 1.0))

    def _words(self, move: Move, reading: Reading, turn: TurnView) -> tuple[Say, str, bool]:
        """What is said, as it is sent, and whether crisis lines stand in it."""
        if language := self.languages.get(move.state.language):
            say = answer(move, language, self.lines, turn.now.date())
            return say, say.text, shows_lines(move)
        written = self._written(move, reading, turn)
        show = due(move.state, "stay" if written and move.moment in RISES else move.moment)
        say, show = written or choose(move, turn.text), show or (written is not None and "{lines}" in written.text)
        text = self.wording.render(say, move.state, turn.now.date(), foreign=reading.foreign, show_lines=show)
        return say, text, show

    def _written(self, move: Move, reading: Reading, turn: TurnView) -> Say | None:
        """The written reply to what was just said; None where the moment has words of its own, or none is sure.

        Before the encoder's pass, and where that fails, there is none either.
        """
        selection, before = self.networks.selection, turn.get(CareState)
        stopped = before is not None and before.level >= STOPS
        if selection is None or turn.vectors is None or reading.foreign:
            return None
        if has_own_words(move, turn.text, stopped=stopped):
            return None
        return selection.select(move, turn.conversation.turns, turn.vectors)


def _asked(state: CareState, recent: Sequence[Turn]) -> CareState:
    """The state with the direct question open where the bot has just asked it, whichever skill did."""
    if len(recent) < 2 or recent[-2].speaker != "bot" or not ASKED_ENDING.search(recent[-2].text):
        return state
    return replace(state, step="ending", level=max(state.level, 1), kind=state.kind or "suicide")


def _heavier(found: Finding | None, answer: Finding | None) -> Finding | None:
    """The graver of what was said and what it answers; "no, he hits me" to feeling safe is abuse, and present."""
    if found and answer and found.kind == "abuse" and answer.kind == "psychosis":
        return replace(found, level=max(found.level, answer.level))
    return gravest([item for item in (found, answer) if item])
