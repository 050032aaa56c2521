"""What a manifest records of tasks is all that tables and estimates need."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from importlib import import_module
from math import inf
from typing import Any

import pytest

from hayrick.harness.naming.shipped import TASKS
from hayrick.protocols import Columns, Measure, Resample
from hayrick.records.reported import columns_in, recorded, reported
from hayrick.reporting import Reporting
from hayrick.tasks import summhay
from hayrick.types import BadInput

MEASURES = [one for module, _ in TASKS.values() for one in import_module(module).MEASURES]


def known(one: Measure[Any, Any]) -> list[object]:
    return [getattr(one, each.name) for each in fields(one) if each.name != "score"]


@pytest.mark.parametrize(
    "told",
    [
        summhay.REPORTING,
        Reporting(measures=MEASURES, resample=Resample(datasets_from=3, datasets_note="New ones."), average="category"),
        Reporting(measures=MEASURES[:1], resample=Resample(across_datasets=True)),
        Reporting(measures=MEASURES[:1], columns=Columns(dataset="corpus", item=None, variant="treatment")),
        Reporting(measures=[replace(MEASURES[0], bounds=(-inf, 3.0)), replace(MEASURES[1], bounds=(2.0, inf))]),
    ],
)
def test_what_is_written_is_read(told: Reporting) -> None:
    manifest = json.loads(json.dumps({"reporting": {"t": reported(told)}}, allow_nan=False))
    found = recorded("t", manifest)
    assert found is not None
    assert [known(one) for one in found.measures] == [known(one) for one in told.measures]
    assert (found.resample, found.average, found.columns) == (told.resample, told.average, told.columns)
    assert columns_in({**manifest, "suites": [{"suite": "s"}]}) == {"t": told.columns, "s": Columns()}
    assert columns_in({}) == {}
    for name, given in (("other", manifest), ("t", {})):
        with pytest.raises(BadInput, match="nothing on how"):
            recorded(name, given)


@pytest.mark.parametrize(
    "change",
    [
        {"measures": []},
        {"measures": [3]},
        {"measures": [{"name": "f1", "description": "", "source": "", "bounds": [0, True]}]},
        {"measures": [{"name": "f1"}]},
        {"resample": None},
        {"average": None},
        {"columns": []},
        {"columns": None},
        {"columns": {"dataset": "corpus"}},
    ],
)
def test_another_form_is_refused(change: dict[str, object]) -> None:
    row = {**reported(summhay.REPORTING), **change}
    with pytest.raises(BadInput, match=r"manifest.json, reporting of t"):
        recorded("t", {"reporting": {"t": row}})
