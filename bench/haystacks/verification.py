"""Measure the local checker: prints the tables of docs/evidence/verification.md.

What it does on haystacks that its constants were not fitted on (bench/haystacks/verification_fit.py), and as it ships:
numbers changed in documents; haystacks of other kinds; the verdicts; time and memory. `--pairs N` prints the most
suspicious pairs of each released haystack instead, to be read. Intervals: 95 %, subtopics within haystacks, see
docs/evidence/intervals.md. Data: the folder `data/summhay` of HAYRICK_SHARED (default: `../shared` beside the
checkout). Some minutes on one core.
"""

from __future__ import annotations

import argparse
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bench.haystacks.verification_fit import (
    HAND_WRITTEN,
    HEAD,
    insights_of,
    measure,
    print_attribution,
    print_bounds,
    print_calibration,
    print_held_out,
    print_parts,
    print_row,
)
from bench.places import HAYSTACKS, SUMMHAY, needed
from hayrick.checking.local import LocalChecker, StatingChecker, findings
from hayrick.checking.second import attributed
from hayrick.checking.verdicts import verdict
from hayrick.harness.haystacks.synthesis import SynthesisRequest, scenarios, synthesise
from hayrick.haystacks.files import read_haystack
from hayrick.planted import MISLEADING, planted_pairs
from hayrick.quantities.texts import quantities
from hayrick.quantities.values import restates
from hayrick.text import sentences, terms
from hayrick.types import Document, Haystack

EDITS = 200


def changed(text: str, start: int, end: int, draw: random.Random) -> str | None:
    """The text with another number in digits at a quantity's place."""
    found = re.search(r"\d[\d,]*(?:\.\d+)?", text[start:end])
    if found is None:
        return None
    plain = found[0].replace(",", "")
    if "." in plain:
        new = f"{float(plain) * draw.choice([0.6, 0.8, 1.3, 1.5]):.{len(plain.split('.')[1])}f}"
    else:
        value = int(plain)
        near = 1900 <= value <= 2099 or value <= 31
        other = value + draw.choice([1, 2, 3]) if near else round(value * draw.choice([0.5, 0.7, 1.4, 2]))
        new = f"{other:,}" if "," in found[0] else str(other)
    return text[:start] + text[start:end].replace(found[0], new) + text[end:]


def print_numbers(haystacks: Sequence[Haystack]) -> None:
    print(f"\nOne number of an insight changed wherever a document states it, {EDITS} drawn at most")
    print(
        "| haystack | recorded, found by words, with a number | of them taken for contradicted | changed | not found |"
    )
    print("|---|---|---|---|---|")
    for haystack in haystacks:
        draw = random.Random(0)
        checker = LocalChecker(insights_of(haystack))
        numbers = {insight.id: quantities(insight.text) for insight in checker.insights}
        stated, wrong, edits, missed = 0, 0, 0, 0
        for document in draw.sample(haystack.documents, len(haystack.documents)):
            for one in checker.check(document.text):
                held = document.id in haystack.held_by.get(one.insight, ())
                if not held or not numbers[one.insight] or not (one.found or one.contradicted):
                    continue
                stated, wrong = stated + 1, wrong + one.contradicted
                number = draw.choice(numbers[one.insight])
                text: str | None = document.text
                hits = [q for q in quantities(document.text) if restates(q, number) or restates(number, q)]
                seed = draw.random()
                for hit in sorted(hits, key=lambda q: -q.start):
                    text = changed(text, hit.start, hit.end, random.Random(seed)) if text is not None else None
                if not hits or text is None or one.contradicted or edits >= EDITS:
                    continue
                edits += 1
                missed += not next(again for again in checker.check(text) if again.insight == one.insight).found
        print(f"| {haystack.id} | {stated} | {wrong} | {edits} | {missed} |")


