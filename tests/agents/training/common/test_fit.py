import numpy as np
import pytest

from agents.training.common.fit import Settings, Table, best_temperature, fit, split


def table(rows: int = 600) -> Table:
    """Three classes along two directions, the third rare; four rows a talk."""
    random = np.random.default_rng(0)
    labels = random.choice(3, rows, p=[0.45, 0.45, 0.1])
    centres = np.array([[2.0, 0.0], [-2.0, 0.0], [0.0, 2.0]])
    features = centres[labels] + random.normal(0, 1, (rows, 2))
    return Table(features.astype(np.float32), labels, np.arange(rows) // 4)


SETTINGS = Settings(rate=0.05, decay=0.0, epochs=20)


@pytest.mark.parametrize("hidden", [0, 8])
def test_a_head_learns_and_is_the_same_for_the_same_seed(hidden: int) -> None:
    rows = table()
    settings = Settings(hidden=hidden, rate=0.05, decay=0.0, epochs=20)
    head = fit(rows, "abc", 3, settings)
    assert (head.scores(rows.features).argmax(axis=1) == rows.labels).mean() > 0.9
    assert len(head.layers) == 1 + bool(hidden)
    again = fit(rows, "abc", 3, settings)
    assert np.array_equal(head.scores(rows.features), again.scores(rows.features))


def test_balance_takes_the_prior_out_and_keeps_what_it_took() -> None:
    rows = table()
    plain, fair = fit(rows, "abc", 3, SETTINGS), fit(rows, "abc", 3, Settings(0, 0.05, 0.0, epochs=20, balance=1.0))
    prior = np.bincount(rows.labels) / len(rows.labels)
    assert fair.extra["balance"] == pytest.approx(np.log(prior), abs=1e-5)
    shift = (plain.scores(rows.features) - fair.scores(rows.features)) / plain.temperature
    assert shift == pytest.approx(np.tile(np.log(prior), (len(shift), 1)), abs=1e-4)
    guessed = [(head.scores(rows.features).argmax(axis=1) == 2).mean() for head in (plain, fair)]
    assert guessed[1] > guessed[0]


def test_talks_are_held_out_whole() -> None:
    kept, held = split(table(), 0.1, seed=1)
    assert not set(kept.groups) & set(held.groups)
    assert len(np.unique(held.groups)) == 15
    assert len(kept.labels) + len(held.labels) == 600


def test_the_temperature_undoes_overconfidence() -> None:
    random = np.random.default_rng(0)
    scores = random.normal(0, 1, (4000, 3))
    odds = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    labels = np.array([random.choice(3, p=row) for row in odds])
    assert best_temperature(2 * scores, labels) == pytest.approx(2, rel=0.1)
    assert best_temperature(0.5 * scores, labels) == pytest.approx(0.5, rel=0.1)
