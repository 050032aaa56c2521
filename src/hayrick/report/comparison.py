"""Tables and notes of `hayrick compare`, from the rows of `compare.json`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hayrick.comparison import ALPHA
from hayrick.report.tables import ABSENT, Table, own_unit, p_cell, percent, ranged
from hayrick.stats.paired import EXACT_CLUSTERS, least_p

Row = Mapping[str, Any]

MOST_PAIRS = 45
"""Pairs of all measures up to which tables show them: those of ten systems in one measure, or of six in three."""


LEAST_GROUPS = next(n for n in range(1, EXACT_CLUSTERS) if least_p(n) <= ALPHA)
"""Groups of items with which a test of one pair can be significant: six."""


class _Key(NamedTuple):
    """What a table compares systems in."""

    task: str
    dataset: str | None
    measure: str

    @property
    def title(self) -> str:
        """On one line."""
        return ", ".join(one for one in self if one)


def _key(row: Row) -> _Key:
    return _Key(row["task"], row["dataset"], row["measure"])


def comparison_tables(
    systems: Sequence[Row], pairs: Sequence[Row], fractions: Mapping[tuple[str, str], bool]
) -> list[Table]:
    """Two tables for each measure of a task: its systems with their groups, and the differences of all pairs.

    Args:
        systems: rows of one or several tasks, best first in each measure.
        pairs: rows of the same.
        fractions: (task, measure) -> whether its values are fractions, shown in percent.
    """
    found = []
    for key in dict.fromkeys(map(_key, systems)):
        mine, both = ([row for row in rows if _key(row) == key] for rows in (systems, pairs))
        fraction = fractions.get((key.task, key.measure), True)
        found.append(_systems(key, mine, fraction))
        if len(pairs) <= MOST_PAIRS:
            found.append(_pairs(key, both, fraction))
    return found


_COUNTS = ("n", "n_failed", "n_unjudged")


def _systems(key: _Key, rows: Sequence[Row], fraction: bool) -> Table:
    """Systems with their groups; where these are too many, with how many systems each is told apart from."""
    lettered = all(row["groups"] is not None for row in rows)
    show = percent if fraction else own_unit
    columns = {"groups": "groups"} if lettered else {"n_better_than": "better than", "n_worse_than": "worse than"}
    body = [
        [
            row["name"],
            ranged(row["value"], row["low"], row["high"], show),
            *(str(row[one]) or ABSENT for one in columns),
            *_counts(row, rows, _COUNTS),
        ]
        for row in rows
    ]
    heads = ["system", key.measure, *columns.values(), *_heads(rows, _COUNTS)]
    told = (
        "systems that share a letter cannot be told apart" if lettered else "how many systems each is told apart from"
    )
    title = f"{key.title}: {'percent' if fraction else 'values'}{_intervals(rows)}; {told}"
    return Table(title, heads, body, [1, *range(2 + lettered, len(heads))])


_PAIR_COUNTS = ("n", "n_failed_a", "n_failed_b", "n_unjudged_a", "n_unjudged_b", "n_missing_a", "n_missing_b")


def _pairs(key: _Key, rows: Sequence[Row], fraction: bool) -> Table:
    bounded = any(row.get("worst") is not None for row in rows)
    sparse = any(_lacks_groups(row) for row in rows)
    show = percent if fraction else own_unit
    body = []
    for row in rows:
        bounds = [f"{show(row.get('worst'))} to {show(row.get('best'))}"] if bounded else []
        tests = [p_cell(row["p"]), p_cell(row["p_adjusted"])]
        cells = [row["a"], row["b"], ranged(row["difference"], row["low"], row["high"], show), *tests, *bounds]
        n, *others = _counts(row, rows, _PAIR_COUNTS)
        body.append([*cells, n, *([str(_groups(row))] if sparse else []), *others])
    heads = ["a", "b", "a − b", "p", "p adjusted", *(["unjudged worst to best"] if bounded else [])]
    n, *others = _heads(rows, _PAIR_COUNTS)
    heads += [n, *(["in groups"] if sparse else []), *others]
    unit = "percentage points" if fraction else "values"
    title = f"{key.title}: paired differences in {unit}{_intervals(rows)}"
    left_out = ("p",) if len(heads) > 2 + _MOST else ()
    return Table(title, heads, body, range(2, len(heads))).with_main(*(one for one in heads if one not in left_out))


def _groups(row: Row) -> int:
    """Groups of items in which the system that has fewer has values."""
    return int(min(row["n_clusters_a"], row["n_clusters_b"]))


def _lacks_groups(row: Row) -> bool:
    return _groups(row) < int(row["n_clusters"])


_MOST = 5
_HEADINGS = {"n_missing_a": "items a lacks", "n_missing_b": "items b lacks"}


def _heads(rows: Sequence[Row], names: Sequence[str]) -> list[str]:
    """Headings of the counts that are shown: n always, others where there is any."""
    shown = [name for name in names if name == "n" or any(row[name] for row in rows)]
    return [_HEADINGS.get(name, name.removeprefix("n_").replace("_", " ")) for name in shown]


def _counts(row: Row, rows: Sequence[Row], names: Sequence[str]) -> list[str]:
    return [str(row[name]) for name in names if name == "n" or any(one[name] for one in rows)]


def _intervals(rows: Sequence[Row]) -> str:
    return " with 95 % intervals" if any(row["low"] is not None for row in rows) else ""


def comparison_notes(pairs: Sequence[Row]) -> Iterator[str]:
    """Notes for readers on the tables of these pairs, one line each."""
    yield (
        "Differences are of the items that both systems were asked; p: permutation test that swaps the systems within "
        "groups of items, adjusted by Holm for the pairs of a measure that are compared. A shared letter does not "
        "prove equality."
    )
    if len(pairs) > MOST_PAIRS:
        yield f"The {len(pairs)} pairs are not shown: choose with --system or --measure, or see --json and --out."
    if lacking := _lacking(pairs):
        shown = ", ".join(f"{name}: {n}" for name, n in lacking.items())
        yield f"Items that a system was not asked and another was are not compared; the most in any pair: {shown}."
    if any(row["n_failed_a"] or row["n_failed_b"] for row in pairs):
        yield "Failures of a system count with the least value of the measure, where it has one."
    if any(row["n_unjudged_a"] or row["n_unjudged_b"] for row in pairs):
        yield (
            "What the judge gave no verdict on for one system is left out for both; 'unjudged worst to best' is the "
            "difference if all of it were the worst for a and the best for b, and the reverse."
        )
    for key in dict.fromkeys(map(_key, pairs)):
        yield from _of_measure(key.title, [row for row in pairs if _key(row) == key])


def _lacking(pairs: Sequence[Row]) -> dict[str, int]:
    """System -> the most items that it lacks in any pair, where it lacks some."""
    found: dict[str, int] = {}
    for row in pairs:
        for side in "ab":
            if n := row[f"n_missing_{side}"]:
                found[str(row[side])] = max(n, found.get(str(row[side]), 0))
    return found


def _of_measure(measure: str, rows: Sequence[Row]) -> Iterator[str]:
    n, swaps = max(map(_groups, rows)), max(row["swaps"] for row in rows)
    n_tested = sum(least_p(_groups(row), swaps) <= ALPHA for row in rows) or len(rows)
    least = n_tested * least_p(n, swaps)
    if n and least > ALPHA:
        cure = "More groups are needed" if n <= EXACT_CLUSTERS else "Use more --swaps"
        cure += ", or fewer systems (--system)." if len(rows) > 1 else "."
        many = f"{n_tested} pairs" if n_tested > 1 else "one pair"
        groups = "one group" if n == 1 else f"{n} groups"
        yield (
            f"{measure}: with {groups} of items and {many} no adjusted p can be below {min(1.0, least):.2g}, so no "
            f"two systems can be told apart. {cure}"
        )
    if sparse := _sparse(rows):
        shown = ", ".join(f"{name} in {few} of {n}" for name, (few, n) in sparse.items())
        yield (
            f"{measure}: some systems have values in few groups of items ({shown}). With 'in groups' G, of the system "
            f"of a pair that has fewer, p is at least 2^(1 − G): with fewer than {LEAST_GROUPS} a pair is not told "
            f"apart, whatever the difference, and is not counted when other p are adjusted."
        )
    if flat := flat_note(measure, [(row["low"], row["high"]) for row in rows]):
        yield flat
    if alike := alike_note(measure, sum(bool(row.get("alike")) for row in rows)):
        yield alike


def _sparse(rows: Sequence[Row]) -> dict[str, tuple[int, int]]:
    """System -> the fewest groups of items in which it has values, and all of that pair, where these are too few."""
    found: dict[str, tuple[int, int]] = {}
    for row in filter(_lacks_groups, rows):
        for side in "ab":
            own = int(row[f"n_clusters_{side}"]), int(row["n_clusters"])
            if own[0] < min(own[1], LEAST_GROUPS):
                known = found.get(str(row[side]), own)
                found[str(row[side])] = min(known, own, key=lambda one: (one[0], -one[1]))
    return found


def star(p: float | None) -> str:
    """What stands behind a difference that is told apart: `star_note` says what it is."""
    return "*" if p is not None and p <= ALPHA else ""


def star_note(what: str, figure: str) -> str:
    """What a star means in a table of differences of two `what` (a plural) in several figures of a kind."""
    return (
        f"*: p is at most {ALPHA:g} by a permutation test that swaps the two {what} within subtopics, adjusted by "
        f"Holm for all differences of a {figure} (--json has p)."
    )


def flat_note(measure: str, intervals: Sequence[tuple[float | None, float | None]], what: str = "systems") -> str:
    """What is said of differences whose interval has no width; "" where there is none."""
    flat = sum(1 for low, high in intervals if low is not None and low == high)
    which = "One difference is" if flat == 1 else f"{flat} differences are"
    return (
        f"{measure}: {which} the same for every unit, so the interval has no width: it tells of these answers alone, "
        f"and [0.0, 0.0] does not mean that two {what} are equal." * bool(flat)
    )


def alike_note(measure: str, n: int) -> str:
    """What is said of n differences that are nearly the same in every group; "" where there is none."""
    which = "One difference is" if n == 1 else f"{n} differences are"
    return (
        f"{measure}: {which} nearly the same in every group of items: the interval takes single rows for independent, "
        f"and p goes by the groups alone." * bool(n)
    )
