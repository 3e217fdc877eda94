import re
import threading
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import create_server

import pytest

from agents.corpora.catalogue import Corpus, Cut, File
from agents.corpora.fetch import address, digest, fetch
from bot.errors import CorpusError
from tests.agents.corpora.test_unpack import tarred, zipped

RAIN = b"drip drop " * 30_000
URL = "https://rain.example/pub/rain.csv"


class Publisher(ThreadingHTTPServer):
    """Serves `files` by path, each in the `manner` a test wants; `asked` are the paths and ranges it was asked for."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files = {"/rain.example/pub/rain.csv": RAIN}
        self.manner = "good"
        self.asked: list[tuple[str, str | None]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Publisher

    def do_GET(self) -> None:
        wanted = self.headers.get("Range")
        self.server.asked.append((self.path, wanted))
        whole = self.server.files.get(self.path)
        if whole is None:
            self.send_error(404)
            return
        begin = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted else 0
        if wanted and self.server.manner == "ranges unknown":
            wanted, begin = None, 0
        if begin >= len(whole):
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{len(whole)}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        shift = 1 if self.server.manner == "another piece" else 0
        self.send_response(206 if wanted else 200)
        if wanted:
            self.send_header("Content-Range", f"bytes {begin + shift}-{len(whole) - 1}/{len(whole)}")
        self.send_header("Content-Length", str(len(whole) - begin))
        self.end_headers()
        rest = whole[begin:]
        self.wfile.write(rest[: len(rest) // 2] if self.server.manner == "hangs up" else rest)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    with Publisher() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def rain(*files: File) -> Corpus:
    return Corpus("rain", "Rain", "Nobody, 2020", "none stated", "https://rain.example", files=files)


PLAIN = File(URL, sha256(RAIN).hexdigest(), "rain/rain.csv")


def fetched(publisher: Publisher, folder: Path, *files: File) -> list[Path]:
    return list(fetch(rain(*files), folder, mirror=publisher.url))


def left(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_a_file_comes_whole_and_only_once(publisher: Publisher, tmp_path: Path) -> None:
    came: list[int] = []
    found = list(fetch(rain(PLAIN), tmp_path, mirror=f"{publisher.url}/", watch=came.append))
    assert found == [tmp_path / "rain/rain.csv"]
    assert found[0].read_bytes() == RAIN
    assert sum(came) == len(RAIN)
    assert left(tmp_path) == {"rain/rain.csv"}
    assert fetched(publisher, tmp_path, PLAIN) == []
    assert publisher.asked == [("/rain.example/pub/rain.csv", None)]


def test_a_download_that_broke_off_goes_on_where_it_stopped(publisher: Publisher, tmp_path: Path) -> None:
    publisher.manner = "hangs up"
    half = len(RAIN) // 2
    with pytest.raises(
        CorpusError, match=rf"broke off after {half} of {len(RAIN)} bytes\). What has come is kept, and"
    ):
        fetched(publisher, tmp_path, PLAIN)
    assert left(tmp_path) == {"rain/rain.csv.part"}
    publisher.manner = "good"
    assert fetched(publisher, tmp_path, PLAIN) == [tmp_path / "rain/rain.csv"]
    assert (tmp_path / "rain/rain.csv").read_bytes() == RAIN
    assert publisher.asked[-1] == ("/rain.example/pub/rain.csv", f"bytes={half}-")


@pytest.mark.parametrize(
    ("kept", "manner"),
    [
        (RAIN[:1000], "good"),
        (RAIN[:1000], "ranges unknown"),
        (RAIN, "good"),  # the last byte had come: the server has nothing left to send (416)
        (RAIN + b"more", "good"),  # so had too much, of another file
    ],
    ids=["half", "server without ranges", "all", "too much"],
)
def test_whatever_was_kept_the_file_is_whole_in_the_end(
    publisher: Publisher, tmp_path: Path, kept: bytes, manner: str
) -> None:
    (tmp_path / "rain").mkdir()
    (tmp_path / "rain/rain.csv.part").write_bytes(kept)
    publisher.manner = manner
    fetched(publisher, tmp_path, PLAIN)
    assert (tmp_path / "rain/rain.csv").read_bytes() == RAIN
    assert left(tmp_path) == {"rain/rain.csv"}
    assert publisher.asked[0][1] == f"bytes={len(kept)}-"


def test_another_piece_than_was_asked_for_is_not_put_behind_what_is_there(publisher: Publisher, tmp_path: Path) -> None:
    (tmp_path / "rain").mkdir()
    (tmp_path / "rain/rain.csv.part").write_bytes(RAIN[:1000])
    publisher.manner = "another piece"
    with pytest.raises(CorpusError, match="another piece than it was asked for"):
        fetched(publisher, tmp_path, PLAIN)
    assert (tmp_path / "rain/rain.csv.part").read_bytes() == RAIN[:1000]


def test_a_file_with_another_checksum_is_thrown_away_and_both_are_named(publisher: Publisher, tmp_path: Path) -> None:
    publisher.files["/rain.example/pub/rain.csv"] = b"snow"
    is_, should = sha256(b"snow").hexdigest(), PLAIN.sha256
    with pytest.raises(CorpusError, match=rf"its SHA-256 is {is_}, and should be {should}; it was thrown away"):
        fetched(publisher, tmp_path, PLAIN)
    assert left(tmp_path) == set()


def test_a_file_never_seen_is_taken_as_it_comes(publisher: Publisher, tmp_path: Path) -> None:
    assert fetched(publisher, tmp_path, File(URL, path="rain.csv")) == [tmp_path / "rain.csv"]
    assert digest(tmp_path / "rain.csv") == sha256(RAIN).hexdigest()


def test_an_address_where_nothing_is(publisher: Publisher, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"gone\.csv cannot be fetched \(HTTP Error 404: Not Found\)"):
        fetched(publisher, tmp_path, File("https://rain.example/gone.csv", path="rain/gone.csv"))
    assert left(tmp_path) == set()


def test_without_a_network_it_says_which_file_goes_where_and_what_to_call(tmp_path: Path) -> None:
    with closing(create_server(("127.0.0.1", 0))) as taken:
        mirror = f"http://127.0.0.1:{taken.getsockname()[1]}"
    with pytest.raises(CorpusError) as caught:
        list(fetch(rain(PLAIN), tmp_path, mirror=mirror))
    said = str(caught.value)
    assert f"{mirror}/rain.example/pub/rain.csv cannot be fetched ([Errno" in said
    assert "Connection refused" in said
    assert f"put it at {tmp_path / 'rain/rain.csv'}" in said
    assert "`attune data fetch rain`" in said


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_the_members_of_an_archive_are_put_in_place_and_the_archive_goes(
    publisher: Publisher, tmp_path: Path, pack: type
) -> None:
    publisher.files["/rain.example/pack"] = pack({"a": b"drip", "b": b"drop", "c": b"?"})
    file = File("https://rain.example/pack", members={"a": "rain/a.csv", "b": "rain/deep/b.csv"})
    assert fetched(publisher, tmp_path, file) == [tmp_path / "rain/a.csv", tmp_path / "rain/deep/b.csv"]
    assert (tmp_path / "rain/deep/b.csv").read_bytes() == b"drop"
    assert left(tmp_path) == {"rain/a.csv", "rain/deep/b.csv"}
    assert fetched(publisher, tmp_path, file) == []
    (tmp_path / "rain/a.csv").write_bytes(b"mine")
    (tmp_path / "rain/deep/b.csv").unlink()
    assert fetched(publisher, tmp_path, file) == [tmp_path / "rain/deep/b.csv"]
    assert (tmp_path / "rain/a.csv").read_bytes() == b"mine"


def test_the_parts_of_a_list_are_cut_and_put_in_place(publisher: Publisher, tmp_path: Path) -> None:
    publisher.files["/rain.example/all.json"] = b"[1, 2, 3]"
    file = File(
        "https://rain.example/all.json",
        members={"valid": "rain/valid.json", "train": "rain/train.json"},
        cut=Cut(13, {"valid": 1, "train": 2}),
    )
    fetched(publisher, tmp_path, file)
    numbers = re.findall(r"\d", (tmp_path / "rain/valid.json").read_text() + (tmp_path / "rain/train.json").read_text())
    assert sorted(numbers) == ["1", "2", "3"]
    assert left(tmp_path) == {"rain/valid.json", "rain/train.json"}


@pytest.mark.parametrize(
    "content", [zipped({"a": b"drip"}), zipped({"a": b"drip", "../b": b"drop"}), b"PK, but no archive"]
)
def test_of_an_archive_with_something_wrong_nothing_is_used(
    publisher: Publisher, tmp_path: Path, content: bytes
) -> None:
    publisher.files["/rain.example/pack.zip"] = content
    file = File("https://rain.example/pack.zip", members={"a": "rain/a.csv", "b": "rain/b.csv"})
    with pytest.raises(CorpusError, match=r"\.archives/pack\.zip: "):
        fetched(publisher, tmp_path, file)
    assert left(tmp_path) == set()


def test_an_archive_that_somebody_put_there_is_used(tmp_path: Path) -> None:
    (tmp_path / ".archives").mkdir()
    (tmp_path / ".archives/pack.zip").write_bytes(zipped({"a": b"drip"}))
    file = File("https://rain.example/pack.zip", members={"a": "rain/a.csv"})
    assert list(fetch(rain(file), tmp_path, mirror="http://127.0.0.1:1")) == [tmp_path / "rain/a.csv"]


def test_a_file_where_a_folder_is_wanted_and_a_folder_where_a_file_is(publisher: Publisher, tmp_path: Path) -> None:
    (tmp_path / "rain").write_text("a file")
    with pytest.raises(CorpusError, match=r"rain: this folder cannot be made"):
        fetched(publisher, tmp_path, PLAIN)
    publisher.files["/rain.example/pack"] = zipped({"a": b"drip"})
    with pytest.raises(CorpusError, match=r"rain: this folder cannot be made"):
        fetched(publisher, tmp_path, File("https://rain.example/pack", members={"a": "rain/a.csv"}))
    (tmp_path / "rain").unlink()
    (tmp_path / "rain/rain.csv").mkdir(parents=True)
    with pytest.raises(CorpusError, match=r"rain\.csv: this is a folder, and a file is expected"):
        fetched(publisher, tmp_path, PLAIN)


def test_addresses() -> None:
    assert address(URL, "") == URL
    assert address(URL, "http://m.example/x/") == "http://m.example/x/rain.example/pub/rain.csv"
    with pytest.raises(CorpusError, match=r"mirror 'file:///etc' must begin with http:// or https://"):
        address(URL, "file:///etc")
