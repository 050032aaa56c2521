"""Where and what an exception of the user's own code is, on one line."""

from __future__ import annotations

import importlib
import traceback
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]


def told(problem: BaseException) -> str:
    """Describe an exception of the user's code on one line, with the user's file and line if known."""
    if isinstance(problem, SyntaxError):
        line = f", line {problem.lineno}" if problem.lineno else ""
        return f"{type(problem).__name__}: {problem.msg} ({problem.filename}{line})"
    return " ".join(f"{type(problem).__name__}: {problem}".split()).removesuffix(":") + place_of(problem)


def place_of(problem: BaseException) -> str:
    """File and line of the user's code in which an exception came up, in brackets; "" if unknown."""
    frames = [one for one in traceback.extract_tb(problem.__traceback__) if not _is_machinery(one.filename)]
    if not frames:
        return ""
    folder = Path(frames[0].filename).parent
    own = [one for one in frames if Path(one.filename).is_relative_to(folder) and "site-packages" not in one.filename]
    last = (own or frames)[-1]
    return f" ({last.filename}, line {last.lineno})"


def _is_machinery(filename: str) -> bool:
    """Whether a file belongs to Hayrick or to Python's import system, not to the user."""
    return filename.startswith("<frozen") or filename == importlib.__file__ or Path(filename).is_relative_to(_PACKAGE)
