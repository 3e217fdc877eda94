"""What the selection learns from: choices, kinds and verdicts, and which talks are set aside."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from agents.training.selection import material
from agents.training.selection.material import (
    CHOICES,
    LABELS,
    Chosen,
    Example,
    chosen,
    examples,
    labelled,
    spread,
    wanted,
)
from agents.verdicts.item import Candidate, Item, Said
from agents.verdicts.verdict import Mark, Verdict
from bot.errors import CorpusError
from skills import openings

TEXTS = ("A cat.", "A dog.", "A fish.")
NAMES = ("they ask what to do", "good news", "about: money")
GENERAL = [line.text for opening in openings.read() if opening.general for line in opening.lines]
TALK = '"context":[{"speaker":"supporter","text":"Hi."},{"speaker":"person","text":"I won"}]'


def test_what_is_wanted_are_shares_the_first_choice_most() -> None:
    both = Chosen(item="5/a", good=("A dog.", "A cat."), passable=("A fish.",))
    assert wanted(both, TEXTS) == pytest.approx({1: 1.3 / 2.7, 0: 1 / 2.7, 2: 0.4 / 2.7})
    assert wanted(Chosen(item="5/b", passable=("A cat.",)), TEXTS) == {0: 1}


def test_shares_stand_at_their_places() -> None:
    assert spread([{2: 0.5, 0: 0.5}, {}], 3) == pytest.approx(np.array([[0.5, 0, 0.5], [0, 0, 0]]))


def test_a_line_that_is_none_of_ours_is_named_and_so_is_a_context_without_a_choice(tmp_path: Path) -> None:
    path = tmp_path / "choices.jsonl"
    path.write_text('{"item":"5/a","good":["A bird."]}\n')
    with pytest.raises(CorpusError, match=r"choices.jsonl, line 1: 'A bird\.' is no general line of skills/replies"):
        chosen(path, TEXTS)
    path.write_text('{"item":"5/a"}\n')
    with pytest.raises(CorpusError, match=r"choices.jsonl, line 1: nothing is chosen"):
        chosen(path, TEXTS)


def test_a_kind_that_no_reply_is_written_for_is_named_and_so_is_a_message_without_one(tmp_path: Path) -> None:
    path = tmp_path / "kinds.jsonl"
    for kinds, message in (('"good nws"', "'good nws' is no kind"), ("", "a message has one to 4 kinds")):
        path.write_text(f'{{"kinds":["good news"],"item":"5/Mc000"}}\n{{"kinds":[{kinds}],"item":"5/a"}}\n')
        with pytest.raises(CorpusError, match=f"kinds.jsonl, line 2: {message}"):
            labelled(path, NAMES)


def test_of_one_context_choices_kinds_and_marks_are_one_example(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "choices.jsonl").write_text(f'{{{TALK},"good":["A dog."]}}\n{{"item":"3/i","good":["A cat."]}}\n')
    (tmp_path / "kinds.jsonl").write_text(f'{{{TALK},"kinds":["good news","about: money"]}}\n')
    replies = (Candidate("A cat.", "general"), Candidate("A bird.", "shelf"), Candidate("A dog.", "general"))
    item = Item("i", "t", (Said("person", "hello"),), replies)
    marks: tuple[Mark, ...] = ("good", "passable", "bad")
    verdicts = [Verdict("i", "r", marks, 0, 2, (None, None, "generic"))]
    monkeypatch.setattr(material, "CHOICES", tmp_path / "choices.jsonl")
    monkeypatch.setattr(material, "LABELS", tmp_path / "kinds.jsonl")
    monkeypatch.setattr(material, "rounds", lambda first: iter([({"i": item}, verdicts)]))
    monkeypatch.setattr("agents.training.contexts.rounds", lambda: iter([({}, []), ({}, []), ({"i": item}, verdicts)]))
    told = examples(tmp_path, TEXTS, NAMES)
    assert told == [
        Example(((False, "hello"),), {0: 1}, {}, [(0, 0), (1, 2)]),
        Example(((True, "Hi."), (False, "I won")), {1: 1}, {1: 0.6, 2: 0.4}, []),
    ]


def test_all_contexts_of_a_talk_are_set_aside_or_none() -> None:
    talks = [Example(((False, f"talk {number}"),)) for number in range(400)]
    longer = [Example((*one.context, (True, "And?"), (False, f"{place}"))) for place, one in enumerate(talks)]
    assert [one.aside for one in talks] == [one.aside for one in longer]
    assert 20 < sum(one.aside for one in talks) < 60


def test_our_choices_are_general_lines_and_of_each_context_once() -> None:
    rows = chosen(CHOICES, GENERAL)
    assert len({row.name for row in rows}) == len(rows)
    assert sum(bool(row.good) for row in rows) > 0.9 * len(rows)


def test_our_labels_are_of_the_kinds_that_replies_are_written_for() -> None:
    names = openings.kinds()
    rows = labelled(LABELS, names)
    assert len(names) == len({*names})
    assert {row.kinds[0] for row in rows} >= {name for name in names if name.startswith("they ask")}
