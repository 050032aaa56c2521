"""Benchmarks, each beside a baseline measured in the same run. Prints; asserts nothing.

Usage: python -m bench.run     (HAYRICK_SHARED names the folder with the data, default ../shared)
"""

from __future__ import annotations

import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

SHARED = Path(os.environ.get("HAYRICK_SHARED", Path(__file__).parents[2] / "shared")) / "data" / "summhay"
HAYSTACK = SHARED / "topic_news1.json"
REPEATS = 5
LABELS = {"NO_COVERAGE": 0.0, "PARTIAL_COVERAGE": 0.5, "FULL_COVERAGE": 1.0}


def best(action: Callable[[], object], repeats: int = REPEATS) -> float:
    """Shortest of several timings, in seconds."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times)


def command(*words: str) -> Callable[[], object]:
    """A program run as a user runs it."""
    return lambda: subprocess.run(words, check=True, capture_output=True)


def script(percentiles: int) -> float:
    """What a script does: load, score the joint of all systems, percentile bootstrap by subtopic; no files."""
    data = json.loads(HAYSTACK.read_text(encoding="utf-8"))
    held: dict[str, set[int]] = {}
    for number, document in enumerate(data["documents"], start=1):
        for insight in document["insights_included"]:
            held.setdefault(insight, set()).add(number)
    draw = random.Random(0)
    total = 0.0
    for key in data["subtopics"][0]["summaries"]:
        clusters = []
        for subtopic in data["subtopics"]:
            joint = []
            for label in subtopic["eval_summaries"][key]:
                value = LABELS[label["coverage"]]
                if value:
                    line = subtopic["summaries"][key][label["bullet_id"] - 1]
                    cited = {int(n) for group in re.findall(r"\[[\d, ]+\]", line) for n in re.findall(r"\d+", group)}
                    right = len(cited & held[label["insight_id"]])
                    value *= 2 * right / (len(cited) + len(held[label["insight_id"]]))
                joint.append(value)
            clusters.append(joint)
        means = []
        for _ in range(percentiles):
            drawn = [value for cluster in draw.choices(clusters, k=len(clusters)) for value in cluster]
            means.append(sum(drawn) / len(drawn))
        means.sort()
        total += means[percentiles // 2]
    return total


def judge_rates() -> tuple[float, float, int]:
    """Pairs per second of the local judge and of plain word recall on the same recorded summaries, from cold caches."""
    code = """
import sys, time
from pathlib import Path
from bench.summhay import responses
from hayrick.haystacks.files import read_haystack
from hayrick.judges.coverage.local import LocalJudge
from hayrick.tasks.summhay.recorded import RecordedSystems
haystack = read_haystack(Path(sys.argv[1]))
insights = {s.id: s.insights for s in haystack.subtopics}
summaries = [
    (insights[one.item.group], one.answer.bullets if one.answer else ())
    for one in responses(RecordedSystems(), haystack)
]
start = time.perf_counter()
judge = LocalJudge()
pairs = sum(len(judge.judged(*one)) for one in summaries)
ours = time.perf_counter() - start
start = time.perf_counter()
for insights, bullets in summaries:
    bags = [set(bullet.text.lower().split()) for bullet in bullets]
    for insight in insights:
        words = set(insight.text.lower().split())
        max((len(words & bag) / len(words) for bag in bags), default=0)
