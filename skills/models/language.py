"""A Hugging Face language model in a local folder, seq2seq or causal. Nothing is ever fetched, no pickle is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import torch

from bot.distribution import install_line
from bot.errors import ConfigError, MissingPackage, WeightsError

Kind = Literal["auto", "seq2seq", "causal"]
TOKENIZERS = ("tokenizer.json", "tokenizer_config.json", "vocab.json", "vocab.txt", "spiece.model")
LONGEST = 1024
"""Tokens read at most, also by models that know no limit."""
SHORTEST = 16
"""With room for fewer tokens of talk than this a model cannot follow one."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How the next token is drawn; the defaults are those of ESConv's published code."""

    max_new_tokens: int = 60
    top_p: float = 0.9
    top_k: int = 30
    temperature: float = 0.7
    repetition_penalty: float = 1.03

    def __post_init__(self) -> None:
        wrong = {
            "max_new_tokens": self.max_new_tokens < 1,
            "top_p": not 0 < self.top_p <= 1,
            "top_k": self.top_k < 0,
            "temperature": self.temperature <= 0,
            "repetition_penalty": self.repetition_penalty <= 0,
        }
        for name in (name for name, bad in wrong.items() if bad):
            raise ConfigError(
                f"generate.{name} = {getattr(self, name)!r} cannot be used (top_p: above 0 up to 1; top_k: 0 for all, "
                "or more; the others: above 0)"
            )


@dataclass(frozen=True, slots=True)
class Written:
    """What a model wrote up to its first end of utterance; `finished` when it came to one."""

    text: str
    finished: bool


class LanguageModel:
    """A loaded model with its tokenizer. `separator` ends each utterance, as in DialoGPT and ESConv's own code."""

    def __init__(self, folder: Path, kind: Kind = "auto", longest: int = LONGEST) -> None:
        _check(folder)
        self.folder, self._longest = folder, longest
        self.tokenizer, self.model = _load(folder, kind)
        self.seq2seq = bool(self.model.config.is_encoder_decoder)
        self.separator = self._separator()
        self.limit = self._limit()

    def read(self, utterances: Sequence[str], room: int) -> list[int]:
        """The last utterances that fit in `room` tokens, each with its separator; of the newest at least the end."""
        ids: list[int] = []
        for text in reversed(utterances):
            piece = [*self.tokenizer.encode(text, add_special_tokens=False), self.separator]
            if ids and len(ids) + len(piece) > room:
                break
            ids = piece[-room:] + ids
        return ids

    def chat(self, messages: Sequence[dict[str, str]]) -> list[int] | None:
        """Messages as the model's own chat template writes them, up to where a reply begins; None without a template.

        WeightsError where the template doesn't take them.
        """
        if not self.tokenizer.chat_template:
            return None
        try:
            text = self.tokenizer.apply_chat_template(messages, add_generation_prompt=True, tokenize=False)
        except Exception as error:  # a template is a program of whoever made the model
            what = f"{type(error).__name__}"
            raise WeightsError(f"{self.folder}: its chat template does not take these messages: {what}") from None
        return [int(token) for token in self.tokenizer.encode(text, add_special_tokens=False)]

    def room(self, longest_reply: int, extra: int) -> int:
        """Tokens of talk that fit: a causal model writes where it reads. ConfigError when hardly any do."""
        room = self.limit - (0 if self.seq2seq else longest_reply + extra)
        if room < SHORTEST:
            raise ConfigError(
                f"{self.folder} holds {self.limit} tokens in all: generate.max_new_tokens = {longest_reply} leaves "
                f"{room} for the talk, and {SHORTEST} are needed"
            )
        return room

    def token(self, name: str) -> int:
        """The id of a token of its own, such as `[Question]`; WeightsError when the tokenizer would cut it up."""
        ids = self.tokenizer.encode(name, add_special_tokens=False)
        if len(ids) != 1 or ids[0] == self.tokenizer.unk_token_id:
            raise WeightsError(
                f"{self.folder}: its tokenizer has no token {name!r}: the model was not trained with strategy tokens "
                "(set strategy_token = false)"
            )
        return int(ids[0])

    def write(
        self, ids: Sequence[int], begun: Sequence[int], sampling: Sampling, seed: int, stop: Callable[[], bool]
    ) -> Written:
        """A sampled answer to `ids` that begins with the tokens `begun`; asked after each token whether to `stop`."""
        prompt = list(ids) if self.seq2seq else [*ids, *begun]
        given: dict[str, Any] = {"input_ids": torch.tensor([prompt])}
        given["attention_mask"] = torch.ones_like(given["input_ids"])
        if self.seq2seq and begun:
            given["decoder_input_ids"] = torch.tensor([[self._first(), *begun]])
        skipped = 1 + len(begun) if self.seq2seq else len(prompt)
        with torch.inference_mode(), torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            out = self.model.generate(**given, **self._how(sampling), stopping_criteria=_criteria(stop))
        return self._first_utterance(out[0, skipped:].tolist())

    def _how(self, sampling: Sampling) -> dict[str, Any]:
        pad = self.tokenizer.pad_token_id
        return {
            "do_sample": True,
            "num_beams": 1,
            "max_new_tokens": sampling.max_new_tokens,
            "top_p": sampling.top_p,
            "top_k": sampling.top_k,
            "temperature": sampling.temperature,
            "repetition_penalty": sampling.repetition_penalty,
            "eos_token_id": sorted(self._ends()),
            "pad_token_id": self.separator if pad is None else pad,
        }

    def _first_utterance(self, ids: list[int]) -> Written:
        ends = self._ends()
        place = next((place for place, token in enumerate(ids) if token in ends), len(ids))
        return Written(self.tokenizer.decode(ids[:place], skip_special_tokens=True), place < len(ids))

    def _ends(self) -> set[int]:
        own = self.model.generation_config.eos_token_id
        return {self.separator, *(own if isinstance(own, list) else [own] if own is not None else [])}

    def _first(self) -> int:
        """What a decoder starts from."""
        settings, config = self.model.generation_config, self.model.config
        found = [
            settings.decoder_start_token_id,
            getattr(config, "decoder_start_token_id", None),
            settings.bos_token_id,
        ]
        first = next((token for token in found if token is not None), None)
        if first is None:
            raise WeightsError(f"{self.folder}/config.json names no decoder_start_token_id to begin a reply with")
        return int(first)

    def _separator(self) -> int:
        found = (self.tokenizer.eos_token_id, self.tokenizer.sep_token_id)
        separator = next((token for token in found if token is not None), None)
        if separator is None:
            raise WeightsError(f"{self.folder}: its tokenizer names neither eos_token nor sep_token to end a turn with")
        return int(separator)

    def _limit(self) -> int:
        config = self.model.config
        known = [getattr(config, name, None) for name in ("max_position_embeddings", "n_positions")]
        return min(self._longest, int(self.tokenizer.model_max_length), *(int(size) for size in known if size))


