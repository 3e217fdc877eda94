"""From a bot file to its deployments, and to the engine that a door asks."""

from __future__ import annotations

import logging
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from bot.cluster.engine import PATIENCE, ClusterEngine
from bot.config import Cluster, Config
from bot.errors import ConfigError, NoEngine
from bot.logs import style
from bot.part_shapes import stand_in
from bot.worker.engine import GRACE
from bot.worker.order import Order, order

log = logging.getLogger(__name__)
ENDINGS = (".py", ".toml")


def orders(config: Config) -> tuple[Order, Order | None]:
    """What the engine's replicas make, and the writer's where it has some of its own."""
    how = cluster_of(config)
    if not how.writers:
        return order(config, style()), None
    if config.writer is None:
        raise ConfigError(f"{config.path}: [cluster] writers needs a [writer]")
    return order(replace(config, writer=None), style()), order(config, style(), writes=True)


def names(how: Cluster) -> tuple[str, ...]:
    """Those of its applications in Ray Serve."""
    return (how.name, f"{how.name}-writer") if how.writers else (how.name,)


def deploy(config: Config) -> None:
    """Have the bot's replicas, as the file and the skill files beside it are now. Raises BotError."""
    from bot.cluster import serving

    how, (engine, writer) = cluster_of(config), orders(config)
    serving.connect(how.address)
    mark = f"{engine.mark}-{_print(config.beside)}"
    serving.deploy(names(how)[0], engine, how.engines, how, mark)
    if writer and how.writers:
        serving.deploy(names(how)[1], writer, how.writers, how, f"{writer.mark}-{mark}")


def joined(config: Config) -> ClusterEngine:
    """The engine that is deployed. Raises BotError where none answers; the log says where it is that of another bot."""
    from bot.cluster import serving

    how, (order, writer) = cluster_of(config), orders(config)
    serving.connect(how.address)
    handles = [serving.Handle(name) for name in names(how)]
    seconds = PATIENCE + how.at_once * (config.turn_limit + GRACE)
    lanes = how.engines[1] * how.at_once
    engine = ClusterEngine(handles[0], handles[1] if writer else None, lanes=lanes, seconds=seconds)
    try:
        engine.wait()
    except NoEngine:
        engine.close()
        raise NoEngine(f"no replica of {how.name!r} answers: `attune cluster deploy {config.path}`") from None
    if engine.about and engine.about.mark != order.mark:
        log.warning("the cluster holds another bot than %s: `attune cluster deploy` it", config.path)
    stand_in(engine.made.shapes if engine.made else ())
    return engine


def cluster_of(config: Config) -> Cluster:
    if config.cluster is None:
        raise ConfigError(f"{config.path} has no [cluster]: docs/cluster.md says what stands there")
    return config.cluster


def _print(folder: Path) -> str:
    """Changes with every bot file or skill file in the folder."""
    found = sha256()
    for path in sorted(path for path in folder.iterdir() if path.suffix in ENDINGS):
        found.update(f"{path.name}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return found.hexdigest()[:16]
