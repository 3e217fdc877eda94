"""Simulated participants who hold the talks of a chat by cards: what they say, tap and answer, all marked so."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.seekers.cards import cards
from bot.errors import StudyError
from worlds.command import study
from worlds.studies.check import load
from worlds.studies.judging import Compared, Rating
from worlds.studies.ledger import Ledger
from worlds.studies.pre_chat import INTENSITY, Before
from worlds.studies.simulate_chat import simulate_chat
from worlds.studies.study import BEFORE, COMPARE, Loaded
from worlds.studies.talks import Talks

KIND = """
from bot.dialog import Reply, SkillResult
from bot.registry import Watch, skill, guard

@skill("kind")
def words():
    return lambda turn: SkillResult(replies=(Reply("What happened, and who knows?", "kind", 0.5, "Question"),))

@skill("rude")
def rude():
    return lambda turn: SkillResult(replies=(Reply("Cheer up! Get over it.", "rude", 0.5, "Others"),))
"""
STUDY = """
kind = "chat"
title = "Talks"
bots = ["one.toml", "two.toml"]
turns = 4
pre_chat = true
each_turn = "Did that meet you?"
instructions = "Write."
[consent]
text = "You write."
contact = "somebody@example.org"
[[question]]
name = "understood"
text = "Did it understand?"
points = 9
[[question]]
name = "intensity"
text = "How strong is that feeling now?"
[[compare]]
name = "overall"
text = "Which one?"
"""


@pytest.fixture
def loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Loaded:
    monkeypatch.setenv("ATTUNE_WEB_SECRET", "a secret that is long enough for tests")
    (tmp_path / "kind.py").write_text(KIND)
    for name, factory in (("one", "words"), ("two", "rude")):
        guarded = '[guard]\nuse = "safety"\n'
        (tmp_path / f"{name}.toml").write_text(f'name = "{name}"\n{guarded}[[skills]]\nuse = "./kind.py:{factory}"\n')
    (tmp_path / "talks.toml").write_text(STUDY)
    return load(tmp_path / "talks.toml")


async def test_the_same_card_talks_with_each_bot_and_says_how_it_was(loaded: Loaded, tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'held.db'}"
    async with Ledger.open(url, loaded) as ledger, Talks.open(url, loaded) as talks:
        with pytest.raises(StudyError, match="one has answered nothing yet"):
            await talks.heard("one", "somebody")
        name = await simulate_chat(loaded, ledger, talks, 3)
        one, two = [await talks.lines(bot, name) for bot in ("one", "two")]
        assert await talks.heard("one", name) == ("What happened, and who knows?", "Question")
        card = next(card for card in cards() if card.opening == one[0].text)
        assert two[0] == one[0]
        assert one[-2].text in {card.better, card.no_better}
        known = await ledger.known(name)
    assert known is not None
    assert known.simulated
    assert known.progress.outcome == "completed"
    given = {item: judgement.given for item, judgement in known.latest.items()}
    before, first, second, both = (given[item] for item in (BEFORE, "one", "two", COMPARE))
    assert isinstance(before, Before)
    assert (before.problem, before.emotion, before.intensity) == (card.problem, card.emotion, card.intensity)
    assert isinstance(first, Rating)
    assert isinstance(second, Rating)
    assert first.points["understood"] > second.points["understood"]
    assert first.points[INTENSITY] < second.points[INTENSITY]
    assert isinstance(both, Compared)
    assert both.choices["overall"].preferred == 0


def test_the_command_talks_where_it_is_told_to_and_refuses_other_kinds(loaded: Loaded, tmp_path: Path) -> None:
    database = str(tmp_path / "held.db")
    run = CliRunner().invoke
    told = run(study, ["simulate", str(loaded.path), "--talk", "--participants", "2", "--database", database])
    assert "2 participants now" in told.output
    shown = run(study, ["status", str(loaded.path), "--database", database]).output
    assert "2 of them are simulated" in shown
    assert "Did that meet you?" in shown
    other = tmp_path / "other.toml"
    run(study, ["new", str(other), "--kind", "self_dialog"])
    refused = run(study, ["simulate", str(other), "--talk", "--database", database])
    assert refused.exit_code == 2
    assert "--talk: a study of kind 'self_dialog' has no talks with bots, 'chat' has" in refused.output
