"""The shape of a talk so far, as numbers: whose turn it is, what was done, how long ago, and how much was said.

What the planner of strategies and the reader of stages see beside the encoder's vectors: the structure, and then, for
the small encoder's heads, acts of the last message; for the base one's, the emotion trajectory. One function makes the
numbers from a corpus, to learn from, and from a conversation, to answer.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from bot.dialog import STRATEGIES, PastStrategies, TurnView, Vectors
from bot.errors import WeightsError
from skills.emotion import FOLLOWED, SEVEN, EmotionTrajectory
from skills.intent import Acts
from skills.models.head import Floats
from skills.sizes import SMALL, Size

SPAN = 80
"""So many messages are looked back at: few talks are longer, and a talk of a year costs no more."""
READ = 2000
"""Of one message, only this many characters at the end count."""
ACTS = (
    *("greeting", "thanks", "goodbye", "agrees", "answers", "disclosure", "worry", "joy"),
    *("asks_advice", "accepts_advice", "refuses_advice", "question", "question.about_bot"),
)
"""The acts of the person's last message that change what a supporter does next; `skills.intent` finds them."""
STEPS = (1, 2, 3, 4, 6, 8, 10, 13, 17, 22)
FADES = (0.5, 0.8)
"""What is left of the weight of a strategy after one message more."""
STRUCTURE = 113
"""Numbers in a structure."""
OUTLINE = 1 + len(SEVEN)
"""Numbers in an outline of `skills.emotion`."""
WITH_ACTS = STRUCTURE + len(ACTS)
WITH_TRAJECTORY = STRUCTURE + FOLLOWED * (OUTLINE + 2)
"""Numbers in a shape of either kind."""
BACK = 4
"""So many of the last messages are told one by one."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message: is it the supporter's own, and with which strategy (None: none of the eight)?"""

    own: bool
    text: str
    strategy: str | None = None


def seen(turn: TurnView, vectors: Vectors, width: int) -> Floats:
    """The `width` features that a head asks for, of a conversation in which the bot is about to answer.

    WeightsError where the head is of another encoder, or of shapes that there are no more.
    """
    context, said = vectors.context, heard(turn)
    if width == len(context) + WITH_ACTS:
        return features(context, with_acts(said, acts(turn)))
    if width == len(context) + WITH_TRAJECTORY:
        return features(context, with_trajectory(said, outlines(turn)))
    choices = " or ".join(str(len(context) + shape) for shape in (WITH_ACTS, WITH_TRAJECTORY))
    raise WeightsError(f"a head asks for {width} features; beside an encoder {len(context)} wide there are {choices}")


def beside(size: Size) -> int:
    """Numbers of the shape that the heads of an encoder of this size see beside its vector."""
    return WITH_ACTS if size is SMALL else WITH_TRAJECTORY


def features(context: Floats, shape: Floats) -> Floats:
    """What the heads see (..., d + s): context (..., d), stretched so that its components are about one, and the talk's

    shape (..., s).
    """
    return np.concatenate([context * np.sqrt(context.shape[-1], dtype=np.float32), shape], axis=-1)


def heard(turn: TurnView) -> tuple[Message, ...]:
    """The conversation up to the person's last words, the bot's replies with the strategies that they used."""
    turns = turn.conversation.turns[-SPAN:]
    replies = sum(said.speaker == "bot" for said in turns)
    known = (None,) * replies + (turn.get(PastStrategies) or PastStrategies()).past
    used = iter(known[len(known) - replies :])
    return tuple(
        Message(True, said.text, next(used)) if said.speaker == "bot" else Message(False, said.text) for said in turns
    )


def acts(turn: TurnView) -> Collection[str]:
    """What `skills.intent` found in the person's last words; nothing where it does not run."""
    found = turn.get(Acts)
    return found.names if found else ()


def outlines(turn: TurnView) -> Sequence[Sequence[float]]:
    """What the emotion reader made of the person's last utterances; nothing where it does not run."""
    followed = turn.get(EmotionTrajectory)
    return followed.outlines if followed else ()


def with_acts(said: Sequence[Message], acts: Collection[str]) -> Floats:
    """The shape (126,) that the small encoder's heads see: structure, and which acts the person's last message is."""
    marks = [float(name in acts) for name in ACTS]
    return np.concatenate([structure(said), np.array(marks, np.float32)])


def with_trajectory(said: Sequence[Message], outlines: Sequence[Sequence[float]]) -> Floats:
    """The shape (153,) that the base encoder's heads see: structure, and what was felt, utterance by utterance."""
    return np.concatenate([structure(said), trajectory(outlines)])


