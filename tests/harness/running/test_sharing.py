"""Parts of a run that a worker does, from what it is sent to what is made of its answer."""

from __future__ import annotations

import pickle

from conftest import GOLDEN
from hayrick.harness.models.players import Cast
from hayrick.harness.naming.names import TaskOptions
from hayrick.harness.running.judged import PreparedTask, add_jobs
from hayrick.harness.running.run_request import RunRequest, prepared_tasks
from hayrick.harness.running.sharing import _kept, _part, _Work, shareable
from hayrick.harness.work.workers import pickled

REQUEST = RunRequest(
    inputs=[str(GOLDEN / "bakery.json")],
    systems=["lead", "recorded"],
    judge="local",
    task=TaskOptions(citations="both"),
    processes=2,
)


def prepared() -> list[PreparedTask]:
    found = prepared_tasks(REQUEST, Cast())
    for one in found:
        add_jobs(one)
    return found


def test_a_worker_makes_of_responses_what_this_process_makes() -> None:
    here, other = prepared(), prepared()
    work = _Work(REQUEST, True, here)
    away = pickle.loads(pickled(work))
    places = shareable(REQUEST, here)
    assert len(places) == 2
    n = 0
    for place in places:
        halves = [_part(place, number, 2, away) for number in range(2)]
        found = _kept(work, place, halves)
        alone = _kept(_Work(REQUEST, True, other), place, [_part(place, 0, 1, _Work(REQUEST, True, other))])
        assert all(isinstance(one, bytes) for one in halves)
        assert [here[0].scored(one) for one in found] == [other[0].scored(one) for one in alone]
        assert all(one.item is one.response.item for one in found)
        assert {id(one.item) for one in found} <= {id(item) for item in here[0].items}
        n += len(found)
    assert n > len(here[0].items), "several responses to an item"
