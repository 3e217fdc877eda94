"""Good news in so many words, and what only sounds like it."""

import pytest

from skills.intent import acts

GOOD = [
    "we're pregnant!",
    "my mom beat cancer",
    "I got the job!",
    "I finally got promoted",
    "I passed my driving test!!",
    "she said yes!",
    "we're getting married",
    "I'm so happy, my daughter was born on Monday",
    "I won the race",
    "the scan came back clear",
    "it went really well",
    "I'm cancer free",
    "I've just been accepted to medical school",
    "we bought our first house",
    "I'm so excited about the trip",
    "great news, the tumour is gone",
    "best day of my life",
    "I aced the exam",
    "I did it!",
    "I just got a raise today",
    "I got accepted",
    "we found him this morning!",
    "they found her alive and well",
    "the neighbours found our cat!",
    "I found it!",
    "my dog came back safe and sound",
    "it isn't cancer, the doctor says",
    "the lump is benign",
    "it's over, the chemo worked",
    "the pain has gone since tuesday",
    "I'm not in pain any more",
]
NOT_GOOD = [
    "I didn't get the job",
    "I wish I got the job",
    "I thought I got the job",
    "my ex got engaged",
    "I never passed the test",
    "I won't go",
    "if I got the promotion I'd have to move",
    "I got the job years ago and I hate it",
    "I'm so happy for you",
    "everyone says I should be so excited about the baby",
    "I passed out at work",
    "I got fired",
    "he got the promotion instead of me",
    "I'm happy to talk",
    "we're not getting married anymore",
    "I hope I passed",
    "I was so happy before he left",
    "I lost my job",
    "I'm not excited about anything",
    "she said no",
    "we found him dead this morning!",
    "we found him this morning",
    "we found my brother this morning",
    "my husband found my messages!",
    "they found my diary!",
    "they found it!",
    "the chemo hasn't worked",
    "I wish they'd found him alive",
    "I hope he's home safe",
    "it is cancer, the doctor says",
    "they hope the lump is benign",
    "the pain hasn't gone",
    "the pain has gone up again",
]


@pytest.mark.parametrize("line", GOOD)
def test_good_news_is_heard(line: str) -> None:
    assert "good_news" in acts(line)
    assert "mixed" not in acts(line)


@pytest.mark.parametrize("line", NOT_GOOD)
def test_what_is_wished_denied_or_anothers_is_no_good_news(line: str) -> None:
    assert "good_news" not in acts(line)


@pytest.mark.parametrize(
    "line",
    [
        "I got the job but I'm terrified",
        "I passed, but my dad didn't live to see it",
        "I won but nobody came",
        "I got the promotion, though I'm scared I'll fail",
        "we bought our first house and then I lost my job",
    ],
)
def test_a_worry_beside_it_is_noted(line: str) -> None:
    assert {"good_news", "mixed"} <= acts(line).names


def test_telling_of_oneself_is_told_from_asking() -> None:
    assert "disclosure" in acts("my sister moved out yesterday")
    assert "disclosure" not in acts("can you help me with my taxes?")
    assert "disclosure" not in acts("ok")
    assert "disclosure" not in acts("should i see a therapist")


@pytest.mark.parametrize(
    "line",
    ["I cried all night because my ex got engaged.", "My mum is sick, I can't feel excited about my wedding.",
     "I've been crying since the wedding was called off.", "My dog is sick and I'm not happy about it.",
     "they laughed at me and I cried", "I'm not so happy, I've been crying", "he proposed to her and I cried",
     "my sister is engaged and I can't stop crying", "no happy tears here, I'm crying"],
)  # fmt: skip
def test_a_wedding_named_lifts_no_tears(line: str) -> None:
    assert "worry" in acts(line)


@pytest.mark.parametrize(
    "line", ["I got passed over for a promotion", "dad said I would amount to nothing", "I haven't slept in months"]
)
def test_being_passed_over_or_without_sleep_is_no_joy(line: str) -> None:
    assert "worry" in acts(line)
    assert "joy" not in acts(line)


@pytest.mark.parametrize(
    "line",
    ["my brother screamed louder than me haha", "we laughed until we cried", "she said yes and I cried",
     "he proposed and I'm crying!!", "I'm crying with joy", "I laughed so hard I cried"],
)  # fmt: skip
def test_tears_beside_laughter_are_none_of_trouble(line: str) -> None:
    assert "worry" not in acts(line)


@pytest.mark.parametrize(
    ("line", "act"),
    [("She isn't angry with me after all", "worry"), ("I wasn't bullied at all", "worry"), ("It wasn't fun", "joy"),
     ("my mother isn't proud of me", "joy")],
)  # fmt: skip
def test_a_word_that_is_denied_is_not_said(line: str, act: str) -> None:
    assert act not in acts(line)
