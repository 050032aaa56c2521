"""Exports a run directory in the formats of lm-evaluation-harness: results with configs, and samples."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, cast

from hayrick.estimates import mean_of
from hayrick.protocols import RESPONSES, Columns
from hayrick.records.columns import SUMMHAY, columns_of, plain
from hayrick.records.fields import optional_string, read_table, string
from hayrick.records.manifest import read_manifest
from hayrick.records.read_files import read_jsonl
from hayrick.records.read_rows import score_of
from hayrick.records.reported import columns_in
from hayrick.records.several_files import write_together
from hayrick.records.write_files import encoded, json_lines, safe_name, text_of_file, to_json
from hayrick.types import BadInput, Score

Row = Mapping[str, object]
Check = Callable[[Iterable[Path]], None]
"""Called with all files to be written, before the first is written; raises if one must not be written."""

_SCORES = "scores.jsonl"
_PLAIN = Columns(variant="variant")


class _Place(NamedTuple):
    """What a response answers, and whose it is."""

    task: str
    dataset: str
    group: str
    item: str
    system: str
    context: str
    tags: str


def export_lm_eval(
    folder: Path, out: Path, *, samples: bool = False, check: Check = lambda targets: None, is_new: bool = False
) -> list[Path]:
    """Write results, with a task for each dataset and system and one over all datasets; samples on request.

    Samples stand in `samples_TASK.jsonl` beside the results.

    Standard errors are the interval's width / 3.92, which is exact only for normal intervals. A sample has one value of
    each measure, the weighted mean over its units, null where none is judged; its target is null, since the files of a
    run hold no gold.

    Returns:
        The files written.

    Raises:
        BadInput: the run directory or the place to write is invalid; nothing is written then.
    """
    results = _results(folder)
    found = _samples(folder) if samples else {}
    files = {out.parent / f"samples_{safe_name(task)}.jsonl": rows for task, rows in found.items()}
    check([out, *files])
    written = {path: encoded(json_lines(rows)) for path, rows in files.items()}
    write_together({out: encoded([text_of_file(results)]), **written}, is_new=is_new)
    return [out, *files]


def _name(row: Row, where: str) -> str:
    """Name of the row's task, dataset, system, context and variant as a task of lm-evaluation-harness.

    Rows over all datasets name none: any word for them could be the name of one.
    """
    task = optional_string(row, "task", where) or SUMMHAY
    dataset = f"_{row['dataset']}" if row.get("dataset") is not None else ""
    variant = f"|{row['variant']}" if "variant" in row else ""
    return f"{task}{dataset}|{string(row, 'system', where)}+{string(row, 'context', where)}{variant}"


def _results(folder: Path) -> dict[str, object]:
    path = folder / "estimates.json"
    results: dict[str, dict[str, object]] = {}
    samples: dict[str, object] = {}
    configs: dict[str, dict[str, object]] = {}
    columns = columns_in(read_manifest(folder))
    for row in (plain(row, columns_of(row, columns)) for row in read_table(path)):
        task, measure = _name(row, str(path)), string(row, "measure", str(path))
        entry = results.setdefault(task, {"alias": task})
        entry[f"{measure},none"] = row.get("value")
        low, high = row.get("low"), row.get("high")
        wide = isinstance(low, int | float) and isinstance(high, int | float)
        entry[f"{measure}_stderr,none"] = (cast(float, high) - cast(float, low)) / 3.92 if wide else "N/A"
        samples.setdefault(task, {"original": row.get("n"), "effective": row.get("n")})
        config = configs.setdefault(task, _config(task, row))
        cast(list[object], config["metric_list"]).append({"metric": measure, "aggregation": "mean"})
        cast(dict[str, object], config["metadata"])[measure] = row.get("signature")
    return {
        "results": results,
        "configs": configs,
        "versions": dict.fromkeys(results, 1),
        "n-samples": samples,
    }


def _config(task: str, row: Row) -> dict[str, object]:
    """What lm-evaluation-harness says of a task; `metadata` has the signature of each measure."""
    return {
        "task": task,
        "dataset_name": row.get("dataset"),
        "output_type": "generate_until",
        "metric_list": [],
        "metadata": {"version": 1, "system": row.get("system"), "context": row.get("context")},
    }


def _place(row: Row, where: str) -> _Place:
    return _Place(
        task=optional_string(row, "task", where) or SUMMHAY,
        dataset=string(row, "dataset", where),
        group=string(row, "group", where),
        item=string(row, "item", where),
        system=string(row, "system", where),
        context=string(row, "context", where),
        tags=to_json(row.get("tags") or {}),
    )


def _samples(folder: Path) -> dict[str, list[dict[str, object]]]:
    """Task -> samples in the order of the responses."""
    replies: dict[_Place, str] = {}
    for name in RESPONSES:
        for where, row in _rows(folder, name):
            replies[_place(row, where)] = optional_string(row, "reply", where) or ""
    if not replies or not (folder / _SCORES).exists():
        raise BadInput(str(folder), "no responses with scores", "a directory of 'hayrick run' with a judge")
    found: dict[str, list[dict[str, object]]] = {}
    for task, place, values in _values(folder):
        rows = found.setdefault(task, [])
        rows.append(
            {
                "doc_id": len(rows),
                "doc": {
                    "dataset": place.dataset,
                    "group": place.group,
                    "item": place.item,
                    "tags": json.loads(place.tags),
                },
                "target": None,
                "arguments": [],
                "resps": [[replies.get(place, "")]],
                "filtered_resps": [replies.get(place, "")],
                "filter": "none",
                "metrics": list(values),
                **values,
            }
        )
    return found


def _rows(folder: Path, name: str) -> Iterator[tuple[str, Row]]:
    """(where, row) of a file of a run with the types' columns; none where the run has no such file."""
    columns = columns_in(read_manifest(folder))
    for where, row in read_jsonl(folder / name) if (folder / name).exists() else ():
        yield where, plain(row, columns_of(row, columns))


def _values(folder: Path) -> Iterator[tuple[str, _Place, dict[str, float | None]]]:
    """Task, place, and the weighted mean of each measure, in the order of the scores."""
    given: dict[tuple[str, _Place], dict[str, list[Score]]] = {}
    for where, row in _rows(folder, _SCORES):
        measures = given.setdefault((_name(row, where), _place(row, where)), {})
        measures.setdefault(string(row, "measure", where), []).append(score_of(row, _PLAIN, where))
    for (task, place), measures in given.items():
        yield task, place, {name: mean_of(rows) for name, rows in measures.items()}
