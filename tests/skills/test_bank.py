"""The shipped bank, read line by line: what no move may be, whoever wrote it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

import msgspec
import pytest

from bot.dialog import STRATEGIES, SupportStage
from skills import reply_gate
from skills.bank_checks import alike, shared_openers, shared_runs
from skills.care.detect import read
from skills.labels import EMOTIONS
from skills.moves import Kind, Move, bank_folder, load

MOVES = load()
REACTIONS = [move for move in MOVES if move.reaction]
FORWARD = [move for move in MOVES if not move.reaction]
STRATEGY_OF = {
    "ask": {"Question"},
    "restate": {"Restatement or Paraphrasing"},
    "reflect": {"Reflection of feelings"},
    "normalise": {"Self-disclosure"},
    "affirm": {"Affirmation and Reassurance"},
    "offer": {"Providing Suggestions"},
    "inform": {"Information"},
    "celebrate": {"Others", "Affirmation and Reassurance"},
    # What acknowledges may put a feeling into words, rephrase, call it common, reassure or say how something is.
    "acknowledge": {*STRATEGIES} - {"Question", "Providing Suggestions"},
}


def named(moves: Sequence[Move]) -> list[str]:
    """What a failing test shows: the ids and the texts."""
    return [f"{move.id}: {move.text}" for move in moves]


def test_there_are_enough_moves_of_every_kind_and_stage() -> None:
    assert len(MOVES) >= 600
    kinds = [move.move for move in MOVES]
    assert all(kinds.count(kind) >= 10 for kind in get_args(Kind))
    assert {stage for move in MOVES for stage in move.stages} == set(SupportStage)
    assert {move.strategy for move in MOVES} == set(STRATEGIES)


def test_every_feeling_is_met_by_reactions_and_questions() -> None:
    for emotion in EMOTIONS:
        fitting = [move for move in MOVES if emotion in move.emotions]
        assert sum(move.reaction for move in fitting) >= 10, emotion
        assert sum(move.move == "ask" for move in fitting) >= 5, emotion


def test_the_strategy_is_that_of_the_kind() -> None:
    wrong = [move for move in MOVES if move.strategy not in STRATEGY_OF.get(move.move, {"Others"})]
    assert named(wrong) == []


def test_what_acknowledges_anything_is_no_strategy_of_its_own() -> None:
    wrong = [move for move in MOVES if move.move == "acknowledge" and not move.cues and move.strategy != "Others"]
    assert named(wrong) == []


def test_ids_name_kind_topic_and_number() -> None:
    pattern = re.compile(r"[a-z]+\.[a-z]+\.\d{2,3}")
    wrong = [move for move in MOVES if not pattern.fullmatch(move.id) or not move.id.startswith(f"{move.move}.")]
    assert named(wrong) == []


def test_moves_are_short_and_ask_at_most_once() -> None:
    assert named([move for move in MOVES if len(move.text.split()) > 30]) == []
    assert named([move for move in MOVES if move.text.count("?") > (0 if move.reaction else 1)]) == []
    assert named([move for move in MOVES if move.move == "ask" and not move.asks]) == []


def test_a_text_is_a_whole_sentence_in_plain_marks() -> None:
    whole = re.compile(r"[\"“']?[A-Z].*[.!?][\"”']?")
    assert named([move for move in MOVES if not whole.fullmatch(move.text)]) == []
    odd = re.compile(r"[^A-Za-z0-9 .,:;!?'\"()é-]|  |\.\.|\b(\w+) \1\b(?<!that that)")
    assert named([move for move in MOVES if odd.search(move.text)]) == []


def test_suggestions_wait_for_the_last_stage() -> None:
    early = [move for move in MOVES if move.move == "offer" and move.stages != (SupportStage.ACTION,)]
    assert named(early) == []


def test_good_news_is_met_with_no_suggestion_and_grief_with_no_cheer() -> None:
    hard = {"sad", "devastated", "afraid", "terrified", "guilty", "ashamed", "lonely"}
    assert named([move for move in MOVES if move.move == "celebrate" and hard.intersection(move.emotions)]) == []
    assert named([move for move in MOVES if move.move == "offer" and {"joyful", "proud"} & set(move.emotions)]) == []


def test_cues_are_short_and_every_move_has_its_own_text() -> None:
    assert [cue for move in MOVES for cue in move.cues if not 0 < len(cue.split()) <= 20 and cue.isalpha()] == []
    texts = [move.text for move in MOVES]
    assert sorted({text for text in texts if texts.count(text) > 1}) == []


def test_no_opener_and_no_run_of_words_is_heard_too_often() -> None:
    assert shared_openers(MOVES) == []
    assert shared_runs(MOVES) == []


def test_every_text_passes_the_last_gate() -> None:
    found = {move.id: reply_gate.refuse(move.text) for move in MOVES}
    assert {name: reason for name, reason in found.items() if reason} == {}


@pytest.mark.parametrize("size", [150, pytest.param(600, marks=pytest.mark.slow)])
def test_every_join_of_two_moves_passes_the_last_gate(size: int) -> None:
    """Each text passes by itself, so a rule could only match over the seam; about `size` of each side are tried."""
    ends = sorted({" ".join(move.text.split()[-6:]) for move in REACTIONS})
    starts = sorted({" ".join(move.text.split()[:6]) for move in FORWARD})
    seams = [f"{end} {start}" for end in ends[:: len(ends) // size] for start in starts[:: len(starts) // size]]
    refused = ((seam, reply_gate.refuse(seam)) for seam in seams)
    assert [(seam, reason) for seam, reason in refused if reason] == []


def test_no_text_would_be_taken_for_danger_by_the_guard() -> None:
    found = {move.id: read(move.text).finding for move in MOVES}
    assert {name: finding for name, finding in found.items() if finding} == {}


def test_a_cue_is_nothing_that_the_guard_would_answer_first() -> None:
    cues = {cue: move.id for move in MOVES for cue in move.cues}
    stopped = {cue: name for cue, name in cues.items() if (found := read(cue).finding) and found.level >= 2}
    assert stopped == {}


NEVER = {
    "advice as an order": r"(?<!would )\byou (?:should|must|need to|ought to)\b",
    "a claim to feel": r"\bI(?:'m| am) (?:so |really |very )?(?:happy|glad|sad|moved|touched|proud|excited|shocked)\b",
    "a worn phrase": r"\bI hear you\b|\bmust be so hard\b|\bsorry for your loss\b|\bare valid\b|\bself-care\b",
    "a promise": r"\beverything will\b|\bwill be (?:okay|fine|all right)\b|\bI'll always\b|\bit gets better\b",
    "sex taken for granted": r"\b(?:he|him|his|she|her|hers)\b",
    "the bot's past": r"\bwhen I was\b|\bI remember\b|\bI used to\b|\bI've been\b(?! asking)|\bmy (?:friend|own)\b",
    "belittling": r"\bat least\b|\bonly a (?:dog|cat|pet)\b(?!\")|\bcheer up\b(?!\")|\bcalm down\b|\bmove on\b(?!\")",
}


@pytest.mark.parametrize("name", NEVER)
def test_no_move_says_what_ours_never_say(name: str) -> None:
    pattern = re.compile(NEVER[name], re.IGNORECASE)
    spoken = [(move, re.sub(r'"[^"]*"', "", move.text)) for move in MOVES]
    assert named([move for move, text in spoken if pattern.search(text)]) == []


def test_the_file_is_one_object_a_line_and_no_person_is_named_in_it() -> None:
    for path in sorted(bank_folder().glob("*.jsonl")):
        lines = path.read_text(encoding="utf8").splitlines()
        assert all(isinstance(msgspec.json.decode(line), dict) for line in lines)
        assert path.read_text(encoding="utf8").endswith("}\n")


@pytest.mark.slow
def test_no_two_texts_say_the_same() -> None:
    from skills.encoder import shared_text_encoder

    texts = shared_text_encoder("published").encode_texts([move.text for move in MOVES], "bot")
    assert alike(MOVES, texts) == []
