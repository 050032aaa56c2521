"""Train the weights of words by which the local judge takes a bullet for a denial, and write the model file.

An example is an insight and what a bullet says of it: the part of the bullet that is most like the insight, and the two
sentences after it. Its features are the signs of `weighed.signs`: words that stand there and not in the insight, where
they stand, words that are like them, and pairs of words. Denied are the edits of that kind in the sets of
`bench.judge.fresh` named in `TRAINED_ON`; not denied are their sound, halved and hedged edits, recorded bullets that
the recorded model calls full coverage (a sample of each of two haystacks), what most people find said in the summaries
of REALSumm's half "develop", and the consistent edits of that half of SummEdits. The model is a logistic regression
with an L1 penalty on the weights; signs that occur in fewer than two of the sets, or three of their edits, have none.

Run `python -m bench.judge.train_denials [FILE]`; FILE defaults to the shipped model. Prints how the model, trained
without a set, judges it (the judge's own rules were written with most sets in view, see `bench.judge.fresh`), and how
often it takes texts of other kinds, none of which it was trained on, for denials; then writes the model of all. Data:
the folder `data` of HAYRICK_SHARED (default: `../shared` beside the checkout). The same data give the same file.
"""

from __future__ import annotations

import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.sparse import csr_array

from bench.judge.edits import bullet_cases
from bench.judge.elsewhere import half_of, lines
from bench.judge.framing import attributed, lower_case
from bench.judge.fresh import LEAST, SETS, Edit, edits, insights
from bench.places import EDITS, SUMMHAY, needed
from hayrick.judges.coverage.guards.guards import WRONG, missing
from hayrick.judges.coverage.guards.weighed import MODEL_FILE, SCHEMA, least, says_much_else, signs
from hayrick.judges.coverage.local import FITTED, cover
from hayrick.judges.coverage.said import ALL_GUARDS, STANCE, Said
from hayrick.judges.coverage.similarity import matches, prepare
from hayrick.judges.coverage.texts.facts import Facts
from hayrick.judges.coverage.words.reading import read_parts

Floats = npt.NDArray[np.float64]

READ = (*tuple(SETS)[:10], "15_read", "16_read")
"""Sets 1 to 10, and half of the topics of 15 and 16; all others are held out."""
WRITTEN = {f"denials {path.stem}": path for path in sorted((EDITS / "denials").glob("*.jsonl"))}
"""Denials of insights of these sets by further writers, with statements of the insights beside other denials."""
UNREAD = {f"denials {path.stem}": path for path in sorted((EDITS / "denials_unread").glob("*.jsonl"))}
"""The same by writers on whose texts nothing is fitted (`bench.judge.unread_denials`)."""
TRAINED_ON = (*READ, *WRITTEN)
TRAINED = ("topic_news1", "topic_news2")
UNTRAINED = ("topic_news4", "realsumm report", "summedits report")
LEAST_SETS, LEAST_EDITS = 2, 3
PENALTY = 1.0
"""Weight of the sum of absolute weights beside the sum of the logarithmic losses; 0.5 and 2 were within .010 of it in
the mean value of denials, at .005 more or less of the sound edits taken for denials (sets left out, log odds of 1)."""

RULES = tuple(guard for guard in ALL_GUARDS if guard not in ("weighed", STANCE))
_ALIVE = 0.25


class Example(NamedTuple):
    """Where it is from, whether it is a denial, its signs, what it lacks, and the judge's value without this model."""

    source: str
    is_denied: bool
    signs: frozenset[str]
    missing: float
    value: float


def facts_of(insights: Sequence[str], target: int, bullet: str) -> tuple[Facts, Facts] | None:
    """An insight and what a bullet says of it; None if it shares nothing with it, or says too much else."""
    prepared = prepare(tuple(insights))
    said = Said(prepared, [read_parts(bullet)], ALL_GUARDS, FITTED.full)
    found = matches(prepared, [bullet], said.bullets, FITTED.partial)[target]
    if not found:
        return None
    insight, text = prepared.facts[target], said.facts(found[0])
    return None if says_much_else(insight, text) else (insight, text)


def example(source: str, is_denied: bool, insights: Sequence[str], target: int, bullet: str) -> Example | None:
    """What a bullet says of one of some insights; None if it shares nothing with it, or says too much else."""
    both = facts_of(insights, target, bullet)
    if both is None:
        return None
    insight, text = both
    value = cover(insights, [bullet], guards=RULES)[target].value
    lost = missing(insight, text)
    return Example(source, is_denied, signs(insight, text, lost), lost, value)


def edits_of(name: str) -> Iterator[Edit]:
    """Edits of a set, or of a writer."""
    if name in SETS:
        yield from edits(SETS[name])
        return
    places = {one: insights(SETS[one]) for one in READ}
    for line in {**WRITTEN, **UNREAD}[name].read_text(encoding="utf-8").splitlines():
        edit = json.loads(line)
        yield Edit(edit["kind"], edit["insight"], *places[edit["set"]][edit["insight"]], edit["bullet"])


def examples_of(name: str) -> Iterator[Example]:
    """Denied and sound edits of a set, or of a writer, and the sound ones with somebody who tells them as well."""
    kinds = frozenset(["denied", *LEAST, "half", "hedged"])
    around, rng = lower_case(), random.Random(name)
    for one in edits_of(name):
        texts = [one.bullet] if one.kind in kinds else []
        if one.kind in LEAST:
            texts.append(attributed(one.bullet, around, rng))
        for text in texts:
            if found := example(name, one.kind == "denied", one.siblings, one.place, text):
                yield found


