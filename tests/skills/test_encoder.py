from datetime import UTC, datetime

import numpy as np
import pytest

from bot.dialog import Conversation, Turn
from skills.encoder import ConversationEncoder, encoder, shared_text_encoder
from skills.models.encoder import CONTEXT, TOKENS, Words

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def conversation(*texts: str) -> Conversation:
    return Conversation("test", tuple(Turn("bot" if i % 2 else "user", text, NOW) for i, text in enumerate(texts)))


@pytest.fixture(scope="module")
def base() -> ConversationEncoder:
    return encoder(size="small", adapter="published")


def test_meaning_is_near_and_far_as_published(base: ConversationEncoder) -> None:
    job, fired, day = base.encode_texts(["I lost my job", "i got fired", "what a lovely day"])
    assert job @ fired == pytest.approx(0.592, abs=0.01)
    assert job @ day == pytest.approx(0.192, abs=0.01)


def test_a_batch_gives_what_each_conversation_gives_alone(base: ConversationEncoder) -> None:
    talks = [conversation("hello"), conversation("my dog died", "Oh no.", "he was fourteen"), conversation("hello")]
    for talk, together in zip(talks, base.encode(talks), strict=True):
        (alone,) = base.encode([talk])
        assert alone.last @ together.last == pytest.approx(1, abs=2e-3)
        assert alone.context @ together.context == pytest.approx(1, abs=2e-3)
        assert together.last.dtype == np.float32


def test_the_last_words_and_the_context_are_told_apart(base: ConversationEncoder) -> None:
    (talk,) = base.encode([conversation("my dog died", "How old was he?", "fourteen")])
    (last,) = base.encode_texts(["fourteen"])
    assert talk.last @ last == pytest.approx(1, abs=2e-3)
    assert talk.context @ last < 0.9
    (first,) = base.encode([conversation("my dog died")])
    assert np.array_equal(first.last, first.context)


def test_speakers_are_told_apart() -> None:
    words = Words()
    said, answered = words.context([(False, "hello there")]), words.context([(True, "hello there")])
    assert said.ids == answered.ids
    assert (set(said.speakers), set(answered.speakers)) == ({0}, {1})


def test_long_input_is_cut_to_its_end_and_stays_bounded() -> None:
    words = Words()
    long = words.utterance("word " * 20_000 + "the end")
    assert len(long.ids) == TOKENS
    assert long.ids[-3:-1] == words.utterance("the end").ids[1:-1]
    many = words.context([(False, "early")] * 5 + [(False, "word " * 20_000), (True, "and then")])
    assert len(many.ids) <= CONTEXT
    assert many.speakers[-1] == 1


@pytest.mark.parametrize("text", ["", "\x00\x01", "🙂" * 300, "привет", " " * 100_000, "A" * 100_000])
def test_odd_text_still_has_a_unit_vector(base: ConversationEncoder, text: str) -> None:
    (vector,) = base.encode_texts([text])
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-3)


def test_no_conversations_are_no_vectors(base: ConversationEncoder) -> None:
    assert base.encode([]) == []
    assert len(base.encode([Conversation("empty")])) == 1


def test_the_states_on_the_way_come_with_the_vectors_of_the_same_pass() -> None:
    texts = shared_text_encoder().text_encoder
    sequences = [texts.words.utterance(text) for text in ("hello", "I have not slept since the letter came")]
    vectors, states = texts.tapped(sequences)
    assert np.allclose(vectors, texts(sequences), atol=1e-2)
    assert [state.shape for state in states] == [(len(sequence.ids), 384) for sequence in sequences]
    assert not np.allclose(states[0][0], states[1][0])
