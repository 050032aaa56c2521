"""Objects of the user's own: found in modules and files, and what is said where that fails."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hayrick.records.user_code import load_function, load_instance, load_object, source_file
from hayrick.records.user_errors import told
from hayrick.types import BadInput

CODE = """
from __future__ import annotations
from dataclasses import dataclass
from os.path import join
import helper_of_mine

@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = helper_of_mine.WHY

    def up(self) -> Point:
        return Point(self.x, self.y + 1)

def score(query, documents):
    import later_of_mine
    return later_of_mine.VALUE

def scorer():
    raise ValueError("no luck")

number = 3
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, which Python does not search, with code in it and in a folder below."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    below = tmp_path / "lib_of_mine" / "below"
    below.mkdir(parents=True)
    before = set(sys.modules)
    for place in (tmp_path, below):
        (place / "code_of_mine.py").write_text(CODE)
        (place / "helper_of_mine.py").write_text("WHY = 7")
        (place / "later_of_mine.py").write_text("VALUE = 9")
    yield tmp_path
    for name in set(sys.modules) - before:
        if "of_mine" in name:
            del sys.modules[name]


SPECS = [
    "python:code_of_mine:",
    "python:code_of_mine.py:",
    "python:./code_of_mine.py:",
    "python:lib_of_mine/below/code_of_mine.py:",
]


@pytest.mark.parametrize("spec", SPECS)
def test_functions_classes_and_values(spec: str) -> None:
    assert load_object(f"{spec}number", "here") == 3
    point: Any = load_object(f"{spec}Point", "here")
    assert point(1).up() == point(1, 8)
    assert dataclasses.replace(point(1), x=2) == point(2)
    assert load_object(f"{spec}Point", "here") is point, "loaded once"
    assert load_function(f"{spec}score", "here")("q", []) == 9, "what is imported at the call is found too"


def test_modules_in_packages() -> None:
    assert load_object("python:lib_of_mine.below.helper_of_mine:WHY", "here") == 7


def test_files_of_one_name_are_different_modules(folder: Path) -> None:
    (folder / "a").mkdir()
    (folder / "a" / "helper_of_mine.py").write_text("WHY = 8")
    found = [load_object(f"python:{name}helper_of_mine.py:WHY", "here") for name in ("", "a/", "lib_of_mine/below/")]
    assert found == [7, 8, 7]


def test_a_changed_file_is_loaded_anew_and_older_bytecode_is_not_used(folder: Path) -> None:
    path = folder / "changing_of_mine.py"
    found = []
    for value in "123":
        path.write_text(f"VALUE = {value}")
        found.append(load_object(f"python:{path}:VALUE", "here"))
    assert found == [1, 2, 3]


def test_the_current_folder_comes_first_while_importing_and_last_afterwards(folder: Path) -> None:
    (folder / "pytest.py").write_text("")
    (folder / "helper_of_mine.py").write_text("import sys\nWHY = sys.path[0]")
    assert load_object("python:helper_of_mine:WHY", "here") == str(folder)
    assert sys.path.index(str(folder)) == len(sys.path) - 1
    load_object("python:helper_of_mine:WHY", "here")
    assert sys.path.count(str(folder)) == 1


@pytest.mark.parametrize("spec", SPECS)
def test_source_files(spec: str, folder: Path) -> None:
    place = folder / "lib_of_mine" / "below" if "below" in spec else folder
    found = source_file(f"{spec}score")
    assert found is not None
    assert found.resolve() == (place / "code_of_mine.py").resolve()


@pytest.mark.parametrize(
    "spec", ["python:math:pi", "python:absent_of_mine:f", "python:absent.py:f", "python:a.b.c:f", "python:f"]
)
def test_what_has_no_source_file(spec: str) -> None:
    assert source_file(spec) is None


