"""A study in a browser and without one: the whole way, what is forged, what comes twice, and what is shown to whom."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser

from tests.worlds.studies.conftest import Make
from tests.worlds.web.conftest import Opened, fits, seen
from worlds.studies.judging import Choice, Judgement, Ranking, Rating
from worlds.studies.ledger import Ledger
from worlds.web.tokens import Tokens

KINDS = ("rating", "ab", "ranking")
GOLD = '[quality]\ngold = "gold"\ngold_items = 2\ngold_points = 1\nleast_seconds = 0\n'
CODES = """[codes]
completed = "DONE1"
no_consent = "NO1"
under_age = "YOUNG1"
failed_attention = "LOOK1"
stopped = "STOP1"
"""
RETURNS = 'returns = "https://crowd.example.org/done?cc={code}"'


class Person:
    """A participant's browser, as far as the server can tell."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client, self.page, self.place = client, "", ""

    async def come(self, query: str = "") -> None:
        found = await self.client.get(f"/{query}", follow_redirects=True)
        self.place, self.page = str(found.url.path), found.text

    async def send(self, **form: str) -> httpx.Response:
        found = await self.client.post(self.place, data=form, follow_redirects=True)
        self.page = found.text
        return found

    def hidden(self) -> dict[str, str]:
        return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', self.page))

    async def agree(self) -> None:
        await self.send(action="agree", agree="yes", adult="yes")
        await self.send(action="begin")

    async def judge(self, **more: str) -> httpx.Response:
        """The first of every choice there is."""
        chosen: dict[str, str] = {}
        for name, value in re.findall(r'<input type="radio" name="([^"]+)" value="([^"]+)"', self.page):
            chosen.setdefault(name, value)
        return await self.send(action="judge", **(self.hidden() | chosen | more))


@pytest.mark.parametrize("kind", KINDS)
async def test_the_whole_way_without_a_script(make: Make, opened: Opened, url: str, kind: str) -> None:
    loaded = make(kind, CODES + (GOLD if kind == "ranking" else ""), first=RETURNS)
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come("?PROLIFIC_PID=5f3c")
        assert "I am 18 or older" in person.page
        assert "Nobody watches these pages for emergencies" in person.page
        await person.agree()
        for number in range(5):
            assert f"{number + 1} of 5" in person.page
            assert (await person.judge()).status_code == 200
        await person.send(action="survey", remark="kind <b>people</b>")
        assert "DONE1" in person.page
        assert 'href="https://crowd.example.org/done?cc=DONE1"' in person.page
        again = Person(client)
        await again.come("?PROLIFIC_PID=5f3c")  # the same person by the same id
        assert "DONE1" in again.page
    async with Ledger.open(url, loaded) as ledger:
        (known,) = await ledger.everybody()
        kinds = {"rating": Rating, "ab": Choice, "ranking": Ranking}
        assert [type(one.given) for one in known.judgements] == [kinds[kind]] * 5
        assert known.progress.outcome == "completed"
        assert known.remark == "kind <b>people</b>"
        assert "5f3c" not in known.progress.participant


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"agree": "no", "adult": "yes"}, "NO1"),
        ({"agree": "yes", "adult": "no"}, "YOUNG1"),
    ],
)
async def test_who_does_not_take_part_has_a_code_too(
    make: Make, opened: Opened, form: dict[str, str], code: str
) -> None:
    async with opened(make("ab", CODES, first=RETURNS)) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.send(action="agree", **form)
        assert code in person.page


async def test_who_was_erased_after_a_code_gets_no_second_one(make: Make, opened: Opened, url: str) -> None:
    loaded = make("ab", CODES)
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come("?PROLIFIC_PID=5f3c")
        assert "a mark stays" in person.page
        await person.send(action="agree", agree="no")
        assert "NO1" in person.page
        async with Ledger.open(url, loaded) as ledger:
            (known,) = await ledger.everybody()
            name = known.progress.participant
            mark = Tokens("a secret that is long enough for tests", loaded.name).mark(name)
            assert name not in mark
            await ledger.forget(name, mark)
            await person.come("?PROLIFIC_PID=5f3c")
            assert "You have taken part in this study, and" in person.page
            await person.send(action="agree", agree="yes", adult="yes")
            assert "You have taken part in this study, and" in person.page
            assert await ledger.everybody() == []
            await ledger.unmark(mark)
            await person.come("?PROLIFIC_PID=5f3c")
            assert "I agree to take part" in person.page


async def test_without_codes_no_mark_is_spoken_of(make: Make, opened: Opened) -> None:
    async with opened(make("ab")) as base, httpx.AsyncClient(base_url=base) as client:
        assert "a mark stays" not in (await client.get("/", follow_redirects=True)).text


async def test_without_codes_nobody_is_sent_back_with_none(make: Make, opened: Opened) -> None:
    async with opened(make("ab")) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come("?PROLIFIC_PID=5f3c")
        await person.send(action="agree", agree="no", adult="yes")
        assert 'class="code"' not in person.page
        assert "Back to where you came from" not in person.page


async def test_who_forgets_their_age_is_asked_again(make: Make, opened: Opened) -> None:
    async with opened(make("ab")) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        assert (await person.send(action="agree", agree="yes")).status_code == 422
        assert "say how old you are" in person.page
        await person.agree()
        assert "1 of 5" in person.page


