"""Train the weights by which the local judge tells what a text does with an insight that it states, and write them.

An example is an insight and a text that lacks at most `MOST_MISSING` of it. Its signs are the
words around it (`stance.all_signs`) and the objection of the judge's rules. Examples are:

- frames of `bench/edits/frames`, each around two insights of the sets 1 to 10 of `bench.judge.fresh`: a writer a file,
  a language model that had seen no rule, no set and no other frames; kinds "denied", "hedged", "affirmed", "added",
  and of four writers "told";
- the edits "denied", "hedged" and all sound ones of the sets that `bench.judge.train_denials` is trained on;
- as assertions, the same insights with other insights before or after them, and with somebody who tells them; as
  denials, with their verb negated, and with somebody who denies them, since the rubric calls that a denial;
- as assertions, texts of other kinds as there: recorded bullets, REALSumm and SummEdits, the halves to develop on.

The model is a logistic regression of three classes with an L1 penalty; signs in fewer than three examples, or in one
source only, have no weight. The penalty was chosen with one writer left out at a time, and with five sets left out;
thresholds with one writer left out at a time.

Run `python -m bench.judge.train_stance [FILE]`; FILE defaults to the shipped model. Prints, for frames of the writer
that was left out, and for wordings of `hayrick probe`, sets and texts that no training saw, the share of right verdicts
and the mean value before and after; then writes the model of all. Data: the folder `data` of HAYRICK_SHARED (default:
`../shared` beside the checkout).
"""

from __future__ import annotations

import json
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.sparse import csr_array

from bench.judge.edits import bullet_cases
from bench.judge.elsewhere import half_of, lines
from bench.judge.framing import FRAMES, TELLERS, WHEN, all_insights, around_insights, attributed, framed, lower_case
from bench.judge.fresh import LEAST as SOUND
from bench.judge.fresh import SETS
from bench.judge.train_denials import TRAINED, TRAINED_ON, UNTRAINED, edits_of, facts_of
from bench.places import SUMMHAY, needed
from hayrick.harness.running.demo import shipped_haystack
from hayrick.haystacks.files import read_haystack
from hayrick.judges.coverage.guards.guards import DENIED, DOUBTED, REFUTED, missing
from hayrick.judges.coverage.guards.stance import (
    LEAST_ASSERTED,
    LEAST_DENIED,
    LEAST_DOUBTED,
    MODEL_FILE,
    MOST_MISSING,
    SCHEMA,
    all_signs,
)
from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.said import ALL_GUARDS, OF_WORDING, STANCE
from hayrick.probes.around import Around
from hayrick.probes.clauses import negated
from hayrick.probes.wordings import wordings
from hayrick.types import Insight

Floats = npt.NDArray[np.float64]
Matrix = csr_array

RULES = tuple(guard for guard in ALL_GUARDS if guard != STANCE)
OTHERS = tuple(guard for guard in RULES if guard not in OF_WORDING)
CLASSES = {"affirmed": 0, "added": 0, "told": 0, "sound": 0, "denied": 1, "hedged": 2}
PENALTY, LEAST_EXAMPLES, LEAST_SOURCES, SAMPLE = 0.5, 3, 2, 1500
PROBES, INSIGHTS_A_PROBE = "wordings of the probes", 12
NEIGHBOURS, NEGATIONS, ATTRIBUTIONS, PARTIES = "neighbours", "negations", "attributions", "parties"
BEFORE = 0.3
MANY = frozenset(
    {"Officials", "The authors", "Police", "Both sides", "Staff", "Researchers", "Residents", "The minutes"}
)


class Example(NamedTuple):
    """Where it is from, its kind, its signs, value and objection by the rules, and the value without `OF_WORDING`."""

    source: str
    kind: str
    signs: frozenset[str]
    value: float
    reason: str | None
    otherwise: float

    @property
    def cls(self) -> int:
        """Number of its class."""
        return CLASSES[self.kind.partition("_")[0]]

    def is_right(self, value: float) -> bool:
        """Whether a value is right for its class."""
        return (value >= 0.75, value <= 0.25, value <= 0.75)[self.cls]