def _check(folder: Path) -> None:
    """WeightsError that names what is missing, where, and the command that brings it."""
    mend = f"put a model there, for instance: hf download NAME --local-dir {folder}"
    if not folder.is_dir():
        raise WeightsError(f"there is no folder {folder} with a language model; {mend}")
    if not (folder / "config.json").is_file():
        raise WeightsError(f"config.json is missing in {folder}; {mend}")
    if not any((folder / name).is_file() for name in TOKENIZERS):
        raise WeightsError(f"tokenizer.json is missing in {folder}; {mend}")
    if not list(folder.glob("*.safetensors")):
        pickled = ", ".join(sorted(path.name for path in folder.glob("*.bin")))
        other = f" ({pickled} is there, but pickled weights are not read)" if pickled else ""
        raise WeightsError(f"model.safetensors is missing in {folder}{other}; {mend}")


def _load(folder: Path, kind: Kind) -> tuple[Any, Any]:
    if find_spec("transformers") is None:
        raise MissingPackage(f"transformers is not installed: {install_line('generate')}")
    import transformers

    transformers.utils.logging.disable_progress_bar()  # doors own the terminal
    transformers.utils.logging.set_verbosity_error()
    torch.set_num_threads(1)
    local = {"local_files_only": True, "trust_remote_code": False}
    try:
        config = transformers.AutoConfig.from_pretrained(folder, **local)
        wanted = kind if kind != "auto" else "seq2seq" if config.is_encoder_decoder else "causal"
        auto = {"seq2seq": transformers.AutoModelForSeq2SeqLM, "causal": transformers.AutoModelForCausalLM}[wanted]
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, **local)
        model = auto.from_pretrained(folder, use_safetensors=True, **local)
    except Exception as error:
        # Whatever a foreign folder holds, the operator is told which one and what the library said of it.
        reason = str(error).strip().partition("\n")[0]
        raise WeightsError(f"{folder} cannot be loaded (kind = {kind!r}): {type(error).__name__}: {reason}") from None
    return tokenizer, model.requires_grad_(False).eval()


def _criteria(stop: Callable[[], bool]) -> Any:
    from transformers import StoppingCriteria, StoppingCriteriaList

    class Stopping(StoppingCriteria):  # type: ignore[misc]  # the library is untyped here
        def __call__(self, input_ids: torch.Tensor, scores: Any, **_: Any) -> torch.Tensor:
            return torch.full((len(input_ids),), stop(), dtype=torch.bool)

    return StoppingCriteriaList([Stopping()])
