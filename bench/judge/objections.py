"""How often the local judge's guards object to what systems really wrote, by the label that SummHay's release records.

Run `python -m bench.judge.objections [HAYSTACK...]`, by default topic_news1 and topic_news2, which were read when rules
were mended; topic_news4 was not. Prints, for each reason of a lowered value, how many pairs of an insight and a
recorded summary GPT-4o calls full, partial and none, and last how many are called contradicted. GPT-4o's labels are no
truth: it seldom notices an error of fact.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter

import hayrick
from bench.places import SUMMHAY, needed

LABELS = ("FULL_COVERAGE", "PARTIAL_COVERAGE", "NO_COVERAGE")
CONTRADICTED = "contradicted, by any"


def objections(haystacks: list[str]) -> tuple[int, Counter[tuple[str, str]]]:
    """Number of pairs, and pairs by reason and recorded label."""
    found: Counter[tuple[str, str]] = Counter()
    n = 0
    for name in haystacks:
        for subtopic in json.loads(needed(SUMMHAY / f"{name}.json").read_text(encoding="utf-8"))["subtopics"]:
            insights = [one["insight"] for one in subtopic["insights"]]
            for system, lines in subtopic["summaries"].items():
                rows = subtopic["eval_summaries"].get(system, [])
                recorded = {row["insight_id"]: row.get("coverage") for row in rows}
                judged = hayrick.judge(insights, "\n".join(lines), query=subtopic["query"])
                for insight, verdict in zip(subtopic["insights"], judged, strict=True):
                    n += 1
                    label = recorded.get(insight["insight_id"]) or ""
                    found[verdict.reason or "", label] += 1
                    found[CONTRADICTED, label] += verdict.contradicted
    return n, found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("haystacks", nargs="*", default=["topic_news1", "topic_news2"])
    n, found = objections(parser.parse_args().haystacks)
    print(f"{n} pairs\n\n| reason | full | partial | none |\n|---|---|---|---|")
    for reason in sorted({reason for reason, _ in found if reason}):
        print(f"| {reason} | {' | '.join(str(found[reason, label]) for label in LABELS)} |")


if __name__ == "__main__":
    main()
