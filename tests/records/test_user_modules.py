"""Files that a user's own code consists of, wherever they lie, and fingerprints of all of them."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hayrick.records.code_prints import code_files, fingerprint_of
from hayrick.records.read_files import fingerprint_file
from hayrick.records.user_code import load_object
from hayrick.records.user_modules import own_files

ENDING = "_of_ours"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, in which modules are loaded and forgotten afterwards."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if ENDING in name:
            del sys.modules[name]
    importlib.invalidate_caches()


@pytest.fixture
def write(place: Path) -> Callable[..., None]:
    """Write files by name, with their folders."""

    def files(**content: str) -> None:
        for name, text in content.items():
            path = place / f"{name.replace('__', '/')}{ENDING}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    return files


def names(found: list[Path], place: Path) -> list[str]:
    return sorted(str(one.relative_to(place.resolve())).removesuffix(f"{ENDING}.py") for one in found)


IMPORTS = {
    "a folder that the code adds to the path": f"import sys\nsys.path.insert(0, 'lib')\nimport help{ENDING}\n",
    "one that it adds and takes away": (
        f"import sys\nsys.path.insert(0, 'lib')\nfrom help{ENDING} import T\nsys.path.remove('lib')\n"
    ),
    "a name made at run time": (
        f"import importlib, sys\nsys.path.insert(0, 'lib')\nimportlib.import_module('help' + '{ENDING}')\n"
    ),
    "a module made of a file": (
        f"import importlib.util as u, sys\ns = u.spec_from_file_location('odd{ENDING}', 'lib/help{ENDING}.py')\n"
        f"m = u.module_from_spec(s)\nsys.modules[s.name] = m\nsys.path.insert(0, 'lib')\ns.loader.exec_module(m)\n"
    ),
    "a literal name at the call": (
        f"import sys\nfrom importlib import import_module\nsys.path.insert(0, 'lib')\n"
        f"def g():\n    import_module('help{ENDING}')\n"
    ),
    "__import__ at the call": f"import sys\nsys.path.insert(0, 'lib')\ndef g():\n    __import__('help{ENDING}')\n",
    "at the call": f"import sys\nsys.path.insert(0, 'lib')\ndef g():\n    import help{ENDING}\n",
}


@pytest.mark.parametrize("code", IMPORTS.values(), ids=IMPORTS)
@pytest.mark.parametrize("spec", [f"python:app/s{ENDING}.py:f", f"python:app.s{ENDING}:f"])
def test_modules_from_elsewhere_belong_to_the_code(
    place: Path, write: Callable[..., None], code: str, spec: str
) -> None:
    write(app__s=f"{code}import json, numpy\nf = 1\n", lib__help=f"import deep{ENDING}\nT = 1\n", lib__deep="")
    write(lib__beside="", app__beside="")
    load_object(spec, "here")
    before = fingerprint_of(spec)
    assert names(code_files(spec), place) == ["app/s", "lib/deep", "lib/help"]
    assert fingerprint_of(spec) == before
    write(lib__beside="changed = 1", app__beside="changed = 1")
    assert fingerprint_of(spec) == before, "what is not imported does not matter"
    write(lib__deep="changed = 1")
    changed = fingerprint_of(spec)
    write(lib__deep="", lib__help="T = 2\n")
    assert len({before, changed, fingerprint_of(spec)}) == 3


def test_what_other_code_has_loaded_before_belongs_to_both(place: Path, write: Callable[..., None]) -> None:
    code = f"import sys\nsys.path.insert(0, 'lib')\nimport help{ENDING}\nf = 1\n"
    write(app__a=code, more__b=code, lib__help="T = 1\n")
    specs = [f"python:app/a{ENDING}.py:f", f"python:more/b{ENDING}.py:f"]
    for spec in specs:
        load_object(spec, "here")
    assert [names(code_files(spec), place) for spec in specs] == [["app/a", "lib/help"], ["lib/help", "more/b"]]
    before = [fingerprint_of(spec) for spec in specs]
    write(lib__help="T = 2\n")
    assert not set(before) & {fingerprint_of(spec) for spec in specs}


def test_the_packages_of_a_module_belong_to_it(place: Path) -> None:
    package = place / f"pack{ENDING}" / "below"
    package.mkdir(parents=True)
    for name in ("__init__.py", "core.py", "beside.py", "../__init__.py"):
        (package / name).write_text("f = 1\n")
    spec = f"python:pack{ENDING}.below.core:f"
    load_object(spec, "here")
    found = [f"pack{ENDING}/{one}" for one in ("__init__.py", "below/__init__.py", "below/core.py")]
    assert names(code_files(spec), place) == sorted(found)


def test_a_file_by_itself_has_the_fingerprint_of_its_bytes(place: Path, write: Callable[..., None]) -> None:
    write(alone="import json, os.path, numpy, hayrick.types\nf = 1\n")
    spec = f"python:alone{ENDING}.py:f"
    load_object(spec, "here")
    assert names(code_files(spec), place) == ["alone"]
    assert fingerprint_of(spec) == fingerprint_file(place / f"alone{ENDING}.py")


def test_an_installed_package_owns_its_modules_and_no_others(tmp_path: Path) -> None:
    place = tmp_path / "site-packages"
    files = {
        "own/a.py": "import own.b, other.c",
        "own/b.py": "import own.d",
        "own/d.py": "",
        "own/e.py": "",
        "other/c.py": "",
    }
    for name, code in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(code)
    brought = [(place / "own" / "e.py", "own.e"), (place / "other" / "c.py", "other.c")]
    assert list(own_files(place / "own" / "a.py", "own.a", ())) == [place / "own" / f"{name}.py" for name in "abd"]
    assert list(own_files(place / "own" / "a.py", "own.a", brought))[-1] == place / "own" / "e.py"
    assert list(own_files(place / "own" / "a.py", "", ())) == [place / "own" / "a.py"]


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ("importlib.import_module('pkg.dyn')", True),
        ("importlib.import_module(name='pkg.dyn')", True),
        ("importlib.import_module('.dyn', package=__package__)", True),
        ("importlib.import_module('.dyn', __package__)", True),
        ("importlib.import_module('..dyn', 'pkg.sub')", True),
        ("__import__('pkg.dyn')", True),
        ("importlib.import_module(name)", False),
        ("print('pkg.dyn')", False),
    ],
)
def test_a_literal_name_that_is_imported_by_a_call_is_an_import(tmp_path: Path, call: str, found: bool) -> None:
    for name, code in {"main": f"import importlib\ndef system(request):\n    {call}\n", "dyn": "", "more": ""}.items():
        (tmp_path / "pkg").mkdir(exist_ok=True)
        (tmp_path / "pkg" / f"{name}.py").write_text(code)
    names = [one.stem for one in own_files(tmp_path / "pkg" / "main.py", "pkg.main", ())]
    assert names == (["dyn", "main"] if found else ["main"])


def test_distributions_below_the_folder_of_the_code_are_not_its_own(tmp_path: Path) -> None:
    path, installed = tmp_path / "s.py", tmp_path / ".venv" / "lib" / "site-packages" / "big.py"
    installed.parent.mkdir(parents=True)
    for one in (path, installed):
        one.write_text("")
    assert own_files(path, "", [(installed, "big"), (Path(json.__file__), "json")]) == {path: ""}
