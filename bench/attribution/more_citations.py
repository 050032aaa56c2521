"""How many times as many citations `hayrick cite` gives as each recorded system; in docs/evidence/attribution.md.

Data: the folder `data/summhay` of HAYRICK_SHARED. One minute on one core.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import numpy as np

from bench.places import HAYSTACKS, SUMMHAY, needed
from hayrick.harness.haystacks.citing import cite


def main() -> None:
    found: dict[tuple[str, str], list[int]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in HAYSTACKS:
            out = Path(folder) / f"{name}.jsonl"
            cite(str(needed(SUMMHAY / f"{name}.json")), "recorded", out)
            for line in out.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                sums = found.setdefault((row["system"], row["context"]), [0, 0, 0])
                for bullet in row["bullets"]:
                    sums[0] += 1
                    sums[1] += len(bullet["own_cites"]) + len(bullet.get("own_unknown", ()))
                    sums[2] += len(bullet["cites"])
    bullets, before, after = np.array(list(found.values()), float).T
    ratio = after / before
    print(f"{len(found)} systems, {bullets.sum():.0f} bullets")
    print(f"citations a bullet: {before.sum() / bullets.sum():.1f} before, {after.sum() / bullets.sum():.1f} after")
    low, middle, high = np.percentile(ratio, [0, 50, 100])
    print(f"after for one before: {low:.2f} to {high:.2f}, median {middle:.2f}")


if __name__ == "__main__":
    main()
