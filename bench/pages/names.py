"""Makes the file of names that shells complete, from what `hayrick list` lists: `python -m bench.pages.names`."""

from __future__ import annotations

import json

from bench.places import ROOT
from hayrick.cli.completion import FILE
from hayrick.harness.naming.lists import LISTS

PLACE = ROOT / "src" / "hayrick" / "bundled" / FILE


def text() -> str:
    """What the file holds: noun -> names, in the order of `hayrick list`."""
    return json.dumps({noun: list(names()) for noun, names in LISTS.items()}, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PLACE.write_text(text(), encoding="utf-8")
