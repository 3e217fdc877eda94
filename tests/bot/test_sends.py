"""What is declared to leave a part, and which addresses lie outside of this machine."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.errors import SkillError
from bot.registry import encoder, guard, responder, skill
from bot.sends import HERE, UNKNOWN, UNREADABLE, Recipient, Sends, located, recipients


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("http://localhost:8080/v1", "localhost:8080"), ("https://LOCALHOST.", "LOCALHOST."),
        ("localhost", "localhost"),
        ("http://ai.localhost/v1", "ai.localhost"), ("127.0.0.1:11434", "127.0.0.1:11434"), ("127.8.9.1", "127.8.9.1"),
        ("http://[::1]:80/", "[::1]:80"), ("::1", "[::1]"), ("http://[::ffff:127.0.0.1]", "[::ffff:127.0.0.1]"),
        ("ws://me@127.0.0.1/x", "127.0.0.1"), ("unix:///run/ai.sock", HERE), ("unix:/run/ai.sock", HERE),
        ("http+unix://%2Frun%2Fai.sock/v1", HERE), ("file:///models/small", HERE), ("/run/ai.sock", HERE),
        ("./model", HERE), ("../model", HERE), ("~/model", HERE), (Path("model"), HERE),
    ],
)  # fmt: skip
def test_loopback_sockets_and_paths_are_inside(address: object, host: str) -> None:
    assert located(address) == (host, False)


@pytest.mark.parametrize(
    ("address", "host"),
    [
        ("https://ai.example.org/v1?key=abc#x", "ai.example.org"), ("ai.example.org:443", "ai.example.org:443"),
        ("https://me:secret@ai.example.org", "ai.example.org"), ("http://10.0.0.1", "10.0.0.1"),
        ("http://192.168.1.4:8080", "192.168.1.4:8080"), ("http://0.0.0.0", "0.0.0.0"),
        ("http://[fe80::1]", "[fe80::1]"),
        ("http://127.0.0.1.example.org", "127.0.0.1.example.org"),
        ("http://localhost.example.org", "localhost.example.org"),
        ("http://mylocalhost", "mylocalhost"), ("http://127.1", "127.1"), ("http://2130706433", "2130706433"),
        ("http://localhost@ai.example.org", "ai.example.org"), ("http://ai.example.org/@localhost", "ai.example.org"),
        ("http://ai.example.org#@localhost", "ai.example.org"), ("//ai.example.org/x", UNREADABLE),
        ("http://ai.example.org\\@localhost", UNREADABLE), ("http://a@b@localhost", UNREADABLE),
        ("http://local\thost", UNREADABLE), ("http://ｌｏｃａｌｈｏｓｔ", UNREADABLE),
        ("http://%6cocalhost", UNREADABLE),
        ("file://server/share", "server"), ("unix://ai.example.org/x", "ai.example.org"),
        ("/\\ai.example.org", UNREADABLE),
        ("http+unix://ai.example.org", "ai.example.org"), ("http://", UNREADABLE), ("", UNKNOWN), (None, UNKNOWN),
        (8080, UNKNOWN),
    ],
)  # fmt: skip
def test_all_else_is_outside(address: object, host: str) -> None:
    assert located(address) == (host, True)


def test_no_name_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("a name was looked up")

    monkeypatch.setattr("socket.getaddrinfo", never)
    monkeypatch.setattr("socket.gethostbyname", never)
    assert located("https://ai.example.org") == ("ai.example.org", True)


def test_every_address_of_a_part_is_a_recipient_once() -> None:
    sends = Sends("your words", to=("url", "mirrors"))
    given = {"url": "http://127.0.0.1:1", "mirrors": ["https://a.example.org", "https://a.example.org/v2"], "size": 3}
    assert recipients("ai", sends, given) == (
        Recipient("ai", "your words", "127.0.0.1:1", outside=False),
        Recipient("ai", "your words", "a.example.org", outside=True),
    )
    assert recipients("ai", None, given) == ()
    assert [to.outside for to in recipients("ai", Sends("x", to="mirrors"), {"mirrors": []})] == [True]


def factory(*, url: str = "") -> Any:
    """Takes an address."""


@pytest.mark.parametrize(
    ("decorate", "words"),
    [
        (lambda: responder("ai"), r"responder 'ai' must say what it sends: sends=Sends\(.*to=\"url\"\).*or sends=None"),
        (lambda: responder("ai", sends=Sends("all", to="host")), r"no such setting \(it takes: url\)"),
        (lambda: skill("ai", sends=Sends("all", to=("url", "port"))), r"skill 'ai' sends to the address in 'port'"),
        (lambda: skill("ai", sends=Sends("  ", to="url")), r"skill 'ai': sends must be Sends\("),
        (lambda: skill("ai", sends=Sends("all", to=())), r"skill 'ai': sends must be Sends\("),
        (lambda: guard("g", sends=Sends("all", to="url")), "guard 'g' must send nothing: it reads every turn"),
        (lambda: encoder("e", sends=Sends("all", to="url")), "encoder 'e' must send nothing"),
    ],
)
def test_what_is_declared_must_be_whole(decorate: Callable[[], Callable[..., Any]], words: str) -> None:
    with pytest.raises(SkillError, match=words):
        decorate()(factory)


def declared(decorate: Callable[..., Any]) -> object:
    return decorate(factory).__attune__.sends


def test_what_stays_inside_says_nothing_or_that() -> None:
    for decorate in (responder("ai", sends=None), skill("x"), skill("x", sends=None), guard("g"), encoder("e")):
        assert declared(decorate) is None
    assert declared(skill("x", sends=Sends("all", to="url"))) == Sends("all", to="url")