def example(source: str, kind: str, insights: Sequence[str], target: int, bullet: str) -> Example | None:
    """What a bullet says of one of some insights; None if it lacks much of it, or says much else."""
    both = facts_of(insights, target, bullet)
    if both is None or missing(*both) > MOST_MISSING:
        return None
    by_rules = cover(insights, [bullet], guards=RULES)[target]
    otherwise = cover(insights, [bullet], guards=OTHERS)[target] if by_rules.reason in OF_WORDING else by_rules
    signs = all_signs(*both, by_rules.reason)
    return Example(source, kind, signs, by_rules.value, by_rules.reason, otherwise.value)


def of_frames(path: Path) -> Iterator[Example]:
    """Examples of a writer's frames."""
    for one in around_insights(path):
        if found := example(path.stem, f"{one.kind}_{one.place}", one.siblings, one.target, one.text):
            yield found


def of_neighbours() -> Iterator[Example]:
    """Insights with another one before or after them, of their own topic or of any: assertions."""
    pool, rng = all_insights(), random.Random("neighbours")
    for texts, target in pool:
        others = [[one for one in texts if one != texts[target]], [rng.choice(rng.choice(pool)[0])]]
        for some in filter(None, others):
            parts = [texts[target], *rng.sample(some, rng.choice((1, min(2, len(some)))))]
            if rng.random() < BEFORE:
                parts = [*parts[1:], parts[0]]
            if found := example(NEIGHBOURS, "sound", texts, target, " ".join(parts)):
                yield found


def of_attributions() -> Iterator[Example]:
    """Insights with somebody who tells them, which is no doubt by the rubric: assertions."""
    pool, around, rng = all_insights(), lower_case(), random.Random("attributions")
    for texts, target in pool:
        if found := example(ATTRIBUTIONS, "sound", texts, target, attributed(texts[target], around, rng)):
            yield found


def of_party_denials() -> Iterator[Example]:
    """Insights that somebody denies: the rubric calls that a denial, also where the insight is true."""
    pool, around, rng = all_insights(), lower_case(), random.Random("party denials")
    for texts, target in pool:
        clause = around.within(texts[target])
        who = rng.choice(TELLERS)
        has, denies = ("have", "deny") if who in MANY else ("has", "denies")
        said = rng.choice(("said", "wrote", "told reporters", "answered", "repeated", "insisted"))
        text = rng.choice(
            (
                f"{who} denied that {clause}.",
                f"{who} {has} denied that {clause}.",
                f"{who} {denies} that {clause}.",
                f"{who} denied {rng.choice(WHEN)} that {clause}.",
                f'"Nothing of the kind," {who[0].lower()}{who[1:]} {said}, denying that {clause}.',
                f"{who} {rng.choice(('went on to deny', 'continued to deny', 'never stopped denying'))} that {clause}.",
            )
        )
        if found := example(PARTIES, "denied", texts, target, text):
            yield found


def of_negations() -> Iterator[Example]:
    """Insights whose main verb is negated: denials."""
    around, rng = Around((), frozenset(), {}), random.Random(0)
    for texts, target in all_insights():
        made = negated(Insight(id="i", text=texts[target]), around, rng)
        for word in ("not", "never") if made else ():
            bullet = str(made).replace(" not ", f" {word} ", 1)
            if found := example(NEGATIONS, "denied", texts, target, bullet):
                yield found


def of_probes() -> Iterator[Example]:
    """The frames of `hayrick probe` around insights of the haystack that ships, on which nothing is trained."""
    haystack, rng = read_haystack(shipped_haystack()), random.Random(PROBES)
    pool = [
        ([one.text for one in topic.insights], n) for topic in haystack.subtopics for n in range(len(topic.insights))
    ]
    for kind, frames in wordings().frames.items():
        for frame in frames:
            for texts, target in rng.sample(pool, INSIGHTS_A_PROBE):
                text = framed(frame, texts[target], lower_case())
                if found := example(PROBES, kind, texts, target, text):
                    yield found


def of_set(name: str) -> Iterator[Example]:
    """Denied, hedged and sound edits of a set."""
    for one in edits_of(name):
        kind = "sound" if one.kind in SOUND else one.kind
        found = example(name, kind, one.siblings, one.place, one.bullet) if kind in CLASSES else None
        if found:
            yield found


