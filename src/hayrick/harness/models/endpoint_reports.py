"""Reports of `hayrick doctor --endpoint`, kept in the cache folder by model and address for the manifests of runs.

A report that is missing, damaged or foreign is none; asking the endpoint again makes it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import cast

from hayrick.harness.models.players import Player
from hayrick.records import cache
from hayrick.records.read_files import read_json
from hayrick.records.write_files import make_folder, write_json
from hayrick.types import BadInput


def keep(model: str, address: str, report: Mapping[str, object]) -> None:
    """Keep a report on a model at an address, in the place of an earlier one."""
    place = _place(model, address)
    if place is None:
        return
    try:
        make_folder(place.parent)
        write_json(place, report)
    except (OSError, BadInput):
        return


def kept_reports(players: Iterable[Player]) -> Iterator[dict[str, object]]:
    """The reports that were kept on the models of some players, each once."""
    for model, address in dict.fromkeys((one.model, str(one.parameters.get("at", ""))) for one in players):
        place = _place(model, address)
        try:
            found = read_json(place) if place is not None and place.is_file() else None
        except (OSError, BadInput):
            continue
        if isinstance(found, dict) and isinstance(found.get("rows"), list) and found.get("model") == model:
            yield found


def notes_of(reports: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """One line for each model on which a report says that something is wrong."""
    for report in reports:
        rows = [row for row in cast("list[object]", report["rows"]) if isinstance(row, dict)]
        wrong = [f"{row.get('check')} ({row.get('found')})" for row in rows if row.get("verdict") == "wrong"]
        if wrong:
            when = str(report.get("date"))[:10]
            yield f"WARNING: {report['model']}: hayrick doctor --endpoint of {when} found wrong: {'; '.join(wrong)}."


def _place(model: str, address: str) -> Path | None:
    folder = cache.folder()
    name = hashlib.sha256(f"{model}\0{address}".encode()).hexdigest()[:40]
    return folder / "endpoints" / f"{name}.json" if folder is not None else None
