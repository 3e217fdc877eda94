"""Folder: a Hugging Face model in a local folder as a source of replies, asked as a server is (`skills.writer.client`).

A chat model reads the messages by its tokenizer's own chat template; any other one, seq2seq or causal, reads them as
lines of text and writes the next line.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from time import monotonic

from skills.generate import IN_TIME, WRITER, Stop
from skills.models.language import LanguageModel, Sampling
from skills.models.tidy import tidy
from skills.writer.client import Written
from skills.writer.prompt import SUPPORTER, Line, written
from skills.writer.template import Message


@dataclass(frozen=True)
class Folder:
    """A loaded model, and how its replies are drawn."""

    model: LanguageModel
    sampling: Sampling

    @property
    def max_tokens(self) -> int:
        return self.sampling.max_new_tokens

    async def write(self, messages: Sequence[Message], until: float, seed: int = 0) -> AsyncGenerator[Written, None]:
        """The reply, once it is written; what there is shortly before `until`. One at a time, in a thread."""
        now = monotonic()
        stop = Stop(now + IN_TIME * (until - now))
        try:
            yield await asyncio.get_running_loop().run_in_executor(WRITER, self._write, messages, seed, stop)
        finally:
            stop.now()  # who went away ends it with its next token

    def _write(self, messages: Sequence[Message], seed: int, stop: Stop) -> Written:
        chat = self.model.chat([{"role": each.role, "content": each.content} for each in messages])
        ids = chat or self.model.read([lines(messages)], self.model.room(self.max_tokens, 0))
        found = self.model.write(ids, (), self.sampling, seed, stop)
        text, finished = found.text, found.finished
        if chat is None:  # the next line, and capitals where the model knows none
            line, end, _ = text.lstrip().partition("\n")
            finished = finished or bool(end)
            text = tidy(line, finished, [each.content for each in messages[1:]]) or ""
        used = (len(ids), len(self.model.tokenizer.encode(text, add_special_tokens=False)))
        return Written(text, "stop" if finished else "length", used)


def lines(messages: Sequence[Message]) -> str:
    """The messages as a text of which a reply is the next line."""
    guidance = [each.content for each in messages if each.role == "system"]
    talk = "".join(written(Line(each.role == "assistant", each.content)) for each in messages if each.role != "system")
    return "\n\n".join([*guidance, f"{talk}{SUPPORTER}:"])
