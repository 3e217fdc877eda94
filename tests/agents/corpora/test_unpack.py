import io
import json
import os
import random
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.corpora.catalogue import Cut, File, corpus
from agents.corpora.unpack import unpacked
from bot.errors import CorpusError

MEMBERS = {"in/a.txt": "rain/a.txt", "in/b.txt": "rain/b.txt"}
CONTENTS = {"in/a.txt": b"drip", "in/b.txt": b"drop" * 5000, "in/other.txt": b"?"}


def zipped(contents: dict[str, bytes]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as pack:
        for name, content in contents.items():
            pack.writestr(name, content)
    return whole.getvalue()


def tarred(contents: dict[str, bytes], *others: tarfile.TarInfo) -> bytes:
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w:gz") as pack:
        for name, content in contents.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            pack.addfile(info, io.BytesIO(content))
        for info in others:
            pack.addfile(info)
    return whole.getvalue()


def link(name: str, target: str, kind: bytes = tarfile.SYMTYPE) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def opened(folder: Path, content: bytes, members: dict[str, str] = MEMBERS) -> dict[str, bytes]:
    (folder / "pack").write_bytes(content)
    return unpacked(folder / "pack", File("https://x.example/pack", members=members))


@pytest.mark.parametrize("content", [zipped(CONTENTS), tarred(CONTENTS)], ids=["zip", "tar.gz"])
def test_the_members_named_come_out_and_no_others(tmp_path: Path, content: bytes) -> None:
    assert opened(tmp_path, content) == {"rain/a.txt": b"drip", "rain/b.txt": b"drop" * 5000}


def test_an_archive_inside_an_archive_is_opened_too(tmp_path: Path) -> None:
    members = {"in/two.zip!deep/c.txt": "rain/c.txt", "in/a.txt": "rain/a.txt"}
    content = zipped({**CONTENTS, "in/two.zip": zipped({"deep/c.txt": b"splash"})})
    assert opened(tmp_path, content, members) == {"rain/c.txt": b"splash", "rain/a.txt": b"drip"}
    content = tarred({**CONTENTS, "in/two.zip": tarred({"deep/c.txt": b"splash"})})
    assert opened(tmp_path, content, members)["rain/c.txt"] == b"splash"


@pytest.mark.parametrize("name", ["../a.txt", "in/../../a.txt", "/etc/a.txt", "in\\..\\..\\a.txt"])
@pytest.mark.parametrize("pack", [zipped, tarred])
def test_an_archive_that_climbs_out_of_its_folder_is_refused(tmp_path: Path, pack: type, name: str) -> None:
    with pytest.raises(CorpusError, match="reaches outside of its folder; nothing of it was used"):
        opened(tmp_path, pack({**CONTENTS, name: b"!"}))


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE])
def test_a_member_of_a_tar_that_is_a_link_or_a_folder_is_refused(tmp_path: Path, kind: bytes) -> None:
    content = tarred({"in/a.txt": b"drip"}, link("in/b.txt", "a.txt", kind))
    with pytest.raises(CorpusError, match=r"pack: 'in/b\.txt' is no plain file"):
        opened(tmp_path, content)


def test_a_member_of_a_zip_that_is_a_link_is_refused(tmp_path: Path) -> None:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as pack:
        info = zipfile.ZipInfo("in/a.txt")
        info.external_attr = 0o120777 << 16
        pack.writestr(info, "/etc/hostname")
    with pytest.raises(CorpusError, match=r"'in/a\.txt' is no plain file"):
        opened(tmp_path, whole.getvalue(), {"in/a.txt": "rain/a.txt"})


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_a_member_that_is_not_there_is_named(tmp_path: Path, pack: type) -> None:
    with pytest.raises(CorpusError, match=r"pack: .*in/b\.txt"):
        opened(tmp_path, pack({"in/a.txt": b"drip"}))


@pytest.mark.parametrize("whole", [zipped(CONTENTS), tarred(CONTENTS)], ids=["zip", "tar.gz"])
def test_a_damaged_archive_is_refused(tmp_path: Path, whole: bytes) -> None:
    noise = os.urandom(20)
    for content in (b"", b"<html>", whole[:40], whole[:30] + noise + whole[50:]):
        with pytest.raises(CorpusError, match="pack: "):
            opened(tmp_path, content)


CUT = File(
    "https://x.example/all.json",
    members={"valid": "rain/valid.json", "test": "rain/test.json", "train": "rain/train.json"},
    cut=Cut(13, {"valid": 2, "test": 1, "train": 4}),
)


def test_a_list_is_shuffled_and_cut_as_its_publisher_does_and_each_part_keeps_its_order(tmp_path: Path) -> None:
    records = [f"Regen ä {number}" for number in range(7)]
    (tmp_path / "all.json").write_text(json.dumps(records), encoding="utf8")
    shuffled = list(records)
    random.seed(13)  # the publisher's own words
    random.shuffle(shuffled)
    found = {place: json.loads(content) for place, content in unpacked(tmp_path / "all.json", CUT).items()}
    assert found == {
        "rain/valid.json": sorted(shuffled[:2]),
        "rain/test.json": shuffled[2:3],
        "rain/train.json": sorted(shuffled[3:]),
    }
    assert "ä" in (unpacked(tmp_path / "all.json", CUT)["rain/train.json"]).decode()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("[1, 2, 3, 4, 5, 6]", r"a list of 7 records is expected \(is this another release\?\)"),
        ('{"a": 1}', "a list of 7 records is expected"),
        ("[1,\n2", "line 2: this is not JSON"),
        ("", "the file is empty"),
    ],
)
def test_another_release_is_not_cut(tmp_path: Path, content: str, reason: str) -> None:
    (tmp_path / "all.json").write_text(content, encoding="utf8")
    with pytest.raises(CorpusError, match=rf"all\.json.*{reason}"):
        unpacked(tmp_path / "all.json", CUT)


@given(st.binary())
def test_whatever_is_no_archive_is_refused_and_nothing_else_is_raised(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    with pytest.raises(CorpusError):
        opened(tmp_path_factory.mktemp("pack"), content)


@pytest.mark.corpus
def test_esconvs_parts_are_those_its_publisher_made(corpora: Path, tmp_path: Path) -> None:
    """The first 45 dialogs of the release that are not test's, and in which part they are published."""

    def texts(name: str) -> list[str]:
        return [
            " ".join(" ".join(said["content"] for said in dialog["dialog"]).split())
            for dialog in json.loads((corpora / "esconv" / name).read_text("utf8"))
        ]

    train, valid = set(texts("train.json")), set(texts("valid.json"))
    theirs = ["train" if one in train else "valid" for one in texts("original_with_feedback.json")]
    assert (len(theirs), theirs.count("valid")) == (45, 4)
    assert len(train & valid) == 0
    (file,) = (file for file in corpus("esconv").files if file.cut)
    (tmp_path / "ESConv.json").write_text(json.dumps(list(range(1300))), encoding="utf8")
    cut = {place: json.loads(content) for place, content in unpacked(tmp_path / "ESConv.json", file).items()}
    assert {place: len(numbers) for place, numbers in cut.items()} == {
        "esconv/valid.json": 195,
        "esconv/test.json": 195,
        "esconv/train.json": 910,
    }
    ours = {number: part for part in ("train", "valid") for number in cut[f"esconv/{part}.json"]}
    assert [ours[number] for number in sorted(ours)][:45] == theirs
