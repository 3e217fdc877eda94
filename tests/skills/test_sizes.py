"""A bot on an encoder of the base size: all that reads vectors has heads for them, or reads small ones of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.build import build
from bot.config import read
from bot.dialog import EmotionState, StageState
from bot.errors import WeightsError
from bot.testing import talk
from bot.testing.scripted import NOON
from skills.cause import Traces
from skills.encoder import ConversationEncoder, encoder, encoder_size, shared_text_encoder, small
from skills.intensity import Intensity
from skills.problem import Problem
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
OPENINGS = """
## a job lost
P: they let me go
S [Question]: What did they say?
S [Reflection of feelings]: That must have come as a shock.
S [Affirmation and Reassurance]: You did nothing to deserve that.
S [Others]: Oh no.
S [Restatement or Paraphrasing]: So it ended from one day to the next.
S [Normalising]: Anybody would need a while after that.
S [Others]: I'm listening.
"""
SKILLS = ("intent", "emotion", "intensity", "problem", "memory", "cause", "mode", "stage", "strategy", "persona")


@pytest.fixture
def heads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the heads of an encoder 768 wide, which is installed for one test."""
    return drawn.install(install(tmp_path, monkeypatch, WIDE).size, tmp_path, monkeypatch)


@pytest.fixture
def wide(heads: Path) -> ConversationEncoder:
    return encoder(size="base")


def a_file(folder: Path, *skills: str) -> Path:
    """A bot file; what it retrieves are a few lines."""
    path = folder / "base.toml"
    used = "".join(f'\n[[skills]]\nuse = "{name}"\n' for name in skills)
    if "retrieve" in skills:
        (folder / "shelf").mkdir()
        (folder / "shelf/few.txt").write_text(OPENINGS)
        used += 'shelf = "shelf"\n'
    path.write_text(f'name = "base"\n\n[encoder]\nuse = "encoder"\nsize = "base"\n\n[guard]\nuse = "safety"\n{used}')
    return path


def test_the_word_base_in_a_bot_file_is_enough(heads: Path, tmp_path: Path) -> None:
    steps = talk(build(read(a_file(tmp_path, *SKILLS, "retrieve"))), *LINES, now=NOON)
    assert [step.trace.dropped for step in steps] == [()] * len(LINES)
    # To a network of random numbers all lines are alike: once one was said, the others say the same.
    assert steps[0].trace.proposals
    learnt = steps[-1].conversation.state
    for part in (EmotionState, Intensity, Problem, Traces, StageState, StrategyPlan):
        assert learnt.get(part) is not None, part


@pytest.mark.parametrize("name", ["emotion", "intensity", "problem", "cause", "stage", "strategy"])
def test_a_head_that_is_not_there_stops_the_start(heads: Path, tmp_path: Path, name: str) -> None:
    (heads / f"{name}.safetensors").unlink()
    with pytest.raises(WeightsError, match=rf"{name}.*drawn"):
        build(read(a_file(tmp_path, name)))


def test_the_small_encoder_has_an_adapter_where_the_bots_has_one(wide: ConversationEncoder) -> None:
    bare = encoder(size="base", adapter="published")
    assert small(wide) is shared_text_encoder()
    assert small(bare) is shared_text_encoder("published")
    assert small(shared_text_encoder("published")) is shared_text_encoder("published")
    assert [encoder_size(one).name for one in (wide, bare, None)] == ["base", "base", "small"]
