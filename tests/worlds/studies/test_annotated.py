from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from agents.verdicts import item as items
from agents.verdicts.item import Candidate, Item, Said
from bot.errors import StudyError
from tests.worlds.studies.conftest import Make
from worlds.studies import check
from worlds.studies.annotated import agreed, tables
from worlds.studies.judging import Judgement, Labelled, read, written
from worlds.studies.ledger import Ledger, Participation
from worlds.studies.progress import Agreed, Progress
from worlds.studies.simulate import simulate
from worlds.studies.study import AGAIN, Loaded

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def person(name: str, labels: dict[str, str]) -> Participation:
    judgements = tuple(Judgement(f"{name} {item}", item, Labelled(label), 9.0) for item, label in labels.items())
    return Participation(Progress(participant=name, outcome="completed"), judgements, False, NOW, NOW)


def parts(loaded: Loaded) -> tuple[list[str], list[str]]:
    """Names of blind items, and of the others."""
    blind = [item.id for item in loaded.items if loaded.blind(item)]
    return blind, [item.id for item in loaded.items if item.id not in blind]


def test_agreement_is_told_apart_for_what_was_blind(make_annotation: Make) -> None:
    loaded = make_annotation()
    blind, shown = parts(loaded)
    assert min(len(blind), len(shown)) > 4
    ann = dict.fromkeys(blind, "joyful") | {name: ("sad", "lonely")[at % 2] for at, name in enumerate(shown)}
    ben = ann | {name: ("joyful", "sad", "lonely")[at % 3] for at, name in enumerate(blind)}
    ann |= {shown[0] + AGAIN: ann[shown[0]], shown[1] + AGAIN: "joyful"}
    agreement, taken, counts = tables(loaded, [person("ann", ann), person("ben", ben)])
    (_, blinded, low), (_, suggested, high), (_, twice, _) = agreement.rows
    assert (blinded, suggested, twice) == (str(len(blind)), str(len(shown)), "2")
    assert float(low.split()[0]) < 0.3
    assert high == "1.00 [1.00, 1.00]"
    by_name = {row[0]: row[1:] for row in taken.rows}
    firsts = sum(label == "sad" for name, label in ann.items() if name in shown) * 2
    assert by_name["suggestion 1"][0] == str(firsts)
    assert by_name["another label"][0] == "0"
    assert int(by_name["another label"][2]) >= len(blind)
    assert sum(int(count) for _, count in counts.rows) == 2 * len(loaded.items)  # what came again isn't counted twice


def test_more_than_half_must_agree_on_a_label_of_the_codebook(make_annotation: Make) -> None:
    loaded = make_annotation()
    blind, shown = parts(loaded)
    one, two, three, *_ = shown
    people = [
        person("ann", {one: "sad", two: "sad", three: "unsure", blind[0]: "sad"}),
        person("ben", {one: "sad", two: "lonely", three: "unsure"}),
        person("cem", {one: "joyful"}),
    ]
    found = {each.item: each for each in agreed(loaded, people)}
    assert set(found) == {one, blind[0]}
    assert (found[one].label, found[one].votes, found[one].of, found[one].suggested) == ("sad", 2, 3, True)
    assert not found[blind[0]].suggested


def test_a_form_says_a_label_and_the_label_fills_the_form(make_annotation: Make) -> None:
    loaded = make_annotation()
    item = loaded.items[0]
    for label in ("joyful", "none", "unsure"):
        given = read(loaded, item, (), {"label": label})
        assert given == Labelled(label)
        assert written(loaded, item, (), given) == {"label": label}
    with pytest.raises(StudyError, match="choose one label"):
        read(loaded, item, (), {"label": "wistful"})


async def test_some_items_of_the_first_half_come_again_at_the_end(make_annotation: Make, tmp_path: Path) -> None:
    loaded = make_annotation()
    async with Ledger.open(f"sqlite+aiosqlite:///{tmp_path}/held.db", loaded) as ledger:
        await ledger.meet("ann", NOW)
        state = await ledger.step("ann", Agreed(agrees=True, adult=True, version="1", items=()), NOW)
    assert len(state.items) == 12
    assert [name for name in state.items if name.endswith(AGAIN)] == list(state.items[10:])
    assert {name.removesuffix(AGAIN) for name in state.items[10:]} < set(state.items[:5])
    assert loaded.item(state.items[-1]).id == state.items[-1].removesuffix(AGAIN)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("blind = 2", "blind"),
        ('[quality]\ngold = "suggested"', "no contestants and no gold"),
    ],
)
def test_a_study_that_cannot_be_run_is_refused(make_annotation: Make, more: str, words: str) -> None:
    with pytest.raises(StudyError, match=words):
        make_annotation(more)


def test_suggestions_outside_the_codebook_and_a_section_of_another_kind_are_named(
    make_annotation: Make, make: Make
) -> None:
    loaded = make_annotation()
    (loaded.path.parent / "book.toml").write_text('[[label]]\nname = "sad"\n[[label]]\nname = "glad"\n')
    with pytest.raises(StudyError, match="'lonely' is suggested, and is no label of the codebook"):
        check.load(loaded.path)
    with pytest.raises(StudyError, match="belongs to an annotation, not to kind 'ab'"):
        make("ab", "[annotation]\nblind = 0.1\n")


def test_an_item_that_only_names_a_corpus_is_refused(make_annotation: Make) -> None:
    loaded = make_annotation()
    items.save([Item("i0", "t", (), (), reference="esconv 0123456789ab 3")], loaded.path.parent / "items.jsonl")
    with pytest.raises(StudyError, match="item i0 names a corpus and holds no context of its own"):
        check.load(loaded.path)


async def test_a_simulated_annotator_labels_items_with_more_suggestions_than_three(
    make_annotation: Make, tmp_path: Path
) -> None:
    loaded = make_annotation("blind = 0", per_participant=1)
    suggested = tuple(Candidate(name, "suggested") for name in ("sad", "lonely", "joyful", "sad"))
    items.save([Item("i0", "i0", (Said("person", "It rained."),), suggested)], tmp_path / "items.jsonl")
    loaded = check.load(loaded.path)
    async with Ledger.open(f"sqlite+aiosqlite:///{tmp_path}/held.db", loaded) as ledger:
        await simulate(loaded, ledger, 0)
        (known,) = await ledger.everybody()
    assert set(known.latest) <= {"i0", "i0" + AGAIN}
