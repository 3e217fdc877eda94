from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from agents.figures import inputs
from skills import pins


def test_every_group_has_files() -> None:
    empty = hashlib.sha256().hexdigest()[:16]
    assert set(inputs.today()) == set(inputs.GROUPS)
    assert [group for group, found in inputs.today().items() if found == empty] == []


def test_a_checksum_changes_with_its_own_files_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    before, known = inputs.today(), pins.pinned()

    def changed(key: str) -> set[str]:
        monkeypatch.setattr(pins, "pinned", lambda: known | {key: "0"})
        return {group for group, found in inputs.today().items() if found != before[group]}

    assert changed("weights/danger.safetensors") == {"danger heads", "small danger heads", "tensors"}
    assert changed("weights/base/danger.safetensors") == {"danger heads", "tensors"}


def test_a_file_of_a_set_counts_by_its_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / inputs.SETS / "crisis"
    folder.mkdir(parents=True)
    monkeypatch.setattr(inputs, "ROOT", tmp_path)
    found = set()
    for name, text in (("acts", "a"), ("acts", "b"), ("calm", "b")):
        (folder / f"{name}.jsonl").write_text(text)
        found.add(inputs.checksum("crisis sets"))
    assert len(found) == 3
