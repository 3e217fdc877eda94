"""Support talks that were collected: as the corpus has them, which pass, and their counts."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from agents.corpora import esconv
from worlds.studies.rooms import Kept
from worlds.studies.support import Form, Message, SeekerSurvey, Stars, Support, SupporterSurvey
from worlds.studies.supported import approvals, dialog, table, whole, write

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
LONG = "one two three four five six seven eight"
SAID = (
    Message("1", "seeker", LONG),
    Message("2", "supporter", LONG, "Question"),
    Message("3", "supporter", LONG, "Reflection of feelings"),
    Message("4", "seeker", LONG),
    Message("5", "supporter", LONG, "Providing Suggestions"),
    Message("6", "supporter", LONG, "Others"),
)
TALK = Support(
    least=4,
    most=8,
    seats=("ann", "ben"),
    roles=("seeker", "supporter"),
    form=Form("job crisis", "fear", 4, "They closed it.", "Previous Experience"),
    said=SAID,
    stars=(Stars(2, 3, 3), Stars(4, 6, 5)),
    finished=True,
    seeker=SeekerSurvey(2, 5, 4, ("You listened.", "More time.")),
    supporter=SupporterSurvey(3),
)


def kept(*rooms: Support) -> list[Kept[Support]]:
    return [Kept(room, NOW, NOW) for room in rooms]


def test_a_talk_is_read_back_from_the_corpus_file_as_it_was(tmp_path: Path) -> None:
    open_ = msgspec.structs.replace(TALK, finished=False)
    write(kept(TALK, open_), frozenset(), tmp_path)
    (read,) = esconv.load(tmp_path, "train")
    assert read == dialog(TALK)
    assert read.survey == esconv.Survey(4, 2, 5, 4, 3)
    assert [said.strategy for said in read.utterances] == [one.strategy or None for one in SAID]
    assert (read.emotion, read.problem, read.experience) == ("fear", "job crisis", "Previous Experience")
    assert read.seeker_questions == ("You listened.", "More time.")


def test_stars_stand_with_the_seekers_next_message_and_the_last_with_the_last() -> None:
    early = msgspec.structs.replace(TALK, stars=(Stars(2, 3, 3),))
    assert [said.feedback for said in dialog(early).utterances] == [None, None, None, 3, None, None]
    assert [said.feedback for said in dialog(TALK).utterances] == [None, None, None, 5, None, None]


def test_simulated_talks_are_marked(tmp_path: Path) -> None:
    path = write(kept(TALK), frozenset({"ben"}), tmp_path)
    assert '"simulated": true' in path.read_text()
    assert "simulated" not in write(kept(TALK), frozenset({"cai"}), tmp_path).read_text()


@pytest.mark.parametrize(
    ("seeker", "says", "by", "asks"),
    [
        (SeekerSurvey(2, 5, 4), "approved", "survey", ""),
        (SeekerSurvey(5, 5, 4), "approved", "survey", "was the scale reversed?"),
        (SeekerSurvey(5, 1, 4), "not approved", "survey", ""),
        (None, "not approved", "stars", ""),  # one of the last two is low
    ],
)
def test_the_rules_of_the_paper_say_which_pass(seeker: SeekerSurvey | None, says: str, by: str, asks: str) -> None:
    talk = msgspec.structs.replace(TALK, seeker=seeker, said=(*SAID, SAID[0]), stars=(Stars(2, 3, 2), Stars(4, 6, 5)))
    (row,) = approvals(kept(talk)).rows
    assert (row[1], row[2], row[4]) == (says, by, asks)


def test_counts_in_words() -> None:
    left = msgspec.structs.replace(TALK, finished=False, left="ben", reported="ann")
    rows = {row[0]: row[1] for row in table(kept(TALK, left)).rows}
    assert rows["rooms with two people"] == "2"
    assert rows["rooms that somebody left"] == "1"
    assert rows["people reported by their partner"] == "1"
    assert rows["whole talks"] == "1"
    assert rows["utterances a talk, mean"] == "6.00"
    assert rows["Question"] == "1 (25.0%)"
    assert rows["stars in the second third, mean"] == "5.00"
    assert rows["intensity before and after, mean"] == "4.00 and 2.00"
    assert len(whole(kept(TALK, left))) == 1


def test_a_study_in_which_nobody_has_come() -> None:
    assert ("whole talks", "0") in table([]).rows
