"""What ships of trained tensors: each has a card with a head for programs, and all together stay small."""

from __future__ import annotations

import re
from configparser import ConfigParser
from pathlib import Path

import pytest
from huggingface_hub import ModelCard, ModelCardData

from bot.distribution import NAME
from skills.models.tensors import WEIGHTS
from skills.sizes import SIZES

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = sorted(WEIGHTS.rglob("*.safetensors"))
ROOM = 48_000_000
"""Bytes for all tensors together."""
TOLD = (("Corpora", "Texts"), ("Licence",), ("Command",))
"""What each card says, in one of these words."""
MODELS = {size.name: f"sentence-transformers/{size.model}" for size in SIZES.values()}
CORPORA = {
    "facebook/empathetic_dialogues": "EmpatheticDialogues",
    "thu-coai/esconv": "ESConv",
    "li2017dailydialog/daily_dialog": "DailyDialog",
    "google-research-datasets/go_emotions": "GoEmotions",
    "EmpatheticIntents": "EmpatheticIntents",
    "RECCON": "RECCON",
    "EPITOME": "EPITOME",
}
"""A corpus as model cards name it, and as ours and NOTICE do."""
UNDER = {"EmpatheticDialogues", "ESConv", "DailyDialog"}
"""What the encoder learnt from, and with it whatever reads its vectors."""
METRICS = {"accuracy", "f1", "mae", "recall", "roc_auc"}

WRITER = WEIGHTS / "writer"
"""The language model's: nothing of the encoder comes into these."""


def named(path: Path) -> str:
    return f"{path.parent.name} {path.stem}"


every = pytest.mark.parametrize("path", SHIPPED, ids=named)
cards = pytest.mark.parametrize("path", [path for path in SHIPPED if path.parent != WRITER], ids=named)


def text(path: Path) -> str:
    return path.with_suffix(".md").read_text(encoding="utf8")


def head_of(path: Path) -> ModelCardData:
    data = ModelCard(text(path)).data
    assert isinstance(data, ModelCardData)
    return data


def free(path: Path) -> bool:
    return path.stem.endswith("_free")


def test_all_tensors_together_leave_room() -> None:
    assert sum(path.stat().st_size for path in SHIPPED) <= ROOM


def test_there_is_no_card_without_a_tensor() -> None:
    assert [path.name for path in WEIGHTS.rglob("*.md") if not path.with_suffix(".safetensors").is_file()] == []


@every
def test_a_card_says_what_a_file_was_made_from_and_how(path: Path) -> None:
    assert [words for words in TOLD if not any(f"**{word}" in text(path) for word in words)] == []


@cards
def test_the_head_of_a_card_is_read_by_the_hubs_library(path: Path) -> None:
    assert ModelCard(text(path)).text.lstrip().startswith(f"# {path.stem}:")
    head = head_of(path)
    assert (head.language, head.library_name) == ("en", NAME)
    assert head.tags
    assert head.base_model in (MODELS["base" if path.parent.name == "base" else "small"], None)
    assert (head.base_model is None) == (path.stem in ("context", "ngrams", "turns"))  # no vector comes into these
    assert set(head.metrics or ()) <= METRICS
    assert head.metrics


@cards
def test_the_licence_of_a_head_is_that_of_card_notice_and_wheel(path: Path) -> None:
    head = head_of(path).license
    assert head == ("mit" if free(path) else "cc-by-nc-sa-4.0")
    stated = re.search(r"- \*\*Licence\*\*: (MIT|CC BY-NC-SA 4\.0)", text(path))
    assert stated
    assert stated[1].replace("CC BY", "CC-BY").replace(" ", "-").lower() == head
    notice = " ".join((ROOT / "NOTICE").read_text(encoding="utf8").split())
    assert "Trained tensors: CC BY-NC-SA 4.0" in notice
    assert "skills/weights/*.safetensors but those that end in _free" in notice
    assert re.search(r"end in _free [^.]*are under the MIT licence", notice)
    setup = ConfigParser()
    setup.read(ROOT / "setup.cfg", encoding="utf8")
    assert head in setup["metadata"]["license_expression"].lower().split(" and ")


@cards
def test_the_corpora_of_a_head_are_those_that_card_and_notice_name(path: Path) -> None:
    head = head_of(path)
    listed = {CORPORA[name] for name in head.datasets or ()}
    bullets = re.findall(r"^- \*\*(?:Corpora|Texts|Licence)\*\*.*?(?=^- \*\*|^$)", text(path), re.DOTALL | re.MULTILINE)
    named = {title for title in CORPORA.values() if re.search(rf"\b{title}\b", " ".join(bullets))}
    under = UNDER if head.base_model and not free(path) else set()
    assert listed == named | under
    notice = (ROOT / "NOTICE").read_text(encoding="utf8")
    assert [title for title in listed if f"  {title}" not in notice] == []


def test_what_changes_gemma_goes_with_its_terms() -> None:
    """Section 3.1 of Gemma's terms: a copy of them, their notice, and word that files were modified."""
    terms = (WRITER / "GEMMA_TERMS.txt").read_text(encoding="utf8")
    assert "3.2 Use Restrictions" in terms
    notice = " ".join((ROOT / "NOTICE").read_text(encoding="utf8").split())
    quoted = "Gemma is provided under and subject to the Gemma Terms of Use found at ai.google.dev/gemma/terms"
    assert quoted in " ".join(terms.split())
    assert quoted in notice
    assert "a modified file" in notice
    head = head_of(WRITER / "open.safetensors")
    assert (head.license, head.base_model, head.library_name) == ("other", "google/gemma-3-270m", NAME)
    assert head.datasets is None


def test_the_writer_s_adapter_learnt_from_our_own_dialogues_alone() -> None:
    card = text(WRITER / "open.safetensors")
    (corpora,) = re.findall(r"^- \*\*Corpora\*\*.*?(?=^- \*\*)", card, re.DOTALL | re.MULTILINE)
    assert "agents/corpora/written" in corpora
    assert [title for title in CORPORA.values() if title in corpora] == []
