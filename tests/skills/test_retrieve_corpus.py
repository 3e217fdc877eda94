"""Replies of people, retrieved from a bank on disk by the real encoder."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.dialog import STRATEGIES, Conversation, EmotionState, Reply, Turn, TurnView
from bot.engine import Engine
from bot.errors import ConfigError, CorpusError
from bot.fallback import SAFE_REPLY
from bot.registry import Skill, find
from bot.testing.scripted import NOON
from skills.encoder import shared_text_encoder
from skills.models.matcher import Matcher
from skills.retrieve_corpus import corpus
from skills.safety import safety
from skills.search.bank import Candidate, write
from skills.strategy import StrategyPlan

ASK, CALM = "How long have you had your dog?", "Your dog must mean a lot to you."
AGREES = "Honestly, dying might be easier for you than going on like this."
TRAIN = "The train to the coast leaves at nine."
REPLIES = [
    Candidate(ASK, "own", "Question", "sad"),
    Candidate(CALM, "own", "Reflection of feelings", "proud"),
    Candidate(TRAIN, "own", "Information", "prepared"),
]
DOG = "My dog is ill and I worry about him."


def made(folder: Path, replies: Sequence[Candidate] = REPLIES) -> str:
    list(write(folder, replies, Matcher(shared_text_encoder())))
    return str(folder)


def talk(*lines: str) -> Conversation:
    turns = [Turn("bot" if place % 2 else "user", line, NOON) for place, line in enumerate(lines)]
    return Conversation("t:1::me", tuple(turns))


def proposed(skill: Skill, conversation: Conversation) -> tuple[Reply, ...]:
    return skill(TurnView(conversation, None, NOON, random.Random(0))).replies


def planned(name: str) -> StrategyPlan:
    return StrategyPlan(tuple(0.93 if name == strategy else 0.01 for strategy in STRATEGIES))


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> str:
    return made(tmp_path_factory.mktemp("bank"))


@pytest.mark.parametrize("rerank", [True, False])
def test_what_fits_goes_before_what_does_not(bank: str, rerank: bool) -> None:
    replies = proposed(corpus(bank=bank, rerank=rerank), talk(DOG))
    assert {reply.text for reply in replies[:2]} == {ASK, CALM}
    assert replies[2].text == TRAIN
    assert [reply.score for reply in replies] == [1.0, 0.95, 0.9]
    assert {reply.text: reply.strategy for reply in replies}[ASK] == "Question"
    assert {reply.skill for reply in replies} == {"retrieve.corpus"}


def test_the_plan_and_the_feeling_decide_between_two_that_fit(bank: str) -> None:
    skill = corpus(bank=bank, rerank=False)
    assert proposed(skill, talk(DOG).knowing(planned("Question")))[0].text == ASK
    assert proposed(skill, talk(DOG).knowing(planned("Reflection of feelings")))[0].text == CALM


def test_a_feeling_that_agrees_counts(tmp_path: Path) -> None:
    alike = {"proud": "Your dog must mean a lot to you.", "sad": "your dog must mean a lot to you."}
    bank = made(tmp_path, [Candidate(text, "own", None, label) for label, text in alike.items()])
    for label, text in alike.items():
        felt = talk(DOG).knowing(EmotionState("empathetic-32", label, (1.0,), 3.0))
        assert proposed(corpus(bank=bank, rerank=False), felt)[0].text == text


def test_nothing_is_said_twice(bank: str) -> None:
    skill = corpus(bank=bank)
    assert ASK not in [reply.text for reply in proposed(skill, talk(DOG, ASK, "Nine years."))]
    assert proposed(skill, talk(DOG, ASK, "Nine.", CALM, "Yes.", TRAIN, "What?")) == ()


def test_a_reply_that_agrees_with_ending_ones_life_is_never_retrieved(tmp_path: Path) -> None:
    """Even where somebody put it into a bank by hand, and whatever is asked."""
    bank = made(tmp_path, [Candidate(AGREES, "own"), Candidate(f"{AGREES} Yes.", "own")])
    skill = corpus(bank=bank)
    for line in (AGREES, "I am tired of it all.", "Would it be easier for me to die?"):
        assert proposed(skill, talk(line)) == ()
    bot = Engine((("retrieve.corpus", skill),), safety(), shared_text_encoder())
    assert bot.step(Conversation("t:1::me"), "I am tired of this week.", NOON).reply == SAFE_REPLY


def test_the_guard_reads_what_was_retrieved(bank: str) -> None:
    bot = Engine((("retrieve.corpus", corpus(bank=bank)),), safety(), shared_text_encoder())
    step = bot.step(Conversation("t:1::me"), DOG, NOON)
    assert step.reply.text in (ASK, CALM)
    danger = bot.step(step.conversation, "I can't go on, I want to kill myself tonight.", NOON)
    assert danger.reply.skill == "safety"


def test_the_name_is_found(tmp_path: Path) -> None:
    assert find("retrieve.corpus", "skill", tmp_path).factory is corpus


def test_a_bank_that_is_not_there_says_how_it_is_made(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="`bank` must name a folder that `attune bank build` made"):
        corpus(bank="")
    with pytest.raises(CorpusError, match="there is no bank here; make one: attune bank build --out"):
        corpus(bank=str(tmp_path / "none"))
    with pytest.raises(CorpusError, match="made by another encoder"):
        corpus(shared_text_encoder("published"), bank=made(tmp_path / "new"))
