"""`parlai self_chat` with a seeker, through ParlAI's own command."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pytest

pytest.importorskip("parlai")
from parlai.scripts.self_chat import SelfChat

from agents.seekers.scripts import scripts

Make = Callable[..., Path]
WORLD = "worlds.parlai.seeker_world"
TURNS = 25


def talks(bot: Path, out: Path, turns: int, chats: int = 1, talk: str = "") -> list[list[tuple[str, str]]]:
    """What was said in each talk, by whom."""
    SelfChat.main(
        model="agents.bot_agent:BotAgent",
        bot=str(bot),
        task=WORLD,
        selfchat_max_turns=turns,
        num_self_chats=chats,
        seeker_talk=talk,
        outfile=str(out / "chat"),
    )
    rows = [json.loads(row) for row in (out / "chat.jsonl").read_text(encoding="utf8").splitlines()]
    return [[(said["id"], said["text"]) for said in chain(*row["dialog"])] for row in rows]


@pytest.fixture(autouse=True)
def own_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLAI_DATAPATH", str(tmp_path))


@pytest.fixture
def bot(bot_file: Make) -> Path:
    return bot_file("listener", *(f"What was number {turn} like?" for turn in range(TURNS)))


def test_a_seeker_and_a_bot_speak_by_turns_and_nobody_repeats_a_line(bot: Path, tmp_path: Path) -> None:
    (talk,) = talks(bot, tmp_path, 4)
    assert [who for who, _ in talk] == ["seeker", "attune_1"] * 4
    words = [text for _, text in talk]
    assert len(set(words)) == len(words)
    written = [tuple(line.text for line in script.lines[:4]) for script in scripts()]
    assert tuple(words[::2]) in written
    assert words[1::2] == [f"What was number {turn} like?" for turn in range(4)]


def test_a_talk_ends_with_the_seekers_last_line_and_another_begins(bot: Path, tmp_path: Path) -> None:
    """The bot begins anew too: it answers the second seeker with its first line."""
    first, second = talks(bot, tmp_path, 10, talk="work-01")
    script = next(script for script in scripts() if script.id == "work-01")
    assert [text for who, text in first if who == "seeker"] == [line.text for line in script.lines]
    assert len(second) == 2 * (10 - len(script.lines))
    assert second[1] == ("attune_1", "What was number 0 like?")


def test_every_self_chat_has_another_seeker(bot: Path, tmp_path: Path) -> None:
    said = talks(bot, tmp_path, 3, chats=3)
    assert len(said) == len({talk[0] for talk in said}) == 3
