"""The danger classifier: pieces of words, how its shares are put together, and what it hears that no pattern knows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import WeightsError
from skills.care import danger_classifier
from skills.care.danger_classifier import DangerEstimate, Utterance
from skills.care.detect import read, read_talk
from skills.care.findings import Finding
from skills.care.guess import URGENT
from skills.care.patterns import Level
from skills.encoder import shared_text_encoder
from skills.models.layers import Floats


def utterance(text: str) -> Utterance:
    encoder = shared_text_encoder().text_encoder
    (states,) = encoder.tapped([encoder.words.utterance(text)])[1]
    return Utterance(states, text)


def heard(text: str) -> DangerEstimate:
    return danger_classifier.estimate(utterance(text), danger_classifier.load())


def test_pieces_read_through_disguises() -> None:
    assert danger_classifier.numbers_of("I wanna d!e") == danger_classifier.numbers_of("i wanna  DIE")
    assert danger_classifier.numbers_of("") == [0]


@given(st.text(max_size=300))
def test_pieces_are_rows_of_the_table(text: str) -> None:
    numbers = danger_classifier.numbers_of(text)
    assert numbers == sorted(set(numbers))
    assert set(numbers) <= set(range(danger_classifier.BUCKETS))


def test_shares_are_put_together_by_kind_and_by_level() -> None:
    shares = np.zeros(danger_classifier.LABELS, np.float32)
    shares[0] = 0.25
    abuse = 1 + danger_classifier.KINDS.index("abuse") * danger_classifier.LEVELS
    shares[abuse : abuse + 3] = 0.125, 0.25, 0.125
    shares[1] = 0.25
    assert danger_classifier.judged(shares) == DangerEstimate("abuse", some=0.75, present=0.375, urgent=0.125)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("the tablets are counted out on my bedside table and nobody is home until morning", "suicide"),
        ("i keep slicing my arms open in the shower", "self_harm"),
        ("he shoved me into the wall again and took my keys so i cannot go anywhere", "abuse"),
        ("there is a chip in my neck and the voices want me to dig it out", "psychosis"),
    ],
)
def test_it_hears_what_no_pattern_knows(text: str, kind: str) -> None:
    finding = read_talk([text], heard=heard(text)).finding
    assert finding is not None
    assert (finding.kind, finding.level >= 2) == (kind, True)


@pytest.mark.parametrize(
    "text",
    [
        "my phone died on the train and I missed her call",
        "we painted the kitchen yellow and it looks lovely",
        "I'm so tired after that shift, I could sleep for a week",
        "my sister got married on Saturday",
        "I lost my job and I don't know how to tell my wife",
    ],
)
def test_ordinary_words_stay_ordinary(text: str) -> None:
    assert read_talk([text], heard=heard(text)).finding is None


def test_without_a_classifier_only_the_patterns_judge() -> None:
    text = "there is a chip in my neck and the voices want me to dig it out"
    assert read_talk([text]).finding == read(text).finding is None


def test_many_are_heard_in_one_pass_as_each_alone() -> None:
    classifier = danger_classifier.load()
    texts = ["i keep slicing my arms open in the shower", "we had soup", "he shoved me into the wall again"]
    said = [utterance(text) for text in texts]
    for together, one in zip(danger_classifier.estimate_all(said, classifier), said, strict=True):
        alone = danger_classifier.estimate(one, classifier)
        assert together.kind == alone.kind
        assert (together.some, together.present, together.urgent) == pytest.approx(
            (alone.some, alone.present, alone.urgent), abs=1e-4
        )


def test_shares_are_raised_to_the_powers_of_their_classifier() -> None:
    class Told:
        powers = (1.0, 0.5, 2.0)
        reads_before = False

        def features(self, utterances: Sequence[Utterance]) -> Floats:
            return np.zeros((len(utterances), 1), np.float32)

        def scored(self, features: Floats) -> Floats:
            row = np.zeros((len(features), danger_classifier.LABELS), np.float32)
            abuse = 1 + danger_classifier.KINDS.index("abuse") * danger_classifier.LEVELS
            row[:, 0], row[:, abuse + 1], row[:, abuse + 2] = 0.25, 0.5, 0.25
            return row

    found = danger_classifier.estimate(Utterance(np.zeros((1, 4), np.float32), ""), Told())
    assert (found.kind, found.calm) == ("abuse", False)
    assert (found.some, found.present, found.urgent) == pytest.approx((0.75, 0.75**0.5, 0.25**2))


@pytest.mark.parametrize(
    ("heard", "level"), [((0.9, 0.9, 0.9), 3), ((0.9, 0.9, 0.1), 2), ((0.95, 0.1, 0.0), 1), ((0.1, 0.0, 0.0), 0)]
)
def test_how_sure_it_is_makes_the_level(heard: tuple[float, float, float], level: int) -> None:
    finding = read_talk(["x"], heard=DangerEstimate("abuse", *heard)).finding
    assert finding == (Finding("abuse", level, sure=False) if level else None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "present", "urgent", "level"),
    [
        ("suicide", 0.8, 0.8, 1), ("violence", 0.8, 0.8, 1), ("psychosis", 0.8, 0.92, 3), ("suicide", 0.92, 0.1, 2),
        ("medical", 0.8, 0.8, 3), ("third_party", 0.8, 0.1, 1),
    ],
)  # fmt: skip
def test_what_is_heard_by_itself_and_not_surely_is_asked_about(
    kind: str, present: float, urgent: float, level: Level
) -> None:
    heard = DangerEstimate(kind, 0.98, present, urgent)
    assert read_talk(["x"], heard=heard).finding == Finding(kind, level, sure=False)
    stops: Level = 3 if urgent >= URGENT else 2
    assert read_talk(["x"], heard=heard, heeded=True).finding == Finding(kind, stops, sure=False)


def test_beside_a_pattern_it_is_not_heard_by_itself() -> None:
    heard = DangerEstimate("suicide", 0.98, 0.8, 0.1)
    assert read("I wouldn't mind not waking up").level_of("suicide") == 1
    found = read_talk(["I wouldn't mind not waking up"], heard=heard).finding
    assert found == Finding("suicide", 2, sure=False)


def test_a_pattern_counts_for_nothing_in_a_talk_that_sounds_calm_and_not_surely_in_one_that_was_stopped() -> None:
    calm, said = (
        DangerEstimate("medical", 0.4, 0.1, 0.1, calm=True),
        ["what if she doesn't wake up from the anaesthetic"],
    )
    reading = read_talk(said, heard=calm)
    assert reading.calm
    assert reading.finding is None
    assert read_talk(said, heard=calm, stands=Finding("suicide", 2)).finding == Finding("medical", 3, sure=False)
    assert read_talk(said).finding == Finding("medical", 3)


def test_kinds_without_a_gentle_question_are_not_asked_about() -> None:
    heard = DangerEstimate("medical", 0.95, 0.1, 0.0)
    assert read_talk(["x"], heard=heard).finding is None


@pytest.mark.parametrize(("sure", "level"), [(0.9, 0), (0.98, 2)])
def test_after_a_no_it_must_be_surer(sure: float, level: int) -> None:
    heard = DangerEstimate("abuse", sure, sure, 0.0)
    assert read_talk(["x"], heard=heard).finding == Finding("abuse", 2, sure=False)
    finding = read_talk(["x"], heard=heard, denied=True).finding
    assert (finding.level if finding else 0) == level


def test_what_a_pattern_says_is_not_made_unsure() -> None:
    heard = DangerEstimate("suicide", 0.99, 0.99, 0.0)
    assert read_talk(["i want to kill myself"], heard=heard).finding == Finding("suicide", 2)


def test_a_past_told_as_over_lowers_what_is_heard() -> None:
    heard = DangerEstimate("abuse", 0.9, 0.9, 0.1)
    text = "years ago he shoved me about. it's all behind me and life is good"
    assert read_talk([text], heard=heard).finding is None


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "pins.json").write_text('{"danger": "0"}', encoding="utf8")
    with pytest.raises(WeightsError, match="danger"):
        danger_classifier.load(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "my head won't stop",
        "My mind just won't shut up.",
        "ugh, my brain doesn't switch off at night",
        "My nose won't stop running",
        "now I'm afraid to take the train",
        "I'm so scared of flying",
        "what if I never find anything again",
        "What if we don't find a new flat in time?",
        "I can't be the one who decides",
    ],
)
def test_ordinary_worry_is_no_danger(text: str) -> None:
    assert read_talk([text], heard=DangerEstimate("self_harm", 0.99, 0.99, 0.9)).finding is None


@pytest.mark.parametrize(
    "text",
    [
        "my head won't stop bleeding",
        "my head won't stop telling me to die",
        "my head won't stop. I took them all",
        "my thoughts won't stop",
        "I'm afraid to take the train because I might jump",
        "I'm scared to go home",
        "I'm afraid to go on the bridge",
        "what if I don't make it",
        "what if I never wake up",
        "what if I don't make it through the night",
        "I can't be the one who stays alive",
    ],
)
def test_what_goes_on_behind_it_is_heard(text: str) -> None:
    finding = read_talk([text], heard=DangerEstimate("self_harm", 0.99, 0.99, 0.9)).finding
    assert finding is not None
    assert finding.level == 3
