"""Comparisons as rows of `compare.json`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from hayrick.comparison.pair import Pair
from hayrick.comparison.pairs import Compared
from hayrick.comparison.sides import Side

Row = dict[str, object]
_KEPT = ("value", "low", "high", "n", "n_failed", "n_unjudged")


def pair_row(task: str, dataset: str | None, pair: Pair) -> Row:
    """Row of two systems in one measure; `dataset` as of `Compared`."""
    both = {
        f"{name}_{side}": getattr(pair, name)[i]
        for name in ("n_failed", "n_unjudged", "n_missing")
        for i, side in enumerate("ab")
    }
    bounds = {} if pair.worst is None else {"worst": pair.worst, "best": pair.best}
    return {
        "task": task,
        "dataset": dataset,
        "measure": pair.measure,
        "a": pair.a,
        "b": pair.b,
        **pair.paired._asdict(),
        "p_adjusted": pair.p_adjusted,
        "apart": pair.is_apart,
        "n": pair.n,
        "n_a": pair.n_a,
        "n_b": pair.n_b,
        "n_items": pair.n_items,
        "n_clusters": pair.n_clusters,
        "n_clusters_a": pair.clusters.a,
        "n_clusters_b": pair.clusters.b,
        "swaps": pair.swaps,
        **both,
        **bounds,
    }


def system_rows(task: str, sides: Sequence[Side], compared: Compared) -> Iterator[Row]:
    """A row for each system, best first, with the letters of its groups; None where there are no groups."""
    by_name = {side.name: side for side in sides}
    letters: dict[str, str] = {}
    for group in compared.groups or ():
        for name in group.systems:
            letters[name] = letters.get(name, "") + group.letter
    for name, estimate in compared.estimates.items():
        values = {key: value for key, value in asdict(estimate).items() if key in _KEPT}
        side = by_name[name]
        better, worse = compared.apart(name)
        named = {"name": name, "system": side.system, "context": side.context, "variant": side.variant, "run": side.run}
        yield {
            "task": task,
            "dataset": compared.dataset,
            "measure": compared.measure,
            **named,
            **values,
            "n_better_than": better,
            "n_worse_than": worse,
            "groups": None if compared.groups is None else letters.get(name, ""),
        }
