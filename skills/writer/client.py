"""Client: one reply of an OpenAI-compatible server (chat completions), by the `openai` library.

It goes to the address of the bot file and nowhere else: no redirect is followed, to this machine no proxy is used, and
nothing that the environment holds for OpenAI itself (key, organisation, project) is sent. What the library raises is
passed on as it is; its words may hold what was said, so `bot.logs.reason` shows only its kind.
"""

from __future__ import annotations

import asyncio
import random
import ssl
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from functools import cached_property
from time import monotonic
from typing import Any, Protocol

from bot.distribution import install_line
from bot.errors import MissingPackage, ServerError, Withheld
from bot.sends import located
from skills.writer.template import Message

CONNECT = 3.0
"""Seconds in which a server must take a connection."""
FIRST_PAUSE, LONGEST_PAUSE = 0.3, 4.0
"""Seconds between two tries: doubled each time, of which a random share of the second half is left out."""
AGAIN = frozenset({408, 409, 429})
"""Answers after which the same may be asked again, beside 500 and above."""
NO_KEY = "none"
"""What is sent to a server that needs no key: the library wants one, and would take OpenAI's from the environment."""
LONGEST = 100_000
"""Characters of an answer, thoughts and all; a server that goes beyond keeps to no limit."""
WHOLE = frozenset({"stop", "eos", "end_turn"})
"""How a server says that the model came to its own end."""