@pytest.mark.parametrize(
    ("spec", "line"),
    [
        ("python:f", "here: 'python:f'; expected a module or a file, and a name in it."),
        ("python:", "here: 'python:'; expected a module"),
        ("python:code_of_mine:", "here: 'python:code_of_mine:'; expected a module"),
        ("python:absent_of_mine:f", "here: No module named 'absent_of_mine'; expected a module that Python finds."),
        (
            "python:lib_of_mine.absent:f",
            "here: No module named 'lib_of_mine.absent'; expected a module that Python finds.",
        ),
        ("python:code_of_mine.below:f", "here: No module named 'code_of_mine.below'; 'code_of_mine' is not a package"),
        ("python:absent.py:f", "absent.py: no such file; expected a readable file."),
        ("python:lib_of_mine/absent:f", "lib_of_mine/absent: no such file"),
        ("python:lib_of_mine/below:f", "lib_of_mine/below: a directory; expected a file."),
        ("python:code_of_mine.py:scores", "here: no 'scores' in code_of_mine.py; expected 'score' or 'scorer'"),
        ("python:code_of_mine:Pont", "here: no 'Pont' in code_of_mine; expected 'Point'"),
        ("python:code_of_mine:qqq", "here: no 'qqq' in code_of_mine; expected 'Point' or 'score' or 'scorer'."),
        ("python:helper_of_mine:qqq", "here: no 'qqq' in helper_of_mine; expected a name that it defines."),
    ],
)
def test_what_is_absent(spec: str, line: str) -> None:
    with pytest.raises(BadInput) as problem:
        load_object(spec, "here")
    assert line in str(problem.value)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("\n\ndef f(:\n", "SyntaxError: invalid syntax ({path}, line 3)"),
        ("x = 1\nraise ValueError('no\\nluck')", "ValueError: no luck ({path}, line 2)"),
        ("x = 1\nx()", "TypeError: 'int' object is not callable ({path}, line 2)"),
        ("assert False", "AssertionError ({path}, line 1)"),
        ("import sys\n\nsys.exit(2)", "SystemExit: 2 ({path}, line 3)"),
        ("import absent_of_mine", "ModuleNotFoundError: No module named 'absent_of_mine' ({path}, line 1)"),
        ("\nimport json\njson.loads('{')", "({path}, line 3)"),
        ("import wrong_of_mine", "NameError: name 'nothing' is not defined ({folder}/wrong_of_mine.py, line 2)"),
        ("f = 'é'.encode().decode('ascii')", "UnicodeDecodeError: "),
    ],
)
@pytest.mark.parametrize("spec", ["python:broken_of_mine:f", "python:broken_of_mine.py:f"])
def test_what_raises_is_told_with_file_and_line(folder: Path, spec: str, code: str, found: str) -> None:
    path = folder / "broken_of_mine.py"
    path.write_text(code)
    (folder / "wrong_of_mine.py").write_text("\nnothing()")
    for _ in range(2):
        with pytest.raises(BadInput) as problem:
            load_object(spec, "here")
        assert str(problem.value).startswith("here: cannot be imported: ")
    assert found.format(path=path, folder=folder) in str(problem.value)
    path.write_text("f = 3  # corrected")
    if spec.endswith(".py:f"):
        assert load_object(spec, "here") == 3, "nothing of what failed is kept"


def test_a_class_that_needs_nothing_is_made(folder: Path) -> None:
    (folder / "made_of_mine.py").write_text(
        "class Free:\n    def __init__(self, size=3, **more):\n        self.size = size\n\n"
        "class Bound:\n    def __init__(self, size, **more):\n        self.size = size\n"
    )
    assert vars(load_instance("python:made_of_mine.py:Free", "here")) == {"size": 3}
    assert isinstance(load_instance("python:made_of_mine.py:Bound", "here"), type)


def test_only_what_can_be_called_is_a_function() -> None:
    with pytest.raises(BadInput, match="here: 'number' is a int; expected a function"):
        load_function("python:code_of_mine.py:number", "here")


def test_an_exception_at_a_call_is_told_with_its_line() -> None:
    with pytest.raises(ValueError, match="no luck") as problem:
        load_function("python:code_of_mine.py:scorer", "here")()
    place = CODE.splitlines().index('    raise ValueError("no luck")') + 1
    assert (
        told(problem.value.with_traceback(problem.tb.tb_next))
        == f"ValueError: no luck ({Path.cwd()}/code_of_mine.py, line {place})"
    )
    assert told(ValueError()) == "ValueError"
