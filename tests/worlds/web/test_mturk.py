"""Mechanical Turk's frame: preview, work by its worker's id, handed in to its two hosts alone."""

from __future__ import annotations

import httpx
import pytest

from bot.errors import StudyError
from tests.worlds.studies.conftest import Make
from tests.worlds.web.conftest import Opened
from tests.worlds.web.test_pages import Person
from worlds.web.mturk import PREVIEW, Assignment, assignment

SANDBOX = "https://workersandbox.mturk.com"
WORK = {"assignmentId": "3A1", "hitId": "H", "workerId": "W9", "turkSubmitTo": SANDBOX}


def test_an_address_is_read_and_what_is_no_good_refused() -> None:
    assert assignment({}) is None
    assert assignment({"assignmentId": PREVIEW}) == Assignment("", PREVIEW, "")
    assert assignment(WORK) == Assignment("W9", "3A1", "sandbox")
    assert assignment(WORK | {"turkSubmitTo": "https://www.mturk.com/"}) == Assignment("W9", "3A1", "production")
    for wrong in ({"turkSubmitTo": "https://evil.example"}, {"workerId": ""}, {"assignmentId": "<a>"}):
        with pytest.raises(StudyError):
            assignment(WORK | wrong)


async def test_from_the_preview_to_what_is_handed_in(make: Make, opened: Opened) -> None:
    async with opened(make("ab", first="mturk = true")) as base, httpx.AsyncClient(base_url=base) as client:
        preview = await client.get("/", params={"assignmentId": PREVIEW})
        assert "This is a preview." in preview.text
        policy = preview.headers["content-security-policy"]
        assert f"frame-ancestors https://www.mturk.com {SANDBOX};" in policy
        assert f"form-action 'self' https://www.mturk.com {SANDBOX};" in policy
        assert "x-frame-options" not in preview.headers
        person = Person(client)
        await person.come("?" + "&".join(f"{name}={value}" for name, value in WORK.items()))
        await person.agree()
        for _ in range(5):
            await person.judge()
        await person.send(action="survey", remark="")
        assert f'action="{SANDBOX}/mturk/externalSubmit"' in person.page
        assert 'name="assignmentId" value="3A1"' in person.page
        assert 'name="outcome" value="completed"' in person.page
        assert "W9" not in person.page
        assert (await client.get("/", params=WORK | {"turkSubmitTo": "https://evil.example"})).status_code == 404


async def test_elsewhere_nobody_frames_it(make: Make, opened: Opened) -> None:
    async with opened(make("ab")) as base, httpx.AsyncClient(base_url=base) as client:
        found = await client.get("/", follow_redirects=True, params=WORK)
        assert "frame-ancestors 'none';" in found.headers["content-security-policy"]
        assert found.headers["x-frame-options"] == "DENY"
        assert "This is a preview." not in found.text