def print_verdicts(haystacks: Sequence[Haystack], what: str) -> None:
    print(f"\nShipped constants; {what}")
    print(f"| haystack {HEAD} verdict | recorded under 0.05 | contradicted | other objections | misleading, found |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for haystack in haystacks:
        found = list(findings(haystack, StatingChecker(insights_of(haystack))))
        one = verdict(haystack, found)
        held = {(insight, document) for insight, holders in haystack.held_by.items() for document in holders}
        misled = f"{one.misled} of {len(planted_pairs(haystack, MISLEADING) - held)}"
        doubted = sum(found.gold and found.objection is not None and not found.contradicted for found in one.findings)
        shown = ("sound" if one.is_sound else "unsound", len(one.missing), len(one.contradicted), doubted, misled)
        print_row(haystack.id, [(haystack, found)], *shown)


def made() -> list[Haystack]:
    """The haystacks of the bundled scenarios."""
    with tempfile.TemporaryDirectory() as folder:
        requests = [SynthesisRequest(scenario=name, out=Path(folder) / f"{name}.json") for name in scenarios()]
        return [haystack for request in requests if (haystack := synthesise(request).haystack) is not None]


def print_speed() -> None:
    """Time and memory in processes of their own."""
    print("\n| documents | insights | seconds | of these CPU | peak GB |")
    print("|---|---|---|---|---|")
    for n in (100, 10_000):
        command = [sys.executable, "-m", "bench.haystacks.verification", "--speed", str(n)]
        print(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())


def one_speed(n: int) -> None:
    """Check so many documents: those of a released haystack, again and again with their sentences in other orders."""
    haystack = read_haystack(needed(SUMMHAY / "topic_news4.json"))
    draw = random.Random(0)
    documents = []
    for number in range(n):
        parts = haystack.documents[number % len(haystack.documents)].text.split("\n\n")
        text = "\n\n".join(draw.sample(parts, len(parts)))
        documents.append(Document(id=f"d{number}", text=text))
    insights = insights_of(haystack)[:60]
    start, cpu = time.perf_counter(), time.process_time()
    many = replace(haystack, documents=tuple(documents), held_by={})
    kept = [one for one in findings(many, StatingChecker(insights)) if one.found]
    wall, cpu = time.perf_counter() - start, time.process_time() - cpu
    # Of this program alone: what getrusage tells counts the parent before the exec as well.
    found = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    peak = int(found[1]) / 2**20 if found else float("nan")
    print(f"| {n:,} | {len(insights)} | {wall:.2f} | {cpu:.2f} | {peak:.2f} |")
    if not kept:
        sys.exit("nothing was found: not a measure of anything")


def print_pairs(haystacks: Sequence[Haystack], most: int) -> None:
    for haystack in haystacks:
        one = verdict(haystack, list(findings(haystack, StatingChecker(insights_of(haystack)))))
        texts = {insight.id: insight.text for insight in insights_of(haystack)}
        for found in one.suspicious[:most]:
            what = "recorded" if found.gold else "not recorded"
            print(f"\n{haystack.id} {found.document} {found.insight} {what} {found.probability:.4f}")
            print(f"  {texts[found.insight]}\n  nearest: {found.evidence}")


def print_differing(haystacks: Sequence[Haystack], most: int) -> None:
    """Pairs on which the checker and attribution differ, drawn by a seed, without what is recorded: to be read."""
    for haystack in haystacks:
        one = verdict(
            haystack, list(findings(haystack, StatingChecker(insights_of(haystack)))), attributed=attributed(haystack)
        )
        insights = {insight.id: insight.text for insight in insights_of(haystack)}
        texts = {document.id: document.text for document in haystack.documents}
        held = {(insight, document) for insight, holders in haystack.held_by.items() for document in holders}
        alone = [found for _, _, found in one.differing]
        right = sum(((insight, document) in held) == found for insight, document, found in one.differing)
        print(f"\n{haystack.id}: {len(alone)} differ, {sum(alone)} found by the checker; record with it {right}")
        for insight, document, _ in random.Random(0).sample(one.differing, min(most, len(alone))):
            wanted = set(terms(insights[insight]))
            spans = [texts[document][slice(*span)] for span in sentences(texts[document])]
            near = sorted(spans, key=lambda said: -len(wanted & set(terms(said))))[:3]
            print(f"\n{haystack.id} {document} {insight}: {insights[insight]}")
            print("\n".join(f"  - {' '.join(said.split())}" for said in near))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speed", type=int, help="only time so many documents")
    parser.add_argument("--pairs", type=int, help="only print so many suspicious pairs of each haystack")
    parser.add_argument("--differing", type=int, help="only print so many pairs a scenario on which two checks differ")
    parser.add_argument("--parts", action="store_true", help="only print what the parts add")
    told = parser.parse_args()
    if told.speed:
        one_speed(told.speed)
        return
    if told.differing:
        print_differing(made(), told.differing)
        return
    haystacks = [read_haystack(needed(SUMMHAY / f"{name}.json")) for name in HAYSTACKS]
    if told.pairs:
        print_pairs(haystacks, told.pairs)
        return
    if told.parts:
        print_parts(haystacks)
        return
    measured = [measure(haystack) for haystack in haystacks]
    checked = print_held_out(measured)
    print_attribution(measured)
    print_parts(haystacks)
    print_calibration(checked)
    print_bounds(checked)
    others = [read_haystack(HAND_WRITTEN), *made()]
    print_numbers([*haystacks, *others])
    print_verdicts(haystacks, "the haystacks that they were fitted on (in-sample)")
    print_verdicts(others, "haystacks of other kinds")
    print_speed()


if __name__ == "__main__":
    main()
