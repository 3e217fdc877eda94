"""Fixed answers: to which acts, in what order, and that they are fit to be said."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.dialog import Reply
from bot.errors import ConfigError
from skills import boundaries as module
from skills import reply_gate
from skills.boundaries import AGAIN, FIXED, OPEN, STEP, boundaries, load
from skills.intent import NAMES, Acts
from tests.skills.talking import view


def answers(*said: str, acts: tuple[str, ...]) -> tuple[Reply, ...]:
    return boundaries()(view(*said, parts=(Acts(frozenset(acts)),))).replies


def texts(act: str) -> list[str]:
    return [text for one in load() if one.act == act for text in one.replies]


def test_an_act_is_answered_by_its_own_answers_the_first_highest() -> None:
    replies = answers("estoy triste", acts=("foreign",))
    assert [reply.text for reply in replies] == texts("foreign")
    assert [reply.score for reply in replies[:2]] == [FIXED, FIXED - STEP]
    assert answers("I lost my job", acts=("disclosure",)) == ()


def test_the_most_telling_act_decides() -> None:
    order = [one.act for one in load()]
    replies = answers("x", acts=(order[-1], order[0]))
    assert [reply.text for reply in replies] == texts(order[0])


def test_what_better_can_be_written_for_is_a_proposal_among_others() -> None:
    open_ones = [one.act for one in load() if not one.fixed]
    assert all(answers("x", acts=(act,))[0].score == OPEN for act in open_ones)
    assert OPEN < 1.0 < FIXED


def test_none_is_given_again_before_all_were() -> None:
    first, *others = texts("foreign")
    assert [reply.text for reply in answers("hola", first, "que tal", acts=("foreign",))] == others
    said = [part for text in (first, *others) for part in ("hola", text)]
    assert [reply.text for reply in answers(*said, "hola", acts=("foreign",))] == [first, *others]
    long = ["hola", first, *["hm", "I see."] * AGAIN]
    assert first in [reply.text for reply in answers(*long, "hola", acts=("foreign",))]


def test_every_answer_passes_the_gate_and_every_act_is_one() -> None:
    for one in load():
        assert one.act in NAMES
        assert [text for text in one.replies if reply_gate.refuse(text)] == []
    assert len({one.act for one in load()}) == len(load())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[answers]]\nact = "dancing"\nfixed = true\nreplies = ["No."]\n', "'dancing' is no act"),
        ('[[answers]]\nact = "flood"\nfixed = true\nreplies = []\n', "or has no replies"),
        ('[[answers]]\nact = "flood"\nreplies = ["No."]\n', "fixed"),
        ("[[answers]", r"boundaries\.toml: "),
    ],
)
def test_what_is_wrong_with_the_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    (tmp_path / "boundaries.toml").write_text(text)
    monkeypatch.setattr(module, "FILE", tmp_path / "boundaries.toml")
    load.cache_clear()
    with pytest.raises(ConfigError, match=said):
        load()
    load.cache_clear()
