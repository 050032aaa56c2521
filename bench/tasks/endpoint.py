"""Diagnoses the small real model of the tests: `python -m bench.tasks.endpoint [--context-tokens N]`.

docs/guide/models.md has what it printed. Nothing is kept: the port is another one each time.
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
from typing import Any

# By its name from the root: type checkers know the tests' packages by another one.
local_model: Any = importlib.import_module("tests.loopback.local_model")


def main() -> int:
    """Start the model and diagnose it; the status of the diagnosis."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--context-tokens", type=int, default=local_model.CONTEXT_TOKENS)
    parser.add_argument("--threads", type=int, default=1)
    told = parser.parse_args()
    if reason := local_model.missing():
        sys.stderr.write(f"{reason}\n")
        return 2
    with local_model.local_model(context_tokens=told.context_tokens, threads=told.threads) as url:
        environment = {**os.environ, "LOOP_BASE_URL": url, "LOOP_API_KEY": "none", "HAYRICK_CACHE": ""}
        words = ["doctor", "--endpoint", "openai-api/loop/smollm2", "--window-tokens", str(told.context_tokens)]
        return subprocess.run([sys.executable, "-m", "hayrick", *words], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
