import random
import time
from typing import Any

import numpy as np
import pytest

from bot.dialog import Conversation, DialogState, EmotionState, Turn, TurnView
from bot.errors import SkillError
from bot.parts import decode, encode
from bot.testing.scripted import NOON
from skills import cause as module
from skills.cause import KEPT, LABELS, LONGEST, SIX, TO_SIX, Cause, Trace, Traces, cause, chances, form, place, span
from skills.encoder import encoder
from skills.labels import EMOTIONS
from skills.models.head import Head


def talk(*lines: str) -> Conversation:
    """Lines by turns, the person's first."""
    return Conversation("t:1::me", tuple(Turn("bot" if n % 2 else "user", line, NOON) for n, line in enumerate(lines)))


def feels(name: str) -> EmotionState:
    return EmotionState("empathetic-32", name, tuple(float(label == name) for label in EMOTIONS), 3.0)


def heard(conversation: Conversation, *known: object) -> tuple[Cause, Traces]:
    own = encoder()
    (vectors,) = own.encode([conversation])
    learnt = DialogState(*cause(own)(TurnView(conversation.knowing(*known), vectors, NOON, random.Random(0))).learnt)
    found, traces = learnt.get(Cause), learnt.get(Traces)
    assert found is not None
    assert traces is not None
    return found, traces


def test_every_feeling_speaks_for_one_of_the_six() -> None:
    assert TO_SIX.sum(axis=1).tolist() == [1.0] * len(EMOTIONS)
    shares = module.six(np.array(feels("lonely").probabilities, np.float32))
    assert shares.tolist() == [float(name == "sadness") for name in SIX]


def test_form_and_place_are_plain_numbers() -> None:
    assert form("Why me? I lost it!") == pytest.approx((np.log(6), 1.0, 1.0), abs=1e-3)
    near = (0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    assert place(4, 2, True) == pytest.approx((*near, np.log(3), 1.0, 0.0, np.log(5)))
    assert place(30, 0, False)[:8] == (0.0,) * 7 + (1.0,)
    assert place(30, 0, False)[9:11] == (0.0, 1.0)


def test_the_best_span_begins_before_it_ends_and_is_not_too_long() -> None:
    scores = np.array([[0.0, 5.0], [4.0, 0.0], [1.0, 2.0], [9.0, 0.5]])
    assert span(scores) == (3, 3)
    assert span(scores[:3]) == (1, 2)
    long = np.zeros((LONGEST + 5, 2))
    long[0, 0] = long[-1, 1] = 3.0
    long[2, 1] = 1.0
    assert span(long) == (0, 2)


def test_what_is_kept_of_earlier_turns_is_asked_about_again() -> None:
    """A head that looks at the candidates' code alone: the turn whose code is large is the cause."""
    width = 3 * 1 + 2 * 3 + 12 + 6
    weight = np.zeros((2, width), np.float32)
    weight[1, 1] = 1.0
    trained = Head(((weight, np.zeros(2, np.float32)),), LABELS, 1.0, {})
    kept = [Trace(0, "my goat left", (2.0,), form("x")), Trace(2, "so sad", (-2.0,), form("y"))]
    found = chances(np.zeros(1, np.float32), kept, np.zeros(6, np.float32), trained)
    assert found.tolist() == pytest.approx([1 / (1 + np.exp(-2)), 1 / (1 + np.exp(2))], rel=1e-5)


def test_a_cause_told_in_the_turn_itself_is_found_in_its_words() -> None:
    found, traces = heard(talk("I am so happy! My sister is coming to visit me tomorrow!"), feels("joyful"))
    assert found.turn == 0
    assert "my sister is coming" in found.words.lower()
    assert 0 < found.probability <= 1
    assert [trace.words for trace in traces.kept] == [found.words]


def test_an_earlier_turn_is_found_when_the_last_says_little() -> None:
    told = "My boyfriend broke up with me after five years and I found out he was cheating."
    first, traces = heard(talk(told), feels("devastated"))
    found, _ = heard(talk(told, "How awful.", "yeah"), feels("devastated"), traces)
    assert (found.turn, found.words) == (0, first.words)
    assert found.probability < first.probability


def test_where_no_feeling_stands_out_there_is_no_cause_and_the_turns_kept_are_few() -> None:
    flat = EmotionState("empathetic-32", "sad", (1 / 32,) * 32, 3.0)
    lines, traces = ["My goat won the prize!", "Sure."] * (KEPT + 2), Traces()
    for end in range(1, len(lines), 2):
        found, traces = heard(talk(*lines[:end]), flat, traces)
        assert found == Cause()
    assert [trace.turn for trace in traces.kept] == [2 * n for n in range(2, KEPT + 2)]


def test_both_parts_are_stored_and_read_back() -> None:
    traces = Traces((Trace(2, "it broke", (0.5, -1.25), (1.0, 0.0, 1.0)),))
    for item in (Cause(2, "it broke", 0.75), Cause(), traces):
        assert decode(*encode(item)) == item
    assert Cause(2, "it broke", 0.75).explain() == "turn 3: it broke (0.75)"
    assert (Cause().explain(), Traces().explain(), traces.explain()) == ("-", "-", "turn 3: it broke")


@pytest.mark.parametrize("text", ["", "?!", "😀", "word " * 3000, "x" * 5000])
def test_odd_texts_are_read(text: str) -> None:
    found, traces = heard(talk(text), feels("sad"))
    assert traces.kept[0].words in text
    assert len(traces.kept[0].words) <= 1500
    assert found.turn in (None, 0)


def test_without_vectors_it_says_what_it_needs() -> None:
    with pytest.raises(SkillError, match="vectors and token states"):
        cause()(TurnView(talk("Hi"), None, NOON, random.Random(0)))


def test_it_costs_little_beside_the_encoder() -> None:
    conversation = talk(*["I lost my job last week and I feel terrible about it.", "I'm sorry."] * 4, "I can't sleep!")
    own = encoder()
    (vectors,) = own.encode([conversation])
    find: Any = cause(own)
    view = TurnView(conversation.knowing(feels("sad")), vectors, NOON, random.Random(0))
    for _ in range(4):
        view = view.knowing(*find(view).learnt)
    begun = time.process_time()
    for _ in range(100):
        find(view)
    assert (time.process_time() - begun) / 100 < 0.0015
