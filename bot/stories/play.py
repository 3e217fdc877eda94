"""Holds the talk of a story with a real engine, in memory, and says which expectations its replies fail."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.dialog import Conversation, EmotionState, StageState
from bot.engine import Engine
from bot.step import Step
from bot.stories.story import StoryTalk, StoryTurn, spoken

PAUSE = timedelta(minutes=1)
"""Between two turns."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A turn that went otherwise: its number from 1, what was said and replied, and each expectation that failed."""

    turn: int
    say: str
    reply: str
    expected: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A talk that was held `times`; `failed` of them went otherwise, `failures` are those of the first such."""

    talk: StoryTalk
    times: int
    failed: int
    failures: tuple[Failure, ...]


def play(engine: Engine, talk: StoryTalk, now: datetime, times: int = 1) -> Outcome:
    """Each time is another conversation: what is drawn by chance is drawn anew, the same at every call."""
    talks = [Conversation(f"story:{number}::me") for number in range(times)]
    found: list[list[Failure]] = [[] for _ in talks]
    for place, turn in enumerate(talk.turns):
        steps = engine.steps([(conversation, turn.say) for conversation in talks], now + place * PAUSE)
        talks = [step.conversation for step in steps]
        for failures, step in zip(found, steps, strict=True):
            if expected := tuple(judge(turn, step)):
                failures.append(Failure(place + 1, turn.say, step.reply.text, expected))
    failed = [failures for failures in found if failures]
    return Outcome(talk, times, len(failed), tuple(failed[0]) if failed else ())


def judge(turn: StoryTurn, step: Step) -> Iterator[str]:
    """What of a turn is not as the story has it, a line each; last what explains it."""
    found = [*_words(turn, step.reply.text), *_form(turn, step.reply.text), *_state(turn, step)]
    found += [f"{name} failed: {kind}" for name, kind in step.trace.dropped]
    yield from found
    if found:
        yield from (f"(the guard held back a reply of {skill}: {reason})" for skill, reason in step.trace.refused)


def _words(turn: StoryTurn, reply: str) -> Iterator[str]:
    said = spoken(reply)
    yield from (f"has: “{words}” is not in it" for words in turn.several("has") if spoken(words) not in said)
    any_of = turn.several("has_any")
    if any_of and not any(spoken(words) in said for words in any_of):
        yield f"has_any: none of {', '.join(f'“{words}”' for words in any_of)} is in it"
    yield from (f"has_not: “{words}” is in it" for words in turn.several("has_not") if spoken(words) in said)


def _form(turn: StoryTurn, reply: str) -> Iterator[str]:
    count = len(reply.split())
    if turn.longest is not None and count > turn.longest:
        yield f"longest: {count} words, not {turn.longest} at most"
    if turn.question is not None and turn.question != ("?" in reply):
        yield f"question: it {'asks none' if turn.question else 'asks one'}"


def _state(turn: StoryTurn, step: Step) -> Iterator[str]:
    verdict, state = step.trace.verdict, step.conversation.state
    level = verdict.level if verdict else 0
    if turn.level is not None and turn.level != level:
        yield f"level: {level}, not {turn.level}"
    emotion, stage = state.get(EmotionState), state.get(StageState)
    facts = {
        "skill": step.reply.skill,
        "strategy": step.reply.strategy,
        "stage": stage.stage.value if stage else None,
        "emotion": emotion.label if emotion else None,
    }
    for key, value in facts.items():
        wanted = turn.several(key)
        if wanted and value not in wanted:
            yield f"{key}: {value or 'none'}, not {' or '.join(wanted)}"
