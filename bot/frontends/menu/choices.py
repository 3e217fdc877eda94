"""Who the bot is, the consents, and the country: what a person sets once and may change at any time."""

from __future__ import annotations

from collections.abc import Mapping
from unicodedata import combining, normalize

from bot.dialog import Conversation
from bot.frontends.menu.care import care_of, countries, directory
from bot.frontends.menu.page import COMMANDS, Button, Page, Row, days, hours, paragraphs, pressed
from bot.phrases import mark, say
from bot.store import PURPOSES, Purpose
from bot.terms import Terms

ASKED: tuple[Purpose, ...] = ("keep", "research", "outside")
"""What every door asks for. `understanding` is asked by a program that brings people here, and listed once given."""
ADULTS: tuple[Purpose, ...] = ("research", "understanding")
"""What is not offered to somebody who said that they are under age."""

NAMES: Mapping[Purpose, str] = {
    "keep": mark("Keep our talks"),
    "research": mark("Use our talks for research"),
    "outside": mark("Let outside services help with my answers"),
    "understanding": mark("Show what I understand to the program that brings you here"),
}
STORED = mark(
    "What you write, my answers and what I guess from them are stored, so that I can follow what you tell me. The "
    "people who run this bot can read it."
)
STORED_HERE = mark(
    "What you write, my answers and what I guess from them are stored in this program's database until you erase it, "
    "so that I can follow what you tell me. Whoever can open it can read it."
)
BEFORE_CHOOSING = mark(
    "Below is what you can allow. All of it is off until you turn it on, I answer you either way, and you can change "
    "your mind under /privacy."
)
MENU_LINE = mark("Or simply write to me. /help shows what else there is.")
NOT_FOR_THE_YOUNG = mark("Because of your age, our talks aren't used for research. There's nothing you need to do.")
UNKNOWN_NAME = mark('I don\'t know that name. "Another country" tells where the lines of other countries are listed.')
COLUMNS = 3


def start(hello: str, given: frozenset[str], conversation: Conversation, terms: Terms) -> Page:
    """First contact: what this is, and the consents."""
    page = consents(given, conversation, terms)
    stored = say(STORED_HERE if terms.lasting else STORED)
    return Page(paragraphs(hello, stored, say(BEFORE_CHOOSING), page.text, say(MENU_LINE)), page.buttons)


def consents(given: frozenset[str], conversation: Conversation, terms: Terms, first: str = "") -> Page:
    """Each consent in a plain line, with a button that turns it the other way."""
    asked = offered(given, conversation, terms)
    lines = [_line(purpose, purpose in given, terms) for purpose in asked]
    young = say(NOT_FOR_THE_YOUNG) if care_of(conversation).minor else ""
    return Page(paragraphs(first, *lines, young), tuple(_switch(purpose, purpose in given) for purpose in asked))


def offered(
    given: frozenset[str], conversation: Conversation, terms: Terms, asked: tuple[Purpose, ...] = ASKED
) -> list[Purpose]:
    """What may be `asked`, and what is given beside it.

    Not of the young what is for adults, nothing about outside services where there are none, and nothing about keeping
    where all is kept until it is erased.
    """
    without = set(ADULTS if care_of(conversation).minor else ()) | set(() if terms.outside else ("outside",))
    without |= {"keep"} if terms.lasting else set()
    return [purpose for purpose in PURPOSES if (purpose in asked or purpose in given) and purpose not in without]


def noted(purpose: Purpose, given: bool) -> str:
    """What a pressed button has done."""
    name = say(NAMES[purpose])
    return say("Turned on: {choice}.", choice=name) if given else say("Turned off: {choice}.", choice=name)


def help_page(last: str = "") -> Page:
    """Everything the menu can do."""
    lines = "\n".join(f"/{command.name}: {command.summary}" for command in COMMANDS)
    return Page(paragraphs(say("You can simply write to me, in English. There is also:"), lines, last))


def country_page(conversation: Conversation, first: str = "") -> Page:
    """The countries as buttons; it is never guessed."""
    code = care_of(conversation).country
    now = say("Now it is {country}.", country=_country(code)) if code in countries() else ""
    why = say(
        "Choose the country you are in, and I can show you its crisis lines: people you can call or write to. I use it "
        "for nothing else, and never guess it."
    )
    buttons = [Button(_country(code), f"country:{code}") for code in countries()]
    rows = [tuple(buttons[start : start + COLUMNS]) for start in range(0, len(buttons), COLUMNS)]
    return Page(paragraphs(first, why, now), (*rows, pressed(say("Another country"), "country:other")))


def country_set(code: str) -> str:
    return say("Noted: {country}. When crisis lines are needed, I show that country's.", country=_country(code))


def no_country() -> str:
    """For a country without lines: where there are some."""
    return say(
        "I have no crisis lines for other countries. {address} lists them for many. In danger, your local emergency "
        "number is the one to call.",
        address=directory(),
    )


def country_code(written: str) -> str | None:
    """The code of a country given as a code or as people write it; "other" is every other one."""
    plain = "".join(sign for sign in normalize("NFKD", written.casefold()) if not combining(sign)).strip(" .!")
    plain = normalize("NFC", plain)
    found = (code for code, (name, names) in countries().items() if plain in (code, name.casefold(), *names))
    return "other" if plain == "other" else next(found, None)


def country_name(code: str) -> str:
    """The English name, as the guard reads it."""
    return countries()[code][0]


def _country(code: str | None) -> str:
    name = say(country_name(code)) if code else ""
    return name[:1].upper() + name[1:]


def _switch(purpose: Purpose, given: bool) -> Row:
    name = say(NAMES[purpose])
    if given:
        return pressed(say("Turn off: {choice}", choice=name), f"consent:{purpose}:no")
    return pressed(say("Turn on: {choice}", choice=name), f"consent:{purpose}:yes")


def _line(purpose: Purpose, given: bool, terms: Terms) -> str:
    state = say("on") if given else say("off")
    return f"{say(NAMES[purpose])} ({state}): {_meaning(purpose, terms)}"


def _meaning(purpose: Purpose, terms: Terms) -> str:
    if purpose == "keep":
        return say(
            "without this, what we write is erased about {hours} after you were last here. With this, it is "
            "erased {days} after, and until then I can follow on from it when you come back.",
            hours=hours(terms.unkept_hours),
            days=days(terms.retention_days),
        )
    if purpose == "research":
        return say(
            "if you allow it, people who study talks like these may read ours, with your ratings. A program takes out "
            "names, numbers and links first, and can miss some. Turning it off does not call back copies made before."
        )
    if purpose == "understanding":
        return say(
            "if you allow it, the program that brings you here is told, with each answer, which feeling I seemed to "
            "hear, how strong it seemed, and what I was trying to do. Those are guesses. Whoever runs that program may "
            "keep them by rules of their own."
        )
    return say(
        "if you allow it, they are sent something of our talks. {gets}. Whoever runs them can read that, and may keep "
        "it by rules of their own. Without this nothing is sent to them.",
        gets="; ".join(who_gets_what(terms)),
    )


def who_gets_what(terms: Terms) -> list[str]:
    """What goes where, as the bot's parts declare it."""
    return list(dict.fromkeys(say("{host} gets {what}", host=to.host, what=to.what) for to in terms.recipients))
