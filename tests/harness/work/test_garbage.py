"""What Python's garbage collector passes over in a run, and after it; and what memory is given back."""

from __future__ import annotations

import ctypes
import gc
import subprocess
import sys

import pytest

from hayrick.harness.work.garbage import loading, passed_over


def test_what_is_loaded_in_a_run_is_passed_over_until_it_ends() -> None:
    with loading():
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0, "nothing would end it"
    with passed_over():
        before = gc.get_freeze_count()
        with loading():
            loaded: list[list[object]] = [[] for _ in range(1000)]
        assert gc.get_freeze_count() >= before + len(loaded)
    assert gc.get_freeze_count() == 0


FREED = """
from pathlib import Path
from resource import getpagesize
from hayrick.harness.work.garbage import give_back

def megabytes():
    return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize() // 2**20

texts = [bytes(2_000_000) for _ in range(40)]
texts.clear()  # From now on, the C library takes texts of this length from one area.
texts = ["x" * 2_000_000 for _ in range(40)]
texts = texts[-1:]
before = megabytes()
give_back()
print(before - megabytes())
"""


@pytest.mark.skipif(not hasattr(ctypes.pythonapi, "malloc_trim"), reason="the C library is not glibc")
def test_memory_of_freed_texts_below_one_that_is_in_use_is_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", FREED], capture_output=True, text=True, check=True)
    assert int(done.stdout) >= 50
