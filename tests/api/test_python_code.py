"""Functions and objects of Python's as systems, judges, measures, tasks and retrievers."""

from __future__ import annotations

import asyncio
import itertools
import signal
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import hayrick
import toy
from hayrick.api.names import Names
from hayrick.harness.work.finish import finish
from hayrick.records.user_code import in_memory
from hayrick.retrieval.catalogue import retriever
from hayrick.types import BadInput, Document, Item, Judgement, Response

COUNT = itertools.count()


def test_functions_are_systems_judges_and_measures(native: Path) -> None:
    def quoting(request: dict[str, Any]) -> str:
        return "\n".join(f"- {one['text']} [{one['number']}]" for one in request["documents"])

    def long(item: object, response: Any) -> float:
        """Whether it is long."""
        return float(len(response.answer.bullets) > 1)

    found = hayrick.run(native, {"rag": quoting}, judge=lambda insight, bullet: "full", measures=long, seed=3)
    assert found.estimate("coverage", "python:rag")["value"] == 1.0
    assert found.estimate("long")["value"] == 1.0
    assert {row["judge"] for row in found.judgements()} == {"python:judge"}
    assert {row["bullet"] for row in found.judgements()} == {1}
    assert "python:rag" in repr(found)


class Oven:
    """A judge as an object, which finds whatever names an oven."""

    name, signature, asks = "oven", "oven.v1", False

    async def judge(self, item: Item[Any], response: Response[Any], ask: object) -> list[Judgement]:
        """Full or none."""
        found = float("oven" in response.reply)
        return [Judgement(unit=one.id, rater=self.name, label="full", value=found) for one in item.gold.insights]


@pytest.mark.parametrize("judge", [Oven(), Oven, lambda options: Oven()])
def test_judges_are_objects_and_makers_too(native: Path, judge: object) -> None:
    found = hayrick.run(native, lambda request: "- An oven.", judge=judge)
    assert found.estimate("coverage")["value"] == 1.0
    assert {row["judge"] for row in found.judgements()} == {"oven"}


class Baker:
    """A system as a class, which has state."""

    def __call__(self, request: dict[str, Any]) -> str:
        """Quote the first document."""
        return f"- {request['documents'][0]['text']} [1]"


def test_systems_are_async_functions_and_callable_objects_too(native: Path) -> None:
    async def soon(request: dict[str, Any]) -> str:
        await asyncio.sleep(0)
        return Baker()(request)

    found = hayrick.run(native, [soon, Baker])
    values = [found.estimate("coverage", f"python:{name}") for name in ("soon", "Baker")]
    assert values[0]["value"] == values[1]["value"] > 0
    assert hayrick.run(native, Baker()).estimate("coverage")["value"] == values[0]["value"]


def test_a_task_in_memory_is_run_beside_a_haystack(native: Path) -> None:
    found = hayrick.run([toy.TASK, native], {"x": lambda request: "x"})
    assert {row["task"] for row in found.rows()} == {toy.TASK.name, "summhay"}
    assert toy.TASK.name in repr(found)


def test_retrievers_are_functions() -> None:
    names = Names()
    names.retrievers({"longest": lambda query, documents: [len(one.text) for one in documents]})
    documents = [Document(id="a", text="short"), Document(id="b", text="a long text")]
    with in_memory(names.values):
        found = retriever("python:longest")
        assert tuple(found.scores("", documents)) == (5.0, 11.0)
        assert "code:" in found.signature
    with pytest.raises(BadInput, match="a module or a file"):
        retriever("python:longest")


def test_code_that_changes_changes_signatures(native: Path) -> None:
    def system(sentence: str) -> hayrick.Result:
        return hayrick.run(native, {"rag": lambda request: sentence}, judge="none", measures={"m": lambda i, r: 1.0})

    signatures = [system(text).rows()[0]["signature"] for text in ("- a", "- b", "- a")]
    assert signatures[0] == signatures[2] != signatures[1]


class Counted:
    """A system with a setting, a client, and a count of its calls."""

    def __init__(self, k: int) -> None:
        self.k, self.client = k, SimpleNamespace(calls=0)

    def answer(self, request: object) -> str:
        """An answer that tells the setting."""
        self.client.calls += 1
        return f"- {self.k}"


