import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.course import course_of
from bot.dialog import EmotionState, SelfReport
from bot.frontends.console import HELLO
from bot.frontends.menu import COMMANDS, Menu, Terms, _parted
from bot.frontends.menu.asking import Asking
from bot.limits import EMERGENCY
from bot.people import person_of
from bot.sends import Recipient
from bot.store import Rating
from skills.care.state import CareState
from skills.reply_gate import refuse
from tests.bot.frontends.menu.conftest import KEY, Talk

PERSON = person_of(KEY)
AFAR = Recipient("ai", "the last twelve messages", "ai.example.org", outside=True)


async def test_the_first_page_says_what_this_is_what_is_stored_and_that_all_consents_are_off(talk: Talk) -> None:
    page = await talk.open("/start")
    assert page.text.startswith(HELLO)
    assert "stored" in page.text
    assert [line.partition(":")[0] for line in page.text.split("\n\n") if "(off)" in line] == [
        "Keep our talks (off)",
        "Use our talks for research (off)",
    ]
    assert await talk.sessions.store.people.consents(PERSON) == {}


async def test_each_consent_is_given_and_taken_back_by_its_own_button(talk: Talk) -> None:
    page = await talk.press(await talk.open("start"), "Turn on: Use our talks for research")
    assert page.text.startswith("Turned on: Use our talks for research.")
    assert "Use our talks for research (on):" in page.text
    assert await talk.sessions.store.people.with_consent("research") == [PERSON]
    page = await talk.press(page, "Turn off: Use our talks for research")
    assert page.text.startswith("Turned off: Use our talks for research.")
    consents = await talk.sessions.store.people.consents(PERSON)
    assert {purpose: consent.given for purpose, consent in consents.items()} == {"research": False}


async def test_the_hours_and_days_are_those_of_the_operator(talk: Talk) -> None:
    talk.menu = Menu(talk.sessions, settings=Terms(unkept_hours=6, retention_days=30))
    text = (await talk.open("privacy")).text
    assert "erased about 6 hours after" in text
    assert "erased 30 days after" in text


async def test_what_is_sent_where_is_said_on_every_page_of_choices_and_allowed_by_its_own_button(talk: Talk) -> None:
    talk.sessions.terms = Terms(recipients=(AFAR,))
    for action in ("start", "privacy"):
        page = await talk.open(action)
        assert "Let outside services help with my answers (off)" in page.text
        assert "ai.example.org gets the last twelve messages" in page.text
    assert "So too outside services: ai.example.org." in page.text
    assert await talk.sessions.allowed(PERSON) == frozenset()
    page = await talk.press(page, "Turn on: Let outside services help with my answers")
    assert "Let outside services help with my answers (on)" in page.text
    assert await talk.sessions.allowed(PERSON) == {"outside"}
    await talk.press(page, "Turn off: Let outside services help with my answers")
    assert await talk.sessions.allowed(PERSON) == frozenset()


async def test_a_yes_lapses_when_somebody_else_would_get_it_and_stop_takes_it_back_all_the_same(talk: Talk) -> None:
    talk.sessions.terms = first = Terms(recipients=(AFAR,))
    await talk.open("consent:outside:yes")
    talk.sessions.terms = Terms(recipients=(replace(AFAR, host="other.example.net"),))
    assert await talk.sessions.allowed(PERSON) == frozenset()
    assert "Let outside services help with my answers (off)" in (await talk.open("privacy")).text
    await talk.open("stop")
    talk.sessions.terms = first
    assert await talk.sessions.allowed(PERSON) == frozenset()


async def test_nobody_is_asked_about_outside_services_where_there_are_none(talk: Talk) -> None:
    for action in ("start", "privacy", "consent:outside:yes"):
        page = await talk.open(action)
        assert "outside" not in page.text
        assert not [button for row in page.buttons for button in row if "outside" in button.action]
    assert await talk.sessions.store.people.consents(PERSON) == {}


@pytest.mark.parametrize(("kept", "said"), [(False, "are not kept"), (True, "that is kept too")])
async def test_whether_words_of_danger_are_kept_is_told_as_it_is(talk: Talk, kept: bool, said: str) -> None:
    talk.menu = Menu(talk.sessions, settings=Terms(crisis_text_kept=kept))
    assert said in (await talk.open("privacy")).text


