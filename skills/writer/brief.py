"""Brief: all that a large writer is told beside the talk, as the engine's skills found it. Pure: a turn in, facts out.

Feelings stand as in HEF (Yang et al. 2024): what a small model finds likeliest first, then all other categories, with
the words that the feeling comes from. Strategies are ESConv's (Liu et al. 2021, appendix B).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.dialog import STRATEGIES, EmotionState, StageState, TurnView
from skills.cause import Cause
from skills.emotion import LABEL_SET
from skills.intensity import Intensity
from skills.labels import EMOTIONS
from skills.memory import Told
from skills.policy import Policy, policy
from skills.problem import Problem
from skills.strategy import StrategyPlan
from skills.writer.exchanges import Exchange, said_before

PRIMARY, LIKELY = 3, 0.1
"""Feelings that are named first: so many at most, each with such a share; the likeliest in any case."""
SHOWN = 3
"""Written replies that are shown as examples."""
WRITTEN = "retrieve"
"""The skill whose proposals are Attune's own lines; what people wrote in corpora goes nowhere."""
DEFINITIONS = {
    "Question": "ask for more, openly; one question, about what was just said",
    "Restatement or Paraphrasing": "say in fewer words, and the person's own nouns, what they told",
    "Reflection of feelings": "name what they seem to feel, and what about",
    "Affirmation and Reassurance": "say what speaks for them, or that it is usual to feel so; promise nothing",
    "Providing Suggestions": "offer one small thing that they could do, and leave the choice with them",
    "Information": "give a fact that helps, if you are sure of it",
    "Others": "greet, thank, share a joy, or take leave",
}
"""What may be done. Self-disclosure is missing: a program has no life to tell of."""


@dataclass(frozen=True, slots=True)
class Switches:
    """What a brief holds; each can be left out, for ablations."""

    emotion: bool = True
    cause: bool = True
    stage: bool = True
    demonstrations: bool = True


@dataclass(frozen=True, slots=True)
class Brief:
    """`primary` and `others` are feelings, likeliest first; `intensity` is from 1 to 5. What is not known is empty.

    `strategies` are those allowed now, likeliest first, with their definitions. `facts` and `refused` are in the
    person's words or ours; `demonstrations` were written for messages like the last one.
    """

    primary: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    intensity: float | None = None
    trend: str = ""
    cause: str = ""
    problem: str = ""
    mode: str = ""
    stage: str = ""
    strategies: tuple[tuple[str, str], ...] = ()
    may_ask: bool = True
    may_suggest: bool = False
    facts: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    demonstrations: tuple[Exchange, ...] = ()


def brief(turn: TurnView, switches: Switches) -> Brief:
    """What the skills have learnt of a turn, as far as it is switched on."""
    now, problem, stage = policy(turn), turn.get(Problem), turn.get(StageState)
    primary, others = feelings(turn.get(EmotionState)) if switches.emotion else ((), ())
    felt, cause = turn.get(Intensity) if switches.emotion else None, turn.get(Cause) if switches.cause else None
    return Brief(
        primary=primary,
        others=others,
        intensity=felt.value if felt else None,
        trend=felt.trend if felt else "",
        cause=cause.words if cause else "",
        problem=problem.label if problem else "",
        mode=now.mode.name,
        stage=stage.stage.value if stage and switches.stage and now.mode.supports else "",
        strategies=tuple(strategies(now, turn.get(StrategyPlan))),
        may_ask=now.may_ask,
        may_suggest=now.may_suggest,
        facts=tuple(facts(turn.get(Told))),
        refused=tuple(dict.fromkeys(offer.topic for offer in now.offered.made if offer.fate == "refused")),
        demonstrations=tuple(demonstrations(turn)) if switches.demonstrations else (),
    )


def feelings(felt: EmotionState | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The primary feelings, and all others, each likeliest first."""
    if felt is None:
        return (), ()
    if felt.label_set != LABEL_SET or len(felt.probabilities) != len(EMOTIONS):
        return (felt.label,), ()
    ordered = sorted(zip(felt.probabilities, EMOTIONS, strict=True), reverse=True)
    count = max(1, sum(share >= LIKELY for share, _ in ordered[:PRIMARY]))
    names = tuple(name for _, name in ordered)
    return names[:count], names[count:]


def strategies(now: Policy, plan: StrategyPlan | None) -> Iterator[tuple[str, str]]:
    """The strategies that are allowed now, those that the plan finds likeliest first."""
    shares = dict(zip(STRATEGIES, plan.probabilities, strict=True)) if plan else dict.fromkeys(STRATEGIES, 0.0)
    for name in sorted(DEFINITIONS, key=lambda name: -shares[name]):
        if now.allows("?" if name == "Question" else "", name):
            yield name, DEFINITIONS[name]


def facts(told: Told | None) -> Iterator[str]:
    """What the person told of themselves, without names."""
    if told is None:
        return
    for name, so in told.facts:
        yield f"{name.replace('_', ' ')}: {'yes' if so else 'no'}"
    if told.people:
        yield f"spoke of: {', '.join(person.relation for person in told.people)}"


def demonstrations(turn: TurnView) -> Iterator[Exchange]:
    """The best of Attune's own lines for messages like this one, as the writer of the bot file has put them, each with

    what it was written for; those that were written for certain words first.
    """
    best = sorted((reply for reply in turn.proposals if reply.skill == WRITTEN), key=lambda reply: -reply.score)
    known = said_before()
    found = [
        Exchange(known.get(reply.text, ""), reply.strategy, reply.text)
        for reply in best
        if reply.strategy in DEFINITIONS
    ]
    yield from sorted(found, key=lambda one: not one.said)[:SHOWN]
