"""Layouts of human scores: what is read, and what is refused in one line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import SHARED
from hayrick.human_scores import UNSPECIFIED, read_human_scores
from hayrick.types import BadInput

ROW: dict[str, Any] = {
    "id": "1",
    "document": "Hay is dry grass.",
    "summary": "Hay is grass.",
    "system": "a",
    "references": ["Dry grass."],
    "scores": {"faithfulness": [4, 5]},
}


def lines(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_rows_of_ours(tmp_path: Path) -> None:
    unscored = {**ROW, "system": "person", "scores": {}, "human_written": True}
    other = {**ROW, "document": "Straw.", "scale": {"faithfulness": [1, 5]}, "licence": "CC0"}
    found = read_human_scores(lines(tmp_path / "a.jsonl", ROW, unscored, other))
    assert (found.layout, len(found.summaries), found.n_unscored) == ("rows", 2, 1)
    assert [one.document_id for one in found.summaries] == ["document 1", "document 2"]
    assert found.summaries[0].scores == {"faithfulness": (4.0, 5.0)}
    assert (found.scales, found.data_licence) == ({"faithfulness": (1.0, 5.0)}, "CC0")
    assert found.annotation_licence == UNSPECIFIED


def test_csv(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        "document,summary,system,score:relevance:1,score:relevance:2,score:fluency,human_written\n"
        '"Hay, dry",Grass.,a,3,4,,\n"Hay, dry",Straw.,b,,2,5,true\n',
        encoding="utf-8",
    )
    first, second = read_human_scores(path).summaries
    assert first.scores == {"relevance": (3.0, 4.0)}
    assert (second.scores, second.is_human) == ({"relevance": (None, 2.0), "fluency": (5.0,)}, True)
    assert first.document_id == second.document_id


def test_summeval(tmp_path: Path) -> None:
    row = {"id": "d", "text": "Hay.", "decoded": "Grass.", "model_id": "M0", "references": ["Dry."]}
    rated = [{"coherence": 1, "fluency": 5}, {"coherence": 2, "fluency": 5}]
    found = read_human_scores(lines(tmp_path / "a.jsonl", {**row, "expert_annotations": rated}))
    assert found.summaries[0].scores == {"coherence": (1.0, 2.0), "fluency": (5.0, 5.0)}
    assert found.scales["coherence"] == (1.0, 5.0)


def longeval(folder: Path, texts: object, scores: object) -> Path:
    (folder / "pubmed_summary_src_doc_data.json").write_text(json.dumps(texts), encoding="utf-8")
    (folder / "pubmed_fine_scores.json").write_text(json.dumps(scores), encoding="utf-8")
    return folder


ANNOTATED = {"dataset_id": "7", "model_type": "bart", "generated_summary": "Hay dries.", "relevance": 2.5}
PAPER = {"article_id": "7", "article_text": ["Hay .", "It dries ."], "abstract_text": ["<S> Dry hay . </S>"]}
REPORT = {
    "id": "7",
    "report": [
        {
            "section_title": "Letter",
            "paragraphs": ["Hay is grass."],
            "subsections": [{"section_title": "Drying", "paragraphs": ["It dries."], "subsections": []}],
        }
    ],
    "highlight": [
        {"section_title": "What GAO Found", "paragraphs": ["Dry hay."], "subsections": []},
        {"section_title": "What GAO Recommends", "paragraphs": ["Mow."], "subsections": []},
    ],
}


def koh(folder: Path, source: dict[str, Any], annotated: dict[str, Any]) -> Path:
    lines(folder / "annotations.jsonl", annotated)
    lines(folder / "sources.jsonl", source)
    return folder


@pytest.mark.parametrize(
    ("source", "text", "licence"),
    [(PAPER, "Hay .\nIt dries .", "Apache License 2.0"), (REPORT, "Hay is grass.\nDrying\nIt dries.", UNSPECIFIED)],
)
def test_koh(source: dict[str, Any], text: str, licence: str, tmp_path: Path) -> None:
    found = read_human_scores(koh(tmp_path, source, {**ANNOTATED, "factual_consistency": [1, 0, 1]}))
    (one,) = found.summaries
    assert (one.document, one.system, found.data_licence) == (text, "bart", licence)
    assert one.scores == {"consistency": (1.0, 0.0, 1.0), "relevance": (2.5,)}
    assert [reference.strip(" .").casefold() for reference in one.references] == ["dry hay"]


def test_a_dimension_that_no_annotator_scored_is_none(tmp_path: Path) -> None:
    null = {"consistency": [None, None], "relevance": [2, None]}
    (one,) = read_human_scores(koh(tmp_path, PAPER, {**ANNOTATED, **null})).summaries
    assert one.scores == {"relevance": (2.0, None)}
    found = read_human_scores(lines(tmp_path / "a.jsonl", ROW, {**ROW, "system": "b", "scores": {"f": [None], "": []}}))
    assert (len(found.summaries), found.n_unscored, found.dimensions) == (1, 1, ["faithfulness"])
    other = {name.replace("longt5", "bart"): row for name, row in TEXTS.items() if "longt5" in name}
    given = [{"story": "article_0_longt5", "score": [50]}, {"story": "article_0_bart", "score": [None, None]}]
    found = read_human_scores(longeval(tmp_path, TEXTS | other, given))
    assert ([one.system for one in found.summaries], found.n_unscored) == (["longt5"], 2)


TEXTS = {
    "article_0_longt5": {"source_doc": "Hay.<br /> Dry.", "summary": "Grass."},
    "article_0_human": {"source_doc": "Hay.<br /> Dry.", "summary": "Dry grass."},
}


def test_longeval(tmp_path: Path) -> None:
    found = read_human_scores(longeval(tmp_path, TEXTS, [{"story": "article_0_longt5", "score": [50, 100]}]))
    (one,) = found.summaries
    assert (one.document_id, one.system, one.document) == ("article_0", "longt5", "Hay.\n Dry.")
    assert (one.references, one.scores) == (("Dry grass.",), {"faithfulness": (50.0, 100.0)})
    assert (found.n_unscored, found.data_licence) == (1, "Apache License 2.0")


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs HAYRICK_SHARED: the LongEval data of PubMed")
def test_the_released_longeval_data() -> None:
    found = read_human_scores(SHARED / "data" / "longeval_pubmed")
    assert (len(found.summaries), found.n_unscored, len({one.document_id for one in found.summaries})) == (40, 20, 20)
    assert all(len(one.references) == 1 and "<br" not in one.document for one in found.summaries)


def bad_longeval(texts: object, scores: object) -> Callable[[Path], Path]:
    return lambda folder: longeval(folder, texts, scores)


def bad_rows(*rows: dict[str, Any]) -> Callable[[Path], Path]:
    return lambda folder: lines(folder / "a.jsonl", *rows)


def bad_csv(text: str) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        (folder / "a.csv").write_text(text, encoding="utf-8")
        return folder / "a.csv"

    return write


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (bad_rows({**ROW, "summary": " "}), "a.jsonl:1: the summary is empty"),
        (bad_rows({**ROW, "document": ""}), "the document is empty"),
        (bad_rows(ROW, ROW), "a.jsonl:2: a second summary of document 'document 1' by 'a'"),
        (bad_rows({**ROW, "scale": {"faithfulness": [1, 4]}}), "faithfulness 5 is outside the scale of 1 to 4"),
        (bad_rows({**ROW, "scale": {"faithfulness": [1]}}), "scale of faithfulness"),
        (bad_rows({**ROW, "scores": {"faithfulness": ["high"]}}), "faithfulness: a string"),
        (bad_rows({**ROW, "scores": {}}), "no summary has a score"),
        (bad_rows({**ROW, "document_id": "d"}, {**ROW, "document_id": "d", "document": "x", "system": "b"}), "another"),
        (bad_rows({"text": "x"}), "rows with text; expected rows: JSONL"),
        (bad_csv("document,summary,system,score:x\na,b,c,nan\n"), "x nan is no finite number"),
        (bad_csv("document,summary,system,score:x\na,b,c,-1e308\n"), "x -1e+308 is too great a number"),
        (bad_csv("document,summary,system,score:x\na,b,c\n"), "another number of cells"),
        (bad_csv("document,summary\na,b\n"), "no column system"),
        (bad_longeval(TEXTS, []), "nothing on 'article_0_longt5'"),
        (bad_longeval({}, [{"story": "article_0_longt5", "score": [1]}]), "nothing on 'article_0_longt5'"),
        (bad_longeval(TEXTS, [{"story": "article_0_longt5", "score": [101]}]), "outside the scale of 0 to 100"),
        (lambda folder: folder, "no annotations with their sources"),
        (lambda folder: koh(folder, PAPER, {**ANNOTATED, "dataset_id": "8"}), "document '8' is in no file of sources"),
        (lambda folder: koh(folder, {"id": "7", "report": ["x"]}, ANNOTATED), "a section is a string"),
    ],
)
def test_what_is_refused(make: Callable[[Path], Path], says: str, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=re.escape(says)) as raised:
        read_human_scores(make(tmp_path))
    assert "\n" not in str(raised.value)


class TestAnnotators:
    """Who gave no score keeps the place, so that the scores of one person stay together."""

    def test_an_empty_cell_is_no_score_of_that_annotator(self, tmp_path: Path) -> None:
        path = tmp_path / "scores.csv"
        path.write_text("document,summary,system,score:f:A,score:f:B\nd,s,x,,4\nd,t,y,2,5\n")
        given = read_human_scores(path).summaries
        assert [one.scores["f"] for one in given] == [(None, 4.0), (2.0, 5.0)]
        assert [one.mean("f") for one in given] == [4.0, 3.5]

    @pytest.mark.parametrize(
        ("heads", "cell", "found"),
        [
            ("score:f,score:f", "1,2", "two columns"),
            ("score:f", "1_0", "'1_0'"),
            ("score:", "1", "without a name"),
        ],
    )
    def test_columns_that_cannot_be_meant(self, tmp_path: Path, heads: str, cell: str, found: str) -> None:
        path = tmp_path / "scores.csv"
        path.write_text(f"document,summary,system,{heads}\nd,s,x,{cell}\n")
        with pytest.raises(BadInput, match=found):
            read_human_scores(path)

    @pytest.mark.parametrize("second", ['{"f": [1' + "0" * 400 + "]}", '{"f": [1]}, "scale": {"f": [0, 9]}'])
    def test_numbers_and_scales_that_disagree(self, tmp_path: Path, second: str) -> None:
        path = tmp_path / "scores.jsonl"
        first = '{"document": "d", "summary": "s", "system": "x", "scores": {"f": [1]}, "scale": {"f": [0, 5]}}'
        path.write_text(f'{first}\n{{"document": "d", "summary": "t", "system": "y", "scores": {second}}}\n')
        with pytest.raises(BadInput, match=r"finite numbers|one scale"):
            read_human_scores(path)
