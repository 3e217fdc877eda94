import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.dialog import STRATEGIES, Conversation, SkillResult, Turn, TurnView
from bot.engine import Engine
from bot.fallback import SAFE_REPLIES
from bot.testing.scripted import NOON
from skills import retrieve as module
from skills.bank_index import Sought
from skills.compose import JOINS, LONG, Composed, Composer, weights
from skills.intent import Acts, acts
from skills.mode import Mode
from skills.moves import ModeName, Move
from skills.situation import Heard, Situation, UsedMoves, mood, read
from tests.skills.scene import Scene
from tests.skills.talking import engine, talk

Make = Callable[..., Move]
NEW = Conversation("t:1::me")


def small(encoder: Any, *moves: Move) -> Composer:
    return Composer(moves, Scene(encoder, *moves).ranking)


def bot_of(composer: Composer, encoder: Any, **parts: Any) -> Engine:
    """A bot over one small bank; `compose` itself, without the index file."""

    def propose(turn: TurnView) -> SkillResult:
        assert turn.vectors is not None
        fits = composer.ranking.index.fits([Sought(turn.vectors, 0.6)])[0]
        now = read(turn, mood(turn))
        topics = composer.ranking.topics(fits, Heard())
        found = composer.compose(
            composer.ranking.scores(now, fits, topics, 1), composer.ranking.said(fits, now, 1), now, turn.rng
        )
        used = turn.get(UsedMoves) or UsedMoves()
        replies = tuple(module._reply(item, now, used, 1.0 - place / 10) for place, item in enumerate(found))
        return SkillResult((), replies)

    return engine(propose, encoder, **parts)


def test_a_question_follows_a_reaction_to_the_same_topic(make: Make, word_encoder: Any) -> None:
    composer = small(
        word_encoder,
        make("reflect.keys.01", "A door stayed shut on you.", "lost my keys again somewhere today"),
        make("ask.keys.02", "Where did you see them last?", "lost my keys again somewhere today"),
        make("ask.rain.03", "Was it raining hard?", "rain came in"),
    )
    texts = {
        bot_of(composer, word_encoder, seed=seed).step(NEW, "lost my keys again somewhere today", NOON).reply.text
        for seed in range(8)
    }
    assert "A door stayed shut on you. Where did you see them last?" in texts
    assert not any("raining" in text for text in texts)


def test_two_moves_of_a_reply_do_not_begin_alike(make: Make, word_encoder: Any) -> None:
    composer = small(
        word_encoder,
        make("reflect.a.01", "What a blow."),
        make("ask.b.02", "What happened?"),
        make("ask.c.03", "When?"),
    )
    texts = {
        bot_of(composer, word_encoder, seed=seed).step(NEW, "hm it hurts such a lot today", NOON).reply.text
        for seed in range(8)
    }
    assert "What a blow. When?" in texts
    assert "What a blow. What happened?" not in texts


def test_a_small_bank_falls_silent_when_it_is_used_up(make: Make, word_encoder: Any) -> None:
    bot = bot_of(small(word_encoder, make("ask.a.01", "What happened?")), word_encoder)
    replies, _ = talk(bot, ["it rained", "it rained", "it rained"])
    assert [reply.text for reply in replies] == ["What happened?", *(reply.text for reply in SAFE_REPLIES[:2])]


def test_a_few_words_are_answered_in_few_unless_they_tell_something(make: Make, word_encoder: Any) -> None:
    composer = small(word_encoder, make("reflect.a.01", "What a blow."), make("ask.b.02", "When?"))
    brief = [
        composer._brief(a_situation(line, user_turns=3), composer.moves[1]) for line in ("blue", "my dog died today")
    ]
    assert brief == [True, False]


def a_situation(line: str, **changes: Any) -> Situation:
    talk = NEW.add(Turn("user", line, NOON)).knowing(acts(line))
    view = TurnView(talk, None, NOON, random.Random(0))
    return replace(read(view, mood(view)), **changes)


EQUAL = dict.fromkeys(STRATEGIES, 0.5)


def test_a_strategy_whose_best_move_fits_poorly_is_seldom_drawn() -> None:
    found = weights(a_situation("I lost my job"), {"Question": 0.9, "Affirmation and Reassurance": -3.0})
    assert found["Affirmation and Reassurance"] < 1e-9 * found["Question"]


def test_after_two_questions_none_is_drawn() -> None:
    now = a_situation("I lost my job", bot_lines=("When?", "How?"), user_turns=3)
    assert "Question" not in weights(now, EQUAL)
    assert "Question" in weights(replace(now, bot_lines=("When?", "Oh.")), EQUAL)


def test_unasked_no_suggestion_is_drawn_and_asked_for_it_comes_first() -> None:
    drawn = weights(a_situation("I lost my job"), EQUAL)
    assert not {"Providing Suggestions", "Information"}.intersection(drawn)
    asked = weights(a_situation("what should I do?", user_turns=2), EQUAL)
    assert max(asked, key=lambda name: asked[name]) == "Providing Suggestions"


