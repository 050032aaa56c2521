"""Output length apart from input length: some sections are asked about, however much is shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from corpora import novel, reviews
from hayrick.harness.naming.names import named_task
from hayrick.harness.reviewing.figures import figures
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.judges.section_rating import JUDGES
from hayrick.protocols import JudgeOptions
from hayrick.systems.contexts import Showing
from hayrick.tasks.ethic.wanted import drawn, wanted_of
from hayrick.types import BadInput, Item, Response

ORDERS = """
def answer(request):
    return ", ".join(line.split()[0] for line in request["query"].splitlines())
"""


def items(name: str, data: Path, more: str) -> list[Item[Any]]:
    return list(named_task(f"ethic/{name}?data={data}&least=0{more}").task.items(0))


def test_sections_are_drawn_one_out_of_each_equal_part() -> None:
    for n, k in ((100, 4), (7, 3), (5, 5)):
        found = drawn(n, k, "x")
        assert len(found) == k
        assert all(at * n // k < one <= (at + 1) * n // k for at, one in enumerate(found))
    assert drawn(3, 8, "x") == (1, 2, 3)
    assert len({drawn(100, 4, str(seed)) for seed in range(9)}) > 1


def test_output_grows_while_the_input_stays(tmp_path: Path) -> None:
    found = items("organizing_books", novel(tmp_path), "&wanted=2,4,8")
    assert [len(item.gold) for item in found] == [2, 4, 8]
    assert all(item.documents == found[0].documents for item in found)
    assert [item.dataset for item in found] == [f"organizing_books-wanted{n}" for n in (2, 4, 8)]


def test_output_stays_while_the_input_grows(tmp_path: Path) -> None:
    found = items("summarizing_books", novel(tmp_path), "&wanted=2&length=7k,9k")
    assert [sum(map(bool, item.gold)) for item in found] == [2, 2]
    short, long = (len(item.documents) for item in found)
    assert 2 <= short < long
    for item in found:
        assert [at for at, text in enumerate(item.gold, start=1) if text] == [*wanted_of(item)]


def test_summaries_of_other_sections_are_not_read_nor_rated(tmp_path: Path) -> None:
    task = named_task(f"ethic/summarizing_books?data={novel(tmp_path)}&least=0&wanted=2").task
    (item,) = task.items(0)
    wanted = wanted_of(item)
    reply = "\n\n".join(f"<Section {at}>\nSummary {at}." for at in range(1, len(item.gold) + 1))
    answer = task.parse(item, reply)
    assert answer == {at: f"Summary {at}." for at in wanted}
    response: Response[Any] = Response(item=item, system="s", context="full", answer=answer, reply=reply)
    units = {row.unit for one in task.measures for row in one.score(item, response, ()) if row.unit}
    assert units == {str(at) for at in wanted}
    judge = JUDGES["MODEL"].make(JudgeOptions(name="m"))
    assert judge.asks
    prompt = task.prompt(item, Showing(spec="full").passages("", item.documents, None, ""))
    assert f"Section {wanted[0]}, {wanted[1]}. Do what is said above for these" in prompt.messages[-1].text


def test_labels_and_studies_are_those_of_the_parts_asked_about(tmp_path: Path) -> None:
    data = reviews(tmp_path)
    (item, *_) = items("recalling_medicine", data, "&wanted=2")
    assert item.gold == {str(9 + at) for at in wanted_of(item)}
    task = named_task(f"ethic/attributing_medicine?data={data}&least=0&wanted=2").task
    for one in task.items(0):
        every = ", ".join(f"[{document.id}]" for document in one.documents)
        answer = task.parse(one, f"Core: {every}\nSupplementary: none")
        assert answer is not None
        assert answer.chosen == set(wanted_of(one)) >= one.gold
        response: Response[Any] = Response(item=one, system="s", context="full", answer=answer)
        placed = next(measure for measure in task.measures if measure.name == "texts_placed")
        assert [row.value for row in placed.score(one, response, ())] == [1]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("&wanted=0", "wanted '0'"),
        ("&wanted=two", "wanted 'two'"),
        ("&wanted=2,4&length=7k,9k", "several lengths and several counts"),
        ("&wanted=900", "at most 8 sections are shown; expected one of 900"),
        ("&wanted=2&together=2", "wanted and together"),
    ],
)
def test_what_cannot_be_asked_is_refused(tmp_path: Path, more: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        items("summarizing_books", novel(tmp_path), more)


def test_a_run_tells_scores_by_output_length(tmp_path: Path) -> None:
    (tmp_path / "orders.py").write_text(ORDERS)
    spec = f"ethic/organizing_books?data={novel(tmp_path)}&least=0&wanted=2,4"
    result = run(RunRequest(inputs=[spec], systems=[f"python:{tmp_path / 'orders.py'}:answer"]), tmp_path / "out")
    (found,) = result.tasks
    tokens = {row.item.tags["wanted"]: row.value for row in found.scores if row.measure == "reply_tokens"}
    assert 0 < (tokens[2] or 0) < (tokens[4] or 0)
    assert "wanted.svg" in figures([tmp_path / "out"], tmp_path / "figures")
