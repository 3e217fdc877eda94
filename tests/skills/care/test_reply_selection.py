"""Reply selection in the default bot: what is said in danger is taken up, and where the guard's own words stand."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from agents.training.heads.crisis_replies import MOMENTS, Moment
from bot.dialog import Conversation, Turn, TurnView
from bot.errors import WeightsError
from bot.json_lines import read_json_lines
from skills.bot_questions import features_of
from skills.care import reply_selection
from skills.care.choosing import choose
from skills.care.moments import MOMENTS as OWN
from skills.care.replies import replies
from skills.care.reply_selection import ReplySelection, Said, load_for, read_as
from skills.care.state import CareState, Move
from skills.care.words import Say
from skills.encoder import ConversationEncoder, ours, shared_text_encoder
from skills.models.tensors import find, folder_of
from skills.safety import Safety
from skills.sizes import BASE, SMALL
from tests.skills.guarded import NOW, default


@pytest.fixture(scope="module")
def selection() -> ReplySelection:
    guard = default().guard
    assert isinstance(guard, Safety)
    assert guard.networks.selection is not None
    return guard.networks.selection


def talk(*said: str) -> list[Turn]:
    """What the guard and the person said in turn, the person last."""
    speakers = ["user", "bot"] * len(said)
    return [Turn(who, text, NOW) for who, text in zip(speakers[len(said) % 2 == 0 :], said, strict=False)]  # type: ignore[arg-type]


def select(selection: ReplySelection, move: Move, turns: list[Turn]) -> Say | None:
    (vectors,) = ours(default().encoder).encode([Conversation("c", tuple(turns))])
    return selection.select(move, turns, vectors)


def held(level: int = 2, kind: str = "suicide") -> Move:
    return Move(CareState(level=level, kind=kind), "stay")


def test_of_the_moments_set_aside_the_surest_are_mostly_right(selection: ReplySelection) -> None:
    aside = [moment for moment in read_json_lines(MOMENTS, Moment) if moment.aside and moment.good][::4]
    sure, right = [], []
    for moment in aside:
        among = [number for number, reply in enumerate(replies()) if moment.said.kind in reply.kinds]
        shares = selection.shares(moment.said, among)
        sure.append(shares.max())
        right.append(replies()[among[int(shares.argmax())]].id in moment.good)
    surest = np.argsort(sure)[::-1]
    assert np.mean(right) > 0.3
    assert np.mean(np.array(right)[surest[:40]]) > 0.5


def test_what_is_chosen_may_be_said_and_is_sure_enough(selection: ReplySelection) -> None:
    turns = talk("Who could you tell?", "my sister maybe")
    say = select(selection, held(), turns)
    assert say is not None
    reply = next(reply for reply in replies() if reply.text == say.text)
    assert "suicide" in reply.kinds
    assert 2 in reply.levels
    said = [*talk(say.text.replace("{emergency}", "999"), "ok"), *turns]
    again = select(selection, held(), said)
    assert again is None or again.text != say.text


def test_none_is_said_where_none_may_be_said_or_is_likely(
    selection: ReplySelection, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = talk("Who could you tell?", "my sister maybe")
    assert select(selection, held(kind="no kind of danger"), turns) is None
    monkeypatch.setattr(reply_selection, "BAR", 1.1)
    assert select(selection, held(), turns) is None


def test_the_default_bot_takes_up_what_is_said_in_danger() -> None:
    conversation, texts = Conversation("c").knowing(CareState(country="gb")), []
    for said in ("i want to die", "my sister is home i think"):
        step = default().step(conversation, said, NOW)
        conversation = step.conversation
        texts.append(step.reply.text)
    assert texts[1] != choose(replace(held(), moment="near_yes"), "my sister is home i think").text
    assert any(reply.longest_part in texts[1] for reply in replies())


def test_where_a_fact_is_asked_for_the_guards_own_words_stand() -> None:
    conversation = Conversation("c").knowing(CareState(country="gb"))
    for said in ("i want to die", "are you going to tell anyone?"):
        step = default().step(conversation, said, NOW)
        conversation = step.conversation
    assert OWN["tells"].text.partition("{")[0] in step.reply.text


def test_the_turns_own_pass_reads_the_words_by_themselves(selection: ReplySelection) -> None:
    turns = talk("Who could you tell?", "my sister maybe")
    (vectors,) = ours(default().encoder).encode([Conversation("c", tuple(turns))])
    assert vectors.tokens is not None
    alone = features_of(vectors.last, vectors.tokens)
    for before in ("Who could you tell?", ""):
        said = Said("my sister maybe", before, "suicide", 2)
        assert np.abs(selection.scores(said, alone) - selection.scores(said)).max() < 0.1


def test_without_the_encoders_pass_the_guards_own_words_stand(selection: ReplySelection) -> None:
    guard = default().guard
    assert isinstance(guard, Safety)
    state = CareState(level=2, kind="suicide", country="gb")
    conversation = Conversation("c", tuple(talk("Who could you tell?", "my sister is home i think"))).knowing(state)
    watch = guard.watch(TurnView(conversation, None, NOW, random.Random(0)))
    assert watch.reply is not None
    assert not any(reply.longest_part in watch.reply.text for reply in replies())


def test_both_utterances_are_read_the_newest_last() -> None:
    words = ours(default().encoder).text_encoder.words
    tokens = read_as(words, Said("no", "Is anyone near?", "suicide", 2))
    assert tokens == words.context([(True, "Is anyone near?"), (False, "no")], reply_selection.TOKENS)
    assert read_as(words, Said("no", "", "suicide", 2)) == words.utterance("no")


def test_an_encoder_of_which_nothing_learnt_has_none() -> None:
    assert load_for(shared_text_encoder("default", SMALL)) is None
    assert load_for(shared_text_encoder("published", BASE)) is None


def test_a_file_for_another_size_is_refused(selection: ReplySelection) -> None:
    assert isinstance(default().encoder, ConversationEncoder)
    path: Path = find(reply_selection.NAME, folder_of(BASE))
    with pytest.raises(
        WeightsError, match=r"crisis_replies\.safetensors: a tensor 'leads.a' of \(128, 1549\) is expected"
    ):
        ReplySelection(shared_text_encoder("default", SMALL).text_encoder, path, selection.replies)
