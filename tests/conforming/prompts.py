"""HELMET's builders of prompts with worked examples at commit 4526dfb: retrieval, re-ranking, JSON KV.

They stand here and not in the package, since they exist to be compared with: our prompts are our own words, our tasks
choose passages by length. Questions and demonstrations are drawn by the package's own functions, which draw as the
original does. Under both settings the draws are the original's, and a default that had to differ would be a failure of
this file.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from conforming import Metric
from conftest import SHARED
from hayrick.prompting import load
from hayrick.tasks.helmet.demonstrations import drawn_demos
from hayrick.tasks.helmet.rag_items import drawn_questions

Row = Mapping[str, Any]


def qa(given: Any) -> object:
    """Retrieved passages: questions are drawn and keep all their depths; examples by the question's own seed."""
    test, demos = given["test"], given.get("demos") or []
    threshold, shots = given.get("popularity_threshold"), given["shots"]
    if threshold is not None:
        test, demos = ([row for row in rows if math.log10(row["s_pop"]) < threshold] for rows in (test, demos))
    key = "id" if test and "id" in test[0] else "question"
    return [
        {
            "question": row["question"],
            "demos": "".join(
                f"{_question(one)}\n\n" for one in _examples(demos, row, key, row["question"], shots, given)
            ),
            "context": _passages(row["ctxs"]),
            "answer": row["answers"],
        }
        for row in _drawn(test, key, given)
    ]


def rerank(given: Any) -> object:
    """Re-ranking: the right order is by relevance, equal ones as they stand."""
    test, shots = given["test"], given["shots"]
    key = "qid" if test and "qid" in test[0] else "query"
    rows = []
    for row in _drawn(test, key, given):
        others = [one for one in given.get("demos") or [] if one["qid"] != row["qid"]]
        shown = [others[place] for place in drawn_demos(str(row["qid"]), [one["qid"] for one in others])][:shots]
        rows.append(
            {
                "qid": row["qid"],
                "question": row["query"],
                "context": _passages(row["ctxs"], "[ID: {id}] "),
                "demos": "".join(f"{_ranked(one)}\n\n" for one in shown),
                "answer": _order(row),
                "qrel": [[one["id"], str(one["label"])] for one in row["ctxs"]],
            }
        )
    cuts = (1, 5, 10, 20, 50, 100, 200, 500, 1000)
    return {"k_values": [k for k in cuts if k <= len(test[0]["ctxs"])], "rows": rows}


def json_kv(given: Any) -> object:
    rows, n = given["rows"], given.get("max_test_samples")
    if n is not None:
        order = np.random.default_rng(given["seed"]).permutation(len(rows))[:n]
        rows = [rows[place] for place in order]
    return [
        {
            "question": row["question"],
            "answer": row["answer"],
            "demos": "".join(f"Key: {k}\nCorresponding value: {v}\n\n" for k, v in row["demos"][: given["shots"]]),
            "k": row["num_kvs"],
        }
        for row in rows
    ]


def json_kv_template(given: Any) -> object:
    """The original's words are not ours to keep: they are read from the folder of known answers."""
    vectors = json.loads((SHARED / "vectors" / "helmet_builders.json").read_text(encoding="utf-8"))
    return next(one["expected"] for one in vectors if one["metric"] == "json_kv_template")


def _drawn(rows: Sequence[Row], key: str, given: Any) -> list[Row]:
    """Rows of as many keys as are asked for, in their order."""
    n = given.get("max_test_samples")
    if n is None:
        return list(rows)
    chosen = set(drawn_questions((row[key] for row in rows), n, given["seed"]))
    return [row for row in rows if row[key] in chosen]


def _examples(demos: Sequence[Row], row: Row, key: str, text: str, shots: int, given: Any) -> list[Row]:
    own = [one for one in demos if one[key] != row[key]] if "popqa" in given.get("dataset", "") else demos
    return [own[place] for place in drawn_demos(text, [one[key] for one in own])][:shots] if shots else []


def _passages(rows: Iterable[Row], number: str = "") -> str:
    titled = "Document (Title: {title}): {text}"
    return "\n\n".join((number + (titled if "title" in one else "Document: {text}")).format(**one) for one in rows)


def _question(row: Row) -> str:
    return f"{_passages(row['ctxs'])}\n\nQuestion: {row['question']}\nAnswer: {row['answers'][0]}"


def _ranked(row: Row) -> str:
    return f"{_passages(row['ctxs'], '[ID: {id}] ')}\n\nQuery: {row['query']}\nRanking: {_order(row)}"


def _order(row: Row) -> str:
    return " > ".join(one["id"] for one in sorted(row["ctxs"], key=lambda one: one["label"], reverse=True))


METRICS: Mapping[str, Metric] = {
    "qa_build": Metric(qa),
    "rerank_build": Metric(rerank),
    "json_kv_build": Metric(json_kv),
    "json_kv_template": Metric(json_kv_template, lambda given: load("json-kv").text, "prompts: ours are our own words"),
}
