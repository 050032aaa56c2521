"""Scripts that made the figures in docs; run them as `python -m bench.FOLDER.NAME`, or with `--help`."""

from __future__ import annotations

import ast
import sys
from pathlib import Path


def _help() -> None:
    """Print the docstring of the script that is called with `--help`, if it reads its arguments by itself.

    Python imports this package before the script, when only `sys.orig_argv` names it.
    """
    if sys.argv[0] != "-m" or not {"-h", "--help"} & {*sys.argv[1:]}:
        return
    name = sys.orig_argv[sys.orig_argv.index("-m") + 1]
    file = Path(__file__).parents[1].joinpath(*name.split(".")).with_suffix(".py")
    source = file.read_text(encoding="utf-8") if file.is_file() else ""
    if source and "import argparse" not in source:
        print(ast.get_docstring(ast.parse(source)))
        sys.exit()


_help()
