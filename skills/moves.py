"""The bank of moves: replies written for this project, one JSON object a line in `skills/banks/*.jsonl`.

A reply is one or two moves. Reaction moves come first, forward moves second; the names follow the strategies of ESConv
(Liu et al. 2021, Appendix B), where a program's stand-in for self-disclosure is normalising.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Literal, get_args

import msgspec

from bot.dialog import STRATEGIES, SupportStage
from bot.errors import ConfigError
from skills import pins
from skills.intent import NAMES
from skills.labels import EMOTIONS, PROBLEMS
from skills.mentions import GROUPS
from skills.telling import keys

Kind = Literal[
    "acknowledge", "reflect", "restate", "normalise", "affirm", "celebrate", "repair", "ask", "offer", "inform", "close"
]
Intent = Literal[
    "questioning", "agreeing", "acknowledging", "sympathizing", "encouraging", "consoling", "suggesting", "wishing",
    "neutral",
]  # fmt: skip
"""The response intents of Welivita & Pu (2020), as MEED2 uses them."""
ModeName = Literal["support", "celebrate", "chat", "listen"]
KEYS = frozenset(GROUPS) | keys.KEYS
"""What `needs` and `forbids` may name."""
REACTIONS = frozenset({"acknowledge", "reflect", "restate", "normalise", "affirm", "celebrate", "repair"})


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the bank. `cues` (key `for`) are things a person might say to which the move is a fitting answer;

    empty `emotions` and no `problem` mean any. `intensity` is the band, 1 to 5, in which the move fits. `mode`: the
    kinds of talk it belongs to. `act`: it answers these acts alone; empty: it answers what people tell. `person`: whose
    matter it speaks of, `tense`: when that is. `needs` and `forbids` are keys of what the person spoke of or told.
    """

    id: str
    text: str
    move: Kind
    strategy: str
    stages: tuple[SupportStage, ...]
    emotions: tuple[str, ...]
    problem: str | None
    intensity: tuple[int, int]
    intent: Intent = "neutral"
    mode: tuple[ModeName, ...] = get_args(ModeName)
    act: tuple[str, ...] = ()
    person: Literal["me", "other", "any"] = "any"
    tense: Literal["past", "now", "ahead", "any"] = "any"
    needs: tuple[str, ...] = ()
    forbids: tuple[str, ...] = ()
    cues: tuple[str, ...] = msgspec.field(name="for", default=())

    @property
    def reaction(self) -> bool:
        return self.move in REACTIONS

    @property
    def asks(self) -> bool:
        return "?" in self.text

    @property
    def topic(self) -> str:
        """The middle of the id: `ask.job.01` is about `job`."""
        return self.id.split(".")[1]


def bank_folder() -> Path:
    return Path(__file__).parent / "banks"


def load(folder: Path | None = None) -> tuple[Move, ...]:
    """All moves of a folder, in file and line order. ConfigError names file, line and what is wrong.

    Our own files are held against their pins: WeightsError where one is missing or altered.
    """
    folder = folder or bank_folder()
    if folder == bank_folder():
        pins.check_all("banks")
    paths = sorted(folder.glob("*.jsonl"))
    if not paths:
        raise ConfigError(f"{folder}: there is no bank here (a .jsonl file of moves)")
    found: dict[str, Move] = {}
    for path in paths:
        for where, move in _read(path):
            if move.id in found:
                raise ConfigError(f"{where}: the id {move.id!r} is taken by an earlier line")
            found[move.id] = move
    return tuple(found.values())


def _read(path: Path) -> Iterator[tuple[str, Move]]:
    for number, line in enumerate(path.read_text(encoding="utf8").splitlines(), 1):
        where = f"{path}:{number}"
        try:
            move = msgspec.json.decode(line, type=Move)
        except msgspec.DecodeError as error:
            raise ConfigError(f"{where}: {error}") from None
        _check(where, move)
        yield where, move


def _check(where: str, move: Move) -> None:
    """Raises ConfigError for the first label that is none of those there are."""
    for name, given, choices in _labels(move):
        for value in given:
            if value not in choices:
                raise ConfigError(f"{where}: {name} {value!r} is none of: {', '.join(sorted(choices))}")
    low, high = move.intensity
    if not 1 <= low <= high <= 5:
        raise ConfigError(f"{where}: intensity {list(move.intensity)} is no band within 1 to 5")
    if not move.mode:
        raise ConfigError(f"{where}: mode is empty; name one or more of: {', '.join(get_args(ModeName))}")
    if move.reaction and move.asks:
        raise ConfigError(f"{where}: a {move.move} goes first and asks nothing")


def _labels(move: Move) -> Iterator[tuple[str, Collection[str], Collection[str]]]:
    """Name, values and choices of each label that isn't settled by its type."""
    yield "strategy", (move.strategy,), STRATEGIES
    yield "emotion", move.emotions, EMOTIONS
    yield "problem", (move.problem,) if move.problem else (), PROBLEMS
    yield "act", move.act, NAMES
    yield "needs:", move.needs, KEYS
    yield "forbids:", move.forbids, KEYS
