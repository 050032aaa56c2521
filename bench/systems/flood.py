"""Measure what a summary gains by holding the whole haystack, with and without a limit to what is judged.

Three floods answer every query of a released haystack: every sentence of it as a bullet that cites its document; the
same sentences, each citing what attribution finds for it; and all of them as one paragraph that cites every document.
They are judged by the local judge in both modes: `--bullets given`, where bullets beyond 1.5 times the number asked are
not judged, and `--bullets free`, where all are. The attribution was trained on these haystacks.

First it counts how near the recorded summaries come to the limit. Run `python -m bench.systems.flood` (about five
minutes). Intervals: 95 %, see `hayrick.estimates`. Data: the folder `data/summhay` of HAYRICK_SHARED (default:
`../shared` beside the checkout).
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path

from bench.places import HAYSTACKS, SUMMHAY, needed
from bench.systems.summhay import responses
from hayrick.attribution import Attributor
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.harness.running.run_result import Result
from hayrick.haystacks.files import read_haystack
from hayrick.records.write_files import write_jsonl
from hayrick.report.tables import interval
from hayrick.tasks.summhay import items_of
from hayrick.tasks.summhay.length import ALLOWANCE, cost, units
from hayrick.tasks.summhay.recorded import RecordedSystems
from hayrick.text import sentences
from hayrick.types import Haystack

SHOWN = ("coverage", "citation", "joint", "idle_bullets")


def floods(haystack: Haystack) -> Iterator[tuple[str, list[dict[str, object]]]]:
    """Name and bullets of each flood of a haystack."""
    texts = [
        (document.id, " ".join(document.text[span.start : span.end].split()))
        for document in haystack.documents
        for span in sentences(document.text)
    ]
    attributor = Attributor(haystack.documents)
    yield "sentences", [{"text": text, "cites": [id]} for id, text in texts]
    yield "sentences, attributed", [{"text": text, "cites": list(attributor.cited(text))} for _, text in texts]
    everything = " ".join(text for _, text in texts)
    yield "one paragraph", [{"text": everything, "cites": [document.id for document in haystack.documents]}]


def rows(haystacks: Sequence[Haystack]) -> Iterator[dict[str, object]]:
    """A line of a file of summaries for each flood and subtopic."""
    for haystack in haystacks:
        for system, bullets in floods(haystack):
            for subtopic in haystack.subtopics:
                yield {"haystack": haystack.id, "subtopic": subtopic.id, "system": system, "bullets": bullets}


def print_recorded(haystacks: Sequence[Haystack]) -> None:
    shares = []
    longest = n_bullets = 0
    for haystack in haystacks:
        asked = {item.key: item.gold.asked_bullets for item in items_of([haystack])}
        for one in responses(RecordedSystems(), haystack):
            bullets = one.answer.bullets if one.answer else ()
            shares.append(sum(map(cost, bullets)) / ceil(ALLOWANCE * asked[one.item.key]))
            n_bullets += len(bullets)
            longest = max([longest, *(span.end - span.start for b in bullets for span in units(b.text))])
    over = sum(share > 1 for share in shares)
    print(f"{len(shares)} recorded summaries, {n_bullets} bullets: {over} exceed the limit, the longest uses")
    print(f"{100 * max(shares):.0f} % of it; the longest sentence has {longest} characters")


def print_floods(result: Result, mode: str) -> None:
    (found,) = result.tasks
    cells = {(key.dataset, key.system, key.measure): one for key, one, _ in found.estimates}
    asked = {(one.item.dataset, one.system): 0 for one in found.responses}
    written = dict(asked)
    for one in found.responses:
        place = one.item.dataset, one.system
        number = one.extra["bullets_asked"]
        asked[place] += number if isinstance(number, int) else 0
        written[place] += len(one.answer.written) if one.answer else 0
    for dataset, system in asked:
        shown = " | ".join(interval(cells[dataset, system, name]) for name in SHOWN)
        counts = f"{written[dataset, system]} | {asked[dataset, system] or '-'}"
        unread = cells[dataset, system, "coverage"].n_unread
        print(f"| {dataset} | {system} | {mode} | {shown} | {counts} | {unread} |")
    for system in dict.fromkeys(system for _, system in asked):
        shown = " | ".join(interval(cells[None, system, name]) for name in SHOWN)
        print(f"| all | {system} | {mode} | {shown} | | | {cells[None, system, 'coverage'].n_unread} |")


def main() -> None:
    inputs = [needed(SUMMHAY / f"{name}.json") for name in HAYSTACKS]
    haystacks = [read_haystack(path) for path in inputs]
    print_recorded(haystacks)
    print(f"| haystack | flood | bullets | {' | '.join(SHOWN)} | written | asked | unread |")
    print("|---" * (len(SHOWN) + 6) + "|")
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "flood.jsonl"
        write_jsonl(file, rows(haystacks))
        for mode in ("given", "free"):
            request = RunRequest(
                inputs=[str(path) for path in inputs],
                systems=[f"file:{file}"],
                judge="local",
                models=ModelOptions(free=mode == "free"),
            )
            print_floods(run(request), mode)


if __name__ == "__main__":
    main()
