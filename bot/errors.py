"""Every error Attune raises, drawn once.

BotError
├── ConfigError        a bot file that cannot be used: the message names file, key and choices
│   └── SkillNotFound  `use = "..."` names nothing that can be found
├── SkillError         a factory or skill that breaks its contract
├── WeightsError       a shipped file (tensors, tokenizer, replies, crisis lines) that is missing or altered
├── CorpusError        a corpus file that cannot be read: the message names file, line and reason
│   └── CorpusMissing  it is not there
├── StoreError         the database cannot be opened, read or written
│   ├── Conflict       another process saved the conversation first
│   │   └── Forgotten  a message was erased before it was answered
│   ├── Postponed      somebody is forgotten as soon as the store works again
│   └── StateError     a stored state part that cannot be decoded
├── EngineError        the engine's process could not make a turn: the message names a kind of error, no words
│   ├── Overrun        a turn did not end in time, or the process died over it
│   ├── NoEngine       there is no such process at the moment
│   └── ReplicaDied    one of several engines died while it was asked: another may answer
├── ServerError        a language model's server answered in no way that can be used
├── Withheld           a responder says nothing this turn: the message gives the reason, without anybody's words
├── Unchanged          a reply stays as it is: another one cannot be made
├── Reused             a message came under the id of another one
├── StudyError         a study file or judgement that cannot be used
└── MissingPackage     an optional package is not installed: the message says which and how

They are caught at two places: round one skill (`bot.understanding`) and round one turn (`bot.sessions` and the doors).
"""

from __future__ import annotations


class BotError(Exception):
    """Base of everything Attune raises on purpose; its text is fit to be shown to an operator."""


class ConfigError(BotError):
    """A bot file that cannot be used."""


class SkillNotFound(ConfigError):
    """`use` names nothing that can be found."""


class SkillError(BotError):
    """A skill or its factory breaks its contract."""


class WeightsError(BotError):
    """A shipped file is missing or is not the file that was pinned."""


class CorpusError(BotError):
    """A corpus file cannot be read."""


class CorpusMissing(CorpusError):
    """A corpus file is not there."""


class StoreError(BotError):
    """The database cannot be opened, read or written."""


class Conflict(StoreError):
    """The conversation was saved by someone else since it was loaded."""


class Forgotten(Conflict):
    """A message was erased before it was answered: its person wanted all of it gone."""


class Postponed(StoreError):
    """The store failed when somebody was to be forgotten; it is tried again until it is done.

    `lasting`: also after this process has ended.
    """

    def __init__(self, message: str, *, lasting: bool) -> None:
        super().__init__(message)
        self.lasting = lasting


class StateError(StoreError):
    """A stored state part cannot be decoded."""


class EngineError(BotError):
    """The engine's process could not do what it was asked for."""


class Overrun(EngineError):
    """A turn did not end in time, or the engine's process died over it."""


class NoEngine(EngineError):
    """The engine's process is gone, and no other one is there yet."""


class ReplicaDied(EngineError):
    """A replica of the engine died while it was asked, for whatever reason; nothing came of it."""


class ServerError(BotError):
    """A language model's server answered in no way that can be used; the message holds nothing of what it sent."""


class Withheld(BotError):
    """A responder says nothing this turn, on purpose; the message gives the reason, without anybody's words."""


class Unchanged(BotError):
    """A reply was to be replaced, and stays: another cannot be made."""


class Reused(BotError):
    """A message came under the id of another one. Where not `surely`, its words can't be compared any more."""

    def __init__(self, message: str, *, surely: bool) -> None:
        super().__init__(message)
        self.surely = surely


class StudyError(BotError):
    """A study file or a judgement cannot be used."""


class FiguresError(BotError):
    """Figures of the documentation cannot be measured, read or shown."""


class MissingPackage(BotError):
    """An optional package is not installed."""
