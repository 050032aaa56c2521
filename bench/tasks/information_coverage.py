"""Check the local estimate of information coverage on tasks whose needed chunks are known; and fit its weights.

`python -m bench.tasks.information_coverage` prints, for every task, the area under the ROC curve of the probabilities
within an item: the mean over items, whose intervals resample what the task says (a book at all its lengths, a
haystack's subtopics). It is given for the weights in the code, for weights fitted without the task's family, and for
the query alone; and so is, beside the true one, the share of chunks that count as needed. Then come the recall of each
hop of variable tracking, and the seconds that a context of 100k tokens takes. `... fit` prints the weights. `... WORD`
prints the rows of tasks alone whose specification holds the word.

What is needed: needles, the pair of a key, settings of a chain, the wanted reply, the gold passage, planted sentences,
for recalling the chunks that hold a label, and for questions by rule on ETHIC's texts the asked sentence or the drawn
section. Data: HAYRICK_SHARED (default: `../shared` beside the checkout); two
bundled scenarios are written by `hayrick synth` first.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.places import DATA
from hayrick import stats
from hayrick.attribution.needed import OF_ANSWER, OF_QUERY, QUERY_ALONE, WITH_ANSWER, Weights, needed_features
from hayrick.harness.haystacks.synthesis import SynthesisRequest, synthesise
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming.names import TaskOptions, load_tasks
from hayrick.judges.information.local import LocalNeed
from hayrick.lexical import Index
from hayrick.protocols import Task
from hayrick.reporting import answers_of
from hayrick.tasks.ethic.people import numbers_of_people
from hayrick.tasks.information.chunks import CHUNK_TOKENS, Chunk, chunks_of, whole
from hayrick.tasks.information.task import Sampling, information_task, sampled
from hayrick.tokens import CL100K
from hayrick.types import Item, Response

QUESTIONS = DATA / "lost_in_the_middle" / "nq-open-oracle.jsonl.gz"
SCENARIOS = ("tidewall", "housing")
SAMPLE = 25
Floats = NDArray[np.float64]
Known = Callable[[Item[Any], Chunk, str], bool]
"""Of an item, a chunk and the whole context: whether the chunk is needed."""


class Case(NamedTuple):
    """A task, the family that is left out with it, and what of its contexts is needed."""

    family: str
    spec: str
    known: Known

    def __hash__(self) -> int:
        return hash(self.spec)


class Example(NamedTuple):
    """One item: features of its chunks, and which of them are needed."""

    group: str
    features: Floats
    needed: NDArray[np.bool_]
    answered: bool = True


def holding(texts: Callable[[Item[Any]], Sequence[str]]) -> Known:
    """Needed is a chunk with some character of one of an item's texts."""

    def known(item: Item[Any], chunk: Chunk, context: str) -> bool:
        for text in texts(item):
            at = context.find(text)
            if 0 <= at < chunk.start + len(chunk.text) and at + len(text) > chunk.start:
                return True
        return False

    return known


def _planted(item: Item[Any]) -> list[str]:
    own = {one.id for one in item.gold.insights}
    rows = item.gold.haystack.extra["statements"]
    return [row["text"] for row in rows if row["insight"] in own and row["kind"] == "says"]


def _gold_texts(item: Item[Any]) -> list[str]:
    return [one.text for one in item.documents if one.id in item.gold.documents]


VALUES = holding(lambda item: item.gold.values)
UNFIT = ("recalling", "low coverage")
"""Families that weights are not fitted on: labels that are digits, where the text has words; tasks that came later. For
them the weights in the code are held out."""

NEEDLES = ("single_1", "single_2", "single_3", "mk_essay", "mk_needle", "mk_uuid", "mv", "mq")


def cases(folder: Path) -> Iterator[Case]:
    """All tasks, with lengths of 8k and 32k tokens where they have lengths."""
    size = f"length=8k,32k&n={SAMPLE}"
    for name in NEEDLES:
        yield Case("needles", f"helmet/niah_{name}?{size}", VALUES)
    yield Case("latent", f"helmet/niah_latent?{size}", VALUES)
    yield Case("latent", f"helmet/niah_latent_direct?{size}", VALUES)
    yield Case("json_kv", f"helmet/json_kv?length=8k,32k&n={6 * SAMPLE}", holding(lambda item: item.gold))
    yield Case("vt", f"helmet/vt?{size}&chains=3", holding(lambda item: [f"Set {one} =" for one in item.gold.values]))
    yield Case("mrcr", f"helmet/mrcr_2?{size}", holding(lambda item: [item.gold.text]))
    yield Case("passages", f"helmet/nq?data={QUESTIONS}&{size}&depths=1&shots=0", holding(_gold_texts))
    for name in SCENARIOS:
        yield Case("haystacks", str(folder / f"{name}.json"), holding(_planted))
    book = DATA / "gutenberg_sample" / "pride_and_prejudice_1342-0.txt"
    spec = f"ethic/recalling?book={book}&together=16"
    yield Case("recalling", spec, lambda item, chunk, context: bool(numbers_of_people(chunk.text)))
    yield from _low_coverage()


