import pytest

from agents.curation.bench import Bench, Timed, measure, shown


@pytest.mark.slow
def test_stages_and_whole_runs_are_measured() -> None:
    found = measure(2000, 7, "none", 1)
    assert [run.name for run in found.runs] == ["none"]
    assert found.runs[0].seconds > 0
    assert 20 < found.runs[0].peak_mb < 2000
    assert list(found.stages) == ["reading", "cleaning", "turns and dialogs"]
    assert found.stages["reading"] > 0


def test_the_tables_say_lines_a_second() -> None:
    text = shown(Bench(10_000, 2, {"reading": 12.34}, (Timed("none", 4.0, 5.0, 61.2),)))
    assert "| reading | 12.3 |" in text
    assert "| 10,000 | none | 4.0 | 2,500 | 2,000 | 61 |" in text
