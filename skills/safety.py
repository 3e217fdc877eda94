"""The guard: reads every turn of the person for danger and answers in the skills' place where there is some.

What it looks for and what it says follow docs/care.md. Level 1 is answered with a direct question and does not stop
the talk; at levels 2 and 3 only the guard speaks. What is kept (`CareState`) holds no word that was said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from bot.dialog import Reply, Turn, TurnView, Verdict
from bot.engine import NOT_KEPT
from bot.errors import ConfigError
from bot.registry import Encoder, Guard, Watch, guard
from skills import reply_gate
from skills.care.advance import LINES_AGAIN, OF_AGE, advance
from skills.care.answers import NO_TELLS, answer_to
from skills.care.detect import Finding, Reading, gravest, read_talk
from skills.care.moments import MOMENTS, WELCOME_BACK
from skills.care.own import ASKED_ENDING, NO, TAKEN_BACK
from skills.care.patterns import Level
from skills.care.plain import sentences
from skills.care.state import CareState, Move, comes_back, is_new_visit, returned
from skills.care.staying import HUSHED, STAY, STAY_NOW
from skills.care.theirs import THIRD_PARTY
from skills.care.wording import Wording
from skills.care.words import BABY, CHOKED, CHOKED_OTHER, FIRST, HANDED, TAKEN, YOUNG, Say
from skills.crisis_resources import Directory, directory

if TYPE_CHECKING:
    from skills.care.heads import Ear, Heard

WINDOW = 6
"""Turns read, the person's and the bot's together."""

LONGEST_PLACE = 400
"""Characters of a turn in which a country is looked for."""

YOUNGEST, OLDEST = 13, 21
"""Between these an operator's minimum age lies: ages are read from 7 to 20."""

_TAKEN = re.compile(r"\b(?:took|taken|swallowed|downed|drank|ate|overdosed|already (?:did|have|done))\b")
_SWALLOWING = frozenset({"suicide", "medical", "method_request", "self_harm", "eating_disorder"})
_FOOD = re.compile(r"\b(?:ate|drank)\b")
"""Says nothing of something taken where food is what the talk is about."""
_CHOKED = re.compile(
    r"\b(?:chok|strangl)(?:ed|ing|es)\b|\b(?:around|on|round|by) (?:my|her|his|their|the) (?:neck|throat)\b"
)
_DREAD = re.compile(
    r"\b(?:thoughts?|images?|urges?|visions?|impulses?|imagin\w+|picture|thinking|scared|afraid|terrified)\b"
)
_BABY = re.compile(r"\b(?:my|the|our) (?:new ?born|new baby|baby|infant)\b")
_SOMEBODY_ELSE = re.compile(
    r"\bmy (?:[a-z]+ )?(?:husband|wife|boyfriend|girlfriend|partner|ex|boss|mom|mother|dad|father|brother|sister|"
    r"neighbou?r|friend|colleague|coworker|teacher)\b|\b(?:everyone|people)\b"
)
_COUNTED_AS = {"third_party_abuse": "third_party", "violence_baby": "violence"}
"""Kinds kept apart inside, for their words; whoever counts verdicts knows one kind of each."""
_PLACE = re.compile(
    r"(?:^|\b(?:im|i am|were|we are|i live|living|live|based|from|im from|here|over|staying) )(?:in|from) (?:the )?"
    r"([a-z]+(?: [a-z]+){0,2})"
)


@guard("safety", writes=(CareState,))
def safety(*, country: str | None = None, check_in: bool = False, minimum_age: int = OF_AGE) -> Guard:
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
    return Safety(country, lines, Wording(lines), check_in, minimum_age)


