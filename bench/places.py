"""Where the repository lies and, beside it, the data: the folder that HAYRICK_SHARED names, by default `../shared`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EDITS = ROOT / "bench" / "edits"
SHARED = Path(os.environ.get("HAYRICK_SHARED") or ROOT.parent / "shared")
DATA = SHARED / "data"
SUMMHAY = DATA / "summhay"
HAYSTACKS = ("topic_news1", "topic_news2", "topic_news4")
"""SummHay's released haystacks: names of files of SUMMHAY."""


def needed(path: Path) -> Path:
    """The path, if there is something; else the process ends."""
    if not path.exists():
        sys.exit(f"{path} is absent: set HAYRICK_SHARED to the folder that holds data/summhay. Nothing was measured.")
    return path
