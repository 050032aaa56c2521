"""Whether the texts of `hayrick probe` say what they are meant to say, by the labels of a reader who did not know.

The reader, a language model that had seen neither probes nor rules, was given insight and text in random order and
labelled each "full", "partial", "none" or "contradicted", or two of these where both can be defended. No human has
checked the labels. `probe_labels.jsonl` holds a fingerprint of insight and text with the label, not the texts: those
are made again of the bundled haystack and of three released ones. Labels of texts that are made no more are counted.

Usage: python -m bench.judge.probe_labels [--sample FILE]
Prints a row a probe: texts, share whose first label is right with its 95 % interval, and share of which one label is.
With --sample it writes texts that have no label yet, in random order, to be labelled.
Data: the folder `data` of HAYRICK_SHARED (default: `../shared` beside the checkout).
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from bench.judge.edits import share
from bench.places import HAYSTACKS, SUMMHAY, needed
from hayrick.harness.running.demo import shipped_haystack
from hayrick.haystacks.files import read_haystack
from hayrick.probes import PROBES, cases

LABELS = Path(__file__).with_name("probe_labels.jsonl")
RIGHT = {
    "states": {"full"},
    "faulty": {"partial", "none", "contradicted"},
    "denies": {"contradicted", "none"},
    "absent": {"none"},
}
"""Kind of probe -> labels that are right for it."""
LEFT_OUT = {"verbatim", "paragraph", "general", "query"}
"""Probes of which nothing has to be read."""
WHOLE = {"siblings", "injected"}
A_PROBE, MADE = 20, 200


class Made(NamedTuple):
    """A probe's text of one insight."""

    probe: str
    kind: str
    insight: str
    text: str

    @property
    def print(self) -> str:
        """Fingerprint by which its label is found."""
        return sha256(f"{self.insight}\n{self.text}".encode()).hexdigest()[:16]


def made() -> Iterator[Made]:
    released = [needed(SUMMHAY / f"{name}.json") for name in HAYSTACKS]
    haystacks = [read_haystack(path) for path in (shipped_haystack(), *released)]
    for case in cases(haystacks, [one for one in PROBES if one.name not in LEFT_OUT], MADE):
        for place, insight in enumerate(case.text.insights):
            bullets = case.text.bullets
            text = "\n".join(bullets) if case.probe.name in WHOLE else bullets[place]
            yield Made(case.probe.name, case.probe.kind, insight.text, text)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.judge.probe_labels")
    parser.add_argument("--sample", type=Path)
    given = parser.parse_args()
    rows = [json.loads(line) for line in LABELS.read_text(encoding="utf-8").splitlines()] if LABELS.exists() else []
    labels = {row["print"]: row["label"].split("/") for row in rows}
    texts = list(made())
    if given.sample:
        write_sample(given.sample, [one for one in texts if one.print not in labels], labels, texts)
        return
    found = defaultdict[str, list[tuple[bool, bool]]](list)
    for one in {one.print: one for one in texts}.values():
        if own := labels.get(one.print):
            found[one.probe].append((own[0] in RIGHT[one.kind], not RIGHT[one.kind].isdisjoint(own)))
    every = [mark for some in found.values() for mark in some]
    for name, marks in (*found.items(), ("all", every)):
        some = sum(either for _, either in marks)
        print(f"{name:16s} first label {share(sum(first for first, _ in marks), len(marks))}; either {some}")
    print(f"labels of texts that are made no more: {len(labels) - sum(map(len, found.values()))}")


def write_sample(path: Path, left: list[Made], labels: dict[str, list[str]], texts: list[Made]) -> None:
    rng, chosen = random.Random(0), list[Made]()
    for probe in dict.fromkeys(one.probe for one in left):
        has = len({one.print for one in texts if one.probe == probe and one.print in labels})
        own = [one for one in left if one.probe == probe]
        chosen += rng.sample(own, min(len(own), max(0, A_PROBE - has)))
    rng.shuffle(chosen)
    lines = [json.dumps({"print": one.print, "insight": one.insight, "text": one.text}) for one in chosen]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{len(chosen)} texts written to {path}")


if __name__ == "__main__":
    main()
