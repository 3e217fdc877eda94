"""A bot on an encoder of the base size: all that reads vectors has heads for them, or reads small ones of its own."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.build import build
from bot.config import read
from bot.dialog import Conversation, EmotionState, StageState, Turn, TurnView
from bot.errors import WeightsError
from bot.testing import talk
from bot.testing.scripted import NOON
from skills.cause import Traces
from skills.encoder import ConversationEncoder, encoder, encoder_size, shared_text_encoder, small
from skills.intensity import Intensity
from skills.intent import acts
from skills.persona import OF_DATA, persona
from skills.problem import Problem
from skills.retrieve import retrieve
from skills.strategy import StrategyPlan
from tests.skills.models import drawn
from tests.skills.models.tiny import WIDE, install

LINES = (
    "hi there",
    "I lost my job on Monday",
    "my boss said it in front of everyone",
    "I keep thinking that it was my fault",
    "my wife does not know yet",
    "what should I do?",
)
SKILLS = ("intent", "emotion", "intensity", "problem", "memory", "cause", "mode", "stage", "strategy", "persona")


@pytest.fixture
def heads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the heads of an encoder 768 wide, which is installed for one test."""
    return drawn.install(install(tmp_path, monkeypatch, WIDE).size, tmp_path, monkeypatch)


@pytest.fixture
def wide(heads: Path) -> ConversationEncoder:
    return encoder(size="base")


def a_file(folder: Path, *skills: str) -> Path:
    path = folder / "base.toml"
    used = "".join(f'\n[[skills]]\nuse = "{name}"\n' for name in skills)
    path.write_text(f'name = "base"\n\n[encoder]\nuse = "encoder"\nsize = "base"\n\n[guard]\nuse = "safety"\n{used}')
    return path


def a_view(own: ConversationEncoder, *said: str) -> TurnView:
    """The person's and the bot's words in turn, the person's last, with the vectors of `own`."""
    turns = tuple(Turn("bot" if number % 2 else "user", text, NOON) for number, text in enumerate(said))
    conversation = Conversation("t:1::me", turns)
    return TurnView(conversation, own.encode([conversation])[0], NOON, random.Random(0)).knowing(acts(said[-1]))


def test_the_word_base_in_a_bot_file_is_enough(heads: Path, tmp_path: Path) -> None:
    steps = talk(build(read(a_file(tmp_path, *SKILLS, "retrieve"))), *LINES, now=NOON)
    assert [step.trace.dropped for step in steps] == [()] * len(LINES)
    assert all(step.trace.proposals for step in steps)
    learnt = steps[-1].conversation.state
    for part in (EmotionState, Intensity, Problem, Traces, StageState, StrategyPlan):
        assert learnt.get(part) is not None, part


@pytest.mark.parametrize("name", ["emotion", "intensity", "problem", "cause", "stage", "strategy"])
def test_a_head_that_is_not_there_stops_the_start(heads: Path, tmp_path: Path, name: str) -> None:
    (heads / f"{name}.safetensors").unlink()
    with pytest.raises(WeightsError, match=rf"{name}.*drawn"):
        build(read(a_file(tmp_path, name)))


def test_replies_are_chosen_by_small_vectors_whichever_the_bots_are(wide: ConversationEncoder) -> None:
    said = ("I lost my job on Monday", "I'm sorry to hear that.", "my boss said it in front of everyone")
    views = [a_view(own, *said) for own in (shared_text_encoder(), wide)]
    assert [view.vectors.last.shape for view in views if view.vectors] == [(384,), (768,)]
    (one,), (other,) = ([reply.text for reply in retrieve(own, rerank=False)(view).replies][:1] for own, view in
                        zip((shared_text_encoder(), wide), views, strict=True))  # fmt: skip
    assert one == other


def test_several_turns_are_answered_as_each_alone(wide: ConversationEncoder) -> None:
    skill = retrieve(wide, rerank=False)
    said = (("my dog died",), ("I passed my exam!!",))
    together = skill.many([a_view(wide, *lines) for lines in said])  # type: ignore[attr-defined]
    assert [found.replies for found in together] == [skill(a_view(wide, *lines)).replies for lines in said]


@pytest.mark.parametrize(("said", "answered"), [("please delete everything I wrote", True), ("my dog died", False)])
def test_a_question_about_data_is_heard_on_either_size(wide: ConversationEncoder, said: str, answered: bool) -> None:
    for own in (shared_text_encoder(), wide):
        replies = persona(own)(a_view(own, said)).replies
        assert any(reply.text.startswith(OF_DATA) for reply in replies) == answered


def test_the_small_encoder_has_an_adapter_where_the_bots_has_one(wide: ConversationEncoder) -> None:
    bare = encoder(size="base", adapter="published")
    assert small(wide) is shared_text_encoder()
    assert small(bare) is shared_text_encoder("published")
    assert small(shared_text_encoder("published")) is shared_text_encoder("published")
    assert [encoder_size(one).name for one in (wide, bare, None)] == ["base", "base", "small"]
