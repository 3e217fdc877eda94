"""The pages without a script, and what guards them, over a real server on loopback."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from bot.config import Rules
from bot.frontends.web import shield
from bot.frontends.web.draw import linked
from bot.frontends.web.lines import countries
from bot.limits import Limits
from bot.registry import Skill
from bot.testing import FakeClock
from skills.care.state import CareState

Door = Callable[..., AbstractAsyncContextManager[Any]]

FORM = "application/x-www-form-urlencoded"
STATIC = Path(shield.__file__).parent / "static"


async def test_first_it_says_what_it_is_where_help_is_and_how_to_erase(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        page = (await visit.client.get("/")).text
        assert "a computer program, not a person" in page
        assert "computer program, not a person or a clinician" in page
        assert 'href="/lines">Crisis lines</a>' in page
        assert 'href="/menu/forget">Erase everything</a>' in page


async def test_it_works_without_a_script(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        form = {"text": "hello <b>you</b>", "event": "one", "token": await visit.token()}
        for _ in range(2):  # a form sent twice is one message
            assert (await visit.client.post("/say", data=form)).status_code == 303
        page = (await visit.client.get("/")).text
        assert page.count("hello &lt;b&gt;you&lt;/b&gt;") == 2  # what was said, and the answer that repeats it
        shown = re.search(r'name="got" value="(\d+) "', page)
        assert shown
        numbers = f"{shown[1]} {'9' * 5000} x"
        await visit.client.post("/say", data={"text": "and", "token": form["token"], "got": numbers})
        assert [row.text for row in await opened.store.unsent("web:")] == ["You said: and"]


async def test_a_command_written_alone_leads_to_its_page_or_does_what_its_button_does(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        form = {"token": await visit.token()}
        for name in ("mood", "privacy", "country"):
            led = await visit.client.post("/say", data=form | {"text": f"/{name.title()} "})
            assert (led.status_code, led.headers["location"]) == (303, f"/menu/{name}")
        assert await opened.store.conversations("web:") == []
        await visit.client.post("/say", data=form | {"text": "hello"})
        undone = await visit.client.post("/say", data=form | {"text": "/undo"})
        assert undone.status_code == 200
        assert "Taken back: your last message" in undone.text
        assert (await opened.sessions.known(visit.conversation_id)).turns == ()
        told = await visit.client.post("/say", data=form | {"text": "/mood please"})
        assert told.status_code == 422


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("https://a.example/x?y=1&z.", [("https://a.example/x?y=1&amp;z", "https://a.example/x?y=1&amp;z")]),
        ("It lists them at findahelpline.com.", [("https://findahelpline.com", "findahelpline.com")]),
        ("Samaritans: call 116 123, any time", [("tel:116123", "116 123")]),
        ("call or text 988; or call 1-800-799-7233", [("sms:988", "988"), ("tel:18007997233", "1-800-799-7233")]),
        (
            "/privacy, not https://a.example/privacy",
            [("/menu/privacy", "/privacy"), ("https://a.example/privacy",) * 2],
        ),
        ("I call 3 friends. So it is.I know", []),
        ('"><script>alert(1)</script>', []),
    ],
)
def test_what_becomes_a_link(text: str, made: list[tuple[str, str]]) -> None:
    html = str(linked(text))
    assert re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)</a>', html) == made
    assert unescape(re.sub(r"</?a[^>]*>", "", html)) == text


async def test_what_a_person_writes_stays_plain(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        said = {"text": "https://mine.example", "token": await visit.token()}
        page = (await visit.client.post("/say", data=said, follow_redirects=True)).text
        assert '<div class="words" dir="auto">https://mine.example</div>' in page


async def test_words_that_were_not_kept_are_said_to_be_so(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        await visit.client.post("/say", data={"text": "[not kept]", "token": await visit.token()})
        assert "(These words were read and answered, but not kept.)" in (await visit.client.get("/")).text


async def test_what_waits_and_what_is_unconfirmed_is_on_the_page(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        answer = await opened.sessions.say(visit.conversation_id, "hello", "one")
        await opened.store.receive(visit.conversation_id, "and then", "two", datetime.now(UTC))
        lines = (await visit.client.get("/talk")).json()["lines"]
        nothing = {
            "turn": None,
            "ratable": False,
            "thumb": 0,
            "stars": 0,
            "changeable": False,
            "renewable": False,
            "danger": False,
        }
        assert lines == [
            nothing | {"speaker": "user", "text": "hello", "id": None, "turn": 0, "changeable": True},
            nothing
            | {"speaker": "bot", "text": "You said: hello", "id": answer.id, "turn": 1}
            | {"changeable": True, "renewable": True, "ratable": True},
            nothing | {"speaker": "user", "text": "and then", "id": None},
        ]


async def test_the_menu_exports_and_forgets(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit, visit.socket() as socket:
        key, before = visit.conversation_id, visit.client.cookies["attune"]
        await opened.sessions.say(key, "hello", "one")
        exported = await visit.client.get("/export")
        assert re.fullmatch(r'attachment; filename="attune-[\d-]+\.json"', exported.headers["content-disposition"])
        assert [turn["text"] for turn in json.loads(exported.content)["conversations"][0]["turns"]] == [
            "hello",
            "You said: hello",
        ]
        asked = (await visit.client.get("/menu/forget")).text
        assert 'value="forget:yes"' in asked
        assert len((await opened.sessions.known(key)).turns) == 2
        gone = await visit.act("forget:yes")
        assert gone.headers["clear-site-data"] == '"cache", "storage"'
        assert "/static/forgotten.js" in gone.text
        assert (await opened.sessions.known(key)).turns == ()
        assert await socket.told("erased") == {"kind": "erased"}
        assert visit.client.cookies["attune"].split(".")[0] != before.split(".")[0]


async def test_a_consent_is_given_and_taken_back(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        person = "web:" + visit.client.cookies["attune"].split(".")[0]
        for answer, given in (("yes", True), ("no", False)):
            assert (await visit.act(f"consent:keep:{answer}")).status_code == 200
            assert (await opened.store.people.consents(person))["keep"].given is given


async def test_a_page_is_named_as_the_menu_names_it(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        for action, name in (
            ("undo", "Take back the last message"),
            ("stop", "Turn off everything you allowed"),
            ("felt:none", "How our talk seemed"),
            ("strong:3", "How our talk seemed"),
            ("thumb:9:up", "Rate an answer"),
        ):
            page = (await visit.act(action)).text
            assert f"<title>{name} · Attune</title>" in page
            assert f"<h1>{name}</h1>" in page
        assert "<title>Attune</title>" in (await visit.act("nothing")).text


async def test_a_country_is_written_until_one_is_chosen(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        assert "Or write its name" in (await visit.act("country", typed="Norway")).text
        assert "Or write its name" not in (await visit.act("country", typed="Germany")).text
        known = await opened.sessions.known(visit.conversation_id)
        assert known.state.get(CareState).country == "de"


async def test_looking_changes_nothing(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        await opened.sessions.say(visit.conversation_id, "hello", "one")
        before = await opened.sessions.known(visit.conversation_id)
        for name in ("undo", "stop", "stars", "consent:keep:yes", "forget:yes", "reset:yes"):
            assert (await visit.client.get(f"/menu/{name}")).status_code == 404
        for name in ("start", "help", "mood", "feedback", "country", "privacy", "export", "forget", "reset"):
            assert (await visit.client.get(f"/menu/{name}")).status_code == 200
        assert await opened.sessions.known(visit.conversation_id) == before


async def test_the_menu_has_limits_and_who_was_not_erased_is_not_sent_away(door: Door, echo: Skill) -> None:
    limits = Limits(Rules(menu_per_minute=2), clock=FakeClock())
    async with door(echo, limits=limits) as opened, opened.visited() as visit:
        await opened.sessions.say(visit.conversation_id, "hello", "one")
        before = visit.client.cookies["attune"].split(".")[0]
        assert [(await visit.client.get("/export")).status_code for _ in range(3)] == [200, 200, 429]
        for path in ("/menu/mood", "/mood.png", "/menu/privacy"):
            assert (await visit.client.get(path)).status_code == 429
        refused = await visit.act("forget:yes")
        assert refused.status_code == 429
        assert "please call your local emergency number" in refused.text
        assert "clear-site-data" not in refused.headers
        assert visit.client.cookies["attune"].split(".")[0] == before
        assert (await opened.sessions.known(visit.conversation_id)).said("user") == ("hello",)
        for path in ("/", "/menu/help", "/menu/start", "/lines?in=gb"):
            assert (await visit.client.get(path)).status_code == 200


async def test_the_menu_is_counted_by_address_too(door: Door, echo: Skill) -> None:
    limits = Limits(Rules(address_menu_per_minute=2), clock=FakeClock())
    async with door(echo, limits=limits) as opened, httpx.AsyncClient(base_url=opened.base) as client:
        statuses = [(await client.get("/export", headers={"cookie": ""})).status_code for _ in range(4)]
        assert statuses == [200, 200, 429, 429]


async def test_crisis_lines_are_one_tap_away(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        for country in countries(datetime.now(UTC).date()):
            page = (await visit.client.get(f"/lines?in={country.code}")).text
            assert "call your local emergency number" in page
            for _, words, address in [way for service in country.services for way in service.ways]:
                assert f'href="{address}"' in page
                assert words in page
            assert 'href="https://findahelpline.com"' in page


def test_old_lines_are_not_shown() -> None:
    then = {country.code: country for country in countries(datetime(2030, 1, 1, tzinfo=UTC).date())}
    assert [service.name for service in then["gb"].services] == ["Emergency"]


# -- what guards the pages


async def test_a_form_needs_its_token_and_a_page_of_ours(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as mine, opened.visited() as theirs:
        ours, strange = await mine.token(), await theirs.token()
        say = {"text": "hello"}
        tries: list[tuple[dict[str, str], dict[str, str]]] = [
            (say, {}),
            (say | {"token": strange}, {}),
            (say | {"token": ours}, {"origin": "https://elsewhere.example"}),
            (say | {"token": ours}, {"origin": "null"}),
        ]
        for form, headers in tries:
            for path in ("/say", "/menu"):
                assert (await mine.client.post(path, data=form, headers=headers)).status_code == 403
        assert await opened.store.conversations("web:") == []
        assert (
            await mine.client.post("/say", data=say | {"token": ours}, headers={"origin": opened.base})
        ).status_code == 303


async def test_every_answer_carries_its_headers(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        for path in ("/", "/menu/help", "/nowhere", "/static/talk.js", "/api/docs", "/api/v1/people/x", "/healthz"):
            headers = (await visit.client.get(path)).headers
            policy = headers["content-security-policy"]
            assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';")
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "same-origin"
            assert headers["cache-control"] == ("no-cache" if path.startswith("/static") else "no-store")
            assert "server" not in headers


async def test_pages_hold_no_script_no_style_and_nobody_elses_things(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        for path in ("/", "/lines?in=gb", "/menu/privacy", "/api/docs"):
            page = (await visit.client.get(path)).text
            assert re.findall(r"<script(?![^>]* src=\"/static/)[^>]*>|<style|\sstyle=|\son\w+=", page) == []
            assert re.findall(r"(?:src|<link[^>]*href)=\"(?!/)[^\"]*", page) == []
    for file in STATIC.iterdir():
        assert (
            re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|@import|url\(", file.read_text())
            == []
        )


async def test_the_cookie_is_for_the_server_alone(door: Door, echo: Skill) -> None:
    async with door(echo) as opened, httpx.AsyncClient(base_url=opened.base) as client:
        cookie = (await client.get("/")).headers["set-cookie"]
        assert cookie.startswith("attune=")
        assert {part.strip().lower() for part in cookie.split(";")[1:]} >= {"httponly", "samesite=lax", "path=/"}
    async with (
        door(echo, origin="https://talk.example.org") as opened,
        httpx.AsyncClient(base_url=opened.base, headers={"host": "talk.example.org"}) as client,
    ):
        answer = await client.get("/")
        assert answer.headers["set-cookie"].startswith("__Host-attune=")
        assert "secure" in answer.headers["set-cookie"].lower()
        assert "strict-transport-security" in answer.headers
        assert (await client.get("/", headers={"host": "elsewhere.example"})).status_code == 421
        assert (await client.get("/healthz", headers={"host": "10.0.0.7"})).text == "ok"


async def test_a_large_or_broken_request_is_refused(door: Door, echo: Skill) -> None:
    async with door(echo, longest=100) as opened, opened.visited() as visit:
        token = await visit.token()
        assert (await visit.client.post("/say", data={"text": "x" * 20_000, "token": token})).status_code == 413

        async def endless() -> Any:
            for _ in range(20):
                yield b"x" * 1000

        assert (await visit.client.post("/say", content=endless())).status_code == 413
        assert (await visit.client.post("/say", data={"text": "x" * 101, "token": token})).status_code == 413
        assert await opened.store.conversations("web:") == []


async def test_ready_only_while_the_database_answers(door: Door, echo: Skill, monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.errors import StoreError

    async with door(echo) as opened, opened.visited() as visit:
        assert (await visit.client.get("/readyz")).text == "ready"

        async def broken(*_: str) -> None:
            raise StoreError("gone")

        monkeypatch.setattr(opened.store, "check", broken)
        assert (await visit.client.get("/readyz")).status_code == 503
        assert (await visit.client.get("/healthz")).status_code == 200


async def test_ready_only_while_there_is_an_engine(door: Door, echo: Skill, monkeypatch: pytest.MonkeyPatch) -> None:
    async with door(echo) as opened, opened.visited() as visit:
        monkeypatch.setattr(type(opened.sessions), "ready", False)
        answer = await visit.client.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "the engine is being started")
        assert (await visit.client.get("/healthz")).status_code == 200


async def test_no_word_and_no_person_is_logged(
    door: Door, echo: Skill, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with caplog.at_level(logging.INFO):
        async with door(echo) as opened, opened.visited() as visit:
            token = await visit.token()

            async def broken(*_: object, **__: object) -> None:
                raise ValueError("a secret word")

            monkeypatch.setattr(opened.sessions, "say", broken)
            said = {"text": "a secret word", "token": token}
            assert (await visit.client.post("/say", data=said)).status_code == 500
            async with visit.socket() as socket:
                await socket.say("a secret word", "event-of-mine-1")
                assert "went wrong" in (await socket.told("notice"))["text"]
            assert (await visit.client.get("/secret?word=secret")).status_code == 404
    assert "a page failed: ValueError" in caplog.text
    assert "secret" not in "".join(record.getMessage() for record in caplog.records if record.name != "httpx")


async def test_arbitrary_bytes_are_answered(door: Door, echo: Skill) -> None:
    rng = random.Random(7)
    methods, kinds = ("GET", "POST", "DELETE", "PUT", "BREW"), ("application/json", "multipart/form-data", FORM)
    paths = ("/", "/say", "/menu", "/menu/", "/lines?in=", "/talk", "/socket", "/api/v1/people/x/messages", "/export")
    async with door(echo) as opened:
        for _ in range(300):
            tail = "".join(f"%{byte:02x}" for byte in rng.randbytes(rng.randrange(8)))
            line = f"{rng.choice(methods)} {rng.choice(paths)}{tail} HTTP/1.1"
            assert 200 <= await _asked(opened, line, rng.choice(kinds), rng.randbytes(rng.randrange(200))) < 500
        assert (await _asked(opened, "GET / HTTP/1.1", FORM, b"")) == 200


async def _asked(opened: Any, line: str, kind: str, body: bytes) -> int:
    """Sends a request as it is, and returns the status."""
    port = int(opened.base.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = f"{line}\r\nHost: 127.0.0.1:{port}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
    writer.write(head.encode() + b"Connection: close\r\n\r\n" + body)
    status = await asyncio.wait_for(reader.readline(), 10)
    writer.close()
    return int(status.split()[1])
