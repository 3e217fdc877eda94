import platform
import subprocess
import sys

import pytest

FAULTS = """
import resource
import numpy as np
if {kept}:
    import skills.models
def work():
    blocks = [np.ones(2 << 20, np.uint8) for _ in range(30)]
work()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
work()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def faults(kept: bool) -> int:
    """How many pages the system hands out anew when 60 MiB, 15,000 pages, have been freed and are used again."""
    ran = subprocess.run([sys.executable, "-c", FAULTS.format(kept=kept)], capture_output=True, text=True, check=True)
    return int(ran.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="another C library, with settings of its own")
def test_freed_memory_is_used_again() -> None:
    assert faults(kept=False) > 5000
    assert faults(kept=True) < 500