async def test_who_stops_is_asked_once_and_paid(make: Make, opened: Opened) -> None:
    pay = "[pay]\namount = 3\nminutes = 15\n"
    async with opened(make("ab", CODES + pay, first=RETURNS)) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.agree()
        asked = await client.get(f"{person.place}/stop")
        assert "You are paid in full all the same." in asked.text
        await person.send(action="stop")
        assert "STOP1" in person.page
        assert "You are paid in full." in person.page


async def test_who_does_not_read_is_told_that_it_is_looked_at(make: Make, opened: Opened, url: str) -> None:
    loaded = make("ranking", CODES + GOLD, first=RETURNS)
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.agree()
        while " of 5</h1>" in person.page:
            letters = set(re.findall(r'type="radio" name="([A-C])"', person.page))
            await person.judge(**dict.fromkeys(letters, "bad"))
        await person.send(action="survey")
        assert "LOOK1" in person.page


async def test_a_missing_answer_is_named_and_what_was_chosen_stays(make: Make, opened: Opened) -> None:
    async with opened(make("rating")) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.agree()
        found = await person.send(action="judge", **person.hidden(), **{"A.empathy": "4"})
        assert found.status_code == 422
        assert "reply A, fluency: choose a point from 1 to 3" in person.page
        assert 'name="A.empathy" value="4" checked' in person.page
        assert "1 of 5" in person.page


async def test_back_shows_what_was_said_and_a_new_answer_counts(make: Make, opened: Opened, url: str) -> None:
    loaded = make("ab")
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.agree()
        await person.judge(choice="equal")
        await person.send(action="back")
        assert 'value="equal" checked' in person.page
        await person.judge(choice="neither")
    async with Ledger.open(url, loaded) as ledger:
        (known,) = await ledger.everybody()
        assert [one.given for one in known.latest.values()] == [Choice(tie="neither")]


async def test_two_tabs_and_a_form_sent_twice_are_one_judgement(make: Make, opened: Opened, url: str) -> None:
    loaded = make("ab")
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        await person.agree()
        form = person.hidden() | {"action": "judge", "choice": "a"}
        for _ in range(3):
            await client.post(person.place, data=form)
    async with Ledger.open(url, loaded) as ledger:
        (known,) = await ledger.everybody()
        assert (len(known.judgements), known.progress.place) == (1, 1)


async def test_what_is_forged_is_refused(make: Make, opened: Opened, url: str) -> None:
    loaded = make("ab")
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        mine, other = Person(client), Person(client)
        for person in (mine, other):
            await person.come()
            await person.agree()
        theirs = other.hidden() | {"action": "judge", "choice": "a"}
        assert (await client.post(mine.place, data=theirs)).status_code == 422
        # Not the last letter, of which some bits say nothing.
        tampered = mine.place[:-3] + ("a" if mine.place[-3] != "a" else "b") + mine.place[-2:]
        assert (await client.get(tampered)).status_code == 404
        far = {"origin": "https://elsewhere.example.org"}
        sent = mine.hidden() | {"action": "judge", "choice": "a"}
        assert (await client.post(mine.place, data=sent, headers=far)).status_code == 404
        assert (await client.post(mine.place, data=sent | {"choice": "<script>"})).status_code == 422
        assert (await client.post(mine.place, data={"action": "dance"})).status_code == 422
        assert (await client.get("/nothing/here")).status_code == 404
    async with Ledger.open(url, loaded) as ledger:
        assert all(not known.judgements for known in await ledger.everybody())


async def test_nothing_names_a_contestant_before_the_end(make: Make, opened: Opened) -> None:
    async with opened(make("ab")) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come()
        shown = []
        await person.agree()
        for _ in range(5):
            shown.append(re.sub(r"<p>(left|right) says \d+</p>", "", person.page))
            await person.judge()
        assert not any(re.search(r"\bleft\b|\bright\b", page) for page in shown)
        assert "set-cookie" not in (await client.get(person.place)).headers


async def test_it_is_taken_up_again_after_a_restart(make: Make, opened: Opened) -> None:
    loaded = make("ab")
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come("?PROLIFIC_PID=abc")
        await person.agree()
        await person.judge()
    async with opened(loaded) as base, httpx.AsyncClient(base_url=base) as client:
        person = Person(client)
        await person.come("?PROLIFIC_PID=abc")
        assert "2 of 5" in person.page


async def walk(page: Any, kind: str) -> None:
    """By keyboard and labels, as somebody with a screen reader goes."""
    await page.get_by_label("I am 18 or older").check()
    await page.get_by_role("button", name="I agree to take part").click()
    await page.get_by_role("button", name="Begin").click()
    for number in range(5):
        await page.get_by_role("heading", name=f"{number + 1} of 5").wait_for()
        await fits(page)
        for group in await page.get_by_role("group").all():
            await group.get_by_role("radio").first.focus()
            await page.keyboard.press("Space")
        await page.get_by_role("button", name="Next").click()
    await page.get_by_label("Is there anything").fill("all clear")
    await page.get_by_role("button", name="Finish").click()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.asyncio(loop_scope="module")
async def test_the_whole_way_in_a_browser(make: Make, opened: Opened, browser: Browser, width: int, kind: str) -> None:
    async with opened(make(kind, CODES, first=RETURNS)) as base:
        context = await browser.new_context(viewport=seen(width), java_script_enabled=False)
        page = await context.new_page()
        await page.goto(f"{base}/?PROLIFIC_PID=phone")
        await walk(page, kind)
        assert await page.locator("strong.code").inner_text() == "DONE1"
        await context.close()


def test_a_judgement_has_nothing_of_who_made_it() -> None:
    assert set(Judgement.__struct_fields__) == {"id", "item", "given", "seconds"}
