"""The A/B study as a ParlAI world: a person (any ParlAI agent) and two of our bots.

parlai interactive -m agents.bot_agent:BotAgent -t worlds.parlai.ab_world --bot LEFT.toml --against RIGHT.toml
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

from agents.border import Teacher, World, add_study_options, hear, read_study_options, speak
from agents.bot_agent import BotAgent, Talk
from bot.config import read
from bot.errors import StudyError
from bot.step import Step
from worlds.ab import Answered, Answering, Choosing, Event, Judged, Listening, Plan, Said, State, advance, begin
from worlds.judgement import Judgement, Line, parse_choice
from worlds.pairing import check_person, pair
from worlds.record import Record
from worlds.terminal import HELLO, NOT_KEPT, QUESTION, not_a_choice

HOST = "study"


class AbWorld(World):  # type: ignore[misc]  # ParlAI has no types
    """`agents` are the person and the left bot; the right one is the third, or is built from `--against`.

    One parley is one turn. `lines` are the judgements so far. Raises StudyError when there is nothing to compare.
    """

    @classmethod
    def add_cmdline_args(cls, parser: Any, partial_opt: Any = None) -> Any:
        add_study_options(parser)
        return parser

    def __init__(self, opt: Any, agents: Sequence[Any], shared: Any = None) -> None:
        options = read_study_options(opt)
        super().__init__(opt, _complete(opt, options.against, agents))
        check_person(options.person)
        left, right = (read(bot.options.bot) for bot in self.agents[1:])
        opening = pair(left, right, options.seed)
        self._files = ExitStack()
        self._record = self._files.enter_context(Record(options.out, opening)) if options.out else None
        self.lines: list[Line] = []
        talk, judged = (
            (self._record.talks(options.person) + 1, self._record.judged(options.person)) if self._record else (1, 0)
        )
        self.state: State = begin(Plan(opening, options.person, talk=talk, turns=options.turns, judged=judged))
        self.acts = [speak(HOST, ""), speak(HOST, "")]
        self._left = False

    def parley(self) -> None:
        """The person's words, both answers, the choice, and what the talk goes on with."""
        if self.total_parleys == 0:
            self._tell(f"{HELLO}\n{NOT_KEPT}")
        while event := self._event():
            self.state = advance(self.state, event)
            if isinstance(self.state, Listening):
                self._finish(self.state)
                break
        else:
            self._left = True
        self.update_counters()

    def epoch_done(self) -> bool:
        """True when the person has left or enough turns are judged."""
        return self._left or (isinstance(self.state, Listening) and self.state.done)

    def episode_done(self) -> bool:
        return self.epoch_done()

    def shutdown(self) -> None:
        self._files.close()

    def _event(self) -> Event | None:
        match self.state:
            case Listening() as talk:
                words = None if talk.done else self._hear()
                self.acts = [speak(self.agents[0].getID(), words or ""), speak(HOST, "")]
                return None if words is None else Said(words)
            case Answering() as asked:
                left, right = (answer(bot, asked) for bot in self.agents[1:])
                return Answered(left, right)
            case Choosing() as choosing:
                return self._choose(choosing)

    def _choose(self, choosing: Choosing) -> Judged | None:
        self._tell(f"A: {choosing.shown('a')}\nB: {choosing.shown('b')}\n{QUESTION}")
        while (words := self._hear()) is not None:
            if choice := parse_choice(words):
                return Judged(choice)
            self._tell(not_a_choice(words))
        return None

    def _finish(self, talk: Listening) -> None:
        if talk.line:
            self.lines.append(talk.line)
            if self._record:
                self._record.append(talk.line)
        if talk.reply:
            self.acts = [self.acts[0], speak(HOST, talk.reply.text)]
        if isinstance(talk.line, Judgement) and talk.line.letter:
            self._tell(f"We go on with {talk.line.letter}.")
        elif talk.reply:
            self._tell(talk.reply.text)

    def _hear(self) -> str | None:
        """The person's words; None when they leave, which ParlAI's own person says by StopIteration."""
        try:
            message = self.agents[0].act()
        except StopIteration:
            return None
        heard = hear(message)
        self._left = self._left or heard.done
        return heard.text

    def _tell(self, text: str) -> None:
        self.agents[0].observe(speak(HOST, text))


# `parlai interactive` looks for classes of these names in the task's module. Where it finds no world it takes one of
# its own without a word; where it finds no teacher, whose arguments it wants to read, it fails.
InteractiveWorld = AbWorld
DefaultTeacher = Teacher


def answer(bot: BotAgent, asked: Answering) -> Step:
    """What a bot answers from the conversation both bots stand in."""
    bot.talk = Talk(asked.talk.conversation)
    bot.observe(speak("someone", asked.text))
    bot.act()
    if bot.talk.step is None:
        raise StudyError(f"{bot.id} gave no answer")
    return bot.talk.step


def _complete(opt: Any, against: str, agents: Sequence[Any]) -> list[Any]:
    """The person and two bots."""
    for bot in agents[1:]:
        if not isinstance(bot, BotAgent):
            raise StudyError(
                f"a study compares our own bots, and {type(bot).__name__} is none: use -m agents.bot_agent:BotAgent"
            )
    if len(agents) == 2:
        if not against:
            raise StudyError("which bot should --bot be compared with? name its file: --against FILE")
        other = copy.deepcopy(opt)
        other["bot"] = against
        return [*agents, BotAgent(other)]
    if len(agents) != 3:
        raise StudyError(f"a study has one person and two bots, not {len(agents)} agents")
    return list(agents)
