"""How often the local judge's rules about hedges lower what states an insight: their false alarms.

Of the sound edits in the sets of `bench.judge.fresh` (all but the eighth were read while the rules were written), and
of a sample of recorded bullets that the recorded model calls full and that are full without these rules; some of the
latter do hedge.

Usage: python -m bench.judge.hedges
Data: the folder `data/summhay` of HAYRICK_SHARED (default: `../shared` beside the checkout).
"""

from __future__ import annotations

import json
import random

from bench.judge.edits import bullet_cases, share
from bench.judge.fresh import LEAST, SETS, judged
from bench.places import HAYSTACKS, SUMMHAY, needed
from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.said import ALL_GUARDS

RULES = ("open", "hedge")
SAMPLE = 1200


def main() -> None:
    for name, folder in SETS.items():
        found = [c for kind, some in judged(folder).items() if kind in LEAST for group in some.values() for c in group]
        print(f"{name:14s} lowered  {share(sum(one.reason in RULES for one in found), len(found))}")
    others = tuple(guard for guard in ALL_GUARDS if guard not in RULES)
    rng = random.Random(0)
    full = lowered = 0
    for name in HAYSTACKS:
        haystack = json.loads(needed(SUMMHAY / f"{name}.json").read_text(encoding="utf-8"))
        for case in rng.sample(bullet_cases(haystack), SAMPLE):
            if cover(case.insights, case.bullets, guards=others)[case.target].label == "full":
                full += 1
                lowered += cover(case.insights, case.bullets)[case.target].label != "full"
    print(f"{'recorded full':14s} lowered  {share(lowered, full)}")


if __name__ == "__main__":
    main()
