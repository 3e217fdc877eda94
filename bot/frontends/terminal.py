"""`attune chat` on a terminal: one person, a line at a time, and the menu's pages with numbers to choose by."""

from __future__ import annotations

import asyncio
import io
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path

from rich.console import Console

from bot.errors import StoreError
from bot.frontends.commands import BUTTONS, NAMES, Command, Declined, read
from bot.frontends.console import explained, hello
from bot.frontends.door import APOLOGY
from bot.frontends.menu import Menu, Page
from bot.frontends.menu.page import Button
from bot.frontends.plain_pages import numbered, save
from bot.people import person_of
from bot.phrases import mark, say
from bot.sessions import Sessions
from bot.text import for_terminal

HELP = mark("Write, and press Enter. /help lists the commands. /bye or Ctrl-D: end.")
OWN = (
    ("explain", mark("Show what I understood, or stop showing it")),
    ("feel", mark("Say how strong it is now, as in /feel 3")),
    ("bye", mark("End, as Ctrl-D does")),
)
"""Commands beside those of the menu, with their summaries."""
KNOWN = NAMES | BUTTONS | {name for name, _ in OWN}
BYE = ("/bye", "quit", "exit")
"""What ends a talk; the last two because other programs take them."""
SKIP = mark("Enter skips.")
CHOOSE = mark("Type a number to choose, or just go on writing.")
SAVE, PICTURE = "save", "attune-mood.png"
STRENGTHS = ("1", "2", "3", "4", "5")
IN_WORDS = ("one", "two", "three", "four", "five")


