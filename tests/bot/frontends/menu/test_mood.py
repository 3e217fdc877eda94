import builtins
import os
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.image import imread

from bot.course import Exchange, course_of
from bot.dialog import STRATEGIES, Conversation, EmotionState, SelfReport, SupportStage
from bot.feelings import EMOTIONS
from bot.frontends.menu import Page, mood, picture
from bot.frontends.menu.mood import in_words
from tests.bot.frontends.menu.conftest import KEY, Talk

START = datetime(2026, 1, 1, tzinfo=UTC)
THEMES: tuple[mood.Theme, ...] = get_args(mood.Theme)

exchanges = st.lists(
    st.builds(
        Exchange,
        st.integers(0, 9999).map(lambda number: START + timedelta(minutes=number)),
        st.none() | st.sampled_from(EMOTIONS),
        st.none() | st.floats(1, 5),
        st.none() | st.sampled_from(SupportStage),
        st.none() | st.sampled_from(STRATEGIES),
        st.sampled_from([(), ("emotion",), ("intensity",), ("emotion", "intensity")]),
    ),
    min_size=1,
    max_size=60,
)


def path(*felt: tuple[str | None, float | None]) -> list[Exchange]:
    return [Exchange(START + timedelta(minutes=place), *one) for place, one in enumerate(felt)]


def is_png(data: bytes | None) -> bool:
    return data is not None and data.startswith(b"\x89PNG")


async def test_before_a_talk_there_is_nothing_to_show(talk: Talk) -> None:
    page = await talk.open("mood")
    assert page.text == mood.TOO_EARLY
    assert not page.buttons


async def test_after_one_exchange_it_is_words_and_choices(talk: Talk) -> None:
    await talk.say("my exam is tomorrow")
    page = await talk.open("mood")
    assert "seemed anxious, about 4 of 5" in page.text
    assert page.picture is None
    labels = [[button.label for button in row] for row in page.buttons]
    assert labels == [["anxious", "lonely", "sad"], ["None of these"], ["1", "2", "3", "4", "5"]]


async def test_after_two_it_is_a_picture_that_the_words_tell_too(talk: Talk) -> None:
    await talk.say("hello", "my exam is tomorrow morning")
    page = await talk.open("mood")
    assert is_png(page.picture)
    assert page.alt in page.text
    assert "seemed to grow stronger" in page.alt
    assert "Most often I asked." in page.alt


async def test_the_persons_own_word_is_shown_and_remembered(talk: Talk) -> None:
    await talk.say("hello", "my exam is tomorrow")
    page = await talk.press(await talk.open("mood"), "lonely")
    assert page.text.startswith("Noted: lonely.")
    assert "Your own word when you last wrote: lonely." in page.text
    state = await talk.state(EmotionState)
    assert (state.label, max(state.probabilities)) == ("lonely", state.probabilities[EMOTIONS.index("lonely")])
    assert course_of(await talk.sessions.known(KEY))[-1].own == ("emotion",)
    exported = await talk.sessions.store.people.export("telegram:7")
    assert exported["conversations"][0]["state"]["corrections"]["made"][0]["emotion"] == "lonely"


async def test_how_strong_it_was_is_shown_and_becomes_the_self_report(talk: Talk) -> None:
    await talk.say("hello")
    page = await talk.press(await talk.open("mood"), "5")
    assert "seemed anxious, by your own word 5 of 5." in page.text
    assert await talk.state(SelfReport) == SelfReport(5)
    await talk.press(page, "2")
    assert await talk.state(SelfReport) == SelfReport(5, 2)
    assert course_of(await talk.sessions.known(KEY))[-1].intensity == 2.0


async def test_where_no_likely_word_fits_there_are_others_and_in_the_end_none(talk: Talk) -> None:
    await talk.say("hello")
    others = await talk.press(await talk.open("mood"), "None of these")
    labels = [button.label for row in others.buttons for button in row]
    assert not {"anxious", "lonely", "sad"} & set(labels)
    assert labels[-1] == "None of these"
    page = await talk.press(others, "None of these")
    assert page.text.startswith("Noted: none of these words.")
    assert "anxious" not in page.text.partition("If it was")[0]
    assert (await talk.press(others, "angry")).text.startswith("Noted: angry.")


@pytest.mark.parametrize("action", ["felt:happy-go-lucky", "felt:", "strong:9", "strong:x"])
async def test_what_is_no_choice_notes_nothing(talk: Talk, action: str) -> None:
    await talk.say("hello")
    assert not (await talk.open(action)).text.startswith("Noted")
    assert course_of(await talk.sessions.known(KEY))[-1].own == ()


