"""`attune judge server` with the real `openai` library and a fake server: both orders, resuming, budget, refusals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from agents.judging import answers
from agents.verdicts import item as items
from agents.verdicts import verdict
from agents.verdicts.command import judge
from agents.verdicts.item import Item
from agents.verdicts.verdict import Verdict
from bot.errors import BotError
from bot.testing.chat_completions import ChatCompletions, Told
from bot.testing.loopback import in_thread
from tests.agents.judging.examples import LONG, TALKS, item

pytest.importorskip("openai")
ITEMS = [item(number, corpus="esconv") for number in range(3)]


def for_length(body: Mapping[str, Any]) -> str:
    """A judge who prefers the longer reply, wherever it stands."""
    first = body["messages"][1]["content"].split("Supporter A would reply now:\n")[1].startswith(LONG)
    return f"It says more.\nVerdict: {'A' if first else 'B'}"


@pytest.fixture
def there() -> Iterator[ChatCompletions]:
    with in_thread(ChatCompletions(reply=for_length)) as fake:
        yield fake


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "answers.jsonl"


def ask(out: Path, url: str, *more: str, among: list[Item] = ITEMS, yes: str = "y") -> Result:
    path = out.with_name("items.jsonl")
    items.save(among, path)
    words = ["--items", str(path), "--url", url, "--model", "tiny", "--out", str(out), "--questions", "esconv"]
    return CliRunner().invoke(judge, ["server", "one", "two", *words, "--at-once", "1", *more], input=f"{yes}\n")


def row(found: Result, name: str) -> list[str]:
    (line, *_) = [line for line in found.output.splitlines() if line.startswith(f" {name} ")]
    return line.split()


def test_each_question_is_asked_in_both_orders_and_the_better_wins_in_both(there: ChatCompletions, out: Path) -> None:
    found = ask(out, there.base_url)
    assert found.exit_code == 0, found.exception
    assert len(there.asked) == 3 * 5 * 2
    assert all(body["temperature"] == 0 and body["seed"] == 7 and not body.get("stream") for body in there.asked)
    firsts = [body["messages"][1]["content"].split("Supporter A would reply now:\n")[1][:2] for body in there.asked]
    assert firsts == [LONG[:2], "Oh"] * 15
    assert row(found, "Comforting")[:6] == ["Comforting", "3", "0", "0", "0", "0"]
    assert row(found, "all")[:6] == ["all", "15", "0", "0", "0", "0"]
    assert "often than chance" not in found.output  # three pairs say little
    kept = answers.load(out)
    assert len(kept) == 30
    assert {one.text for one in kept.values()} == {"It says more.\nVerdict: A", "It says more.\nVerdict: B"}
    read, written = sum(one.read for one in kept.values()), sum(one.written for one in kept.values())
    assert (read > 1000, written) == (True, 30 * 5)
    assert f"now: 30 answers, {read:,} tokens read, 150 written" in found.output
    assert f"in all: 30 answers, {read:,} tokens read, 150 written" in found.output
    assert oct(out.stat().st_mode)[-3:] == "600"


def test_a_judge_who_takes_the_first_ties_everything(there: ChatCompletions, out: Path) -> None:
    there.reply = "Verdict: A"
    found = ask(out, there.base_url, among=[item(number) for number in range(6)])
    assert row(found, "all")[:6] == ["all", "0", "0", "30", "30", "0"]
    assert "The first of two is preferred more often than chance: 100.0" in " ".join(found.output.split())


def test_whole_talks_are_compared(there: ChatCompletions, out: Path) -> None:
    there.reply = "Verdict: tie"
    found = ask(out, there.base_url, among=[TALKS])
    assert row(found, "Overall")[:6] == ["Overall", "0", "0", "1", "0", "0"]
    assert "The talk of supporter A:\nPerson: He left." in there.asked[0]["messages"][1]["content"]


def test_nothing_is_sent_before_it_is_said_and_allowed(there: ChatCompletions, out: Path) -> None:
    found = ask(out, there.base_url, yes="n")
    host = there.base_url.removeprefix("http://").removesuffix("/v1")
    assert found.exit_code == 1
    assert f"{host} gets the talks and replies of" in found.output
    assert "30 answers: 0 are kept already, 30 are to be asked for." in found.output
    assert (there.asked, out.exists()) == ([], False)
    assert ask(out, there.base_url, "--yes", "--limit", "1", yes="n").exit_code == 0
    assert len(there.asked) == 10


def test_another_machine_is_named_with_the_licences_of_what_it_would_get(out: Path) -> None:
    found = ask(out, "http://judge.example/v1", among=[*ITEMS, item(9)], yes="n")
    told = " ".join(found.output.split())
    assert "judge.example gets the talks" in told
    assert "unsealed" in told
    assert "Some are of ESConv" in told
    assert "licence: CC BY-NC 4.0, academic use. It may not let you give them to judge.example." in told
    assert "Whose words 1 of 4 items hold they don't say" in told


def test_it_goes_on_where_it_stopped_and_asks_nothing_twice(there: ChatCompletions, out: Path) -> None:
    ask(out, there.base_url, "--limit", "1")
    with out.open("ab") as file:
        file.write(b'{"key": "cut sho')
    assert len(there.asked) == 10
    found = ask(out, there.base_url)
    assert "30 answers: 10 are kept already, 20 are to be asked for." in found.output
    assert len(there.asked) == 30
    again = ask(out, there.base_url, yes="n")
    assert "are to be asked for" not in again.output
    assert (len(there.asked), row(again, "all")) == (30, row(found, "all"))
    assert "now: 0 answers" in again.output
    ask(out, there.base_url, "--seed", "8", "--limit", "1")
    assert len(there.asked) == 40


def test_a_budget_is_never_passed_and_tables_can_be_had_for_nothing(there: ChatCompletions, out: Path) -> None:
    found = ask(out, there.base_url, "--most-tokens", "3000", "--max-tokens", "50")
    spent = sum(one.tokens for one in answers.load(out).values())
    assert "Stopped: the next answer could pass the budget" in found.output
    assert (found.exit_code, 2000 < spent <= 3000) == (0, True)
    count = len(there.asked)
    ask(out, there.base_url, "--most-tokens", "3000", "--max-tokens", "50")
    assert len(there.asked) == count
    free = ask(out, there.base_url, "--most-tokens", "0", "--max-tokens", "50", yes="n")
    assert (len(there.asked), row(free, "all")) == (count, row(found, "all"))


def test_what_names_neither_is_unreadable_and_kept(there: ChatCompletions, out: Path) -> None:
    there.told = [Told(reply="Both are kind, I couldn't say.")]
    found = ask(out, there.base_url, "--limit", "1")
    assert row(found, "Fluency")[:6] == ["Fluency", "0", "0", "0", "0", "1"]
    assert row(found, "all")[:6] == ["all", "4", "0", "0", "0", "1"]
    assert len(answers.load(out)) == 10


def test_a_busy_server_is_asked_again(there: ChatCompletions, out: Path) -> None:
    there.told = [Told(status=429, headers={"retry-after": "0"}), Told(status=503)]
    found = ask(out, there.base_url, "--limit", "1")
    assert (found.exit_code, len(there.asked), len(answers.load(out))) == (0, 12, 10)


def test_what_fails_is_counted_and_asked_for_at_the_next_start(there: ChatCompletions, out: Path) -> None:
    there.told = [Told(fault="malformed"), Told(), Told(fault="no json")]
    found = ask(out, there.base_url, "--limit", "1")
    assert found.exit_code == 1
    assert "2 requests have failed: the same command asks again." in found.output
    assert len(answers.load(out)) == 8
    assert ask(out, there.base_url, "--limit", "1").exit_code == 0
    assert len(answers.load(out)) == 10


def test_after_three_failures_in_a_row_nothing_more_is_asked(there: ChatCompletions, out: Path) -> None:
    there.key = "secret"
    found = ask(out, there.base_url)
    assert (found.exit_code, len(there.asked)) == (1, 3)
    assert "Stopped: 3 requests in a row have failed, the last with: AuthenticationError 401." in found.output
    key = out.with_name("key")
    key.write_text("secret\n")
    assert ask(out, there.base_url, "--key-file", str(key)).exit_code == 0
    assert "secret" not in out.read_text()


def test_several_are_asked_at_once(there: ChatCompletions, out: Path) -> None:
    found = ask(out, there.base_url, "--at-once", "8")
    assert (row(found, "all")[:3], len(there.asked)) == (["all", "15", "0"], 30)


def test_readers_stand_beside_the_judge(there: ChatCompletions, out: Path) -> None:
    verdicts = out.with_name("verdicts.jsonl")
    given = [("good", "bad", 0), ("good", "bad", 0), ("bad", "good", 1)]
    for number, (left, right, best) in enumerate(given):
        reasons = tuple(None if mark == "good" else "generic" for mark in (left, right))
        verdict.append(verdicts, [Verdict(f"i{number}", "ann", (left, right), best, 1 - best, reasons)])  # type: ignore[arg-type]
    found = ask(out, there.base_url, "--votes", str(verdicts))
    assert "Agreement with readers" in found.output
    table = found.output.split("Agreement with readers")[1]
    assert next(line for line in table.splitlines() if line.startswith(" Overall")).split()[:3] == [
        "Overall",
        "3",
        "66.7",
    ]


@pytest.mark.parametrize("url", ["localhost:8080", "ftp://a/v1", "http://", "unix:/run/x", "http://a@b@c/v1"])
def test_an_address_that_is_none_is_refused(url: str, out: Path) -> None:
    found = ask(out, url)
    assert isinstance(found.exception, BotError)
    assert "a server's address is like http://127.0.0.1:8080/v1" in str(found.exception)
