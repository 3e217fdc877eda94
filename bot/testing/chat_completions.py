"""A server of chat completions on this machine, for the real `openai` library: as OpenAI, vLLM and llama-server answer.

It takes what they take and refuses what they refuse: a wrong key (401), a model that it has not (404), arguments that
it doesn't know, no messages, roles that don't alternate, more tokens than its context has room for (400). What it is
`told` to do is done once each, in order; then it answers with `reply` again.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from aiohttp import web

from bot.testing.loopback import Loopback

Fault = Literal["slow", "stall", "cut", "unfinished", "malformed", "no choices", "no json", "error event", "moved"]
KNOWN = {"model", "messages", "stream", "stream_options", "max_tokens", "max_completion_tokens", "temperature", "seed"}


@dataclass(frozen=True, slots=True)
class Told:
    """What to do with one request: a `status` with its headers, or a `fault`, or another reply."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    fault: Fault | None = None
    reply: str | None = None
    finish: str = "stop"


class ChatCompletions(Loopback):
    """Use as `async with`. `asked` are the bodies of all requests, `heads` their headers; `hung_up` counts the gone."""

    def __init__(
        self, *, key: str = "", model: str = "tiny", context: int = 8192, reply: str = "[Question] Why?"
    ) -> None:
        super().__init__()
        self.key, self.model, self.context, self.reply = key, model, context, reply
        self.told: list[Told] = []
        self.asked: list[dict[str, Any]] = []
        self.heads: list[Mapping[str, str]] = []
        self.hung_up = 0

    @property
    def base_url(self) -> str:
        return f"{self.url}/v1"

    def routes(self) -> list[web.RouteDef]:
        return [web.post("/v1/chat/completions", self._complete), web.get("/v1/models", self._models)]

    async def _models(self, request: web.Request) -> web.StreamResponse:
        if refusal := self._unknown(request):
            return refusal
        one = {"id": self.model, "object": "model", "created": 0, "owned_by": "nobody"}
        return web.json_response({"object": "list", "data": [one]})

    async def _complete(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.heads.append(dict(request.headers))
        self.asked.append(body)
        await self.changed()
        told = self.told.pop(0) if self.told else Told()
        if refusal := self._unknown(request) or self._wrong(body):
            return refusal
        if told.status != 200:
            return _error(told.status, "it is said so", told.headers)
        if told.fault == "moved":
            return web.Response(status=307, headers={"Location": told.headers["Location"]})
        try:
            if told.fault in ("slow", "stall") and not (told.fault == "stall" and body.get("stream")):
                await asyncio.Event().wait()
            answer = self._streamed if body.get("stream") else self._whole
            return await answer(request, body, told)
        except asyncio.CancelledError:
            self.hung_up += 1
            await self.changed()
            raise

    def _unknown(self, request: web.Request) -> web.Response | None:
        given = request.headers.get("Authorization", "")
        return _error(401, "Incorrect API key provided") if self.key and given != f"Bearer {self.key}" else None

    def _wrong(self, body: Mapping[str, Any]) -> web.Response | None:
        """What a real server says of a request that it can't take."""
        messages = body.get("messages") or []
        roles = [message["role"] for message in messages]
        talk = roles[1:] if roles[:1] == ["system"] else roles
        turns = talk == [("user", "assistant")[place % 2] for place in range(len(talk))] and talk[-1:] == ["user"]
        wanted = int(body.get("max_tokens", body.get("max_completion_tokens", 0)))
        refusals = (
            (body.get("model") != self.model, 404, "The model does not exist"),
            (not set(body) <= KNOWN, 400, "Unrecognized request argument supplied"),
            (not messages, 400, "[] is too short - 'messages'"),
            (not turns, 400, "Conversation roles must alternate user/assistant/user/assistant/..."),
            (self._read(messages) + wanted > self.context, 400, "The context length is exceeded"),
            ("stream_options" in body and not body.get("stream"), 400, "'stream_options' needs 'stream'"),
        )
        return next((_error(status, why) for wrong, status, why in refusals if wrong), None)

    def _read(self, messages: Sequence[Mapping[str, str]]) -> int:
        """Tokens of a prompt: four characters each, as of English."""
        return sum(len(message["content"]) // 4 + 4 for message in messages)

    def _usage(self, body: Mapping[str, Any], text: str) -> dict[str, int]:
        read, written = self._read(body["messages"]), len(text.split())
        return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}

    async def _whole(self, request: web.Request, body: Mapping[str, Any], told: Told) -> web.StreamResponse:
        text = self.reply if told.reply is None else told.reply
        if told.fault == "no json":
            return web.Response(text="<html>a gateway", content_type="application/json")
        if told.fault in ("malformed", "no choices"):
            return web.json_response(
                {"object": "chat.completion", "choices": [] if told.fault == "no choices" else None}
            )
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": told.finish}
        return web.json_response(_head("chat.completion", self.model, [choice]) | {"usage": self._usage(body, text)})

    async def _streamed(self, request: web.Request, body: Mapping[str, Any], told: Told) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        async for event in self._events(body, told):
            await response.write(f"data: {event}\n\n".encode())
        if told.fault == "cut" and request.transport:
            request.transport.abort()
        return response

    async def _events(self, body: Mapping[str, Any], told: Told) -> AsyncIterator[str]:
        text = self.reply if told.reply is None else told.reply
        yield self._piece(body, {"role": "assistant", "content": ""})
        words = [word if not place else f" {word}" for place, word in enumerate(text.split(" "))]
        for place, word in enumerate(words):
            yield self._piece(body, {"content": word})
            await asyncio.sleep(0)
            if told.fault and place >= len(words) - 2:
                if told.fault == "stall":
                    await asyncio.Event().wait()
                if told.fault == "malformed":
                    yield '{"choices": [{"delta'
                if told.fault == "error event":
                    yield json.dumps({"error": {"message": f"overloaded over: {body['messages'][-1]['content']}"}})
                return
        yield self._piece(body, {}, told.finish)
        if (body.get("stream_options") or {}).get("include_usage"):
            yield json.dumps(_head("chat.completion.chunk", self.model, []) | {"usage": self._usage(body, text)})
        yield "[DONE]"

    def _piece(self, body: Mapping[str, Any], delta: Mapping[str, str], finish: str | None = None) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        usage = {"usage": None} if (body.get("stream_options") or {}).get("include_usage") else {}
        return json.dumps(_head("chat.completion.chunk", self.model, [choice]) | usage)


def _head(kind: str, model: str, choices: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": model, "choices": choices}


def _error(status: int, message: str, headers: Mapping[str, str] | None = None) -> web.Response:
    """As OpenAI words an error."""
    body = {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}
    return web.json_response(body, status=status, headers=headers)
