"""Training state on disk, outside the work tree, as safetensors: written aside, then moved into place."""

from __future__ import annotations

import json
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

DEFAULT = Path.home() / ".cache" / "attune" / "checkpoints"


def save(folder: Path, step: int, tensors: dict[str, Tensor], optimizer: torch.optim.Optimizer) -> None:
    """Save parameters and the optimizer's moments after `step` steps."""
    folder.mkdir(parents=True, exist_ok=True)
    moments = {
        f"optimizer.{number}.{key}": value.clone()
        for number, state in optimizer.state_dict()["state"].items()
        for key, value in state.items()
    }
    aside = folder / "aside.safetensors"
    plain = {name: tensor.detach().clone().contiguous() for name, tensor in tensors.items()}
    save_file(plain | moments, aside, {"step": json.dumps(step)})
    aside.replace(folder / "last.safetensors")


def resume(folder: Path, tensors: dict[str, Tensor], optimizer: torch.optim.Optimizer) -> int:
    """Put the last checkpoint back in place and return its step; 0 when there is none."""
    path = folder / "last.safetensors"
    if not path.is_file():
        return 0
    saved = load_file(path)
    with torch.no_grad():
        for name, tensor in tensors.items():
            tensor.copy_(saved[name])
    state: dict[int, dict[str, Tensor]] = {}
    for name, value in saved.items():
        kind, _, rest = name.partition(".")
        if kind == "optimizer":
            number, _, key = rest.partition(".")
            state.setdefault(int(number), {})[key] = value
    optimizer.load_state_dict(optimizer.state_dict() | {"state": state})
    return next(int(moments["step"]) for moments in state.values())
