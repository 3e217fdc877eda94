"""Pin the one file of PyTorch that pip would take, if its checksum is known: python deploy/torch_pin.py REPORT [SHA256]

PyTorch's builds lie on several indexes under one version. REPORT is what `pip install --dry-run --report` wrote; SHA256
is a checksum that somebody has looked up. Prints a requirement with a checksum, or ends with 1 and says what to do.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

LOCK = Path(__file__).parent / "locks/torch.txt"


def pinned(report: str, lock: str, given: str = "") -> str:
    """The requirement for the file in pip's report. SystemExit when neither `lock` nor `given` has its checksum."""
    if not (install := json.loads(report)["install"]):
        return ""  # it is there already
    (chosen,) = install
    name, version = chosen["metadata"]["name"], chosen["metadata"]["version"]
    found = chosen["download_info"]["archive_info"]["hashes"]["sha256"]
    if found != given and f"--hash=sha256:{found}" not in lock:
        file = chosen["download_info"]["url"].rpartition("/")[2]
        raise SystemExit(
            f"{file} has the sha256 {found}, which {LOCK.name} does not list: compare it with the one that its index "
            f"states, then: make research TORCH_SHA256={found} (or go without any checksums: make research HASHES=no)"
        )
    return f"{name}=={version} --hash=sha256:{found}"


if __name__ == "__main__":
    print(pinned(Path(sys.argv[1]).read_text("utf8"), LOCK.read_text("utf8"), "".join(sys.argv[2:])))
