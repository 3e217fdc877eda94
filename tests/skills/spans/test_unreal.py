import pytest

from skills.spans.unreal import made_up, nothing_of, speech, taken_back


@pytest.mark.parametrize(
    ("text", "is_none"),
    [
        ("we lost the baby, well my sister did", True),
        ("we moved house, well we nearly did", True),
        ("I lost my dog... just kidding", True),
        ("oh great, my car broke down", True),
        ("I resigned with my club for two more years", True),
        ("well my boss yelled at me", False),
        ("that's great, I got the job", False),
    ],
)
def test_what_is_taken_back_or_means_the_opposite_is_not_told(text: str, is_none: bool) -> None:
    assert taken_back(text) is is_none


@pytest.mark.parametrize(
    ("text", "is_story"),
    [
        ("in the book i 'm reading i 'm a widow", True),
        ("in my dream mum was crying", True),
        ("i had a nightmare about my ex", True),
        ("i 'm writing a story where my brother leaves", True),
        ("it's been a nightmare at work", False),
        ("i got my dream job", False),
        ("i lost my book", False),
    ],
)
def test_stories_and_dreams_happened_to_nobody(text: str, is_story: bool) -> None:
    assert made_up(text.split()) is is_story


def test_conditions_and_curses_give_no_more_than_names() -> None:
    assert nothing_of(["as", "long", "as", "i", "have", "my", "job"])
    assert nothing_of(["i", "lost", "my", "fucking", "job"])
    assert not nothing_of(["i", "lost", "my", "job"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("she goes , i 'm pregnant", "she goes"),
        ("he went i quit my job", "he went"),
        ("my sister was like , i 'm moving", "my sister was like"),
        ("my boss yelled at me , i cried", "my boss yelled at me , i cried"),
        ("i went to work , i cried", "i went to work , i cried"),
    ],
)
def test_speech_without_marks_is_somebody_elses(text: str, told: str) -> None:
    words = text.split()
    assert " ".join(words[: speech(words)]) == told
