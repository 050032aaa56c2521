"""How far a run's judge agrees with the people who answered a sheet, for each kind of unit, never pooled.

Source: HELMET, appendix B.6: kappa of recall and of precision, and the share of equal verdicts on fluency.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hayrick.agreement import Verdicts, YesNoAgreement, yes_no_agreement
from hayrick.harness.naming import inputs, names
from hayrick.harness.reviewing.list_sheets import KIND, ListAgreement, agreement_row, list_agreements
from hayrick.harness.reviewing.sheet_keys import Key, Row, cell, key_of
from hayrick.harness.reviewing.sheets import COLUMNS, MARK, READ, Verdict, verdicts_of
from hayrick.harness.storage.folder import run_folder
from hayrick.protocols import Sheet
from hayrick.records.fields import table
from hayrick.records.manifest import read_manifest
from hayrick.records.outputs import files_of
from hayrick.records.read_files import fingerprint_file, read_text
from hayrick.records.write_files import write_json
from hayrick.types import BadInput

YES_FROM = 0.5
"""Value of a verdict from which on it is a yes."""

_ANSWERS = {**dict.fromkeys(("yes", "y", "1", "true"), True), **dict.fromkeys(("no", "n", "0", "false"), False)}
_LONGEST = 5_000_000


class SheetAgreement(NamedTuple):
    """Agreement on one kind of unit of one task; `published` is that of the original's judge."""

    task: str
    kind: str
    judge: str
    agreement: YesNoAgreement
    n_unanswered: int
    published: str


class PeopleSaid(NamedTuple):
    """What people said on a question that no judge answers: how often yes, of how many answers."""

    task: str
    name: str
    n_yes: int
    n: int
    n_unanswered: int


class Validated(NamedTuple):
    """Everything that a sheet says."""

    agreements: list[SheetAgreement]
    said: list[PeopleSaid]
    lists: list[ListAgreement]


def validate_sheet(folder: Path, path: Path, out: Path | None = None) -> Validated:
    """Compare a run's verdicts with people's answers on a sheet; for each task and kind of unit, never pooled.

    Args:
        folder: of the run: that of the sheet, or one of another judge on the same responses and key points.
        path: the sheet with answers; blank ones are counted.
        out: folder for `agreement.json`; None to write nothing.

    Raises:
        BadInput: an answer is neither yes nor no, or the run has no such unit.
    """
    manifest = read_manifest(folder)
    found = Validated([], [], list(list_agreements(folder, manifest, list(_listed(path)))))
    rows = list(_answered(path))
    verdicts = verdicts_of(folder) if rows else {}
    told = folder / ("judgements.jsonl" if rows else "responses.jsonl")
    parameters: dict[str, object] = {"annotations": fingerprint_file(path), told.stem: fingerprint_file(told)}
    for task in dict.fromkeys(str(row["task"]) for _, row, _ in rows):
        sheet = names.task_of(task, manifest).sheet
        given = [one for one in rows if one[1]["task"] == task]
        if sheet is not None:
            found.agreements.extend(_agreements(task, sheet, given, verdicts))
            found.said.extend(_said(task, sheet, given))
    if not found.agreements and not found.lists:
        raise BadInput(str(path), "no question", "a sheet made by 'hayrick validate DIR --sheet FILE'")
    places = inputs.places([path, *files_of(folder, manifest)])
    with run_folder(out, "validate", parameters, places) as made, made.results() as place:
        if place is not None:
            write_json(place / "agreement.json", table(sheet_rows(found)))
    return found


def sheet_rows(found: Validated) -> list[dict[str, object]]:
    """Rows of `agreement.json`: judges, then what people said of what none judges, then lists."""
    return [*map(_agreement_row, found.agreements), *map(_said_row, found.said), *map(agreement_row, found.lists)]


def _answered(path: Path) -> Iterator[tuple[str, Row, bool | None]]:
    """(where, row, answer) of the questions of a sheet with yes or no; None where there is no answer."""
    for where, row in _rows(path):
        if row["kind"] in (READ, KIND):
            continue
        answer = str(row["answer"]).strip().casefold()
        if answer and answer not in _ANSWERS:
            raise BadInput(where, f"answer '{answer[:40]}'", "yes or no, or nothing where it is open")
        yield where, row, _ANSWERS.get(answer)