def _low_coverage() -> Iterator[Case]:
    """Questions on drawn sections, by rule; a review has one length."""
    evidence = holding(lambda item: item.gold.evidence)
    drawn = holding(lambda item: [item.documents[int(one) - 1].text for one in str(item.tags["drawn"]).split("+")])
    books, debates = (f"data={DATA / name}&length=16k,32k" for name in ("gutenberg_sample", "hansard_xml"))
    studies = f"data={DATA / 'ms2_sample'}&least=0"
    for name, more in (("books", books), ("debates", debates), ("medicine", studies)):
        yield Case("low coverage", f"ethic/single_qa_{name}?{more}&asked={SAMPLE}", evidence)
        yield Case("low coverage", f"ethic/focused_summary_{name}?{more}&asked={SAMPLE}", drawn)
    yield Case("low coverage", f"ethic/multi_qa_medicine?{studies}&asked={SAMPLE}", evidence)


def loaded(spec: str) -> Task[Any, Any]:
    """The task of a specification."""
    return load_tasks([spec], TaskOptions(), ModelOptions())[0].task


def examples(case: Case) -> list[Example]:
    """Features of a sample of items; those of which all chunks are needed, or none, rank nothing."""
    task, found = loaded(case.spec), []
    for item in sampled(task.items(0), SAMPLE, 0):
        context = whole(item.documents)
        chunks = chunks_of(context, CHUNK_TOKENS, CL100K)
        index = Index([one.text for one in chunks])
        answers = answers_of(task, item)
        features = needed_features(index, item.query, answers)
        needed = np.array([case.known(item, one, context) for one in chunks])
        group = "/".join(task.resample.cluster(item.dataset, item.group))
        found.append(Example(group, features, needed, bool(answers)))
    return found


def fitted(parts: Sequence[Sequence[Example]], columns: slice) -> Weights:
    """Logistic regression by damped Newton steps; every task weighs as much as a thousand chunks; ridge 1."""
    rows, labels, weights = [], [], []
    for part in parts:
        rows.append(np.concatenate([one.features for one in part])[:, columns])
        labels.append(np.concatenate([one.needed for one in part]).astype(float))
        weights.append(np.full(len(labels[-1]), 1000 / len(labels[-1])))
    x, y, w = np.concatenate(rows), np.concatenate(labels), np.concatenate(weights)
    x = np.hstack([np.ones((len(x), 1)), x])
    beta, ridge = np.zeros(x.shape[1]), np.eye(x.shape[1])
    ridge[0, 0] = 0
    for _ in range(100):
        p = 1 / (1 + np.exp(-np.clip(x @ beta, -30, 30)))
        beta += 0.7 * np.linalg.solve((x.T * (w * p * (1 - p))) @ x + ridge, x.T @ (w * (y - p)) - ridge @ beta)
    return Weights(columns, round(float(beta[0]), 2), tuple(round(float(one), 2) for one in beta[1:]))


def of(weights: Weights, one: Example) -> Floats:
    """Probabilities of an item's chunks."""
    return weights.probabilities(one.features)


def area(scores: Floats, needed: NDArray[np.bool_]) -> float:
    """Area under the ROC curve; ties count half."""
    above = scores[needed][:, None] - scores[~needed][None, :]
    return float(((above > 0) + 0.5 * (above == 0)).mean())


def interval(values: Sequence[float], groups: Sequence[str]) -> str:
    """Mean with its interval over groups."""
    design = stats.design([("all", group) for group in groups])
    tops, bottoms = design.sums(values, np.ones(len(values)))
    found = stats.ratio_intervals(tops[None], bottoms[None], design.strata)[0]
    shown = "" if found.low is None or found.high is None else f" [{found.low:.3f}, {found.high:.3f}]"
    return f"{found.value:.3f}{shown}"


