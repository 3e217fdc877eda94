"""A paper's table of generators: every row beside what is printed, with the orders and what stands in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from agents.corpora.exchanges import Exchange
from agents.evaluation import generators_tables
from agents.evaluation.generators import Model, Result, Settings
from agents.evaluation.generators_tables import UNTRAINED, measured, sheets
from agents.evaluation.published import GENERATED
from agents.metrics.copies import training
from agents.metrics.intervals import Interval
from agents.metrics.perplexity import Likelihood
from agents.statistics.sheet import Sheet
from agents.training.generators.variants import Row, Table, Variant, budget, variants
from tests.agents.training.generators.tiny import generator, heard, shallow, supported

SETTINGS = Settings(Path(), "valid", 4, 7, Path(), Path())


def answered(
    table: Table, items: Sequence[Exchange], window: int, settings: Settings, on: Model
) -> Iterator[tuple[Variant, Row, Result | None]]:
    """Every generator but the last has answered, each later one less likely."""
    shown = [(variant, row) for variant in variants() if table in variant.tables for row in variant.shown]
    for number, (variant, row) in enumerate(shown):
        expected = tuple(Likelihood((1 + number) * 5.0, 5, 3, 12) for _ in items)
        chosen = ("Others",) * len(items) if row.label == "own" else ()
        done = number + 1 < len(shown)
        yield variant, row, Result(tuple("oh what" for _ in items), expected, chosen) if done else None


@pytest.fixture(autouse=True)
def _answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(table: Table, settings: Settings) -> tuple[list[Exchange], int]:
        return [(supported if table == "esconv" else heard)(number) for number in range(4)], 60

    shallow(monkeypatch)
    monkeypatch.setattr(generators_tables, "drawn", drawn)
    monkeypatch.setattr(generators_tables, "results", answered)
    monkeypatch.setattr(generators_tables, "learnt", lambda corpus, datapath: training(["oh what"]))


def tables(table: Table) -> list[Sheet]:
    on = Model(generator(), None, None)  # type: ignore[arg-type]
    return [sheet for one in measured(table, SETTINGS, on, compat=False) for sheet in sheets(one)]


def test_ours_stand_beside_the_papers() -> None:
    table, orders = tables("ed")
    by_name = {str(row[0]): dict(zip(table.columns, row, strict=True)) for row in table.rows}
    assert len(by_name) == 12
    assert by_name["EmoPrepend-3"]["PPL: paper"] == "23.96"
    assert isinstance(by_name["EmoPrepend-3"]["PPL"], Interval)
    assert by_name["Ensem-Tran"]["PPL"] == UNTRAINED
    assert "4 of 60 replies of empathetic's valid part, seed 7" in table.title
    assert str(budget()) in table.note
    assert "always the likeliest piece" in table.note
    assert "for fastText" in table.note
    assert len(orders.rows) == 2 * 10
    pretrained, multitask = orders.rows[0], orders.rows[2]
    assert pretrained[:3] == ("Pretrained", "PPL", "6.72")
    assert (pretrained[4], multitask[4]) == ("no", "yes")  # ours is likelier, and the paper's is not


def test_esconv_is_measured_in_pieces_and_uncut_beside_the_leak_free_rerun() -> None:
    pieces, orders, uncut, _ = tables("esconv")
    assert "in pieces of five utterances" in pieces.title
    assert "after the whole talk" in uncut.title
    by_name = {str(row[0]): dict(zip(pieces.columns, row, strict=True)) for row in pieces.rows}
    assert by_name["Vanilla"]["PPL: paper"] == "15.51 / 16.23"
    assert by_name["TransESC, leak-free rerun"]["strategy: paper"] == "31.15"
    assert by_name["TransESC, leak-free rerun"]["PPL"] is None
    assert isinstance(by_name["Joint"]["strategy"], Interval)
    assert by_name["Oracle"]["strategy"] is None
    assert orders.rows[0][:3] == ("Joint", "PPL", "")


def test_meed2_has_its_predictors_figure() -> None:
    (table, _) = tables("meed2")
    by_name = {str(row[0]): dict(zip(table.columns, row, strict=True)) for row in table.rows}
    assert by_name["MEED2"]["weighted F1: paper"] == "28.64"
    assert by_name["Raw"]["PPL: paper"] == "35.80"


def test_what_is_printed_is_measured_too() -> None:
    assert {name for rows in GENERATED.values() for row in rows.values() for name in row} <= {
        name for names in generators_tables.COLUMNS.values() for name in names
    }
