"""Measure how hard haystacks are: the bundled scenarios beside the released haystacks, in one run.

Prints, for each: what it consists of; how far words alone give away which document holds an insight; what a perfect
retriever can cite at 15,000 tokens; how the local checker does; and what systems without a model reach under the local
judge: the extractive system over all documents and over what each retriever shows it, the baselines, and noise with the
error rates of recorded systems.

Run `python -m bench.haystacks.difficulty [SCENARIO...]`; intervals are 95 %, over subtopics. Released haystacks: the
folder `data/summhay` of HAYRICK_SHARED (default: `../shared` beside the checkout); without it they are left out.
"""

from __future__ import annotations

import math
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from bench.figures import auc
from bench.places import HAYSTACKS, SUMMHAY
from bench.systems.summhay import Answered, responses, scores
from hayrick.estimates import estimate
from hayrick.harness.haystacks.retrieving import RetrievalRequest, retrieve
from hayrick.harness.haystacks.synthesis import SynthesisRequest, scenarios, synthesise
from hayrick.harness.haystacks.verifying import VerifyRequest, verify
from hayrick.haystacks.files import read_haystack
from hayrick.haystacks.relevance import known_of
from hayrick.judges.coverage.local import LocalJudge
from hayrick.report.tables import interval
from hayrick.stats import Interval, design, ratio_intervals
from hayrick.systems.contexts import Showing
from hayrick.systems.extractive import Extractor
from hayrick.tasks.summhay import REPORTING, items_of
from hayrick.tasks.summhay.baselines import BASELINES, Baseline
from hayrick.tasks.summhay.cite_subtopic import CiteSubtopic
from hayrick.tasks.summhay.extractive import Extractive, extracted
from hayrick.tasks.summhay.labels import RecordedJudge
from hayrick.tasks.summhay.recorded import RecordedSystems
from hayrick.text import sentences, terms
from hayrick.types import Bullet, Haystack, Response, Score, Summary

RETRIEVERS = ("keywords", "bm25", "bm25rm3", "votes", "random", "oracle")
BUDGET = 15_000
NOISE = ("full_gpt-4o", "full_claude3-opus", "rerank3_gpt-4o")
MEASURES = ("coverage", "citation", "joint")
JUDGE = LocalJudge()

Rates = tuple[float, float, float]
"""Share of insights covered, citation precision, citation recall."""


def released() -> list[Path]:
    return [path for name in HAYSTACKS if (path := SUMMHAY / f"{name}.json").exists()]


def recalls(haystack: Haystack) -> dict[tuple[str, str], float]:
    """Per insight and document, the idf-weighted share of the insight's stems that its best sentence holds."""
    found = {d.id: [frozenset(terms(d.text[a:b])) for a, b in sentences(d.text)] for d in haystack.documents}
    n = sum(map(len, found.values()))
    frequency = Counter(term for rows in found.values() for row in rows for term in row)
    table: dict[tuple[str, str], float] = {}
    for subtopic in haystack.subtopics:
        for insight in subtopic.insights:
            wanted = frozenset(terms(insight.text))
            idf = {t: math.log(1 + (n - frequency[t] + 0.5) / (frequency[t] + 0.5)) for t in wanted}
            for document, rows in found.items():
                best = max(math.fsum(idf[t] for t in wanted & row) for row in rows)
                table[insight.id, document] = best / math.fsum(idf.values())
    return table


def over_subtopics(haystack: Haystack, per_insight: Mapping[str, float]) -> str:
    """Mean over insights with its interval."""
    owner = {insight.id: subtopic.id for subtopic in haystack.subtopics for insight in subtopic.insights}
    plan = design([(haystack.id, owner[insight]) for insight in per_insight])
    top, bottom = plan.sums(list(per_insight.values()), [1.0] * len(per_insight))
    return written(ratio_intervals([top], [bottom], plan.strata)[0])


