"""What a manifest records of a task: its measures, how their numbers are averaged, and its columns; no data or code.

So the rows of a finished run are read by what the run itself was made with, wherever its data are now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields
from math import inf, isfinite
from typing import Any

from hayrick.protocols import AnyMeasure, Columns, Measure, Resample
from hayrick.records.columns import MAKE_AGAIN
from hayrick.records.fields import is_number, optional_string, string
from hayrick.records.parameters import cut
from hayrick.reporting import Reporting
from hayrick.types import BadInput

REPORTING = "reporting"
"""Key of a manifest: task -> what is recorded of it."""

_OPTIONAL = ("item", "variant")
_CURE = "Make the run again."
_NOT_RECORDED = ("score", "bounds", "companions")
"""Fields of a measure that are no text and no flag."""


def reported(told: Reporting) -> dict[str, object]:
    """JSON value of what estimates need to know of a task; fields that have their default are left out."""
    return {
        "measures": [_of_measure(one) for one in told.measures],
        "resample": {one.name: getattr(told.resample, one.name) for one in fields(Resample)},
        "average": told.average,
        "columns": asdict(told.columns),
    }


def recorded(name: str, manifest: Mapping[str, object]) -> Reporting:
    """What estimates and tables must know of a task of a run, as its manifest records it. The measures compute nothing.

    Args:
        name: of the task, as its rows carry it.
        manifest: of the run.

    Raises:
        BadInput: the manifest has something else there, or nothing.
    """
    given, where = manifest.get(REPORTING), f"manifest.json, {REPORTING} of {cut(name)}"
    if not isinstance(given, dict) or name not in given:
        raise BadInput("manifest.json", f"nothing on how '{name}' is reported", "a run of this version", MAKE_AGAIN)
    row = _object(given[name], where)
    measures, resample = row.get("measures"), _object(row.get("resample"), where)
    if not isinstance(measures, list) or not measures:
        raise BadInput(where, "no list of 'measures'", "the measures of the task", _CURE)
    datasets_from, notes = resample.get("datasets_from"), ("groups_note", "datasets_note")
    return Reporting(
        measures=[_measure(_object(one, where), where) for one in measures],
        resample=Resample(
            datasets_from=datasets_from if isinstance(datasets_from, int) else None,
            across_datasets=resample.get("across_datasets") is True,
            **{name: string(resample, name, where) for name in notes},
        ),
        average=string(row, "average", where),
        columns=_columns(row.get("columns"), where),
    )


def all_recorded(manifest: Mapping[str, object]) -> dict[str, Reporting]:
    """Task -> what the manifest records of it; empty for a directory of a command that reports no task.

    Raises:
        BadInput: the manifest has something else there.
    """
    given = manifest.get(REPORTING)
    return {name: recorded(name, manifest) for name in (given if isinstance(given, dict) else ())}


def columns_in(manifest: Mapping[str, object]) -> dict[str, Columns]:
    """Task -> its columns as the manifest records them, and suite -> those of its means.

    Raises:
        BadInput: the manifest has something else there.
    """
    suites = manifest.get("suites")
    named = [one.get("suite") for one in suites if isinstance(one, dict)] if isinstance(suites, list) else []
    found = {str(name): Columns() for name in named}
    return found | {name: one.columns for name, one in all_recorded(manifest).items()}


def _columns(value: object, where: str) -> Columns:
    given = _object(value, where)
    read: dict[str, Any] = {
        each.name: (optional_string if each.name in _OPTIONAL else string)(given, each.name, where)
        for each in fields(Columns)
    }
    return Columns(**read)


def _of_measure(one: AnyMeasure) -> dict[str, object]:
    plain = [each for each in fields(Measure) if each.name not in _NOT_RECORDED]
    found = {each.name: getattr(one, each.name) for each in plain if getattr(one, each.name) != each.default}
    if not one.is_fraction:
        found["bounds"] = [end if isfinite(end) else None for end in one.bounds]
    return {**found, **({"companions": list(one.companions)} if one.companions else {})}


def _measure(row: Mapping[str, object], where: str) -> AnyMeasure:
    given: dict[str, Any] = {}
    for each in fields(Measure):
        if each.name in _NOT_RECORDED or (each.name not in row and each.default is not MISSING):
            continue
        is_flag = isinstance(each.default, bool)
        given[each.name] = row[each.name] is True if is_flag else string(row, each.name, where)
    companions = row.get("companions")
    return Measure(
        score=lambda item, response, judgements: (),
        bounds=_bounds(row.get("bounds", [0.0, 1.0]), where),
        companions=tuple(map(str, companions)) if isinstance(companions, list) else (),
        **given,
    )


def _bounds(value: object, where: str) -> tuple[float, float]:
    ends = value if isinstance(value, list) else []
    if len(ends) != 2 or any(one is not None and not is_number(one) for one in ends):
        raise BadInput(where, "no two 'bounds'", "the least and the greatest value of a measure, or null", _CURE)
    least, most = ends
    return (-inf if least is None else float(least)), (inf if most is None else float(most))


def _object(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise BadInput(where, "no object", "what the run recorded of its tasks", _CURE)
    return value