def texts() -> Iterator[Example]:
    """Bullets and summaries of other kinds that state an insight."""
    for name in (*TRAINED, "topic_news4"):
        haystack = json.loads(needed(SUMMHAY / f"{name}.json").read_text(encoding="utf-8"))
        for case in bullet_cases(haystack):
            if found := example(name, False, case.insights, case.target, case.bullets[0]):
                yield found
    for row in lines("realsumm.jsonl"):
        units = [unit["text"] for unit in row["units"]]
        half = f"realsumm {half_of(row['document'])}"
        for i, unit in enumerate(row["units"]):
            if 2 * sum(unit["votes"]) >= len(unit["votes"]) and (
                found := example(half, False, units, i, row["summary"])
            ):
                yield found
    for row in lines("summedits.jsonl"):
        if row["consistent"] == 1:
            found = example(f"summedits {half_of(row['original'])}", False, [row["original"]], 0, row["edited"])
            if found:
                yield found


def vocabulary(examples: Sequence[Example]) -> list[str]:
    """Signs that occur in enough edits of enough sets."""
    sets: dict[str, set[str]] = defaultdict(set)
    counts: dict[str, int] = defaultdict(int)
    for one in examples:
        for sign in one.signs if one.source in TRAINED_ON else ():
            sets[sign].add(one.source)
            counts[sign] += 1
    return sorted(sign for sign in sets if len(sets[sign]) >= LEAST_SETS and counts[sign] >= LEAST_EDITS)


def fit(examples: Sequence[Example]) -> dict[str, float]:
    """The weight of each sign, rounded, and of the constant as the empty word; signs without weight are left out."""
    known = vocabulary(examples)
    at = {sign: i for i, sign in enumerate(known)}
    places = [sorted(at[sign] for sign in one.signs if sign in at) for one in examples]
    rows = np.repeat(np.arange(len(examples)), [len(one) for one in places])
    columns = np.array([i for one in places for i in one])
    features = csr_array((np.ones(len(columns)), (rows, columns)), shape=(len(examples), len(known)))
    sides = np.array([1.0 if one.is_denied else -1.0 for one in examples])
    n = len(known)

    def loss(both: Floats) -> tuple[float, Floats]:
        """Loss and its gradient; positive and negative parts of the weights apart, so that the penalty is smooth."""
        margins = sides * (features @ (both[:n] - both[n:-1]) + both[-1])
        slopes = -sides / (1 + np.exp(margins))
        gradient = features.T @ slopes
        penalty = PENALTY * float(both[:-1].sum())
        return (
            float(np.logaddexp(0, -margins).sum()) + penalty,
            np.concatenate([gradient + PENALTY, -gradient + PENALTY, [slopes.sum()]]),
        )

    bounds = [(0.0, None)] * (2 * n) + [(None, None)]
    found = minimize(loss, np.zeros(2 * n + 1), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 2000})
    weights = {sign: round(float(found.x[i] - found.x[n + i]), 2) for sign, i in at.items()}
    return {"": round(float(found.x[-1]), 2)} | {sign: weight for sign, weight in weights.items() if weight}


def weighed(one: Example, weights: dict[str, float]) -> bool:
    """Whether the model takes an example for a denial."""
    odds = weights[""] + sum(weights.get(sign, 0.0) for sign in sorted(one.signs))
    return one.value > WRONG and odds > least(one.missing)


def main() -> None:
    every = [one for name in TRAINED_ON for one in examples_of(name)]
    others = list(texts())
    trained = [*every, *(one for one in others if one.source not in UNTRAINED)]
    print("| left out | denied: mean value by rules | and by the model | sound edits taken for denials | n |")
    print("|---|---|---|---|---|")
    for name in TRAINED_ON:
        weights = fit([one for one in trained if one.source != name])
        denied = [one for one in every if one.source == name and one.is_denied]
        sound = [one for one in every if one.source == name and not one.is_denied and one.value > _ALIVE]
        if not denied:
            continue
        left = [0.0 if weighed(one, weights) else one.value for one in denied]
        taken = sum(weighed(one, weights) for one in sound)
        print(
            f"| {name} | {np.mean([one.value for one in denied]):.2f} | {np.mean(left):.2f} "
            f"| {taken / len(sound):.3f} | {len(denied)}, {len(sound)} |"
        )
    weights = fit(trained)
    for name in UNTRAINED:
        some = [one for one in others if one.source == name and one.value > _ALIVE]
        print(f"{name}: {sum(weighed(one, weights) for one in some)} of {len(some)} taken for denials")
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else MODEL_FILE
    sources = f"{len(trained)} examples, {sum(one.is_denied for one in trained)} denied: {', '.join(TRAINED_ON)}"
    model = {
        "schema": SCHEMA,
        "trained_on": f"{sources}, {', '.join(TRAINED)}, REALSumm and SummEdits develop",
        "weights": weights,
    }
    path.write_text(json.dumps(model, ensure_ascii=False, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{len(weights) - 1} signs to {path.name}")


if __name__ == "__main__":
    main()
