"""What judging given responses will cost: counts the calls of judges that ask a model, without making any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.prices import read_prices
from hayrick.harness.planning.plan import write_calls
from hayrick.harness.planning.plan_costs import PlannedCalls, different, planned_calls
from hayrick.harness.validating.judging import Given, Ready, counted
from hayrick.records.user_code import in_one_line

G = TypeVar("G")
A = TypeVar("A")


def plan_judging(
    what: str,
    judges: Mapping[str, Ready[G, A]],
    given: Sequence[Given[G, A]],
    models: ModelOptions,
    out: Path | None,
    places: Sequence[str],
) -> list[PlannedCalls]:
    """Count the calls of all judges that ask a model, and their cost.

    Args:
        what: stands in the place of a system's name.
        judges: as they were named.
        given: the responses.
        models: with the prices.
        out: folder for `plan.json`; None to write nothing.
        places: files that are read, which are not written to.

    Raises:
        BadInput: `plan.json` is an input, or was not made by a plan.
    """
    prices, found = read_prices(models.prices), []
    for name, one in judges.items():
        with in_one_line([name]):
            jobs = different(counted(given, one))
        if jobs:
            found.append(planned_calls(what, "full", name, jobs, prices, batch=models.batch))
    if out is not None:
        write_calls(out, found, places)
    return found
