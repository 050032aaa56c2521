"""What a run does beside its jobs."""

from __future__ import annotations

import asyncio
from typing import NoReturn

from hayrick.harness.jobs import Job, run_jobs
from hayrick.harness.journal import Journal
from hayrick.harness.model_options import ModelOptions
from hayrick.harness.players import Cast
from hayrick.protocols import Ask


def test_what_is_needed_later_is_made_while_replies_are_awaited_and_may_fail() -> None:
    made: list[str] = []

    async def work(ask: Ask) -> list[str]:
        async with asyncio.timeout(9):
            while not made:
                await asyncio.sleep(0.01)
        return list(made)

    def fail() -> NoReturn:
        raise ValueError

    done = run_jobs(
        [Job(id="one", work=work)],
        Cast(),
        Journal(None),
        ModelOptions(),
        meanwhile=[fail, lambda: made.append("index")],
    )
    assert done.results == {"one": ["index"]}
