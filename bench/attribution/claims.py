"""Measure attribution on paraphrased and on unsupported claims.

`python -m bench.attribution.claims [--dense MODEL_FOLDER]` prints the tables of docs/evidence/attribution.md on such
claims. The claims are those of `bench/attribution/attribution_claims.jsonl`: sixty insights of the released haystacks
in three paraphrases each, and sentences that no document supports. A language model wrote them, the one that also wrote
the rule's constants; nobody checked them. Each half says what it is for: constants were chosen on "tuning", docs quote
"report". The trained model of a haystack was trained on the two others. A second test is of other hands:
`bench/edits/01` holds insights and their paraphrases by a writer who knew neither rules nor texts; documents are put
together here.

Data: the folder `data/summhay` of HAYRICK_SHARED (default: `../shared` beside the checkout). Intervals: 95 %, subtopics
within haystacks, see docs/evidence/intervals.md. Half a minute; with embeddings some minutes more.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench.attribution.held_out import f1
from bench.attribution.train import read, train
from bench.figures import percent
from bench.places import EDITS, HAYSTACKS, SUMMHAY, needed
from hayrick.attribution import Attributor, InTurn, Model, load_model
from hayrick.attribution.model import Threshold
from hayrick.stats import design, ratio_intervals
from hayrick.types import Document

HERE = Path(__file__).parent
SUPPORTED = ("verbatim", "light", "plain", "veiled")
UNSUPPORTED = ("foreign", "far", "near")
QUERY = "query"


class Claim(NamedTuple):
    """A claim, the haystack whose documents are asked, what is resampled, and the positions that support it."""

    haystack: str
    group: str
    kind: str
    half: str
    text: str
    held: frozenset[int]


class Answer(NamedTuple):
    """What was cited for a claim."""

    claim: Claim
    cited: frozenset[int]
    by: str | None


def released_claims() -> Iterator[Claim]:
    """Claims of the released haystacks: insights as they are, paraphrases, and what nothing supports."""
    stored = {name: json.loads(needed(SUMMHAY / f"{name}.json").read_text(encoding="utf-8")) for name in HAYSTACKS}
    held: dict[str, set[int]] = {}
    for haystack in stored.values():
        for position, document in enumerate(haystack["documents"]):
            for insight in document["insights_included"]:
                held.setdefault(insight, set()).add(position)
    owner: dict[str, tuple[str, str]] = {}
    for name, other in zip(HAYSTACKS, [*HAYSTACKS[1:], HAYSTACKS[0]], strict=True):
        for part in stored[name]["subtopics"]:
            group = str(part["subtopic_id"])
            yield Claim(name, group, QUERY, "", part["query"], frozenset())
            for insight in part["insights"]:
                id, text = insight["insight_id"], insight["insight"]
                owner[id] = name, group
                yield Claim(name, group, "verbatim", "", text, frozenset(held.get(id, ())))
                yield Claim(other, group, "foreign", "", text, frozenset())
    for line in (HERE / "attribution_claims.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["insight"] is not None:
            name, group = owner[row["insight"]]
            yield Claim(name, group, row["kind"], row["half"], row["text"], frozenset(held[row["insight"]]))
        else:
            for name in [row["haystack"]] if row["haystack"] else HAYSTACKS:
                yield Claim(name, row["text"], row["kind"], row["half"], row["text"], frozenset())


def fresh_documents(insights: Sequence[Mapping[str, str]], light: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """Text and insights of 64 documents: each states four neighbouring insights of its topic, two in a light wording.

    Every insight so stands in four documents, in two of them word for word.
    """
    topics: dict[str, list[Mapping[str, str]]] = {}
    for insight in insights:
        topics.setdefault(insight["topic"], []).append(insight)
    made = []
    for several in topics.values():
        for start in range(len(several)):
            here = [several[(start + step) % len(several)] for step in range(4)]
            text = " ".join(one["text"] if step % 2 else light[one["id"]] for step, one in enumerate(here))
            made.append((text, [one["id"] for one in here]))
    return made


def fresh(models: Mapping[str, Model]) -> dict[str, list[Answer]]:
    """Insights, their paraphrases and other facts by other hands, with the shipped model."""
    insights, edits = (
        [json.loads(line) for line in (EDITS / "01" / name).read_text(encoding="utf-8").splitlines()]
        for name in ("insights.jsonl", "edits.jsonl")
    )
    light = {row["insight"]: row["bullet"] for row in edits if row["kind"] == "paraphrase_light"}
    documents = fresh_documents(insights, light)
    held = {
        one["id"]: frozenset(n for n, (_, states) in enumerate(documents) if one["id"] in states) for one in insights
    }
    claims = [Claim("fresh", one["topic"], "verbatim", "", one["text"], held[one["id"]]) for one in insights]
    topic = {one["id"]: one["topic"] for one in insights}
    for row in edits:
        id = row["insight"]
        if row["kind"] == "paraphrase_free":
            claims.append(Claim("fresh", topic[id], "free", "", row["bullet"], held[id]))
        elif row["kind"] == "other_fact":
            claims.append(Claim("fresh", topic[id], "other fact", "", row["bullet"], frozenset()))
    texts = [text for text, _ in documents]
    return {name: list(answers(Attributor.of_texts(texts, model=model), claims)) for name, model in models.items()}


def answers(attributor: Attributor, claims: Iterable[Claim]) -> Iterator[Answer]:
    for claim in claims:
        (found,) = attributor.attribute([claim.text])
        yield Answer(claim, frozenset(int(id) - 1 for id in found.cited), found.by)


def supported_row(found: Sequence[Answer]) -> str:
    """Claims, F1 with interval, precision and recall over citations, share without a citation."""
    plan = design([(one.claim.haystack, one.claim.group) for one in found])
    top, bottom = plan.sums([f1(one.cited, one.claim.held) for one in found], np.ones(len(found)))
    right = sum(len(one.cited & one.claim.held) for one in found)
    precision = 100 * right / max(1, sum(len(one.cited) for one in found))
    recall = 100 * right / sum(len(one.claim.held) for one in found)
    silent = 100 * np.mean([not one.cited for one in found])
    value = percent(ratio_intervals([top], [bottom], plan.strata)[0])
    return f"{len(found)} | {value} | {precision:.0f} | {recall:.0f} | {silent:.0f}"


def unsupported_cell(found: Sequence[Answer]) -> str:
    """Share of claims with any citation; citations a claim."""
    return f"{100 * np.mean([bool(one.cited) for one in found]):.0f}, {np.mean([len(one.cited) for one in found]):.1f}"


def print_released(dense: Model | None) -> None:
    recorded = {name: read(name) for name in HAYSTACKS}
    claims = list(released_claims())
    table: dict[str, list[Answer]] = {}
    for name in HAYSTACKS:
        trained = train([recorded[other] for other in HAYSTACKS if other != name])
        for title, model in ways(trained, dense).items():
            index = recorded[name].index
            documents = [Document(id=str(number), text=text) for number, text in enumerate(index.texts, start=1)]
            attributor = Attributor(documents, model=model, index=index)
            mine = (claim for claim in claims if claim.haystack == name)
            table.setdefault(title, []).extend(answers(attributor, mine))
    for half in ("tuning", "report"):
        print(f"\nClaims that documents support, half '{half}' (verbatim: all); haystacks held out, percent")
        print(
            "| claims | model | n | citation F1 | precision | recall | cited nothing |\n|---|---|---|---|---|---|---|"
        )
        for kind in SUPPORTED:
            for title, found in table.items():
                rows = [one for one in found if one.claim.kind == kind and one.claim.half in (half, "")]
                print(f"| {kind} | {title} | {supported_row(rows)} |")
        kinds = (*UNSUPPORTED, QUERY)
        print(f"\nUnsupported claims, half '{half}' (foreign, query: all): any citation, percent; citations a claim")
        print("| model | " + " | ".join(kinds) + " |\n|---|" + "---|" * len(kinds))
        for title, found in table.items():
            groups = [
                [one for one in found if one.claim.kind == kind and one.claim.half in (half, "")] for kind in kinds
            ]
            cells = [f"{unsupported_cell(group)} (n = {len(group)})" for group in groups]
            print(f"| {title} | " + " | ".join(cells) + " |")
    print_by_decider(table["trained, then threshold"])


def print_by_decider(found: Sequence[Answer]) -> None:
    """How right each model of the default is where it decides; half 'report'."""
    print(
        "\nBy the model that decided, half 'report' (verbatim: all): claims and precision of their citations, percent"
    )
    for kind in SUPPORTED:
        for by in sorted({one.by for one in found if one.by}):
            rows = [o for o in found if o.claim.kind == kind and o.claim.half in ("report", "") and o.by == by]
            if rows:
                right, cited = (
                    sum(map(len, part)) for part in ([o.cited & o.claim.held for o in rows], [o.cited for o in rows])
                )
                print(f"{kind}, {by}: {len(rows)} claims, {100 * right / cited:.0f}")


def print_fresh(dense: Model | None) -> None:
    print("\nClaims and documents by other hands (bench/edits/01), shipped model, percent")
    print("| claims | model | n | citation F1 | precision | recall | cited nothing |\n|---|---|---|---|---|---|---|")
    found = fresh(ways(load_model("trained"), dense))
    for kind in ("verbatim", "free"):
        for title, rows in found.items():
            print(f"| {kind} | {title} | {supported_row([one for one in rows if one.claim.kind == kind])} |")
    print("\nOther facts about the same things, which no document states: any citation, percent; citations a claim")
    for title, rows in found.items():
        group = [one for one in rows if one.claim.kind == "other fact"]
        print(f"{title}: {unsupported_cell(group)} (n = {len(group)})")


def ways(trained: Model, dense: Model | None) -> dict[str, Model]:
    """Models by title; the default is the third."""
    rule = Threshold()
    made: dict[str, Model] = {
        "trained": trained,
        "threshold": rule,
        "trained, then threshold": InTurn(models=(trained, rule)),
    }
    if dense is not None:
        made |= {"dense": dense, "trained, then dense": InTurn(models=(trained, dense))}
    return made


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--dense", help="folder of a sentence-transformers model")
    folder = options.parse_args().dense
    dense = load_model(f"dense:{folder}") if folder else None
    print_released(dense)
    print_fresh(dense)


if __name__ == "__main__":
    main()
