from dataclasses import replace
from pathlib import Path

import pytest

from agents.curation.manifest import NAME, Manifest, claim, manifest
from bot.errors import CorpusError
from skills.models.files import digest
from skills.models.tensors import find

OURS = Manifest(2, "ab", "none", 10, "utf-8", "cd", "ef")


def test_a_new_folder_is_claimed_and_known_again(tmp_path: Path) -> None:
    assert claim(tmp_path / "out", OURS) is False
    assert claim(tmp_path / "out", OURS) is True


def test_the_folder_of_another_run_is_refused_with_what_differs(tmp_path: Path) -> None:
    claim(tmp_path, OURS)
    with pytest.raises(CorpusError, match=r"manifest\.json: .* labeller \('none' there, 'x' here\); top \(10 there"):
        claim(tmp_path, replace(OURS, labeller="x", top=11))
    for text, reason in (("{", "no manifest"), ("[]", "no manifest"), ("{}", "another run")):
        (tmp_path / NAME).write_text(text, encoding="utf8")
        with pytest.raises(CorpusError, match=reason):
            claim(tmp_path, OURS)


def test_a_folder_with_other_things_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("mine", encoding="utf8")
    with pytest.raises(CorpusError, match="not empty and holds no curation"):
        claim(tmp_path, OURS)
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]


def test_a_manifest_names_the_weights_it_depends_on(tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text("1", encoding="utf8")
    words = manifest(tmp_path, ["a.srt"], "none", 1, "utf-8").weights.split()
    assert words[::2] == ["turns", "encoder", "emotion", "ngrams", "context", "intents"]
    assert digest(find("turns")).startswith(words[1])


def test_a_manifest_changes_with_the_files(tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text("1", encoding="utf8")
    first = manifest(tmp_path, ["a.srt"], "none", 1, "utf-8")
    assert first == manifest(tmp_path, ["a.srt"], "none", 1, "utf-8")
    (tmp_path / "a.srt").write_text("12", encoding="utf8")
    assert manifest(tmp_path, ["a.srt"], "none", 1, "utf-8") == replace(
        first, files=manifest(tmp_path, ["a.srt"], "none", 1, "utf-8").files
    )
    assert manifest(tmp_path, ["a.srt"], "none", 1, "utf-8").files != first.files