async def test_who_is_under_age_is_not_asked_for_research_nor_can_give_it(talk: Talk) -> None:
    await talk.care(minor=True)
    for page in (await talk.open("start"), await talk.open("privacy"), await talk.open("consent:research:yes")):
        assert "Because of your age" in page.text
        assert not [button for row in page.buttons for button in row if "research" in button.action]
    assert await talk.sessions.store.people.consents(PERSON) == {}


async def test_help_names_every_command(talk: Talk) -> None:
    text = (await talk.open("help")).text
    assert re.findall(r"^/(\w+): ", text, re.MULTILINE) == [command.name for command in COMMANDS]


async def test_stars_are_noted_for_the_newest_answer(talk: Talk) -> None:
    assert (await talk.open("feedback")).text == "There is no answer of mine to rate yet."
    await talk.say("hello")
    page = await talk.press(await talk.open("feedback"), "2 ★")
    assert "2 of 5" in page.text
    ratings = (await talk.sessions.store.people.export(PERSON))["conversations"][0]["ratings"]
    assert [(rating["turn"], rating["scale"], rating["value"]) for rating in ratings] == [(1, "stars", 2)]


async def test_a_thumb_is_for_the_answer_it_names_and_can_be_taken_back(talk: Talk) -> None:
    await talk.say("hello", "and more")
    ratings = []
    for action in ("thumb:1:up", "thumb:1:down", "thumb:3:up", "thumb:1:none"):
        page = await talk.open(action)
        assert page.text.startswith("Taken back" if action.endswith("none") else "Thank you")
        ratings.append((await talk.sessions.store.standing(KEY)).ratings)
    up, down = (Rating(1, "thumbs"),), (Rating(-1, "thumbs"),)
    assert ratings == [{1: up}, {1: down}, {1: down, 3: up}, {3: up}]


NO_THUMBS = ("thumb", "thumb:", "thumb:up", "thumb:1", "thumb:1:x", "thumb:0:up", "thumb:9:up", f"thumb:{'9' * 20}:up")


@pytest.mark.parametrize("action", NO_THUMBS)
async def test_a_thumb_for_no_answer_is_not_noted(talk: Talk, action: str) -> None:
    await talk.say("hello")
    assert (await talk.open(action)).failed
    assert (await talk.sessions.store.standing(KEY)).ratings == {}


async def test_no_thumb_is_noted_for_what_the_guard_says_nor_in_danger(talk: Talk) -> None:
    await talk.say("hello", "i want to kill myself")
    for action in ("thumb:1:up", "thumb:3:down"):
        page = await talk.open(action)
        assert page.failed
        assert "emergency" in page.text
    assert (await talk.sessions.store.standing(KEY)).ratings == {}


@pytest.mark.parametrize("action", ["stars:6", "stars:0", "stars:", "stars:x"])
async def test_stars_that_are_none_are_asked_for_again(talk: Talk, action: str) -> None:
    await talk.say("hello")
    assert "stars:5" in {button.action for row in (await talk.open(action)).buttons for button in row}


async def test_a_study_asks_after_every_second_answer_until_the_person_says_stop(talk: Talk) -> None:
    asked = []
    for text in ("one", "two", "three", "four"):
        await talk.say(text)
        asked.append(await talk.menu.asks(KEY) is not None)
    assert asked == [False, True, False, True]
    await talk.open("stop")
    assert await talk.menu.asks(KEY) is None


async def test_stop_takes_every_consent_back_and_the_talk_may_go_on(talk: Talk) -> None:
    for purpose in ("keep", "research"):
        await talk.open(f"consent:{purpose}:yes")
    page = await talk.open("stop")
    consents = await talk.sessions.store.people.consents(PERSON)
    assert {purpose: consent.given for purpose, consent in consents.items()} == {"keep": False, "research": False}
    assert await talk.state(Asking) == Asking(False)
    assert "You can still write to me" in page.text
    assert await talk.say("are you there?") == "What was it like?"


