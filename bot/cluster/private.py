"""The environment of every process of Ray: nothing tells anybody anything, and nobody comes in without the token."""

from __future__ import annotations

import os
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path

from bot.errors import ConfigError

TOKEN = "ATTUNE_CLUSTER_TOKEN_FILE"
"""Names the file with the token that all processes of one cluster share."""
SHORTEST = 32
QUIET: Mapping[str, str] = {
    "RAY_USAGE_STATS_ENABLED": "0",  # Ray would report to its makers
    "RAY_ENABLE_AUTO_CONNECT": "0",  # or its threads begin a cluster of their own where the one asked for is gone
    "RAY_AUTH_MODE": "token",  # whoever reaches Ray's ports could run what they like
    "RAY_automatic_object_spilling_enabled": "0",  # what is said is never put on a disk for want of memory
    "RAY_task_events_report_interval_ms": "0",  # no record of calls, which the dashboard would show
    "RAY_record_task_actor_creation_sites": "0",
    "RAY_SERVE_LOG_TO_STDERR": "0",
    "RAY_SERVE_REQUEST_PATH_LOG_BUFFER_SIZE": "1",
}


def environment(address: str, token: Path) -> dict[str, str]:
    """What Ray must find in the environment, for a cluster whose head is at `address`.

    One on this machine alone listens on the loopback only.
    """
    alone = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"} if is_loopback(address) else {}
    return {**QUIET, **alone, "RAY_AUTH_TOKEN_PATH": str(token)}


def token_file() -> Path:
    """The file with the cluster's token. Raises ConfigError where there is none, or one that is easily guessed."""
    named = os.environ.get(TOKEN)
    if not named:
        raise ConfigError(f"a cluster needs a token: `openssl rand -hex 32 > FILE`, and set {TOKEN}=FILE")
    path = Path(named).absolute()
    try:
        length = len(path.read_text(encoding="utf8").strip())
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{TOKEN}: {path} cannot be read: {type(error).__name__}") from None
    if length < SHORTEST:
        raise ConfigError(f"{TOKEN}: {path} must hold at least {SHORTEST} characters: `openssl rand -hex 32 > {path}`")
    return path


def is_loopback(address: str) -> bool:
    """Whether `host:port` is reached from this machine only."""
    host = address.rpartition(":")[0]
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
