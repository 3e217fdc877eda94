"""The folder that `attune export-model` writes, read by the library it is for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray
from safetensors.numpy import save_file

from bot.errors import ConfigError, WeightsError
from skills import export as exporting
from skills.encoder import ConversationEncoder
from skills.export import export, export_model
from skills.models import tensors
from skills.models.encoder import TextEncoder
from skills.models.files import digest
from skills.models.matcher import Matcher
from skills.models.served import identity
from skills.sizes import SMALL

LONG = "and then it rained again " * 60
TEXTS = ["I lost my job yesterday.", "It was MY fault, wasn't it?", "ok", LONG]


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped adapter, and maps of both sides by chance."""
    folder = tmp_path_factory.mktemp("weights")
    for name in ("encoder.safetensors", "encoder.md"):
        (folder / name).symlink_to(tensors.WEIGHTS / name)
    random = np.random.default_rng(0)
    maps = {name: random.normal(size=(384, 384)).astype(np.float16) for name in ("context", "reply")}
    save_file(maps, folder / "retrieval.safetensors")
    (folder / "retrieval.md").write_text("# retrieval: two maps, CC BY-NC-SA 4.0\n")
    pins = {name: digest(folder / f"{name}.safetensors") for name in ("encoder", "retrieval")}
    (folder / tensors.PINS).write_text(json.dumps(pins))
    return folder


@pytest.fixture(scope="module")
def ours() -> TextEncoder:
    return TextEncoder(tensors.WEIGHTS / "encoder.safetensors")


def theirs(folder: Path, texts: list[str]) -> NDArray[np.float32]:
    from sentence_transformers import SentenceTransformer

    found: Any = SentenceTransformer(str(folder), device="cpu", local_files_only=True).encode(texts)
    return np.asarray(found, dtype=np.float32)


def cosines(first: NDArray[np.float32], second: NDArray[np.float32]) -> float:
    """The least of the rows' cosines; all rows are of length one."""
    assert np.linalg.norm(second, axis=1) == pytest.approx(np.ones(len(second)), abs=1e-5)
    return float((first * second).sum(axis=1).min())


def test_the_library_gives_our_vectors_of_what_the_user_says(tmp_path: Path, ours: TextEncoder) -> None:
    result = CliRunner().invoke(export_model, ["--size", "small", str(tmp_path / "model")])
    assert result.exit_code == 0, result.output
    assert cosines(ours.texts(TEXTS), theirs(tmp_path / "model", TEXTS)) > 0.9999
    card = (tmp_path / "model/README.md").read_text()
    assert card.startswith("---\nlicense: cc-by-nc-sa-4.0\n")
    assert "EmpatheticDialogues" in card
    assert sorted(path.name for path in (tmp_path / "model").iterdir() if path.is_dir()) == ["1_Pooling", "2_Normalize"]


def test_a_side_is_the_matchers(tmp_path: Path, ours: TextEncoder, weights: Path) -> None:
    matcher = Matcher(ConversationEncoder(ours, identity(SMALL, weights / "encoder.safetensors")), weights)
    for side, wanted in (
        ("reply", matcher.replies(TEXTS)),
        ("context", matcher.contexts([[(False, t)] for t in TEXTS])),
    ):
        export(tmp_path / side, side=side, weights=weights)  # type: ignore[arg-type]  # a loop widens the literals
        assert cosines(wanted, theirs(tmp_path / side, TEXTS)) > 0.9999
    card = (tmp_path / "reply/README.md").read_text()
    assert "license: cc-by-nc-sa-4.0" in card
    assert "\n# retrieval: " in card
    assert card.count("\n---\n") == 1  # its own head, and none of the cards' in it


def test_the_model_as_published_is_under_its_own_licence(tmp_path: Path) -> None:
    export(tmp_path / "plain", "published")
    card = (tmp_path / "plain/README.md").read_text()
    assert "license: apache-2.0" in card
    assert "NC" not in card


def test_nothing_is_written_over_and_nothing_by_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full/mine.txt").touch()
    with pytest.raises(ConfigError, match=r"full is not empty: name a folder that is new or empty"):
        export(tmp_path / "full")
    with pytest.raises(WeightsError, match=r"no retrieval\.safetensors with the maps of both sides"):
        export(tmp_path / "published", "published", "reply")

    def fail(*_: object) -> None:
        raise OSError("no space")

    (tmp_path / "empty").mkdir()
    monkeypatch.setattr(exporting, "_modules", fail)
    with pytest.raises(OSError, match="no space"):
        export(tmp_path / "empty")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["empty", "full", "mine.txt"]
