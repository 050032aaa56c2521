"""A report in other formats than HTML: the same tables, whatever names they hold."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import Command, strict_json
from hayrick.harness.reviewing.page_sources import read_sources
from hayrick.page.boards import boards
from hayrick.page.content import Content
from hayrick.page.flat import flat
from hayrick.page.latex import escaped, latex
from hayrick.page.markdown import markdown
from hayrick.page.views import Figure, View
from hayrick.report.tables import Table

HOSTILE = (
    "<script>alert(1)</script>",
    "a | b \\| c & d",
    "[x](javascript:alert(2)) ![y](http://e.org/z.png) `code` **bold** _it_ #12 @all",
    "\\input{/etc/passwd} $x^2$ %c ~ {un}balanced}{ --- `` '' ,, ?` !` << >>",
    "=1+2",
    "@SUM(A1)",
    "[2ex] *",
    "\u4e2d\u6587 \u00e9\u0142\u0127 \u2265 \U0001f600 e\u0301",
    "\u202egnorw\u2066 \x00\x1b[0m\n# next",
    "lone \ud800 surrogate",
    "w" * 10_000,
)


@pytest.fixture
def hostile() -> Content:
    """A report in which every text is hostile."""
    every = " ".join(one[:200] for one in HOSTILE)
    table = Table(every, ["name", "what | & \\", "value"], [[one, one, "-1.5 [-2.0, 1.0]"] for one in HOSTILE], (2,))
    view = View("v", every, every, (Figure("f", "<svg/>", every),), (table,))
    return Content(every, [(every, every)], [table], view, [view], [every], [every])


@pytest.fixture
def run(hayrick: Command, bakery: Path, tmp_path: Path) -> Path:
    """A run of recorded systems."""
    folder = tmp_path / "run"
    assert hayrick("run", bakery, "--system", "recorded", "--judge", "recorded", "--out", folder).status == 0
    return folder


def test_every_format_has_the_tables_of_the_run(hayrick: Command, run: Path, tmp_path: Path) -> None:
    for end in ("md", "csv", "tex", "json"):
        done = hayrick("report", run, "--out", tmp_path / f"r.{end}", "--figures", tmp_path / "figures", "--overwrite")
        assert (done.status, done.err) == (0, "")
    told = strict_json((tmp_path / "r.json").read_text())
    names = {figure["name"] for view in told["views"] for figure in view["figures"]}
    assert {path.stem for path in (tmp_path / "figures").iterdir()} == names != set()
    rows = strict_json((run / "estimates.json").read_text())["rows"]
    wanted = {
        f"{row['system']} / {row['context']}": (row["value"], row["low"], row["high"])
        for row in rows
        if row["measure"] == "joint" and row["haystack"] is None
    }
    every = list(csv.DictReader(io.StringIO((tmp_path / "r.csv").read_text())))
    lines = [line for line in every if line["view"] != "facts"]
    assert len(every) - len(lines) == 2 * (len(told["facts"]) + len(told["notes"]))
    assert "1 citation names no document of the haystack: counted as wrong." in told["notes"]
    found = {
        line["names"]: tuple(float(line[name]) / 100 for name in ("value", "low", "high"))
        for line in lines
        if (line["view"], line["column"]) == ("leaderboard-1", "joint")
    }
    assert found == {name: pytest.approx(values, abs=0.0005) for name, values in wanted.items()}
    n_cells = sum(len(row) for view in told["views"] for table in view["tables"] for row in table["rows"])
    assert len(lines) == n_cells
    text = (tmp_path / "r.md").read_text()
    assert text.count("<details>") == sum(len(view["tables"]) for view in told["views"]) + 2
    assert all(f"](figures/{name}.svg)" in text for name in names)
    assert r"\cite{laban2024haystack}" in (tmp_path / "r.tex").read_text()
    assert r"\bibitem{laban2024haystack}" in (tmp_path / "r.tex").read_text()
    assert "@inproceedings{laban2024haystack," in text
    assert "2 have no readable verdict" not in text
    assert "1 have no readable verdict" in text


@pytest.mark.parametrize("end", ["md", "tex", "html", "json"])
def test_worst_and_best_case_stand_beside_what_was_not_judged(
    hayrick: Command, run: Path, tmp_path: Path, end: str
) -> None:
    assert hayrick("report", run, "--out", tmp_path / f"r.{end}").status == 0
    # Of four insights one has no label (x, from 0 to 1), one has 1/4, two belong to a missing answer: (x + 1/4) / 4.
    for text in ("joint, worst to best", "6.2 to 31.2"):
        assert text in (tmp_path / f"r.{end}").read_text()
    (board,) = boards(read_sources([run]))
    heads = {head.name: head.is_shown for head in board.parts[0].heads}
    assert heads["joint, worst to best"]
    assert not heads["coverage, worst to best"], "picked by the reader, as in a terminal"


def test_changes_are_paired_differences_to_the_first_run(hayrick: Command, native: Path, tmp_path: Path) -> None:
    subtopics = strict_json(native.read_text())["subtopics"]
    for name, n_said in (("old", 1), ("new", 2)):
        replies = {one["id"]: "\n".join(f"- {it['text']}" for it in one["insights"][:n_said]) for one in subtopics}
        about = {"haystack": "bakery_native", "system": "mine"}
        lines = [json.dumps({**about, "subtopic": id, "reply": reply}) for id, reply in replies.items()]
        file = tmp_path / f"{name}.jsonl"
        file.write_text("\n".join(lines))
        words = ("--system", f"file:{file}", "--judge", "local", "--out", tmp_path / name)
        assert hayrick("run", native, *words).status == 0
    out = tmp_path / "r.json"
    assert hayrick("report", tmp_path / "old", tmp_path / "new", "--out", out).status == 0
    view = strict_json(out.read_text())["views"][0]
    rows = {row[1]: row for table in view["tables"] for row in table["rows"]}
    # Each of two subtopics has two insights: one of them was said, then both.
    assert (view["name"], view["title"]) == ("changes", "Changes since old")
    assert rows["coverage"][2].startswith("50.0")
    assert rows["coverage"][3].startswith("100.0")
    assert rows["coverage"][4].startswith("50.0")
    assert rows["coverage"][7] == "4"
    assert [one["name"] for one in view["figures"]] == ["changes"]
    page = tmp_path / "r.html"
    assert hayrick("report", tmp_path / "old", tmp_path / "new", "--out", page).status == 0
    assert all(f'id="{name}"' in page.read_text() for name in ("changes", "differences"))


def test_markdown_shows_names_and_nothing_else(hostile: Content) -> None:
    text = markdown(hostile, "figures")
    body = re.sub(r"</?(details|summary)>", "", text)
    assert "<" not in body
    assert "](javascript" not in text.replace("\\](", "")
    assert not re.search(r"(?<!\\)@|://|(?<!&)#[0-9](?![0-9]*;)", body)
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert {line.count("|") for line in rows} == {4}
    assert len(rows) == 3 * (len(HOSTILE) + 2)


def test_csv_holds_no_formula(hostile: Content) -> None:
    lines = list(csv.DictReader(io.StringIO(flat(hostile))))
    assert len(lines) == 2 + 2 + 2 * 3 * len(HOSTILE)
    texts = [line[name] for line in lines for name in ("view", "table", "names", "column", "text")]
    assert not [one for one in texts if one.startswith(("=", "+", "@", "\t", "\r"))]
    assert not set("".join(texts)) & set("\x00\x1b\u202e\u2066")
    assert {(line["value"], line["low"]) for line in lines if line["column"] == "value"} == {("-1.5", "-2.0")}


def test_latex_is_balanced_and_its_rows_have_all_columns(hostile: Content) -> None:
    text = latex(hostile)
    bare = re.sub(r"\\[{}&%$#_\\]", "", text)
    assert bare.count("{") == bare.count("}")
    rows = [line for line in text.splitlines() if line.endswith(r"\\") or line.endswith(r"\\\hline")]
    assert {len(re.findall(r"(?<!\\)&", line)) for line in rows} == {2}
    assert r"\input{" not in text
    assert max(map(len, text.splitlines())) < 40_000


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("0.636 [0.539, 0.732]", "0.636 [0.539, 0.732]"),
        ("-0.132 [-0.2, -.064]", "$-$0.132 [$-$0.2, $-$.064]"),
        ("a − b", "a $-$ b"),
        ("claude3-haiku, 2026-11-28, gpt-4", "claude3-haiku, 2026-11-28, gpt-4"),
        ("don't stop! why?", "don't stop! why?"),
        # Dashes, low and high quotation marks, and Spanish marks would be made of these.
        ("--no-cache --- ,, '' !` ?`", r"-{}-no-cache -{}-{}- ,{}, '{}' !\textasciigrave{} ?\textasciigrave{}"),
        ("--5", "-{}-5"),
        ("a_b/c", r"a\_\allowbreak{}b/\allowbreak{}c"),
        (r"\input{x} $1 50 % #1", r"\textbackslash{}input\{x\} \$1 50 \% \#1"),
    ],
)
def test_latex_is_what_a_paper_wants_and_safe(text: str, written: str) -> None:
    assert escaped(text) == written


def test_latex_rows_do_not_begin_with_what_the_row_above_would_take() -> None:
    table = Table("t", ["*a", "b"], [["[1pt]", "-1.5"], ["*", "*"], ["", "[x]"]], [1])
    lines = latex(Content("t", [], [], None, [View("v", "v", "", tables=(table,))], [], [])).splitlines()
    assert r"\hline {}*a & b \\\hline" in lines
    start = lines.index(r"{}[1pt] & $-$1.5 \\")
    assert lines[start + 1 : start + 3] == [r"{}* & * \\", r" & [x] \\"]


def test_latex_compiles(hostile: Content, run: Path, hayrick: Command, tmp_path: Path) -> None:
    if shutil.which("pdflatex") is None:
        pytest.skip("no pdflatex on this machine")
    assert hayrick("report", run, "--out", tmp_path / "run.tex").status == 0
    (tmp_path / "hostile.tex").write_text(latex(hostile), encoding="utf-8", errors="replace")
    for name in ("run", "hostile"):
        words = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "-no-shell-escape", f"{name}.tex"]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, errors="replace", check=False)
        assert done.returncode == 0, done.stdout[-2000:]
        assert (tmp_path / f"{name}.pdf").stat().st_size > 1000


def test_files_are_not_replaced_unasked(hayrick: Command, run: Path, tmp_path: Path) -> None:
    done = hayrick("report", run, "--out", tmp_path / "r.md", "--figures", tmp_path / "f")
    size = round((tmp_path / "r.md").stat().st_size / 1000)
    assert (done.status, f"r.md ({size} kB)." in done.out) == (0, True)
    done = hayrick("report", run, "--out", tmp_path / "s.md", "--figures", tmp_path / "f")
    assert (done.status, "--overwrite" in done.err, (tmp_path / "s.md").exists()) == (2, True, False)
    assert hayrick("report", run, "--out", run / "scores.jsonl", "--format", "md", "--overwrite").status == 2
