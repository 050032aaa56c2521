"""MRCR: likeness of repeated texts and bins of length, against `measures.copying` and `published`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conforming import Metric
from hayrick.measures.copying import lenient_ratio, strict_ratio
from hayrick.tasks.helmet.published import by_length

HASH = 12
"""Characters of the string in MRCR v2."""

BLANKS = "conversations: blanks before the string cost nothing"


def graded(given: Any) -> float:
    return strict_ratio(given["prefix"], given["answer"], given["response"])


def graded_by_us(given: Any) -> float:
    return strict_ratio(given["prefix"], given["answer"], given["response"].strip())


def lenient(given: Any) -> float:
    return lenient_ratio(given["target"][:HASH], given["target"], given["prediction"])


def strict(given: Any) -> float:
    """As lenient, of a reply that begins with the string; the texts in the same order."""
    reply = given["prediction"].strip()
    return lenient(given) if reply.startswith(given["target"][:HASH]) else 0.0


def binned(given: Any) -> bool:
    ((_, rows),) = by_length([given["tokens"]], int, [given["length"]])
    return bool(rows)


METRICS: Mapping[str, Metric] = {
    "mrcr_grade": Metric(graded, graded_by_us, BLANKS),
    "mrcr_v2_lenient": Metric(lenient),
    "mrcr_v2_strict": Metric(strict),
    "mrcr_bin_helmet": Metric(binned),
}
