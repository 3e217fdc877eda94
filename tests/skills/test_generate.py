"""Two tiny models that learnt three answers by heart, on an uncased tokenizer of thirty words."""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from bot.config import Use, settings
from bot.dialog import STRATEGIES, Conversation, Turn, TurnView
from bot.errors import ConfigError, WeightsError
from bot.registry import Draft, find
from bot.step import NOT_KEPT
from bot.testing.scripted import NOON
from skills.generate import SCORE, Stop, Writer, generate
from skills.intent import Acts
from skills.models.language import LanguageModel, Sampling
from skills.strategy import StrategyPlan

WORDS = "i ' m sorry . what happened ? see you could rest my dog died to anna yesterday hello there , and"
TAGS = [f"[{name}]" for name in STRATEGIES]
LESSONS = (
    ("my dog died", "[Question]", "what happened to anna ?"),
    ("my dog died", "[Others]", "i see ."),
    ("my dog died", "[Providing Suggestions]", "you could rest ."),
    ("my dog died yesterday", "", "i ' m sorry ."),
)
COLD = {"temperature": 0.05, "max_new_tokens": 8}


def tokenizer(tags: Sequence[str] = TAGS) -> Any:
    from transformers import PreTrainedTokenizerFast

    words = ["<pad>", "<unk>", "<s>", "</s>", *dict.fromkeys(WORDS.split())]
    known = Tokenizer(models.WordLevel({word: place for place, word in enumerate(words)}, unk_token="<unk>"))
    known.normalizer = normalizers.Lowercase()
    known.pre_tokenizer = pre_tokenizers.Whitespace()
    named = {"pad_token": "<pad>", "unk_token": "<unk>", "bos_token": "<s>", "eos_token": "</s>"}
    return PreTrainedTokenizerFast(tokenizer_object=known, additional_special_tokens=list(tags), **named)


def learn(model: Any, batches: list[dict[str, torch.Tensor]]) -> None:
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-2)
    for _ in range(60):
        loss = torch.stack([model(**batch).loss for batch in batches]).mean()
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()


