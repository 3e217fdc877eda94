"""Emotion in conversation: what a head sees of what was said before, its measures, and the recipe on made-up talks."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from agents.corpora import dailydialog, meld
from agents.training.common.fit import Settings
from agents.training.common.run import Run
from agents.training.heads import conversation, goemotions
from agents.training.heads.conversation import BLOCKS, Given, best_offset, blocks, carried, hardness, held_out, joined
from agents.training.heads.conversation_corpora import CORPORA, LABELS, Part, felt_f1
from skills.models import head
from skills.sizes import SMALL

SAID = {"joy": "what a lovely sunny garden", "anger": "this broken door again", "neutral": "it is four o'clock"}


@pytest.fixture
def talks(tmp_path: Path) -> Path:
    """Both corpora, made up: talks of four utterances whose words tell the emotion."""
    (tmp_path / "meld").mkdir()
    speakers, numbers = ("Ada", "Ben"), {"neutral": 0, "anger": 1, "joy": 4}
    for part, count in (("train", 24), ("valid", 6)):
        felt = [[list(SAID)[(talk + place * talk) % 3] for place in range(4)] for talk in range(count)]
        with (tmp_path / "meld" / meld.FILES[part]).open("w", encoding="utf8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(meld.COLUMNS)
            for talk, names in enumerate(felt):
                for place, name in enumerate(names):
                    text, time = f"{SAID[name]} {talk}", "00:00:01,000"
                    writer.writerow([talk, place, 1, 1, speakers[place % 2], text, name, "neutral", time, time])
        folder = dailydialog.FOLDERS[part]
        (tmp_path / "dailydialog" / folder).mkdir(parents=True)
        lines = {
            "": ["".join(f"{SAID[name]} {talk} __eou__ " for name in names) for talk, names in enumerate(felt)],
            "act_": ["1 1 1 1"] * count,
            "emotion_": [" ".join(str(numbers[name]) for name in names) for names in felt],
        }
        for kind, content in lines.items():
            path = tmp_path / "dailydialog" / folder / f"dialogues_{kind}{folder}.txt"
            path.write_text("\n".join(content) + "\n", encoding="utf8")
    return tmp_path


def part(speakers: str, talks: list[int], labels: list[int] | None = None) -> Part:
    return Part(tuple(speakers), np.array(talks), tuple(speakers), np.array(labels or [0] * len(talks)))


def test_earlier_utterances_fade_and_speakers_are_told_apart() -> None:
    values = np.array([[1], [2], [3], [5], [7]], np.float32)
    found = carried(part("ABAAA", [1, 1, 1, 1, 2]), values)
    assert found.tolist() == [
        [0, 0],
        [0, 1],
        [1, 2],
        [pytest.approx((3 * 0.5 + 1 * 0.125) / 0.625), 2],
        [0, 0],  # another talk
    ]


def test_the_neutral_label_is_held_back_where_that_scores() -> None:
    scores = np.zeros((4, 7))
    scores[:, 0], scores[:2, 1] = 1.0, 0.55
    found = best_offset(scores, np.array([1, 1, 0, 0]), felt_f1)
    assert -1 <= found < -0.4


def test_talks_are_held_out_whole_and_unlabelled_rows_are_in_neither() -> None:
    known = part("AB" * 40, [n // 4 for n in range(80)], [-1, *[0] * 79])
    kept, held = held_out(known, 1)
    assert not set(known.talks[kept]) & set(known.talks[held])
    assert sorted([*kept, *held]) == list(range(1, 80))
    assert len(held) in {7, 8}


def test_unlabelled_talks_are_the_easiest_and_shifts_make_hard() -> None:
    found = hardness(part("ABABAB", [1, 1, 2, 2, 3, 3], [-1, -1, 0, 0, 1, 3]))
    assert found[:4].tolist() == [0, 0, 0.5, 0.5]
    assert found[4] == found[5] == pytest.approx((0.4 + 2) / 4)


def test_what_is_not_given_is_left_out() -> None:
    own, read = np.ones((3, SMALL.width), np.float32) / SMALL.width**0.5, np.full((3, 28), -9.0, np.float32)
    found = blocks(part("ABA", [1, 1, 1]), own, read, np.zeros((3, 7), np.float32))
    assert list(found) == list(BLOCKS)
    assert joined(found, Given()).shape == (3, 3 * (SMALL.width + 28) + 7)
    assert joined(found, Given(("reading",))).tolist() == [[-2] * 28] * 3
    assert joined(found, Given(("before",)))[0].tolist() == [0] * 2 * SMALL.width
    assert joined(found, Given(("before",)))[2] == pytest.approx(np.ones(2 * SMALL.width))


def test_the_recipe_learns_made_up_talks(talks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "SETTINGS", Settings(hidden=16, rate=5e-3, batch=16, epochs=12))
    run = Run(talks, talks, seed=3, adapter="published", out=talks / "out")
    goemotions.save(run, goemotions.Reader(goemotions.Network(SMALL.width), 1.0, np.zeros(28)))
    run.finish()
    conversation.train(run)
    run.finish()
    for corpus in CORPORA:
        known = conversation.seen(run, corpus, "valid")
        found = head.load(f"conversation_{corpus.name}", LABELS, run.out)
        guess = found.scores(joined(known.features[1], Given())).argmax(axis=1)
        assert corpus.measure(known.asked.labels, guess) > 0.9
