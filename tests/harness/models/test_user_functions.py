"""Systems of the user's own that are functions: what they are given, may answer, and do wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from answered import bullets

from conftest import ROOT, Command, lines_of
from hayrick import load as hayrick_load
from hayrick.harness.storage.journal_file import FILE

FUNCTION = """
from pathlib import Path

def answer(request):
    with Path(__file__).with_name("asked.txt").open("a") as log:
        log.write(request["subtopic"] + "\\n")
    return "- The bakery opens at six. [1]"

def as_object(request):
    assert request["documents"][0] == {"number": 1, "id": "dA", "title": "Opening hours", "text": TEXT}, request
    assert request["n_bullets"] == 2 or request["subtopic"] != "s1", request
    return {"summary": f"- {request['query']} [2]"}

def as_lines(request):
    return {"summary": [f"- {request['query']} [2]", "- It closes at noon. [1]"]}

class Odd(str):
    def __len__(self):
        raise RuntimeError("no length")

    __str__ = encode = __getitem__ = __len__

def shows(request):
    return {"summary": "- The bakery opens at six. [1]", "documents_shown": ["dB", "dA"], "score": 1, "sources": []}

def shows_number(request):
    return {"summary": "- The bakery opens at six. [1]", "documents_shown": [1]}

def of_two(question, documents):
    raise AssertionError("called")

def needs_k(request, *, k):
    raise AssertionError("called")

def shows_text(request):
    return {"summary": "- The bakery opens at six. [1]", "documents_shown": "dA"}

def shows_other(request):
    return {"summary": "- The bakery opens at six. [1]", "documents_shown": ["dA", "dZ"]}

def first(request):
    with Path(__file__).with_name("asked.txt").open("a") as log:
        log.write(f"{request['subtopic']} {' '.join(str(one['number']) for one in request['documents'])}\\n")
    one = request["documents"][0]
    return f"- {one['text'].split('. ')[0]}. [{one['number']}]"

def odd(request):
    return Odd("- The bakery opens at six. [1]")

def raises(request):
    raise ValueError("no luck with sesame-open")

def wrong(request):
    return 3

def other(request):
    return {"answer": "- The bakery opens at six. [1]", "sources": []}

def edits(request):
    Path(__file__).write_text("edits = None")
    return "- Edited. [1]"

def exits(request):
    raise SystemExit(0)

def elsewhere(request):
    import os
    os.chdir("/")
    return "- The bakery opens at six. [1]"

def never(request):
    import time
    print("asked", flush=True)
    time.sleep(600)

