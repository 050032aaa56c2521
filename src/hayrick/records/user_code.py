"""Loads a user's own Python objects: `python:MODULE:NAME`, `python:PATH/FILE.py:NAME`, or `python:NAME` in memory."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import chdir, contextmanager
from contextvars import ContextVar
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import cast

from hayrick.records.parameters import require_utf8
from hayrick.records.read_files import read_bytes
from hayrick.records.signatures import takes
from hayrick.records.user_errors import told
from hayrick.suggestions import nearest
from hayrick.types import NOTHING, BadInput, HayrickError

PREFIX = "python:"
_CURE = "Write python:MODULE:NAME or python:PATH/FILE.py:NAME."
_LOCK = RLock()
_IN_MEMORY: ContextVar[Mapping[str, object]] = ContextVar("in_memory", default=NOTHING)
_PRINTS: ContextVar[dict[str, str]] = ContextVar("prints")
"""Name of an object in memory -> its fingerprint when it was first asked for."""

_BROUGHT: dict[str, dict[str, None]] = {}
"""Code that was loaded -> names of the modules that came with it."""


@contextmanager
def in_memory(values: Mapping[str, object]) -> Iterator[None]:
    """Let `python:NAME` mean these objects: name -> object."""
    before, prints = _IN_MEMORY.set(values), _PRINTS.set({})
    try:
        yield
    finally:
        _IN_MEMORY.reset(before)
        _PRINTS.reset(prints)


def held() -> Mapping[str, object]:
    """Objects that `python:NAME` means now, by name."""
    return _IN_MEMORY.get()


def held_print(name: str, made: Callable[[], str]) -> str:
    """Fingerprint of an object in memory, made once, so that what a call does to the object makes it no other."""
    prints = _PRINTS.get()
    if name not in prints:
        prints[name] = made()
    return prints[name]


def load_object(spec: str, where: str) -> object:
    """Load the object of a specification.

    A module is imported as Python would from the current folder. A file is executed once per content; its folder is
    searched for its imports, and its classes behave like those of an imported module.

    Args:
        spec: `python:MODULE:NAME` or `python:PATH/FILE.py:NAME`, or `python:NAME` of an object `in_memory`.
        where: what the user gave, for error messages.

    Raises:
        BadInput: the file, module or name does not exist, or the code raises when imported.
    """
    require_utf8(spec, where)
    origin, name = parts(spec)
    if not origin and name in held():
        return held()[name]
    if not origin or not name:
        raise BadInput(where, f"'{spec}'", "a module or a file, and a name in it", _CURE)
    before = set(sys.modules)
    try:
        module = _from_file(Path(origin)) if is_file(origin) else _from_module(origin)
        _BROUGHT.setdefault(_code(origin), {}).update(dict.fromkeys(one for one in sys.modules if one not in before))
    except HayrickError:
        raise
    except (Exception, SystemExit) as problem:  # the user's own code may raise anything
        if _is_absent(problem, origin):
            raise BadInput(where, f"{problem}", "a module that Python finds", _CURE) from None
        raise BadInput(where, f"cannot be imported: {told(problem)}", "code that runs", "Correct it.") from problem
    try:
        found: object = getattr(module, name)
    except AttributeError:
        raise BadInput(where, f"no '{name}' in {origin}", _names(module, name)) from None
    return found


def load_function(spec: str, where: str) -> Callable[..., object]:
    """Load a callable object: a function or a class.

    Raises:
        BadInput: as `load_object`, or the object is not callable.
    """
    found = load_object(spec, where)
    if not callable(found):
        raise BadInput(where, f"'{parts(spec)[1]}' is a {type(found).__name__}", "a function", _CURE)
    return found


def load_instance(spec: str, where: str) -> object:
    """Object of a specification; of a class that needs nothing to be made, an object of it.

    Raises:
        BadInput: see `load_object`.
    """
    found = load_object(spec, where)
    if not isinstance(found, type):
        return found
    return cast(Callable[[], object], found)() if takes(found, 0) else found


def source_file(spec: str) -> Path | None:
    """Source file of the code, for fingerprints; None if there is none."""
    origin = parts(spec)[0]
    if not origin:
        return None
    if is_file(origin):
        path: Path | None = Path(origin)
    else:
        try:
            with _looking_in(Path.cwd()):
                found = importlib.util.find_spec(origin)
        except (ImportError, ValueError, AttributeError):
            found = None
        path = Path(found.origin) if found is not None and found.origin else None
    return path if path is not None and path.suffix == ".py" and path.is_file() else None


def brought_by(spec: str) -> Iterator[tuple[Path, str]]:
    """File and full name of each module that was first imported when this code was loaded."""
    for name in _BROUGHT.get(_code(parts(spec)[0]), ()):
        file = getattr(sys.modules.get(name), "__file__", None)
        if isinstance(file, str):
            yield Path(file), name


@contextmanager
def in_one_line(specs: Iterable[str]) -> Iterator[None]:
    """Tell in one line what the user's code raises.

    Args:
        specs: `python:` names of all code that may run; others are passed over.

    Raises:
        BadInput: an exception that is not ours passed through a file of the user's.
    """
    try:
        yield
    except (HayrickError, KeyboardInterrupt):
        raise
    except BaseException as problem:  # SystemExit, too: the program would end with the status of the user's code.
        last = {Path(frame.filename).resolve(): frame for frame in traceback.extract_tb(problem.__traceback__)}
        for spec in specs:
            path = source_file(code_of(spec)) if spec.startswith(PREFIX) else None
            if path is not None and path.resolve() in last:
                found = f"{type(problem).__name__}: {problem} (line {last[path.resolve()].lineno})"
                raise BadInput(spec, found, "code that runs", "Mend it.") from problem
        raise


def code_of(spec: str) -> str:
    """Name of the code, without parameters behind a "?"."""
    return spec.partition("?")[0]


def parts(spec: str) -> tuple[str, str]:
    """Module or file of a specification, "" for an object in memory, and the name in it."""
    origin, _, name = spec.removeprefix(PREFIX).rpartition(":")
    return origin, name


def is_file(origin: str) -> bool:
    """Whether code is named by its file, not by its module."""
    return origin.endswith(".py") or "/" in origin


def _code(origin: str) -> str:
    """What stands for a module or a file, however the file is named."""
    return str(Path(origin).resolve()) if is_file(origin) else origin


def _from_module(name: str) -> ModuleType:
    with _looking_in(Path.cwd()):
        return importlib.import_module(name)


def _from_file(path: Path) -> ModuleType:
    """Load a module from the bytes of a file, ignoring bytecode next to it, which may be outdated."""
    content = read_bytes(path)
    path = path.resolve()
    digest = hashlib.sha256(bytes(path) + b"\0" + content).hexdigest()[:16]
    name = f"hayrick_user_{path.stem}_{digest}"
    with _looking_in(path.parent):
        if name in sys.modules:
            return sys.modules[name]
        code = compile(content, str(path), "exec", dont_inherit=True)
        module = importlib.util.module_from_spec(ModuleSpec(name, SourceFileLoader(name, str(path)), origin=str(path)))
        module.__file__ = str(path)
        sys.modules[name] = module
        try:
            exec(code, module.__dict__)
        except BaseException:
            del sys.modules[name]
            raise
        return module


@contextmanager
def _looking_in(folder: Path) -> Iterator[None]:
    """Search a folder first for modules; afterwards keep it last in the path, for later imports.

    The current folder is afterwards what it was, whatever a module did when it was imported.
    """
    with _LOCK, chdir(Path.cwd()):
        entry = str(folder)
        sys.path.insert(0, entry)
        importlib.invalidate_caches()
        try:
            yield
        finally:
            sys.path.remove(entry)
            if entry not in sys.path:
                sys.path.append(entry)


def _is_absent(problem: BaseException, origin: str) -> bool:
    """Whether the module itself is missing, not one that it imports."""
    missing = problem.name if isinstance(problem, ModuleNotFoundError) else None
    return missing is not None and (origin == missing or origin.startswith(f"{missing}."))


def _names(module: ModuleType, name: str) -> str:
    """Names of a module similar to the given one, or else some functions and classes that it defines."""
    public = [one for one in vars(module) if not one.startswith("_")]
    own = [one for one in public if getattr(vars(module)[one], "__module__", None) == module.__name__]
    offered = nearest(name, public, n=3, cutoff=0.5) or own[:5]
    return " or ".join(f"'{one}'" for one in offered) or "a name that it defines"
