"""What Ray Serve holds: deployments of the engine and the writer, and handles to them. No other module knows it."""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

import msgspec

from bot.cluster.merging import mergeable, size
from bot.cluster.private import environment, token_file
from bot.cluster.replica import Replica, decoded, encoded
from bot.config import Cluster
from bot.errors import BotError, EngineError, NoEngine, ReplicaDied, SkillError
from bot.frontends.options import require
from bot.logs import logged, trail
from bot.stepper import MOST
from bot.worker import wire
from bot.worker.engine import GRACE
from bot.worker.order import Order

log = logging.getLogger(__name__)
NAMESPACE = "attune"
BEGINS = 30.0
"""Seconds in which the Ray of this machine begins, where a door is started beside it."""
GATHER = 0.005
"""Seconds for which a replica waits for other doors' requests."""
RISE, FALL = 15.0, 300.0
"""Seconds after which there are more replicas where much waits, and fewer where little does."""
LOOKS = 10.0
"""Seconds between two looks at a replica's health."""
SILENT = {"log_level": "WARNING", "enable_access_log": False}


class Served:
    """Ray's side of a replica. What comes in and goes out are bytes, and no exception leaves it.

    Ray makes all anew where the `mark` of what was read is another, also where the order is the same.
    """

    def __init__(self, ordered: bytes, mark: str) -> None:
        from ray import serve

        order = msgspec.msgpack.decode(ordered, type=Order)
        self._log = logged(order.log)  # until the process ends
        self._log.__enter__()
        replica = Replica(order)

        async def together(requests: list[wire.Request]) -> list[wire.Answer]:
            return await asyncio.to_thread(replica.answers, requests)

        self._replica = replica
        self._together = serve.batch(max_batch_size=MOST, batch_wait_timeout_s=GATHER, batch_size_fn=_turns)(together)

    async def ask(self, frame: bytes) -> bytes:
        """The answer to a request, both in MessagePack."""
        try:
            request = decoded(frame)
            if mergeable(request):
                return encoded(await self._together(request))
            return encoded(await asyncio.to_thread(self._replica.answer, request))
        except Exception as error:
            return encoded(wire.Failed("", trail(error)))

    async def about(self) -> bytes:
        """What the replica says of itself."""
        return self._replica.about()

    async def check_health(self) -> None:
        """Raises where there has been no engine for long: Ray ends such a replica and starts another."""
        if not self._replica.healthy():
            raise EngineError("there is no engine")


class Handle:
    """The replicas of the deployment `name`, as `bot.cluster.engine` asks them."""

    def __init__(self, name: str) -> None:
        from ray import serve

        self._handle = serve.get_deployment_handle(Served.__name__, name)

    def ask(self, frame: bytes, seconds: float) -> bytes:
        return self._got(self._handle.ask.remote(frame), seconds)

    def about(self, seconds: float) -> bytes:
        return self._got(self._handle.about.remote(), seconds)

    def _got(self, response: Any, seconds: float) -> bytes:
        """What comes of a call. Errors are named by their kind alone: Ray's messages may repeat what was called."""
        from ray.exceptions import RayActorError, RayError
        from ray.serve.exceptions import RayServeException

        try:
            found: bytes = response.result(timeout_s=seconds)
        except TimeoutError:
            with suppress(Exception):
                response.cancel()
            raise
        except RayActorError:
            raise ReplicaDied("a replica died") from None
        except (RayError, RayServeException, RuntimeError) as error:
            raise NoEngine(f"Ray could not ask a replica: {type(error).__name__}") from None
        return found


def connect(address: str) -> None:
    """Make this process one of the cluster, through the Ray that runs on this machine. Raises BotError."""
    require("ray", "ray[serve]", "ray")
    os.environ.update(environment(address, token_file()))
    import ray  # not before: it reads the environment once, when it is imported
    from ray import serve

    for library in (ray, serve):  # what they say goes where ours goes, by the same rule
        logger = logging.getLogger(library.__name__)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)
    until = monotonic() + BEGINS
    while not ray.is_initialized():
        try:
            ray.init(address, namespace=NAMESPACE, log_to_driver=False, configure_logging=False)
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            if monotonic() > until:
                what = f"no Ray answers at {address} from this machine: {type(error).__name__}"
                raise BotError(f"{what}; `attune cluster start` begins one or joins it") from None
            sleep(1)


def leave() -> None:
    """Make this process no part of the cluster any more."""
    import ray
    from ray import serve

    logging.getLogger(serve.__name__).setLevel(logging.CRITICAL)  # its threads go on, and miss what is gone
    ray.shutdown()


def deploy(name: str, order: Order, replicas: tuple[int, int], how: Cluster, mark: str) -> None:
    """Have so many replicas of an engine, fewest and most, in the place of those there were. Raises SkillError."""
    from ray import serve

    serve.start(proxy_location="Disabled", logging_config=SILENT)
    deployment = serve.deployment(
        Served,
        name=Served.__name__,
        ray_actor_options={"num_cpus": how.cpus},
        max_ongoing_requests=how.at_once,
        autoscaling_config={
            "min_replicas": replicas[0],
            "max_replicas": replicas[1],
            "target_ongoing_requests": max(how.at_once / 2, 1),
            "upscale_delay_s": RISE,
            "downscale_delay_s": FALL,
        },
        health_check_period_s=LOOKS,
        graceful_shutdown_timeout_s=order.turn_limit + GRACE,
        logging_config=SILENT,
    )
    try:
        serve.run(deployment.bind(msgspec.msgpack.encode(order), mark), name=name, route_prefix=None)
    except RuntimeError as error:
        raise SkillError(f"{name} could not be deployed: {_last(str(error))}") from None


def states(names: tuple[str, ...]) -> dict[str, dict[str, int]]:
    """How many replicas of each application are in which state."""
    from ray import serve

    found = serve.status().applications
    deployments = {name: found[name].deployments.get(Served.__name__) for name in names if name in found}
    return {
        name: {str(state): count for state, count in each.replica_states.items()}
        for name, each in deployments.items()
        if each
    }


def _turns(requests: list[wire.Request]) -> int:
    return sum(map(size, requests))


def _last(words: str) -> str:
    """The last line of a report: the error itself."""
    return words.strip().splitlines()[-1] if words.strip() else "no reason is known"
