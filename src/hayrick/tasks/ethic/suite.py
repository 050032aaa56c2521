"""ETHIC as a whole: its tasks in all domains, each averaged over its instances, with the mean of each domain.

Source: ETHIC, table 3 (a task's mean over all its instances) and table A (by domain); the released evaluation at commit
    f1a30fe, which averages so.
Differs: instances are those of the user's texts; a section that a summary leaves out counts (`section_ratings`); a task
    that lacks a domain has no micro-average but one "of N domains", which cannot stand beside ETHIC's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlencode

from hayrick.averages import Expanded, Part, Suite
from hayrick.extras import install
from hayrick.measures import section_ratings
from hayrick.measures.orders import ORDER_LCS
from hayrick.measures.section_ratings import SECTION_RATING
from hayrick.measures.sets import CHOSEN_F1, LABEL_F1
from hayrick.records.parameters import Parameters
from hayrick.types import BadInput

NAME, PAPER = "ethic", "Lee et al. (2025), ETHIC, tables 3 and A"
_SHARED = ("length", "n", "least", "after", "before", "sections", "tokenizer")
"""Parameters that are handed on to every task."""

_RUNS: Mapping[str, str] = MappingProxyType(
    {
        "recalling_books": "labels",
        "recalling_debates": "labels",
        "organizing_books": "summaries",
        "organizing_debates": "summaries",
        "attributing_law": "spans",
    }
)
"""Task of a domain -> the parameter that names a run of which it is made."""


class Member(NamedTuple):
    """A task of the suite in all its domains."""

    domains: tuple[str, ...]
    measure: str
    heading: str
    bounds: tuple[float, float] = (0.0, 1.0)


_ALL = ("books", "debates", "medicine", "law")
MEMBERS: Mapping[str, Member] = MappingProxyType(
    {
        "recalling": Member(_ALL, LABEL_F1.name, "F1 %"),
        "summarizing": Member(_ALL, SECTION_RATING.name, "rating 1-5", (section_ratings.LEAST, section_ratings.MOST)),
        "organizing": Member(("books", "debates"), ORDER_LCS.name, "LCS %"),
        "attributing": Member(("medicine", "law"), CHOSEN_F1.name, "F1 %"),
    }
)


class _Given(NamedTuple):
    """Parameters of the suite."""

    folders: Sequence[Path]
    own: Mapping[str, str]
    """Runs that labels, summaries and marks are taken from."""

    judge: str
    chosen: frozenset[str]
    """Tasks, or tasks of a domain; all if empty."""

    shared: Mapping[str, str]


def expanded(parameters: Parameters) -> Expanded:
    """The suite and its tasks; `length`, `n`, `least` and the other limits go to every task.

    `data` is a folder with the folders or files `books`, `debates`, `medicine` and `law`; what is not there is left
    out. `labels` is the run that names are taken from, `summaries` that of organising's options, `spans` that of marked
    citations; `judge=none` leaves summarising out. `categories` names those wanted: tasks (`recalling`), or one of a
    domain (`recalling_books`).

    Raises:
        BadInput: a parameter is not what it must be, or no task remains.
    """
    given, where = _given(parameters), parameters.where
    tasks: list[str] = []
    parts: dict[str, tuple[Part, ...]] = {}
    left_out: dict[str, list[str]] = {}
    for category, member in MEMBERS.items():
        wanted = [one for one in member.domains if not given.chosen or {category, f"{category}_{one}"} & given.chosen]
        lacking = {one: why for one in wanted if (why := _lacking(category, one, given))}
        for one, why in lacking.items():
            left_out.setdefault(why, []).append(f"{category}_{one}")
        kept = [one for one in wanted if one not in lacking]
        tasks += [_spec(category, one, given) for one in kept]
        if kept:
            parts[category] = tuple(
                Part(f"{NAME}/{category}_{one}", member.measure, one, member.bounds) for one in kept
            )
    lines = [f"{NAME} is without {', '.join(names)}: {why}." for why, names in left_out.items()]
    if not parts:
        raise BadInput(
            where,
            " ".join(lines).rstrip("."),
            "the data of one task at least",
            "Give data=FOLDER (docs/reference/ethic.md).",
        )
    suite = Suite(
        name=NAME,
        paper=PAPER,
        categories=parts,
        left_out=lines,
        pooled=True,
        headings={one: f"{one} ({MEMBERS[one].heading})" for one in parts},
        of_source={one: len(member.domains) for one, member in MEMBERS.items()},
    )
    return Expanded(suite, tasks)


def _given(parameters: Parameters) -> _Given:
    where = parameters.where
    shared = {key: value for key in _SHARED if (value := parameters.text(key, ""))}
    folders = parameters.paths("data")
    for folder in folders:
        if not folder.is_dir():
            raise BadInput(f"suite parameter data={folder}", "no such folder", f"a folder with {', '.join(_ALL)}")
    own = {one: given for one in _RUNS.values() if (given := parameters.text(one, ""))}
    judge = parameters.text("judge", "")
    if judge not in ("", "none"):
        raise BadInput(where, f"judge '{judge}'", "none, or no such parameter", "Name the judge by --judge.")
    chosen = frozenset(one.strip() for one in parameters.text("categories", "").split(",") if one.strip())
    known = [*MEMBERS, *(f"{name}_{domain}" for name, member in MEMBERS.items() for domain in member.domains)]
    for one in sorted(chosen - {*known}):
        raise BadInput(where, f"category '{one}'", ", ".join(known))
    parameters.require_used()
    return _Given(folders, own, judge, chosen, shared)


def _lacking(category: str, domain: str, given: _Given) -> str:
    """Why a task cannot be asked; empty where it can."""
    if _found(domain, given.folders) is None:
        return f"no {domain} in data"
    if category == "summarizing" and given.judge == "none":
        return "it needs a judge"
    if category == "recalling" and domain in ("books", "debates") and "labels" not in given.own:
        return "it needs labels=RUN"
    if category == "recalling" and domain == "law" and find_spec("eyecite") is None:
        return f"it needs eyecite, {install('law')}"
    return ""


def _found(domain: str, folders: Sequence[Path]) -> Path | None:
    """The domain's folder or file, whatever its ending."""
    return next(
        (one for folder in folders for one in sorted(folder.iterdir()) if one.name.partition(".")[0] == domain), None
    )


def _spec(category: str, domain: str, given: _Given) -> str:
    own = {"data": str(_found(domain, given.folders)), **given.shared}
    run = _RUNS.get(f"{category}_{domain}", "")
    own |= {run: given.own[run]} if run in given.own else {}
    return f"{NAME}/{category}_{domain}?{urlencode(own, safe='/,.')}"
