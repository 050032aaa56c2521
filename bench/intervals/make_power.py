"""Write the table of variances with which `hayrick plan --power` plans runs on haystacks where no pilot run is given.

Usage: python -m bench.intervals.make_power. Scores the summaries and labels that SummHay's release stores for all its
systems on the haystacks in `data/summhay` of HAYRICK_SHARED (default: `../shared` beside the checkout), and writes
src/hayrick/harness/planning/power.json: for each main measure the mean score, and variance components of one system
and of the difference of two, each as the mean over systems or pairs. `bench.intervals.power` says how well these
predict.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.places import HAYSTACKS, SUMMHAY
from hayrick.comparison import Side, sides_of
from hayrick.comparison.variances import Variances, variances
from hayrick.harness.planning.plan_power import SHIPPED
from hayrick.harness.reviewing.compare import finished_runs
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.records.reported import recorded
from hayrick.records.write_files import write_json
from hayrick.reporting import Reporting

MEASURES = ("coverage", "citation", "joint")
TASK = "summhay"
DIGITS = 5


@cache
def released(haystacks: tuple[str, ...] = HAYSTACKS, judge: str = "recorded") -> tuple[list[Side], Reporting]:
    """All recorded systems on some haystacks, as `hayrick compare` reads them."""
    inputs = [str(SUMMHAY / f"{name}.json") for name in haystacks]
    with TemporaryDirectory() as folder:
        out = Path(folder) / "released"
        run(RunRequest(inputs=inputs, systems=["recorded"], judge=judge), out)
        (found,) = finished_runs([out], [])
    told = recorded(TASK, found.manifest)
    return sides_of({found.name: found.scores[TASK]}, told), told


@cache
def fitted(haystacks: tuple[str, ...] = HAYSTACKS) -> list[Variances]:
    """Variances of all recorded systems on some haystacks."""
    sides, told = released(haystacks)
    return variances(sides, told, MEASURES, by_unit=True)


def row(one: Variances) -> dict[str, object]:
    given = one._asdict()
    rounded = {name: shortened(given[name]) for name in ("score", "difference")}
    return {"task": TASK, **given, "value": round(one.value, 3), **rounded}


def shortened(given: Sequence[float | None]) -> list[float | None]:
    return [None if value is None else round(value, DIGITS) for value in given]


def main() -> None:
    found = fitted()
    first = found[0]
    value = {
        "schema": 1,
        "source": "SummHay's release",
        "note": f"Variances: of {first.n_systems} recorded systems of SummHay's release on {first.n_groups} subtopics "
        f"of {first.n_datasets} haystacks of news, by its recorded judge. Other documents, systems or judges can vary "
        "otherwise: a pilot run of yours, given as --from DIR, takes their place.",
        "rows": [row(one) for one in found],
    }
    write_json(SHIPPED, value)


if __name__ == "__main__":
    main()
