"""Figures of the fast cases are those of the fingerprints, to the last digit."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from conftest import ROOT

sys.path.insert(0, str(ROOT))

from bench.oracle.__main__ import problems
from bench.oracle.cases import CASES
from bench.oracle.running import Skipped

FILE = Path(__file__).with_name("fingerprints.json")
STORED = json.loads(FILE.read_text(encoding="utf-8"))["cases"]


@pytest.mark.parametrize("name", [case.name for case in CASES.values() if case.fast])
def test_no_figure_moves(name: str) -> None:
    try:
        found = problems(CASES[name], STORED[name])
    except Skipped as reason:
        pytest.skip(str(reason))
    assert found == []
