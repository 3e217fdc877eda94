"""Frames between two processes."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import msgspec
import pytest

from bot.worker.link import Link


@pytest.fixture
def ends() -> Iterator[tuple[Link, Link, socket.socket]]:
    here, there = socket.socketpair()
    with here, there:
        yield Link(here), Link(there), here


def test_messages_come_whole_and_in_their_order(ends: tuple[Link, Link, socket.socket]) -> None:
    here, there, _ = ends
    long = "x" * 5_000_000  # more than a socket holds
    sending = threading.Thread(target=lambda: list(map(here.send, ("one", long, "two"))))
    sending.start()
    assert [there.receive(str, 20) for _ in range(3)] == ["one", long, "two"]
    sending.join()


def test_whoever_waits_in_vain_is_told(ends: tuple[Link, Link, socket.socket]) -> None:
    here, there, raw = ends
    with pytest.raises(TimeoutError):
        there.receive(str, 0.01)
    with pytest.raises(TimeoutError):
        here.send("x" * 50_000_000, 0.01)
    raw.close()


def test_the_end_of_the_other_one_is_noticed(ends: tuple[Link, Link, socket.socket]) -> None:
    here, there, raw = ends
    raw.sendall(b"\0\0\0\x09abc")
    here.hang_up()
    with pytest.raises(EOFError):
        there.receive(str, 5)


def test_what_is_no_message_is_refused(ends: tuple[Link, Link, socket.socket]) -> None:
    here, there, _ = ends
    here.send({"a": 1})
    with pytest.raises(msgspec.DecodeError):
        there.receive(str, 5)
