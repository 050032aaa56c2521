"""What the local judge makes of edits by somebody who has never seen it, in twenty-three sets.

Each set of `bench/edits`, 18,646 edits in all, was written by one or two language models that had seen neither rules
nor texts of the project nor the sets before; all people, places and events are invented, no human has checked the
labels. docs/evidence/local_judge_edits.md says what each set holds and what the judge made of it before anybody had
looked at it ("first").

Failures of the first eight, and denials of the ninth, were read once they had been measured, and rules were mended
with them in view. Nobody who wrote rules has read the tenth to the twelfth. From the thirteenth to the eighteenth sets
are halved by topics: those of the folders "_read" were read, the others were not, but for their author's remarks on
some labels of the eighteenth. The nineteenth and the twentieth were not read, nor was "short", one of two sets
of facts of a few words, which count as one here. Of the twenty-first the texts of words swapped in several places were
read in four of eight topics, and their totals seen, when the rule about them was made; of its folder "_read", by
another writer, all were. Of the twenty-second, on facts that are negative, a third was read. Of the texts that count as
unread 139 whose value a change of rules moved were shown while `local.v23` was made. The weights of words
(`bench.judge.train_denials`) are fitted on the first ten and on the read halves of the fifteenth and the sixteenth.

"faithful" edits state the insight beside negations, denials or doubts of something else (in the fourth, with words
that look like hedges), "hedged same" ones have the hedge of their insight, "paraphrase few" share few words with it,
"in paragraph" are bullets of two to four sentences of which one states the insight. "turned" ones keep its words in
another order, "other negation" and "planned same" ones say its denial or its plan in other words. "told" ones have
somebody who tells it, "affirmed" ones words of doubt that it withstands; "topic" ones speak of its subject only;
"agreed" ones say by another means of denial what their insight denies.

Run `python -m bench.judge.fresh`. Prints a row a kind and set: the limit of docs/reference/rubric.md, mean value, share
within it, share called full, share `contradicted`, number of edits; what an edit of each insight of a topic is worth as
a bullet and in one paragraph of all; then how often the fuller of two answers wins. Intervals: 95 %, bootstrap of
insights or questions.
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench.figures import mean_of
from bench.judge.elsewhere import word_recall
from bench.places import EDITS
from hayrick.judges.coverage.local import Coverage, cover

SURFACE = EDITS / "surface"
SETS = {path.parent.name: path.parent for path in sorted(EDITS.glob("*/edits.jsonl")) if path.parent != SURFACE}
"""Name -> folder of each set but the one about surface form, which `bench.judge.forms` measures."""
MOST = {
    "denied": 0.25, "verb_reversed": 0.25, "other_fact": 0.25, "number_changed": 0.5, "unit_changed": 0.5,
    "name_swapped": 0.5, "word_swapped": 0.5, "words_swapped": 0.5, "antonym_swapped": 0.5, "date_changed": 0.5,
    "roles_exchanged": 0.6,
    "half": 0.65, "crossed": 0.65, "hedged": 0.75,
    "topic": 0.5, "other_predicate": 0.5, "other_subject": 0.5,
}  # fmt: skip
"""Kinds of edits and the most that they may be worth."""
LEAST = {
    "rounded_right": 0.75, "synonym_swapped": 0.75, "paraphrase_light": 0.75, "paraphrase_free": 0.75, "added": 0.75,
    "passive": 0.75, "same_number": 0.75, "paraphrase_few": 0.5, "elaborated": 0.75, "two_sentences": 0.75,
    "faithful": 0.75, "paraphrase": 0.75, "hedged_same": 0.75, "in_paragraph": 0.75, "turned": 0.75,
    "other_negation": 0.75, "planned_same": 0.75, "told": 0.75, "affirmed": 0.75,
    "agreed": 0.75,
}  # fmt: skip
"""Kinds of edits that say what the insight says, and the least that they may be worth."""
SENTENCE_END = re.compile(r"(?<=[.!?]) +")
_SLACK = 1e-9


class Edit(NamedTuple):
    """An edit: its kind, the id of its insight, the texts of that insight's topic and its place among them."""

    kind: str
    insight: str
    siblings: list[str]
    place: int
    bullet: str


def edits(folder: Path = SETS["01"]) -> Iterator[Edit]:
    """The edits of a set."""
    places = insights(folder)
    for line in (folder / "edits.jsonl").read_text(encoding="utf-8").splitlines():
        edit = json.loads(line)
        yield Edit(edit["kind"], edit["insight"], *places[edit["insight"]], edit["bullet"])


