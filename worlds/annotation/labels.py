"""The labels that a study's annotators agree on, and how they came by them."""

from __future__ import annotations

from collections.abc import Sequence

from worlds.annotation.dialogs import LabelledDialog
from worlds.studies.annotated import agreed
from worlds.studies.ledger import Participation
from worlds.studies.quality import exclusion
from worlds.studies.study import Loaded


def of_study(loaded: Loaded, everybody: Sequence[Participation]) -> list[LabelledDialog]:
    """Of whom no rule leaves out."""
    counted = [one for one in everybody if not exclusion(loaded, one)]
    return [
        LabelledDialog(
            one.item,
            tuple(said.text for said in loaded.item(one.item).context),
            one.label,
            "suggested" if one.suggested else "manual",
            one.votes,
            one.of,
        )
        for one in agreed(loaded, counted)
    ]