async def test_reset_erases_the_talk_after_a_second_button_and_leaves_what_care_knows(talk: Talk) -> None:
    await talk.care(country="gb")
    await talk.say("a long day at work")
    page = await talk.open("reset")
    assert (await talk.press(page, "Leave it as it is")).text == "All right, everything stays as it was."
    assert len((await talk.sessions.known(KEY)).turns) == 2
    await talk.press(page, "Erase this talk")
    assert (await talk.sessions.known(KEY)).turns == ()
    assert await talk.state(EmotionState) is None
    assert (await talk.state(CareState)).country == "gb"


async def test_undo_takes_one_exchange_back(talk: Talk) -> None:
    refused = await talk.open("undo")
    assert refused.text.startswith("There is nothing that I can take back")
    assert "once, and not after something else was noted" in refused.text
    await talk.say("first", "second")
    assert (await talk.open("undo")).text.startswith("Taken back")
    assert (await talk.sessions.known(KEY)).said("user") == ("first",)
    assert len(course_of(await talk.sessions.known(KEY))) == 1


async def test_export_is_a_file_with_everything(talk: Talk) -> None:
    await talk.say("a secret name: Ann")
    await talk.open("consent:keep:yes")
    page = await talk.open("export")
    assert page.file
    name, data = page.file
    found = json.loads(data)
    assert re.fullmatch(r"attune-\d{4}-\d\d-\d\d\.json", name)
    assert found == await talk.sessions.store.people.export(PERSON)
    assert found["conversations"][0]["turns"][0]["text"] == "a secret name: Ann"
    assert "course" in found["conversations"][0]["state"]


async def test_forget_erases_every_talk_after_a_second_button(talk: Talk) -> None:
    other = "telegram:-5:0:7"
    await talk.say("one")
    await talk.say("two", key=other)
    page = await talk.open("forget")
    assert (await talk.press(page, "Leave it as it is")).text == "All right, everything stays as it was."
    assert (await talk.sessions.known(KEY)).turns
    after = await talk.press(page, "Erase everything")
    assert after.text.startswith("Erased: everything")
    assert "Telegram" in after.text
    assert not (await talk.sessions.known(KEY)).turns
    assert not (await talk.sessions.known(other)).turns


async def test_a_copy_for_research_is_mentioned_to_who_was_asked_for_one(talk: Talk) -> None:
    assert "research" not in (await talk.open("forget")).text
    await talk.open("consent:research:yes")
    await talk.open("consent:research:no")
    assert "made for research" in (await talk.open("forget")).text


async def test_the_web_page_is_no_company_that_shows_it_elsewhere(talk: Talk) -> None:
    page = await talk.open("forget", key="web:a:0:a")
    assert "shows" not in page.text


@pytest.mark.parametrize(
    ("action", "code"), [("country Germany", "de"), ("/country  españa", "es"), ("country:gb", "gb")]
)
async def test_a_country_is_set_by_name_or_button(talk: Talk, action: str, code: str) -> None:
    await talk.open(action)
    assert (await talk.state(CareState)).country == code


async def test_another_country_is_told_where_lines_are_listed_and_clears_what_was_set(talk: Talk) -> None:
    await talk.open("country:de")
    assert "findahelpline.com" in (await talk.open("country:other")).text
    assert (await talk.state(CareState)).country is None


async def test_a_name_that_is_not_known_changes_nothing(talk: Talk) -> None:
    await talk.open("country:de")
    page = await talk.open("country Germny")
    assert page.text.startswith("I don't know that name.")
    assert "Another country" in page.text.partition("\n\n")[0]
    assert "Now it is Germany." in page.text
    assert (await talk.state(CareState)).country == "de"


async def test_in_danger_a_country_brings_its_lines_at_once(talk: Talk) -> None:
    await talk.say("I am going to kill myself tonight")
    page = await talk.open("country:gb")
    assert "116 123" in page.text or "999" in page.text
    assert (await talk.state(CareState)).country == "gb"
    assert await talk.sessions.unsent(KEY) == []  # it was shown: no door sends it again


