"""Pairs of whole talks: two systems with one seeker, and check pairs in which one side answers somebody else."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.verdicts import item as items
from agents.verdicts import self_chat
from agents.verdicts.command import judge
from agents.verdicts.item import Said
from agents.verdicts.pairs import pairs
from agents.verdicts.self_chat import Talk
from bot.errors import ConfigError


def talk(system: str, seeker: int, says: str = "") -> Talk:
    return Talk(
        system, f"s{seeker}", (Said("person", f"I am {seeker}."), Said("supporter", says or f"{system}, {seeker}"))
    )


TALKS = [talk(system, seeker) for system in ("one", "two", "three") for seeker in range(6)]


def test_each_two_systems_are_paired_about_the_same_seekers() -> None:
    found = pairs(TALKS, 4, 0, seed=1)
    assert len({item.id for item in found}) == 12
    systems = [tuple(reply.source for reply in item.candidates) for item in found]
    assert {two: systems.count(two) for two in systems} == dict.fromkeys(combinations(["one", "three", "two"], 2), 4)
    for item in found:
        assert {reply.talk[0].text for reply in item.candidates} == {f"I am {item.talk[1:]}."}
        assert not any(name in item.id for name in ("one", "two", "three"))
    assert found == pairs(TALKS, 4, 0, seed=1) != pairs(TALKS, 4, 0, seed=2)


def test_a_check_pair_has_the_replies_of_another_talk() -> None:
    *_, check = pairs(TALKS, 1, 1, seed=1)
    gold, mixed = check.candidates
    assert (gold.source, mixed.source) == ("gold", "mixed")
    assert gold.talk[0] == mixed.talk[0]
    assert gold.talk[1].text.endswith(check.talk[1:])
    assert not mixed.talk[1].text.endswith(check.talk[1:])


@pytest.mark.parametrize(
    ("talks", "count", "checks", "why"),
    [
        (TALKS[:6], 1, 0, "two systems or more are compared, and there are talks of one"),
        (TALKS[:12], 7, 0, "--count 7: one and two have 6 different talks"),
        ([talk("one", 1, "hm"), talk("two", 1, "hm")], 1, 0, "one and two have 0 different talks"),
        (TALKS[:12], 6, 13, "--checks 13: there are 12 talks"),
        ([talk("one", 1), talk("two", 1)], 1, 1, "there is no other talk as long as that with s1"),
    ],
)
def test_what_cannot_be_paired_is_named(talks: list[Talk], count: int, checks: int, why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        pairs(talks, count, checks, seed=1)


def test_from_bots_to_pairs_on_the_command_line(bot_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(bot_file.read_text() + 'first = "How are you?"\n')
    out, made = tmp_path / "talks.jsonl", tmp_path / "pairs.jsonl"
    words = ["self-chat", str(bot_file), str(other), "--count", "3", "--turns", "2", "--out", str(out)]
    done = CliRunner().invoke(judge, words)
    assert "6 talks with 3 seekers" in done.output, done.exception
    assert len(self_chat.load([out])) == 6
    done = CliRunner().invoke(judge, ["pair", str(out), "--count", "3", "--checks", "1", "--out", str(made)])
    assert "4 pairs, 1 of them check pairs" in done.output
    assert len(items.load(made, whole=True)) == 4
    done = CliRunner().invoke(judge, ["self-chat", "given", "--seeker", "nobody", "--out", str(out)])
    assert "--seeker nobody: choose from scripts, cards, written, esconv, empathetic, or a folder" in done.output
