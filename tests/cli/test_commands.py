"""Every command on the golden data: what it prints, what it writes, how it ends."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import Command, lines_of, strict_json, tree
from hayrick.tasks.summhay.idle import KINDS

ESTIMATE = {
    *("system", "context", "haystack", "citations", "measure", "value", "low", "high"),
    *("n", "n_failed", "n_unjudged", "n_contradicted", "n_unread", "signature", "task", "tags"),
    *("n_clusters", "se", "df", "n_effective", "rests_on"),
}
JUDGEMENT = {
    *("haystack", "subtopic", "system", "context", "insight"),
    *("judge", "label", "value", "bullet", "unparsed", "task", "tags", "contradicted", "reason"),
}
SCORE = {
    *("haystack", "subtopic", "insight", "system", "context", "citations"),
    *("measure", "value", "weight", "failed", "unjudged", "contradicted", "unread", "task", "tags"),
}
SUMMARY = {"haystack", "subtopic", "system", "context", "bullets", "reply", "bullets_asked", "bullets_unread"}
AGREEMENT = {
    *("judge", "coverage_correlation", "coverage_correlation_low", "coverage_correlation_high"),
    *("label_correlation", "linking_accuracy", "linking_n", "bias", "kappa_linear", "n", "n_unjudged", "usd"),
}
IDLE = {f"idle_bullets{part}" for part in ("", *(f".{kind}" for kind in KINDS))}
MEASURES = {"coverage", "citation", "joint", "citation_precision", "citation_recall", "words_per_bullet", *IDLE}


def test_run_writes_the_files_of_the_contract(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "run"
    done = hayrick("run", bakery, "--system", "recorded", "--judge", "recorded", "--out", out)
    assert (done.status, done.err) == (0, "")
    assert set(tree(out)) == {
        *("manifest.json", "summaries.jsonl", "judgements.jsonl", "scores.jsonl", "estimates.json"),
    }
    table = strict_json((out / "estimates.json").read_text())
    assert table["schema"] == 1
    for row in table["rows"]:
        assert row.keys() - {"worst", "best"} == ESTIMATE
        assert row["citations"] == "own"
    for row in lines_of(out / "judgements.jsonl"):
        assert row.keys() == JUDGEMENT
        assert row["judge"] == "recorded"
        assert row["bullet"] is None if row["label"] in (None, "none") else True
        assert (row["label"] is None) == (row["unparsed"] is not None)
    for row in lines_of(out / "scores.jsonl"):
        assert row.keys() == SCORE
    for row in lines_of(out / "summaries.jsonl"):
        assert row.keys() >= SUMMARY
        assert all(isinstance(bullet["text"], str) and isinstance(bullet["cites"], list) for bullet in row["bullets"])
    manifest = strict_json((out / "manifest.json").read_text())
    assert manifest["schema"] == 1
    assert manifest["command"] == "run"
    assert manifest["finished"] is True
    assert manifest["versions"].keys() >= {"hayrick", "python"}
    (source,) = manifest["parameters"]["inputs"]
    assert source["haystack"] == "bakery"
    assert re.fullmatch("[0-9a-f]{16}", source["fingerprint"])


def test_every_system_and_measure_has_one_row_a_haystack_and_one_over_all(
    hayrick: Command, bakery: Path, tmp_path: Path
) -> None:
    hayrick("run", bakery, "--system", "recorded", "--judge", "recorded", "--out", tmp_path / "run")
    rows = strict_json((tmp_path / "run" / "estimates.json").read_text())["rows"]
    keys = [(row["system"], row["context"], row["haystack"], row["measure"]) for row in rows]
    assert len(keys) == len(set(keys))
    measures = MEASURES | {f"{name}@summary" for name in MEASURES}
    makers = {("alpha", "keywords"), ("org/beta", "lab/wide-4k"), ("alpha", "full"), ("alpha", "fl-ctxt-sort")}
    assert set(keys) == {(*maker, h, m) for maker in makers for h in ("bakery", None) for m in measures}
    by_key = dict(zip(keys, rows, strict=True))
    for key in keys:
        if key[2] is None:
            assert by_key[key]["value"] == by_key[key[0], key[1], "bakery", key[3]]["value"]


def test_the_same_command_again_changes_nothing(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    words = ("run", bakery, "--system", "recorded", "--system", "random", "--judge", "local", "--out", tmp_path / "run")
    assert hayrick(*words).status == 0
    first = tree(tmp_path / "run")
    assert hayrick(*words).status == 0
    assert tree(tmp_path / "run") == first


def test_a_run_that_was_stopped_is_finished(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    words = ("run", bakery, "--system", "lead", "--judge", "local", "--out", tmp_path / "run")
    hayrick(*words)
    whole = tree(tmp_path / "run")
    manifest = tmp_path / "run" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"finished": true', '"finished": false'))
    (tmp_path / "run" / "estimates.json").unlink()
    stopped = hayrick("export", tmp_path / "run", "--format", "jsonl", "--out", tmp_path / "e")
    assert stopped.status == 2
    assert "a run that has not finished" in stopped.err
    assert hayrick(*words).status == 0
    assert tree(tmp_path / "run") == whole


@pytest.mark.parametrize(
    "other",
    [
        ("--system", "query", "--judge", "local"),
        ("--system", "lead", "--judge", "none"),
        ("--system", "lead", "--judge", "local", "--limit", 1),
        ("--system", "lead", "--judge", "local", "--seed", 1),
        ("--system", "lead", "--judge", "local", "--compat", "paper"),
    ],
)
def test_a_directory_of_another_command_is_refused_and_kept(
    hayrick: Command, refused: Callable[..., str], bakery: Path, tmp_path: Path, other: tuple[object, ...]
) -> None:
    out = tmp_path / "run"
    hayrick("run", bakery, "--system", "lead", "--judge", "local", "--out", out)
    before = tree(out)
    line = refused("run", bakery, *other, "--out", out)
    assert f"{out}: holds a run of another command (differs in" in line
    assert tree(out) == before


def test_a_changed_input_is_another_run(
    hayrick: Command, refused: Callable[..., str], bakery: Path, tmp_path: Path
) -> None:
    path = tmp_path / "shop.json"
    path.write_bytes(bakery.read_bytes())
    words = ("run", path, "--system", "lead", "--judge", "local", "--out", tmp_path / "run")
    hayrick(*words)
    path.write_bytes(bakery.read_bytes() + b"\n")
    assert "differs in inputs" in refused(*words)
    assert "has changed since the run" in refused(
        "export", tmp_path / "run", "--format", "trec", "--out", tmp_path / "t"
    )


def test_judge_none_writes_summaries_alone(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    done = hayrick("run", bakery, "--system", "lead", "--judge", "none", "--out", tmp_path / "run")
    assert done.status == 0
    assert f"2 responses; nothing was scored.\nWritten to {tmp_path / 'run'}/.\n" in done.out
    assert set(tree(tmp_path / "run")) == {"manifest.json", "summaries.jsonl"}


def test_the_summaries_of_a_run_are_an_input(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    hayrick("run", bakery, "--system", "recorded", "--judge", "recorded", "--out", one)
    source = f"file:{one / 'summaries.jsonl'}"
    assert hayrick("run", bakery, "--system", source, "--judge", "recorded", "--out", two).status == 0
    values = [
        {
            (row["system"], row["context"], row["haystack"], row["measure"]): (row["value"], row["n"], row["n_failed"])
            for row in strict_json((folder / "estimates.json").read_text())["rows"]
        }
        for folder in (one, two)
    ]
    assert values[0] == values[1]


def test_without_out_nothing_is_written(
    hayrick: Command, bakery: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert hayrick("run", bakery, "--system", "lead", "--judge", "local").status == 0
    assert list(tmp_path.iterdir()) == []


def test_validate_writes_agreement(hayrick: Command, annotations: Path, tmp_path: Path) -> None:
    out = tmp_path / "v"
    done = hayrick("validate", annotations, "--judge", "recorded:one", "--judge", "local", "--out", out)
    assert (done.status, done.err) == (0, "")
    assert set(tree(out)) == {"manifest.json", "agreement.json", "judgements.jsonl"}
    table = strict_json((out / "agreement.json").read_text())
    assert table["schema"] == 1
    assert [row["judge"] for row in table["rows"]] == ["recorded:one", "local"]
    for row in table["rows"]:
        assert row.keys() >= AGREEMENT
        assert row["usd"] is None


@pytest.mark.parametrize(
    ("form", "files"),
    [
        ("jsonl", {"e"}),
        ("csv", {"e"}),
        ("lm-eval", {"e"}),
        ("summhay", {"e/bakery.json"}),
        ("trec", {"e/bakery.qrels", "e/bakery.openai%2Fgpt-4o%2Bfull.run", "e/bakery.ollama%2Fllama3%3A8b%2Bbm25.run"}),
    ],
)
def test_export_of_models_with_slashes_and_colons(
    hayrick: Command, native: Path, tmp_path: Path, form: str, files: set[str]
) -> None:
    source = tmp_path / "bakery.json"
    source.write_bytes(native.read_bytes())
    mine = tmp_path / "mine.jsonl"
    mine.write_text(
        '{"subtopic": "s1", "system": "openai/gpt-4o", "summary": "- It opens at six [1]."}\n'
        '{"subtopic": "s1", "system": "ollama/llama3:8b", "context": "bm25", "summary": "- It opens [2]."}\n'
    )
    hayrick("run", source, "--system", f"file:{mine}", "--judge", "local", "--out", tmp_path / "run")
    out = tmp_path / "out" / "e"
    done = hayrick("export", tmp_path / "run", "--format", form, "--out", out)
    assert (done.status, done.err) == (0, "")
    assert set(tree(tmp_path / "out")) == files
    is_folder = files != {"e"}
    assert done.out.endswith(f"Written to {out}{'/' * is_folder}.\n")


def test_export_to_parquet(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    hayrick("run", bakery, "--system", "lead", "--judge", "local", "--out", tmp_path / "run")
    done = hayrick("export", tmp_path / "run", "--format", "parquet", "--out", tmp_path / "s.parquet")
    assert done.status == 0
    assert (tmp_path / "s.parquet").read_bytes()[:4] == b"PAR1"


@pytest.mark.parametrize("name", ["bakery", "native"])
def test_describe(hayrick: Command, request: pytest.FixtureRequest, name: str) -> None:
    path: Path = request.getfixturevalue(name)
    done = hayrick("describe", path)
    assert (done.status, done.err) == (0, "")
    assert f"{path.stem}: a bakery" in done.out
    assert re.search(r"documents +6 ", done.out)


def test_list_doctor_completion_version_and_help(hayrick: Command) -> None:
    assert "recorded" in hayrick("list").out
    judges = strict_json(hayrick("list", "judges", "--json").out)["rows"]
    local = [row["what"] for row in judges if row["name"] == "local"]
    assert len(local) == 3, "one row for insights, for cited statements and for chunks"
    assert not any("\n" in one or "of chunks: " in one[1:] for one in local)
    tasks = [one.rpartition("; for ")[2] for one in local]
    assert tasks == ["summhay, helmet/multi_lexsum, helmet/infbench_sum", "helmet/alce_*", "information coverage"]
    only = hayrick("list", "measures").out
    assert "citation_recall" in only
    assert "file:PATH" not in only
    assert hayrick("doctor").status == 0
    assert "hayrick" in hayrick("completion", "bash").out
    assert hayrick("--version").out.startswith("hayrick")
    for words in ((), ("--help",), ("run", "--help"), ("-h",)):
        done = hayrick(*words)
        assert (done.status, done.err) == (0, "")
        assert "Usage: hayrick" in done.out


def test_a_broken_installation_makes_the_doctor_exit_1(hayrick: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    import hayrick.harness.diagnosis.doctor as doctor

    monkeypatch.setattr(doctor, "scenarios", dict)
    assert hayrick("doctor").status == 1


def test_values_are_fractions_and_never_nan(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    hayrick("run", bakery, "--system", "recorded", "--judge", "recorded", "--out", tmp_path / "run")
    rows: list[dict[str, Any]] = strict_json((tmp_path / "run" / "estimates.json").read_text())["rows"]
    for row in rows:
        if not row["measure"].startswith("words"):
            for name in ("value", "low", "high"):
                assert row[name] is None or 0 <= row[name] <= 1
        assert all(isinstance(row[name], int) for name in ("n", "n_failed", "n_unjudged"))
        assert (row["n_unjudged"] > 0 and "words" not in row["measure"]) == ("worst" in row)


def test_repaired_citations_have_rows_of_their_own_where_citations_matter(
    hayrick: Command, bakery: Path, tmp_path: Path
) -> None:
    words = ("run", bakery, "--system", "recorded:keywords_*", "--judge", "recorded", "--citations")
    assert hayrick(*words, "both", "--out", tmp_path / "both").status == 0
    rows = strict_json((tmp_path / "both" / "estimates.json").read_text())["rows"]
    by_citations = {
        kind: {row["measure"].removesuffix("@summary") for row in rows if row["citations"] == kind}
        for kind in ("own", "repaired")
    }
    assert by_citations == {"own": MEASURES, "repaired": MEASURES - {"coverage", "words_per_bullet", *IDLE}}
    assert hayrick(*words, "repaired", "--out", tmp_path / "repaired").status == 0
    rows = strict_json((tmp_path / "repaired" / "estimates.json").read_text())["rows"]
    own = {row["measure"].removesuffix("@summary") for row in rows if row["citations"] == "own"}
    assert own == {"coverage", "words_per_bullet", *IDLE}


@pytest.mark.parametrize(("copies", "own", "warned"), [(11, "[1]", True), (10, "[1]", False), (11, "", False)])
def test_cite_warns_of_many_times_more_citations(
    hayrick: Command, tmp_path: Path, copies: int, own: str, warned: bool
) -> None:
    told = "The red barn of the mill burned down in 1987."
    documents, mine, out = (tmp_path / name for name in ("documents.jsonl", "mine.jsonl", "cited.jsonl"))
    texts = [*[told] * copies, *(f"Geese {word} there." for word in ("flew", "sang", "swam", "slept", "fed", "hid"))]
    documents.write_text("".join(json.dumps({"id": f"d{n}", "text": text}) + "\n" for n, text in enumerate(texts)))
    mine.write_text(json.dumps({"summary": f"- {told} {own}"}))
    done = hayrick("cite", documents, "--summaries", mine, "--out", out)
    assert (done.status, done.err) == (0, "")
    n = len(lines_of(out)[0]["bullets"][0]["cites"])
    assert n == copies
    assert f"{float(n):.1f} a bullet on average" in done.out
    assert ("WARNING: 11 times as many citations as before." in done.out) is warned


def test_cite_says_which_model_cited(hayrick: Command, tmp_path: Path) -> None:
    """Words of the first document, a paraphrase of it, and something else: both models of the default, and none."""
    barn = "Its red barn burned down in 1987 after a storm."
    texts = [barn, "Mowing starts in June.", "Geese fly.", "Ducks swim.", "Rain fell.", "Wheat grew.", "Frost came."]
    documents, mine, out = (tmp_path / name for name in ("documents.jsonl", "mine.jsonl", "cited.jsonl"))
    rows = [json.dumps({"id": f"d{number}", "text": text}) for number, text in enumerate(texts, start=1)]
    documents.write_text("\n".join(rows), encoding="utf-8")
    paraphrase = "In 1987 fire took the barn of the farmer."
    summary = f"- {barn} [2]\n- {paraphrase}\n- The choir sings in the chapel."
    mine.write_text(json.dumps({"summary": summary}), encoding="utf-8")
    done = hayrick("cite", documents, "--summaries", mine, "--out", out)
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[:4] == [
        "3 bullets of 1 summary; citations: 1 before, 2 after; 0.3 and 0.7 a bullet on average.",
        "Cited by the trained model: 1 bullet.",
        "Cited by the untrained rule: 1 bullet.",
        "Cited nothing: 1 bullet, which no document supports well enough.",
    ]
    (row,) = lines_of(out)
    assert row["citations"] == "repaired:attribution.v1,threshold.v2"
    found = [(bullet["cites"], bullet["by"]) for bullet in row["bullets"]]
    assert found == [(["d1"], "attribution.v1"), (["d1"], "threshold.v2"), ([], None)]
    assert "WARNING" not in done.out
    done = hayrick("cite", documents, "--summaries", mine, "--out", out, "--model", "threshold", "--overwrite")
    assert "Cited by the untrained rule: 2 bullets." in done.out.splitlines()
    assert "trained model" not in done.out


def test_cite_keeps_the_text_and_what_was_cited(hayrick: Command, bakery: Path, tmp_path: Path) -> None:
    out = tmp_path / "cited.jsonl"
    done = hayrick("cite", bakery, "--summaries", "recorded:keywords_*", "--out", out)
    assert (done.status, done.err) == (0, "")
    documents = {f"d{letter}" for letter in "ABCDEF"}
    first = lines_of(out)[0]
    assert [bullet["own_cites"] for bullet in first["bullets"]] == [["dA", "dB"], ["dB", "dD"]]
    assert [bullet["text"] for bullet in first["bullets"]] == ["It opens at six.", "Flour is 12 percent dearer."]
    for row in lines_of(out):
        assert row.keys() >= {"haystack", "subtopic", "system", "context", "bullets"}
        for bullet in row["bullets"]:
            assert set(bullet["cites"]) <= documents
    done = hayrick("run", bakery, "--system", f"file:{out}", "--judge", "local")
    assert done.status == 0


def test_the_page_of_commands_is_that_of_the_help_texts() -> None:
    from bench.pages.commands import PAGE, page

    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m bench.pages.commands"
