"""Class the bullets that no insight of their subtopic links to, of the extractive and of all recorded systems.

The judge is the local one; the extractive system is held out as in bench/extractive.py, and so is the attribution
model of each haystack. An unmatched bullet is in the first class that fits:

- repeat: it tells an insight of its own subtopic that another bullet is linked to;
- elsewhere: it tells an insight of another subtopic of the haystack;
- unsupported: attribution finds no document worth citing for it;
- general: it holds no number, and less telling words than nearly all insights of the haystack do;
- other: specific, supported by documents, and no insight of the haystack.

"Tells" is the judge's label on that bullet alone, at least `TOLD`; "less telling words" is an idf weight under the
`GENERAL` quantile of the insights' own. The first tables show what speaks for these thresholds. Then follow rates by
system, and 20 triples of insight, bullet and label of the extractive system, drawn with seed 0 from each label alike;
`--texts` prints their texts for reading. Data: as for bench/extractive.py. A minute on one core.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from bench.attribution import percent
from bench.extractive import JUDGE, Data, Fold
from bench.summhay import Answered, responses
from hayrick.attribution import Attributor
from hayrick.judges.coverage.local import cover
from hayrick.stats import design, ratio_intervals
from hayrick.tasks.summhay.recorded import RecordedSystems
from hayrick.text import terms
from hayrick.types import LABEL_VALUES, Bullet, Haystack, Subtopic

TOLD = "full"
GENERAL = 0.05
CLASSES = ("repeat", "elsewhere", "unsupported", "general", "other")
TRIPLES = 20


class Seen(NamedTuple):
    """One bullet of one summary; `kind` is "linked" or one of `CLASSES`."""

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


class Sorter:
    """Classes the bullets of one haystack's summaries."""

    def __init__(self, fold: Fold) -> None:
        self.haystack = fold.haystack
        self.attributor = Attributor(fold.haystack.documents, model=fold.model)
        self.subtopics = {subtopic.id: subtopic for subtopic in fold.haystack.subtopics}
        self.weigh = lru_cache(maxsize=None)(self._weigh)
        self.told = lru_cache(maxsize=None)(self._told)
        insights = [insight.text for subtopic in fold.haystack.subtopics for insight in subtopic.insights]
        self.least = float(np.quantile([self.weigh(text) for text in insights], GENERAL))

    def _weigh(self, text: str) -> float:
        """Idf weight of the distinct content words."""
        index = self.attributor.index
        query = index.query(text)
        return float(index.idf[query.terms].sum()) + len(query.unknown) * index.unknown_idf

    def _told(self, subtopic: str, text: str) -> float:
        """Value of the highest label that the text alone earns with an insight of the subtopic."""
        insights = [insight.text for insight in self.subtopics[subtopic].insights]
        return max((LABEL_VALUES[found.label] for found in cover(insights, [text])), default=0.0)

    def kind(self, subtopic: Subtopic, text: str) -> str:
        """Class of an unmatched bullet."""
        least = LABEL_VALUES[TOLD]
        if self.told(subtopic.id, text) >= least:
            return "repeat"
        if any(self.told(other, text) >= least for other in self.subtopics if other != subtopic.id):
            return "elsewhere"
        if not self.attributor.cited(text):
            return "unsupported"
        has_number = any(term[0].isdigit() for term in terms(text))
        return "general" if not has_number and self.weigh(text) < self.least else "other"

    def bullets(self, summary: Answered) -> Iterable[Seen]:
        """Every bullet of a summary."""
        subtopic, bullets = self.subtopics[summary.item.group], bullets_of(summary)
        linked = {judgement.link for judgement in JUDGE.judged(subtopic.insights, bullets)}
        for bullet in bullets:
            kind = "linked" if bullet.id in linked else self.kind(subtopic, bullet.text)
            yield Seen(summary.system, summary.context, summary.item.dataset, summary.item.group, kind)


def bullets_of(summary: Answered) -> tuple[Bullet, ...]:
    return summary.answer.bullets if summary.answer else ()


def print_thresholds(sorters: Sequence[Sorter]) -> None:
    """How often insights, which are none of these by definition, would be put into each class."""
    print("Insights' own texts taken for bullets, percent: what each threshold would wrongly say of them")
    print(
        "| haystack | insights | elsewhere, partial | elsewhere, full | unsupported | foreign, unsupported | general |"
    )
    print("|---|---|---|---|---|---|---|")
    for sorter, foreign in zip(sorters, [*sorters[1:], sorters[0]], strict=True):
        pairs = list(insights(sorter.haystack))
        other = [max(sorter.told(s, text) for s in sorter.subtopics if s != own) for own, text in pairs]
        strange = [text for _, text in insights(foreign.haystack)]
        general = [not any(t[0].isdigit() for t in terms(x)) and sorter.weigh(x) < sorter.least for _, x in pairs]
        shares = [
            np.mean([value >= 0.5 for value in other]),
            np.mean([value >= 1.0 for value in other]),
            np.mean([not sorter.attributor.cited(text) for _, text in pairs]),
            np.mean([not sorter.attributor.cited(text) for text in strange]),
            np.mean(general),
        ]
        cells = " | ".join(f"{100 * share:.1f}" for share in shares)
        print(f"| {sorter.haystack.id} | {len(pairs)} | {cells} |")


def insights(haystack: Haystack) -> Iterable[tuple[str, str]]:
    """Subtopic id and text of every insight."""
    for subtopic in haystack.subtopics:
        for insight in subtopic.insights:
            yield subtopic.id, insight.text


def print_rates(title: str, groups: dict[str, list[Seen]], names: Sequence[str]) -> None:
    print(f"\n{title}: percent of all bullets")
    print("| system | bullets | unmatched [95 %] | " + " | ".join(CLASSES) + " |")
    print("|---" * (len(CLASSES) + 3) + "|")
    for name in names:
        seen = groups[name]
        counts = Counter(one.kind for one in seen)
        shares = " | ".join(f"{100 * counts[kind] / len(seen):.1f}" for kind in CLASSES)
        print(f"| {name} | {len(seen)} | {unmatched(seen)} | {shares} |")


def unmatched(seen: Sequence[Seen]) -> str:
    """Share of bullets without a link, with its interval over subtopics within haystacks (docs/intervals.md)."""
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
    sorters = [Sorter(fold) for fold in folds]
    print_thresholds(sorters)
    seen: list[Seen] = []
    for fold, sorter in zip(folds, sorters, strict=True):
        recorded = responses(RecordedSystems(), fold.haystack)
        for summary in [*fold.summaries(), *recorded]:
            seen.extend(sorter.bullets(summary))
    by_system: dict[str, list[Seen]] = defaultdict(list)
    by_model: dict[str, list[Seen]] = defaultdict(list)
    for one in seen:
        by_system[f"{one.system} ({one.context})"].append(one)
        by_model[one.system].append(one)

    def share(name: str) -> float:
        return float(np.mean([one.kind != "linked" for one in by_system[name]]))

    order = sorted(by_system, key=share)
    print_rates(f"The ten systems of {len(by_system)} with the fewest unmatched bullets", by_system, order[:10])
    full = [name for name in order if name.endswith("(full)")]
    print_rates("Full context", by_system, full)
    print_rates("By model, all its contexts", by_model, sorted(by_model))
    everything = {"all recorded": [one for one in seen if one.system != "extractive"]}
    print_rates("All recorded systems", everything, ["all recorded"])
    print_triples(folds, texts="--texts" in sys.argv)


if __name__ == "__main__":
    main()
