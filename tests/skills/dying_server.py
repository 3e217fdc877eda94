"""A model's server in a process of its own that is to be killed, by the standard library: `dying_server.py PORT MODE`.

It streams as OpenAI-compatible servers do and says on its standard output how far it is. MODE: `ends` answers whole,
`stalls` stops after the first sentence, `silent` after the request.
"""

import asyncio
import json
import sys

FIRST, REST = "[Reflection of feelings] So it was {}.", " That hurts."
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"


def told(line: str) -> None:
    print(line, flush=True)


def event(text: str, finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": {"content": text}, "finish_reason": finish}
    piece = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "tiny", "choices": [choice]}
    return f"data: {json.dumps(piece)}\n\n".encode()


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    said = json.loads(await reader.readexactly(length))["messages"][-1]["content"]
    told("asked")
    if sys.argv[2] == "silent":
        await asyncio.Event().wait()
    writer.write(HEAD + event(FIRST.format(said)) + event(REST[:3]))
    await writer.drain()
    if sys.argv[2] == "stalls":
        told("begun")
        await asyncio.Event().wait()
    writer.write(event(REST[3:]) + event("", "stop") + b"data: [DONE]\n\n")
    await writer.drain()
    writer.close()


async def main() -> None:
    async with await asyncio.start_server(answer, "127.0.0.1", int(sys.argv[1])) as server:
        told("ready")
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