class Terminal:
    """The talk `key`. `folder` is where files go that are asked for."""

    def __init__(
        self,
        sessions: Sessions,
        key: str,
        *,
        explain: bool = False,
        menu: Menu | None = None,
        folder: Path | None = None,
    ) -> None:
        self._sessions, self._key, self._explain = sessions, key, explain
        self._menu, self._folder = menu or Menu(sessions), folder or Path.cwd()
        self._console = Console(highlight=False, emoji=False)
        self._page: Page | None = None
        """The page whose choices may be made by number."""

    async def run(self) -> None:
        """Talk until the person ends it. Ctrl-C says goodbye and asks nothing more."""
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # a key of another encoding must not end the talk
        try:
            await self._run()
        except asyncio.CancelledError:
            self._console.print()
            self._goodbye()
            raise

    async def _run(self) -> None:
        self._note(f"{hello(self._sessions.terms)}\n{say(HELP)}\n")
        if (await self._sessions.known(self._key)).turns:
            name = person_of(self._key).partition(":")[2]
            self._note(say("We go on where we stopped, in the talk named {name}. /reset begins it anew.", name=name))
        for answer in await self._sessions.unsent(self._key):
            self._say(answer.text)
            await self._sessions.sent(answer)
        line = await self._ask_strength(say("Before we start: how strong is what you feel, 1 (barely) to 5 (very)?"))
        while True:
            line = await prompt() if line is None else line
            while line is not None and line.strip().lower() not in BYE:
                if await self._heard(line):
                    return
                line = await prompt()
            line = await self._ask_strength(say("Before you go: how strong is it now, 1 to 5?"))
            if line is None or line.lower() in BYE or await self._heard(line):
                break
            # What is said in the place of a number is heard as well; the talk goes on where it was about danger.
            if not self._sessions.level(await self._sessions.known(self._key)):
                break
            line = None
        self._goodbye()

    async def _heard(self, line: str) -> bool:
        """Do what a line asks for, or answer it. True when nothing of the talk is left to go on with."""
        page, self._page = self._page, None
        if page and (not line.strip() or line.strip().isdigit()):
            return await self._choose(page, line.strip())
        heard = await read(self._sessions, self._key, line, KNOWN)
        if isinstance(heard, str):
            await self._answer(heard)
        elif isinstance(heard, Declined):
            self._note(heard.line)
        elif heard.name == "explain":
            self._explain = not self._explain
            self._note(say("What I understand is shown from now on.") if self._explain else say("No longer shown."))
        elif heard.name == "feel":
            await self._feel(heard.words)
        elif heard.name == "bye":
            self._note(say("To end, write /bye alone."))
        else:
            return await self._open(heard)
        return False

    async def _answer(self, line: str) -> None:
        answer = await self._sessions.say(self._key, line)
        self._say(answer.text)
        await self._sessions.sent(answer)
        if self._explain:
            explained(answer)

    # -- the menu

    async def _open(self, asked: Command) -> bool:
        """Show a page. True when it says that everything is erased."""
        try:
            page = await self._menu.open(self._key, " ".join(asked))
        except StoreError:
            page = Page(say(APOLOGY), failed=True)
        if asked == Command("forget", "yes") and not page.failed:
            self._console.clear()
            self._note(page.text)
            self._note(say("What your terminal scrolled away is its own to forget."))
            return True
        self._show(page, "" if page.failed or asked.words else self._beside(asked.name))
        return False

    def _beside(self, action: str) -> str:
        """What is to be known here beside a page."""
        if action == "help":
            return "\n".join(f"/{own}: {say(summary)}" for own, summary in OWN)
        if action == "forget":
            name = person_of(self._key).partition(":")[2]
            return say("Here that is all under the name {name}; talks under other names stay.", name=name)
        return ""

    def _show(self, page: Page, beside: str = "") -> None:
        if page.picture:
            saving = (Button(say("Save the picture as {file}", file=PICTURE), SAVE),)
            page = Page(page.text, (*page.buttons, saving), page.picture, page.alt)
        self._note("\n".join(filter(None, (page.text, beside))))
        if page.file:
            self._note(save(*page.file, self._folder))
        if page.buttons:
            self._note(f"{numbered(page)}\n{say(CHOOSE)}")
            self._page = page

    async def _choose(self, page: Page, number: str) -> bool:
        actions = [button.action for row in page.buttons for button in row]
        if not number:
            return False
        if not 1 <= int(number) <= len(actions):
            self._note(say("{number} is not one of 1 to {last}.", number=number, last=len(actions)))
            self._page = page
            return False
        name, _, words = actions[int(number) - 1].partition(":")
        if name == SAVE and page.picture:
            self._note(save(PICTURE, page.picture, self._folder))
            return False
        return await self._open(Command(name, words))

    # -- how strong it is

    async def _ask_strength(self, question: str) -> str | None:
        """Asks until a number from 1 to 5 or nothing is given; any other line is returned, to be heard."""
        self._note(f"{question} {say(SKIP)}")
        while line := ((await prompt("1-5> ")) or "").strip():
            if line.lower() in IN_WORDS:
                line = STRENGTHS[IN_WORDS.index(line.lower())]
            if any(char.isalpha() for char in line) or not any(char.isdigit() for char in line):
                return line
            if await self._feel(line):
                break
        return None

    async def _feel(self, value: str) -> bool:
        """Note a strength, and say so. False when it is none."""
        if value not in STRENGTHS:
            self._note(say("{value} is not one of 1, 2, 3, 4, 5; nothing was noted.", value=repr(value or "nothing")))
            return False
        try:
            report = await self._sessions.report_intensity(self._key, int(value))
        except StoreError:
            self._note(say(APOLOGY))
            return True
        if report.last is None:
            self._note(say("Noted: {strength} of 5.", strength=value))
        else:
            self._note(say("Noted: {first} before, {now} now.", first=report.first, now=report.last))
        return True

    # -- what is shown

    def _say(self, text: str) -> None:
        self._console.print(for_terminal(text), style="cyan", markup=False)

    def _note(self, text: str) -> None:
        self._console.print(for_terminal(text), style="dim", markup=False)

    def _goodbye(self) -> None:
        self._say(say("Take care."))


async def prompt(text: str = "> ") -> str | None:
    """A line from the keyboard, None at its end. A daemon thread waits for it, so that Ctrl-C ends the program."""
    with suppress(ImportError):
        import readline  # noqa: F401  (line editing in input())
    try:
        return await _in_daemon(input, text)
    except EOFError:
        return None


def _in_daemon(call: Callable[[str], str], argument: str) -> asyncio.Future[str]:
    """Like `asyncio.to_thread`, but a program that ends doesn't wait for the thread."""
    future: Future[str] = Future()

    def run() -> None:
        try:
            future.set_result(call(argument))
        except Exception as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return asyncio.wrap_future(future)
