"""Contestants: a bot, a writer and the reply that was given, laid beside each other without doubles."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.verdicts import item
from agents.verdicts.contestants import Contestant, Drafting, contestants, items
from agents.verdicts.contexts import Context, Message
from bot.cli import main
from bot.errors import ConfigError

CONTEXTS = [Context(name, (Message("person", f"i lost my {name}"),), f"Your {name}?") for name in ("dog", "job")]


def saying(name: str, *texts: str) -> Contestant:
    return Contestant(name, lambda contexts: [list(texts) for _ in contexts])


def test_every_contestant_s_replies_are_candidates() -> None:
    found = items(CONTEXTS, [*contestants("given", 1), saying("one", "Oh no."), saying("two", "When?", "Why?")])
    assert [one.id for one in found] == ["dog.0", "job.0"]
    assert [(one.text, one.source) for one in found[0].candidates] == [
        ("Your dog?", "given"),
        ("Oh no.", "one"),
        ("When?", "two"),
        ("Why?", "two"),
    ]


def test_what_two_say_alike_stands_once_and_one_alone_is_no_item() -> None:
    found = items(CONTEXTS, [saying("one", "your dog?"), *contestants("given", 1)])
    assert [one.id for one in found] == ["job.0"]


def test_a_writer_drafts_what_the_gate_lets_out() -> None:
    asked = Drafting(2, parts=True)
    first, again = ([one.replies(CONTEXTS) for one in contestants("writer:published", 1, asked)] for _ in range(2))
    assert first == again
    drafts, parts = first
    assert all(len(texts) <= 2 for texts in drafts)
    assert all(len(texts) <= 3 for texts in parts)


@pytest.mark.parametrize("drafts", [0, 9])
def test_too_few_or_many_drafts_are_refused(drafts: int) -> None:
    with pytest.raises(ConfigError, match=f"--drafts {drafts} must be from 1 to 8"):
        list(contestants("writer:published", 1, Drafting(drafts)))


def test_the_command_writes_items_of_a_bot_and_people(tmp_path: Path) -> None:
    out = tmp_path / "items.jsonl"
    bot = tmp_path / "bot.toml"
    bot.write_text("[guard]\noff = 'a test'\n")
    done = CliRunner().invoke(main, ["judge", "compare", "given", str(bot), "--out", str(out), "--count", "3"])
    assert done.exit_code == 0, done.output
    assert [{one.source for one in each.candidates} for each in item.load(out)] == [{"given", str(bot)}] * 3
    assert {each.corpus for each in item.load(out)} == {"written"}


def test_a_corpus_that_there_is_none_of_is_named(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["judge", "compare", "given", "--out", str(tmp_path / "x"), "--from", "novels"])
    assert done.exit_code == 2
    assert "--from novels: choose from written, esconv, empathetic, or a folder of dialogues" in done.output
