"""What refers to a target case as a model marks it: asked page by page, read tolerantly, masked like all citations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import Command
from corpora import opinions
from hayrick.harness.naming.names import named_task
from hayrick.protocols import Task
from hayrick.replies.quotes import located, read_quotes
from hayrick.systems.contexts import Showing
from hayrick.tasks.ethic.law import MARK, citations, masked
from hayrick.tasks.ethic.opinions import END, LINK, TEXT, Case
from hayrick.types import BadInput, Response

BY_NAME = "The wisdom of the Orchard rule is plain. "


def spec(data: Path, more: str = "") -> str:
    return f"ethic/attributing_law?data={data}&least=0&segment=400{more}"


def made(data: Path, more: str = "") -> Task[Any, Any]:
    return named_task(spec(data, more)).task


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return opinions(tmp_path)


def run_of(data: Path, answers: dict[str, list[str]], out: Path) -> Path:
    """A run in which a model marks, for each page with a text among the keys, its quotes; nothing else."""
    rows = [
        {"tags": dict(item.tags), "answer": next((found for text, found in answers.items() if text in page), [])}
        for item in made(data, "&spans=none").items(0)
        for page in [item.documents[0].text]
    ]
    out.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return out


class TestQuotes:
    @pytest.mark.parametrize(
        ("reply", "expected"),
        [
            ('["Hale v. Orchard", "Id. at 3"]', ("Hale v. Orchard", "Id. at 3")),
            ('Here they are:\n```json\n["Hale", ]\n```', ("Hale",)),
            ("[]", ()),
            ("None.", ()),
            ("No spans refer to the target case.", ()),
            ("Hale v. Orchard", None),
            ("", None),
        ],
    )
    def test_read(self, reply: str, expected: tuple[str, ...] | None) -> None:
        assert read_quotes(reply) == expected

    def test_found_again_in_order_as_whole_words(self) -> None:
        text = "Elm. Id. at 2. See Hale  v.\nOrchard’s rule. Id. at 3; id. Hale v. Orchard."
        found = located(text, ["Hale v. Orchard", "Id.", "hale", "Hal", "x" * 501, "§"])
        assert [text[one.start : one.end] for one in found.spans] == ["Hale  v.\nOrchard", "Id.", "Hale v. Orchard"]
        assert found.spans[1].start > found.spans[0].end, "the one after the quote before it"
        assert found.missing == ("hale", "Hal", "x" * 501, "§")


class TestTask:
    def test_shows_a_part_of_a_page_unmasked_and_the_target(self, data: Path) -> None:
        task = made(data, "&spans=none&together=1")
        items = task.items(0)
        assert len(items) == 8
        passages = Showing(spec="full").passages("", items[1].documents, None, "")
        text = task.prompt(items[1], passages).messages[-1].text
        assert "410 U.S. 113, 120 (1973)" in text
        assert "Trees are fixtures of the land." in text
        assert MARK not in text

    def test_rows_count_what_is_and_is_not_on_the_page(self, data: Path) -> None:
        task = made(data, "&spans=none")
        item = task.items(0)[1]
        answer = task.parse(item, '["Hale v. Orchard", "Oak v. Orchard"]')
        response: Response[Any] = Response(item=item, system="s", context="full", answer=answer)
        rows = [row for measure in task.measures for row in measure.score(item, response, ())]
        assert [(row.measure, row.value) for row in rows] == [("spans_marked", 1.0), ("spans_not_there", 1.0)]

    def test_what_rules_quote_makes_what_rules_make(self, data: Path, tmp_path: Path, hayrick: Command) -> None:
        done = hayrick("run", spec(data, "&spans=none&together=1"), "--system", "rule", "--out", tmp_path / "run")
        assert (done.status, done.err) == (0, "")
        (plain,), (marked,) = made(data).items(0), made(data, f"&spans={tmp_path / 'run'}").items(0)
        assert (marked.query, marked.gold, marked.documents) == (plain.query, plain.gold, plain.documents)

    def test_a_model_finds_what_rules_do_not_and_leaves_out_what_they_take(self, data: Path, tmp_path: Path) -> None:
        path = data / "opinion-3.json"
        row = json.loads(path.read_text())
        first, second = row["plain_text"].split("\f")
        path.write_text(json.dumps({**row, "plain_text": f"{first} {BY_NAME}\f{second}"}))
        (by_rule,) = made(data).items(0)
        assert by_rule.gold == {1, 4}
        run = run_of(data, {BY_NAME.strip(): ["the Orchard  rule", "no such words"]}, tmp_path / "marks.jsonl")
        task = made(data, f"&spans={run}")
        (item,) = task.items(0)
        assert item.gold == {3}
        text = item.documents[2].text
        assert f"The wisdom of {MARK} is plain." in text
        assert all("Hale" not in one.text and "410" not in one.text for one in item.documents), "rules mask, too"
        assert task.notes is not None
        assert "1 on 8 pages; 1 more" in task.notes([], [])[1]

    def test_runs_that_are_not_whole_are_refused(self, data: Path, tmp_path: Path) -> None:
        run = run_of(data, {"410 U.S. 113, 120": ["Hale v. Orchard"]}, tmp_path / "marks.jsonl")
        lines = run.read_text().splitlines()
        run.write_text(f"{lines[0]}\n")
        with pytest.raises(BadInput, match="no marked spans of 4 of 8 pages"):
            made(data, f"&spans={run}")
        run.write_text("".join(f"{json.dumps({**json.loads(one), 'answer': None})}\n" for one in lines))
        with pytest.raises(BadInput, match="no marked spans of 8 of 8 pages"):
            made(data, f"&spans={run}")
        run.write_text(f"{json.dumps({**json.loads(lines[0]), 'answer': {'1': 'x'}})}\n")
        with pytest.raises(BadInput, match="an answer that is no list"):
            made(data, f"&spans={run}")
        run_of(data, {}, run)
        with pytest.raises(BadInput, match="no case that another one cites"):
            made(data, f"&spans={run}")

    @pytest.mark.parametrize("more", ["sections=2", "length=8k", "wanted=1", "together=2"])
    def test_options_that_marking_would_ignore_are_refused(self, data: Path, more: str) -> None:
        with pytest.raises(BadInput, match=more[:4]):
            made(data, f"&spans=none&{more}")


class TestMasks:
    """Names and reports of a target case as opinions write them; cases found by a reader of the rule."""

    @pytest.mark.parametrize(
        ("text", "kept", "targets"),
        [
            ("<477 U.S. 242>, 248, 106 S. Ct. 2505, 91 L. Ed. 2d 202 (1986), it", ", it", [True]),
            ("<Roe Mills v. Liberty Lobby>, 477 U.S. 242, 248 (1986), it", ", it", [True]),
            ("Roe Mills et al. v. Liberty Lobby says", " says", [True]),
            ("ROE MILLS v. LIBERTY LOBBY, INC. says", " says", [True]),
            ("Roe Mills vs. Liberty Lobby says", " says", [True]),
            ("Liberty Lobby says", " says", [True]),
            ("477 US 242 says", " says", [True]),
            ("Roe Mills v. City of Elm, 470 U.S. 564 says", " says", [False]),
            ("Proe Mills v. Liberty Lobby says", " says", [False]),
            ("477 U.S., at 323 says", " says", [True]),
            ("Poe Mfg. Co. v. Elm Bros. Inc., 1 F.2d 3, 4 (2d Cir. 1950) says", " says", [False]),
        ],
    )
    def test_nothing_of_a_citation_is_left(self, text: str, kept: str, targets: list[bool]) -> None:
        target = Case(
            id="7",
            name="Roe Mills v. Liberty Lobby, Inc.",
            short="Roe Mills",
            date="2000-01-01",
            citations=("477 U.S. 242",),
            summary="",
            pages=(),
            cites=frozenset(),
            opinions=frozenset(),
        )
        page = text.replace("<", f"{LINK}7{TEXT}").replace(">", END)
        found = citations(page, target)
        assert masked(page, found) == f"{MARK}{kept}"
        assert [one.of_target for one in found] == targets

    def test_another_case_of_the_same_volume_is_no_target(self) -> None:
        target = Case("7", "Roe v. Lobby", "", "", ("477 U.S. 242",), "", (), frozenset(), frozenset())
        page = "Under Celotex, 477 U.S. at 323, and Roe, 477 U.S. at 250, it is so."
        assert [one.of_target for one in citations(page, target)] == [False, True]