def trajectory(outlines: Sequence[Sequence[float]]) -> Floats:
    """The person's last four utterances (40,), newest first, of outlines that are oldest first.

    Of each ten numbers: its outline, and against the one before, by how much the pleasant share rose, and how far the
    seven moved (half the sum of the differences). Zeros where there is none, or no longer.
    """
    known = np.array(outlines[-FOLLOWED:], float).reshape(-1, OUTLINE)[::-1]
    change = known[:-1] - known[1:]
    rows = np.zeros((FOLLOWED, OUTLINE + 2), np.float32)
    rows[: len(known), :OUTLINE] = known
    rows[: len(change), OUTLINE] = change[:, 0]
    rows[: len(change), OUTLINE + 1] = np.abs(change[:, 1:]).sum(axis=1) / 2
    return rows.ravel()


def structure(said: Sequence[Message]) -> Floats:
    """The last SPAN messages in (113,) numbers, most of them from 0 to 1."""
    turns = [list(group) for _, group in groupby(said[-SPAN:], key=lambda message: message.own)]
    numbers = np.concatenate([position(turns), present(turns), recent(said[-SPAN:]), lengths(turns)])
    return numbers.astype(np.float32)


def position(turns: Sequence[Sequence[Message]]) -> Floats:
    """How far the talk has come (13,): the person's turns and messages, the supporter's messages."""
    theirs = [len(turn) for turn in turns if not turn[0].own]
    own = sum(len(turn) for turn in turns) - sum(theirs)
    steps = [float(len(theirs) <= limit) for limit in STEPS]
    return np.array([*(np.log1p(count) / 2 for count in (len(theirs), sum(theirs), own)), *steps])


def present(turns: Sequence[Sequence[Message]]) -> Floats:
    """The supporter's turn that is under way (20,): how many messages it has, which strategies, and the last one's."""
    now = turns[-1] if turns and turns[-1][0].own else ()
    used = numbers(now)
    size = np.eye(4)[min(len(now), 3)]
    return np.concatenate([size, np.minimum(counts(used), 1), one(used, 0)])


def recent(said: Sequence[Message]) -> Floats:
    """Strategies so far (64,): the last four (one-hot), counts (log), fading counts, and one by the time since each."""
    used = numbers(said)
    ages = np.arange(len(used))
    faded = [np.bincount(used, fade**ages, len(STRATEGIES)) / 2 for fade in FADES]
    since = [1 / (1 + used.index(number)) if number in used else 0.0 for number in range(len(STRATEGIES))]
    return np.concatenate([*(one(used, back) for back in range(BACK)), np.log1p(counts(used)) / 2, *faded, since])


def lengths(turns: Sequence[Sequence[Message]]) -> Floats:
    """How much both said (words, log) and what they asked (16,)."""
    theirs = [turn for turn in turns if not turn[0].own]
    last = theirs[-1] if theirs else ()
    text = " ".join(message.text[-READ:] for message in last)
    told = [words(message) for turn in theirs for message in turn]
    own = [message for turn in turns if turn[0].own for message in turn]
    ours, mine = [words(message) for message in own[-BACK:]], own[-1].text if own else ""
    now = sum(map(words, last))
    sizes = (now, told[-1] if told else 0, _mean(told[:-1]), sum(told), ours[-1] if ours else 0, _mean(ours))
    limits = (now <= 3, now <= 8, now > 40, "?" in text, text.rstrip().endswith("?"), "!" in text)
    asked = ("?" in mine, mine.rstrip().endswith("?"), _mean(["?" in message.text for message in own[-BACK:]]))
    return np.array([*(np.log1p(size) / 2 for size in sizes), *limits, *asked, len(last) / 3], float)


def words(message: Message) -> int:
    return len(message.text[-READ:].split())


def numbers(said: Sequence[Message]) -> list[int]:
    """The numbers of the strategies used, newest first."""
    return [STRATEGIES.index(message.strategy) for message in reversed(said) if message.strategy in STRATEGIES]


def counts(used: Sequence[int]) -> Floats:
    """How often each strategy was used."""
    found: Floats = np.bincount(used, minlength=len(STRATEGIES)).astype(float)
    return found


def one(used: Sequence[int], back: int) -> Floats:
    """The strategy that many messages back as a one-hot row, empty where there was none."""
    row: Floats = np.zeros(len(STRATEGIES))
    row[used[back : back + 1]] = 1
    return row


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if values else 0.0
