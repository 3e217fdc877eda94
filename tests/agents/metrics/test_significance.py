import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.metrics.significance import mcnemar, sign_test

stats = pytest.importorskip("scipy.stats")


def test_a_split_published_with_its_value() -> None:
    assert sign_test(48, 27) == pytest.approx(0.020, abs=0.0005)  # Liu et al. 2021, Joint against Random, Suggestion


@given(st.integers(0, 300), st.integers(0, 300))
def test_it_is_a_binomial_test_at_one_half(wins: int, losses: int) -> None:
    if wins + losses:
        assert sign_test(wins, losses) == pytest.approx(stats.binomtest(wins, wins + losses, 0.5).pvalue, rel=1e-9)


def test_many_turns_are_no_trouble() -> None:
    assert sign_test(5_000, 5_000) == 1.0
    assert sign_test(5_200, 4_800) == pytest.approx(stats.binomtest(5_200, 10_000).pvalue, rel=1e-9)


def test_less_than_none_is_refused() -> None:
    with pytest.raises(ValueError, match="losses cannot be -1"):
        sign_test(3, -1)


def classifiers(both: int, first: int, second: int, neither: int) -> tuple[list[bool], list[bool]]:
    ours = [True] * both + [True] * first + [False] * second + [False] * neither
    theirs = [True] * both + [False] * first + [True] * second + [False] * neither
    return ours, theirs


def test_mcnemar_looks_at_those_that_one_alone_got_right() -> None:
    assert mcnemar(*classifiers(50, 9, 1, 40)) == pytest.approx(stats.binomtest(9, 10).pvalue)
    assert mcnemar(*classifiers(5, 9, 1, 4)) == mcnemar(*classifiers(50, 9, 1, 40))


def test_mcnemar_with_the_correction() -> None:
    # (|59 - 16| - 1)^2 / 75 = 23.52, p of chi-squared with one degree of freedom.
    found = mcnemar(*classifiers(80, 59, 16, 86), exact=False)
    assert found == pytest.approx(stats.chi2.sf(42**2 / 75, 1))
    assert mcnemar(*classifiers(10, 3, 3, 10), exact=False) == 1.0
    assert mcnemar(*classifiers(10, 0, 0, 10), exact=False) == 1.0


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40), st.booleans())
def test_mcnemar_takes_no_side(pairs: list[tuple[bool, bool]], exact: bool) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    assert 0 <= mcnemar(first, second, exact) <= 1
    assert mcnemar(first, second, exact) == pytest.approx(mcnemar(second, first, exact))


def test_two_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="2 examples of one classifier stand against 1 of the other"):
        mcnemar([True, False], [True])
