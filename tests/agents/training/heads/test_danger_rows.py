"""What the danger reader is shown: who said it, what stands before it, and by which label."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from agents.corpora import dailydialog, empathetic, esconv
from agents.training.contexts import Row as Context
from agents.training.contexts import set_aside
from agents.training.heads.danger import NATURAL as FILE
from agents.training.heads.danger import lines, natural
from agents.training.heads.danger_rows import (
    A_HELP,
    NATURALLY,
    alone_and_behind,
    answers,
    calm,
    chosen,
    corpora,
    midtalk,
    ordinary,
    played,
    turn_by_turn,
)
from agents.verdicts.item import Said as Heard
from skills.care.danger_classifier import KINDS, LEVELS
from skills.care.danger_reader import BEFORE

BAD = "i want to kill myself"
"""What the patterns find."""


class Said:
    """An utterance, or a talk of them, as the corpora hand them out."""

    def __init__(self, *said: str, speaker: str = "", text: str = "", name: str = "") -> None:
        self.utterances = [Said(speaker=who, text=text) for who, _, text in (one.partition(": ") for one in said)]
        self.speaker, self.text, self.id = speaker, text, name


def test_the_natural_lines_stand_last() -> None:
    written = [json.loads(row)["text"] for row in FILE.read_text(encoding="utf8").splitlines()]
    assert [line.text for line in natural()] == written
    assert [line.text for line in lines()][-len(written) :] == written


def test_of_the_corpora_one_persons_turns_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Said("speaker: a", "listener: b", "speaker: c", name="hit:1")
    sought = Said("seeker: g", "supporter: h", "seeker: ", "seeker: i")
    plain = Said("x: d", "x: e", "x: f")
    for module, talk in ((empathetic, told), (dailydialog, plain), (esconv, sought)):
        monkeypatch.setattr(module, "load", lambda *_, talk=talk: (talk,))
    assert [said for said, _, _ in corpora(Path())] == [("a", "c"), ("d", "f"), ("g", "i")]
    assert len({group for _, group, _ in corpora(Path())}) == 3


def test_turns_with_or_after_what_patterns_find_are_no_ordinary_ones() -> None:
    turns = ("one", BAD, "two", "three", "four", "five", "six", "no")
    found = list(ordinary([(turns, "x", A_HELP)], random.Random(1)))
    assert {row.texts[-1] for row in found} == {"one", "five", "six"}  # the others are within reach of it, or too short
    many = list(ordinary([(("one", "two", "three"), str(number), 3) for number in range(400)], random.Random(1)))
    later = [row for row in many if row.texts[-1] != "one"]
    assert sum(len(row.texts) == 1 for row in later) / len(later) == pytest.approx(0.25, abs=0.05)
    assert {(row.label, row.weight, row.ordinary) for row in many} == {(0, 1.0, True)}


def test_of_our_own_talk_the_person_is_heard_and_its_moments_are_one_group() -> None:
    found = list(calm(Path()))
    assert len(found) > 10_000
    assert max(len(row.texts) for row in found) == 1 + BEFORE
    assert not any(row.ordinary or row.label for row in found)
    groups = {row.texts[0]: row.group for row in found if len(row.texts) == 1}
    assert sum(groups.get(row.texts[0]) == row.group for row in found if 1 < len(row.texts) <= BEFORE) > 1000


def test_lines_are_shown_alone_and_behind_the_beginning_of_a_talk() -> None:
    starts = [("a", "b", "c"), ("d",)]
    found = list(alone_and_behind(starts, random.Random(3)))
    known = list(lines())
    assert [row.texts for row in found[::2]] == [(line.text,) for line in known]
    assert [row.texts[-1] for row in found[1::2]] == [line.text for line in known]
    assert {row.texts[:-1] for row in found[1::2]} == {("a",), ("a", "b"), ("a", "b", "c"), ("d",)}
    assert [row.label for row in found[::2]] == [row.label for row in found[1::2]] == [line.label for line in known]
    few = 2 * len(natural())
    assert {row.weight for row in found[:-few]} == {1.0}
    assert {row.weight for row in found[-few:]} == {NATURALLY}
    assert all(row.group.startswith("writer ") for row in found[-few:])
    assert not any(row.ordinary for row in found)


def test_talks_are_shown_turn_by_turn(tmp_path: Path) -> None:
    path = tmp_path / "talks.jsonl"
    levels = [(0, "calm"), (1, "abuse"), (2, "abuse"), (3, "abuse"), (0, "calm")]
    turns = [{"text": f"t{number}", "level": level, "kind": kind} for number, (level, kind) in enumerate(levels)]
    path.write_text(json.dumps({"writer": "a", "turns": turns}) + "\n", encoding="utf8")
    found = list(turn_by_turn(path))
    assert [row.texts for row in found[:2]] == [("t0",), ("t0", "t1")]
    assert found[-1].texts == ("t1", "t2", "t3", "t4")
    first = 1 + KINDS.index("abuse") * LEVELS
    assert [row.label for row in found] == [0, first, first + 1, first + 2, 0]
    assert {(row.group, row.weight, row.ordinary) for row in found} == {("writer a", NATURALLY, False)}


def test_the_writers_talks_have_calm_turns_and_grave_ones_of_every_writer() -> None:
    found = Counter((row.group, row.label > 0) for row in turn_by_turn())
    calm, grave = ({group for group, is_grave in found if is_grave == wanted} for wanted in (False, True))
    assert calm - grave == {f"writer c{number}" for number in (1, 2, 3, 6, 7, 9, 10)}
    assert grave <= calm


def test_talks_that_are_set_aside_are_others() -> None:
    learnt, aside = (list(turn_by_turn(aside=part)) for part in (False, True))
    assert {row.group for row in aside} == {f"writer c{number}" for number in range(1, 28)}
    assert {row.texts for row in learnt}.isdisjoint({row.texts for row in aside})


def test_what_is_written_into_a_talk_stands_behind_it_in_danger_and_calm() -> None:
    rows = [*midtalk(), *midtalk(aside=True)]
    assert Counter(row.label > 0 for row in rows) == {True: 1060, False: 1060}
    assert all(2 <= len(row.texts) <= BEFORE + 1 for row in rows)
    assert {row.group for row in midtalk()}.isdisjoint({row.group for row in midtalk(aside=True)})
    first, second = rows[:2]
    assert first.texts[:-1] == second.texts[:-1]
    kinds = {KINDS[(row.label - 1) // LEVELS] for row in rows if row.label}
    assert kinds == {*KINDS}


def test_both_answers_to_the_guard_are_shown_and_the_second_also_without_the_first() -> None:
    learnt, aside = list(answers()), list(answers(aside=True))
    assert (len(learnt), len(aside)) == (690, 243)
    assert {row.texts for row in learnt}.isdisjoint({row.texts for row in aside})
    for first, both, second in zip(learnt[::3], learnt[1::3], learnt[2::3], strict=True):
        assert both.texts[-2] == first.texts[-1]
        assert second.texts[-1] == both.texts[-1]
        assert second.label == both.label
        assert max(len(row.texts) for row in (first, both, second)) <= BEFORE + 1
    assert 200 < sum(row.label > 0 for row in learnt) < 500


def test_moments_of_played_talks_are_calm_and_come_once() -> None:
    rows = list(played())
    assert len(rows) > 1500
    assert len({row.texts for row in rows}) == len(rows)
    assert {row.label for row in rows} == {0}
    assert not any(row.ordinary for row in rows)  # the powers are of the corpora's turns


def test_before_what_was_chosen_the_person_is_heard_once_in_no_danger_and_less_what_patterns_find() -> None:
    def context(*texts: str) -> Context:
        return Context(context=tuple(Heard("supporter" if at % 2 else "person", text) for at, text in enumerate(texts)))

    learnt = next(f"hello {number}" for number in range(100) if not set_aside(f"hello {number}"))
    measuring = next(f"hello {number}" for number in range(100) if set_aside(f"hello {number}"))
    rows = [context(learnt, "oh", "and then"), context(learnt, "ah", "and then"), context(learnt, "oh", BAD)]
    rows += [Context(item="1/M0"), context(measuring)]
    (row,) = chosen(rows)
    assert (row.texts, row.label, row.ordinary) == ((learnt, "and then"), 0, False)
    assert [row.texts for row in chosen(rows, aside=True)] == [(measuring,)]


def test_those_before_what_was_chosen_are_thousands() -> None:
    learnt, aside = ({row.texts for row in chosen(aside=part)} for part in (False, True))
    assert len(learnt) > 5000
    assert 400 < len(aside) < len(learnt) / 5
    assert learnt.isdisjoint(aside)
