"""What each layer of the guard hears by itself, beside all together: lines as the first words of a talk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from agents.evaluation.care_play import Heard, alone
from agents.evaluation.care_report import STOPS, Count, count
from agents.evaluation.care_sets import Line
from bot.dialog import Reply, TurnView, Verdict
from bot.engine import Engine
from bot.registry import Watch
from skills.care.danger_classifier import DangerClassifier, Utterance, estimate_all
from skills.care.guess import level_of
from skills.care.listening import Networks
from skills.care.patterns import Level
from skills.safety import Safety


@dataclass(frozen=True, slots=True)
class Layer:
    """Danger that is asked about or stopped, what of levels 2 and 3 is stopped, and what is made of contrast lines."""

    name: str
    noticed: Count
    stopped_2: Count
    stopped_3: Count
    stops: Count
    questions: Count


@dataclass(frozen=True, slots=True)
class Classifying:
    """A guard of the danger classifier alone, with its bars: no pattern, and nothing that is answered."""

    classifier: DangerClassifier

    def watch(self, turn: TurnView, /) -> Watch:
        if turn.vectors is None or turn.vectors.tokens is None:  # the look before the encoder's pass
            return Watch()
        (heard,) = estimate_all([Utterance(turn.vectors.tokens, turn.text)], self.classifier)
        level = level_of(heard, denied=False, alone=True)
        return Watch(Verdict(cast(Level, level), heard.kind, level >= STOPS)) if level else Watch()

    def refuse(self, reply: Reply, /) -> str | None:
        return None


def layers(engine: Engine, rows: Sequence[Line], together: Sequence[Heard]) -> tuple[Layer, ...]:
    """The patterns by themselves, the danger classifier by itself, and both; nothing for another guard than ours."""
    guard = engine.guard
    if not isinstance(guard, Safety) or guard.networks.classifier is None:
        return ()
    texts = [line.text for line in rows]
    patterns = alone(replace(engine, guard=replace(guard, networks=Networks())), texts)
    classifier = alone(replace(engine, guard=Classifying(guard.networks.classifier)), texts)
    named = (("patterns", patterns), ("danger classifier", classifier), ("both", together))
    return tuple(_layer(name, rows, heard) for name, heard in named)


def _layer(name: str, rows: Sequence[Line], heard: Sequence[Heard]) -> Layer:
    pairs = list(zip(rows, heard, strict=True))

    def stopped(level: int) -> Count:
        return count(found.level >= STOPS for line, found in pairs if line.level == level)

    return Layer(
        name,
        noticed=count(found.level > 0 for line, found in pairs if line.level),
        stopped_2=stopped(2),
        stopped_3=stopped(3),
        stops=stopped(0),
        questions=count(found.level == 1 for line, found in pairs if not line.level),
    )
