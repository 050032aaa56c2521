"""The one line on standard error that a command which ends early leaves."""

from __future__ import annotations

import os
import sys


def tell(line: str) -> None:
    """Print a line on standard error; where it is closed or cannot be written, nobody can be told."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"hayrick: {line}\n")
        sys.stderr.flush()
    except OSError:  # The status says it. Python would try again at its end, and change that.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
