"""The Dockerfile's steps, run one after the other in an empty environment, as far as they can be run without Docker.

No image is built here: the base image, its users and its layers are taken on trust. The libraries of this environment
are lent to the new one in the place of a download; everything else (the environment, the installation, the bot's start,
its health and its end) is done by the words of the file itself.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOT_HERE = ("useradd",)
"""Would change this machine."""
KNOWN = (
    *("FROM", "ARG", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE"),
    *("HEALTHCHECK", "STOPSIGNAL", "ENTRYPOINT", "CMD"),
)


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction: `COPY`, and what stands after it."""

    kind: str
    rest: str


def steps() -> list[Step]:
    text = (ROOT / "Dockerfile").read_text(encoding="utf8")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    whole = re.sub(r"\\\n\s*", " ", "\n".join(lines))
    return [Step(*line.split(maxsplit=1)) for line in whole.splitlines()]


def last(kind: str) -> str:
    return next(step.rest for step in reversed(steps()) if step.kind == kind)


class Machine:
    """A folder in the place of the image's disk. Absolute paths of the Dockerfile lead into it."""

    def __init__(self, root: Path) -> None:
        self.root, self.place, self.done = root, root, list[str]()
        # pip asks nobody, and builds with the setuptools that is lent (its variable means the opposite of its name).
        self.environment = {
            "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
            "HOME": str(root / "home"),
            "PIP_NO_INDEX": "1",
            "PIP_NO_BUILD_ISOLATION": "0",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }

    def here(self, text: str) -> str:
        return re.sub(r"(?<![\w.}/:])/(?=(opt|src|var|etc|tmp)\b)", f"{self.root}/", text)

    def do(self, step: Step) -> None:
        match step.kind:
            case "WORKDIR":
                self.place = Path(self.here(step.rest))
                self.place.mkdir(parents=True, exist_ok=True)
            case "ENV":
                for word in shlex.split(step.rest):
                    name, _, value = word.partition("=")
                    self.environment[name] = self.here(value).replace("$PATH", self.environment["PATH"])
            case "COPY" if "--from" in step.rest:
                assert Path(self.here(step.rest.split()[-1])).exists()  # one disk for both stages
            case "COPY":
                self._copy(*step.rest.split())
            case "RUN" if not step.rest.startswith(NOT_HERE):
                self._run(step.rest)

    def _copy(self, *names: str) -> None:
        for name in names[:-1]:
            target = self.place / names[-1]
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, target / name if target.is_dir() else target)

    def _run(self, command: str) -> None:
        done = subprocess.run(
            self.here(command),
            shell=True,
            cwd=self.place,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        self.done.append(command)
        if " -m venv " in command:
            self._lend()

    def _lend(self) -> None:
        """Our libraries stand behind the new environment's own; its old setuptools would hide ours."""
        (library,) = (self.root / "opt/attune/lib").glob("python3.*/site-packages")
        for old in library.glob("setuptools*"):
            shutil.rmtree(old)
        (library / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")


def test_every_instruction_is_one_that_this_test_knows() -> None:
    assert {step.kind for step in steps()} <= set(KNOWN)


def test_what_is_copied_is_let_through_to_docker() -> None:
    let = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {
        name for step in steps() if step.kind == "COPY" and "--from" not in step.rest for name in step.rest.split()[:-1]
    }
    assert copied == let
    assert [name for name in copied if not (ROOT / name).exists()] == []


def test_it_runs_as_nobody_in_particular_and_holds_no_secret() -> None:
    assert last("USER") == "attune"
    assert not re.search(
        r"token|secret|key|password", "".join(step.rest for step in steps() if step.kind == "ENV"), re.I
    )


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    found = Machine(tmp_path_factory.mktemp("image"))
    for step in steps():
        found.do(step)
    return found


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


@pytest.mark.slow
def test_its_steps_install_the_bot(machine: Machine) -> None:
    assert len(machine.done) == sum(step.kind == "RUN" and not step.rest.startswith(NOT_HERE) for step in steps())
    ask = "import attune, bot, skills, agents, worlds\nfor room in (bot, skills, agents, worlds): print(room.__file__)"
    command = [str(machine.root / "opt/attune/bin/python"), "-c", ask]
    where = subprocess.run(command, env=machine.environment, cwd="/", capture_output=True, text=True, check=True).stdout
    assert [path for path in where.split() if not path.startswith(str(machine.root / "opt/attune"))] == []


@pytest.mark.slow
def test_its_last_words_start_a_bot_that_is_well_and_ends_when_told(machine: Machine) -> None:
    folder, port = machine.root / "etc/attune", free_port()
    shutil.copytree(ROOT / "deploy/bot", folder)
    text = (folder / "bot.toml").read_text().replace('"0.0.0.0"', '"127.0.0.1"')
    text = text.replace("[doors.web]", f"[doors.web]\nport = {port}").replace("[metrics]", "[metrics]\nport = 0")
    (folder / "bot.toml").write_text(text)
    command = json.loads(last("ENTRYPOINT")) + [machine.here(word) for word in json.loads(last("CMD"))]
    environment = machine.environment | {"XDG_DATA_HOME": str(machine.root / "var/lib")}
    command[0] = shutil.which(command[0], path=environment["PATH"])
    assert command[0] == str(machine.root / "opt/attune/bin/attune")
    health = json.loads(last("HEALTHCHECK").split("CMD", 1)[1].replace("8765", str(port)))
    process = subprocess.Popen(command, cwd=machine.place, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        until = time.monotonic() + 120
        while subprocess.run(health, env=environment, capture_output=True, check=False).returncode:
            assert process.poll() is None, process.communicate()[1]
            assert time.monotonic() < until
            time.sleep(0.5)
        process.send_signal(signal.Signals[last("STOPSIGNAL")])
        log = process.communicate(timeout=60)[1]
    finally:
        process.kill()
    assert process.returncode == 0, log
    assert f"talks are kept in sqlite+aiosqlite:///{machine.root}/var/lib/attune/talk.db" in log
    assert (machine.root / "var/lib/attune/talk.db").stat().st_size > 0
