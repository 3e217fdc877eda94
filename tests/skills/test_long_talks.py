"""Long talks: no line comes again soon, and none ends in the fallback."""

from __future__ import annotations

from datetime import timedelta
from itertools import cycle, islice

import pytest

from bot.build import build
from bot.config import read
from bot.dialog import Conversation, Reply
from bot.engine import Engine
from bot.fallback import SAFE_REPLIES
from bot.testing.scripted import NOON
from skills.retrieve import AGAIN

EVENINGS = (
    "I slept badly again last night.",
    "My sister called and we argued about mum's birthday.",
    "Work was all right, nothing special.",
    "I keep thinking about the exam next week.",
    "My back hurts from sitting all day.",
    "I finally cleaned the kitchen, and it felt good.",
    "I'm a bit lonely since Tom moved away.",
    "The neighbours were loud until two in the morning.",
    "I don't really know why I'm so sad today.",
    "We went for a walk by the river.",
    "My boss praised my report in front of everyone!",
    "I miss my grandmother a lot.",
    "I got angry at my brother and shouted at him.",
    "It's raining again.",
    "I made soup from what was left in the fridge.",
    "I feel like nobody at work notices me.",
    "My friend cancelled on me for the third time.",
    "I passed my driving test today!",
    "I've been crying a lot lately.",
    "Nothing much happened.",
    "I'm worried about money this month.",
    "The doctor said my blood is fine.",
    "I can't decide whether to move to the city.",
    "My dog ran around the garden like mad.",
    "I felt anxious on the bus this morning.",
    "I read half a book on Sunday.",
    "My mother keeps asking when I'll have children.",
    "I was ashamed of what I said at dinner.",
    "My daughter drew a picture of us.",
    "I'm so tired of pretending that I'm fine.",
    "We might go to the sea in August.",
    "My ex wrote to me out of the blue.",
    "I don't know what to say.",
    "The new colleague is kind.",
    "I keep comparing myself with others.",
    "I ate too much cake at the party.",
    "My father is in hospital since Monday.",
    "I dreamt of our old house.",
    "I'm proud that I went to the gym.",
    "My flatmate never washes up.",
    "I feel empty when I come home.",
    "I planted tomatoes on the balcony.",
    "They turned me down for the flat.",
    "I'm nervous about the interview tomorrow.",
    "My phone broke and I lost all my photos.",
    "I laughed for the first time in weeks.",
    "I'm angry that they didn't even apologise.",
    "I watched a film about whales.",
    "My best friend is getting married.",
    "I feel guilty for not visiting him more.",
    "I had coffee with an old friend.",
    "Sometimes I think I'm a bad father.",
    "I was stuck in traffic for an hour.",
    "My cat died last spring and I still look for her.",
    "I'm looking forward to the weekend.",
    "I couldn't say no to my boss again.",
    "I feel a little better than yesterday.",
    "The silence in the flat is hard.",
    "I tried painting again.",
    "I don't feel like talking much today.",
)
ONE_THING = ("I feel a bit sad today.", "I'm still sad.", "It's just a sad day.", "I don't know why I feel so sad.")
LITTLE = ("ok", "yes", "hm", "I don't know", "maybe", "not really", "fine", "no")
JOY = ("I passed my exam!", "I'm so happy today!", "We got engaged!", "It went really well!", "I got the job!")
GRIEF = ("My mum died.", "I miss her.", "The funeral was on Friday.", "I can't stop crying.", "Her chair is empty.")
ASKING = ("What do you think?", "Why do people leave?", "Is that normal?", "What should I do?", "Am I a bad person?")
TALKS = {"evenings": EVENINGS, "little": LITTLE, "joy": JOY, "grief": GRIEF, "asking": ASKING}
FEWEST = 0.05
"""Of a long talk's replies, the share that may be the fallback's."""


@pytest.fixture(scope="module")
def bot() -> Engine:
    return build(read("default"))


def held(bot: Engine, talks: dict[str, tuple[str, ...]], turns: int) -> dict[str, list[Reply]]:
    """What the bot says in each talk, the person's lines coming round and round."""
    open_talks = {name: Conversation(f"t:{name}::me") for name in talks}
    replies: dict[str, list[Reply]] = {name: [] for name in talks}
    lines = zip(*(islice(cycle(said), turns) for said in talks.values()), strict=True)
    for number, now_said in enumerate(lines):
        pairs = list(zip(open_talks.values(), now_said, strict=True))
        for name, step in zip(talks, bot.steps(pairs, NOON + number * timedelta(minutes=2)), strict=True):
            open_talks[name] = step.conversation
            replies[name].append(step.reply)
    return replies


def repeated(replies: list[Reply]) -> list[str]:
    """What was said again within AGAIN replies."""
    texts = [reply.text for reply in replies]
    return [text for place, text in enumerate(texts) if text in texts[max(0, place - AGAIN) : place]]


def fallbacks(replies: list[Reply]) -> float:
    return sum(reply in SAFE_REPLIES for reply in replies) / len(replies)


def test_a_talk_about_one_thing_goes_on(bot: Engine) -> None:
    """It has some fifty answers, and after them there must be others."""
    replies = held(bot, {"one thing": ONE_THING}, 64)["one thing"]
    assert repeated(replies) == []
    assert fallbacks(replies) < FEWEST


@pytest.mark.slow
@pytest.mark.parametrize(("kinds", "turns"), [(("evenings",), 400), (("little", "joy", "grief", "asking"), 150)])
def test_long_talks_of_every_kind_go_on(bot: Engine, kinds: tuple[str, ...], turns: int) -> None:
    replies = held(bot, {name: TALKS[name] for name in kinds}, turns)
    assert {name: again for name, said in replies.items() if (again := repeated(said))} == {}
    assert {name: share for name, said in replies.items() if (share := fallbacks(said)) >= FEWEST} == {}
