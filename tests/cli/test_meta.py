"""The command meta: what it prints and writes, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import SHARED, Command, lines_of, strict_json

ROW = {"metric", "dimension", "level", "pearson", "spearman", "kendall", "low", "high", "n", "n_unjudged", "usd"}
WORDS = ["hay", "rain", "mud", "sun", "frost"]


def summary(number: int, system: int, written_as: str | None = None, **more: Any) -> dict[str, Any]:
    """The higher the number of the system, the more of the summary is in the document, and the higher its score."""
    said = [*WORDS[: system + 1], *(f"no{n}" for n in range(4 - system))]
    return {
        "id": f"{number}/{system}",
        "document": f"Field {number}: {' '.join(WORDS)}.",
        "summary": " ".join(said),
        "system": written_as or f"s{system}",
        "references": ["hay and rain"],
        "scores": {"faithfulness": [system + 1, system + (number % 2)]},
        **more,
    }


@pytest.fixture
def scored(tmp_path: Path) -> Path:
    path = tmp_path / "scored.jsonl"
    given = [summary(number, system) for number in range(4) for system in range(4)]
    people = [
        summary(number, 4, written_as="person", human_written=True, scores={"faithfulness": [1]}) for number in (0, 1)
    ]
    path.write_text("".join(json.dumps(one) + "\n" for one in [*given, *people]), encoding="utf-8")
    return path


def rows(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = strict_json(path.read_text())["rows"]
    return found


def test_the_files_of_the_contract(hayrick: Command, scored: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = hayrick("meta", scored, "--metric", "local", "--out", out)
    assert (done.status, done.err) == (0, "")
    assert strict_json((out / "meta.json").read_text())["schema"] == 1
    found = rows(out / "meta.json")
    assert all(row.keys() >= ROW for row in found)
    assert {row["level"] for row in found} == {"instance", "summary", "system"}
    (one,) = [row for row in found if (row["metric"], row["level"]) == ("source_words", "instance")]
    assert one["pearson"] > 0.9
    assert (one["n"], one["n_unjudged"], one["usd"], one["human_written"]) == (16, 0, None, "excluded")
    assert lines_of(out / "judgements.jsonl")
    assert "2 scored summaries are written by people and left out" in done.out
    assert "Licence of the data: unspecified; of the annotations: unspecified." in done.out


def test_the_effect_of_summaries_by_people_stands_beside(hayrick: Command, scored: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    hayrick("meta", scored, "--metric", "source_words", "--human-written", "include", "--out", out)
    without, including = (row for row in rows(out / "meta.json") if row["level"] == "instance")
    assert (without["n"], including["n"]) == (16, 18)
    assert without["pearson"] > including["pearson"] + 0.1


JUDGE = """
from hayrick.types import Judgement, Unparsed

class Length:
    name, signature, asks = "length", "length", False

    async def judge(self, item, response, ask):
        if item.group.endswith("1") and response.system == "s0":
            return [Judgement(unit="length", rater="length", value=None, unparsed=Unparsed(reason="odd"))]
        return [Judgement(unit="length", rater="length", value=float(len(item.documents[0].text)))]

