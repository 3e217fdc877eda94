"""Two bots at once inside a chat: both answers below each other, and by a button the one that the talk goes on with."""

from __future__ import annotations

import re

from bot.frontends.menu.page import Button, Page, paragraphs
from worlds.chats.pages import STOP, last, rows
from worlds.judgement import CHOICES
from worlds.studies import steps
from worlds.studies.ab_turns import Duet
from worlds.studies.ledger import Participation
from worlds.studies.progress import Progress
from worlds.studies.study import Loaded
from worlds.studies.two_bots import TwoBots, lines
from worlds.studies.wording import between_replies
from worlds.web.tokens import Tokens

CHOICE = "c"
"""How the data of a choice begins: `c:TURN:STAMP:AT`, where AT is the number of an option, from 0."""
CHOSEN = re.compile(rf"{CHOICE}:([0-9]{{1,4}}):([0-9a-f]{{11,40}}):([0-9])")
PATIENCE = 60.0
"""Seconds for which both answers are waited for: a message in a chat doesn't look again by itself."""
WRITE = "Both programs are writing. You will see both answers together."
WRITES = "The program is writing. Send anything to look again."


class AtOnce:
    """`worlds.chats.bots.Bots` of two that answer every message beside each other."""

    def __init__(self, loaded: Loaded, tokens: Tokens, two: TwoBots) -> None:
        self._loaded, self._tokens, self._two = loaded, tokens, two

    async def listens(self, progress: Progress) -> bool:
        """Not while both write or a choice is waited for: what is written then is read by the guard of the study."""
        if not steps.talks_now(progress):
            return False
        duet = await self._two.at(progress.participant)
        return not duet.text and (progress.phase == "task" or duet.lead is not None)

    async def say(self, progress: Progress, text: str, event: str) -> None:
        await self._two.say(progress.participant, text, event, PATIENCE)

    async def press(self, progress: Progress, action: str) -> None:
        """A choice. One below older answers changes nothing, nor does one after danger."""
        found, answers = CHOSEN.fullmatch(action), between_replies(self._loaded.study)
        if found is None or progress.phase != "task" or int(found[3]) >= len(answers):
            return
        turn, (_, value) = int(found[1]), answers[int(found[3])]
        seconds = self._tokens.since(progress.participant, _shown(turn), found[2])
        choice = next((one for one in CHOICES if one == value), None)
        if choice and seconds is not None:
            await self._two.choose(progress.participant, turn, choice, round(seconds, 1))

    async def page(self, known: Participation) -> Page | None:
        duet = await self._two.at(known.progress.participant)
        if len(duet.judged) >= self._loaded.study.turns:
            return None
        stamp = self._tokens.stamp(known.progress.participant, _shown(duet.turn))
        return page(self._loaded, duet, stamp)

    async def left_open(self, progress: Progress) -> str:
        if not steps.talks_now(progress):
            return ""
        duet = await self._two.at(progress.participant)
        if duet.lead is None:
            return ""
        return WRITES if duet.writing else last(lines(duet, progress.participant))

    async def forget(self, participant: str) -> None:
        await self._two.forget(participant)


def page(loaded: Loaded, duet: Duet, stamp: str) -> Page:
    """Both answers and what may be said of them; or that they are being written, or what the talk goes on with."""
    head = f"Choice {len(duet.judged) + 1} of {loaded.study.turns}"
    if duet.writing:
        return Page(paragraphs(head, WRITE), ((Button("Look again", "on"), STOP),))
    if duet.offers:
        replies = [f"Reply {letter.upper()}: {duet.shown(letter)}" for letter in ("a", "b")]
        said = [one for one, _ in between_replies(loaded.study)]
        options = [Button(one, f"{CHOICE}:{duet.turn}:{stamp}:{at}") for at, one in enumerate(said)]
        return Page(paragraphs(head, *replies, loaded.study.prompt), (*rows(options), (STOP,)))
    went_on = f"The talk goes on with reply {duet.letter}." if duet.letter else ""
    newest = last(lines(duet, duet.seats[0])) or "Write your first message now."
    return Page(paragraphs(went_on, newest, f"({head})"), ((STOP,),))


def _shown(turn: int) -> str:
    """What a stamp of the answers in that turn is of."""
    return f"turn {turn}"
