"""Say of which kind the idle bullets (no insight is linked to them) of the extractive and of all recorded systems are.

The kinds are those of the measure `idle_bullets` (`hayrick.tasks.summhay.idle`). The judge is the local one; the
extractive system is held out as in bench/systems/extractive.py, and so is the attribution model of each haystack. The
first tables show what speaks for the measure's thresholds. Then follow rates by system, and 20 triples of insight,
bullet and label of the extractive system, drawn with seed 0 from each label alike; `--texts` prints their texts for
reading. Data: as for bench/systems/extractive.py. A minute on one core.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from bench.figures import percent
from bench.systems.extractive import JUDGE, Data, Fold
from bench.systems.summhay import Answered, responses
from hayrick.judges.coverage.local import cover
from hayrick.stats import design, ratio_intervals
from hayrick.tasks.summhay.idle import KINDS
from hayrick.tasks.summhay.recorded import RecordedSystems
from hayrick.tasks.summhay.sorter import Sorter, has_detail
from hayrick.text import terms
from hayrick.types import LABEL_VALUES, Bullet, Haystack

TRIPLES = 20


class Seen(NamedTuple):
    """One bullet of one summary; `kind` is "linked" or one of `KINDS`."""

    system: str
    context: str
    haystack: str
    subtopic: str
    kind: str


class Triple(NamedTuple):
    """An insight, the bullet that covers it or comes nearest, and the label."""

    haystack: str
    subtopic: str
    insight: str
    bullet: int
    label: str
    texts: tuple[str, str]


def bullets(sorter: Sorter, summary: Answered) -> Iterator[Seen]:
    """Every bullet of a summary."""
    subtopic = next(one for one in sorter.haystack.subtopics if one.id == summary.item.group)
    linked = {judgement.link for judgement in JUDGE.judged(subtopic.insights, bullets_of(summary))}
    for bullet in bullets_of(summary):
        kind = "linked" if bullet.id in linked else sorter.kind(subtopic.id, bullet.text)
        yield Seen(summary.system, summary.context, summary.item.dataset, summary.item.group, kind)


def bullets_of(summary: Answered) -> tuple[Bullet, ...]:
    return summary.answer.bullets if summary.answer else ()


def print_thresholds(sorters: Sequence[Sorter]) -> None:
    """How often insights, which are none of these by definition, would be put into each kind."""
    print("Insights' own texts taken for bullets, percent: what each threshold would wrongly say of them")
    heads = ("haystack", "insights", "other, partial", "other, full", "unsupported", "foreign, unsupported")
    print(f"| {' | '.join(heads)} | no detail | general |")
    print("|---" * (len(heads) + 2) + "|")
    for sorter, foreign in zip(sorters, [*sorters[1:], sorters[0]], strict=True):
        pairs = list(insights(sorter.haystack))
        strange = [text for _, text in insights(foreign.haystack)]
        shares = [
            np.mean([elsewhere(sorter.haystack, own, text) >= 0.5 for own, text in pairs]),
            np.mean([elsewhere(sorter.haystack, own, text) >= 1.0 for own, text in pairs]),
            np.mean([not sorter.is_supported(text) for _, text in pairs]),
            np.mean([not sorter.is_supported(text) for text in strange]),
            np.mean([not has_detail(text) for _, text in pairs]),
            np.mean([sorter.is_general(text) for _, text in pairs]),
        ]
        cells = " | ".join(f"{100 * share:.1f}" for share in shares)
        print(f"| {sorter.haystack.id} | {len(pairs)} | {cells} |")


def elsewhere(haystack: Haystack, own: str, text: str) -> float:
    """Value of the highest label that a text alone earns with an insight of another subtopic than its own."""
    others = [[one.text for one in subtopic.insights] for subtopic in haystack.subtopics if subtopic.id != own]
    return max((LABEL_VALUES[found.label] for texts in others for found in cover(texts, [text])), default=0.0)


def insights(haystack: Haystack) -> Iterable[tuple[str, str]]:
    """Subtopic id and text of every insight."""
    for subtopic in haystack.subtopics:
        for insight in subtopic.insights:
            yield subtopic.id, insight.text


def print_rates(title: str, groups: dict[str, list[Seen]], names: Sequence[str]) -> None:
    print(f"\n{title}: percent of all bullets")
    print("| system | bullets | idle [95 %] | " + " | ".join(KINDS) + " |")
    print("|---" * (len(KINDS) + 3) + "|")
    for name in names:
        seen = groups[name]
        counts = Counter(one.kind for one in seen)
        shares = " | ".join(f"{100 * counts[kind] / len(seen):.1f}" for kind in KINDS)
        print(f"| {name} | {len(seen)} | {idle(seen)} | {shares} |")


def idle(seen: Sequence[Seen]) -> str:
    """Share of bullets without a link, with its interval over subtopics in haystacks (docs/evidence/intervals.md)."""
    plan = design([(one.haystack, one.subtopic) for one in seen])
    top, bottom = plan.sums([one.kind != "linked" for one in seen], np.ones(len(seen)))
    return percent(ratio_intervals([top], [bottom], plan.strata)[0])


def triples(folds: Sequence[Fold]) -> tuple[list[Triple], Counter[str]]:
    """Triples of the extractive system, as many of each label as possible, and how many there are of each."""
    found: dict[str, list[Triple]] = {label: [] for label in LABEL_VALUES}
    for fold in folds:
        subtopics = {subtopic.id: subtopic for subtopic in fold.haystack.subtopics}
        for summary in fold.summaries():
            subtopic, bullets = subtopics[summary.item.group], bullets_of(summary)
            judged = JUDGE.judged(subtopic.insights, bullets)
            for insight, judgement in zip(subtopic.insights, judged, strict=True):
                at = judgement.link or nearest(insight.text, bullets)
                label = judgement.label or "none"
                texts = (insight.text, bullets[at - 1].text)
                found[label].append(Triple(summary.item.dataset, subtopic.id, insight.id, at, label, texts))
    draw = random.Random(0)
    chosen: list[Triple] = []
    labels = sorted(found, key=lambda label: len(found[label]))
    for place, label in enumerate(labels):
        share = (TRIPLES - len(chosen)) // (len(labels) - place)
        chosen += draw.sample(found[label], min(share, len(found[label])))
    return chosen, Counter({label: len(rows) for label, rows in found.items()})


def nearest(text: str, bullets: Sequence[Bullet]) -> int:
    """Id of the bullet that shares most content words with a text."""
    wanted = set(terms(text))
    return max(bullets, key=lambda bullet: (len(wanted & set(terms(bullet.text))), -bullet.id)).id


def print_triples(folds: Sequence[Fold], *, texts: bool) -> None:
    chosen, counts = triples(folds)
    print(f"\nTriples of the extractive system, seed 0; insights by label: {dict(counts)}")
    print("| haystack | subtopic | insight | bullet | label |\n|---|---|---|---|---|")
    for one in chosen:
        print(f"| {one.haystack} | {one.subtopic} | {one.insight} | {one.bullet} | {one.label} |")
        if texts:
            print(f"    insight: {one.texts[0]}\n    bullet:  {one.texts[1]}")


def main() -> None:
    folds = Data().folds()
    sorters = [Sorter(fold.haystack, fold.model) for fold in folds]
    print_thresholds(sorters)
    seen: list[Seen] = []
    for fold, sorter in zip(folds, sorters, strict=True):
        recorded = responses(RecordedSystems(), fold.haystack)
        for summary in [*fold.summaries(), *recorded]:
            seen.extend(bullets(sorter, summary))
    by_system: dict[str, list[Seen]] = defaultdict(list)
    by_model: dict[str, list[Seen]] = defaultdict(list)
    for one in seen:
        by_system[f"{one.system} ({one.context})"].append(one)
        by_model[one.system].append(one)

    def share(name: str) -> float:
        return float(np.mean([one.kind != "linked" for one in by_system[name]]))

    order = sorted(by_system, key=share)
    print_rates(f"The ten systems of {len(by_system)} with the fewest idle bullets", by_system, order[:10])
    full = [name for name in order if name.endswith("(full)")]
    print_rates("Full context", by_system, full)
    print_rates("By model, all its contexts", by_model, sorted(by_model))
    everything = {"all recorded": [one for one in seen if one.system != "extractive"]}
    print_rates("All recorded systems", everything, ["all recorded"])
    print_triples(folds, texts="--texts" in sys.argv)


if __name__ == "__main__":
    main()
