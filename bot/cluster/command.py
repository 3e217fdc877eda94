"""`attune cluster ...`: the Ray of this machine, and the bot in it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

AUTO = "auto"
PORT = 6390
WORKERS = (20000, 29999)
"""Ports of Ray's processes, beside the head's."""


@click.group()
def cluster() -> None:
    """The engine on several machines, by Ray Serve (docs/cluster.md)."""


@cluster.command()
@click.option("--join", metavar="HOST:PORT", help="The head of a cluster that is there; without it, begin one.")
@click.option(
    "--host", help='This machine\'s address: by default 127.0.0.1; "auto" lets Ray find it, as where it joins others.'
)
@click.option(
    "--port", default=PORT, show_default=True, type=click.IntRange(1, 65535), help="The head's, to begin one."
)
@click.option("--cpus", type=click.IntRange(min=0), help="Processors for replicas; by default all of this machine.")
@click.option("--memory", default=256, show_default=True, type=click.IntRange(min=80), help="MiB for large messages.")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), help="For Ray's logs; by default /tmp/ray.")
def start(*, join: str | None, host: str | None, port: int, cpus: int | None, memory: int, folder: Path | None) -> None:
    """Run Ray on this machine until it is ended: no dashboard, no reports, nobody without the token."""
    from bot.cluster.private import environment, is_loopback, token_file
    from bot.frontends.options import require
    from bot.worker.spawned import environment as inherited

    require("ray", "ray[serve]", "ray")
    if join and is_loopback(join):
        raise click.UsageError(
            "a Ray on the loopback is alone on its machine: begin it with --host auto, then join that"
        )
    token = token_file()
    where = ["--address", join] if join else ["--head", "--port", str(port), "--include-dashboard=false"]
    host = host or (AUTO if join else "127.0.0.1")
    options = [
        *("--block", "--disable-usage-stats", "--include-log-monitor=false"),
        *(("--node-ip-address", host) if host != AUTO else ()),
        *("--min-worker-port", str(WORKERS[0]), "--max-worker-port", str(WORKERS[1])),
        *("--object-store-memory", str(memory * 1024**2)),
        *(("--num-cpus", str(cpus)) if cpus is not None else ()),
        *(("--temp-dir", str(folder.absolute())) if folder else ()),
    ]
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", *where, *options]
    # What is meant for doors stays out of it, and out of everything it starts.
    os.execve(sys.executable, command, inherited() | environment(join or f"{host}:{port}", token))


@cluster.command()
@click.argument("file")
def deploy(file: str) -> None:
    """Have the replicas that the bot FILE asks for; those of an older one go when theirs are there."""
    from bot.cluster import joined
    from bot.config import read

    config = read(file)
    joined.deploy(config)
    _show(file)


@cluster.command()
@click.argument("file")
def show(file: str) -> None:
    """Print how many replicas of the bot FILE there are."""
    _show(file)


def _show(file: str) -> None:
    from bot.cluster import joined, serving
    from bot.config import read

    how = joined.cluster_of(read(file))
    serving.connect(how.address)
    for name, found in serving.states(joined.names(how)).items():
        click.echo(f"{name}: {', '.join(f'{count} {state.lower()}' for state, count in found.items() if count)}")