def report(name: str, part: Sequence[Example], held_out: Weights) -> str:
    """One row of the table; where no answer is known, the query alone counts throughout, as in the local judge."""
    ranked = [one for one in part if 0 < one.needed.sum() < len(one.needed)]
    groups = [one.group for one in ranked]
    several = (WITH_ANSWER, held_out, QUERY_ALONE) if part[0].answered else (QUERY_ALONE,) * 3
    areas = [interval([area(of(weights, one), one.needed) for one in ranked], groups) for weights in several]
    true = np.mean([one.needed.mean() for one in part])
    shares = [np.mean([(of(weights, one) >= 0.5).mean() for one in part]) for weights in several]
    figures = " | ".join([*areas, *(f"{100 * one:.1f}" for one in (true, *shares))])
    return f"| {name} | {len(ranked)} | {figures} |"


def hops(chains: int) -> Iterator[str]:
    """Recall of the chunk of each hop of variable tracking: the share of items in which it counts as needed."""
    task = loaded(f"helmet/vt?length=8k&n={2 * SAMPLE}&chains={chains}")
    found: dict[str, list[list[float]]] = {"with the answer": [], "query alone": []}
    for item in task.items(0):
        context = whole(item.documents)
        chunks = chunks_of(context, CHUNK_TOKENS, CL100K)
        index = Index([one.text for one in chunks])
        settings = [f"Set {name} =" for name in item.gold.values]
        places = [next(n for n, one in enumerate(chunks) if text in one.text) for text in settings]
        features = needed_features(index, item.query, answers_of(task, item))
        for name, weights in (("with the answer", WITH_ANSWER), ("query alone", QUERY_ALONE)):
            needed = of(weights, Example("", features, np.zeros(0, dtype=bool))) >= 0.5
            found[name].append([float(needed[place]) for place in places])
    for name, rows in found.items():
        yield f"| {chains} | {name} | " + " | ".join(f"{value:.2f}" for value in np.mean(rows, axis=0)) + " |"


def seconds(length: str = "100000") -> Iterator[str]:
    """Seconds of CPU time from an item to its judgements, without a model."""
    import asyncio

    from hayrick.harness.models.players import Cast
    from hayrick.harness.scheduling.asks import JournalAsk
    from hayrick.harness.storage.journal import Journal

    book = DATA / "gutenberg_sample" / "pride_and_prejudice_1342-0.txt"
    specs = {
        "needles in essays": f"helmet/niah_mv?length={length}&n=3",
        "recalling": f"ethic/recalling?book={book}&sections=98",
        "passages": f"helmet/nq?data={QUESTIONS}&length={length}&n=3&depths=1",
    }
    for name, spec in specs.items():
        task = loaded(spec)
        task.items(0)
        began = time.process_time()
        items = task.items(0)
        making = time.process_time() - began
        needs = information_task(task, Sampling(sample=0)).items(0)
        cut = time.process_time() - began - 2 * making
        judge = LocalNeed(name="attribution", by_instruction=False)
        ask = JournalAsk(cast=Cast(), journal=Journal(None))
        began = time.process_time()
        for need in needs:
            asyncio.run(judge.judge(need, Response(item=need, system="", context="", answer=""), ask))
        judged = time.process_time() - began
        tokens = sum(map(sum, (need.gold.tokens for need in needs))) / len(needs)
        yield f"| {name} | {tokens:,.0f} | {cut / len(items):.2f} | {judged / len(items):.2f} |"


def main() -> None:
    """Print the tables, or weights."""
    words = sys.argv[1:] if sys.argv[1:] != ["fit"] else []
    with TemporaryDirectory() as folder:
        for name in SCENARIOS:
            synthesise(SynthesisRequest(scenario=name, out=Path(folder) / f"{name}.json"))
        every = list(cases(Path(folder)))
        chosen = [case for case in every if all(word in case.spec for word in words)]
        fits = [case for case in every if case.family not in UNFIT] if {one.family for one in chosen} - {*UNFIT} else []
        found = {case: examples(case) for case in every if case in (*chosen, *fits)}
    if sys.argv[1:] == ["fit"]:
        used = [part for case, part in found.items() if case.family not in UNFIT]
        print("WITH_ANSWER", fitted(used, OF_ANSWER))
        print("QUERY_ALONE", fitted(used, OF_QUERY))
        return
    print("| task | items | AUC | held out | query alone | needed % | estimated | held out | query alone |")
    for case in chosen:
        others = [rows for other, rows in found.items() if other.family not in (case.family, *UNFIT)]
        weights = WITH_ANSWER if case.family in UNFIT else fitted(others, OF_ANSWER)
        print(report(Path(case.spec.partition("?")[0]).name, found[case], weights))
    if not words:
        print("| chains | | hop 1 | hop 2 | hop 3 | hop 4 | hop 5 |")
        for chains in (1, 4):
            print(*hops(chains), sep="\n")
        print("| context | tokens | s to cut it | s to judge it |")
        print(*seconds(), sep="\n")


if __name__ == "__main__":
    main()