a_number = 3
TEXT = "The bakery on Mill Lane now opens at six on weekdays. Regulars say the queue is shorter than in spring."
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path with a module `minesystem`."""
    folder = tmp_path / "code"
    folder.mkdir()
    (folder / "minesystem.py").write_text(FUNCTION)
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setenv("MY_API_KEY", "sesame-open")
    yield folder
    sys.modules.pop("minesystem", None)


def test_a_function_is_asked_once_for_each_subtopic(hayrick: Command, native: Path, module: Path) -> None:
    out = module / "out"
    words = ("run", native, "--system", "python:minesystem:answer", "--judge", "local", "--out", out)
    assert hayrick(*words).status == 0
    first = {name: (out / name).read_bytes() for name in ("estimates.json", FILE)}
    assert hayrick(*words).status == 0
    assert {name: (out / name).read_bytes() for name in first} == first
    asked = (module / "asked.txt").read_text().split()
    assert sorted(asked) == ["s1", "s2"], "answered from the journal the second time"
    assert {row["system"] for row in lines_of(out / "summaries.jsonl")} == {"python:minesystem:answer"}
    assert all(cites == ["dA"] for found in bullets(out).values() for _, cites in found)


def test_changed_code_is_another_run(hayrick: Command, refused: Callable[..., str], native: Path, module: Path) -> None:
    words = ("run", native, "--system", "python:minesystem:answer", "--judge", "none", "--out", module / "out")
    assert hayrick(*words).status == 0
    (module / "minesystem.py").write_text(FUNCTION.replace("at six", "at seven"))
    assert "(differs in code)" in refused(*words)


def test_a_run_that_has_not_finished_goes_on_with_mended_code(
    hayrick: Command, refused: Callable[..., str], native: Path, module: Path
) -> None:
    """What the old code answered is not taken as an answer of the new code, in one file or in two."""
    spec, other = f"python:{module}/minesystem.py:answer", f"python:{module}/minesystem.py:raises"
    words = ("run", native, "--system", spec, "--system", other, "--judge", "none", "--out", module / "out")
    line = refused(*words)
    number = FUNCTION.split("\n").index('    raise ValueError("no luck with sesame-open")') + 1
    assert f"ValueError: no luck with *** ({module}/minesystem.py, line {number})). Mend it and give" in line
    assert not (module / "out" / "estimates.json").exists()
    mended = FUNCTION.replace("raise ValueError", "return ").replace("at six", "at seven")
    (module / "minesystem.py").write_text(mended)
    assert "(differs in seed)" in refused(*words, "--seed", 1)
    assert hayrick(*words).status == 0
    rows = lines_of(module / "out" / "summaries.jsonl")
    assert {row["reply"] for row in rows if row["system"] == spec} == {"- The bakery opens at seven. [1]"}
    assert {row["reply"] for row in rows if row["system"] == other} == {"no luck with sesame-open"}


def test_a_file_is_a_system_and_changed_code_another_one(
    hayrick: Command, refused: Callable[..., str], native: Path, tmp_path: Path
) -> None:
    path, out = tmp_path / "mine.py", tmp_path / "out"
    path.write_text(FUNCTION)
    spec = f"python:{path}:answer"
    assert hayrick("run", native, "--system", spec, "--judge", "none", "--out", out).status == 0
    assert {row["system"] for row in lines_of(out / "summaries.jsonl")} == {spec}
    path.write_text(FUNCTION.replace("at six", "at ten"))
    assert "(differs in code)" in refused("run", native, "--system", spec, "--judge", "none", "--out", out)
    other = tmp_path / "other"
    assert hayrick("run", native, "--system", spec, "--judge", "none", "--out", other).status == 0
    assert bullets(other)["s1"] == [("The bakery opens at ten.", ["dA"])]


@pytest.mark.parametrize("spec", ["python:pack.core:answer", "python:{}/pack/core.py:answer"])
def test_changed_code_that_a_file_imports_is_another_run(
    hayrick: Command,
    refused: Callable[..., str],
    native: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    spec: str,
) -> None:
    files = {
        "pack/__init__.py": "",
        "pack/core.py": "def answer(request):\n    from %swords import said\n    return said()\n",
        "pack/words.py": "import json, numpy\ndef said():\n    return '- The bakery opens at six. [1]'\n",
        "pack/other.py": "beside = 1\n",
    }
    (tmp_path / "pack").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text.replace("%s", "" if spec.endswith("py:answer") else "pack."))
    monkeypatch.chdir(tmp_path)
    words = ("run", native, "--system", spec.format(tmp_path), "--judge", "none", "--out", tmp_path / "out")
    try:
        assert hayrick(*words).status == 0
        (tmp_path / "pack" / "other.py").write_text("beside = 2\n")
        assert hayrick(*words).status == 0, "what is not imported does not matter"
        (tmp_path / "pack" / "words.py").write_text(files["pack/words.py"].replace("six", "ten"))
        assert "(differs in code)" in refused(*words)
    finally:
        for name in ("words", "pack", "pack.core", "pack.words"):
            sys.modules.pop(name, None)


def test_a_run_keeps_to_the_code_that_it_began_with(hayrick: Command, native: Path, tmp_path: Path) -> None:
    path, out = tmp_path / "mine.py", tmp_path / "out"
    path.write_text(FUNCTION)
    done = hayrick("run", native, "--system", f"python:{path}:edits", "--judge", "none", "--out", out)
    assert (done.status, done.err) == (0, "")
    assert bullets(out) == {"s1": [("Edited.", ["dA"])], "s2": [("Edited.", ["dA"])]}


def test_a_function_may_answer_with_an_object_and_sees_the_contract(
    hayrick: Command, native: Path, module: Path
) -> None:
    out = module / "out"
    done = hayrick("run", native, "--system", "python:minesystem:as_object", "--judge", "none", "--out", out)
    assert (done.status, done.err) == (0, "")
    assert bullets(out)["s1"] == [("What changed in hours and costs?", ["dB"])]


def test_a_function_may_answer_with_lines(hayrick: Command, native: Path, module: Path) -> None:
    done = hayrick("run", native, "--system", "python:minesystem:as_lines", "--judge", "none", "--out", module / "out")
    assert (done.status, done.err) == (0, "")
    assert bullets(module / "out")["s1"] == [
        ("What changed in hours and costs?", ["dB"]),
        ("It closes at noon.", ["dA"]),
    ]


def test_of_a_kind_of_text_of_the_user_s_own_the_text_is_taken(hayrick: Command, native: Path, module: Path) -> None:
    done = hayrick("run", native, "--system", "python:minesystem:odd", "--judge", "none", "--out", module / "out")
    assert (done.status, done.err) == (0, "")
    assert bullets(module / "out")["s1"] == [("The bakery opens at six.", ["dA"])]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("raises", "ValueError: no luck with ***"),
        ("wrong", "a value of type int; expected text, or an object with text as 'reply' or 'summary'"),
        ("other", "an object with 'answer', 'sources'; expected text, or an object with text as 'reply' or 'summary'"),
        ("exits", "SystemExit: 0"),
    ],
)
def test_a_function_that_always_fails_is_told_and_not_scored(
    hayrick: Command, native: Path, module: Path, name: str, found: str
) -> None:
    out = module / "out"
    done = hayrick("run", native, "--system", f"python:minesystem:{name}", "--judge", "local", "--out", out)
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert f"python:minesystem:{name} answered no call (python:minesystem:{name}: {found}" in done.err
    assert "sesame" not in done.err
    everything = b"".join(path.read_bytes() for path in out.rglob("*") if path.is_file())
    assert b"sesame" not in everything


@pytest.mark.parametrize(
    ("judge", "told"),
    [
        ("exits", "expected code that runs"),
        ("stops", "expected code that runs"),
        ("bare", "a function that needs other arguments"),
    ],
)
def test_code_that_cannot_be_called_or_ends_the_program_is_told_in_one_line(
    refused: Callable[..., str], native: Path, module: Path, judge: str, told: str
) -> None:
    (module / "minejudge.py").write_text(
        "def exits(options):\n    raise SystemExit(0)\n"
        "def stops(options):\n    raise GeneratorExit\n"
        "def bare():\n    return True\n"
    )
    line = refused("run", native, "--system", "lead", "--judge", f"python:{module}/minejudge.py:{judge}")
    assert told in line


def test_results_are_written_where_the_run_began(
    hayrick: Command, native: Path, module: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Code that changes the current folder, when it is imported or asked, does not change what a path means."""
    monkeypatch.chdir(module)
    (module / "moves.py").write_text(f"import os\nos.chdir('/')\n{FUNCTION}")
    for n, spec in enumerate(["python:minesystem:elsewhere", "python:moves.py:answer"]):
        assert hayrick("run", native, "--system", spec, "--judge", "local", "--out", f"out{n}").status == 0
        os.chdir(module)
        assert (module / f"out{n}" / "estimates.json").exists()


