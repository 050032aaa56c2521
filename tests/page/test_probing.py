"""Judges on probes, side by side on a page."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from hayrick.page.probing import probings
from hayrick.page.views import Source

NAMESPACE = "{http://www.w3.org/2000/svg}"


def a_source(rows: object) -> Source:
    """A directory of `hayrick probe`."""
    return Source(name="p", folder=Path("p"), command="probe", manifest={}, files={"probes.json": {"rows": rows}})


def row(judge: str, probe: str, kind: str, right: object, n: object = 8) -> dict[str, object]:
    return {"judge": judge, "probe": probe, "kind": kind, "right": right, "right_low": 0.25, "right_high": 1.0, "n": n}


def test_judges_stand_side_by_side_in_a_chart_for_each_kind() -> None:
    rows = [
        row(judge, *one) for judge in ("a", "b<i>") for one in (("denied", "denies", 0.5), ("verbatim", "states", 1))
    ]
    (view,) = probings([a_source(rows)])
    assert [one.name for one in view.figures] == ["probes-states", "probes-denies"]
    texts = ["".join(one.itertext()) for one in ElementTree.fromstring(view.figures[1].svg).iter(f"{NAMESPACE}text")]
    assert {"denied", "a", "b<i>", "n 8"} <= {*texts}
    assert "b&lt;i&gt;" in view.figures[1].svg
    (table,) = view.tables
    assert list(table.heads) == ["probe", "the text", "n", "a", "b<i>"]
    assert list(table.rows[0]) == [
        *("denied", "a frame that denies it", "8", "50.0 [25.0, 100.0]", "50.0 [25.0, 100.0]"),
    ]


def test_a_judge_that_was_not_asked_a_probe_has_no_mark() -> None:
    (view,) = probings([a_source([row("a", "denied", "denies", 0.5), row("b", "half", "faulty", None, 0)])])
    assert [list(one) for one in view.tables[0].rows] == [
        ["denied", "a frame that denies it", "8", "50.0 [25.0, 100.0]", "-"],
        ["half", "without its last clause", "0", "-", "-"],
    ]
    assert [one.name for one in view.figures] == ["probes-denies"]


@pytest.mark.parametrize(
    "rows",
    [None, [], ["x"], [{"judge": "a"}], [row("a", "denied", "denies", "high", "many")], [row("a", "new", "other", 1)]],
)
def test_what_anyone_may_have_changed_makes_no_chart(rows: object) -> None:
    for view in probings([a_source(rows)]):
        assert view.figures == ()
