"""CPU seconds of what users wait for, each row in a process of its own, so that nothing is warm but the disk.

Run `python -m bench.speed [--against SRC] [ROW...]`. With `--against` (the `src` folder of another checkout) each row
is also run on that code, alternately, and printed beside. Best of three.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.growth import Grower
from hayrick.attribution import Attributor
from hayrick.estimates import estimate
from hayrick.harness.run import RunRequest, run
from hayrick.harness.synthesis import SynthesisRequest, synthesise
from hayrick.reporting import Reporting
from hayrick.tasks.summhay.task import REPORTING
from hayrick.types import Item, Response, Score

ROOT = Path(__file__).parents[1]
REPEATS = 3
ROWS = 80_000
"""Score rows of every row about estimates."""


def estimates(n_datasets: int, n_groups: int, reporting: Reporting = REPORTING) -> float:
    """Estimate `ROWS` rows of four systems and four measures in so many datasets, each of so many groups."""
    names = ("coverage", "citation", "joint", "citation_precision")
    n_units = max(1, ROWS // (4 * len(names) * n_datasets * n_groups))
    rows = [
        Score(response=response, measure=name, unit=str(unit), value=(dataset * 7 + group * 3 + unit + system) % 5 / 4)
        for dataset in range(n_datasets)
        for group in range(n_groups)
        for item in [Item(dataset=f"d{dataset}", group=f"g{group}", id=f"g{group}", query="", gold=None)]
        for system in range(4)
        for response in [Response(item=item, system=f"s{system}", context="full", answer="")]
        for name in names
        for unit in range(n_units)
    ]
    return timed(lambda: estimate(rows, reporting))


def stored_run(n_haystacks: int, n_subtopics: int) -> float:
    """A run on summaries of a file, one a subtopic, with a judge that needs no model; reading and writing included."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"h{number}.json" for number in range(n_haystacks)]
        for path in paths:
            path.write_text(json.dumps(small_haystack(n_subtopics)))
        rows = Path(folder) / "mine.jsonl"
        line = '{"haystack": "%s", "subtopic": "s%d", "summary": "- Fact %d holds in all places. [1][2]"}\n'
        rows.write_text("".join(line % (path.stem, n, n) for path in paths for n in range(n_subtopics)))
        request = RunRequest(inputs=[str(path) for path in paths], systems=[f"file:{rows}"], judge="local")
        return timed(lambda: run(request, Path(folder) / "out"))


def small_haystack(n_subtopics: int) -> dict[str, object]:
    """A haystack of four documents with one insight a subtopic, as a file holds it."""
    text = " ".join(f"Fact {n} holds in all places." for n in range(n_subtopics))
    return {
        "schema": 1,
        "topic": "Facts",
        "documents": [{"id": f"d{n}", "text": f"{text} This is document {n}."} for n in range(4)],
        "subtopics": [
            {
                "id": f"s{n}",
                "title": f"Fact {n}",
                "query": f"What about fact {n}?",
                "insights": [{"id": f"i{n}", "text": f"Fact {n} holds in all places."}],
            }
            for n in range(n_subtopics)
        ],
        "held_by": {f"i{n}": ["d0", "d1"] for n in range(n_subtopics)},
    }


def attribution(n_documents: int) -> float:
    """Milliseconds a claim, for the insights of a released haystack, in a collection grown from it."""
    grower = Grower()
    first = grower.first[:n_documents]
    attributor = Attributor.of_texts([*first, *(grower.document() for _ in range(n_documents - len(first)))])
    attributor.cited(grower.claims[0])
    return 1000 * timed(lambda: [attributor.cited(claim) for claim in grower.claims]) / len(grower.claims)


def synthesis(n_documents: int) -> float:
    """Make a haystack of so many documents from a bundled scenario, without a model."""
    with tempfile.TemporaryDirectory() as folder:
        request = SynthesisRequest(scenario="overwinter", out=Path(folder) / "made.json", documents=n_documents)
        return timed(lambda: synthesise(request))


def timed(action: Callable[[], object]) -> float:
    """CPU seconds of an action in this process."""
    start = time.process_time()
    action()
    return time.process_time() - start


WORK: dict[str, tuple[str, Callable[[], float]]] = {
    f"estimates-{n_datasets}x{n_groups}": (
        f"estimates of {ROWS:,} rows, {n_datasets} haystacks of {n_groups}",
        lambda n_datasets=n_datasets, n_groups=n_groups: estimates(n_datasets, n_groups),  # type: ignore[misc]
    )
    for n_datasets, n_groups in ((1, 10), (100, 10), (500, 10), (1, 1000), (1, 4000), (100, 40))
}
WORK |= {
    f"file-{n_haystacks}x{n_subtopics}": (
        f"run of file:, {n_haystacks} haystacks of {n_subtopics} subtopics",
        lambda n_haystacks=n_haystacks, n_subtopics=n_subtopics: stored_run(n_haystacks, n_subtopics),  # type: ignore[misc]
    )
    for n_haystacks, n_subtopics in ((1, 1000), (1, 4000), (100, 10), (400, 10))
}
"""Row -> what it is, and a function that does it and returns its CPU seconds."""
WORK |= {
    f"synth-{n}": (f"synth of {n:,} documents", lambda n=n: synthesis(n))  # type: ignore[misc]
    for n in (100, 1000)
}
WORK |= {
    f"attribution-{n}": (f"milliseconds to attribute a claim to {n:,} documents", lambda n=n: attribution(n))  # type: ignore[misc]
    for n in (1000, 10_000)
}


def measured(name: str, source: Path) -> float:
    """CPU seconds of a row on the code in `source`, in a process of its own."""
    path = os.pathsep.join(map(str, (source, ROOT)))
    words = [sys.executable, "-m", "bench.speed", "--one", name]
    done = subprocess.run(words, check=True, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path})
    return float(done.stdout.split()[-1])


def children() -> float:
    """CPU seconds of all ended children of this process."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="bench.speed")
    parser.add_argument("rows", nargs="*", metavar="ROW", help=f"one of {', '.join(WORK)}, or how it begins")
    parser.add_argument("--against", type=Path, help="folder `src` of the code to compare with")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(WORK[given.one][1]())
        return
    sources = [*([given.against] if given.against else []), ROOT / "src"]
    print(" | ".join(["work", *(["before"] if given.against else []), "CPU s"]))
    for name, (what, _) in WORK.items():
        if given.rows and not name.startswith(tuple(given.rows)):
            continue
        taken = [[measured(name, source) for source in sources] for _ in range(REPEATS)]
        print(" | ".join([what, *(f"{min(times):.2f}" for times in zip(*taken, strict=True))]), flush=True)


if __name__ == "__main__":
    main()
