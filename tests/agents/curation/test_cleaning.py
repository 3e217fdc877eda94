from collections import Counter

from agents.curation.cleaning import clean
from agents.curation.lines import Line


def cleaned(*texts: str) -> tuple[list[tuple[str, bool]], Counter[str]]:
    counts: Counter[str] = Counter()
    return [(line.text, line.opens) for line in clean(map(Line, texts), counts)], +counts


def test_two_speakers_of_one_subtitle_are_told_apart() -> None:
    counts: Counter[str] = Counter()
    assert list(clean([Line("- Who is it? - Me.", 10, 20)], counts)) == [
        Line("Who is it?", 10, None, True),
        Line("Me.", None, 20, True),
    ]
    assert counts["hyphens"] == 1
    assert cleaned(">> Tonight at six.")[0] == [("Tonight at six.", True)]


def test_hyphens_within_what_one_says_stay() -> None:
    assert cleaned("Well - I thought so.", "-5 degrees")[0] == [("Well - I thought so.", False), ("-5 degrees", False)]


def test_names_before_a_colon_open_a_turn_and_go() -> None:
    lines, counts = cleaned("MAN 2: Stop!", "Listen: it rains.", "- DR. LEE: Yes.")
    assert lines == [("Stop!", True), ("Listen: it rains.", False), ("Yes.", True)]
    assert counts == {"labels": 2, "hyphens": 1}


def test_every_rule_is_counted_where_it_changed_something() -> None:
    lines, counts = cleaned("<i>Come in.</i>", "[knocks]", "♪ ooh ♪", "Subtitles by X", "...", "Привет")
    assert lines == [("Come in.", False)]
    assert counts == {"markup": 1, "sounds": 1, "songs": 1, "credits": 1, "wordless": 1, "foreign": 1}


def test_a_copy_of_the_line_before_goes_and_a_short_word_may_be_said_twice() -> None:
    lines, counts = cleaned("I love you.", "<b>I LOVE you.</b>", "No.", "No.", "I love you.")
    assert [text for text, _ in lines] == ["I love you.", "No.", "No.", "I love you."]
    assert counts["repeated"] == 1