def test_a_method_of_another_object_gets_no_old_answers(native: Path, tmp_path: Path) -> None:
    first, same, other = Counted(5), Counted(5), Counted(10)
    given: dict[str, Any] = {"judge": "none", "out": tmp_path / "run"}
    made = hayrick.run(native, first.answer, **given)
    assert first.client.calls
    assert "earlier run" not in str(made.notes)
    with pytest.raises(BadInput, match="differs in code"):
        hayrick.run(native, other.answer, **given)
    again = hayrick.run(native, same.answer, **given)
    assert not same.client.calls + other.client.calls
    n = first.client.calls
    assert (
        f"python:answer: {n} answers are those of an earlier run, from calls.jsonl; --fresh asks again. "
        "Changes in client (SimpleNamespace) are not seen."
    ) in again.notes


def test_what_answering_does_to_an_object_does_not_change_its_fingerprint_within_a_run(native: Path) -> None:
    def system(asked: list[object]) -> hayrick.Result:
        def answer(request: object) -> str:
            asked.append(next(COUNT))
            return "- a"

        return hayrick.run(native, answer, judge="none", measures={"m": lambda i, r: 1.0})

    assert system([]).rows()[0]["signature"] == system([]).rows()[0]["signature"]


def test_code_without_source_has_one_fingerprint(native: Path) -> None:
    lines = "def m(item, response):\n    return {} if response.system in {{'a', 'extractive', 'c'}} else 0.5\n"
    given: dict[str, Any] = {}
    other: dict[str, Any] = {}
    exec(lines.format("1.0"), given)
    exec("\n\n" + lines.format("True"), other)
    results = [hayrick.run(native, one, measures=given["m"]) for one in ("extractive", "lead")]
    assert hayrick.compare(*results, measures="m").rows()
    kept = [given["m"].__code__.co_code, given["m"].__code__.co_consts, given["m"].__code__.co_names]
    changed = hayrick.run(native, "lead", measures=other["m"])
    with pytest.raises(BadInput, match="code of python:m"):
        hayrick.compare(results[0], changed, measures="m")
    assert kept


def test_a_judge_that_cannot_decide_is_unjudged_and_a_wrong_one_is_told(native: Path) -> None:
    undecided = hayrick.run(native, "lead", judge=lambda insight, bullet: None)
    row = undecided.estimate("coverage")
    assert row["value"] is None
    assert row["n_unjudged"] == row["n"] > 0
    with pytest.raises(
        BadInput, match=r"judge python:judge: ZeroDivisionError: .*test_python_code.py, line .* at each of 4"
    ):
        hayrick.run(native, "lead", judge=lambda insight, bullet: 1 / 0)
    raising = hayrick.run(native, "lead", judge=lambda insight, bullet: 1 / ("six" not in insight))
    assert 0 < raising.estimate("coverage")["n_unjudged"] < raising.estimate("coverage")["n"]
    assert "ZeroDivisionError" in str(raising.judgements())
    with pytest.raises(BadInput, match="2"):
        hayrick.run(native, "lead", judge=lambda insight, bullet: 2)


def test_it_works_within_a_running_loop(native: Path) -> None:
    def run() -> list[dict[str, Any]]:
        return hayrick.run(native, {"rag": lambda request: "- Flour costs 12 percent more. [2]"}).rows()

    async def notebook() -> list[dict[str, Any]]:
        return run()

    assert asyncio.run(notebook()) == run()


def test_an_interrupt_ends_work_beside_a_running_loop() -> None:
    ended: list[bool] = []

    async def hang() -> None:
        other = threading.Timer(0.05, lambda: signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT))
        other.start()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(True)

    async def notebook() -> None:
        with pytest.raises(KeyboardInterrupt):
            finish(hang())

    loop = asyncio.new_event_loop()
    loop.run_until_complete(notebook())
    loop.close()
    assert ended == [True]


def test_a_name_for_a_system_that_has_one_is_refused(native: Path) -> None:
    """Rows would have the system's own name, and two of one name would be one."""
    with pytest.raises(BadInput, match=r"systems: the name 'base' for 'lead'; .*\[{'mine': function}, 'lead'\]"):
        hayrick.run(native, {"base": "lead"})
    with pytest.raises(BadInput, match=r"measures: the name 'm' for 'python:a\.py:f'"):
        hayrick.run(native, "lead", measures={"m": "python:a.py:f"})
    found = hayrick.run(native, [{"mine": lambda request: "- Six. [1]"}, "lead"])
    assert {row["system"] for row in found.rows()} == {"python:mine", "lead"}