def test_a_judge_turns_the_choice(make: Make, word_encoder: Any) -> None:
    composer = small(word_encoder, make("ask.a.01", "What happened?"), make("acknowledge.b.02", "It hurts, that."))
    now = a_situation("it hurts", user_turns=3)
    (vectors,) = word_encoder.encode([NEW.add(Turn("user", "it hurts", NOON))])
    fits = composer.ranking.index.fits([Sought(vectors, 0.6)])[0]
    scores = composer.ranking.scores(now, fits, composer.ranking.topics(fits, Heard()), 1)
    for wanted in ("ask.a.01", "acknowledge.b.02"):

        def judge(drafts: Sequence[Composed], wanted: str = wanted) -> list[float]:
            return [50.0 * (draft.moves[0].id == wanted) for draft in drafts]

        assert composer.compose(scores, scores, now, random.Random(0), judge)[0].moves[0].id == wanted


def texts_of(composer: Composer, encoder: Any, line: str, *, seeds: int = 10) -> set[str]:
    return {bot_of(composer, encoder, seed=seed).step(NEW, line, NOON).reply.text for seed in range(seeds)}


def test_a_long_turn_is_met_by_a_second_reaction_and_a_short_one_is_not(make: Make, word_encoder: Any) -> None:
    composer = small(word_encoder, make("reflect.a.01", "What a blow."), make("normalise.b.02", "Many find it so."))
    long = " ".join(["it hurts so much and on it goes"] * (LONG // 8 + 1))
    assert "What a blow. Many find it so." in texts_of(composer, word_encoder, long)
    assert texts_of(composer, word_encoder, "it hurts so much") == {"What a blow.", "Many find it so."}


def test_moves_stand_only_beside_moves_they_may_join(make: Make, word_encoder: Any) -> None:
    composer = small(word_encoder, make("celebrate.a.01", "Well done."), make("offer.b.02", "Some walk."))
    assert ("celebrate", "offer") not in JOINS
    assert not any("Well done. Some walk." in text for text in texts_of(composer, word_encoder, "what should I do?"))


def test_a_direct_question_is_answered_before_anything_else(make: Make, word_encoder: Any) -> None:
    composer = small(
        word_encoder,
        make("acknowledge.opinion.01", "I can't judge that.", act=("question.opinion",)),
        make("reflect.keys.02", "A shut door.", "lost my keys what do you think"),
        make("ask.keys.03", "Where did you see them last?", "lost my keys what do you think"),
    )
    now = a_situation("lost my keys", acts=Acts(frozenset({"question", "question.opinion"})))
    (vectors,) = word_encoder.encode([NEW.add(Turn("user", "lost my keys what do you think", NOON))])
    fits = composer.ranking.index.fits([Sought(vectors, 0.6)])[0]
    scores = composer.ranking.scores(now, fits, composer.ranking.topics(fits, Heard()), 1)
    (found,) = composer.compose(scores, composer.ranking.said(fits, now, 1), now, random.Random(0))
    assert [move.id for move in found.moves] == ["acknowledge.opinion.01", "ask.keys.03"]


@pytest.mark.parametrize(
    ("text", "mode", "moves"),
    [
        ("how will I ever get all of this work done", "support", ["acknowledge.unknown.01", "ask.open.02"]),
        ("how will I ever get all of this work done", "listen", ["acknowledge.unknown.01"]),
        ("why no answer", "support", ["acknowledge.unknown.01"]),
    ],
)
def test_a_bare_i_dont_know_is_no_answer_to_somebody_who_told_something(
    make: Make, word_encoder: Any, text: str, mode: ModeName, moves: list[str]
) -> None:
    composer = small(
        word_encoder,
        make("acknowledge.unknown.01", "I don't know.", act=("question.other",)),
        make("ask.open.02", "What would help?"),
    )
    now = a_situation(text, acts=Acts(frozenset({"question", "question.other"})), mode=Mode(mode))
    (vectors,) = word_encoder.encode([NEW.add(Turn("user", text, NOON))])
    fits = composer.ranking.index.fits([Sought(vectors, 0.6)])[0]
    scores = composer.ranking.scores(now, fits, composer.ranking.topics(fits, Heard()), 1)
    (found,) = composer.compose(scores, composer.ranking.said(fits, now, 1), now, random.Random(0))
    assert [move.id for move in found.moves] == moves


def test_who_only_wants_to_be_heard_is_asked_nothing(make: Make, word_encoder: Any) -> None:
    composer = small(word_encoder, make("reflect.a.01", "What a blow."), make("ask.b.02", "When was it?"))
    now = a_situation("it hurts", mode=Mode("listen"))
    (vectors,) = word_encoder.encode([NEW.add(Turn("user", "it hurts", NOON))])
    fits = composer.ranking.index.fits([Sought(vectors, 0.6)])[0]
    scores = composer.ranking.scores(now, fits, composer.ranking.topics(fits, Heard()), 1)
    for seed in range(20):
        found = composer.compose(scores, composer.ranking.said(fits, now, 1), now, random.Random(seed))
        assert [move.id for move in found[0].moves if move.move == "ask"] == []


def test_what_was_told_is_met_before_a_question_about_what_to_do(make: Make, word_encoder: Any) -> None:
    said = "they locked my house keys away today and i don't know what to do"
    composer = small(
        word_encoder,
        make("reflect.keys.01", "A door stayed shut on you.", said),
        make("ask.ataloss.01", "What has to be decided first?", act=("at_a_loss",)),
        make("ask.keys.02", "Where did you see them last?", said),
    )
    bot = bot_of(composer, word_encoder)
    assert bot.step(NEW, said, NOON).reply.text == "A door stayed shut on you. What has to be decided first?"
