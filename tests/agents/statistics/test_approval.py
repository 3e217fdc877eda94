from pathlib import Path

import pytest

from agents.corpora import esconv
from agents.corpora.esconv import Survey
from agents.statistics.approval import judge, mean_words, verdict

EIGHT, SEVEN, SIX, FIVE = ("one two three four five six seven eight", "a b c d e f g", "a b c d e f", "a b c d e")
FULL = Survey(4, 3, 3, 4)


def test_all_four_criteria_at_their_lowest_are_met() -> None:
    found = judge(FULL, [EIGHT], [SIX])
    assert (found.approved, found.by, found.met) == (True, "survey", ("empathy", "relevance", "length", "improvement"))
    assert not found.queued


@pytest.mark.parametrize(
    ("survey", "supporter", "missing"),
    [
        (Survey(4, 3, 2, 4), EIGHT, "empathy"),
        (Survey(4, 3, 3, 3), EIGHT, "relevance"),
        (FULL, SEVEN, "length"),
        (Survey(4, 4, 3, 4), EIGHT, "improvement"),
    ],
)
def test_one_criterion_may_be_missing_but_not_two(survey: Survey, supporter: str, missing: str) -> None:
    found = judge(survey, [supporter], [SIX])
    assert found.approved
    assert missing not in found.met
    assert len(found.met) == 3
    assert found.queued == (missing == "improvement")
    worse = Survey(4, survey.final_intensity, 2 if missing != "empathy" else 1, 3)
    assert not judge(worse, [supporter], [SIX]).approved


def test_a_seekers_messages_must_have_six_words_on_average() -> None:
    assert judge(FULL, [EIGHT], [FIVE, SEVEN]).approved
    found = judge(FULL, [EIGHT], [FIVE])
    assert (found.approved, found.seeker) == (False, False)


def test_supporter_detail_is_not_asked_for() -> None:
    assert judge(Survey(4, 3, 3, 4, 1), [EIGHT], [SIX]).approved


@pytest.mark.parametrize(
    ("stars", "approved", "by"),
    [((1, 5, 5), True, "stars"), ((5, 5, 4), False, "stars"), ((5, 4, 5), False, "stars"), ((5,), False, None)],
)
def test_without_a_survey_the_last_two_stars_decide(stars: tuple[int, ...], approved: bool, by: str | None) -> None:
    found = judge(Survey(4), [SEVEN], [FIVE], stars)
    assert (found.approved, found.by) == (approved, by)


def test_a_survey_goes_before_stars() -> None:
    assert judge(Survey(4, 4, 1, 1), [EIGHT], [SIX], (5, 5)).approved is False


def test_words_stand_between_spaces() -> None:
    assert mean_words(["don't  go, Ann", "no"]) == 2
    assert mean_words([]) == 0


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "talks", "surveyed", "approved"),
    [("train", 910, 800, 793), ("valid", 195, 174, 174), ("FailedESConv", 196, 142, 13)],
)
def test_as_many_talks_pass_as_the_rules_let_pass(
    corpora: Path, name: str, talks: int, surveyed: int, approved: int
) -> None:
    found = [verdict(talk) for talk in esconv.read(corpora / "esconv" / f"{name}.json")]
    assert len(found) == talks
    assert sum(one.by == "survey" for one in found) == surveyed
    assert sum(one.approved for one in found) == approved