length = Length()
"""


def test_a_judge_of_ones_own_reads_the_extract(hayrick: Command, scored: Path, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(JUDGE, encoding="utf-8")
    out = tmp_path / "out"
    words = ("meta", scored, "--metric", f"python:{tmp_path / 'own.py'}:length", "--out", out)
    done = hayrick(*words, "--judge-context", "extract:lead@3")
    assert done.status == 0, done.err
    first = rows(out / "meta.json")[0]
    assert (first["n"], first["n_unjudged"], first["context"]) == (15, 1, "extract:lead@3")
    assert "1 summary without a value" in " ".join(done.out.split())
    values = [row["value"] for row in lines_of(out / "judgements.jsonl") if row["value"] is not None]
    assert max(values) < 20


def test_a_metric_without_its_package_says_so(hayrick: Command, scored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hayrick.judges.metrics.judge.find_spec", lambda name: None)
    shown = " ".join(hayrick("meta", scored, "--metric", "rouge1").out.split())
    assert "counted as unjudged (package rouge_score is missing: pip install --editable '.[rouge]' in" in shown


def test_the_grid_of_extractors_and_budgets(hayrick: Command, scored: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ("meta", scored, "--metric", "source_words", "--metric", "rouge1", "--grid", "--extractor", "lead")
    done = hayrick(*words, "--extractor", "lead", "--budget-tokens", "8,4", "--out", out)
    assert done.status == 0, done.err
    whole = strict_json((out / "grid.json").read_text())
    places = [(row["metric"], row["extractor"], row["budget"]) for row in whole["rows"]]
    cells = [("full", None), ("lead", 4), ("lead", 8)]
    assert places == [(metric, *cell) for metric in ("source_words", "rouge1") for cell in cells]
    assert {row["metric"]: row["reads"] for row in whole["rows"]} == {"source_words": "source", "rouge1": "references"}
    assert [(row["rule"], row["metric"]) for row in whole["choices"]] == [
        (r, "source_words") for r in ("best", "pareto")
    ]
    for row in whole["choices"]:
        assert sum(row["wins"].values()) == pytest.approx(1)
    full, short, _ = whole["lengths"]
    assert short["mean"] <= 4 < full["mean"]
    assert whole["positions"][0]["shares"][0] > 0
    assert {path.name for path in out.glob("*.svg")} >= {"pearson-source_words-faithfulness.svg", "positions.svg"}
    assert rows(out / "meta.json")[0]["context"] == "full"
    assert "what is gained by reading less" in done.out
    planned = hayrick(*words, "--dry-run")
    assert planned.status == 0


def test_over_one_system_there_is_no_correlation(hayrick: Command, scored: Path, tmp_path: Path) -> None:
    (one := tmp_path / "one.jsonl").write_text(
        "\n".join(line for line in scored.read_text().split("\n") if "s2" in line)
    )
    done = hayrick("meta", one, "--metric", "source_words", "--out", tmp_path / "out")
    assert "There is one system: correlations over systems are undefined." in done.out
    (row,) = [row for row in rows(tmp_path / "out" / "meta.json") if row["level"] == "system"]
    assert row["pearson"] is None


def test_json(hayrick: Command, scored: Path) -> None:
    done = hayrick("meta", scored, "--metric", "source_words", "--json")
    assert {row["metric"] for row in strict_json(done.out)["rows"]} == {"source_words"}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--metric", "rogue1"], "unknown metric 'rogue1'"),
        (["--metric", "none"], "unknown metric 'none'"),
        (["--metric", "my_judge"], "unknown metric 'my_judge'"),
        (["--metric", "local", "--judge-context", "lead@8"], "expected extract:NAME@TOKENS"),
        (["--metric", "local", "--judge-context", ""], "judge context '': no such form"),
        (["--metric", "local", "--judge-context", "extract:lead@99999999999999"], "1 to 999999999 tokens"),
        (["--metric", "local", "--judge-repeat", "3"], "a judge that asks a model"),
        (["--metric", "local", "--order", "random"], "No such option '--order'"),
        (["--metric", "local", "--extractor", "lead"], "--extractor is used with --grid only"),
        (["--metric", "local", "--grid", "--extractor", "led"], "an unknown name"),
        (["--metric", "local", "--grid", "--judge-context", "extract:lead@8"], "together with --grid"),
        (["--metric", "local", "--budget-tokens", "8"], "--budget-tokens is used with --grid only"),
        ([], "--metric"),
    ],
)
def test_what_is_refused(hayrick: Command, scored: Path, tmp_path: Path, words: list[str], says: str) -> None:
    done = hayrick("meta", scored, *words, "--out", tmp_path / "out")
    assert done.status == 2
    assert says in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_names_of_the_users_files_stay_as_they_are(refused: Callable[..., str], scored: Path, tmp_path: Path) -> None:
    path = tmp_path / "judge.py"
    path.write_text("def judge(item):\n    raise OSError('no judge in /judges')\n")
    line = refused("meta", scored, "--metric", f"python:{path}:judges")
    assert f"--metric python:{path}:judges: no 'judges' in {path}; expected 'judge'." in line
    line = refused("meta", scored, "--metric", f"python:{path}:judge")
    assert f"--metric python:{path}:judge: OSError: no judge in /judges ({path}, line 2);" in line


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs HAYRICK_SHARED: the LongEval data of PubMed")
def test_the_released_annotators_and_bigrams(hayrick: Command, tmp_path: Path) -> None:
    out = tmp_path / "out"
    hayrick("meta", SHARED / "data" / "longeval_pubmed", "--metric", "source_bigrams", "--out", out)
    whole = strict_json((out / "meta.json").read_text())
    assert whole["rows"][0]["pearson"] == pytest.approx(0.61, abs=0.02)
    # specs/reference_behaviour.md, section 5: each annotator against the others.
    assert whole["ceilings"][0]["annotators"] == pytest.approx([0.67, 0.79, 0.64], abs=0.006)
