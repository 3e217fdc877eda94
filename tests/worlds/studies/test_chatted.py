"""Strategies of a bot by sixths beside people's, and who is left out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agents.corpora import esconv
from agents.statistics.progress import counts, marks
from bot.dialog import STRATEGIES
from tests.agents.conftest import corpora
from tests.worlds.studies.test_analysis import somebody
from tests.worlds.studies.test_published import chat
from worlds.studies.analysis import tables as analysed
from worlds.studies.chatted import PEOPLE, Talked, tables
from worlds.studies.judging import Judgement, Rating

__all__ = ["corpora"]
ASKS, AFFIRMS = "Question", "Affirmation and Reassurance"


def test_sixths_and_taps_of_those_who_count(tmp_path: Path) -> None:
    talk = (None, ASKS, None, ASKS, None, ASKS, None, AFFIRMS, None, AFFIRMS, None, ASKS)
    kept = Talked("p", "joint", talk, replies=6, yes=3, no=1)
    judged = Judgement("j", "joint", Rating({"understood": (4,), "intensity": (2,)}), 9.0)
    people = [replace(somebody("p"), judgements=(judged,)), somebody("gone")]
    found = {
        table.title: table
        for table in tables(chat(tmp_path, "vanilla"), people, [kept, replace(kept, participant="gone")])
    }
    sixths = found["Strategies of joint by sixths of the talk, %"]
    by_name = {row[0]: row[1:] for row in sixths.rows}
    assert by_name[ASKS] == ("100 (54)", "100 (22)", "100 (16)", "0 (12)", "0 (9)", "100 (5)")
    assert by_name[AFFIRMS][3:5] == ("100 (17)", "100 (19)")
    assert sixths.note.startswith("Of 6 replies")
    assert found["Did that meet you?"].rows == (("joint", "6", "3", "1", "75 [30, 95]"),)
    assert "Intensity before and after" not in found  # nobody was asked before


def test_talks_are_held_against_each_other_by_who_held_them(tmp_path: Path) -> None:
    """Each has talks of their own, so that nobody rates another's, and there is nothing to agree on."""
    people = []
    for number, (joint, other) in enumerate(((5, 3), (4, 3), (4, 2))):
        given = {"joint": joint, "vanilla": other}
        judged = (Judgement(bot, bot, Rating({"understood": (points,)}), 9.0) for bot, points in given.items())
        people.append(replace(somebody(f"p{number}"), judgements=tuple(judged)))
    found = analysed(chat(tmp_path, "vanilla"), people)
    table = next(one for one in found if one.title == "understood: pairs")
    assert (table.head, table.rows[0][:3]) == (
        ("", "participants", "gap", "p", "q"),
        ("joint : vanilla", "3", "+1.67"),
    )
    assert not any("Krippendorff" in one.note for one in found)


@pytest.mark.corpus
def test_peoples_sixths_are_those_of_the_corpus(corpora: Path) -> None:
    found = counts([marks(talk) for talk in esconv.read(corpora / "esconv" / "train.json")], "sixths").sum(axis=0)
    shares = 100 * found / found.sum(axis=1, keepdims=True)
    assert {name: tuple(map(round, shares[:, at])) for at, name in enumerate(STRATEGIES)} == PEOPLE
