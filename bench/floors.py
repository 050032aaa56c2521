"""Print the oldest versions that pyproject.toml admits, as pip constraints.

Of the extras, those that `make floors` installs: what reads Parquet, counts tokens, stems words and knows prices. The
others pull in a hundred packages and more, or a deep-learning framework.
"""

import re
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = ("parquet", "o200k", "tokenizers", "rouge", "prices")

if __name__ == "__main__":
    extras = PROJECT["optional-dependencies"]
    for requirement in [*PROJECT["dependencies"], *(line for name in EXTRAS for line in extras[name])]:
        name, version = re.fullmatch(r"([\w.\-]+)>=([\w.]+)", requirement).groups()  # type: ignore[union-attr]
        print(f"{name}=={version}")