def test_an_interrupt_ends_a_run_whose_system_never_answers(native: Path, module: Path) -> None:
    words = ["run", native, "--system", f"python:{module}/minesystem.py:never", "--judge", "none", "--out", "out"]
    running = subprocess.Popen(
        [sys.executable, "-m", "hayrick", *map(str, words)],
        cwd=module,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout is not None
    # Several questions may be asked at once, and their lines run into each other.
    assert running.stdout.readline().startswith(b"asked")
    running.send_signal(signal.SIGTERM)
    _, said = running.communicate(timeout=60)
    assert (running.returncode, said.strip()) == (143, b"hayrick: stopped; give the same command again to continue")


@pytest.mark.parametrize(
    ("spec", "found"),
    [
        ("python:minesystem:none", "no 'none' in minesystem; expected 'answer'"),
        (
            "python:minesystem:a_number",
            "python:minesystem:a_number: of type int; expected a function, or an object with 'respond'",
        ),
        (
            "python:minesystem:of_two",
            "of_two(question, documents); expected a function of one argument, a dict with 'query' and 'documents' "
            "(each with 'number', 'id', 'title' and 'text'). Add to its file, and name as the system: def "
            'hayrick_answer(request): return of_two(request["query"], request["documents"])',
        ),
        (
            "python:minesystem:needs_k",
            "needs_k(request, k); expected a function of one argument, a dict with 'query' and 'documents' (each with "
            "'number', 'id', 'title' and 'text'). Give other arguments a default, or a value in the name, as "
            "?NAME=VALUE.",
        ),
        ("python:nosuchmodule:f", "No module named 'nosuchmodule'"),
        ("python:minesystem", "expected a module or a file, and a name in it"),
        ("python:nosuchfile.py:f", "nosuchfile.py: no such file"),
        ("http://user:sesame@127.0.0.1:9/a", "an address with a user or a password"),
        ("http://[::1/", "no web address; expected http:// or https://, a host, and a path in ASCII"),
        ("http://127.0.0.1:9/é", "a path in ASCII. Write other characters of a path as %XX."),
        ("http://127.0.0.1:9/a b", "no web address"),
        ("http://a..b/", "no web address"),
        (f"http://{64 * 'a'}.example/", "no web address"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    refused: Callable[..., str], native: Path, module: Path, spec: str, found: str
) -> None:
    line = refused("run", native, "--system", spec, "--judge", "local", "--out", module / "out")
    assert found in line
    assert "sesame" not in line
    assert not (module / "out").exists()


def test_documents_shown_by_a_function_are_kept(hayrick: Command, native: Path, module: Path) -> None:
    """In rows and in what was missed, also when the answer comes from the journal."""
    out = module / "out"
    words = ("run", native, "--system", "python:minesystem:shows", "--judge", "local", "--out", out)
    told = "python:minesystem:shows returned 'score', 'sources', which is not read; expected 'reply' or 'summary', and"
    assert " ".join(hayrick(*words).out.split()).count(told) == 1
    for _ in range(2):
        assert [row["documents_shown"] for row in lines_of(out / "summaries.jsonl")] == [["dA", "dB"]] * 2
        assert "not shown" in hayrick("show", out, "--missed").out
        (out / "summaries.jsonl").unlink()
        assert hayrick(*words).status == 0


@pytest.mark.parametrize(("name", "found"), [("shows_number", "1"), ("shows_text", "'dA'"), ("shows_other", "'dZ'")])
def test_documents_shown_that_are_not_those_of_the_request_are_told(
    refused: Callable[..., str], native: Path, module: Path, name: str, found: str
) -> None:
    line = refused("run", native, "--system", f"python:minesystem:{name}", "--judge", "none", "--out", module / "out")
    assert f"'documents_shown' has {found}; expected a list of ids of the request's documents, such as 'dA' or " in line


def test_a_function_is_asked_once_for_each_order_and_budget(hayrick: Command, native: Path, module: Path) -> None:
    """Documents keep their numbers; dA and dB state the insights of s1, dC those of s2."""
    out, spec = module / "out", "python:minesystem:first"
    done = hayrick("run", native, "--system", spec, "--order", "top,bottom,random", "--seeds", 2, "--out", out)
    assert done.status == 0
    assert "does the order matter?" in done.out
    rows = lines_of(out / "summaries.jsonl")
    assert {row["context"] for row in rows} == {"full/top", "full/bottom", "full/random0", "full/random1"}
    n_documents = len(hayrick_load(native).documents)
    for row in rows:
        assert row["tags"]["order"] == row["context"].partition("/")[2].rstrip("01")
        assert "documents_shown" not in row
    asked = {tuple(line.split()[1:]) for line in (module / "asked.txt").read_text().splitlines()}
    assert {tuple(sorted(numbers)) for numbers in asked} == {tuple(map(str, range(1, n_documents + 1)))}
    cited = {(row["subtopic"], row["context"]): row["bullets"][0]["cites"] for row in rows}
    assert cited["s1", "full/top"] != cited["s1", "full/bottom"]
    done = hayrick("run", native, "--system", spec, "--budget-tokens", "30", "--out", module / "short")
    assert done.status == 0
    for row in lines_of(module / "short" / "summaries.jsonl"):
        assert (row["context"], row["tags"]["budget_tokens"]) == ("full@30", 30)
        assert 0 < len(row["documents_shown"]) < n_documents


def test_an_object_has_no_orders(refused: Callable[..., str], native: Path, module: Path) -> None:
    (module / "mineobject.py").write_text(
        "class Own:\n    signature, asks = 'own', False\n    def respond(self, items, ask):\n        return []\n"
    )
    line = refused("run", native, "--system", f"python:{module}/mineobject.py:Own", "--order", "top")
    assert "--order: an option that is not used here; expected a system that is a language model, a function or" in line
