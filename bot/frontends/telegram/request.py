"""The library's calls to Telegram over aiohttp: one costs a fraction of what it does over httpx."""

from __future__ import annotations

from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, FormData, TCPConnector
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData


class Request(BaseRequest):
    """At most so many `connections` at once; a call may wait so many `seconds` for each step of its answer.

    A proxy is taken from the environment. What goes wrong is named by its kind alone: the address holds the token.
    """

    def __init__(self, connections: int, seconds: float) -> None:
        self._connections, self._seconds = connections, seconds
        self._session: ClientSession | None = None
        self._proxies: dict[str, str | None] = {}

    @property
    def read_timeout(self) -> float:
        return self._seconds

    async def initialize(self) -> None:
        if self._session is None:
            self._session = ClientSession(
                connector=TCPConnector(limit=self._connections),
                cookie_jar=DummyCookieJar(),
                headers={"User-Agent": self.USER_AGENT},
            )

    async def shutdown(self) -> None:
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def do_request(  # noqa: PLR0917 - the library's own order
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: object = BaseRequest.DEFAULT_NONE,
        write_timeout: object = BaseRequest.DEFAULT_NONE,
        connect_timeout: object = BaseRequest.DEFAULT_NONE,
        pool_timeout: object = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """The status and the body of an answer. Raises TimedOut, and NetworkError where none came."""
        if self._session is None:
            raise RuntimeError("a call to Telegram before it was prepared: initialize() comes first")
        timeout = ClientTimeout(
            connect=self._wait(pool_timeout),
            sock_connect=self._wait(connect_timeout),
            # It runs while a body is written, too, so that write_timeout is not needed.
            sock_read=self._wait(read_timeout),
        )
        try:
            sent = self._session.request(method, url, data=_body(request_data), timeout=timeout, proxy=self._proxy(url))
            async with sent as answer:
                return answer.status, await answer.read()
        except TimeoutError:
            raise TimedOut from None
        except ClientError as error:
            raise NetworkError(f"aiohttp.{type(error).__name__}") from None

    def _proxy(self, url: str) -> str | None:
        """The proxy on the way to a server: looked up once, since the library's own way takes as long as the call."""
        origin = url[: url.find("/", url.find("//") + 2)]
        if origin not in self._proxies:
            self._proxies[origin] = _proxy(origin)
        return self._proxies[origin]

    def _wait(self, given: object) -> float | None:
        """Seconds; None waits for ever."""
        return given if given is None or isinstance(given, int | float) else self._seconds


def _body(data: RequestData | None) -> FormData | dict[str, str] | None:
    """Parameters as a form; as one of many parts where files go with them."""
    if data is None:
        return None
    if not (files := data.multipart_data):
        return data.json_parameters
    form = FormData(data.json_parameters)
    for field, (name, content, kind) in files.items():
        form.add_field(field, content, filename=name, content_type=kind)
    return form


def _proxy(origin: str) -> str | None:
    """What the environment names for a server."""
    parts = urlsplit(origin)
    return None if proxy_bypass(parts.hostname or "") else getproxies().get(parts.scheme)
