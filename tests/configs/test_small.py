"""The bot on the small encoder is the default bot without ranker and kinds, with the size of the encoder named."""

from bot.build import build
from bot.config import read
from bot.dialog import Conversation
from bot.testing.scripted import NOON


def test_it_has_what_the_default_bot_has() -> None:
    small, default = read("small"), read("default")
    assert small.encoder is not None
    assert small.encoder.settings == {"size": "small"}
    assert (small.writer, default.writer and default.writer.use) == (None, "rank")
    assert [part.use for part in small.skills] == [part.use for part in default.skills if part.use != "kinds"]


def test_it_starts_and_answers() -> None:
    step = build(read("small")).step(Conversation("test"), "I lost my job yesterday", NOON)
    assert (step.reply.skill, step.trace.dropped) == ("retrieve", ())
