"""Whether every page of the menu can be translated."""

import pytest

from bot.frontends.console import HELLO
from bot.frontends.door import APOLOGY, ONLY_TEXT
from bot.frontends.menu import COMMANDS
from bot.phrases import say, speaking
from bot.turns import TROUBLE
from tests.bot.frontends.bracketed import Bracketed, loose, outside
from tests.bot.frontends.menu.conftest import Talk


@pytest.mark.parametrize("level", [0, 2])
async def test_no_page_says_a_word_that_is_not_in_the_catalogue(
    talk: Talk, level: int, everybody: tuple[str, ...]
) -> None:
    await talk.say("hello there", "I am so worried about it")
    with speaking(Bracketed()):
        for action in everybody:
            if level:
                await talk.care(level=level, kind="suicide")
            if level and action.startswith("country"):
                continue  # the guard answers
            for private in (True, False):
                page = await talk.open(action, private=private)
                labels = [button.label for row in page.buttons for button in row]
                assert loose((page.text, page.alt, *labels)) == []


async def test_a_young_person_and_one_who_is_overheard_too(talk: Talk) -> None:
    with speaking(Bracketed()):
        for care in ({"minor": True}, {"level": 2, "kind": "abuse", "unsafe_to_talk": True}):
            for action in ("start", "privacy", "forget", "forget:yes"):
                await talk.care(**care)
                assert loose([(await talk.open(action)).text]) == []


@pytest.mark.parametrize("phrase", [HELLO, APOLOGY, ONLY_TEXT, TROUBLE, *(command.english for command in COMMANDS)])
def test_what_doors_say_by_themselves_is_in_the_catalogue(phrase: str) -> None:
    with speaking(Bracketed()):
        assert outside(say(phrase)) == ""


def test_a_loose_word_would_be_seen() -> None:
    assert outside("⟦Turn on: ⟦Keep⟧⟧ 5 /help loose") == " 5  loose"
    assert loose(["⟦kept⟧ 5 /help", "⟦kept⟧ loose"]) == ["⟦kept⟧ loose"]
