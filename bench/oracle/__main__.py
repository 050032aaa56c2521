"""Today's figures as an oracle: whatever is rebuilt, they stay the same to the last digit.

python -m bench.oracle write FILE [--only CASE...] [--keep DIR]   run the cases and write their fingerprints
python -m bench.oracle check FILE [--only CASE...] [--keep DIR] [--old DIR]
    run them again; a line a case, and exit status 1 where one differs. With the outputs kept by an earlier run (--old,
    or HAYRICK_ORACLE) it also says how many rows of a column differ, and shows the first.
python -m bench.oracle diff OLD_DIR NEW_DIR [--most N]            compare two folders of kept outputs row by row

A fingerprint has a hash for each column of each file that `hayrick` writes in a case, whatever the order of its rows.
Columns, files and tables that are new are ignored. `EXCLUDED` of `bench.oracle.tables` has what is left out, and why.
HAYRICK_SHARED names the folder with the data (default ../shared); cases that need it are skipped where it is absent.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.oracle.cases import CASES
from bench.oracle.running import Case, Skipped, source_of
from bench.oracle.tables import Table, compare, differences, fingerprint, tables
from bench.places import ROOT

HEADLINES = ("joint", "coverage", "citation")
SHOWN = 4
"""Systems of a table of estimates whose figures stand in the file."""


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bench.oracle", description=__doc__.splitlines()[0] if __doc__ else None)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("write", "check"):
        command = commands.add_parser(name)
        command.add_argument("file", type=Path)
        command.add_argument("--only", nargs="+", choices=list(CASES), default=list(CASES), metavar="CASE")
        command.add_argument("--fast", action="store_true", help="only the cases that the tests run")
        command.add_argument("--keep", type=Path, help="keep the outputs, a folder a case")
        command.add_argument("--old", type=Path, default=os.environ.get("HAYRICK_ORACLE"), help="kept outputs")
    command = commands.add_parser("diff")
    command.add_argument("old", type=Path)
    command.add_argument("new", type=Path)
    command.add_argument("--most", type=int, default=5, help="examples a column")
    given = parser.parse_args(words)
    if given.command == "diff":
        return _diff(given.old, given.new, given.most)
    if not (source := source_of("hayrick")).is_relative_to(ROOT):
        parser.error(f"this would run another program, {source}: set PYTHONPATH={ROOT / 'src'}")
    chosen = [CASES[name] for name in given.only if CASES[name].fast or not given.fast]
    act = _write if given.command == "write" else _check
    return act(given.file, chosen, given.keep, given.old)


def outputs(case: Case, keep: Path | None) -> dict[str, Table]:
    """Run a case; every table that it wrote. `keep` is where its folder is kept.

    Raises:
        Skipped: it cannot be run here.
        RuntimeError: a command of it was refused.
    """
    with tempfile.TemporaryDirectory() as scratch:
        folder = (keep or Path(scratch)).absolute() / case.name
        if folder.exists():
            shutil.rmtree(folder)
        statuses = case.run(folder)
        found = tables(folder)
        found["commands"] = Table(
            rows=[{"number": f"{number:02}", "status": str(status)} for number, status in enumerate(statuses)]
        )
        return found


def problems(case: Case, stored: Mapping[str, Any], keep: Path | None = None, old: Path | None = None) -> list[str]:
    """What differs from the stored fingerprints, a line each.

    Raises:
        Skipped: it cannot be run here.
        RuntimeError: a command of it was refused.
    """
    found = outputs(case, keep)
    lines = []
    before: Mapping[str, Table] | None = None
    for name, print_ in stored["tables"].items():
        for column, what in compare(print_, found.get(name)):
            if before is None:
                before = tables(old / case.name) if old is not None and (old / case.name).is_dir() else {}
            lines.append(f"{name} {column or 'as a whole'}: {what}{_rows(before.get(name), found.get(name), column)}")
    return lines


def _rows(old: Table | None, new: Table | None, column: str) -> str:
    if old is None or new is None:
        return ""
    wanted = [one for one in differences(old, new, 1) if one.column == column or column not in old.columns]
    return "".join(f"; {one.column}: {one.count} of {one.of} rows, first {one.examples[0]}" for one in wanted[:1])


def _write(file: Path, cases: Sequence[Case], keep: Path | None, old: Path | None) -> int:
    stored = json.loads(file.read_text(encoding="utf-8"))["cases"] if file.exists() else {}
    skipped = 0
    for case in cases:
        start = time.perf_counter()
        try:
            found = outputs(case, keep)
        except Skipped as reason:
            print(f"{case.name}: skipped, {reason}", flush=True)
            skipped += 1
            continue
        prints = {name: fingerprint(table) for name, table in sorted(found.items())}
        stored[case.name] = {"headlines": dict(_headlines(found)), "tables": prints}
        rows = sum(print_["rows"] for print_ in prints.values())
        print(f"{case.name}: {len(prints)} tables, {rows} rows, {time.perf_counter() - start:.1f} s", flush=True)
        ordered = {name: stored[name] for name in CASES if name in stored}
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_as_text({"schema": 1, "cases": ordered}), encoding="utf-8")
    return 1 if skipped else 0


def _check(file: Path, cases: Sequence[Case], keep: Path | None, old: Path | None) -> int:
    stored = json.loads(file.read_text(encoding="utf-8"))["cases"]
    different = 0
    for case in cases:
        start = time.perf_counter()
        try:
            lines = problems(case, stored[case.name], keep, old) if case.name in stored else ["not in the file"]
        except Skipped as reason:
            print(f"{case.name}: skipped, {reason}", flush=True)
            continue
        except RuntimeError as problem:
            lines = [str(problem)]
        verdict = f"{len(lines)} differences" if lines else "equal"
        print(f"{case.name}: {verdict} ({time.perf_counter() - start:.1f} s)", flush=True)
        print("".join(f"  {line}\n" for line in lines), end="", flush=True)
        different += bool(lines)
    print(f"{different} of {len(cases)} cases differ" if different else "nothing differs")
    return 1 if different else 0


def _headlines(found: Mapping[str, Table]) -> Iterator[tuple[str, str]]:
    """Yield (what, value [interval] n) of a few estimates over all haystacks, for a person who reads the file."""
    for name, table in found.items():
        if not name.endswith("estimates.json:rows"):
            continue
        rows = [row for row in table.rows if row["haystack"] == "None" and row["measure"].strip("'") in HEADLINES]
        some = sorted({(row["system"], row["context"]) for row in rows})[:SHOWN]
        for row in rows:
            if (row["system"], row["context"]) in some:
                what = " ".join(row[key].strip("'") for key in ("system", "context", "citations", "measure"))
                yield f"{name.split('/')[0]} {what}", f"{row['value']} [{row['low']}, {row['high']}] n={row['n']}"


def _diff(old: Path, new: Path, most: int) -> int:
    different = 0
    for folder in sorted(path for path in old.iterdir() if path.is_dir() and (new / path.name).is_dir()):
        before, after = tables(folder), tables(new / folder.name)
        for name, table in before.items():
            if name not in after:
                print(f"{folder.name} {name}: absent")
                different += 1
                continue
            for one in differences(table, after[name], most):
                print(f"{folder.name} {name} {one.column}: {one.count} of {one.of} rows")
                print("".join(f"  {example}\n" for example in one.examples), end="")
                different += 1
    print(f"{different} columns differ" if different else "nothing differs")
    return 1 if different else 0


def _as_text(value: Mapping[str, Any]) -> str:
    """JSON with one table a line: small, and a change of one table is a change of one line."""
    lines = ["{", f' "schema": {value["schema"]},', ' "cases": {']
    for number, (name, case) in enumerate(value["cases"].items(), start=1):
        parts = []
        for key, entries in case.items():
            inner = ",\n".join(f"    {json.dumps(one)}: {json.dumps(held)}" for one, held in entries.items())
            parts.append(f"   {json.dumps(key)}: {{\n{inner}\n   }}" if inner else f"   {json.dumps(key)}: {{}}")
        end = "," if number < len(value["cases"]) else ""
        lines.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(parts) + f"\n  }}{end}")
    return "\n".join([*lines, " }", "}", ""])


if __name__ == "__main__":
    sys.exit(main())