def written(found: Interval) -> str:
    return f"{found.value:.2f} [{found.low:.2f}, {found.high:.2f}]"


def overlap(haystack: Haystack) -> tuple[str, str, str]:
    """Recall in holders, highest recall in a document that holds it not, and area under the curve."""
    table = recalls(haystack)
    inside: dict[str, list[float]] = {}
    outside: dict[str, list[float]] = {}
    for (insight, document), value in table.items():
        side = inside if document in haystack.held_by.get(insight, ()) else outside
        side.setdefault(insight, []).append(value)
    both = [insight for insight in inside if insight in outside]
    areas = {i: auc(inside[i], outside[i]) for i in both}
    means = {i: sum(row) / len(row) for i, row in inside.items()}
    tops = {i: max(outside[i]) for i in both}
    return over_subtopics(haystack, means), over_subtopics(haystack, tops), over_subtopics(haystack, areas)


def shown(haystack: Haystack, retriever: str) -> Iterator[Answered]:
    """The extractive system, shown what a retriever finds for each query."""
    showing = Showing(spec=retriever, budget_tokens=BUDGET)
    for item in items_of([haystack]):
        known = known_of(haystack, item.gold.subtopic)
        passages = showing.passages(item.query, item.documents, known, haystack.id)
        ids = {passage.document for passage in passages}
        extractor = Extractor([document for document in item.documents if document.id in ids])
        yield replace(extracted(item, extractor), context=retriever)


def noise(haystack: Haystack, name: str, rates: Rates) -> Iterator[Answered]:
    """Bullets that cover as often, and cite as precisely and as completely, as a recorded system did on average.

    A covered insight is told in the words of a document that holds it; in place of another one stands a sentence from a
    document that holds nothing of the subtopic.
    """
    covered, precision, recall = rates
    said = {(str(row["insight"]), str(row["document"])): str(row["text"]) for row in _statements(haystack)}
    texts = {document.id: document.text for document in haystack.documents}
    for item in items_of([haystack]):
        draw = Random(f"{name}/{item.dataset}/{item.group}")
        bullets = []
        for number, insight in enumerate(item.gold.insights, start=1):
            holders = haystack.held_by.get(insight.id, ())
            if not holders:
                continue
            others = [document for document in texts if document not in holders]
            right = [document for document in holders if draw.random() < recall]
            n_wrong = round(len(right) * (1 - precision) / precision + draw.random() - 0.5) if precision else 3
            wrong = draw.sample(others, min(max(n_wrong, 0), len(others)))
            holder = holders[int(draw.random() * len(holders))]
            text = said.get((insight.id, holder), insight.text)
            if draw.random() >= covered:
                stranger = others[int(draw.random() * len(others))]
                spans = sentences(texts[stranger])
                start, end = spans[int(draw.random() * len(spans))]
                text = texts[stranger][start:end]
            bullets.append(Bullet(id=number, text=text, cites=frozenset([*right, *wrong])))
        answer = Summary(bullets=tuple(bullets), n_lines=len(item.gold.insights))
        yield Response(item=item, system=f"noise like {name}", context="full", answer=answer)


def _statements(haystack: Haystack) -> list[dict[str, object]]:
    rows = haystack.extra.get("statements")
    found = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return [row for row in found if row["kind"] == "says"]


def rates_of(haystacks: Sequence[Haystack]) -> dict[str, Rates]:
    """What recorded systems reached on the released haystacks, by the recorded judge."""
    found: dict[str, Rates] = {}
    for name in NOISE:
        score: list[Score] = []
        for haystack in haystacks:
            recorded = RecordedSystems(pattern=name.removeprefix("full_"))
            score.extend(scores(RecordedJudge(), haystack, responses(recorded, haystack)))
        cells = {key.measure: one.value or 0.0 for key, one, _ in estimate(score, REPORTING) if key.dataset is None}
        found[name] = (cells["coverage"], cells["citation_precision"], cells["citation_recall"])
    return found


