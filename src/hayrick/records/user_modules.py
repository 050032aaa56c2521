"""Files that a user's own code consists of: its file, and the modules beside it or of its package that it imports.

Imports are read from the source, wherever they stand in it, so that nothing is run. Modules that are imported by a name
made at run time are not seen.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

MOST = 1_000
"""Number of files after which no further ones are looked for."""

_INSTALLED = frozenset({"site-packages", "dist-packages"})


def own_files(path: Path, module: str = "") -> list[Path]:
    """The file and all files of the same folder or package that it imports, directly or not, in the order of names.

    Of an installed package, the folder of all packages is not its own.

    Args:
        path: source file.
        module: its full name, where it is imported as a module; "" for a file by itself.
    """
    path = path.resolve()
    is_package = path.name == "__init__.py"
    root = path.parents[module.count(".") + is_package] if module else path.parent
    shared = module.partition(".")[0] if _INSTALLED & set(root.parts) else ""
    found, left = {path}, [(path, module)]
    while left and len(found) < MOST:
        for name in _imported(*left.pop()):
            if not shared or name.partition(".")[0] == shared:
                for file, full in _files(root, name):
                    if file not in found:
                        found.add(file)
                        left.append((file, full))
    return sorted(found)


def _files(root: Path, name: str) -> Iterator[tuple[Path, str]]:
    """The file of a module, and those of the packages that it is in, as far as they lie in a folder."""
    parts = name.split(".")
    for end in range(1, len(parts) + 1):
        place, full = root.joinpath(*parts[:end]), ".".join(parts[:end])
        for file in (place / "__init__.py", place.with_name(f"{place.name}.py")):
            if file.is_file():
                yield file.resolve(), full


def _imported(path: Path, module: str) -> Iterator[str]:
    """Full names that a file imports, of modules or of what stands in one."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return  # Importing it reports the error.
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for one in ast.walk(tree):
        if isinstance(one, ast.Import):
            yield from (alias.name for alias in one.names)
        elif isinstance(one, ast.ImportFrom):
            base = package[: len(package) - one.level + 1] if one.level else []
            start = ".".join([*base, *([one.module] if one.module else [])])
            yield from (".".join(filter(None, (start, alias.name))) for alias in one.names)
            if start:
                yield start
