"""Runs tasks with the small real model of the tests: `python -m bench.tasks.small_model TASK... [--out FOLDER]`.

docs/guide/models.md has what it printed for the tasks below. What the model scores says how a run looks, and nothing
else. docs/guide/serving.md has what it printed with `--context-tokens` and `--yarn`, and for `--system`.
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

# By its name from the root: type checkers know the tests' packages by another one.
local_model: Any = importlib.import_module("tests.loopback.local_model")

SPECS = ("helmet/json_kv?length=1k&n=24&shots=0", "helmet/niah_single_1?length=600&n=12")
MODEL = "openai-api/loop/smollm2"


def main() -> int:
    """Run each task by itself; the status of the last one that failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="*", default=SPECS, help="names of tasks with parameters")
    parser.add_argument("--out", type=Path, default=Path("runs/small"), help="folder of the run directories")
    parser.add_argument("--system", default=MODEL, help=f"what is run; may ask {MODEL}")
    parser.add_argument("--context-tokens", type=int, default=local_model.CONTEXT_TOKENS)
    parser.add_argument("--yarn", type=int, default=1, help="factor of YaRN; 1 for none")
    told = parser.parse_args()
    if reason := local_model.missing():
        sys.stderr.write(f"{reason}\n")
        return 2
    status = 0
    with local_model.local_model(context_tokens=told.context_tokens, yarn=told.yarn) as url:
        environment = {**os.environ, "LOOP_BASE_URL": url, "LOOP_API_KEY": "none"}
        for spec in told.specs:
            out = told.out / spec.partition("?")[0].replace("/", "_")
            words = ["run", spec, "--system", told.system, "--jobs", "1", "--seconds", "900", "--out", str(out)]
            words += ["--window-tokens", str(told.context_tokens)] if told.system == MODEL else []
            done = subprocess.run([sys.executable, "-m", "hayrick", *words], env=environment, check=False)
            status = done.returncode or status
    return status


if __name__ == "__main__":
    sys.exit(main())
