"""ETHIC's tasks on small corpora in the real layouts: items, prompts, and players who are perfect, silent, lazy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import Command
from corpora import novel, opinions, reviews, sitting
from hayrick.harness.naming.names import named_task
from hayrick.prompting import prompt_tokens
from hayrick.protocols import Task
from hayrick.systems.contexts import Showing
from hayrick.tasks.ethic.attributing import REPLY_TOKENS
from hayrick.tasks.ethic.contexts import fingerprint_of
from hayrick.tasks.ethic.labels import citation_numbers
from hayrick.tasks.ethic.options import extractive_options, shortened
from hayrick.types import BadInput, Item, Judgement, Response

AnyItem = Item[Any]
AnyTask = Task[Any, Any]


def made(folder: Path, name: str, more: str = "") -> AnyTask:
    """A task on a corpus of its own."""
    domain = name.rpartition("_")[2]
    if domain == "debates":
        sentences = " ".join(f"In year {n} the dredger {n} removed {n * 7} tons of mud." for n in range(150))
        data = sitting(folder, sentences)
    else:
        data = {"books": novel, "medicine": reviews, "law": opinions}[domain](folder)
    return named_task(f"ethic/{name}?data={data}&least=0{more}").task


def text_of(task: AnyTask, item: AnyItem) -> str:
    shown = Showing(spec="full").passages(item.query, item.documents, None, "")
    return task.prompt(item, shown).messages[-1].text


def scored(task: AnyTask, item: AnyItem, reply: str) -> tuple[float | None, bool]:
    """Value and failure of the first measure."""
    answer = task.parse(item, reply)
    response: Response[Any] = Response(item=item, system="s", context="full", reply=reply, answer=answer)
    (row,) = task.measures[0].score(item, response, ())
    return row.value, row.failed


def perfect(item: AnyItem) -> str:
    """The right reply."""
    if isinstance(item.gold, tuple):
        return ", ".join(f"[{one}]" for one in item.gold)
    if all(isinstance(one, int) for one in item.gold) and "numbers" not in item.query:
        rest = {int(one.id) for one in item.documents} - item.gold
        core, other = (", ".join(f"[{one}]" for one in sorted(some)) or "none" for some in (item.gold, rest))
        return f"Core: {core}\nSupplementary: {other}"
    return ", ".join(sorted(item.gold)) or "None"


NAMES = ("organizing_books", "organizing_debates", "attributing_medicine", "attributing_law", "recalling_medicine")


@pytest.mark.parametrize("name", NAMES)
class TestPlayers:
    def test_perfect_and_polite(self, tmp_path: Path, name: str) -> None:
        task = made(tmp_path, name)
        for item in task.items(0):
            assert scored(task, item, perfect(item)) == (1.0, False)
            polite = f"Of course! Here is what I found.\n\n{perfect(item)}\n\nI hope that this helps."
            assert scored(task, item, polite) == (1.0, False)

    @pytest.mark.parametrize("reply", ["", " \n", "I am sorry."])
    def test_silent_fails_with_the_floor(self, tmp_path: Path, name: str, reply: str) -> None:
        task = made(tmp_path, name)
        if name == "recalling_medicine" and reply.strip():
            return  # Two words may be a label; a wrong one.
        assert {scored(task, item, reply) for item in task.items(0)} == {(0.0, True)}

    def test_lazy_has_less_than_full_marks(self, tmp_path: Path, name: str) -> None:
        task = made(tmp_path, name)
        full = [item for item in task.items(0) if len(item.gold) > 1]
        assert full
        for item in full:
            first = perfect(item).split("\n")[0].split(",")[0]
            assert 0 < (scored(task, item, first)[0] or 0) < 1

    def test_the_same_seed_gives_the_same_items(self, tmp_path: Path, name: str) -> None:
        task = made(tmp_path, name)
        assert task.items(3) == task.items(3)


class TestOrganizing:
    def test_options_are_of_all_sections_in_random_order(self, tmp_path: Path) -> None:
        task = made(tmp_path, "organizing_books")
        (item,) = task.items(0)
        options = item.query.splitlines()
        assert len(options) == len(item.gold) == item.tags["sections"]
        assert len(options) >= 8
        assert sorted(item.gold) == [*range(1, len(options) + 1)]
        assert item.gold != tuple(sorted(item.gold))
        assert task.items(1)[0].gold != item.gold
        text = text_of(task, item)
        assert text.count("Text 1>>") == 2, "named in the instruction, and once around the text"
        assert "<<" not in item.documents[0].text

    def test_summaries_of_a_run_are_its_options(self, tmp_path: Path) -> None:
        task = made(tmp_path, "organizing_debates")
        (item,) = task.items(0)
        sections = [document.text for one in made(tmp_path, "recalling_debates", "&labels=none&together=1").items(0)
                    for document in one.documents]  # fmt: skip
        run = tmp_path / "responses.jsonl"
        rows = [{"answer": {"1": f"Summary {n}. " * 7}, "tags": {"section_text": fingerprint_of(one)}}
                for n, one in enumerate(sections)]  # fmt: skip
        run.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        (given,) = made(tmp_path, "organizing_debates", f"&summaries={run}").items(0)
        assert len(given.gold) == len(sections) == len(item.gold)
        options = given.query.splitlines()
        for place, number in enumerate(given.gold):
            assert options[number - 1] == f"[{number}] " + " ".join([f"Summary {place}."] * 5), "at most five sentences"
        run.write_text(f"{json.dumps(rows[0])}\n")
        with pytest.raises(BadInput, match=f"no summary of {len(sections) - 1} of {len(sections)} sections"):
            made(tmp_path, "organizing_debates", f"&summaries={run}").items(0)

    def test_a_number_before_a_summary_is_no_part_of_its_option(self) -> None:
        numbered = ("[3] The storm.", "3. The storm.", "<Section 3> The storm.")
        assert {shortened(one) for one in numbered} == {"The storm."}
        assert shortened("3 men came. 2. It rained.") == "3 men came. 2. It rained."

    def test_texts_of_one_section_are_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "short.txt"
        path.write_text("One. Two.")
        with pytest.raises(BadInput, match="texts of one section"):
            named_task(f"ethic/organizing_books?data={path}&least=0").task.items(0)

    def test_extracted_options_tell_a_section_from_the_others(self) -> None:
        sections = [
            "All went well in the end. The kite rose over the red barn.",
            "All went well in the end. Two owls sat.",
        ]
        assert extractive_options(sections, 1) == ["The kite rose over the red barn.", "Two owls sat."]


class TestAttributing:
    def test_a_review_is_asked_about_by_the_background_of_the_one_that_shares_most(self, tmp_path: Path) -> None:
        task = made(tmp_path, "attributing_medicine")
        first, second, third = task.items(0)
        assert (first.query, first.gold) == ("It is open whether b helps .", {2, 3})
        assert (second.query, second.gold) == ("It is open whether a helps .", {1, 3})
        assert third.query in (first.query, second.query)
        assert third.gold == frozenset()
        assert scored(task, third, "Core: none\nSupplementary: [1], [2]") == (1.0, False)

    def test_a_length_holds_fewer_studies_and_gold_with_them(self, tmp_path: Path) -> None:
        whole = made(tmp_path, "attributing_medicine").items(0)[0]
        shown = Showing(spec="full").passages(whole.query, whole.documents, None, "")
        length = REPLY_TOKENS + prompt_tokens(made(tmp_path, "attributing_medicine").prompt(whole, shown)) - 1
        task = made(tmp_path, "attributing_medicine", f"&length={length}&n=1")
        (item,) = task.items(0)
        n = len(item.documents)
        assert n == len(whole.documents) - 1
        assert item.gold == {number for number in whole.gold if number <= n}
        shown = Showing(spec="full").passages(item.query, item.documents, None, "")
        assert prompt_tokens(task.prompt(item, shown)) <= length - REPLY_TOKENS

    def test_one_review_alone_is_refused(self, tmp_path: Path) -> None:
        path = reviews(tmp_path)
        path.write_text(path.read_text().splitlines()[0])
        with pytest.raises(BadInput, match="two or more"):
            named_task(f"ethic/attributing_medicine?data={path}&least=0")

    def test_law_shows_masked_segments_and_the_target(self, tmp_path: Path) -> None:
        task = made(tmp_path, "attributing_law", "&segment=400")
        (item,) = task.items(0)
        assert item.gold == {1, 4}
        before, after = text_of(task, item).split("This is the target case:")
        assert "Hale" not in before
        assert "Hale v. Orchard (1973)" in after


class TestRecalling:
    def test_numbers_of_people_are_merged(self, tmp_path: Path) -> None:
        first = made(tmp_path, "recalling_medicine").items(0)[0]
        assert first.gold == {"10", "11", "12"}

    def test_names_want_labels_of_a_run(self, tmp_path: Path) -> None:
        with pytest.raises(BadInput, match="names are found by a model"):
            made(tmp_path, "recalling_books")
        task = made(tmp_path, "recalling_books", "&labels=none&together=1")
        items = task.items(0)
        assert task.measures[0].name == "labels_listed"
        run = tmp_path / "run"
        run.mkdir()
        rows = [{"answer": ["ada", f"king{n}"], "tags": dict(one.tags)} for n, one in enumerate(items)]
        (run / "responses.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        labelled = made(tmp_path, "recalling_books", f"&labels={run}")
        (item,) = labelled.items(0)
        assert item.gold == {"ada", *(f"king{n}" for n in range(len(items)))}
        kings = ", ".join(f"Captain King{n}" for n in range(len(items)))
        assert scored(labelled, item, f"Lady Ada, {kings}") == (1.0, False)
        (run / "responses.jsonl").write_text(f"{json.dumps({**rows[0], 'answer': None})}\n")
        with pytest.raises(BadInput, match=f"no labels of {len(items)} of {len(items)} sections"):
            made(tmp_path, "recalling_books", f"&labels={run}").items(0)

    def test_numbers_in_citations(self) -> None:
        pytest.importorskip("eyecite", reason="citations need the extra law")
        text = (
            "Roe v. Wade, 410 U.S. 113, 120 (1973); 28 U.S.C. § 1331; Id. at 121; see 5 pages, Smith, 347 F.3d at 1024."
        )
        assert citation_numbers(text) == {"410", "113", "28", "1331", "347", "3", "1024"}
        assert citation_numbers("In 1973 nine judges sat.") == frozenset()


class TestLimits:
    def test_dates_choose_texts_and_are_told(self, tmp_path: Path) -> None:
        task = made(tmp_path, "attributing_medicine", "&after=2002")
        assert [item.group for item in task.items(0)] == ["a", "b"]
        assert task.notes is not None
        assert task.notes([], [])[:2] == ["2 texts, dated 2002 to 2002.", "Left out: 1 of another date or none."]
        with pytest.raises(BadInput, match="none within"):
            made(tmp_path, "attributing_medicine", "&after=2030")

    def test_short_texts_are_left_out(self, tmp_path: Path) -> None:
        with pytest.raises(BadInput, match="none within least=10000"):
            named_task(f"ethic/organizing_books?data={novel(tmp_path)}")

    @pytest.mark.parametrize("name", ["organizing_medicine", "attributing_books"])
    def test_tasks_of_other_domains_do_not_exist(self, tmp_path: Path, name: str) -> None:
        with pytest.raises((BadInput, KeyError)):
            named_task(f"ethic/{name}?data={tmp_path}")


def test_real_texts_make_all_tasks(shared: Path) -> None:
    data = shared / "data"
    (book,) = named_task(f"ethic/organizing_books?data={data}/gutenberg_sample").task.items(0)
    debates = named_task(f"ethic/organizing_debates?data={data}/hansard_xml").task.items(0)
    (review,) = named_task(f"ethic/recalling_medicine?data={data}/ms2_sample&least=0").task.items(0)
    assert (len(book.gold), [len(one.gold) for one in debates]) == (183, [16, 23])
    assert (len(review.documents), review.tags["date"]) == (20, "2006")


class TestSummarizing:
    def test_a_summary_for_each_section_under_its_heading(self, tmp_path: Path) -> None:
        task = made(tmp_path, "summarizing_law")
        (item,) = task.items(0)
        n = len(item.documents)
        assert (item.gold, n) == (tuple(one.text for one in item.documents), 2)
        assert text_of(task, item).count("Segment 2>>") == 1
        full = "\n\n".join(f"<Segment {number}>\nIt is about case {number}." for number in range(1, n + 1))
        whole = {number: f"It is about case {number}." for number in range(1, n + 1)}
        assert task.parse(item, full) == whole
        assert task.parse(item, f"Here are the summaries:\n\n{full}") == whole
        assert task.parse(item, "<Segment 1>\nOnly the first.") == {1: "Only the first."}
        assert task.parse(item, " \n") is None

    def test_a_section_that_is_left_out_has_the_least_rating(self, tmp_path: Path) -> None:
        task = made(tmp_path, "summarizing_medicine")
        item = task.items(0)[0]
        answer = task.parse(item, "<Section 1>\nTen patients were treated.")
        response: Response[Any] = Response(item=item, system="s", context="full", answer=answer)
        units = [f"{kind}/1" for kind in ("consistency", "relevance", "faithfulness")]
        judgements = [Judgement(unit=unit, rater="j", value=5.0) for unit in units]
        rows = list(task.measures[-1].score(item, response, judgements))
        assert [(row.value, row.failed) for row in rows] == [(5.0, False), (1.0, True), (1.0, True)]

    def test_one_section_needs_no_heading(self, tmp_path: Path) -> None:
        task = made(tmp_path, "summarizing_medicine", "&together=1")
        item = task.items(0)[0]
        assert task.parse(item, "Ten patients were treated.") == {1: "Ten patients were treated."}

    def test_a_run_of_summaries_makes_options(self, tmp_path: Path, hayrick: Command) -> None:
        data = sitting(tmp_path, " ".join(f"In year {n} the dredger removed {n * 7} tons of mud." for n in range(150)))
        sections = named_task(f"ethic/summarizing_debates?data={data}&least=0&together=1").task.items(0)
        replies = tmp_path / "replies.jsonl"
        rows = [{"item": one.id, "system": "s", "reply": f"Summary {n}."} for n, one in enumerate(sections)]
        replies.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        spec = f"ethic/summarizing_debates?data={data}&least=0&together=1"
        done = hayrick("run", spec, "--system", f"file:{replies}", "--judge", "none", "--out", tmp_path / "run")
        assert (done.status, done.err) == (0, "")
        task = named_task(f"ethic/organizing_debates?data={data}&least=0&summaries={tmp_path / 'run'}").task
        (item,) = task.items(0)
        options = item.query.splitlines()
        assert [options[number - 1] for number in item.gold] == [
            f"[{number}] Summary {place}." for place, number in enumerate(item.gold)
        ]
