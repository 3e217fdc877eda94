import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.dialog import Conversation, EmotionState, Turn, TurnView
from bot.testing.scripted import NOON
from skills.care.state import CareState
from skills.intent import NAMES, Acts, acts
from skills.labels import EMOTIONS
from skills.mode import BARS, HARD, LEAVES, STILL_GLAD, Mode, follow, gladness, mode

NONE = Acts(frozenset())
TROUBLE, JOY, CHAT = Mode("support", 2), Mode("celebrate", 2), Mode("chat", 2)


def feeling(**shares: float) -> EmotionState:
    """The shares given; what is left goes to all the others alike."""
    rest = (1 - sum(shares.values())) / (len(EMOTIONS) - len(shares))
    return EmotionState("empathetic-32", max(shares, key=lambda name: shares[name]), tuple(
        shares.get(name, rest) for name in EMOTIONS
    ), 3.0)  # fmt: skip


GLAD, SAD, DIM = feeling(joyful=0.5, excited=0.4), feeling(sad=0.6), feeling(joyful=0.1)


def names(*said: str, emotion: EmotionState | None = None) -> list[str]:
    found: Mode | None = None
    path: list[str] = []
    for line in said:
        found = follow(found, acts(line), emotion)
        path.append(found.name)
    return path


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("I got the job!", "celebrate"),
        ("she said yes!!", "celebrate"),
        ("I lost my job", "support"),
        ("I got the job but I'm terrified", "support"),
        ("my ex got engaged", "support"),
        ("hi", "chat"),
        ("hey, how are you?", "chat"),
        ("I had pasta for dinner", "chat"),
        ("tell me a joke", "chat"),
        ("I had dinner alone again", "support"),
        ("what's the point of anything", "support"),
        ("idk", "support"),
        ("I just need to vent", "listen"),
        ("what should I do?", "support"),
        ("it's not easy", "support"),
    ],
)
def test_the_first_words_set_the_mode(line: str, name: str) -> None:
    assert follow(None, acts(line), None).name == name


@pytest.mark.parametrize(
    ("said", "path"),
    [
        (("I got the job!", "yes", "but I'm scared I'll fail", "still, I did it!"),
         "celebrate celebrate support celebrate"),
        (("my dad died", "hi", "tell me a joke", "what time is it?"), "support support chat chat"),
        (("my dad died", "he liked fishing", "what's the capital of France?"), "support support support"),
        (("hi", "I like cooking", "I cry every night"), "chat chat support"),
        (("hi", "my cat is orange", "ok"), "chat chat chat"),
        (("just listen please", "my boss yelled at me", "I got a raise!", "ok", "he yelled again"),
         "listen listen celebrate celebrate listen"),
        (("I don't want advice", "he left me", "what should I do?", "he left in May"), "listen listen support support"),
        (("I lost my job", "thanks", "ok", "..."), "support support support support"),
    ],
)  # fmt: skip
def test_a_talk_goes_from_mode_to_mode(said: tuple[str, ...], path: str) -> None:
    assert names(*said) == path.split()


def test_joy_needs_more_in_a_talk_of_troubles_than_elsewhere() -> None:
    some = feeling(joyful=BARS["first"][1], sad=0.1)
    assert follow(None, NONE, some).name == "celebrate"
    assert follow(TROUBLE, NONE, some).name == "support"
    assert follow(TROUBLE, NONE, GLAD).name == "celebrate"
    assert follow(JOY, NONE, some).name == "celebrate"


def test_a_word_of_joy_lets_less_of_it_do() -> None:
    some = feeling(joyful=0.5, sad=0.3)
    assert BARS["first"][0] < gladness(some) < BARS["first"][1]
    assert follow(None, acts("we had a lovely day"), some).name == "celebrate"
    assert follow(None, acts("we had a day"), some).name == "support"


def test_one_word_does_not_end_joy_but_a_trouble_or_a_hard_feeling_does() -> None:
    assert follow(JOY, acts("yes"), SAD).name == "celebrate"
    assert follow(JOY, acts("it rained"), feeling(joyful=STILL_GLAD, sad=HARD - 0.1)).name == "celebrate"
    assert follow(JOY, acts("then my mother called"), SAD).name == "support"
    assert follow(JOY, acts("but I'm lonely there"), GLAD).name == "support"


def test_gladness_beside_a_trouble_is_noted_as_long_as_the_trouble_lasts() -> None:
    mixed = follow(None, acts("I got the job but I'm terrified"), None)
    assert (mixed.name, mixed.glad) == ("support", True)
    assert follow(mixed, acts("everyone there is so clever"), DIM).glad
    assert follow(JOY, acts("but I'm lonely"), SAD).glad
    assert not follow(TROUBLE, acts("I'm lonely"), SAD).glad
    assert not follow(mixed, acts("I got a raise too!"), GLAD).glad


