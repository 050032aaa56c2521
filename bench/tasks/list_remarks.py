"""How often sentences to the reader, as models end their replies with them, are taken for labels of a list.

    HAYRICK_SHARED=FOLDER python -m bench.tasks.list_remarks [--wrong]

The sentences are the last ones of InfiniteBench's released replies (Claude 2, GPT-4, Kimi) in `infinitebench_results`
of the folder `data` there: each once, if it has at most 25 words and speaks of "you" or "me" or begins with "I"; those
of replies that are one sentence only are left out. No rule was written on them, though three of the most frequent had
been seen. Each is put behind a list of three names in three ways; wrong are replies from which anything but these names
is read; some of the sentences are answers and no remarks. The same for lines that begin such replies and end with a
colon or an exclamation mark. `--wrong` shows them.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator

from bench.places import DATA
from hayrick.replies.lists import read_list
from hayrick.stats.intervals import Interval, ratio_intervals

NAMES = ("Alice", "Bob", "Carol")
LISTS = {"line": "Alice, Bob, Carol", "lines": "Alice\nBob\nCarol", "bullets": "- Alice\n- Bob\n- Carol"}
_TO_READER = re.compile(r"\b(?:you|your|me)\b|\AI(?:'\w+)? ", re.IGNORECASE)


def replies() -> Iterator[str]:
    for path in sorted((DATA / "infinitebench_results").glob("*/*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield str(json.loads(line).get("prediction") or "").strip()


def closings() -> list[str]:
    found: dict[str, None] = {}
    for reply in replies():
        sentences = re.split(r"(?<=[.!?])\s+", reply)
        if len(sentences) > 1 and len(sentences[-1].split()) <= 25 and _TO_READER.search(sentences[-1]):
            found[sentences[-1]] = None
    return list(found)


def openings() -> list[str]:
    firsts = (reply.splitlines()[0].strip() for reply in replies() if "\n" in reply)
    return list(dict.fromkeys(one for one in firsts if one.endswith((":", "!")) and len(one.split()) <= 25))


def told(name: str, made: list[str], shows: bool) -> None:
    wrong = [one for one in made if read_list(one) != NAMES]
    is_wrong = [[float(one in wrong) for one in made]]
    share = percent(ratio_intervals(is_wrong, [[1.0] * len(made)], [0] * len(made))[0])
    sys.stdout.write(f"{name}: {len(wrong)} of {len(made)} read wrongly, {share}\n")
    for one in wrong if shows else ():
        sys.stdout.write(f"    {one!r} -> {read_list(one)}\n")


def percent(found: Interval) -> str:
    return f"{100 * (found.value or 0):.1f} % [{100 * (found.low or 0):.1f}, {100 * (found.high or 0):.1f}]"


def main() -> None:
    shows = "--wrong" in sys.argv
    for name, shown in LISTS.items():
        told(f"closing, a paragraph of its own, {name}", [f"{shown}\n\n{one}" for one in closings()], shows)
        told(f"closing, the next line, {name}", [f"{shown}\n{one}" for one in closings()], shows)
    told("closing, the same line", [f"{LISTS['line']}. {one}" for one in closings()], shows)
    told("opening", [f"{one}\n\n{LISTS['line']}" for one in openings()], shows)


if __name__ == "__main__":
    main()
