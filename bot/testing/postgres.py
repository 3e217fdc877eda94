"""A real PostgreSQL for the tests: started once, by an unprivileged user, in a folder that goes with the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


def binaries() -> Path | None:
    """The folder with `initdb` and `postgres`; Debian keeps them off the path."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    return homes[0].parent if homes else None


@contextmanager
def server(home: Path) -> Iterator[str]:
    """Run a server until the block ends; gives the address of its database, without a password."""
    place = Path(tempfile.mkdtemp(prefix="attune-pg-"))
    user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    as_user: dict[str, Any] = {"user": user, "group": pwd.getpwnam(user).pw_gid} if os.geteuid() == 0 else {}
    if as_user:  # initdb refuses root
        shutil.chown(place, user)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": place, **as_user}
    subprocess.run(
        [home / "initdb", "-D", place / "data", "-A", "trust", "-E", "UTF8", "-U", "attune"], check=True, **quiet
    )
    settings = ["-c", "fsync=off", "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={place}"]
    process = subprocess.Popen([home / "postgres", "-D", place / "data", "-p", str(port), *settings], **quiet)
    try:
        while process.poll() is None and not _is_ready(place / "data" / "postmaster.pid"):
            time.sleep(0.05)
        yield f"postgresql+asyncpg://attune@127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(place, ignore_errors=True)


def _is_ready(note: Path) -> bool:
    """Whether the server takes connections: it says so in the last line of its note, where `pg_ctl` looks too."""
    try:
        return note.read_text(encoding="ascii").splitlines()[-1].strip() == "ready"
    except (OSError, IndexError):
        return False
