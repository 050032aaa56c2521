"""How an extra of the package is installed: Hayrick is on no package index, so never by its name."""

from __future__ import annotations


def install(extra: str) -> str:
    """The command that installs an extra, and where it is given."""
    return f"pip install --editable '.[{extra}]' in Hayrick's checkout"