@dataclass(frozen=True, slots=True)
class Written:
    """What a model has written so far. `finish` is how it ended, None while it writes; (read, written) are `used`."""

    text: str = ""
    finish: str | None = None
    used: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a reply is drawn. `reasons`: the model thinks first, takes no temperature, and counts its thoughts too.

    `stop` are texts that end a reply.
    """

    max_tokens: int = 200
    temperature: float = 0.7
    reasons: bool = False
    stop: tuple[str, ...] = ()

    def asked(self, seed: int) -> dict[str, Any]:
        if self.reasons:
            return {"max_completion_tokens": self.max_tokens}
        ends = {"stop": list(self.stop)} if self.stop else {}
        return {"max_tokens": self.max_tokens, "temperature": self.temperature, "seed": seed, **ends}


class Source(Protocol):
    """Whatever writes a reply to messages, wherever it is: a `Client`, or a model in this process."""

    @property
    def max_tokens(self) -> int:
        """The longest reply."""

    def write(self, messages: Sequence[Message], until: float, seed: int = 0) -> AsyncGenerator[Written, None]:
        """What is written so far, again and again, the last with its `finish`."""


@dataclass(frozen=True)
class Client:
    """A model of a server. `key` never shows in its representation."""

    base_url: str
    model: str
    key: str = field(default="", repr=False)
    sampling: Sampling = field(default_factory=Sampling)
    retries: int = 2
    stream: bool = True

    def __post_init__(self) -> None:
        _library()

    @property
    def max_tokens(self) -> int:
        return self.sampling.max_tokens

    async def write(self, messages: Sequence[Message], until: float, seed: int = 0) -> AsyncGenerator[Written, None]:
        """What the model has written so far, again and again, the last with its `finish`; tries end at `until`.

        Raises ServerError for an answer that breaks off or makes no sense, Withheld where the server asks to be left
        alone for longer than there is time, and what the library raises.
        """
        asked = {
            "model": self.model,
            "messages": [{"role": message.role, "content": message.content} for message in messages],
            **self.sampling.asked(seed),
        }
        async with self._opened(until) as server:
            if not self.stream:
                yield _answer(await self._tried(server, until, asked))
                return
            options = {"stream": True, "stream_options": {"include_usage": True}}
            pieces = await self._tried(server, until, asked | options)
            async with pieces, aclosing(_read(pieces)) as found:
                async for written in found:
                    yield written

    async def models(self, seconds: float) -> list[str]:
        """The names of the models that the server has; nothing of anybody is sent."""
        async with self._opened(monotonic() + seconds) as server:
            return [str(each.id) async for each in server.models.list()]

    async def _tried(self, server: Any, until: float, asked: dict[str, Any]) -> Any:
        """The answer to a question that is asked again, after a pause with jitter, where that may help."""
        library, tried = _library(), 0
        while True:
            try:
                return await server.chat.completions.create(**asked)
            except ValueError as error:  # a body that is no JSON
                raise ServerError(f"its answer can't be read: {type(error).__name__}") from None
            except library.APIConnectionError:
                pause = _backoff(tried)
                if tried >= self.retries or monotonic() + pause > until:
                    raise
            except library.APIStatusError as error:
                wanted = _wanted(error.response.headers.get("retry-after"))
                pause = _backoff(tried) if wanted is None else wanted + random.uniform(0, FIRST_PAUSE)
                if error.status_code not in AGAIN and error.status_code < 500:
                    raise
                if wanted is not None and monotonic() + pause > until:
                    raise Withheld(f"its server is busy and asks to wait {wanted:.0f} s") from None
                if tried >= self.retries or monotonic() + pause > until:
                    raise
            tried += 1
            await asyncio.sleep(pause)

    def _opened(self, until: float) -> Any:
        """A client of the library, for one reply: it belongs to no loop, and a replaced bot leaves none open."""
        library, left = _library(), max(until - monotonic(), 0.1)
        _, outside = located(self.base_url)
        http = library.DefaultAsyncHttpxClient(
            timeout=library.Timeout(left, connect=min(CONNECT, left)),
            follow_redirects=False,
            trust_env=outside,
            verify=self._certificates,
        )
        server = library.AsyncOpenAI(
            base_url=self.base_url, api_key=self.key or NO_KEY, admin_api_key="", max_retries=0, http_client=http
        )
        server.organization = server.project = None
        return server

    @cached_property
    def _certificates(self) -> ssl.SSLContext:
        """Read once: it takes as long as many requests."""
        return ssl.create_default_context()


async def _read(pieces: Any) -> AsyncGenerator[Written, None]:
    """A stream's pieces, joined. Usage comes after the last piece of text, in one without any."""
    written = Written()
    try:
        async for piece in pieces:
            written = replace(written, used=_used(piece.usage) or written.used)
            if not piece.choices:
                continue
            choice = piece.choices[0]
            new = choice.delta.content if choice.delta else None
            written = replace(written, text=written.text + (new or ""), finish=choice.finish_reason or written.finish)
            if len(written.text) > LONGEST:
                raise ServerError("its answer has no end")
            if new and written.finish is None:
                yield written
    except (AttributeError, TypeError, ValueError) as error:
        raise ServerError(f"a piece of its answer makes no sense: {type(error).__name__}") from None
    if written.finish is None:
        raise ServerError("its answer broke off")
    yield written


def _answer(found: Any) -> Written:
    """An answer that came as a whole."""
    try:
        choice = found.choices[0]
        return Written(choice.message.content or "", choice.finish_reason or "stop", _used(found.usage))
    except (AttributeError, TypeError, LookupError) as error:
        raise ServerError(f"its answer makes no sense: {type(error).__name__}") from None


def _used(usage: Any) -> tuple[int, int] | None:
    try:
        return int(usage.prompt_tokens), int(usage.completion_tokens)
    except (AttributeError, TypeError, ValueError):
        return None


def _wanted(header: str | None) -> float | None:
    """The seconds that a server asks to wait; None where it names none, or a date."""
    try:
        return max(float(header), 0.0) if header else None
    except ValueError:
        return None


def _backoff(tried: int) -> float:
    longest = min(FIRST_PAUSE * 2.0**tried, LONGEST_PAUSE)
    return random.uniform(longest / 2, longest)


def _library() -> Any:
    try:
        import openai
    except ImportError:
        raise MissingPackage(f"openai is not installed: {install_line('openai')}") from None
    return openai
