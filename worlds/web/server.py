"""`serve`: a study's pages behind uvicorn, until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from bot.errors import StoreError, StudyError
from bot.frontends.web.server import Guest
from bot.frontends.web.settings import Settings, read_secret
from bot.frontends.web.shield import Shield
from bot.ports import bind
from worlds.studies.company import Company
from worlds.studies.ledger import Ledger
from worlds.studies.study import Loaded
from worlds.studies.talks import open_talks
from worlds.studies.two_bots import open_two
from worlds.web import pages
from worlds.web.mturk import HOSTS
from worlds.web.office import Office, missing
from worlds.web.tokens import Tokens

log = logging.getLogger(__name__)
STATIC = Path(__file__).parent / "static"
OPTIONS = ("--host", "--port")


async def serve(
    settings: Settings,
    loaded: Loaded,
    url: str,
    stop: asyncio.Event,
    listening: Callable[[str], object] = lambda address: None,
) -> None:
    """Keep the study open until `stop` is set. `listening` is told where, once anybody can come in."""
    with contextlib.closing(bind("doors.web.port", settings.host, settings.port, OPTIONS)) as held:
        port = held.getsockname()[1]
        async with (
            Ledger.open(url, loaded) as ledger,
            open_talks(url, loaded) as talks,
            _company(url, loaded) as company,
            open_two(url, loaded, ledger) as two,
        ):
            tokens = Tokens(read_secret(settings), loaded.name)
            office = Office(loaded, ledger, tokens, settings.origins(port), talks, company, two)
            server = Guest(_config(application(office, settings)))
            running = asyncio.create_task(server.serve([held]))
            while not (server.started or running.done()):
                await asyncio.sleep(0.01)
            listening(settings.origin or f"http://{settings.host}:{port}")
            stopped = asyncio.create_task(stop.wait())
            await asyncio.wait([running, stopped], return_when=asyncio.FIRST_COMPLETED)
            stopped.cancel()
            server.should_exit = True
            await running


def _company(url: str, loaded: Loaded) -> contextlib.AbstractAsyncContextManager[Company | None]:
    return Company.open(url, loaded) if loaded.study.collects else contextlib.nullcontext()


def application(office: Office, settings: Settings) -> Shield:
    """The pages as an ASGI application."""
    app = Starlette(routes=[*pages.ROUTES, Mount("/static", StaticFiles(directory=STATIC))])
    app.state.office = office
    app.add_exception_handler(404, _missing)
    app.add_exception_handler(StoreError, _unusable)
    app.add_exception_handler(StudyError, _unusable)
    partners = tuple(HOSTS.values()) if office.loaded.study.mturk else ()
    return Shield(app, origins=office.origins, secure=settings.secure, largest=settings.largest, partners=partners)


def _config(app: Shield) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
    )


async def _missing(_: Request, __: Exception) -> Response:
    return missing()


async def _unusable(_: Request, error: Exception) -> Response:
    log.error("a page came to nothing: %s", error)
    return Response("This study can't be reached just now. Please try again in a few minutes.", 503)