@dataclass(frozen=True, slots=True)
class Safety:
    """See `safety`."""

    country: str | None
    lines: Directory
    wording: Wording
    check_in: bool = False
    minimum_age: int = OF_AGE
    ear: Ear | None = None

    def with_encoder(self, encoder: Encoder, /) -> Safety:
        """The guard with the ear that learnt from this encoder's states, read now: no talk begins without it."""
        identity: str | None = getattr(encoder, "identity", None)
        if identity is None:  # no encoder of ours: it hands out no states
            return self
        from skills.care import heads  # a guard without an encoder needs no network

        return replace(self, ear=heads.load_for(identity))

    def watch(self, turn: TurnView, /) -> Watch:
        return self.watch_many([turn])[0]

    def watch_many(self, turns: Sequence[TurnView], /) -> list[Watch]:
        return [self._watch(turn, heard) for turn, heard in zip(turns, _heard(turns, self.ear), strict=True)]

    def _watch(self, turn: TurnView, heard: Heard | None) -> Watch:
        before = turn.get(CareState) or CareState(country=self.country)
        state = returned(before, turn.now)
        recent = turn.conversation.turns[-WINDOW:]
        reading = self._read(state, recent, heard)
        move = advance(state, reading, turn.text, turn.now, self.minimum_age)
        if is_new_visit(before, turn.now) and not reading.finding and move.moment in ("", "stay"):
            remembered = self.check_in and comes_back(before, turn.now)
            move = Move(replace(move.state, danger_at=None) if remembered else move.state, move.moment)
            if move.state.level >= 2:
                move = replace(move, moment="back" if remembered else "revisit")
            elif remembered:
                return Watch(None, (move.state,), notice=Reply(WELCOME_BACK, "safety", 1.0))
        move = self._place(move, [said.text for said in recent if said.speaker == "user"])
        known = bool(move.moment or move.state.level or move.state.minor) or turn.get(CareState) is not None
        return self._answer(move, reading, turn) if known else Watch()

    def refuse(self, reply: Reply, /) -> str | None:
        return reply_gate.refuse(reply.text)

    def _read(self, state: CareState, recent: Sequence[Turn], heard: Heard | None) -> Reading:
        said = [turn.text for turn in recent if turn.speaker == "user" and turn.text != NOT_KEPT]
        was = state.level if state.kind in ("suicide", "method_request") and state.level >= 2 else 0
        stands = Finding(state.kind, cast(Level, state.level), sure=not state.unsure) if state.level >= 2 else None
        reading = read_talk(said, was=was, heard=heard, denied=_denies(state, said[-1]), stands=stands)
        asked = len(recent) > 1 and ASKED_ENDING.search(recent[-2].text) and recent[-2].speaker == "bot"
        answer = answer_to(state, "ending" if asked else state.step, said[-1])
        return replace(reading, finding=_of_baby(state, _heavier(reading.finding, answer), said[-1]))

    def _place(self, move: Move, texts: Sequence[str]) -> Move:
        """Notes the country a person names, or named lately; in danger its lines are shown at once."""
        said, *before = [" ".join(sentences(text[:LONGEST_PLACE])) for text in reversed(texts)]
        lately = before if move.state.country is None else ()
        named = [said, *(found[1] for text in (said, *lately) for found in _PLACE.finditer(text))]
        codes = (self.lines.country_named(" ".join(name.split()[:size])) for name in named for size in (3, 2, 1))
        code = next(filter(None, codes), None) if move.state.level >= 1 else None
        if code is None or code == move.state.country:
            return move
        unasked = move.state.level < 2 and move.state.lines_shown is None
        shown = move.moment if unasked or move.moment in ("first", "change") else "lines"
        return Move(replace(move.state, country=code), shown)

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
        say = self._say(move, turn.text)
        show = self._due(state, move.moment)
        text = self.wording.render(say, state, turn.now.date(), foreign=reading.foreign, show_lines=show)
        after = replace(
            state,
            step=say.asks,
            answered=state.answered if move.moment == "cleared" else 0,
            told=state.told + (move.moment in ("stay", "again", "hushed")),
            lines_shown=0 if show else state.lines_shown,
        )
        return Watch(verdict, (after,), Reply(text, "safety", 1.0))

    def _say(self, move: Move, text: str) -> Say:
        state = move.state
        said = " ".join(sentences(text))
        if move.moment.startswith("hush_") and state.level == 3 and _CHOKED.search(said):
            return MOMENTS["hush_choked"]
        if move.moment in ("first", "change") or (move.moment == "again" and _swallowed(state, said)):
            return _first(state, said)
        if move.moment == "hushed":
            return HUSHED[state.told % len(HUSHED)]
        if move.moment in ("stay", "again"):
            kinds = STAY_NOW if state.level == 3 else STAY
            known = {"safe": state.safe, "self": state.safe, "asked": state.asked, "company": state.company}
            ways = [way for way in kinds.get(state.kind, kinds["suicide"]) if not known.get(way.asks)]
            return ways[state.told % len(ways)]
        both = f"{move.moment}:{state.kind}:{state.level}"
        own = (both, f"{move.moment}:{state.kind}", f"{move.moment}:{state.level}", move.moment)
        return next(MOMENTS[name] for name in own if name in MOMENTS)

    def _due(self, state: CareState, moment: str) -> bool:
        """Lines go out when asked for, on a rise, and again after six turns; at level 1 only when asked for."""
        if state.level < 2 or state.unsafe_to_talk:
            return moment == "lines"
        return (
            moment in ("first", "steady_no", "lines") or state.lines_shown is None or state.lines_shown >= LINES_AGAIN
        )


