"""Suggested labels: the classifier of the 41 labels of EDOS, asked about a dialog's last utterance."""

from __future__ import annotations

from collections.abc import Sequence

from worlds.annotation.dialogs import Dialog

SUGGESTIONS = 3


def suggest(dialogs: Sequence[Dialog], labels: Sequence[str], count: int = SUGGESTIONS) -> list[tuple[str, ...]]:
    """Of each dialog the likeliest labels of the codebook, best first; none where it knows fewer than two of them."""
    from agents.curation.labelling import shipped

    reader = shipped()
    known = [at for at, name in enumerate(reader.labels) if name in labels]
    if len(known) < 2 or not dialogs:
        return [()] * len(dialogs)
    shares = reader([dialog.utterances[-1] for dialog in dialogs])[:, known]
    return [tuple(reader.labels[known[at]] for at in row[:count]) for row in (-shares).argsort(1, kind="stable")]
