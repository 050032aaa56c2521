"""What a run does beside its jobs."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import NoReturn

from hayrick.harness.jobs import Job, run_jobs
from hayrick.harness.journal import Journal
from hayrick.harness.meanwhile import SECONDS
from hayrick.harness.model_options import ModelOptions
from hayrick.harness.players import Cast, Player
from hayrick.harness.user_calls import PURPOSE
from hayrick.protocols import Ask
from hayrick.types import Message, Prompt, Question

SYSTEM = """
import pathlib, time
def answer(request):
    for _ in range(900):
        if pathlib.Path(request["wait_for"]).exists():
            return "it is there"
        time.sleep(0.01)
    return "it never came"
"""


def test_what_is_needed_later_is_made_while_replies_are_awaited_and_may_fail(tmp_path: Path) -> None:
    made, code, cast = tmp_path / "made", tmp_path / "mine.py", Cast()
    code.write_text(SYSTEM, encoding="utf-8")
    cast.add("system", Player(model=f"python:{code}:answer", purpose=PURPOSE, parameters={}))

    async def work(ask: Ask) -> list[str]:
        await asyncio.sleep(2 * SECONDS)
        assert not made.exists(), "made before the first question was sent"
        said = Message(role="user", text=json.dumps({"wait_for": str(made)}))
        question = Question(role="system", prompt=Prompt(messages=(said,), signature=""), max_tokens=9)
        return [reply.text for reply in await ask([question]) if reply]

    def fail() -> NoReturn:
        raise ValueError

    done = run_jobs(
        [Job(id="one", work=work)],
        cast,
        Journal(None),
        ModelOptions(),
        meanwhile=[fail, lambda: made.write_text("index", encoding="utf-8")],
    )
    assert done.results == {"one": ["it is there"]}
