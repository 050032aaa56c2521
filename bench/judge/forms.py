"""What the local judge makes of one claim in many shapes: capitals, emphasis, labels, spellings, phrases around it.

`bench/edits/surface` (48 insights, 521 edits) is about surface form: "same_form" and "same_number" edits say what the
insight says in capitals, as a headline, in lower case, with marks, labels or accents apart, or its numbers written
otherwise; "denied_other" edits deny something else in such a form; "denied_loud", "changed_number" and "other_name"
edits change the claim in such a form. `wrappers.jsonl` there holds 96 phrases to put around any sentence, 12 of each of
eight kinds, none of which changes what it claims. Both were written by language models that had seen neither rules nor
texts of the project; all people, places and events are invented, no human has checked the labels.

Phrases are put around the edits of three sets of `bench.judge.fresh`, one of each kind around each, drawn by lot with a
fixed seed; rows are the same edits without any and with one.

Run `python -m bench.judge.forms`. Prints values, the share within the limit, and the share called full, by kind; then
values without and with phrases. Intervals: 95 %, bootstrap of insights.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from typing import NamedTuple

import numpy as np

from bench.figures import mean_of
from bench.judge.fresh import LEAST, MOST, SETS, SURFACE, Edit, edits
from hayrick.judges.coverage.local import Coverage, cover
from hayrick.numerals import listed

_MOST = {"denied_loud": 0.25, "changed_number": 0.5, "other_name": 0.5}
_LEAST = {"same_form": 0.75, "same_number": 0.75, "denied_other": 0.75}
_WRAPPED = ("10", "11", "12")
_SLACK = 1e-9


class Wrapper(NamedTuple):
    """Words before and after a sentence that leave what it claims as it is."""

    kind: str
    before: str
    after: str

    def around(self, text: str) -> str:
        """A text between them; its first word keeps a capital only where it may be a name or begins a sentence."""
        first, _, rest = text.partition(" ")
        if self.before and not self.before.endswith((". ", ": ")) and first.lower() in _SMALL:
            text = f"{first.lower()} {rest}"
        return f"{self.before}{text.rstrip('.') if self.after else text}{self.after}"


_SMALL = frozenset(
    listed(
        "the a an in on at after before when while although its their his her it they by for from to with no not nobody"
        " none neither all most about more some many during once since only both every each"
    )
)


def wrappers() -> dict[str, list[Wrapper]]:
    """The phrases, by kind."""
    found: dict[str, list[Wrapper]] = defaultdict(list)
    for line in (SURFACE / "wrappers.jsonl").read_text(encoding="utf-8").splitlines():
        one = Wrapper(**json.loads(line))
        found[one.kind].append(one)
    return found


def _value(edit: Edit, bullet: str) -> Coverage:
    return cover(edit.siblings, [bullet])[edit.place]


def wrapped() -> dict[str, dict[str, dict[str, list[Coverage]]]]:
    """Coverage of edits by their kind, that of the phrases around them ("" for none), and insight."""
    found: dict[str, dict[str, dict[str, list[Coverage]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    drawn, phrases = random.Random(0), wrappers()
    for name in _WRAPPED:
        for one in edits(SETS[name]):
            place = f"{name} {one.insight}"
            found[one.kind][""][place].append(_value(one, one.bullet))
            for kind, some in phrases.items():
                found[one.kind][kind][place].append(_value(one, drawn.choice(some).around(one.bullet)))
    return found


def main() -> None:
    print("| edit | limit | mean value | within the limit | full | contradicted | n |\n|---|---|---|---|---|---|---|")
    judged: dict[str, dict[str, list[Coverage]]] = defaultdict(lambda: defaultdict(list))
    for one in edits(SURFACE):
        judged[one.kind][one.insight].append(_value(one, one.bullet))
    for kind, limit in (_MOST | _LEAST).items():
        every = [c for some in judged[kind].values() for c in some]
        mean, low, high = mean_of([[c.value for c in some] for some in judged[kind].values()])
        sign = 1 if kind in _MOST else -1
        within = np.mean([sign * c.value <= sign * limit + _SLACK for c in every])
        print(
            f"| {kind.replace('_', ' ')} | {'at most' if sign > 0 else 'at least'} {limit:g} "
            f"| {mean:.2f} [{low:.2f}, {high:.2f}] | {within:.2f} | {np.mean([c.label == 'full' for c in every]):.2f} "
            f"| {np.mean([c.contradicted for c in every]):.2f} | {len(every)} |"
        )
    kinds = wrappers()
    print(f"\n| edit | limit | no phrase | {' | '.join(kinds)} | n |\n|{'---|' * (len(kinds) + 4)}")
    found = wrapped()
    for kind, limit in (MOST | LEAST).items():
        if kind in found:
            cells = []
            for phrase in ("", *kinds):
                mean, low, high = mean_of([[c.value for c in some] for some in found[kind][phrase].values()])
                cells.append(f"{mean:.2f} [{low:.2f}, {high:.2f}]")
            n = sum(map(len, found[kind][""].values()))
            print(f"| {kind.replace('_', ' ')} | {limit:g} | {' | '.join(cells)} | {n} |")


if __name__ == "__main__":
    main()
