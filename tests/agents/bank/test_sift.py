from __future__ import annotations

from pathlib import Path

import pytest

from agents.bank.sift import LeftOut, load, save, sift
from agents.bank.sources import Said, gather
from bot.errors import CorpusError
from tests.agents.bank.conftest import AGREES

NAMES = ["empathetic", "esconv", "dailydialog"]


def test_everything_is_either_kept_or_counted_once(small_corpora: Path) -> None:
    kept, report = sift(gather(NAMES, small_corpora, "train"))
    assert [said.text for said in kept] == [
        "Oh no, where did you last see her?",
        "That is wonderful news for you!",
        "What did they tell you about the reason?",
        "Yes, that sounds lovely today.",
        "Then put on your boots!",
    ]
    assert report.read == {"empathetic": 3, "esconv": 5, "dailydialog": 2}
    assert report.kept == {"empathetic": 2, "esconv": 1, "dailydialog": 2}
    counts = {item.name: item.reasons for item in report.left_out if item.count}
    assert counts == {
        "goes_on": {"own words before": 1},
        "platform": {"survey": 1},
        "biography": {"i": 1},
        "gate": {"agreeing with death": 1},
        "danger": {"in the talk before": 1},
    }
    assert sum(report.read.values()) == len(kept) + sum(item.count for item in report.left_out)


def test_samples_are_shown_but_not_of_the_gravest(small_corpora: Path) -> None:
    _, report = sift(gather(NAMES, small_corpora, "train"))
    samples = {item.name: item.samples for item in report.left_out}
    assert samples["biography"] == ("I had a cat that ran off as well.",)
    assert samples["gate"] == samples["danger"] == ()
    assert AGREES not in str(report)


def test_of_a_teacher_nothing_is_shown() -> None:
    _, report = sift([Said("module:Teacher", (), "My own dog did that.")])
    (found,) = (item for item in report.left_out if item.count)
    assert (found.name, found.count, found.samples) == ("biography", 1, ())


def test_a_report_is_kept_and_read(tmp_path: Path) -> None:
    _, report = sift([Said("esconv", (), "Ok.")])
    save(report, tmp_path / "new")
    assert load(tmp_path / "new") == report
    assert all(item.about for item in report.left_out)
    assert report.left_out[0] == LeftOut(
        "length", "Too short to say anything, or too long for one reply", 1, {"too short": 1}, ("Ok.",)
    )


def test_a_report_that_is_missing_or_damaged_is_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"report\.json: there is no such file \(`attune bank build` writes it\)"):
        load(tmp_path)
    (tmp_path / "report.json").write_text('{"read": 3}')
    with pytest.raises(CorpusError, match=r"report\.json: "):
        load(tmp_path)


@pytest.mark.corpus
def test_in_the_real_corpus_replies_that_agree_with_death_are_left_out(corpora: Path) -> None:
    from skills.reply_gate import refuse

    replies = list(gather(["esconv"], corpora, "valid"))
    kept, report = sift(replies)
    assert sum(refuse(said.text) == "agreeing with death" for said in replies) >= 1
    assert sum(refuse(said.text) is not None for said in kept) == 0
    assert 0.2 < len(kept) / sum(report.read.values()) < 0.6