@pytest.fixture(scope="module")
def causal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(1)
    words, folder = tokenizer(), tmp_path_factory.mktemp("causal")
    ids = {"vocab_size": len(words), "eos_token_id": 3, "bos_token_id": 2}
    still = {"resid_pdrop": 0.0, "embd_pdrop": 0.0, "attn_pdrop": 0.0}
    model = GPT2LMHeadModel(GPT2Config(n_positions=100, n_embd=32, n_layer=1, n_head=2, **ids, **still))
    texts = [f"{said} </s> {tag} {answer} </s>" for said, tag, answer in LESSONS]
    batches = [words(text, return_tensors="pt", return_token_type_ids=False) for text in texts]
    learn(model, [{**batch, "labels": batch["input_ids"]} for batch in batches])
    model.save_pretrained(folder)
    words.save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def seq2seq(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from transformers import BartConfig, BartForConditionalGeneration

    torch.manual_seed(1)
    words, folder = tokenizer(), tmp_path_factory.mktemp("seq2seq")
    ids = {"pad_token_id": 0, "bos_token_id": 2, "eos_token_id": 3, "decoder_start_token_id": 3}
    sides = [f"{side}_{name}" for side in ("encoder", "decoder") for name in ("layers", "ffn_dim", "attention_heads")]
    sizes = dict(zip(sides, (1, 32, 2) * 2, strict=True)) | {"vocab_size": len(words), "d_model": 32}
    config = BartConfig(max_position_embeddings=40, forced_eos_token_id=None, dropout=0.0, **sizes, **ids)
    model = BartForConditionalGeneration(config)
    batches = [
        {**words(f"{said} </s>", return_tensors="pt", return_token_type_ids=False)}
        | {"labels": words(f"{tag} {answer} </s>", return_tensors="pt")["input_ids"]}
        for said, tag, answer in LESSONS
    ]
    learn(model, batches)
    model.save_pretrained(folder)
    words.save_pretrained(folder)
    return folder


@pytest.fixture(scope="module", params=["causal", "seq2seq"])
def folder(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue(request.param)
    return found


def turn(*texts: str, seed: int = 0, parts: tuple[object, ...] = ()) -> TurnView:
    turns = tuple(Turn("bot" if place % 2 else "user", text, NOON) for place, text in enumerate(texts))
    return TurnView(Conversation("t:1::me", turns).knowing(*parts), None, NOON, random.Random(seed))


def plan(**weights: float) -> StrategyPlan:
    named = {"Question": weights.get("ask", 0.0), "Providing Suggestions": weights.get("advise", 0.0)}
    return StrategyPlan(tuple(named.get(name, weights.get("others", 0.0) * (name == "Others")) for name in STRATEGIES))


async def drafts(writer: Any, view: TurnView, deadline: float = 60.0) -> list[Draft]:
    return [draft async for draft in writer.propose(view, deadline)]


async def test_the_reply_is_what_was_learnt_with_capitals_and_spacing(folder: Path) -> None:
    (draft,) = await drafts(generate(model=str(folder), **COLD), turn("My dog DIED yesterday"))  # type: ignore[arg-type]
    assert draft.final
    assert (draft.reply.text, draft.reply.skill, draft.reply.score) == ("I'm sorry.", "generate", SCORE)
    assert draft.reply.strategy is None


async def test_the_plans_best_strategy_stands_before_the_reply(folder: Path) -> None:
    writer = generate(model=str(folder), strategy_token=True, **COLD)  # type: ignore[arg-type]
    asks = turn("Hello there, Anna", "hello", "my dog died", parts=(plan(ask=0.6, others=0.4),))
    others = turn("my dog died", parts=(plan(ask=0.4, others=0.6),))
    (asked,), (other,) = await drafts(writer, turn("my dog died", parts=(plan(ask=1.0),))), await drafts(writer, others)
    assert (asked.reply.text, asked.reply.strategy) == ("What happened to anna?", "Question")
    assert (other.reply.text, other.reply.strategy) == ("I see.", "Others")
    assert isinstance(writer, Writer)
    assert writer.begin(asks).strategy == "Question"


async def test_no_suggestion_is_begun_before_the_talk_is_ready_for_one(causal: Path) -> None:
    writer = generate(model=str(causal), strategy_token=True, **COLD)  # type: ignore[arg-type]
    hopes = plan(advise=0.9, ask=0.1)
    (early,) = await drafts(writer, turn("my dog died", parts=(hopes,)))
    assert early.reply.strategy == "Question"
    asked = turn("my dog died", "i see", "what should i do?", parts=(hopes, Acts(frozenset({"asks_advice"}))))
    assert isinstance(writer, Writer)
    assert writer.begin(asked).strategy == "Providing Suggestions"


async def test_the_same_turn_gets_the_same_reply_and_the_seed_decides(causal: Path) -> None:
    writer = generate(model=str(causal), temperature=5.0, top_k=0, top_p=1.0, max_new_tokens=12)
    said = {}
    for seed in range(8):
        one, two = [await drafts(writer, turn("my dog died", seed=seed)) for _ in range(2)]
        assert one == two
        said[seed] = one[0].reply.text if one else None
    assert len(set(said.values())) > 2


async def test_torchs_own_randomness_is_left_alone(causal: Path) -> None:
    writer = generate(model=str(causal), **COLD)  # type: ignore[arg-type]
    torch.manual_seed(3)
    expected = torch.rand(4)
    torch.manual_seed(3)
    await drafts(writer, turn("my dog died"))
    assert torch.equal(torch.rand(4), expected)


def test_at_the_deadline_writing_stops_between_two_tokens(causal: Path) -> None:
    language = LanguageModel(causal)
    asked: list[int] = []

    def third_time() -> bool:
        asked.append(1)
        return len(asked) == 3

    sampling = Sampling(max_new_tokens=20, top_p=1.0, top_k=0, temperature=9.0)
    for seed in range(20):
        asked.clear()
        ids = language.read(["hello there"], 20)
        written = language.write(ids, (), sampling, seed, third_time)
        assert len(asked) <= 3
        assert len(written.text.split()) <= 3


async def test_no_time_is_no_reply(causal: Path) -> None:
    assert await drafts(generate(model=str(causal)), turn("my dog died"), deadline=0.0) == []


async def test_a_cancelled_reply_frees_the_writer(causal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = generate(model=str(causal), **COLD)  # type: ignore[arg-type]
    assert isinstance(writer, Writer)
    begun, ended = threading.Event(), threading.Event()

    def endless(view: TurnView, seed: int, stop: Stop) -> None:
        begun.set()
        while not stop():
            pass
        ended.set()

    monkeypatch.setattr(writer, "write", endless)
    task = asyncio.create_task(drafts(writer, turn("my dog died")))
    await asyncio.to_thread(begun.wait)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(ended.wait, 10)


async def test_writing_does_not_hold_up_the_event_loop(causal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = generate(model=str(causal))
    assert isinstance(writer, Writer)
    gate = threading.Event()
    monkeypatch.setattr(writer, "write", lambda *_: gate.wait() and None)
    task = asyncio.create_task(drafts(writer, turn("hello")))
    await asyncio.sleep(0)
    gate.set()  # reached only because the loop is free
    assert await task == []


def test_the_newest_words_are_read_and_crisis_words_are_not(causal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    language = LanguageModel(causal)
    decode = language.tokenizer.decode
    assert decode(language.read(["hello there", "i see", "my dog died"], 7)) == "i see </s> my dog died </s>"
    assert decode(language.read(["my dog died yesterday"], 3)) == "died yesterday </s>"
    writer = generate(model=str(causal))
    assert isinstance(writer, Writer)
    seen: list[list[str]] = []

    def read(said: list[str], room: int) -> list[int]:
        seen.append(said)
        return [4]

    monkeypatch.setattr(writer.model, "read", read)
    writer.write(turn(NOT_KEPT, "i see", "hello"), 1, Stop(monotonic() + 60))
    assert seen == [["i see", "hello"]]


def test_a_long_talk_and_a_long_reply_fit_the_model_together(causal: Path) -> None:
    writer = generate(model=str(causal), max_new_tokens=20, temperature=9.0)
    assert isinstance(writer, Writer)
    assert writer.room == 100 - 20 - 1
    writer.write(turn(*["hello there anna"] * 99), 1, Stop(monotonic() + 60))
    with pytest.raises(ConfigError, match=r"holds 100 tokens in all: generate.max_new_tokens = 90 leaves 9"):
        generate(model=str(causal), max_new_tokens=90)


def test_what_is_missing_is_named_with_its_place_and_the_command(causal: Path, tmp_path: Path) -> None:
    away = tmp_path / "away"
    with pytest.raises(WeightsError, match=rf"no folder {away} .*hf download NAME --local-dir {away}"):
        generate(model=str(away))
    for name in ("config.json", "model.safetensors"):
        part = tmp_path / name.partition(".")[0]
        shutil.copytree(causal, part)
        (part / name).unlink()
        with pytest.raises(WeightsError, match=rf"{name} is missing in {part}; .*hf download"):
            generate(model=str(part))
    (tmp_path / "model/pytorch_model.bin").touch()
    with pytest.raises(WeightsError, match=r"pytorch_model.bin is there, but pickled weights are not read"):
        generate(model=str(tmp_path / "model"))
    (causal_copy := tmp_path / "config").joinpath("config.json").write_text("{}", encoding="utf8")
    for path in causal_copy.glob("tokenizer*"):
        path.unlink()
    with pytest.raises(WeightsError, match=r"tokenizer.json is missing"):
        generate(model=str(causal_copy))


def test_altered_files_and_the_wrong_kind_are_refused_by_name(causal: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(causal, broken)
    (broken / "model.safetensors").write_bytes(b"not tensors at all")
    with pytest.raises(WeightsError, match=rf"{broken} cannot be loaded \(kind = 'auto'\)"):
        generate(model=str(broken))
    with pytest.raises(WeightsError, match=r"cannot be loaded \(kind = 'seq2seq'\)"):
        generate(model=str(causal), kind="seq2seq")


def test_a_tokenizer_without_strategy_tokens_is_refused_when_they_are_wanted(causal: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    shutil.copytree(causal, plain)
    tokenizer(tags=()).save_pretrained(plain)
    with pytest.raises(WeightsError, match=r"no token '\[Question\]'"):
        generate(model=str(plain), strategy_token=True)


@pytest.mark.parametrize("setting", ["top_p", "temperature", "repetition_penalty", "max_new_tokens"])
def test_settings_that_cannot_be_used_are_named(setting: str) -> None:
    with pytest.raises(ConfigError, match=rf"generate.{setting} = 0 cannot be used"):
        generate(model="anywhere", **{setting: 0})  # type: ignore[arg-type]


def test_a_bot_file_reaches_every_setting() -> None:
    spec = find("generate", "responder", Path())
    given = {"model": "DIR", "kind": "causal", "top_k": 5, "strategy_token": True}
    found = settings(spec, Use("generate", given, "responders[0]"), Path("/bots/x.toml"))
    assert found == given | {"model": "/bots/DIR"}
    with pytest.raises(ConfigError, match=r"responders\[0\].kind: must be one of auto, seq2seq, causal"):
        settings(spec, Use("generate", {"model": "DIR", "kind": "rnn"}, "responders[0]"), Path("x.toml"))


def test_transformers_is_imported_only_when_a_model_is_loaded() -> None:
    code = "import sys, skills.generate; sys.exit('transformers' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
