"""What is proposed of the shelf, and the rules of care that hold whatever is said."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.dialog import PastStrategies, StageState, SupportStage, TurnView
from bot.errors import ConfigError, SkillError
from bot.fallback import SAFE_REPLIES
from bot.testing.scripted import NOON
from skills import openings
from skills.memory import Offered
from skills.openings import Line
from skills.policy import SUGGESTING
from skills.retrieve import (
    AGAIN,
    FIRST,
    LIKELY,
    NEAR,
    PROPOSED,
    SPREAD,
    STEP,
    Retrieve,
    proposals,
    retrieve,
    scored,
)
from skills.shelf import Found, Shelf, Vectors
from tests.skills.conftest import SIZE, WordEncoder
from tests.skills.talking import NEW, engine, talk, view

ADVICE = "Providing Suggestions"
ASKING = ["what should I do?", "do you have any advice", "how do I tell her?"]
REFUSING = ["that won't work", "I tried that already"]
LISTEN_ONLY = ["I don't want advice", "I just need to vent"]
TELLING = [
    "I lost my job yesterday",
    "my boss yelled at me in front of everyone and then he sent me home early",
    "I keep thinking it was my fault",
    "my sister moved out last week and the flat is so quiet now that I leave the radio on",
    "we broke up after six years",
    "my dog ran away",
    "I passed my exam!!",
    "hi",
    "idk",
    "yes",
    "thanks",
    ":(",
    "maybe I should have visited more often, we argued the last time that we spoke on the phone",
]
LINES = st.lists(st.sampled_from([*TELLING, *ASKING, *REFUSING, *LISTEN_ONLY]), min_size=1, max_size=14)


@pytest.fixture(scope="module")
def ours(words: WordEncoder) -> Retrieve:
    """Every tenth line of ours, matched by words alone."""
    lines = [line for opening in openings.read() for line in opening.lines][::10]
    vectors = words.encode_texts([line.text for line in lines])
    eye = np.eye(SIZE, dtype=np.float32)
    rows = [(line, number) for number, line in enumerate(lines)]
    return Retrieve(Shelf(rows, Vectors(vectors, vectors, eye, eye), None))


@given(LINES, st.sampled_from(["sad", "angry", "joyful"]))
@settings(max_examples=25, deadline=None)
def test_whatever_is_said_the_rules_of_care_hold(
    ours: Retrieve, words: WordEncoder, lines: list[str], felt: str
) -> None:
    replies = talk(engine(ours, words, felt), lines)
    texts = [reply.text for reply in replies]
    assert len(set(texts)) == len(texts), "a line was said twice"
    assert not set(replies) & set(SAFE_REPLIES)
    three = zip(texts, texts[1:], texts[2:], strict=False)
    assert not [run for run in three if all("?" in text for text in run)], "three questions in a row"
    for place in (place for place, reply in enumerate(replies) if reply.strategy in SUGGESTING):
        said = lines[: place + 1]
        told = sum(len(line.split()) for line in said)
        assert said[-1] in ASKING or (len(said) >= 3 and told >= 25), "a suggestion before its time"
        wishes = [line for line in said if line in (*LISTEN_ONLY, *ASKING)]
        assert not wishes or wishes[-1] in ASKING, "advice was not wanted"


def near(*lines: Line) -> list[Found]:
    return [Found(line, 1.0 - place / 10) for place, line in enumerate(lines)]


def test_proposals_are_in_the_order_of_the_shelf_each_a_little_less() -> None:
    found = list(proposals(view("I lost my job"), near(*(Line(f"Line {place}.", "Others") for place in range(40)))))
    assert [reply.text for reply in found] == [f"Line {place}." for place in range(PROPOSED[0])]
    assert [reply.score for reply in found[:3]] == [FIRST, FIRST - STEP, FIRST - 2 * STEP]
    assert {reply.skill for reply in found} == {"retrieve"}


def test_general_lines_stand_below_and_where_it_was_learnt_by_their_chance() -> None:
    general = [Found(Line(f"Any {place}.", "Others"), np.log(0.25), general=True) for place in range(PROPOSED[1] + 5)]
    nearest = near(*(Line(f"Line {place}.", "Others") for place in range(40)))
    plain, learnt = (list(proposals(view("I lost my job"), nearest, general, learnt=so)) for so in (False, True))
    for found in (plain, learnt):
        assert [reply.text for reply in found[PROPOSED[0] :]] == [f"Any {place}." for place in range(PROPOSED[1])]
        assert len(found) == sum(PROPOSED)
    assert max(reply.score for reply in plain[PROPOSED[0] :]) < min(reply.score for reply in plain[: PROPOSED[0]])
    assert [reply.score for reply in learnt[PROPOSED[0] :]] == [LIKELY + np.log(0.25) / SPREAD] * PROPOSED[1]
    assert [reply.score for reply in learnt[:2]] == pytest.approx([1.0 * NEAR, 0.9 * NEAR])


def test_a_score_is_a_share_however_near_or_unlikely_a_line_is() -> None:
    found = [Found(Line("A.", "Others"), 9.0), Found(Line("B.", "Others"), -90.0, general=True)]
    assert scored(found, learnt=True) == [1.0, 0.0]


def test_what_was_said_lately_is_not_proposed_and_later_it_is() -> None:
    line = Line("That was a long day.", "Others")
    said = ["so tired", line.text, *["hm", "I see."] * (AGAIN - 1), "well"]
    assert list(proposals(view(*said), near(line))) == []
    assert [reply.text for reply in proposals(view(*said[:2], *["hm", "I see."] * AGAIN, "well"), near(line))] == [
        line.text
    ]


def test_a_suggestion_waits_and_is_remembered_as_offered() -> None:
    lines = near(Line("You could call her.", ADVICE), Line("That hurts.", "Reflection of feelings"))
    early = list(proposals(view("my sister shouted at me"), lines))
    assert [reply.text for reply in early] == ["That hurts."]
    told = view("my sister shouted at me", "When?", "yesterday. what should I do?")
    first, second = proposals(told, lines)
    (offered,) = first.learnt
    assert isinstance(offered, Offered)
    assert [(one.id, one.turn) for one in offered.made] == [("You could call her.", 2)]
    assert second.learnt == ()
    ready = (StageState(SupportStage.ACTION, 3), PastStrategies(("Reflection of feelings",)))
    long = "she said it in front of everyone at our mother's table, and nobody said a word to her about it"
    assert len(list(proposals(view("my sister shouted", "Oh.", long, "I see.", long, parts=ready), lines))) == 2


def test_several_turns_are_answered_as_each_alone(ours: Retrieve, words: WordEncoder) -> None:
    turns = [view(text) for text in ("my dog died", "I passed my exam!!")]
    seen = [TurnView(one.conversation, words.encode([one.conversation])[0], NOON, random.Random(0)) for one in turns]
    assert ours.many(seen) == [ours(one) for one in seen]
    assert ours(seen[0]).replies != ours(seen[1]).replies


def test_without_vectors_the_skill_says_what_it_lacks(ours: Retrieve) -> None:
    with pytest.raises(SkillError, match="vectors"):
        ours(TurnView(NEW, None, NOON, random.Random(0)))


def test_a_folder_without_openings_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there are no replies here"):
        retrieve(shelf=str(tmp_path))