def _heard(turns: Sequence[TurnView], ear: Ear | None) -> list[Heard | None]:
    """What the trained ear hears in each turn, all in one pass; None in one without the states of its tokens."""
    found: list[Heard | None] = [None] * len(turns)
    states = [turn.vectors.tokens if turn.vectors else None for turn in turns]
    known = {row: (tokens, turns[row].text) for row, tokens in enumerate(states) if tokens is not None}
    if known:
        from skills.care import heads

        for row, heard in zip(known, heads.hear_all(list(known.values()), ear), strict=True):
            found[row] = heard
    return found


def _denies(state: CareState, text: str) -> bool:
    """Whether the person says, or was believed before, that there is no danger: a guess must not outvote that."""
    said = " ".join(sentences(text))
    return (
        state.believed
        or TAKEN_BACK.search(said) is not None
        or (state.level > 0 and state.step not in NO_TELLS and NO.search(said) is not None)
    )


def _heavier(found: Finding | None, answer: Finding | None) -> Finding | None:
    """The graver of what was said and what it answers; "no, he hits me" to feeling safe is abuse, and present."""
    if found and answer and found.kind == "abuse" and answer.kind == "psychosis":
        return replace(found, level=max(found.level, answer.level))
    return gravest([item for item in (found, answer) if item])


def _of_baby(state: CareState, found: Finding | None, text: str) -> Finding | None:
    """Dreaded thoughts of hurting a baby are no anger, and are met with other words."""
    if found is None or found.kind != "violence":
        return found
    said = " ".join(sentences(text))
    dread = _DREAD.search(said)
    dreaded = dread and _BABY.search(said, dread.end())  # one after the other: one pattern of both is slow on long text
    goes_on = state.kind == "violence_baby" and not _SOMEBODY_ELSE.search(said)
    return replace(found, kind="violence_baby") if dreaded or goes_on else found


def _swallowed(state: CareState, said: str) -> bool:
    if state.level < 3 or state.kind not in _SWALLOWING:
        return False
    taken = _TAKEN.search(_FOOD.sub(" ", said) if state.kind == "eating_disorder" else said)
    return taken is not None


def _first(state: CareState, said: str) -> Say:
    """The first words at a level: some dangers of one kind need words of their own."""
    if _swallowed(state, said):
        return TAKEN
    if state.kind == "third_party_abuse" and state.level == 3 and _CHOKED.search(said):
        return CHOKED_OTHER
    if state.kind == "abuse" and state.level == 3 and _CHOKED.search(said):
        return CHOKED
    if state.kind == "abuse" and state.level >= 2 and state.minor:
        return YOUNG
    if state.kind == "violence_baby":
        return HANDED if state.level == 3 else BABY
    return FIRST[state.kind, state.level] if (state.kind, state.level) in FIRST else FIRST["suicide", state.level]
