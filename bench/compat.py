"""Why the default differs from the published scorer on the released haystacks: how many insights, and how much.

Usage: python -m bench.compat     (HAYRICK_SHARED names the folder with the data, default ../shared)
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from hayrick.harness.local import Request, Result, run
from hayrick.measures import SUMMHAY
from hayrick.types import Bullet

SHARED = Path(os.environ.get("HAYRICK_SHARED", Path(__file__).parents[2] / "shared")) / "data" / "summhay"
LINE = "a covered insight is linked to a line that introduces the list: unlinked"
CITES = "the covering bullet cites in a form that only the default reads"

Place = tuple[str, str, str, str]


def links(result: Result) -> dict[Place, Bullet | None]:
    """The covering bullet of every covered insight."""
    bullets = {(s.system, s.context, s.subtopic, b.id): b for s in result.summaries for b in s.bullets}
    return {
        (j.system, j.context, j.subtopic, j.insight): bullets.get((j.system, j.context, j.subtopic, j.bullet or 0))
        for j in result.judgements
        if j.label not in (None, "none")
    }


def differences(ours: Result, paper: Result) -> Iterator[tuple[str, Place]]:
    """Yield (rule, insight) wherever the default reads another bullet or other citations."""
    now, then = links(ours), links(paper)
    for place, before in then.items():
        after = now[place]
        if before is not None and after is None:
            yield LINE, place
        elif before is not None and after is not None and before.cites != after.cites:
            yield CITES, place


def main() -> None:
    """Print one table of reasons and one of sizes."""
    print(f"{'haystack':12} {'reason':75} {'covered insights':>16}  systems")
    sizes = []
    for path in sorted(SHARED.glob("topic_news*.json")):
        ours = run(Request(inputs=[str(path)], systems=["recorded"], judge="recorded"))
        paper = run(Request(inputs=[str(path)], systems=["recorded"], judge="recorded", compat="paper"))
        found = list(differences(ours, paper))
        for why in (LINE, CITES):
            places = [place for rule, place in found if rule == why]
            systems = len({place[:2] for place in places})
            print(f"{path.stem:12} {why:75} {len(places):3} of {len(links(paper)):5}      {systems} of 78")
        lines = sum(s.n_lines for s in ours.summaries) - sum(len(s.bullets) for s in ours.summaries)
        print(
            f"{path.stem:12} lines that are no bullet by default: {lines} of {sum(s.n_lines for s in ours.summaries)}"
        )
        after = {key: one.value for key, one in ours.estimates}
        before = {key: one.value for key, one in paper.estimates}
        for measure in SUMMHAY:
            keys = [key for key in before if key.measure == measure and key.haystack is not None]
            gaps = [(after[key] or 0.0) - (before[key] or 0.0) for key in keys]
            n = sum(1 for gap in gaps if abs(gap) > 5e-7)
            sizes.append((path.stem, measure, n, len(gaps), sum(gaps) / len(gaps), max(gaps, key=abs)))
    print(f"\n{'haystack':12} {'measure':20} systems that differ   mean difference   largest   (default - published)")
    for name, measure, n, total, mean, largest in sizes:
        print(f"{name:12} {measure:20} {n:3} of {total:3} {mean:+24.4f} {largest:+12.4f}")


if __name__ == "__main__":
    main()
