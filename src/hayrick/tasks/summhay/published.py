"""What SummHay published: dollars a summary of its judges, how far people agree among themselves, and its table 2.

Source: SummHay, tables 1 and 2, and for dollars a summary the output stored in its repository's notebook (200 of them
make the table's figures).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from hayrick.agreement import Agreement
from hayrick.haystacks.labels import insights_print
from hayrick.measures import WORDS_PER_BULLET
from hayrick.protocols import Published, Reference
from hayrick.records.read_files import read_json
from hayrick.types import Haystack

_TABLE_2 = Path(__file__).parent / "table_2.json"
EVERY_CONTEXT = "all contexts"

USD_A_SUMMARY: Mapping[str, float] = MappingProxyType(
    {
        "gpt-4o": 0.03435,
        "9fs_gpt-4o": 0.13063503,
        "claude3-opus": 0.11895,
        "gemini-1.5-pro": 0.075815,
        "gpt3.5": 0.006682,
        "claude3-haiku": 0.0019875,
    }
)
"""Judge as the annotation file names it -> dollars for the judging of one summary, at the prices of 2024."""

_UNPUBLISHED = (
    *("coverage_correlation_low", "coverage_correlation_high"),
    *("label_correlation", "label_correlation_low", "label_correlation_high"),
    *("linking_accuracy_low", "linking_accuracy_high", "bias", "bias_low", "bias_high"),
    *("kappa_linear", "kappa_linear_low", "kappa_linear_high"),
)

MANUAL_USD_A_SUMMARY = 325 / 200
"""Dollars for people's labels of one summary."""

MANUAL = Agreement(
    coverage_correlation=0.770,
    linking_accuracy=0.950,
    linking_n=0,
    n=240,
    n_unjudged=0,
    **dict.fromkeys(_UNPUBLISHED),
)
"""People among themselves: means over pairs of people on 35 summaries with 240 insights that all of them labelled."""


def published_of(haystacks: Sequence[Haystack]) -> tuple[Published, ...]:
    """Table 2 for haystacks of the release alone; none for others, with whose scores it has nothing in common."""
    subtopics = [insights_print(one.insights) for haystack in haystacks for one in haystack.subtopics]
    return (table_2(),) if subtopics and released().issuperset(subtopics) else ()


@lru_cache
def released() -> frozenset[str]:
    """Fingerprints of the insights of each subtopic of the released haystacks."""
    value: Any = read_json(_TABLE_2)
    return frozenset(value["released"])


@lru_cache
def table_2() -> Published:
    """Coverage, citation and joint of ten systems in seven contexts and of people, and their words per bullet."""
    value: Any = read_json(_TABLE_2)
    rows = [one for name, system in value["systems"].items() for one in _references(name, system, value["contexts"])]
    return Published(value["source"], value["data"], tuple(rows))


def _references(name: str, system: Mapping[str, Any], contexts: list[str]) -> Iterator[Reference]:
    scores = {measure: given for measure, given in system.items() if isinstance(given, list)}
    for number, context in enumerate(contexts):
        values = {measure: given[number] / 100 for measure, given in scores.items() if given[number] is not None}
        if values:
            yield Reference(name, context, values)
    yield Reference(name, EVERY_CONTEXT, {WORDS_PER_BULLET.name: system[WORDS_PER_BULLET.name]})