def of_texts() -> Iterator[Example]:
    """Bullets and summaries of other kinds that state an insight."""
    rng = random.Random(0)
    for name in (*TRAINED, "topic_news4"):
        haystack = json.loads(needed(SUMMHAY / f"{name}.json").read_text(encoding="utf-8"))
        for case in rng.sample(bullet_cases(haystack), SAMPLE):
            if found := example(name, "sound", case.insights, case.target, case.bullets[0]):
                yield found
    said = []
    for row in lines("realsumm.jsonl"):
        units = [unit["text"] for unit in row["units"]]
        for place, unit in enumerate(row["units"]):
            if 2 * sum(unit["votes"]) >= len(unit["votes"]):
                said.append((f"realsumm {half_of(row['document'])}", "sound", units, place, row["summary"]))
    yield from filter(None, (example(*one) for one in rng.sample(said, SAMPLE)))
    for row in lines("summedits.jsonl"):
        if row["consistent"] == 1:
            half = f"summedits {half_of(row['original'])}"
            if found := example(half, "sound", [row["original"]], 0, row["edited"]):
                yield found


class Model(NamedTuple):
    """Weights [signs, 2] of a denial and a doubt against an assertion, and the constants."""

    weights: Floats
    constants: Floats


class Table:
    """Examples with their signs as a matrix."""

    def __init__(self, examples: Sequence[Example]) -> None:
        counts: dict[str, int] = defaultdict(int)
        for one in examples:
            for sign in one.signs:
                counts[sign] += 1
        self.examples = examples
        self.known = sorted(sign for sign in counts if counts[sign] >= LEAST_EXAMPLES)
        at = {sign: number for number, sign in enumerate(self.known)}
        columns = [sorted(at[sign] for sign in one.signs if sign in at) for one in examples]
        rows = np.repeat(np.arange(len(examples)), [len(one) for one in columns])
        flat = np.array([number for one in columns for number in one])
        self.signs = csr_array((np.ones(len(flat)), (rows, flat)), shape=(len(examples), len(self.known)))
        self.classes = np.array([one.cls for one in examples])

    def rows(self, sources: Iterable[str]) -> npt.NDArray[np.int64]:
        """Numbers of the examples of some sources."""
        wanted = frozenset(sources)
        return np.flatnonzero([one.source in wanted for one in self.examples])

    def fit(self, rows: npt.NDArray[np.int64]) -> Model:
        """Fit the model to some examples."""
        some = self.signs[rows]
        sources = np.array([self.examples[row].source for row in rows])
        in_sources = sum((some[sources == one].sum(0) > 0).astype(int) for one in np.unique(sources))
        often = np.asarray(some.sum(0)).ravel() >= LEAST_EXAMPLES
        columns = np.flatnonzero(often & (np.asarray(in_sources).ravel() >= LEAST_SOURCES))
        some = some[:, columns]
        back, n = some.T.tocsr(), len(columns)
        truth = np.stack([self.classes[rows] == cls for cls in (1, 2)], 1).astype(float)

        def loss(both: Floats) -> tuple[float, Floats]:
            """Loss and its gradient; positive and negative parts of the weights apart: the penalty is smooth so."""
            parts, constants = both[:-2].reshape(2, n, 2), both[-2:]
            scores = some @ (parts[0] - parts[1]) + constants
            most = scores.max(1).clip(0)
            raised = np.exp(scores - most[:, None])
            total = raised.sum(1) + np.exp(-most)
            log_rest = -most - np.log(total)
            each = (truth * (scores + log_rest[:, None])).sum(1) + (1 - truth.sum(1)) * log_rest
            slopes = raised / total[:, None] - truth
            gradient = (back @ slopes).ravel()
            slope = np.concatenate([gradient + PENALTY, PENALTY - gradient, slopes.sum(0)])
            return float(PENALTY * both[:-2].sum() - each.sum()), slope

        bounds = [(0.0, None)] * (4 * n) + [(None, None)] * 2
        found = minimize(
            loss, np.zeros(4 * n + 2), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 300}
        )
        parts = found.x[:-2].reshape(2, n, 2)
        weights = np.zeros((len(self.known), 2))
        weights[columns] = parts[0] - parts[1]
        return Model(weights, found.x[-2:])

    def values(self, rows: npt.NDArray[np.int64], model: Model) -> Floats:
        """The judge's value of some examples with a model."""
        scores = self.signs[rows] @ model.weights + model.constants
        scores = np.concatenate([np.zeros((len(rows), 1)), scores], 1)
        shares = np.exp(scores - scores.max(1, keepdims=True))
        shares /= shares.sum(1, keepdims=True)
        return np.array([valued(self.examples[row], share) for row, share in zip(rows, shares, strict=True)])


