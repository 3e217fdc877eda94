"""The card of a generator's adapter: what it learnt from, for how long, and under what terms it is."""

from __future__ import annotations

from agents.training.generators.variants import Budget, Variant
from bot.distribution import NAME
from skills.writer import package

CORPORA = {
    "empathetic": ("EmpatheticDialogues", "facebook/empathetic_dialogues"),
    "esconv": ("ESConv", "thu-coai/esconv"),
}
CARD = """---
license: other
license_name: gemma
license_link: {terms}
language: en
library_name: {library}
pipeline_tag: text-generation
base_model: google/gemma-3-270m
datasets:
- {dataset}
tags:
- lora
---
# {name}: a paper's generator on Gemma 3 270M

Changes of rank {rank} (LoRA, Hu et al. 2022) of the linear maps in the upper six of eighteen layers{beside}. For
measuring beside a paper's table (`attune eval generate --table {table}`); it answers nobody.

- **Corpora**: {corpus}, training part (CC BY-NC 4.0), unfiltered.
- **Licence**: not for commercial use, as its corpus. A model derivative of Gemma, under Gemma's terms ({terms}),
  whose use restrictions go with it.
- **Recipe** (`agents/training/generators`): {budget}. Seed {seed}; {read:,} pieces read, {learnt:,} learnt.
- **Stand-ins**: {stand_in}.
- **Command**: `attune train generators --variant {name} --datapath DIR`.
"""


def card(variant: Variant, spent: Budget, seed: int, pieces: tuple[int, int]) -> str:
    """The card as Markdown. `pieces` were read, and learnt."""
    corpus, dataset = CORPORA[variant.corpus]
    beside = ", and a linear map of 32 emotions" if "emotion" in variant.learns else ""
    beside += ", and one of a second model's vector" if variant.ensemble else ""
    return CARD.format(
        terms=package.TERMS,
        library=NAME,
        dataset=dataset,
        name=variant.name,
        rank=spent.rank,
        beside=beside,
        table=variant.tables[0],
        corpus=corpus,
        budget=spent,
        seed=seed,
        read=pieces[0],
        learnt=pieces[1],
        stand_in=variant.stand_in or "none but the language model",
    )
