"""A language in which every phrase of the catalogue is bracketed: what stands outside brackets can't be translated."""

import gettext
import re

import pytest
from babel.messages.pofile import read_po

from bot.frontends.console import HELLO
from bot.frontends.door import APOLOGY, ONLY_TEXT
from bot.frontends.menu import COMMANDS
from bot.phrases import LOCALE, say, speaking
from bot.sessions import TROUBLE
from tests.bot.frontends.menu.conftest import Talk

NAMES = re.compile(r"/[a-z]+")


class Bracketed(gettext.NullTranslations):
    """Knows what the catalogue knows, and leaves everything else as it is."""

    def __init__(self) -> None:
        super().__init__()
        with (LOCALE / "attune.pot").open("rb") as file:
            self._known = {message.id for message in read_po(file) if message.id}

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧" if message in self._known else message


def outside(text: str) -> str:
    """What of a text stands in no bracket."""
    while (inner := re.sub(r"⟦[^⟦⟧]*⟧", "", text)) != text:
        text = inner
    return NAMES.sub("", text)


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
                for text in (page.text, page.alt, *labels):
                    assert not re.search(r"[^\W\d_]", outside(text)), (action, text)


async def test_a_young_person_and_one_who_is_overheard_too(talk: Talk) -> None:
    with speaking(Bracketed()):
        for care in ({"minor": True}, {"level": 2, "kind": "abuse", "unsafe_to_talk": True}):
            for action in ("start", "privacy", "forget", "forget:yes"):
                await talk.care(**care)
                assert not re.search(r"[^\W\d_]", outside((await talk.open(action)).text)), action


@pytest.mark.parametrize("phrase", [HELLO, APOLOGY, ONLY_TEXT, TROUBLE, *(command.english for command in COMMANDS)])
def test_what_doors_say_by_themselves_is_in_the_catalogue(phrase: str) -> None:
    with speaking(Bracketed()):
        assert outside(say(phrase)) == ""


def test_a_loose_word_would_be_seen() -> None:
    assert outside("⟦Turn on: ⟦Keep⟧⟧ 5 /help loose") == " 5  loose"
