"""The command synth: what it prints agrees with what verify finds in the file that it wrote."""

from __future__ import annotations

import re
from pathlib import Path

from conftest import Command, strict_json


def test_the_printed_verdict_counts_leaks_as_verify_does(hayrick: Command, tmp_path: Path) -> None:
    path = tmp_path / "tide.json"
    done = hayrick("synth", "tidewall", "--documents", 30, "--out", path)
    assert (done.status, done.err) == (0, "")
    printed = re.search(
        r"Local check, ([\d,]+) pairs of insight and document: sound; of (\d+) that are recorded it finds (\d+), "
        r"and (\d+) others \((\d+) of them planted to mislead\)\.",
        " ".join(done.out.split()),
    )
    assert printed is not None
    assert hayrick("verify", path, "--out", tmp_path / "out").status == 0
    (row,) = strict_json((tmp_path / "out" / "verification.json").read_text())["haystacks"]
    names = ("pairs", "held", "present", "leaked", "near_misses_found")
    assert [int(one.replace(",", "")) for one in printed.groups()] == [row[name] for name in names]
    assert row["leaked"] > 0, "contradictions and near-misses share words with insights"
