"""What a run does beside its jobs, and how it ends where calls failed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast, Player
from hayrick.harness.models.user_calls import PURPOSE
from hayrick.harness.scheduling import jobs
from hayrick.harness.scheduling.asks import JournalAsk
from hayrick.harness.scheduling.job_order import Job, one_model_at_a_time
from hayrick.harness.scheduling.jobs import run_jobs
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import Usage
from hayrick.harness.transport.failures import CallFailed
from hayrick.harness.transport.outgoing import Completion, Outgoing, Send
from hayrick.harness.work.meanwhile import SECONDS
from hayrick.protocols import Ask
from hayrick.types import HayrickError, Message, Prompt, Question

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


def judged(monkeypatch: pytest.MonkeyPatch, *replies: str) -> jobs.Done[bool]:
    """Two questions to a system, and one to a judge about each answer; a reply in capitals is a failed call."""

    async def send(outgoing: Outgoing) -> Completion:
        said = outgoing.prompt.messages[0].text
        if said.isupper():
            raise CallFailed(said)
        return Completion("", said, Usage(tokens_in=9, tokens_out=9))

    @asynccontextmanager
    async def sending(*given: object) -> AsyncIterator[Send]:
        yield send

    def question(role: str, said: str) -> Question:
        return Question(
            role=role, prompt=Prompt(messages=(Message(role="user", text=said),), signature=""), max_tokens=9
        )

    def job(said: str, verdict: str) -> Job[bool]:
        async def work(ask: Ask) -> bool:
            (reply,) = await ask([question("writer", said)])
            if reply is None or reply.stop != "stop":
                return False
            return (await ask([question("judge", verdict)])) != [None]

        return Job(id=said, work=work)

    monkeypatch.setattr(jobs, "_sending", sending)
    cast = Cast()
    for role, purpose in (("judge", "judge"), ("writer", "system")):
        cast.add(role, Player(model=f"m/{role}", purpose=purpose, parameters={}))
    first, second, verdict = replies
    return run_jobs([job(first, verdict), job(second, verdict)], cast, Journal(None), ModelOptions(retries=0))


def test_a_judge_that_had_nothing_to_read_does_not_end_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    done = judged(monkeypatch, "content_filter", "STATUS 500", "stop")
    assert done.results == {"content_filter": False, "STATUS 500": False}
    assert list(done.failures.values()) == ["STATUS 500"]


@pytest.mark.parametrize(
    ("replies", "told"),
    [
        (("STATUS 500", "STATUS 502", "stop"), r"m/writer answered no call \(STATUS 50[02]\)"),
        (("STATUS 500", "stop", "NO ROUTE"), r"m/judge answered no call \(NO ROUTE\)"),
    ],
)
def test_a_model_whose_calls_all_failed_is_told_with_its_own_reason(
    monkeypatch: pytest.MonkeyPatch, replies: tuple[str, str, str], told: str
) -> None:
    with pytest.raises(HayrickError, match=told):
        judged(monkeypatch, *replies)


def begun(*, try_each: bool) -> list[str]:
    """Jobs in the order in which they begin: of two models, one of which in two contexts, and of two own systems."""
    order = []

    def job(id: str, model: str | None, asked: str) -> Job[str]:
        async def work(ask: Ask) -> str:
            order.append(id)
            await asyncio.sleep(0)
            return id

        return Job(id=id, work=work, model=model, asked=asked)

    several = [
        job(f"{who}/{context}/{item}", None if who.startswith("http") else who, who)
        for who, context in (("a", "full"), ("a", "bm25"), ("http:x", ""), ("http:y", ""), ("b", "full"))
        for item in (1, 2)
    ]
    found = asyncio.run(
        one_model_at_a_time(several, JournalAsk(cast=Cast(), journal=Journal(None)), 99, try_each=try_each)
    )
    assert found == {one.id: one.id for one in several}
    return order


def test_the_first_job_of_each_model_and_own_system_begins_before_all_others() -> None:
    first, rest = begun(try_each=True)[:4], begun(try_each=True)[4:]
    assert first == ["a/full/1", "http:x//1", "http:y//1", "b/full/1"]
    assert rest == ["a/full/2", "a/bm25/1", "a/bm25/2", "http:x//2", "http:y//2", "b/full/2"]


def test_a_batch_of_one_model_after_another_is_sent_whole() -> None:
    order = begun(try_each=False)
    assert [one.partition("/")[0] for one in order] == ["a"] * 4 + ["http:x"] * 2 + ["http:y"] * 2 + ["b"] * 2