print(pairs, ours, time.perf_counter() - start)
"""
    done = subprocess.run([sys.executable, "-c", code, str(HAYSTACK)], capture_output=True, text=True, check=True)
    pairs, ours, plain = done.stdout.split()
    return int(pairs) / float(ours), int(pairs) / float(plain), int(pairs)


def no_model_times() -> list[tuple[str, str, str, str]]:
    """Index, repair and extractive query on one released haystack, each in this process, after one warm-up."""
    from hayrick.attribution import Attributor
    from hayrick.haystacks.files import read_haystack
    from hayrick.lexical import Index
    from hayrick.systems.extractive import Extractor

    haystack = read_haystack(HAYSTACK)
    texts = [document.text for document in haystack.documents]
    lines = [line for lines in haystack.subtopics[0].extra["summaries"].values() for line in lines]  # type: ignore[attr-defined]
    summaries = [lines[start : start + 10] for start in range(0, 200, 10)]
    attributor = Attributor(haystack.documents)
    attributor.attribute(lines[:50])
    extractor = Extractor(haystack.documents)
    subtopic = haystack.subtopics[0]
    extractor.bullets(f"{subtopic.query} {subtopic.title}", 10)
    bags = [set(text.lower().split()) for text in texts]

    def overlap() -> None:
        for line in summaries[0]:
            words = set(line.lower().split())
            max(len(words & bag) for bag in bags)

    def repair_all() -> None:
        for bullets in summaries:
            for bullet in bullets:
                attributor.cited(bullet)

    def evidence_all() -> None:
        for bullets in summaries:
            attributor.attribute(bullets)

    split = best(lambda: [text.lower().split() for text in texts])
    indexed = best(lambda: Index(texts))
    repaired = best(repair_all) / len(summaries)
    plain = best(overlap)
    prepared = best(lambda: Extractor(haystack.documents), 3)
    asked = best(lambda: [extractor.bullets(f"{s.query} {s.title}", 10) for s in haystack.subtopics])
    query = asked / len(haystack.subtopics)
    return [
        ("index of 100 documents", f"{indexed:.3f} s", "<= 0.1 s", f"str.split of the same texts {split:.3f} s"),
        (
            "repair of a 10-bullet summary",
            f"{1000 * repaired:.1f} ms",
            "<= 7 ms",
            f"whole-word overlap {1000 * plain:.1f} ms",
        ),
        ("  with evidence (hayrick cite)", f"{1000 * best(evidence_all) / len(summaries):.1f} ms", "", ""),
        ("extractive system, prepare", f"{prepared:.2f} s", "", "once a haystack"),
        ("extractive system, query", f"{1000 * query:.0f} ms", "<= 100 ms", ""),
    ]


def peak_mb(*words: str) -> float:
    """Peak resident memory of a program, in MB."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, capture_output=True);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    """Print the table."""
    python, hayrick = sys.executable, str(Path(sys.executable).with_name("hayrick"))
    rows: list[tuple[str, str, str, str]] = []
    empty = best(command(python, "-c", "pass"))
    rows.append(
        (
            "import hayrick",
            f"{best(command(python, '-c', 'import hayrick')):.3f} s",
            "< 0.2 s",
            f"python -c pass {empty:.3f} s",
        )
    )
    numpy = best(command(python, "-c", "import numpy"))
    rows.append(
        ("hayrick --help", f"{best(command(hayrick, '--help')):.3f} s", "< 0.5 s", f"import numpy {numpy:.3f} s")
    )
    with tempfile.TemporaryDirectory() as folder:
        demo = best(lambda: command(hayrick, "demo", "--out", f"{folder}/{time.time_ns()}")(), 3)
        rows.append(("hayrick demo", f"{demo:.2f} s", "< 20 s", ""))
        if not HAYSTACK.exists():
            print(f"{HAYSTACK} is absent: the benchmarks on released haystacks are left out.")
        else:
            for judge in ("recorded", "local"):
                words = (hayrick, "run", str(HAYSTACK), "--system", "recorded", "--judge", judge, "--out")
                took = best(lambda words=words: command(*words, f"{folder}/{time.time_ns()}")())  # type: ignore[misc]
                naive = best(lambda: script(1000), 2)
                goal = "< 2 s" if judge == "recorded" else ""
                baseline = f"plain script, joint only, 1,000 resamples, no files {naive:.2f} s"
                rows.append((f"78 recorded systems, judge {judge}", f"{took:.2f} s", goal, baseline))
                mb = peak_mb(*words, f"{folder}/{time.time_ns()}")
                loaded = peak_mb(python, "-c", f"import json; json.load(open({str(HAYSTACK)!r}, encoding='utf-8'))")
                rows.append(
                    (f"  peak memory, judge {judge}", f"{mb:.0f} MB", "< 150 MB", f"json.load alone {loaded:.0f} MB")
                )
            rows.extend(no_model_times())
            rates = [judge_rates() for _ in range(REPEATS)]
            ours, plain, pairs = max(r[0] for r in rates), max(r[1] for r in rates), rates[0][2]
            rows.append(
                (
                    f"local judge, {pairs} pairs",
                    f"{ours:,.0f} pairs/s",
                    ">= 10,000",
                    f"plain word recall {plain:,.0f} pairs/s",
                )
            )
    for row in [("benchmark", "measured", "target", "baseline in this run"), *rows]:
        print(f"{row[0]:36} {row[1]:>18} {row[2]:>12}   {row[3]}")
    print(
        f"Best of {REPEATS}; peak of this process {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB."
    )


if __name__ == "__main__":
    main()
