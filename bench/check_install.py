"""Check an environment with a bare install: under 300 MB, nothing heavy in it.

Usage: python bench/check_install.py VENV
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

LIMIT_MB = 300
HEAVY = ("torch", "sklearn", "inspect_ai", "transformers", "scipy", "pandas")


def main(folder: Path) -> int:
    """Print the size and what is installed; 1 where a rule is broken."""
    size = sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_symlink()) / 1e6
    looked = f"import importlib.util as u; print([n for n in {HEAVY!r} if u.find_spec(n)])"
    heavy = subprocess.run([folder / "bin/python", "-c", looked], capture_output=True, text=True, check=True).stdout
    print(f"{folder.name}: {size:.0f} MB (limit {LIMIT_MB}); heavy packages: {heavy.strip()}")
    return int(size >= LIMIT_MB or heavy.strip() != "[]")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
