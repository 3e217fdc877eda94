"""The person's own matter in grammatical words: "I lost my job last week" -> event "losing your job".

Typed spans for the blanks of moves (`skills.spans` reads them). It would rather find nothing than a span that is not
grammatical or not what was said.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from bot.dialog import SkillResult, TurnView
from bot.parts import part
from bot.registry import Skill, skill
from skills.spans.reading import read

NAMES = ("event", "clause", "thing", "person", "time", "feeling")


@part("spans", version=2)
@dataclass(frozen=True, slots=True)
class Spans:
    """Spans of the last turn, turned to `you`; empty where none is sure.

    `event` is a gerund phrase ("your boss yelling at you"), `clause` a finite one ("your boss yelled at you"), `thing`
    a noun phrase, `person` somebody by relation ("your sister", always one), `time` when it is ("last week"), `feeling`
    the person's own word as an adjective; `tense` is the clause's, "past" or "now". `matters`: what happened is a turn
    in life or a hurt.
    """

    event: str = ""
    clause: str = ""
    thing: str = ""
    person: str = ""
    time: str = ""
    feeling: str = ""
    tense: str = ""
    matters: bool = False

    def explain(self) -> str:
        found = ((name, getattr(self, name)) for name in NAMES)
        return "; ".join(f"{name}: {words}" for name, words in found if words) or "-"


@skill("slots", writes=(Spans,))
def slots() -> Skill:
    """Picks typed spans of the person's words for the blanks of moves: what happened, whom, when and what is felt."""

    def pick(turn: TurnView) -> SkillResult:
        return SkillResult(learnt=(spans(turn.text),))

    return pick


def spans(text: str) -> Spans:
    """The spans of one utterance."""
    return Spans(**asdict(read(text)))


def fills(found: Spans) -> dict[str, str]:
    """The words for each blank that has some; `{cause}` is a clause of what is past."""
    named = {name: getattr(found, name) for name in NAMES}
    named["cause"] = found.clause if found.tense == "past" else ""
    return {name: words for name, words in named.items() if words}
