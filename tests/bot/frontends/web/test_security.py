"""Keys, addresses, settings and the secret, by themselves."""

from __future__ import annotations

import stat
import time
from ipaddress import ip_network
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from itsdangerous import TimestampSigner
from starlette.requests import HTTPConnection
from starlette.responses import Response

from bot.errors import ConfigError
from bot.frontends.web.security import Keys, address, came_from, newcomer
from bot.frontends.web.settings import Settings, read_secret
from bot.people import person_of

SECRET = "x" * 40
OURS = frozenset({"https://talk.example.org"})


def asking(client: str = "10.0.0.1", **headers: str) -> HTTPConnection:
    named = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "headers": named, "client": (client, 1), "path": "/", "query_string": b""})


def cookie_of(keys: Keys, response: Response) -> str:
    return response.headers["set-cookie"].split(";")[0]


def test_a_cookie_brings_the_same_person_back() -> None:
    keys, who, response = Keys(SECRET, secure=False, days=1), newcomer(), Response()
    keys.remember(response, who)
    back = keys.visitor(asking(cookie=cookie_of(keys, response)))
    assert (back.key, back.new) == (who.key, False)
    assert person_of(who.conversation_id) == who.person


def test_a_cookie_of_another_secret_or_too_old_is_nobodys() -> None:
    who, response = newcomer(), Response()
    Keys("y" * 40, secure=False, days=1).remember(response, who)
    assert Keys(SECRET, secure=False, days=1).visitor(asking(cookie=response.headers["set-cookie"])).new
    late = Response()
    Keys(SECRET, secure=False, days=-1).remember(late, who)
    assert Keys(SECRET, secure=False, days=-1).visitor(asking(cookie=late.headers["set-cookie"].split(";")[0])).new


@pytest.mark.parametrize(("ahead", "known"), [(30, True), (59, True), (120, False), (86_400 * 365, False)])
def test_a_clock_that_was_set_back_makes_nobody_a_stranger(
    monkeypatch: pytest.MonkeyPatch, ahead: int, known: bool
) -> None:
    """Or that of the other server, which is a little fast."""
    keys, who, response = Keys(SECRET, secure=False, days=1), newcomer(), Response()
    now = int(time.time())
    with monkeypatch.context() as changed:
        changed.setattr(TimestampSigner, "get_timestamp", lambda _: now + ahead)
        keys.remember(response, who)
    assert keys.visitor(asking(cookie=cookie_of(keys, response))).new is not known


@given(st.text(alphabet=st.characters(max_codepoint=255), max_size=200))
def test_any_cookie_can_be_read(value: str) -> None:
    keys = Keys(SECRET, secure=False, days=1)
    assert keys.visitor(asking(cookie=f"attune={value}")).new


def test_what_is_signed_for_one_use_is_worthless_for_another() -> None:
    keys, who = Keys(SECRET, secure=False, days=1), newcomer()
    assert keys.is_form_token(who, keys.form_token(who))
    assert not keys.is_form_token(who, keys.mark(who))
    assert not keys.is_form_token(newcomer(), keys.form_token(who))
    assert keys.visitor(asking(cookie=f"attune={who.key}.{keys.form_token(who)}")).new
    assert who.key not in keys.mark(who) + keys.form_token(who)


@pytest.mark.parametrize(
    ("client", "forwarded", "found"),
    [
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),  # nobody's proxy: whatever it claims
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "192.0.2.66, 198.51.100.1", "198.51.100.1"),  # only what our proxy wrote
        ("10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"),  # two proxies of ours
        ("10.0.0.1", "198.51.100.1, nonsense", "10.0.0.1"),
        ("10.0.0.1", "2001:DB8::1", "2001:db8::1"),
    ],
)
def test_forwarded_addresses_count_only_from_our_proxies(client: str, forwarded: str, found: str) -> None:
    assert address(asking(client, x_forwarded_for=forwarded), [ip_network("10.0.0.0/8")]) == found


def test_without_proxies_no_forwarded_address_counts() -> None:
    assert address(asking("10.0.0.1", x_forwarded_for="198.51.100.1"), []) == "10.0.0.1"


@pytest.mark.parametrize(
    ("origin", "ours"),
    [
        ("https://talk.example.org", True),
        ("https://TALK.example.org", True),
        ("http://talk.example.org", False),
        ("https://talk.example.org.evil.example", False),
        ("https://talk.example.org:444", False),
        ("null", False),
        ("", False),
    ],
)
def test_only_our_own_origin_is_ours(origin: str, ours: bool) -> None:
    assert came_from(asking(origin=origin), OURS, must_say=True) is ours


def test_who_does_not_say_where_from_is_let_in_only_where_a_token_follows() -> None:
    assert came_from(asking(), OURS, must_say=False)
    assert not came_from(asking(), OURS, must_say=True)


def test_a_bot_file_can_say_all_of_it() -> None:
    raw = {"host": "0.0.0.0", "origin": "https://talk.example.org", "proxies": ["10.0.0.0/8"], "port": 80}
    settings = msgspec.convert(raw, Settings, strict=True)
    assert settings.secure
    assert settings.origins(80) == OURS
    assert [str(network) for network in settings.networks()] == ["10.0.0.0/8"]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"host": "0.0.0.0"}, "`origin` must say where browsers find the page"),
        ({"origin": "talk.example.org"}, "is a scheme, a host"),
        ({"origin": "https://talk.example.org/"}, "is a scheme, a host"),
        ({"origin": "https://Talk.example.org"}, "is a scheme, a host"),
        ({"origin": "http://talk.example.org"}, "must begin with https://"),
        ({"proxies": ("10.0.0.1/8",)}, "proxies"),
    ],
)
def test_what_would_not_be_safe_is_refused(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        Settings(**wrong)  # type: ignore[arg-type]


def test_a_secret_is_made_once_and_for_its_owner_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("ATTUNE_WEB_SECRET", raising=False)
    path = tmp_path / "kept" / "web-secret"
    settings = Settings(secret_file=str(path))
    first = read_secret(settings)
    assert len(first) >= 32
    assert read_secret(settings) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_a_secret_comes_from_the_environment_first_and_is_long(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ATTUNE_WEB_SECRET", SECRET)
    assert read_secret(Settings()) == SECRET
    monkeypatch.setenv("ATTUNE_WEB_SECRET", "short")
    with pytest.raises(ConfigError, match="fewer than 32") as refused:
        read_secret(Settings())
    assert "short" not in str(refused.value)
    monkeypatch.delenv("ATTUNE_WEB_SECRET")
    (tmp_path / "named").write_text(SECRET)
    monkeypatch.setenv("ATTUNE_WEB_SECRET_FILE", str(tmp_path / "named"))
    assert read_secret(Settings()) == SECRET
    with pytest.raises(ConfigError, match="cannot be used"):
        read_secret(Settings(secret_file=str(tmp_path)))
