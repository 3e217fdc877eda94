from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.bank.command import bank
from bot.errors import CorpusError
from skills.encoder import shared_text_encoder
from skills.models.matcher import Matcher
from skills.search.bank import load


def test_a_bank_is_built_and_reported(small_corpora: Path, tmp_path: Path) -> None:
    given = ["--from", "empathetic", "--from", "esconv", "--datapath", str(small_corpora), "--out", str(tmp_path / "b")]
    built = CliRunner().invoke(bank, ["build", *given], catch_exceptions=False)
    assert built.output.endswith("b: 3 replies of 8\n")
    made = load(tmp_path / "b", Matcher(shared_text_encoder()).identity)
    assert [(made[place].text, made[place].strategy, made[place].emotion) for place in range(2)] == [
        ("Oh no, where did you last see her?", None, "sad"),
        ("That is wonderful news for you!", None, "proud"),
    ]
    assert (made[2].source, made[2].strategy) == ("esconv", "Question")
    assert made[2].emotion is not None

    shown = CliRunner().invoke(bank, ["report", str(tmp_path / "b")], catch_exceptions=False).output
    assert "empathetic: 3 replies read, 2 kept\nesconv: 5 replies read, 1 kept\n" in shown
    assert "biography: 1 left out. A life of one's own" in shown
    assert "  i 1\n  - I had a cat that ran off as well.\n" in shown
    assert "gate: 1 left out. What the last gate lets no reply say.\n  agreeing with death 1\n\n" in shown


def test_where_nothing_is_kept_no_bank_is_made(small_corpora: Path, tmp_path: Path) -> None:
    (small_corpora / "esconv/train.json").write_text("[]")
    given = ["--from", "esconv", "--datapath", str(small_corpora), "--out", str(tmp_path / "b")]
    with pytest.raises(CorpusError, match="there is no reply to make a bank of"):
        CliRunner().invoke(bank, ["build", *given], catch_exceptions=False)
    assert not (tmp_path / "b").exists()


def test_it_makes_banks_and_says_what_was_left_out() -> None:
    assert set(bank.commands) == {"build", "report"}
