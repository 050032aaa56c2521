"""Show faults that Hayrick had, each by its command: what the program does, beside what other code does.

Run `python -m bench.faults [--against SRC] [CASE...]`; SRC is the folder `src` of another checkout. Prints a Markdown
table of the cases of `bench.faults.cases` and `bench.faults.further_cases`: status of the command, what came of it, and
its last line of errors. Each case has a folder of its own. Requests of runs that meet refusing servers are counted by
`python -m bench.speed.requests`.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.faults.cases import CASES as FIRST_CASES
from bench.faults.further_cases import LATER_CASES
from bench.faults.runs import Here
from bench.places import ROOT

CASES = {**FIRST_CASES, **LATER_CASES}
_SHOWN = 180


def told(source: Path, name: str) -> str:
    """What the code in `source` makes of a case."""
    with tempfile.TemporaryDirectory() as folder:
        here = Here(source, Path(folder))
        effect = CASES[name](here)
        last = here.last
    ended = "not ended" if last.status is None else f"status {last.status}"
    said = re.sub(r"(127\.0\.0\.1):\d+", r"\1", last.said.replace(folder, "")).replace("|", "\\|")
    if len(said) > _SHOWN:
        said = said[:_SHOWN].rsplit(" ", 1)[0] + " ..."
    return f"{ended}; {effect}" + (f"; `{said}`" if said else "")


def main(given: Sequence[str] | None = None) -> None:
    """Print the table."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="bench.faults", description=__doc__, formatter_class=form)
    parser.add_argument("cases", nargs="*", metavar="CASE", help="how a case's name begins; all if none is given")
    parser.add_argument("--against", type=Path, help="folder `src` of the code to compare with")
    chosen = parser.parse_args(given)
    if unknown := [one for one in chosen.cases if not any(name.startswith(one) for name in CASES)]:
        parser.error(f"no case begins with {unknown[0]!r}; the cases: {', '.join(CASES)}")
    sources = [*([chosen.against.resolve()] if chosen.against else []), ROOT / "src"]
    heads = ["fault", *(["before"] if chosen.against else []), "now"]
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for name in CASES:
        if not chosen.cases or name.startswith(tuple(chosen.cases)):
            cells = [name.replace("|", "\\|"), *(told(source, name) for source in sources)]
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
