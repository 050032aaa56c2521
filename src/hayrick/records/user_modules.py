"""Files that a user's own code consists of: its file, and the modules that it imports, wherever they lie.

The standard library and installed distributions are not the user's own. Imports are read from the source, wherever they
stand in it, so that they are seen whatever has been imported before; calls of `importlib.import_module` and
`__import__` with a literal name are imports. Modules that are imported by a name made at run time are seen where they
came with the code when it was loaded.
"""

from __future__ import annotations

import ast
import importlib.util
import sysconfig
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path

MOST = 1_000
"""Number of files after which no further ones are looked for."""

_INSTALLED = frozenset({"site-packages", "dist-packages"})
_SHIPPED = (Path(__file__).parents[1], *(Path(sysconfig.get_path(one)) for one in ("stdlib", "platstdlib")))
_NOT_OWN = frozenset(place for one in _SHIPPED for place in (one, one.resolve()))
"""Folders of Hayrick and of the standard library."""


def own_files(path: Path, module: str, brought: Iterable[tuple[Path, str]]) -> dict[Path, str]:
    """The file and all files that it imports, directly or not: of its folder or package, or from anywhere else.

    Of an installed package, all files are of that package.

    Args:
        path: source file.
        module: its full name, where it is imported as a module; "" for a file by itself.
        brought: file and full name of each module that came with it when it was loaded.

    Returns:
        File -> "" where it lies below the folder of the code, else the full name of its module; in the order of both.
    """
    path = path.resolve()
    is_package = path.name == "__init__.py"
    root = path.parents[module.count(".") + is_package] if module else path.parent
    is_installed = bool(_INSTALLED & set(root.parts))
    shared = _top(module) if is_installed else ""
    found, left, seen = {path: module}, [(path, module)], set[str]()
    places = cache(_places)

    def add(files: Iterable[tuple[Path, str]]) -> None:
        for file, full in files:
            if file not in found:
                found[file] = full
                left.append((file, full))

    add(_files(root, module))
    mine = (one for one in brought if (_top(one[1]) == shared if shared else is_own(one[0])))
    add((file.resolve(), full) for file, full in mine if file.is_file())
    while left and len(found) < MOST:
        for name in _imported(*left.pop()):
            if name not in seen and (not shared or _top(name) == shared):
                seen.add(name)
                add(_files(root, name))
                add(one for place in ([] if is_installed else places(_top(name))) for one in _files(place, name))
    named = {one: "" if one.is_relative_to(root) else full for one, full in found.items()}
    return {one: named[one] for one in sorted(named, key=lambda one: (named[one], one))}


def is_own(file: Path) -> bool:
    """Whether a file is neither Hayrick's, nor of the standard library or an installed distribution."""
    return not _is_shipped(file) and not _is_shipped(file.resolve())


def _is_shipped(file: Path) -> bool:
    return not (_INSTALLED.isdisjoint(file.parts) and _NOT_OWN.isdisjoint((file, *file.parents)))


def _top(name: str) -> str:
    return name.partition(".")[0]


def _places(name: str) -> list[Path]:
    """Folders in which Python finds a module or package of this name, as far as it is the user's own."""
    try:
        found = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return []
    if found is None:
        return []
    if found.submodule_search_locations is not None:
        return [Path(one).resolve().parent for one in found.submodule_search_locations if is_own(Path(one))]
    at = Path(found.origin) if found.has_location and found.origin else None
    return [at.resolve().parent] if at is not None and is_own(at) else []


def _files(root: Path, name: str) -> Iterator[tuple[Path, str]]:
    """The file of a module, and those of the packages that it is in, as far as they lie in a folder."""
    parts = name.split(".")
    for end in range(1, len(parts) + 1):
        place, full = root.joinpath(*parts[:end]), ".".join(parts[:end])
        for file in (place / "__init__.py", place.with_name(f"{place.name}.py")):
            if file.is_file():
                yield file.resolve(), full


def _imported(path: Path, module: str) -> tuple[str, ...]:
    """Full names that a file imports, of modules or of what stands in one."""
    try:
        content = path.read_bytes()
    except OSError:
        return ()
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    return _imports(content, tuple(package))


@lru_cache(maxsize=MOST)
def _imports(content: bytes, package: tuple[str, ...]) -> tuple[str, ...]:
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()  # Importing it reports the error.
    return tuple(dict.fromkeys(_names(tree, package)))


def _names(tree: ast.Module, package: tuple[str, ...]) -> Iterator[str]:
    for one in ast.walk(tree):
        if isinstance(one, ast.Import):
            yield from (alias.name for alias in one.names)
        elif isinstance(one, ast.ImportFrom):
            base = package[: len(package) - one.level + 1] if one.level else ()
            start = ".".join([*base, *([one.module] if one.module else [])])
            yield from (".".join(filter(None, (start, alias.name))) for alias in one.names)
            if start:
                yield start
        elif isinstance(one, ast.Call):
            yield from _named_in_call(one, package)


def _named_in_call(call: ast.Call, package: tuple[str, ...]) -> Iterator[str]:
    """The module that `importlib.import_module("NAME")` or `__import__("NAME")` imports, where its name is a literal.

    A relative name is resolved from `package=`: a literal, or else the package of the file.
    """
    called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if called not in ("import_module", "__import__"):
        return
    named = {one.arg: one.value for one in call.keywords}
    first = _text(call.args[0] if call.args else named.get("name"))
    if first is None:
        return
    level = len(first) - len(first.lstrip("."))
    if not level:
        yield first
        return
    given = _text(call.args[1] if len(call.args) > 1 else named.get("package"))
    start = given.split(".") if given else list(package)
    yield ".".join(filter(None, [*start[: len(start) - level + 1], first[level:]]))


def _text(found: ast.expr | None) -> str | None:
    return found.value if isinstance(found, ast.Constant) and isinstance(found.value, str) else None
