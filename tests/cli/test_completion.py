"""What a shell completes: names, contexts of a model, files; from a file that holds what `hayrick list` lists."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.pages.names import PLACE, text
from click.shell_completion import ShellComplete

from conftest import Command
from hayrick.cli.completion import Bash
from hayrick.cli.program import COMPLETING, hayrick


def completed(*words: str) -> list[str]:
    """Values of the last word, as any shell gets them; files that the shell would list are "<files>"."""
    shell = ShellComplete(hayrick, {}, "hayrick", COMPLETING)
    found = shell.get_completions(list(words[:-1]), words[-1])
    return ["<files>" if one.type == "file" else one.value for one in found]


def test_the_names_are_those_that_are_listed() -> None:
    assert PLACE.read_text(encoding="utf-8") == text(), "run: python -m bench.pages.names"


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (("run", "x.json", "--system", "rec"), ["recorded", "recorded:"]),
        (("run", "x.json", "--system", "openai/gpt-4o+bm"), ["openai/gpt-4o+bm25", "openai/gpt-4o+bm25rm3"]),
        (("run", "x.json", "--system", "openai/gpt-4o+f"), ["openai/gpt-4o+full", "openai/gpt-4o+first"]),
        (("run", "x.json", "--judge", "loc"), ["local"]),
        (("run", "x.json", "--order", "stored,to"), ["stored,top"]),
        (("run", "x.json", "--judge-context", "extract:rouge1"), ["extract:rouge1@", "extract:rouge1+2@"]),
        (("run", ""), ["<files>"]),
        (("run", "helmet/json"), ["<files>", "helmet/json_kv"]),
        (("plan", "x.json", "--prices", ""), ["<files>"]),
        (("retrieve", "x.json", "--retriever", "sent"), ["sentences"]),
        (("meta", "x.jsonl", "--metric", "rougeL"), ["rougeL"]),
        (("meta", "x.jsonl", "--grid", "--extractor", "lea"), ["lead"]),
        (("compare", "runs/a", "--measure", "citation_p"), ["citation_precision"]),
        (("synth", "tide"), ["<files>", "tidewall"]),
        (("verify", ""), ["<files>"]),
        (("completion", ""), ["bash", "zsh", "fish"]),
        (("verif",), ["verify"]),
        (("run", "x.json", "--judge-var"), ["--judge-variant"]),
        (("run", "x.json", "--system", "nothing"), []),
    ],
)
def test_values(words: tuple[str, ...], values: list[str]) -> None:
    assert completed(*words) == values


def test_files_of_a_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mine.jsonl", "mine.py", "other.py"):
        (tmp_path / name).touch()
    (tmp_path / "mints").mkdir()
    assert completed("run", "x.json", "--system", "file:mi") == ["file:mine.jsonl", "file:mine.py", "file:mints/"]
    assert completed("run", "x.json", "--system", "python:mi") == ["python:mine.py", "python:mints/"]
    assert completed("run", "x.json", "--system", "file:nowhere/") == []


def test_bash_gets_what_follows_a_colon(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes words apart there, and would else write the beginning twice."""
    bash = Bash(hayrick, {}, "hayrick", COMPLETING)
    for line, lines in (
        ("hayrick run x.json --system recorded", "plain,recorded\nplain,recorded:"),
        ("hayrick meta x.jsonl --metric keypoints:", "plain,\nplain,local"),
        ("hayrick run ", "file,"),
        ("hayrick run 'a b.json' --judge lo", "plain,local"),
    ):
        monkeypatch.setenv("COMP_WORDS", line)
        assert bash.complete() == lines


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell(hayrick: Command, shell: str) -> None:
    done = hayrick("completion", shell)
    assert done.status == 0
    assert f"{COMPLETING}={shell}_complete" in done.out
