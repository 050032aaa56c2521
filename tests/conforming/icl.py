"""In-context learning: HELMET's draws at commit 4526dfb, by the functions of `tasks.helmet.icl_draws`."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from conforming import AtLeast, Metric, Unlike
from hayrick.tasks.helmet.icl_draws import balanced, numbers_of, pools_of, seed_of
from hayrick.tasks.helmet.labelled import DATA_SETS

Row = tuple[str, str]


def built(given: Any) -> list[dict[str, Any]]:
    """Question, answer and shown examples of each text that is asked about."""
    train, test = (rows_of(given, part) for part in ("train", "test"))
    names = names_of(given, train)
    shots = given.get("shots") or int(given["dataset"].rpartition("shot")[0].rpartition("_")[2])
    pools, n_numbers = pools_of(train), given.get("num_labels_for_mapping") or len(names)
    found = []
    for text, label in asked(test, given.get("max_test_sample"), given["seed"]):
        numbers = numbers_of(n_numbers, local := seed_of(text, given["seed"]))
        shown = [train[place] for place in balanced(pools, -(-shots // len(pools)), Random(local))[:shots]]
        demos = [[one, str(numbers[names.index(its)])] for one, its in shown]
        found.append({"question": text, "answer": str(numbers[names.index(label)]), "demos": demos})
    return found


def asked(test: list[Row], n: int | None, seed: int) -> list[Row]:
    """Balanced by label; all of them in their order where as many are asked for."""
    if n is None or n >= len(test):
        return test
    order = np.random.default_rng(seed).permutation(len(test)).tolist()
    pools = pools_of([test[place] for place in order])
    return [test[order[place]] for place in balanced(pools, -(-n // len(pools)), Random(seed))[:n]]


def names_of(given: Any, train: list[Row]) -> list[str]:
    """In the order that a vector names or lists, else sorted without case."""
    order = given.get("label_order", "sorted")
    names = dict.fromkeys(label for _, label in train)
    listed = order if isinstance(order, list) else [name.strip() for name in order.split(",")]
    if set(listed) >= names.keys():
        return listed
    return list(names) if "first" in order else sorted(names, key=str.lower)


def rows_of(given: Any, part: str) -> list[Row]:
    """Pairs as they are, or the rows of a published file; the script makes paths absolute."""
    found = given[part]
    if isinstance(found, list):
        return [(text, label) for text, label in found]
    path = Path(found)
    if path.suffix == ".csv":
        with path.open(newline="", encoding="utf-8") as file:
            return [(row["text"], row["category"]) for row in csv.DictReader(file)]
    if path.suffix == ".label":
        source = DATA_SETS["icl_trec_fine" if "fine" in given["dataset"] else "icl_trec_coarse"].read(path.parent)
        return source.train if "train" in path.name else source.test
    if path.suffix == ".json":
        parts = json.loads(path.read_text(encoding="utf-8"))
        names = {"train": ("train", "oos_train"), "test": ("val", "oos_val")}[part]
        return [(text, label) for name in names for text, label in parts[name]]
    raise Unlike(f"file {path.name}")


def context(one: Mapping[str, Any]) -> str:
    return "\n\n".join(f"{text}\nlabel: {number}" for text, number in one["demos"])


def tiny(given: Any) -> object:
    return [{"question": one["question"], "answer": one["answer"], "context": context(one)} for one in built(given)]


def summed_up(given: Any) -> object:
    """Vectors hold the first few of some lists."""
    found = built(given)
    return AtLeast(
        n=len(found),
        questions_sha256=[hashed(one["question"]) for one in found],
        first_questions=[one["question"] for one in found][:5],
        answers=[one["answer"] for one in found],
        context_sha256=[hashed(context(one)) for one in found][:10],
        first_demos=found[0]["demos"][:6],
        n_demos_first=len(found[0]["demos"]),
    )


def hashed(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def mapping(given: Any) -> object:
    local = seed_of(given["text"], given["seed"])
    return {"local_seed": local, "mapping": numbers_of(given["num_labels"], local)}


METRICS: Mapping[str, Metric] = {
    "icl_build": Metric(summed_up),
    "icl_build_tiny": Metric(tiny),
    "icl_label_mapping": Metric(mapping),
    "hf_shuffle": Metric(lambda given: np.random.default_rng(given["seed"]).permutation(given["n"]).tolist()),
}
