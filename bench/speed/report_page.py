"""What a report takes: time, memory, size, and time until a browser shows it. Prints; asserts nothing.

Usage: python -m bench.speed.report_page     (HAYRICK_SHARED names the folder with the data, default ../shared)

One released haystack with its 78 recorded systems; then ten, which are the three released ones again under other names:
each dataset has a block of its own, so that a copy saves nothing. The browser is Chromium without a window.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench.places import HAYSTACKS, SUMMHAY

MANY = 10
READY = "document.querySelector('th [role=button]') !== null"
TIMES = 5


def haystacks(folder: Path, n: int) -> list[Path]:
    """So many files: the released ones, and copies of them."""
    found = [folder / f"topic_{number}.json" for number in range(n)]
    for number, path in enumerate(found):
        shutil.copy(SUMMHAY / f"{HAYSTACKS[number % len(HAYSTACKS)]}.json", path)
    return found


def measured(words: Sequence[object]) -> tuple[float, float, float]:
    """Wall seconds, CPU seconds and peak memory in MB of a command in a process of its own."""
    code = (
        "import resource, sys; from hayrick.cli import main; s = main(); r = resource.getrusage(resource.RUSAGE_SELF)"
    )
    code += "; print('used', r.ru_utime + r.ru_stime, r.ru_maxrss / 1024)"
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code, *map(str, words)], capture_output=True, text=True, check=True)
    wall = time.perf_counter() - start
    _, cpu, memory = done.stdout.rstrip().splitlines()[-1].split()
    return wall, float(cpu), float(memory)


def opened(path: Path, fragment: str = "", ready: str = READY) -> list[float]:
    """Seconds until a page can be used, sorted; none without a browser."""
    chromium = shutil.which("chromium")
    if chromium is None:
        return []
    from playwright.sync_api import sync_playwright

    found = []
    with sync_playwright() as driver:
        for _ in range(TIMES):
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page()
            start = time.perf_counter()
            page.goto(path.as_uri() + fragment)
            while not page.evaluate(ready):
                time.sleep(0.01)
            found.append(time.perf_counter() - start)
            browser.close()
    return sorted(found)


def report(folder: Path, files: Sequence[Path]) -> None:
    """Print what the report of one run on these haystacks takes."""
    words = [*files, "--system", "recorded", "--judge", "recorded", "--out", folder / "run"]
    subprocess.run([sys.executable, "-m", "hayrick", "run", *map(str, words)], check=True, capture_output=True)
    out = folder / "report.html"
    wall, cpu, memory = measured(["report", folder / "run", "--out", out])
    shown = opened(out)
    answers = opened(out, "#/system/3", "document.querySelector('#explore:not([hidden]) h1') !== null")
    rows = json.loads((folder / "run" / "estimates.json").read_text())["rows"]
    systems = len({(row["system"], row["context"]) for row in rows})
    print(f"{len(files)} haystacks x {systems} systems:")
    print(f"  {wall:.1f} s, {cpu:.1f} CPU s, {memory:.0f} MB of memory, {out.stat().st_size / 1e6:.1f} MB on disk")
    for name, times in (("the page", shown), ("a system's single answers", answers)):
        if times:
            print(
                f"  {name}: {times[len(times) // 2]:.2f} s (median of {len(times)}, {times[0]:.2f} to {times[-1]:.2f})"
            )


if __name__ == "__main__":
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    for n in (1, MANY):
        with tempfile.TemporaryDirectory() as place:
            report(Path(place), haystacks(Path(place), n))
