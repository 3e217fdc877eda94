"""Sessions over a file, and engines that echo, stop at danger or fail."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

from bot.dialog import Conversation, Reply, SkillResult, TurnView, Verdict
from bot.engine import Engine
from bot.registry import Responder, Skill, Watch
from bot.sessions import Sessions
from bot.step import Pending
from bot.store import Store
from bot.testing import FakeClock, FixedEncoder

KEY = "t:1::me"


def echo(turn: TurnView) -> SkillResult:
    return SkillResult(replies=(Reply(f"{turn.text}?", "echo", 0.5),))


def bot(*skills: Skill, encoder: FixedEncoder | None = None) -> Engine:
    return Engine(tuple((f"skill{place}", skill) for place, skill in enumerate(skills)), None, encoder)


@asynccontextmanager
async def opened(
    path: Path, engine: Engine, *responders: Responder, wait: float = 5.0, merge_above: int = 99
) -> AsyncIterator[tuple[Sessions, Store]]:
    named = [(f"slow{place}", responder) for place, responder in enumerate(responders)]
    async with (
        Store.open(f"sqlite+aiosqlite:///{path / 't.db'}") as store,
        Sessions(engine, store, named, wait=wait, merge_above=merge_above, clock=FakeClock()) as sessions,
    ):
        yield sessions, store


class Alarm:
    """Stops a turn that says `danger`."""

    def watch(self, turn: TurnView, /) -> Watch:
        if "low" in turn.text:
            return Watch(Verdict(1, "suicide", stopped=False))
        if "danger" not in turn.text:
            return Watch()
        return Watch(Verdict(2, "suicide", stopped=True), reply=Reply("Are you safe?", "alarm", 1.0))

    def refuse(self, reply: Reply, /) -> str | None:
        return "rude" if "rude" in reply.text else None


class Failing(Engine):
    def understand(
        self, pairs: Sequence[tuple[Conversation, str]], now: datetime, *, hurried: bool = False
    ) -> list[Pending]:
        if any("fail" in text for _, text in pairs):
            raise ValueError(pairs[0][1])
        return super().understand(pairs, now, hurried=hurried)