def valued(one: Example, share: Floats) -> float:
    """The value that rules and model come to."""
    asserted, denied, doubted = share.tolist()
    if one.reason in OF_WORDING and asserted > LEAST_ASSERTED:
        return one.otherwise
    if one.value <= DENIED:
        return one.value
    if denied > LEAST_DENIED:
        return REFUTED
    return min(one.value, DOUBTED) if doubted > LEAST_DOUBTED else one.value


def show(title: str, table: Table, rows: npt.NDArray[np.int64], values: Floats) -> None:
    """Print shares of right verdicts and mean values by kind, by the rules and with the model."""
    kinds: dict[str, list[tuple[Example, float]]] = defaultdict(list)
    for row, value in zip(rows, values, strict=True):
        kinds[table.examples[row].kind].append((table.examples[row], value))
    for kind, some in sorted(kinds.items()):
        right = [(one.is_right(one.value), one.is_right(value)) for one, value in some]
        means = np.mean([(one.value, value) for one, value in some], 0)
        before, after = np.mean(right, 0)
        print(f"| {title} | {kind} | {before:.3f}, {means[0]:.3f} | {after:.3f}, {means[1]:.3f} | {len(some)} |")


def main() -> None:
    writers = sorted(path.stem for path in FRAMES.glob("*.jsonl"))
    examples = [one for writer in writers for one in of_frames(FRAMES / f"{writer}.jsonl")]
    held_out = tuple(name for name in SETS if name not in TRAINED_ON)
    examples += [one for name in (*TRAINED_ON, *held_out) for one in of_set(name)]
    examples += [*of_neighbours(), *of_attributions(), *of_party_denials(), *of_negations(), *of_texts(), *of_probes()]
    table = Table(examples)
    others = {one.source for one in examples} - {*writers, *held_out, *UNTRAINED, PROBES}
    print("| left out | kind | right, mean value by rules | and by the model | n |")
    print("|---|---|---|---|---|")
    rows, values = [], []
    for writer in writers:
        model = table.fit(table.rows(others | {*writers} - {writer}))
        rows.append(table.rows([writer]))
        values.append(table.values(rows[-1], model))
    show("the writer", table, np.concatenate(rows), np.concatenate(values))
    model = table.fit(table.rows(others | {*writers}))
    others_of = (("sets that were not trained on", held_out), *((name, (name,)) for name in (PROBES, *UNTRAINED)))
    for title, names in others_of:
        show(title, table, some := table.rows(names), table.values(some, model))
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else MODEL_FILE
    write(path, table, model, len(table.rows(others | {*writers})), writers)


def write(path: Path, table: Table, model: Model, n: int, writers: Sequence[str]) -> None:
    """Write the weights, rounded, of signs that have any."""
    pairs = np.round(np.vstack([model.constants, model.weights]), 2).tolist()
    weights = {sign: pair for sign, pair in zip(["", *table.known], pairs, strict=True) if not sign or any(pair)}
    sources = f"frames of {len(writers)} writers, {', '.join(TRAINED_ON)}, {', '.join(TRAINED)}"
    value = {
        "schema": SCHEMA,
        "trained_on": f"{n} examples: {sources}, REALSumm and SummEdits develop",
        "weights": weights,
    }
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).replace("],", "],\n")
    path.write_text(f"{text}\n", encoding="utf-8")
    print(f"{len(weights) - 1} signs to {path.name}")


if __name__ == "__main__":
    main()
