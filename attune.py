"""The front door: refuses to start when a stranger's package stands in for one of ours, then hands over to `bot.cli`.

Other distributions install top-level packages under our names (openai-agents brings an `agents`); which one Python
finds depends on the search path, and a half-mixed bot is worse than none.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOMS = ("bot", "skills", "agents", "worlds", "configs")


def places(room: str) -> list[Path]:
    """Where Python would look for the package `room`: one folder, or several for a namespace package."""
    spec = find_spec(room)
    if spec is None:
        return []
    return [Path(place).resolve() for place in spec.submodule_search_locations or [spec.origin or ""]]


def stranger(room: str) -> str | None:
    """What is wrong with `room`, in words for the person at the terminal; None if it is ours."""
    found = places(room)
    if HERE / room in found:
        return None
    where = f"resolves to {found[0]}" if found else "is not found"
    return f"package `{room}` {where}, not at {HERE / room}"


def main() -> None:
    """Check the rooms, then run the command line. Exit code 2 when one of them is not ours."""
    wrong = [complaint for room in ROOMS if (complaint := stranger(room))]
    if wrong:
        print("attune:", "\nattune: ".join(wrong), file=sys.stderr)
        print(
            "attune: another installed distribution brings a package of that name (openai-agents brings `agents`). "
            "Uninstall it, or give Attune an environment of its own: `make chat` in a checkout creates one.",
            file=sys.stderr,
        )
        raise SystemExit(2)
    from bot.cli import run

    run()


if __name__ == "__main__":
    main()
