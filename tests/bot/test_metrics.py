from __future__ import annotations

import asyncio
import socket
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.config import Figures
from bot.dialog import Reply, Verdict
from bot.engine import Engine
from bot.errors import ConfigError, Withheld
from bot.metrics import Metrics, served
from bot.registry import Draft, Watch
from bot.sessions import Sessions
from bot.store import Store
from bot.testing import FakeClock, FixedEncoder, ScriptedSkill

SECRET = "my cat Fluffington died"


class Wary:
    """A guard that sees danger in "help" and lets no reply through that says "never"."""

    def watch(self, turn: object) -> Watch:
        text: str = turn.text  # type: ignore[attr-defined]
        return Watch(Verdict(2, "suicide", True), reply=Reply("call", "safety", 0.0)) if "help" in text else Watch()

    def refuse(self, reply: Reply) -> str | None:
        return f"it says {reply.text}" if "never" in reply.text else None


def value(metrics: Metrics, name: str, **labels: str) -> float:
    return metrics.registry.get_sample_value(name, labels) or 0.0


async def talked(path: Path, metrics: Metrics) -> None:
    """Two messages by one person: a quiet one, and one in danger."""
    broken = ScriptedSkill(error=ValueError(SECRET), name="broken")
    skills = (("bad", broken), ("talk", ScriptedSkill(Reply("never", "talk", 2.0))), ("ok", ScriptedSkill("hm")))
    clock = FakeClock()
    async with (
        Store.open(f"sqlite+aiosqlite:///{path}") as store,
        Sessions(Engine(skills, Wary()), store, clock=clock, observer=metrics) as sessions,
    ):
        await sessions.say("web:1:0:ann", SECRET)
        await sessions.say("web:1:0:ann", f"help {SECRET}")


async def test_slow_responders_that_were_late_or_failed_are_counted(tmp_path: Path) -> None:
    class Slow:
        def __init__(self, error: Exception | None) -> None:
            self.error = error

        async def propose(self, turn: object, deadline: float, /) -> AsyncIterator[Draft]:
            yield Draft(Reply(f"{SECRET} and", "slow", 2.0))
            if self.error:
                raise self.error
            await asyncio.Event().wait()

    failed, resting = ("./ai.py:ai", Slow(ValueError(SECRET))), ("server", Slow(Withheld("it rests")))
    metrics, slow = Metrics(), [("model", Slow(None)), failed, resting]
    async with (
        Store.open(f"sqlite+aiosqlite:///{tmp_path / 't.db'}") as store,
        Sessions(Engine((("ok", ScriptedSkill("hm")),)), store, slow, wait=0.02, observer=metrics) as sessions,
    ):
        assert (await sessions.say("web:1:0:ann", SECRET)).text == "hm"
    assert value(metrics, "attune_missed_responders_total", responder="model", how="late") == 1
    assert value(metrics, "attune_missed_responders_total", responder="./ai.py:ai", how="failed") == 1
    assert value(metrics, "attune_missed_responders_total", responder="server", how="withheld") == 1


async def test_what_happens_is_counted(tmp_path: Path) -> None:
    metrics = Metrics()
    await talked(tmp_path / "t.db", metrics)
    assert value(metrics, "attune_messages_total") == 2
    assert value(metrics, "attune_replies_total", skill="scripted") == 1
    assert value(metrics, "attune_replies_total", skill="safety") == 1
    assert value(metrics, "attune_dropped_skills_total", skill="bad") == 1
    assert value(metrics, "attune_refused_replies_total", skill="talk") == 1
    assert [value(metrics, "attune_danger_total", level=level) for level in "123"] == [0, 1, 0]
    assert value(metrics, "attune_reply_seconds_count") == 2
    assert value(metrics, "attune_waiting") == 0


class Deaf(Wary):
    """Its second look fails."""

    def watch(self, turn: object) -> Watch:
        if turn.vectors is not None:  # type: ignore[attr-defined]
            raise ValueError(SECRET)
        return super().watch(turn)


async def test_a_second_look_of_the_guard_that_fails_is_counted(tmp_path: Path) -> None:
    metrics = Metrics()
    counted = "attune_dropped_skills_total"
    assert [metrics.registry.get_sample_value(counted, {"skill": name}) for name in ("guard", "encoder")] == [0, 0]
    engine = Engine((("talk", ScriptedSkill("hm")),), Deaf(), FixedEncoder())
    url = f"sqlite+aiosqlite:///{tmp_path / 't.db'}"
    async with Store.open(url) as store, Sessions(engine, store, clock=FakeClock(), observer=metrics) as sessions:
        answer = await sessions.say("web:1:0:ann", SECRET)
    assert answer.text == "hm"
    assert (value(metrics, counted, skill="guard"), value(metrics, counted, skill="encoder")) == (1, 0)


async def test_the_page_has_the_figures_and_no_words(tmp_path: Path) -> None:
    metrics = Metrics()
    await talked(tmp_path / "t.db", metrics)
    metrics.turned_away("per_minute")
    metrics.restarted("telegram")
    metrics.reloaded("failed")
    with served(metrics, Figures(port=0)) as port:
        page = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics").read().decode()
    assert 'attune_turned_away_total{rule="per_minute"} 1.0' in page
    assert 'attune_door_restarts_total{door="telegram"} 1.0' in page
    assert 'attune_reloads_total{outcome="failed"} 1.0' in page
    for word in ("cat", "Fluffington", "never", "ann", "web:"):
        assert word not in page


def test_it_is_on_the_private_address_and_gone_afterwards() -> None:
    with served(Metrics(), Figures(port=0)) as port, socket.create_connection(("127.0.0.1", port)) as connection:
        assert connection.getpeername()[0] == "127.0.0.1"
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))


def test_a_port_that_is_taken_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = pytest.raises(ConfigError, match=rf"\[metrics\]: 127\.0\.0\.1:{port} cannot be used")
        with said, served(Metrics(), Figures(port=port)):
            pass


def test_two_of_them_do_not_share_their_counts() -> None:
    one, other = Metrics(), Metrics()
    one.turned_away("block")
    assert (
        value(one, "attune_turned_away_total", rule="block"),
        value(other, "attune_turned_away_total", rule="block"),
    ) == (1, 0)
