"""A direct question to the bot, what it wants to know, and sentences that only look like one."""

import pytest

from skills.acts.questions import named
from skills.intent import NAMES, acts

ASKED = {
    "question.about_me.normal": [
        "is something wrong with me?",
        "is it normal to feel nothing after a funeral?",
        "Is this normal?",
        "am I weird?",
        "is it bad that I don't miss him?",
        "is it weird that I cried at work",
        "do other people feel like this?",
        "do you think it's normal?",
        "Is it normal that I'm relieved? My dad died on Sunday after a long illness and I feel light.",
        "I laughed at the funeral, is that normal?",
        "what's wrong with me?",
        "is there something wrong with me?",
        "does everyone go through this?",
        "am i crazy",
        "is it wrong to be angry at someone who died?",
        "is it too late for me to start over?",
        "So is it ok to feel jealous?",
    ],
    "question.about_me.judge": [
        "am i too much?",
        "what did I do wrong?",
        "do you think i caused this",
        "do you think I'm a bad person?",
        "am I wrong?",
        "is it my fault?",
        "Am I overreacting?",
        "am I a bad mother",
        "did I do something wrong?",
        "was I too harsh?",
        "do I deserve this?",
        "does that make me selfish?",
        "do you blame me?",
        "I yelled at my son and he cried all evening. Am I a terrible father?",
        "what do you think of me?",
        "honestly, do you think I'm stupid",
        "am i the problem",
        "did I overreact?",
        "What kind of mother am I?",
    ],
    "question.about_me.why": [
        "why did god take her",
        "what does it mean when he doesn't text back",
        "why did she do that?",
        "why does he treat me like this?",
        "Why did my dad leave?",
        "why am I like this?",
        "why do I feel so empty?",
        "why would he lie to me?",
        "how could she do this to me?",
        "does he still love me?",
        "why don't they call?",
        "why do I keep texting him?",
        "what did he mean?",
        "She just walked out. Why did she leave?",
        "why is my mother so cold?",
        "why can't I cry?",
        "why didn't he tell me",
    ],
    "question.about_me.future": [
        "am i going to fail",
        "will i be alone forever?",
        "will she come back?",
        "will it get better?",
        "does it ever get easier?",
        "will I ever be happy again?",
        "when will it stop hurting?",
        "am I going to be ok?",
        "do you think it will get better?",
        "will this ever end?",
        "how long will the pain last?",
        "is there any hope?",
        "will he come back? will I be ok?",
        "is it ever going to get easier?",
        "do you think he'll come back?",
        "will things ever be normal again",
        "am i ever going to feel like myself?",
        "does the pain go away?",
    ],
    "question.fact": [
        "what's the capital of France?",
        "what time is it?",
        "who is the president of Brazil",
        "what's 12 * 7?",
        "how far is the moon?",
        "what is the weather like tomorrow?",
        "who wrote Hamlet?",
        "how many countries are there",
        "what day is it today",
        "12 + 5 = ?",
        "who invented the telephone?",
        "how tall is the Eiffel tower?",
        "what does serendipity mean?",
        "when was the second world war?",
        "what's the meaning of the word ennui",
        "how do you spell necessary?",
    ],
    "question.memory": [
        "what was my dog called",
        "what did I say about my sister?",
        "do you remember my name?",
        "do you know my name?",
        "what's my name?",
        "do you remember what I told you?",
        "what did I just say?",
        "did you forget my name already?",
        "what do you know about me?",
        "have I told you about my brother?",
        "do you remember who left me?",
        "what have I told you so far?",
        "what was I saying?",
        "who is my boss?",
        "what were we talking about?",
        "Can you remember what I said about work?",
        "remember my sister?",
    ],
    "question.opinion": [
        "can therapy help?",
        "what do you think?",
        "What do you think about it?",
        "what's your opinion?",
        "do you agree?",
        "do you think she's lying?",
        "do you think my boss hates me?",
        "any thoughts?",
        "what do you make of that?",
        "do you believe in God?",
        "So what do you think?",
        "don't you think?",
        "do you think people can change?",
        "He texts her every night, even at dinner. What do you think?",
        "do you think that is fair?",
        "is he cheating?",
        "you really think so?",
    ],
    "question.about_bot": [
        "what did you eat today",
        "how would you know",
        "tell me about yourself",
        "is anyone going to read this?",
        "are you a bot?",
        "how are you?",
        "do you like music?",
        "are you there?",
        "have you ever been in love?",
        "do you get tired of this?",
        "can I trust you?",
        "is this private?",
        "can you help me?",
        "who made you?",
        "do you have feelings?",
        "what can you do?",
        "I'm good. How about you?",
        "are you judging me?",
        "will you remember this tomorrow?",
        "did you sleep well?",
        "am I talking to a human?",
        "what's your favourite colour?",
    ],
}
NO_QUESTION = [
    "why me?",
    "why me",
    "why does this always happen to me?",
    "what's the point?",
    "what is the point of trying",
    "who cares?",
    "who knows?",
    "why bother?",
    "how dare he?",
    "can you believe it?",
    "it's hard, you know?",
    "you know what I mean?",
    "he's not coming back, right?",
    "why is life so unfair?",
    "why can't things be simple for once",
    "isn't it ironic?",
    "she asked me if I'm okay and I said yes",
    'he said "do you even love me?" and slammed the door',
    "my mom asks do you have a job yet every single day",
    "he asked me why did you do that and I had no answer",
    "I keep asking myself why did she do that",
    "I wonder if it's normal",
    "I don't know why he left",
    "that is why I am like this",
    "what he did was wrong",
    "when he left I cried",
    "how he treats me is awful",
    "I told him do you think I'm stupid",
    "My sister called last night. Was she drunk? I couldn't tell. She cried for an hour about our father and the house "
    "and said that nobody had asked her about the sale, and then she hung up on me.",
    "We had been together six years and I gave up my flat for him. Why did he do it? I sat there all night with the "
    "phone in my hand. In the morning I went to work as usual and nobody noticed a thing. Now I am at home again.",
    "is what I am",
    "what a day",
    "how sad",
    "what if it all goes wrong?",
    "who does he think he is?",
    "I lost my job",
]
ADVICE = [
    "what do you think, should i stay or go",
    "do you think i should move",
    "what should I do?",
    "do you think I should call him?",
    "should I leave?",
    "how do I tell her?",
    "any advice?",
]


@pytest.mark.parametrize(("kind", "line"), [(kind, line) for kind, lines in ASKED.items() for line in lines])
def test_a_direct_question_is_heard_with_what_it_wants(kind: str, line: str) -> None:
    assert acts(line).asks == kind


@pytest.mark.parametrize("line", NO_QUESTION)
def test_what_asks_nobody_is_no_question(line: str) -> None:
    assert acts(line).asks == ""


@pytest.mark.parametrize("line", ADVICE)
def test_who_asks_for_advice_asks_no_other_question(line: str) -> None:
    assert "asks_advice" in acts(line)
    assert acts(line).asks == ""


def test_a_kind_brings_what_it_is_a_kind_of() -> None:
    assert named("question.about_me.why") == {"question", "question.about_me", "question.about_me.why"}
    assert named("") == set()
    assert set(ASKED) < NAMES
    assert acts("is this normal?").names >= named("question.about_me.normal")


@pytest.mark.parametrize(
    "line", ["who are you", "are you a therapist?", "do you love me", "do you remember me", "I want to talk to a human"]
)
def test_what_the_bot_is_keeps_its_own_name(line: str) -> None:
    assert acts(line).names >= {"about_bot", "question.about_bot"}
    assert "about_bot" not in acts("how are you doing today my friend")