def _listed(path: Path) -> Iterator[tuple[str, Row]]:
    """(where, row) of the questions of a sheet that are answered with a list."""
    return ((where, row) for where, row in _rows(path) if row["kind"] == KIND)


def _rows(path: Path) -> Iterator[tuple[str, Row]]:
    """(where, row) of a sheet.

    Spreadsheets save with semicolons or tabs in some countries; rows are read with whatever the first line has most of.
    """
    csv.field_size_limit(_LONGEST)
    text = read_text(path).removeprefix(MARK)
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        rows = list(reader)
    except csv.Error as problem:
        raise BadInput(str(path), f"no CSV ({problem})", "a sheet as it was written, with answers") from problem
    if missing := [name for name in COLUMNS if name not in (reader.fieldnames or ())]:
        raise BadInput(str(path), f"no column '{missing[0]}'", f"the columns {', '.join(COLUMNS)}")
    for number, row in enumerate(rows, start=2):
        where = f"{path}: row {number}"
        if None in row or None in row.values():
            raise BadInput(where, "more or fewer cells than columns", "a row as it was written")
        yield where, row


def _agreements(
    task: str,
    sheet: Sheet[object],
    rows: Sequence[tuple[str, Row, bool | None]],
    verdicts: Mapping[Key, Sequence[Verdict]],
) -> Iterator[SheetAgreement]:
    for kind in sheet.asks:
        pairs, judges, open_ones = [], Counter[str](), 0
        for where, row, answer in rows:
            if row["kind"] != kind:
                continue
            one = _found(where, row, verdicts)
            judges[one.judge] += 1
            open_ones += answer is None
            if answer is not None:
                said = None if one.value is None else one.value >= YES_FROM
                pairs.append(Verdicts(f"{row['dataset']}/{row['group']}", said, answer))
        if judges:
            judge = "+".join(judges)
            yield SheetAgreement(task, kind, judge, yes_no_agreement(pairs), open_ones, sheet.published.get(kind, ""))


def _found(where: str, row: Row, verdicts: Mapping[Key, Sequence[Verdict]]) -> Verdict:
    """The run's verdict on the unit that a row asks about."""
    found = next((one for one in verdicts.get(key_of(row), ()) if cell(one.unit) == cell(row["unit"])), None)
    if found is None:
        cure = "Give the run that the sheet was made of, or one on the same responses."
        raise BadInput(where, f"'{row['unit']}' of '{row['item']}' by '{row['system']}'", "a unit of the run", cure)
    if cell(found.about).split() != cell(row["text"]).split():
        said, cure = f"'{row['unit']}' is another text in the run", "Give the run its key points by ?keypoints=FILE."
        raise BadInput(where, said, f"'{str(row['text'])[:60]}'", cure)
    return found


def _said(task: str, sheet: Sheet[object], rows: Sequence[tuple[str, Row, bool | None]]) -> Iterator[PeopleSaid]:
    for name in sheet.about:
        answers = [answer for _, row, answer in rows if row["kind"] == name]
        given = [answer for answer in answers if answer is not None]
        yield PeopleSaid(task, name, sum(given), len(given), len(answers) - len(given))


def _agreement_row(one: SheetAgreement) -> dict[str, object]:
    kappa, equal = one.agreement.kappa, one.agreement.equal
    return {
        "task": one.task,
        "judge": one.judge,
        "kind": one.kind,
        **kappa.columns("kappa"),
        **equal.columns("equal"),
        "n": one.agreement.n,
        "n_unjudged": one.agreement.n_unjudged,
        "n_unanswered": one.n_unanswered,
        "published": one.published or None,
    }


def _said_row(one: PeopleSaid) -> dict[str, object]:
    return {"task": one.task, "kind": one.name, "n_yes": one.n_yes, "n": one.n, "n_unanswered": one.n_unanswered}
