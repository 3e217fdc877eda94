"""Every adapter's card says what it learnt from and that it isn't for commercial use."""

from __future__ import annotations

import pytest

from agents.training.generators.card import card
from agents.training.generators.variants import Variant, variants
from skills.writer import package
from tests.agents.training.generators.tiny import SPENT


@pytest.mark.parametrize("variant", [one for one in variants() if one.learns], ids=lambda one: one.slug)
def test_it_names_corpus_terms_and_budget(variant: Variant) -> None:
    found = card(variant, SPENT, 7, (1200, 300))
    corpus = "ESConv" if variant.corpus == "esconv" else "EmpatheticDialogues"
    assert f"- **Corpora**: {corpus}, training part (CC BY-NC 4.0)" in found
    assert package.TERMS in found
    assert f"{SPENT}. Seed 7; 1,200 pieces read, 300 learnt" in found
    assert f"--variant {variant.name} " in found
    assert ("32 emotions" in found) == ("emotion" in variant.learns)
    assert ("second model's vector" in found) == bool(variant.ensemble)
