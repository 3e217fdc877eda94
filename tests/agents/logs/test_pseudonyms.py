from __future__ import annotations

import string
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.logs.patterns import HIDDEN
from agents.logs.pseudonyms import KINDS, Pseudonyms, find


def hidden(*talk: str) -> list[str]:
    return Pseudonyms(talk).hide(talk, Counter())


@pytest.mark.parametrize(
    ("text", "kind", "secret"),
    [
        ("write to odell.brim@postbox.example.", "mail", "odell.brim@postbox.example"),
        ("it's bram (at) lantern (dot) example", "mail", "bram (at) lantern (dot) example"),
        ("see https://a.example/b?c=1, please", "link", "https://a.example/b?c=1"),
        ("I'm @moss_and_marrow there", "handle", "@moss_and_marrow"),
        ("my snap is gwenny_b00", "handle", "gwenny_b00"),
        ("send it to DE89 3704 0044 0532 0130 00 today", "account", "DE89 3704 0044 0532 0130 00"),
        ("ring +44 7700 900183 at six", "phone", "+44 7700 900183"),
        ("I was born on 4 July 2001, you know", "born", "4 July 2001"),
        ("near SW1A 1AA", "postcode", "SW1A 1AA"),
        ("My name is Dana Whitlock and I can't sleep", "name", "Dana Whitlock"),
        ("my sister maria left", "name", "maria"),
    ],
)
def test_each_kind_is_found_as_it_stands(text: str, kind: str, secret: str) -> None:
    assert [(hit.kind, text[hit.start : hit.end]) for hit in find(text)] == [(kind, secret)]


@pytest.mark.parametrize(
    "text",
    [
        "Will it get better? I hope so, but may is far away.",
        "I'm so tired, this is hard, call me crazy.",
        "I slept 3-4 hours, it's 10:30, and 2020-2021 was worse.",
        "The funeral was on the 14th of October.",
        "they call me lazy, my name is mud",
        "I can't handle that",
    ],
)
def test_ordinary_words_and_figures_stay(text: str) -> None:
    assert find(text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("will said he never loved me", ["will"]),
        ("Mark and I broke up", ["Mark"]),
        ("I told Grace everything", ["Grace"]),
        ("Mark my words: I lost hope", []),
        ("my name is dana whitlock and i cry", ["dana whitlock"]),
        ("my name is dana and i cry", ["dana"]),
        ("Ich heiße Qadrun", ["Qadrun"]),
        ("me llamo qadrun, hola", ["qadrun"]),
        ("меня зовут Квадрун", ["Квадрун"]),
        ("اسمي قادرون", ["قادرون"]),
        ("קוראים לי קדרון", ["קדרון"]),
        ("με λένε Κβαντρούν", ["Κβαντρούν"]),
        ("我叫王小明", ["王小明"]),
        ("chloé, zoë and marias dad", ["chloé", "zoë", "marias"]),
        ("by the grace of god", []),
    ],
)
def test_names_are_hidden_where_they_act_as_names(text: str, names: list[str]) -> None:
    assert [text[hit.start : hit.end] for hit in find(text)] == names


def test_a_name_has_one_number_all_through_a_talk() -> None:
    assert hidden(
        "hi, I'm Zlatka Horvat. tom hit me",
        "I'm sorry, Zlatka. Who is Tom?",
        "my brother. ms horvat knows, zlatka doesnt",
    ) == [
        "hi, I'm [name-1]. [name-2] hit me",
        "I'm sorry, [name-1]. Who is [name-2]?",
        "my brother. ms [name-1] knows, [name-1] doesnt",
    ]


def test_a_name_given_in_one_talk_is_known_in_another_and_numbered_anew() -> None:
    pseudonyms = Pseudonyms(["my name is qadira"])
    assert pseudonyms.hide(["tom is here", "qadira is sad"], Counter()) == ["[name-1] is here", "[name-2] is sad"]
    assert pseudonyms.hide(["qadira is sad"], Counter()) == ["[name-1] is sad"]


def test_what_is_hidden_is_counted_by_kind() -> None:
    counts = Counter[str]()
    Pseudonyms([]).hide(["anna and anna: +44 7700 900183", "anna@home.example"], counts)
    assert counts == {"name": 2, "phone": 1, "mail": 1}


@settings(deadline=None, max_examples=200)
@given(st.text(st.characters(exclude_categories=["Cc", "Cs"])) | st.text(string.printable))
def test_finds_are_in_order_apart_and_of_known_kinds(text: str) -> None:
    end = 0
    for hit in find(text):
        assert end <= hit.start < hit.end <= len(text)
        assert hit.kind in KINDS
        end = hit.end


@settings(deadline=None, max_examples=50)
@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=20), st.sampled_from([" ", "\n", "", ", "]))
def test_what_stands_round_a_find_stays(text: str, space: str) -> None:
    line = f"{text}\n\n{space}+44 7700 900183"
    (shown,) = Pseudonyms([]).hide([line], Counter())
    assert "900183" not in shown
    assert HIDDEN not in shown


@pytest.mark.parametrize(
    "piece", ["a-", "1 ", "1-", "a@a.", "a dot ", "@a", "my name is ", "one ", "AB12", "www.", "a_"]
)
def test_long_messages_take_no_longer_than_their_length(piece: str) -> None:
    find("a Qzxwv to warm up with")
    started = time.process_time()
    find(piece * (8000 // len(piece)))
    assert time.process_time() - started < 2
