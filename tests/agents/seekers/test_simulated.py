"""A simulated seeker: what helps and hurts, what is told when, and that talks end without saying a thing twice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.seekers.cards import Card, cards, find
from agents.seekers.parts import CardPart
from agents.seekers.signs import HURTS, PHRASES, SORE, appraise
from agents.seekers.simulated import EASED, STEP, State, answer, begin, stars, survey
from bot.dialog import STRATEGIES

TERSE, HOSTILE, ADVISED, GLAD = (find(name) for name in ("ward-closing", "borrowed-drill", "forklift", "clear-scan"))


def talk(card: Card, *replies: tuple[str, str | None], seed: int = 7) -> Iterator[State]:
    state = begin(card, seed)
    for text, strategy in replies:
        state = answer(state, text, strategy)
        yield state


def last(card: Card, *replies: tuple[str, str | None]) -> State:
    return list(talk(card, *replies))[-1]


def test_a_fact_is_told_when_it_is_asked_about_and_else_in_its_turn() -> None:
    asked = last(TERSE, ("Is Bradford a long commute for you?", "Question"))
    assert asked.told == (3,)
    assert TERSE.facts[3].text in asked.words
    turn = last(TERSE, ("I see.", "Others"))
    assert turn.words == TERSE.facts[0].text


def test_what_helps_eases_and_what_hurts_is_resisted() -> None:
    helped = last(TERSE, ("What will happen with your ward in January?", "Question"))
    assert helped.before[-1].helped == ("Question", "own words", "brevity")
    assert helped.intensity == TERSE.intensity - STEP
    assert any(helped.words.startswith(text) for text in TERSE.eases)
    hurt = last(TERSE, ("Have you tried looking at the bright side of your ward?", None))
    assert hurt.before[-1].hurt == ("early advice", "cheerfulness")
    assert hurt.before[-1].helped == ()
    assert hurt.intensity == TERSE.intensity + STEP
    assert hurt.words in TERSE.resists
    assert hurt.told == ()


def test_advice_is_early_before_half_of_the_facts_and_no_longer_after() -> None:
    telling = [("I see.", "Others")] * 3
    advice = ("You could ask for the list of posts.", "Providing Suggestions")
    assert last(TERSE, advice).before[-1].hurt == ("early advice",)
    assert last(TERSE, *telling, advice).before[-1].hurt == ()


def test_who_wants_advice_is_hurt_by_getting_none() -> None:
    states = list(talk(ADVISED, *[("How do your knees feel, and who knows?", "Question")] * 3))
    assert [state.before[-1].hurt for state in states] == [(), (), ("no advice", "questions")]
    assert states[-1].words in ADVISED.resists
    helped = last(ADVISED, ("Ask your boss for a month of mornings in the office.", "Providing Suggestions"))
    assert helped.before[-1].helped == ("Providing Suggestions", "brevity")


def test_who_is_closed_puts_off_and_opens_to_what_helps() -> None:
    closed = last(HOSTILE, ("Mm.", "Others"))
    assert closed.words in HOSTILE.evades
    opened = last(HOSTILE, ("He owes you money, and waves from a new car.", "Restatement or Paraphrasing"))
    assert opened.told == (0,)
    assert opened.trust > closed.trust


def test_who_is_hurt_again_and_again_leaves_no_better() -> None:
    states = list(talk(TERSE, *[("Cheer up!", None)] * 3))
    assert [state.over for state in states] == [False, False, True]
    assert states[-1].words == TERSE.no_better
    assert survey(states[-1]).improvement == -1
    with pytest.raises(ValueError, match="the seeker ward-closing has closed this talk"):
        answer(states[-1], "Wait.")


def test_who_was_helped_closes_better_and_says_so_in_the_survey() -> None:
    states = list(talk(TERSE, *[("What about the ward?", "Question")] * 7))
    assert states[-1].over
    assert states[-1].words == TERSE.better
    assert states[-1].intensity <= TERSE.intensity - EASED
    found = survey(states[-1])
    assert found.initial_intensity == TERSE.intensity
    assert found.improvement is not None
    assert found.improvement > 0
    assert found.empathy == 5
    assert stars(states[-1].before[-2:]) == 5


def test_good_news_is_kept_up_by_what_helps_and_spoilt_by_what_hurts() -> None:
    helped = last(GLAD, ("How long did you wait for a clear scan?", "Question"))
    assert helped.intensity == GLAD.intensity + STEP
    assert helped.better
    spoilt = last(GLAD, ("You should still see that doctor.", "Providing Suggestions"))
    assert spoilt.intensity == GLAD.intensity - STEP
    assert not spoilt.better


def test_words_of_every_kind_are_noticed_and_only_as_whole_words() -> None:
    for kind, phrases in PHRASES.items():
        card = next((card for card in cards() if kind in card.hurts), None)
        assert card is not None, f"nobody minds {kind}"
        read = appraise(card, f"Well, {phrases[0]}, perhaps.", None, told=range(5), last="", before=())
        assert kind in read.hurt
    read = appraise(TERSE, "Smiley the cat.", None, told=(), last="", before=())
    assert "cheerfulness" not in read.hurt
    assert {*HURTS} == {*SORE, *PHRASES}


REPLIES = st.tuples(
    st.sampled_from([
        "What happened then?", "You carry that alone.", "Cheer up!", "Have you tried a walk?", "Mm.", "", "Who knows?",
        "That took courage, with the others looking on.", "one word " * 30,
    ]),
    st.sampled_from([None, *STRATEGIES]),
)  # fmt: skip


@given(card=st.sampled_from(cards()), seed=st.integers(0, 99), replies=st.lists(REPLIES, min_size=20, max_size=20))
def test_whatever_is_replied_a_talk_ends_and_nothing_is_said_twice(
    card: Card, seed: int, replies: list[tuple[str, str | None]]
) -> None:
    states = [begin(card, seed)]
    for text, strategy in replies:
        if states[-1].over:
            break
        states.append(answer(states[-1], text, strategy))
    words = [state.words for state in states]
    assert states[-1].over
    assert len(set(words)) == len(words)
    assert words[-1] in {card.better, card.no_better}
    assert all(1 <= state.intensity <= 5 for state in states)
    said = " ".join(words)
    assert all(said.count(fact.text) <= 1 for fact in card.facts)
    again = begin(card, seed)
    for text, strategy in replies[: len(states) - 1]:
        again = answer(again, text, strategy)
    assert again == states[-1]


def test_a_part_hears_messages_in_a_row_as_one_and_closes_at_its_limit() -> None:
    part = CardPart(TERSE, seed=7, most=3)
    part.hear("Hello, what brings you?", "Question")  # before the opening, which it doesn't change
    assert part.next() == TERSE.opening
    assert part.stars() == 3
    part.hear("Oh no.", "Others")
    part.hear("What happens with the ward?", "Question")
    assert part.stars() == 4
    part.next()
    assert part.state is not None
    assert part.state.before[-1].helped == ("Question", "own words", "brevity")
    part.hear("Mm.", "Others")
    assert part.next() == TERSE.no_better
    assert part.over