async def test_without_the_drawing_package_it_is_words_only(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    await talk.say("hello", "again")
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "bot.frontends.menu.picture":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    page = await talk.open("mood")
    assert page.picture is None
    assert "seemed anxious" in page.text


@pytest.mark.parametrize(
    ("felt", "said"),
    [
        (
            [("sad", 4.5), ("sad", 2.0)],
            "When you last wrote, you seemed sad, about 2 of 5 in strength. The feeling seemed to grow weaker.",
        ),
        ([("joyful", 4.0), ("joyful", 4.2)], "When you last wrote, you seemed joyful, about 4 of 5 in strength."),
        ([("sad", 2.0), (None, None), ("angry", 4.0)], "At other times: sad. The feeling seemed to grow stronger."),
    ],
)
def test_the_words_for_a_course(felt: list[tuple[str | None, float | None]], said: str) -> None:
    assert in_words(path(*felt)).endswith(said)


def test_where_nothing_was_read_nothing_is_claimed() -> None:
    assert in_words(path((None, None))) == mood.NOTHING_SEEMED


def test_the_words_are_tentative() -> None:
    text = in_words(path(("sad", 4.0)))
    assert "seemed" in text
    assert "I can be wrong" in text
    assert "you are" not in text


def test_every_strategy_and_stage_has_words() -> None:
    assert set(mood.STRATEGIES) == set(STRATEGIES)
    assert set(mood.STAGES) == set(picture.SHORT) == set(SupportStage)
    assert all(set(colours.bands) == set(SupportStage) for colours in picture.COLOURS.values())


@settings(max_examples=6)
@given(exchanges)
def test_any_course_can_be_drawn_and_told(course: list[Exchange]) -> None:
    for theme in THEMES:
        assert is_png(picture.draw(course, theme))
    assert in_words(course)


def test_a_higher_feeling_stands_higher_in_the_picture() -> None:
    heights = []
    for strength in (1.5, 4.5):
        pixels = imread(BytesIO(picture.draw(path(("sad", strength), ("sad", strength)))))
        blue = (pixels[..., 2] > 0.6) & (pixels[..., 0] < 0.1)
        heights.append(int(blue[: blue.shape[0] // 2].any(axis=1).argmax()))
    assert heights[1] < heights[0]


def contrast(one: str, other: str) -> float:
    """WCAG 2.2's contrast ratio of two colours written as #rrggbb."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", THEMES)
def test_words_and_marks_stand_out_from_every_ground(theme: mood.Theme) -> None:
    colours = picture.COLOURS[theme]
    for ground in (colours.ground, *colours.bands.values()):
        assert min(contrast(words, ground) for words in (colours.ink, colours.pale, colours.own)) >= 4.5
        assert min(contrast(marks, ground) for marks in (colours.line, colours.own)) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_the_picture_has_the_ground_of_its_theme_and_nothing_at_its_edge(theme: mood.Theme) -> None:
    course = [replace(one, strategy="Self-disclosure") for one in path(("sad", 2.0), ("apprehensive", 5.0))]
    pixels = (imread(BytesIO(picture.draw(course, theme)))[..., :3] * 255).round().astype(int)
    ground = [int(picture.COLOURS[theme].ground[start : start + 2], 16) for start in (1, 3, 5)]
    for edge in (pixels[:8], pixels[-8:], pixels[:, :8], pixels[:, -8:]):
        assert (edge == ground).all()


async def test_a_dark_screen_gets_a_dark_picture_and_the_same_words(talk: Talk) -> None:
    await talk.say("hello", "again")
    light, dark, other = [await talk.open(action) for action in ("mood", "mood:dark", "/mood blue")]
    assert is_png(dark.picture)
    assert light.picture == other.picture != dark.picture
    assert (light.text, light.alt, light.buttons) == (dark.text, dark.alt, dark.buttons)


def test_the_pictures_in_the_docs(tmp_path: Path) -> None:
    """ATTUNE_FIGURES=docs/figures python -m pytest tests/bot/frontends/menu/test_mood.py -k docs"""
    folder, (explore, comfort, act) = Path(os.environ.get("ATTUNE_FIGURES") or tmp_path), SupportStage
    shown = (
        ("hopeful", 3.6, None, "Others"),
        ("anxious", 3.8, explore, "Self-disclosure"),
        ("anxious", 4.0, explore, "Restatement or Paraphrasing"),
        ("anxious", 3.7, comfort, "Reflection of feelings"),
        ("lonely", 2.9, comfort, "Affirmation and Reassurance"),
        ("lonely", 2.6, act, "Question"),
        ("lonely", 2.4, act, "Providing Suggestions"),
    )
    course = [Exchange(START + timedelta(minutes=place), *one) for place, one in enumerate(shown)]
    for theme, name in zip(THEMES, ("mood.png", "mood-dark.png"), strict=True):
        drawn = picture.draw(course, theme)
        (folder / name).write_bytes(drawn)
        assert len(drawn) < 60_000


def test_names_that_would_overlap_are_left_out_but_never_the_newest() -> None:
    runs = [(place, place, "apprehensive") for place in range(40)]
    kept = picture._roomy(runs, 40)
    assert kept[0] == runs[-1]
    assert 1 < len(kept) < 8
    assert picture._roomy([(0, 0, "sad"), (1, 1, "glad")], 2) == [(1, 1, "glad"), (0, 0, "sad")]


def test_without_a_reading_a_page_gets_no_picture() -> None:
    page = Page("words")
    assert mood.pictured(page, Conversation("t:1:0:1")) == page
