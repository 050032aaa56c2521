"""Print the oldest versions that pyproject.toml admits, as pip constraints."""

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]

if __name__ == "__main__":
    for requirement in PROJECT["dependencies"]:
        name, version = re.fullmatch(r"([\w.\-]+)>=([\w.]+)", requirement).groups()  # type: ignore[union-attr]
        print(f"{name}=={version}")
