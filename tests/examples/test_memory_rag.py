"""The memory-style RAG system of docs/examples: on several tasks, with a scripted model, planned and journalled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT
from corpora import novel, opinions
from hayrick.harness.models.model_calls import Asker
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.models.players import Cast
from hayrick.harness.models.prices import Budget, read_prices
from hayrick.harness.naming import system_names
from hayrick.harness.naming.names import named_task
from hayrick.harness.planning.plan import plan
from hayrick.harness.running.run_request import RunRequest
from hayrick.harness.scheduling.asks import JournalAsk, LiveAsk
from hayrick.harness.storage.journal import Journal
from hayrick.harness.transport.calls import Usage
from hayrick.harness.transport.outgoing import Completion, Outgoing
from hayrick.prompting import prompt_tokens
from hayrick.types import BadInput, Question
from scripted import Script, done

FILE = ROOT / "docs" / "examples" / "memory_rag.py"
SPEC = f"python:{FILE}:MemoryRag?model=lab/big"
NEEDLE = "helmet/niah_single_2?length=8k&n=2"


def made(task: str, repeats: int = 1) -> tuple[Any, list[Any], Cast]:
    found, cast = named_task(task).task, Cast()
    items = found.items(0)
    (system,) = system_names.systems(SPEC, found, items, 0, repeats, ModelOptions(), cast)
    return system, list(items), cast


def kind(question: Question) -> str:
    return question.prompt.signature.partition(".")[0]


def model(clue: str, answer: Callable[[Question], str | None]) -> Script:
    """Says nothing useful in notes, one clue, and the answer."""
    return Script(lambda one: {"memory-notes": "Nothing.", "memory-clues": f"1. {clue}\n\n- {clue}"}.get(kind(one))
                  or answer(one))  # fmt: skip


def test_clues_find_what_the_question_does_not_say(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    filler = " ".join(f"On day {n} the tide came in at noon and went out at dusk." for n in range(900))
    text = f"{filler} Quillon keeps a heron. {filler}"
    rows.write_text(f'{{"id": "a", "context": "{text}", "query": "Which bird?", "answer": "heron"}}\n')
    system, (item,), _ = made(f"texts?path={rows}")
    script = model("Quillon", lambda one: "heron" if "keeps a heron" in one.prompt.messages[-1].text else "none")
    (response,) = done(system.respond([item], script))
    assert (response.answer, response.extra["clues"], response.extra["class"]) == ("heron", ["Quillon"], "ok")
    assert [len(one) > 1 for one in script.rounds] == [True, False, False]
    assert max(prompt_tokens(one.prompt) for one in script.questions) < 5_000, "a context of 29,000 tokens"
    assert (response.system, response.context) == ("lab/big", "memory/bm25@4096")


def test_failed_steps_are_counted_and_the_rest_goes_on(tmp_path: Path) -> None:
    system, items, _ = made(f"ethic/recalling_books?data={novel(tmp_path)}&least=0&labels=none")
    script = Script(lambda one: None if kind(one).startswith("memory") else "Ada, Bea")
    (response,) = done(system.respond(items, script))
    assert response.answer == {"ada", "bea"}
    assert (response.extra["clues"], response.extra["notes_missing"]) == ([], len(script.rounds[0]))
    (failed,) = done(system.respond(items, Script(lambda one: None)))
    assert (failed.answer, failed.extra["class"]) == (None, "error:unknown")


@pytest.mark.parametrize(
    "task", ["ethic/attributing_law?data={law}&least=0&segment=400", "helmet/json_kv?length=2k&n=1"]
)
def test_any_task(tmp_path: Path, task: str) -> None:
    system, items, _ = made(task.format(law=opinions(tmp_path)))
    script = model("Orchard", lambda one: "Related: [1]")
    responses = done(system.respond(items, script))
    assert [one.item for one in responses] == items
    assert all(one.answer is not None for one in responses)


def test_repeats_are_questions_of_their_own_and_share_the_notes() -> None:
    system, items, _ = made(NEEDLE, repeats=2)
    script = model("x", lambda one: "12")
    responses = done(system.respond(items[:1], script))
    assert [one.tags for one in responses] == [{"repeat": 0}, {"repeat": 1}]
    notes = [one for one in script.questions if kind(one) == "memory-notes"]
    assert len({one.prompt for one in notes}) == len(notes) / 2
    assert {one.repeat for one in notes} == {0}


def test_the_journal_gives_the_same_response_again() -> None:
    system, items, cast = made(NEEDLE)
    journal = Journal(None)

    async def send(outgoing: Outgoing) -> Completion:
        return Completion("The number is 12345.", "stop", Usage())

    asker = Asker(journal, send, read_prices(), Budget(limit=None))
    (first,) = asyncio.run(system.respond(items[:1], LiveAsk(cast=cast, asker=asker)))
    n = len(journal.calls)
    (again,) = asyncio.run(system.respond(items[:1], JournalAsk(cast=cast, journal=journal)))
    assert (again, len(journal.calls)) == (first, n)
    assert first.answer is not None


def test_options_of_decoding_are_its_own_and_those_of_contexts_are_refused() -> None:
    def planned(**models: Any) -> int:
        request = RunRequest(inputs=[NEEDLE], systems=[SPEC], judge="none", models=ModelOptions(**models))
        return plan(request).calls[0].calls

    assert planned(max_tokens=7, reasoning_tokens=100) > 0
    for option in ({"orders": ["top"]}, {"budgets": [1000]}, {"answer_prefix": "Answer:"}):
        with pytest.raises(BadInput, match="not used here"):
            planned(**option)


def test_a_plan_counts_all_steps() -> None:
    (row,) = plan(RunRequest(inputs=[NEEDLE], systems=[SPEC], judge="none")).calls
    system, items, _ = made(NEEDLE)
    script = model("x", lambda one: "12")
    done(system.respond(items, script))
    assert row.calls == len(script.questions)
    assert (row.system, row.context) == ("lab/big", "memory/bm25@4096")


@pytest.mark.parametrize(
    ("spec", "found"),
    [
        (f"python:{FILE}:MemoryRag?model=", "no model"),
        (f"python:{FILE}:MemoryRag?colour=red", "unknown parameter 'colour'"),
        (f"python:{FILE}:Fence?model=lab/big", "without 'respond'"),
        (f"python:{FILE}:NOTES?model=lab/big", "expected a function"),
    ],
)
def test_other_names_are_refused(spec: str, found: str) -> None:
    task = named_task(NEEDLE).task
    with pytest.raises(BadInput) as caught:
        system_names.systems(spec, task, task.items(0), 0, 1, ModelOptions(), Cast())
    assert found in str(caught.value)