def scored(haystack: Haystack, summaries: Iterable[Answered]) -> list[Score]:
    return scores(JUDGE, haystack, summaries)


def print_parts(paths: Sequence[Path]) -> None:
    print("| haystack | documents | words | insights | documents per insight | insights per document |")
    print("|---|---|---|---|---|---|")
    for path in paths:
        haystack = read_haystack(path)
        words = [len(document.text.split()) for document in haystack.documents]
        holders = [len(haystack.held_by[insight]) for insight in haystack.held_by]
        held = Counter(document for documents in haystack.held_by.values() for document in documents)
        per = [held[document.id] for document in haystack.documents]
        mean = f"{sum(words) / len(words):.0f} ({min(words)}-{max(words)})"
        print(
            f"| {haystack.id} | {len(words)} | {mean} | {len(holders)} "
            f"| {sum(holders) / len(holders):.1f} ({min(holders)}-{max(holders)}) "
            f"| {sum(per) / len(per):.1f} ({min(per)}-{max(per)}) |"
        )


def print_hardness(paths: Sequence[Path]) -> None:
    request = RetrievalRequest(inputs=[str(path) for path in paths], retrievers=["oracle"], budgets=[BUDGET])
    oracle = {row.haystack: row.interval for row in retrieve(request).rows if row.measure == "documents_shown"}
    print(
        "\n| haystack | recall in holders | highest elsewhere | area under the curve | citable at 15k | checker F1 "
        "| precision / recall | misled |\n|---|---|---|---|---|---|---|---|"
    )
    for path in paths:
        haystack = read_haystack(path)
        (checked,) = verify(VerifyRequest(inputs=[str(path)])).verdicts
        cells = [*overlap(haystack), written(oracle[haystack.id]), written(checked.figures.f1)]
        cells.append(f"{checked.figures.precision.value:.2f} / {checked.figures.recall.value:.2f}")
        print(f"| {haystack.id} | {' | '.join(cells)} | {checked.misled} |")


def print_systems(paths: Sequence[Path], rates: Mapping[str, Rates]) -> None:
    for path in paths:
        haystack = read_haystack(path)
        score = scored(haystack, responses(Extractive(), haystack))
        score.extend(scored(haystack, responses(CiteSubtopic(), haystack)))
        for retriever in RETRIEVERS:
            score.extend(scored(haystack, shown(haystack, retriever)))
        for name in BASELINES:
            score.extend(scored(haystack, responses(Baseline(name=name), haystack)))
        for name, one in rates.items():
            score.extend(scored(haystack, noise(haystack, name, one)))
        cells: dict[tuple[str, str], dict[str, str]] = {}
        for key, found, _ in estimate(score, REPORTING):
            if key.dataset is None:
                cells.setdefault((key.system, key.context), {})[key.measure] = interval(found)
        print(f"\n{haystack.id}\n| system | shown | " + " | ".join(MEASURES) + " |\n" + "|---" * 5 + "|")
        for (system, context), row in cells.items():
            print(f"| {system} | {context} | " + " | ".join(row[measure] for measure in MEASURES) + " |")


def main() -> None:
    names = sys.argv[1:] or list(scenarios())
    with tempfile.TemporaryDirectory() as folder:
        made = []
        for name in names:
            out = Path(folder) / f"{Path(name).stem}.json"
            synthesise(SynthesisRequest(scenario=name, out=out))
            made.append(out)
        paths = [*made, *released()]
        rates = rates_of([read_haystack(path) for path in released()])
        for name, one in rates.items():
            print(
                f"{name}: coverage {one[0]:.2f}, citation precision {one[1]:.2f}, recall {one[2]:.2f} (recorded judge)"
            )
        print_parts(paths)
        print_hardness(paths)
        print_systems(paths, rates)


if __name__ == "__main__":
    main()
