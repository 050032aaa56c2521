"""How few calls a run makes before models are known to answer, and how it ends where they never will."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress

import pytest

from hayrick.harness.models.first_answers import FEW, ROUND, UNREAD, FirstAnswers, Hopeless, Round
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import Call, Usage
from hayrick.harness.transport.failures import CallFailed
from hayrick.replies.classes import TOO_LONG


class Run:
    """Thirty items: a question to a system; if it answers, two to each judge."""

    def __init__(self, *judges: str, refusing: str = "", kind: str = "401", journal: Journal | None = None) -> None:
        self.first = FirstAnswers(journal=journal or Journal(None), judges=judges)
        self.judges, self.refusing, self.kind = judges, refusing, kind
        self.calls: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.flying: Counter[str] = Counter()
        self.most: Counter[str] = Counter()

    async def ask(self, purpose: str, model: str = "") -> bool:
        who = model or f"m-{purpose}"
        try:
            async with self.first.call(who, purpose):
                self.calls[purpose] += 1
                self.asked[who] += 1
                self.flying[purpose] += 1
                self.most[purpose] = max(self.most[purpose], self.flying[purpose])
                # One ends after another, so that some call is in flight until the last has ended.
                await asyncio.sleep(0.001 * (1 + self.calls[purpose] % FEW))
                self.flying[purpose] -= 1
                if self.refusing in (purpose, who):
                    raise CallFailed("no", self.kind)
                return True
        except CallFailed:
            return False

    async def item(self) -> None:
        if await self.ask("system") and self.judges:
            await asyncio.gather(*(self.ask("judge", judge) for judge in 2 * self.judges))

    def __call__(self, items: int = 30) -> None:
        async def go() -> None:
            found = await asyncio.gather(*(self.item() for _ in range(items)), return_exceptions=True)
            for one in found:
                if isinstance(one, BaseException):
                    raise one

        asyncio.run(asyncio.wait_for(go(), 60))


def test_a_refused_system_is_asked_few_times() -> None:
    run = Run(refusing="system")
    with pytest.raises(Hopeless, match=r"m-system answered no call \(no\)"):
        run()
    assert run.calls == {"system": FEW}


@pytest.mark.parametrize("kind", ["401", "403", "404", "quota", "500"])
def test_a_judge_that_never_answers_costs_few_calls_of_systems(kind: str) -> None:
    run = Run("m-judge", refusing="judge", kind=kind)
    with pytest.raises(Hopeless, match="m-judge answered no call"):
        run()
    assert run.calls["system"] <= FEW
    assert run.calls["judge"] <= FEW


@pytest.mark.parametrize("kind", ["401", "quota", "500"])
@pytest.mark.parametrize("judges", [("m-good", "m-bad"), ("m-bad", "m-good")])
def test_one_judge_of_two_that_never_answers_costs_few_calls_of_systems_and_of_the_other(
    kind: str, judges: tuple[str, str]
) -> None:
    run = Run(*judges, refusing="m-bad", kind=kind)
    with pytest.raises(Hopeless, match="m-bad answered no call"):
        run()
    assert run.asked["m-system"] <= FEW
    assert run.asked["m-good"] <= FEW
    assert run.asked["m-bad"] <= FEW


def test_all_goes_on_as_soon_as_each_judge_of_two_has_answered() -> None:
    run = Run("m-one", "m-other")
    run()
    assert run.asked == {"m-system": 30, "m-one": 60, "m-other": 60}
    assert run.most["judge"] > 2 * FEW


def test_a_judge_that_answers_after_a_failure_is_not_the_reason_why_another_is_waited_for() -> None:
    first, begun = FirstAnswers(journal=Journal(None), judges=["m-slow", "m-rare"]), list[int]()

    async def ask(number: int) -> None:
        async with first.call("m", "system"):
            begun.append(number)
        if number < 2:
            with suppress(CallFailed):
                async with first.call("m-slow", "judge"):
                    if number == 0:
                        raise CallFailed("no", "500")

    async def go() -> None:
        await asyncio.gather(*map(ask, range(2 * FEW)))

    asyncio.run(asyncio.wait_for(go(), 60))
    assert begun == list(range(2 * FEW))


def test_a_judge_to_which_questions_are_too_long_has_answered_them() -> None:
    run = Run("m-judge", refusing="judge", kind=TOO_LONG)
    run()
    assert run.calls == {"system": 30, "judge": 60}


@pytest.mark.parametrize(("failures", "n_calls"), [(1, 3 * FEW), (FEW - 1, 3 * FEW), (FEW, FEW)])
def test_a_judge_is_given_up_after_a_few_failures_and_not_after_one(failures: int, n_calls: int) -> None:
    first, begun = FirstAnswers(journal=Journal(None), judges=["m-judge"]), list[int]()

    async def ask(number: int) -> None:
        async with first.call("m", "system"):
            begun.append(number)
        # Of the first answers some have nothing to judge.
        if number < failures or number >= FEW:
            with suppress(CallFailed):
                async with first.call("m-judge", "judge"):
                    if number < failures:
                        raise CallFailed("no", "400")

    async def go() -> None:
        found = await asyncio.gather(*map(ask, range(3 * FEW)), return_exceptions=True)
        assert any(isinstance(one, Hopeless) for one in found) == (failures == FEW)

    asyncio.run(asyncio.wait_for(go(), 60))
    assert begun == list(range(n_calls))


def test_one_refusal_among_the_first_calls_is_not_the_end_if_another_is_answered() -> None:
    first, done = FirstAnswers(journal=Journal(None)), list[int]()

    async def ask(number: int) -> None:
        async with first.call("m", "system"):
            await asyncio.sleep(0.001 * number)
            if number == 1:
                raise CallFailed("no", "401")
            done.append(number)

    async def go() -> None:
        found = await asyncio.gather(*map(ask, range(1, 3 * FEW)), return_exceptions=True)
        assert [type(one) for one in found if one is not None] == [CallFailed]

    asyncio.run(asyncio.wait_for(go(), 60))
    assert len(done) == 3 * FEW - 2


def test_all_goes_on_as_soon_as_each_has_answered() -> None:
    run = Run("m-judge")
    run()
    assert run.calls == {"system": 30, "judge": 60}
    assert run.most["system"] > FEW


def test_without_answers_to_judge_the_next_few_go_and_the_run_ends() -> None:
    run = Run("m-judge", refusing="system", kind="500")
    run(3 * FEW)
    assert run.calls == {"system": 3 * FEW}


def test_who_has_answered_in_the_directory_is_not_held_and_not_given_up() -> None:
    journal = Journal(None)
    for purpose in ("system", "judge"):
        call = Call(
            key=purpose, model=f"m-{purpose}", purpose=purpose, reply="", stop="", usage=Usage(), usd=None, seconds=0.0
        )
        journal.add(call)
    run = Run("m-judge", refusing="judge", journal=journal)
    run()
    assert (run.calls, run.most["system"]) == ({"system": 30, "judge": 60}, 30)


def reply(number: int, stop: str = "stop", text: str = "[]") -> Call:
    return Call(
        key=f"{number}", model="m", purpose="judge", reply=text, stop=stop, usage=Usage(), usd=None, seconds=0.0
    )


def test_a_reply_that_is_told_of_twice_counts_once() -> None:
    first = FirstAnswers(journal=Journal(None))
    for _ in range(2):
        for number in range(UNREAD - 1):
            first.unread(reply(number))
    with pytest.raises(
        Hopeless, match=rf"m gave no readable verdict in {UNREAD} replies; the first begins '\[\]'\. Mend"
    ):
        first.unread(reply(UNREAD))
    with pytest.raises(Hopeless, match="m gave no readable verdict"):
        first.require_hope()


@pytest.mark.parametrize(
    ("repeats", "rounds", "n_calls"),
    [(1, 1, FEW), (2, 1, FEW), (3, 1, 3), (5, 1, 5), (10, 1, 10), (1, 2, FEW + 1), (5, 2, 10)],
)
def test_no_more_calls_of_systems_begin_than_are_needed_until_a_judge_can_be_asked(
    repeats: int, rounds: int, n_calls: int
) -> None:
    run = Run("m-judge", refusing="judge")

    async def item(job: str) -> None:
        for _ in range(rounds):
            ROUND.set(Round(repeats, job))
            await run.ask("system")  # The first of a prompt goes alone, and only then are the others asked.
            await asyncio.gather(*(run.ask("system") for _ in range(repeats - 1)))
        await asyncio.gather(*(run.ask("judge") for _ in range(7)))

    async def go() -> list[BaseException | None]:
        return await asyncio.gather(*(item(f"{number}") for number in range(9)), return_exceptions=True)

    found = asyncio.run(asyncio.wait_for(go(), 60))
    assert {type(one) for one in found} == {Hopeless}
    assert run.calls == {"system": n_calls, "judge": FEW}


def test_a_batch_is_not_held_but_ends_where_a_judge_cannot_be_read() -> None:
    first = FirstAnswers(journal=Journal(None), judges=["m"], holds=False)

    async def ask(number: int) -> None:
        async with first.call("m", "judge"):
            await asyncio.sleep(0)
            first.unread(reply(number, "max_tokens", ""))

    async def go() -> list[BaseException | None]:
        return await asyncio.gather(*map(ask, range(UNREAD)), return_exceptions=True)

    *_, last = asyncio.run(asyncio.wait_for(go(), 60))
    assert isinstance(last, Hopeless)
    assert "the first, which ended by 'max_tokens', is empty" in str(last)
    with pytest.raises(Hopeless):
        asyncio.run(asyncio.wait_for(ask(UNREAD), 60))
