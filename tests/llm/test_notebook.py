"""Models asked from Python within a running event loop, as in a notebook: interrupted, and to the end."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from equipment import JUDGE, LIMIT, WRITER, Runner, haystack, interruptible, playing, rows, script

from hayrick.harness.storage.journal_file import FILE

pytest.importorskip("inspect_ai", reason="language models need the extra llm")

NOTEBOOK = f"""
import asyncio, sys, threading
import hayrick

def cell():
    try:
        result = hayrick.run(sys.argv[1], "{WRITER}+full", "{JUDGE}", out=sys.argv[2], connections=2)
    except KeyboardInterrupt:
        print("interrupted", [one.name for one in threading.enumerate() if one.name == "hayrick"])
    else:
        print(result.estimate("coverage")["n"], "insights")

async def kernel():
    cell()
    await asyncio.sleep(0)
    cell()

loop = asyncio.new_event_loop()  # asyncio.run would handle SIGINT itself
loop.run_until_complete(kernel())
"""


def started(run: Runner, path: Path, out: Path) -> subprocess.Popen[str]:
    """The notebook in a process of its own."""
    run.home.mkdir(exist_ok=True)
    (run.home / "notebook.py").write_text(NOTEBOOK)
    return subprocess.Popen(
        [sys.executable, "-m", "notebook", str(path), str(out)],
        env=run.environment,
        cwd=run.home,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=interruptible,
    )


def test_an_interrupt_ends_a_run_within_a_loop_and_the_next_cell_finishes_it(tmp_path: Path) -> None:
    path, out = haystack(tmp_path / "harps.json", 4, 3), tmp_path / "out"
    with playing(tmp_path, script({"do": "hang", "when": {"number": [4, 5]}})) as (server, run):
        process = started(run, path, out)
        deadline = time.monotonic() + LIMIT
        while not (out / FILE).exists() or (out / FILE).read_bytes().count(b"\n") < 3:
            assert time.monotonic() < deadline
            assert process.poll() is None, process.communicate()
            time.sleep(0.01)
        server.wait_until_arrived(5)
        process.send_signal(signal.SIGINT)
        told, err = process.communicate(timeout=LIMIT)
        assert told.splitlines() == ["interrupted []", "12 insights"], (told, err)
    assert len({row["key"] for row in rows(out / FILE)}) == len(rows(out / FILE)) == 4 * (1 + 3)
