"""Where things stand: so that a newcomer finds them, the wheel takes them, and the linters see them."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("bot", "skills", "agents", "worlds")


def test_every_folder_of_code_is_a_regular_package() -> None:
    """A namespace package can be taken over by a stranger's, and import-linter does not look into it."""
    folders = {path.parent for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    assert [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def test_tests_are_no_package_and_configs_hold_only_data() -> None:
    assert list((ROOT / "tests").rglob("__init__.py")) == []
    assert list((ROOT / "configs").rglob("*.py")) == []


def test_every_folder_of_tests_mirrors_one_of_the_sources() -> None:
    tested = {path.parent.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py")}
    assert [str(folder) for folder in sorted(tested) if not (ROOT / folder).is_dir()] == []


def test_every_tensor_file_has_a_card_that_names_its_corpora_and_licence() -> None:
    for tensors in sorted((ROOT / "skills/weights").rglob("*.safetensors")):
        card = tensors.with_suffix(".md").read_text(encoding="utf8")
        if tensors.parent.name == "writer":
            assert "CC BY 4.0" in card
            continue
        if tensors.stem.endswith("_free"):
            assert "- **Corpora**: none." in card
            assert "- **Licence**: MIT" in card
            continue
        assert "- **Licence**: CC BY-NC-SA 4.0" in card, tensors.name
        assert "EmpatheticDialogues" in card or "ESConv" in card, tensors.name
