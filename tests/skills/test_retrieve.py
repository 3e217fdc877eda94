import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.dialog import STRATEGIES, Conversation, EmotionState, Reply, SkillResult, Turn, TurnView
from bot.engine import SAFE_REPLY, Engine
from bot.errors import ConfigError, SkillError
from bot.registry import Skill
from bot.testing import ScriptedSkill
from bot.testing.scripted import NOON
from skills import retrieve as module
from skills.bank_index import encode, over
from skills.cause import Cause, cause
from skills.intent import acts, intent
from skills.labels import EMOTIONS, POSITIVE
from skills.moves import Move, load
from skills.ranking import Ranking
from skills.retrieve import Composer, last_words_share, retrieve, strategies
from skills.situation import Situation, UsedMoves, hear, read
from skills.stage import stage
from skills.strategy import strategy

Make = Callable[..., Move]
NEW = Conversation("t:1::me")


def mood(name: str) -> ScriptedSkill:
    even = tuple(float(label == name) for label in EMOTIONS)
    return ScriptedSkill(learnt=(EmotionState("empathetic_dialogues", name, even, 3.0),))


def engine(skill: Skill, encoder: Any, feeling: str = "sad", seed: int = 0) -> Engine:
    """A bot that reads acts, causes, a fixed mood and the stage, and answers with `skill`."""
    read_first = (("intent", intent()), ("mood", mood(feeling)), ("cause", cause()))
    planned = (("stage", stage(weights="free")), ("strategy", strategy(weights="free")), ("retrieve", skill))
    return Engine((*read_first, *planned), None, encoder, seed=seed)


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory, word_encoder: Any) -> Iterator[Skill]:
    """The shipped bank, matched by words."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setattr(module, "shared_text_encoder", lambda adapter: word_encoder)
        yield retrieve()


def talk(bot: Engine, lines: list[str]) -> tuple[list[Reply], Conversation]:
    conversation, replies = NEW, []
    for line in lines:
        step = bot.step(conversation, line, NOON)
        conversation = step.conversation
        replies.append(step.reply)
    return replies, conversation


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
@settings(max_examples=40, deadline=None)
def test_whatever_is_said_the_rules_of_care_hold(
    ours: Skill, word_encoder: Any, lines: list[str], feeling: str
) -> None:
    replies, conversation = talk(engine(ours, word_encoder, feeling), lines)
    ids = (conversation.state.get(UsedMoves) or UsedMoves()).ids
    texts = [reply.text for reply in replies]
    assert len(ids) == len(set(ids)), "a move was said twice"
    assert all(text.count("?") <= 1 for text in texts), "two questions at once"
    three = zip(texts, texts[1:], texts[2:], strict=False)
    asking = [run for run in three if all("?" in text for text in run) and SAFE_REPLY.text not in run]
    assert not asking, "three questions in a row"
    assert not any("{" in text for text in texts), "an unfilled blank"
    glad = feeling in POSITIVE or GOOD_NEWS in lines
    assert glad or not CELEBRATE.intersection(ids), "joy where there is none"


@given(LINES, FEELINGS)
@settings(max_examples=40, deadline=None)
def test_nothing_is_suggested_before_its_time(ours: Skill, word_encoder: Any, lines: list[str], feeling: str) -> None:
    replies, _ = talk(engine(ours, word_encoder, feeling), lines)
    given = [offered(reply) for reply in replies]
    for place in (place for place, was in enumerate(given) if was):
        said = lines[: place + 1]
        words = sum(len(line.split()) for line in said)
        assert feeling not in POSITIVE
        assert said[-1] in ASKING or (len(said) >= 3 and words >= 25)
        rest = [at for at in range(max(0, place - 3), place + 1) if lines[at] in REFUSING]
        assert not any(any(given[max(0, at - 2) : at]) for at in rest), "a refusal was passed over"
        wishes = [line for line in said if line in (*LISTEN_ONLY, *ASKING)]
        assert not wishes or wishes[-1] in ASKING, "advice was not wanted"


@given(LINES, st.integers(0, 5))
@settings(max_examples=10, deadline=None)
def test_the_same_seed_gives_the_same_talk(ours: Skill, word_encoder: Any, lines: list[str], seed: int) -> None:
    first, _ = talk(engine(ours, word_encoder, seed=seed), lines)
    again, _ = talk(engine(ours, word_encoder, seed=seed), lines)
    assert [reply.text for reply in first] == [reply.text for reply in again]


def test_other_seeds_give_other_talks(ours: Skill, word_encoder: Any) -> None:
    lines = ["such a long strange day", "somehow nothing sits right", "and tomorrow again"]
    talks = {tuple(reply.text for reply in talk(engine(ours, word_encoder, seed=seed), lines)[0]) for seed in range(6)}
    assert len(talks) > 1


@pytest.mark.parametrize(
    ("line", "topics"),
    [
        ("hi", {"greeting"}),
        ("I just need to vent", {"listen"}),
        ("estoy muy triste", {"foreign"}),
        (":(", {"wordless"}),
        ("I have to go now", {"bye"}),
        ("idk", {"short"}),
    ],
)
def test_an_act_leads_to_moves_of_its_own(ours: Skill, word_encoder: Any, line: str, topics: set[str]) -> None:
    _, conversation = talk(engine(ours, word_encoder), [line])
    used = (conversation.state.get(UsedMoves) or UsedMoves()).ids
    assert {OURS[name].topic for name in used} == topics


def test_a_complaint_is_answered_by_a_repair(ours: Skill, word_encoder: Any) -> None:
    _, conversation = talk(engine(ours, word_encoder), ["I lost my job", "you're not listening"])
    used = conversation.state.get(UsedMoves)
    assert used is not None
    assert OURS[used.ids[-1]].move == "repair"


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
    assert "refused" in {OURS[name].topic for name in used.ids[-2:]}
    assert not offered(replies[-1])


def test_without_vectors_the_skill_says_what_it_lacks(ours: Skill) -> None:
    view = TurnView(NEW, None, NOON, random.Random(0))
    with pytest.raises(SkillError, match="vectors"):
        ours(view)


def test_a_bare_yes_says_less_alone_than_a_request_and_that_less_than_telling() -> None:
    agreed, asked, told = (last_words_share(acts(line)) for line in ("yes", "what should I do?", "I lost my job"))
    assert 0 <= agreed < asked < told <= 1


def small(encoder: Any, *moves: Move) -> Composer:
    return Composer(moves, Ranking(moves, over(moves, *encode(moves, encoder))))


def bot_of(composer: Composer, encoder: Any, **parts: Any) -> Engine:
    """A bot over one small bank; `compose` itself, without the index file."""

    def propose(turn: TurnView) -> SkillResult:
        assert turn.vectors is not None
        fits = composer.ranking.index.fits(turn.vectors, 0.6)
        heard = hear(turn, ())
        now = read(turn, heard)
        topics = composer.ranking.topics(fits, heard)
        found = composer.compose(
            composer.ranking.scores(now, fits, topics, 1), composer.ranking.said(fits, now, 1), now, turn.rng
        )
        used = (turn.get(UsedMoves) or UsedMoves()).ids
        replies = tuple(module._reply(item, now, used, 1.0 - place / 10) for place, item in enumerate(found))
        return SkillResult((), replies)

    return engine(propose, encoder, **parts)


def test_a_question_follows_a_reaction_to_the_same_topic(make: Make, word_encoder: Any) -> None:
    composer = small(
        word_encoder,
        make("reflect.keys.01", "A door stayed shut on you.", "lost my keys"),
        make("ask.keys.02", "Where did you see them last?", "lost my keys"),
        make("ask.rain.03", "Was it raining hard?", "rain came in"),
    )
    texts = {bot_of(composer, word_encoder, seed=seed).step(NEW, "lost my keys", NOON).reply.text for seed in range(8)}
    assert "A door stayed shut on you. Where did you see them last?" in texts
    assert not any("raining" in text for text in texts)


def test_two_moves_of_a_reply_do_not_begin_alike(make: Make, word_encoder: Any) -> None:
    composer = small(
        word_encoder,
        make("reflect.a.01", "What a blow."),
        make("ask.b.02", "What happened?"),
        make("ask.c.03", "When?"),
    )
    texts = {bot_of(composer, word_encoder, seed=seed).step(NEW, "hm it hurts", NOON).reply.text for seed in range(8)}
    assert "What a blow. When?" in texts
    assert "What a blow. What happened?" not in texts


def test_the_blank_is_filled_with_what_happened(make: Make, word_encoder: Any) -> None:
    composer = small(word_encoder, make("restate.a.01", "So {cause}, and it stings."))
    step = bot_of(composer, word_encoder).step(NEW, "my boss yelled at me", NOON)
    assert step.reply.text == "So your boss yelled at you, and it stings."
    assert step.conversation.state.get(Cause) == Cause("your boss yelled at you")
    assert bot_of(composer, word_encoder).step(NEW, "nothing much happened", NOON).reply == SAFE_REPLY


def test_a_small_bank_falls_silent_when_it_is_used_up(make: Make, word_encoder: Any) -> None:
    bot = bot_of(small(word_encoder, make("ask.a.01", "What happened?")), word_encoder)
    replies, _ = talk(bot, ["it rained", "it rained", "it rained"])
    assert [reply.text for reply in replies] == ["What happened?", SAFE_REPLY.text, SAFE_REPLY.text]


def a_situation(line: str, **changes: Any) -> Situation:
    talk = NEW.add(Turn("user", line, NOON)).knowing(acts(line))
    view = TurnView(talk, None, NOON, random.Random(0))
    return replace(read(view, hear(view, ())), **changes)


EQUAL = dict.fromkeys(STRATEGIES, 0.5)


def drawn_first(now: Situation, fits: dict[str, float]) -> set[str]:
    return {strategies(now, fits, random.Random(seed))[0] for seed in range(200)}


def test_a_strategy_whose_best_move_fits_poorly_is_seldom_drawn() -> None:
    fits = {"Question": 0.9, "Affirmation and Reassurance": -3.0}
    assert drawn_first(a_situation("I lost my job"), fits) == {"Question"}


def test_after_two_questions_none_is_drawn() -> None:
    now = a_situation("I lost my job", bot_lines=("When?", "How?"), user_turns=3)
    assert "Question" not in strategies(now, EQUAL, random.Random(0))
    assert "Question" in drawn_first(replace(now, bot_lines=("When?", "Oh.")), EQUAL)


def test_unasked_no_suggestion_is_drawn() -> None:
    drawn = strategies(a_situation("I lost my job"), EQUAL, random.Random(0))
    assert not {"Providing Suggestions", "Information"}.intersection(drawn)


def test_an_unknown_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no bank here"):
        retrieve(bank=str(tmp_path))
