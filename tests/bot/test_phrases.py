import asyncio
import gettext

import pytest

from bot.errors import ConfigError
from bot.phrases import languages, mark, say, speak, speaking


class Shouted(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return message.upper().replace("{NAME}", "{name}")


def test_without_a_language_a_phrase_is_said_as_it_is_written() -> None:
    assert say("Hello {name}, {{so}}", name="{x}") == "Hello {x}, {so}"
    assert say("Braces {stay} without values") == "Braces {stay} without values"
    assert mark("kept") == "kept"


def test_nothing_is_said_as_nothing() -> None:
    with speaking("en"):
        assert say("") == ""  # and not as the catalogue's header


def test_a_language_lasts_until_its_block_ends() -> None:
    with speaking(Shouted()):
        assert say("Hello {name}", name="Ann") == "HELLO Ann"
        with speaking("en"):
            assert say("Hello {name}", name="Ann") == "Hello Ann"
        assert say("hello") == "HELLO"
    assert say("hello") == "hello"


async def test_two_people_are_met_in_two_languages_at_once() -> None:
    said: list[str] = []

    async def meet(language: gettext.NullTranslations | None) -> None:
        if language:
            with speaking(language):
                await asyncio.sleep(0)
                said.append(say("hello"))
        else:
            await asyncio.sleep(0)
            said.append(say("hello"))

    await asyncio.gather(meet(Shouted()), meet(None), meet(Shouted()))
    assert said == ["HELLO", "hello", "HELLO"]


async def test_a_language_can_be_spoken_from_here_on() -> None:
    async def spoken() -> str:
        speak("en")
        return say("Germany")

    assert await asyncio.create_task(spoken()) == "Germany"


def test_a_language_without_a_catalogue_is_refused_with_the_choices() -> None:
    assert "en" in languages()
    with pytest.raises(ConfigError, match=r"'tlh' \(there are: en"):
        speak("tlh")
