import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.dialog import Conversation, Reply, TurnView
from bot.errors import ConfigError, SkillError
from bot.registry import Skill
from bot.testing.scripted import NOON
from skills import retrieve as module
from skills.labels import POSITIVE
from skills.moves import Move, load
from skills.retrieve import retrieve
from skills.situation import REMEMBERED, UsedMoves
from tests.skills.conftest import SIZE
from tests.skills.talking import engine, talk

Make = Callable[..., Move]
NEW = Conversation("t:1::me")


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory, word_encoder: Any) -> Iterator[Skill]:
    """The shipped bank, matched by words."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setattr(module, "small", lambda encoder: word_encoder)
        patch.setattr(module, "map_for", lambda encoder: np.eye(SIZE, dtype=np.float32))
        yield retrieve(rerank=False)


ASKING = ["what should I do?", "do you have any advice", "how do I tell her?"]
REFUSING = ["that won't work", "I tried that already"]
LISTEN_ONLY = ["I don't want advice", "I just need to vent"]
GOOD_NEWS = "I passed my exam!!"
TELLING = [
    "I lost my job yesterday",
    "my boss yelled at me in front of everyone and then he sent me home early",
    "I keep thinking it was my fault",
    "my sister moved out last week and the flat is so quiet now that I leave the radio on",
    "we broke up after six years",
    "I can't sleep, I just lie there thinking about it all",
    "my dog ran away",
    GOOD_NEWS,
    "my wife cried when I told her",
    "hi",
    "idk",
    "yes",
    "nah",
    "you're not listening",
    "thanks",
    "I have to go now",
    ":(",
    "estoy muy triste y no se que hacer",
    "it didn't work out between us",
    "maybe I should have visited more often, we argued the last time that we spoke on the phone",
]
LINES = st.lists(st.sampled_from([*TELLING, *ASKING, *REFUSING, *LISTEN_ONLY]), min_size=1, max_size=14)
FEELINGS = st.sampled_from(["sad", "angry", "anxious", "joyful", "proud"])
OURS = {move.id: move for move in load()}
OFFERS = [move.text for move in OURS.values() if move.move == "offer"]
CELEBRATE = {name for name, move in OURS.items() if move.move == "celebrate"}


def offered(reply: Reply) -> bool:
    return any(text in reply.text for text in OFFERS)


@given(LINES, FEELINGS)
@settings(max_examples=40)
def test_whatever_is_said_the_rules_of_care_hold(
    ours: Skill, word_encoder: Any, lines: list[str], feeling: str
) -> None:
    replies, conversation = talk(engine(ours, word_encoder, feeling), lines)
    ids = (conversation.state.get(UsedMoves) or UsedMoves()).ids
    texts = [reply.text for reply in replies]
    assert len(ids) == len(set(ids)), "a move was said twice"
    assert all(text.count("?") <= 1 for text in texts), "two questions at once"
    three = zip(texts, texts[1:], texts[2:], strict=False)
    asking = [run for run in three if all("?" in text for text in run)]
    assert not asking, "three questions in a row"
    assert not any("{" in text for text in texts), "an unfilled blank"
    glad = feeling in POSITIVE or GOOD_NEWS in lines
    assert glad or not CELEBRATE.intersection(ids), "joy where there is none"


@given(LINES, FEELINGS)
@settings(max_examples=40)
def test_nothing_is_suggested_before_its_time(ours: Skill, word_encoder: Any, lines: list[str], feeling: str) -> None:
    replies, _ = talk(engine(ours, word_encoder, feeling), lines)
    given = [offered(reply) for reply in replies]
    for place in (place for place, was in enumerate(given) if was):
        said = lines[: place + 1]
        words = sum(len(line.split()) for line in said)
        assert said[-1] in ASKING or (len(said) >= 3 and words >= 25)
        rest = [at for at in range(max(0, place - 3), place + 1) if lines[at] in REFUSING]
        passed_over = any(any(given[max(0, at - 2) : at]) for at in rest)
        assert said[-1] in ASKING or not passed_over, "a refusal was passed over"
        wishes = [line for line in said if line in (*LISTEN_ONLY, *ASKING)]
        assert not wishes or wishes[-1] in ASKING, "advice was not wanted"


@given(LINES, st.integers(0, 5))
@settings(max_examples=10)
def test_the_same_seed_gives_the_same_talk(ours: Skill, word_encoder: Any, lines: list[str], seed: int) -> None:
    first, _ = talk(engine(ours, word_encoder, seed=seed), lines)
    again, _ = talk(engine(ours, word_encoder, seed=seed), lines)
    assert [reply.text for reply in first] == [reply.text for reply in again]


def test_other_seeds_give_other_talks(ours: Skill, word_encoder: Any) -> None:
    lines = ["such a long strange day", "somehow nothing sits right", "and tomorrow again"]
    talks = {tuple(reply.text for reply in talk(engine(ours, word_encoder, seed=seed), lines)[0]) for seed in range(6)}
    assert len(talks) > 1


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("hi", "greeting"),
        ("I just need to vent", "only_listen"),
        ("estoy muy triste", "foreign"),
        (":(", "wordless"),
        ("I have to go now", "goodbye"),
        ("idk", "minimal"),
    ],
)
def test_an_act_leads_to_moves_of_its_own(ours: Skill, word_encoder: Any, line: str, act: str) -> None:
    _, conversation = talk(engine(ours, word_encoder), [line])
    used = (conversation.state.get(UsedMoves) or UsedMoves()).ids
    assert used
    assert all(act in OURS[name].act for name in used)


def test_a_complaint_is_answered_by_a_repair(ours: Skill, word_encoder: Any) -> None:
    _, conversation = talk(engine(ours, word_encoder), ["I lost my job", "you're not listening"])
    used = conversation.state.get(UsedMoves)
    assert used is not None
    assert "repair" in {OURS[name].move for name in used.ids[1:]}


def test_who_asks_for_advice_gets_an_offer(ours: Skill, word_encoder: Any) -> None:
    lines = ["I lost my job yesterday", "I keep thinking about it", "what should I do?"]
    replies, _ = talk(engine(ours, word_encoder), lines)
    assert [offered(reply) for reply in replies] == [False, False, True]
    assert replies[-1].strategy == "Providing Suggestions"


def test_a_refusal_is_taken_up_and_nothing_more_is_suggested(ours: Skill, word_encoder: Any) -> None:
    lines = ["I lost my job yesterday", "I keep thinking about it", "what should I do?", "that won't work"]
    replies, conversation = talk(engine(ours, word_encoder), lines)
    used = conversation.state.get(UsedMoves)
    assert used is not None
    assert any("refuses_advice" in OURS[name].act for name in used.ids[-2:])
    assert not offered(replies[-1])


def test_without_vectors_the_skill_says_what_it_lacks(ours: Skill) -> None:
    view = TurnView(NEW, None, NOON, random.Random(0))
    with pytest.raises(SkillError, match="vectors"):
        ours(view)


def test_an_unknown_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no bank here"):
        retrieve(bank=str(tmp_path))


def test_after_some_hundred_moves_the_oldest_may_come_back(ours: Skill, word_encoder: Any) -> None:
    long = NEW.knowing(UsedMoves(tuple(f"ask.gone.{number}" for number in range(REMEMBERED))))
    step = engine(ours, word_encoder).step(long, "I lost my job yesterday", NOON)
    used = step.conversation.state.get(UsedMoves)
    assert used is not None
    assert len(used.ids) == REMEMBERED
    assert "ask.gone.0" not in used.ids