def insights(folder: Path) -> dict[str, tuple[list[str], int]]:
    """Id of each insight of a set -> the texts of its topic, and its place among them."""
    siblings: dict[str, list[str]] = defaultdict(list)
    places = {}
    for line in (folder / "insights.jsonl").read_text(encoding="utf-8").splitlines():
        insight = json.loads(line)
        topic = siblings[insight["topic"]]
        places[insight["id"]] = (topic, len(topic))
        topic.append(insight["text"])
    return places


def judged(folder: Path = SETS["01"]) -> dict[str, dict[str, list[Coverage]]]:
    """The judge's coverage of each edit, by kind and insight; an insight is judged in the list of its topic's."""
    found: dict[str, dict[str, list[Coverage]]] = defaultdict(lambda: defaultdict(list))
    for one in edits(folder):
        found[one.kind][one.insight].append(cover(one.siblings, [one.bullet])[one.place])
    return found


def in_paragraphs(folder: Path = SETS["01"]) -> dict[str, list[tuple[float, float]]]:
    """Values of the first edit of each insight, by kind: as bullets of a topic's insights, and as one paragraph."""
    chosen: dict[tuple[str, tuple[str, ...]], dict[int, str]] = defaultdict(dict)
    for one in edits(folder):
        chosen[one.kind, tuple(one.siblings)].setdefault(one.place, one.bullet)
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for (kind, siblings), by_place in chosen.items():
        places = random.Random(0).sample(sorted(by_place), len(by_place))
        bullets = [text if (text := by_place[place].rstrip())[-1] in ".!?" else f"{text}." for place in places]
        apart, together = cover(siblings, bullets), cover(siblings, [" ".join(bullets)])
        found[kind] += [(apart[place].value, together[place].value) for place in places]
    return found


def answers() -> dict[str, list[float]]:
    """Mean coverage of the fuller answer less that of the other, for each question, by whether the judge knows it."""
    found: dict[str, list[float]] = {"without the question": [], "with the question": [], "word recall": []}
    for line in (SETS["02"] / "answers.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        better, worse, points = row["better"], row["worse"], row["points"]
        for name, query in zip(found, ("", row["question"]), strict=False):
            values = [[one.value for one in cover(points, SENTENCE_END.split(a), query=query)] for a in (better, worse)]
            found[name].append(float(np.mean(values[0]) - np.mean(values[1])))
        found["word recall"].append(float(np.mean(word_recall(points, better)) - np.mean(word_recall(points, worse))))
    return found


def main() -> None:
    print("| edit | limit | set | mean value | within the limit | full | contradicted | n |")
    print("|---|---|---|---|---|---|---|---|")
    by_set = {name: judged(folder) for name, folder in SETS.items()}
    for kind, limit in (MOST | LEAST).items():
        for name, found in by_set.items():
            if kind not in found:
                continue
            every = [c for coverages in found[kind].values() for c in coverages]
            mean, low, high = mean_of([[c.value for c in coverages] for coverages in found[kind].values()])
            sign = 1 if kind in MOST else -1
            within = sum(sign * c.value <= sign * limit + _SLACK for c in every) / len(every)
            full = sum(c.label == "full" for c in every) / len(every)
            denied = sum(c.contradicted for c in every) / len(every)
            print(
                f"| {kind.replace('_', ' ')} | {'at most' if sign > 0 else 'at least'} {limit:g} | {name} "
                f"| {mean:.2f} [{low:.2f}, {high:.2f}] | {within:.2f} | {full:.2f} | {denied:.2f} | {len(every)} |"
            )
    print("\n| edits of a topic's insights | as bullets | as one paragraph | n |\n|---|---|---|---|")
    pairs = {name: in_paragraphs(folder) for name, folder in SETS.items()}
    for kind in MOST | LEAST:
        some = [pair for found in pairs.values() for pair in found.get(kind, ())]
        apart, together = np.mean(some, axis=0)
        print(f"| {kind.replace('_', ' ')} | {apart:.2f} | {together:.2f} | {len(some)} |")
    print(
        "\n| pairs of answers | the fuller wins | mean difference | in standard deviations | n |\n|---|---|---|---|---|"
    )
    for name, differences in answers().items():
        mean, low, high = mean_of([[one] for one in differences])
        wins = np.mean([one > 0 for one in differences])
        size = mean / np.std(differences)
        print(f"| {name} | {wins:.2f} | {mean:.3f} [{low:.3f}, {high:.3f}] | {size:.2f} | {len(differences)} |")


if __name__ == "__main__":
    main()