@pytest.mark.parametrize("level", [2, 3])
async def test_in_danger_the_menu_asks_nothing(talk: Talk, level: int, everybody: tuple[str, ...]) -> None:
    await talk.say("hello", "again")
    for action in everybody:
        await talk.care(level=level, kind="suicide")
        if not action.startswith("country"):  # the country is asked of the guard, whose words are its own
            assert "?" not in (await talk.open(action)).text, action
        await talk.care(level=level, kind="suicide")
        assert await talk.menu.asks(KEY) is None


async def test_in_danger_mood_and_stars_wait(talk: Talk) -> None:
    await talk.say("hello")
    await talk.care(level=2, kind="suicide")
    for action in ("mood", "felt:sad", "strong:3", "feedback"):
        page = await talk.open(action)
        assert "emergency number" in page.text
        assert not page.buttons
        assert page.picture is None
    assert await talk.state(SelfReport) is None


async def test_whoever_is_in_danger_is_not_sent_away_without_a_word(talk: Talk) -> None:
    await talk.care(level=2, kind="suicide")
    assert "emergency number" in (await talk.open("forget:yes")).text


async def test_where_somebody_may_read_along_few_words_are_said_about_erasing(talk: Talk) -> None:
    await talk.care(level=2, kind="abuse", unsafe_to_talk=True)
    texts = [(await talk.open(action)).text for action in ("forget", "forget:yes")]
    assert "danger" not in " ".join(texts)
    assert max(map(len, texts)) < 100


@pytest.mark.parametrize("action", ["start", "mood", "feedback"])
async def test_danger_is_named_only_where_nobody_may_read_along(talk: Talk, action: str) -> None:
    await talk.care(level=2, kind="abuse")
    first = (await talk.open(action)).text
    assert first.endswith(f" {EMERGENCY}")
    await talk.care(level=2, kind="abuse", unsafe_to_talk=True)
    assert (await talk.open(action)).text == first.removesuffix(f" {EMERGENCY}")


async def test_in_public_there_is_one_line(talk: Talk, everybody: tuple[str, ...]) -> None:
    await talk.say("hello")
    for action in everybody:
        page = await talk.open(action, private=False)
        assert (page.buttons, page.picture, page.file) == ((), None, None)
        if action not in ("start", "help"):
            assert page.text == "That isn't for everybody here to see: please ask me in a private chat."
    assert (await talk.sessions.known(KEY)).turns
    assert await talk.sessions.store.people.consents(PERSON) == {}


async def test_what_a_door_can_draw(talk: Talk, everybody: tuple[str, ...]) -> None:
    await talk.say("hello there", "I am so worried about it")
    for action in everybody:
        page = await talk.open(action)
        assert page.text.strip()
        for row in page.buttons:
            for button in row:
                assert button.action.isascii()
                assert len(button.action) <= 60
                assert 0 < len(button.label) <= 60
            assert len(row) <= 5
        assert len(page.buttons) <= 10


async def test_every_page_passes_the_gate_that_replies_pass(talk: Talk, everybody: tuple[str, ...]) -> None:
    await talk.say("hello there", "I am so worried about it")
    for action in everybody:
        text = (await talk.open(action)).text
        assert refuse(text) is None, text


async def test_a_bot_without_a_guard_still_has_its_menu(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.frontends.menu.care.kind_named", lambda _: None)
    assert "no crisis lines" in (await talk.open("country:de")).text
    assert (await talk.open("start")).buttons


@given(st.text(max_size=80))
def test_any_text_parts_into_a_name_and_the_rest(text: str) -> None:
    name, rest = _parted(text)
    assert not re.search(r"\s|:", name)
    assert rest == rest.strip()


@pytest.mark.parametrize(
    "action",
    ["", "/", ":", "felt:\ud800", "country \x00", "country:" + "é" * 9999, "consent", "consent:keep:maybe",
     "consent:all:yes", "stars:५", "forget:maybe", "reset:", "mood:x", "/start@attune_bot"],
)  # fmt: skip
async def test_whatever_is_asked_for_is_answered_and_nothing_is_erased_or_agreed_to(talk: Talk, action: str) -> None:
    await talk.say("hello")
    assert (await talk.open(action)).text
    assert len((await talk.sessions.known(KEY)).turns) == 2
    assert await talk.sessions.store.people.consents(PERSON) == {}
