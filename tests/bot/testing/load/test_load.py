"""Small measurements of each kind: what they count is right, not how fast it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import ConfigError
from bot.testing.load import erase
from bot.testing.load.channels import opened
from bot.testing.load.crowd import Crowd
from bot.testing.load.figures import table
from bot.testing.load.kill import kill_load
from bot.testing.load.ledger import Kept, Ledger
from bot.testing.load.sessions import sessions_load
from bot.testing.load.telegram import bot_file, telegram_load

CALM = """
from bot.dialog import Reply, SkillResult
from bot.registry import skill

@skill("calm")
def calm():
    return lambda turn: SkillResult(replies=(Reply(f"I hear {len(turn.conversation.turns)}.", "calm", 1.0),))
"""
ECHO = Path(__file__).parents[4] / "bot/testing/load/echo.toml"


async def test_everybody_in_the_crowd_speaks_in_turn() -> None:
    ledger, spoken = Ledger(), []

    async def say(person: int, text: str) -> None:
        spoken.append(person)
        ledger.hear(person, text)

    await Crowd(people=3, every=0.05, seconds=0.2).talk(say, ledger)
    assert {person: spoken.count(person) for person in spoken} == {1: 4, 2: 4, 3: 4}
    assert (ledger.waiting(), ledger.crossed, ledger.doubled) == (0, 0, 0)


async def test_people_who_must_wait_are_all_answered(tmp_path: Path) -> None:
    (tmp_path / "calm.py").write_text(CALM)
    (tmp_path / "calm.toml").write_text('[guard]\noff = "a test"\n[[skills]]\nuse = "./calm.py:calm"\n')
    crowd = Crowd(2, every=0.1, seconds=0.8, patience=5)
    found = await telegram_load(tmp_path, crowd, bot=str(tmp_path / "calm.toml"), limits=True)
    assert (found.ledger.waiting(), found.ledger.crossed, len(found.ledger.seconds)) == (0, 0, 16)
    assert found.kept
    assert (found.kept.lost, found.kept.crossed, found.kept.doubled) == (0, 0, 0)
    assert found.kept.turns < 16


@pytest.mark.parametrize("run", [False, True])
async def test_people_on_telegram_are_all_answered(tmp_path: Path, run: bool) -> None:
    crowd = Crowd(6, every=0.3, seconds=0.9, patience=20)
    found = await telegram_load(tmp_path, crowd, bot="echo", limits=False, run=run)
    assert found.kept == Kept(turns=18, lost=0, crossed=0, doubled=0)
    assert (found.ledger.waiting(), found.ledger.crossed, found.ledger.doubled) == (0, 0, 0)
    rows = found.rows()
    assert (rows["messages"], rows["answered"], rows["errors logged"]) == ("18", "18", "0")
    assert found.program.peak > 20 * 1024**2


@pytest.mark.parametrize(
    "channel",
    ["telegram", pytest.param("discord", marks=pytest.mark.slow), pytest.param("web", marks=pytest.mark.slow)],
)
async def test_what_comes_after_a_kill_is_counted(tmp_path: Path, channel: str) -> None:
    found = await kill_load(tmp_path, opened(channel), times=1, people=3, every=0.2, longest=0.5)
    assert (found.kept.lost, found.kept.crossed, found.kept.doubled) == (0, 0, 0)
    assert (found.ledger.waiting(), found.ledger.crossed) == (0, 0)
    assert found.ledger.doubled <= (found.unmarked if channel == "telegram" else 0)
    assert "| lost, crossed, doubled turns | 0, 0, 0 |" in table("Killed", found.rows())


async def test_batches_lose_nothing_either(tmp_path: Path) -> None:
    rows = await sessions_load(tmp_path, bot=str(ECHO), people=20, messages=2)
    assert (rows["turns"], rows["turns that the store lacks"]) == ("40", "0")
    assert float(rows["ratio"]) > 0


async def test_who_is_erased_beside_people_who_talk_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erase, "CALM", 0.3)
    rows = await erase.erase_load(tmp_path, megabytes=6, people=3, seed=1)
    written = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert [f"<load:{number}:0:{number}>".encode() in written for number in (0, 1, 5, 6)] == [False] * 3 + [True]
    assert rows["people who talk"] == "3"


def test_the_measured_bot_may_be_told_as_much_as_one_likes(tmp_path: Path) -> None:
    from bot.config import read

    unpaced = read(bot_file("echo", tmp_path, paced=False))
    assert unpaced.limits.per_minute == 0
    assert unpaced.doors["telegram"].per_chat == 0
    assert read(bot_file("default", tmp_path, paced=True)).doors["telegram"].per_chat == 1
    with pytest.raises(ConfigError, match="is set by the measurement: take it out"):
        bot_file("everything", tmp_path, paced=True)