def test_after_danger_only_plain_joy_is_celebrated() -> None:
    assert follow(TROUBLE, NONE, GLAD, solemn=True).name == "support"
    assert follow(TROUBLE, NONE, DIM, solemn=True, cue=True).name == "support"
    assert follow(JOY, NONE, GLAD, solemn=True).name == "support"
    assert follow(TROUBLE, acts("I passed my exam!"), GLAD, solemn=True).name == "celebrate"
    assert follow(TROUBLE, acts("I passed, but I'm scared"), GLAD, solemn=True).name == "support"


def test_words_like_a_celebrated_line_are_joy() -> None:
    assert follow(None, NONE, DIM, cue=True).celebrates
    assert not follow(None, acts("but I'm worried"), DIM, cue=True).celebrates


def test_a_chat_is_left_for_a_hard_feeling_and_reached_by_small_talk_in_a_row() -> None:
    assert follow(CHAT, acts("my brother moved away"), SAD).name == "support"
    assert names("I lost my job", *["tell me a joke"] * LEAVES)[-2:] == ["support", "chat"]


def test_the_skill_knows_the_talk_and_its_danger() -> None:
    talk = Conversation("t:1::me", (Turn("user", "we had a lovely day", NOON),)).knowing(GLAD, NONE)
    view = TurnView(talk, None, NOON, random.Random(0))
    assert mode()(view).learnt == (Mode("celebrate", opening=True),)
    assert mode()(view.knowing(TROUBLE, CareState(level=1, kind="suicide"))).learnt == (Mode("support", 3),)
    assert mode()(view.knowing(CareState(minor=True))).learnt == (Mode("celebrate", opening=True),)


def test_a_greeting_leaves_a_talk_as_open_as_before() -> None:
    some, told = feeling(joyful=0.5, sad=0.1), acts("my brother got into med school")
    assert BARS["first"][1] < gladness(some) < BARS["chat"][1]
    for first in ("hi", "hey, guess what"):
        assert follow(follow(None, acts(first), None), told, some).celebrates
    assert not follow(follow(None, acts("my brother moved away"), None), told, some).celebrates
    assert not follow(follow(None, acts("hi"), SAD), told, some).celebrates


def test_turns_of_the_opening_are_not_counted() -> None:
    opened = follow(None, acts("hey, guess what"), None)
    told = follow(opened, acts("my dog is ill"), None)
    assert (opened.turns, told.turns, follow(told, acts("he won't eat"), None).turns) == (1, 1, 2)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (("it was a beautiful day, the sea was so calm",), "celebrate"),
        (("we scattered dad's ashes yesterday", "it was a beautiful day, the sea was so calm"), "support"),
        (("my gran died in march", "I got the job!"), "celebrate"),
        (("my phone died", "it was a beautiful day, the sea was so calm"), "celebrate"),
        (("my gran died", *["ok"] * 8, "it was a beautiful day, the sea was so calm"), "support"),
        (("my gran died", *["ok"] * 9, "it was a beautiful day, the sea was so calm"), "celebrate"),
        (("my phone is dead tired, ha", "it was a beautiful day, the sea was so calm"), "celebrate"),
    ],
)
def test_a_fine_day_is_no_joy_where_somebody_is_mourned(said: tuple[str, ...], name: str) -> None:
    talk = Conversation("t:1::me", tuple(Turn("user", line, NOON) for line in said))
    talk = talk.knowing(acts(said[-1])).knowing(GLAD)
    (found,) = mode()(TurnView(talk, None, NOON, random.Random(0))).learnt
    assert isinstance(found, Mode)
    assert found.name == name


states = st.builds(Mode, st.sampled_from(["support", "celebrate", "chat", "listen"]), st.integers(1, 9), st.booleans())
acted = st.builds(Acts, st.frozensets(st.sampled_from(sorted(NAMES)), max_size=6))
felt = st.sampled_from([None, GLAD, SAD, DIM, EmotionState("other", "x", (1.0,), 3.0)])


@given(st.one_of(st.none(), states), acted, felt, st.booleans(), st.booleans())
def test_trouble_and_danger_are_never_celebrated(
    before: Mode | None, found: Acts, emotion: EmotionState | None, solemn: bool, cue: bool
) -> None:
    after = follow(before, found, emotion, solemn=solemn, cue=cue)
    assert follow(before, found, emotion, solemn=solemn, cue=cue) == after
    if not found.names.isdisjoint({"worry", "mixed", "only_listen", "complaint"}):
        assert not after.celebrates
    if "only_listen" in found and "asks_advice" not in found:
        assert after.name == "listen"
    if "asks_advice" in found:
        assert not after.listening


@given(st.lists(acted, min_size=2, max_size=8))
def test_turns_count_as_long_as_a_mode_lasts(talk: list[Acts]) -> None:
    path: list[Mode] = []
    for found in talk:
        path.append(follow(path[-1] if path else None, found, None))
    assert path[0].turns == 1
    assert all(b.turns == (a.turns + 1 if a.name == b.name and not a.opening else 1) for a, b in pairwise(path))
