"""Measure the local judge on denials by seven writers on whose texts nothing is fitted.

Seven language models that had seen neither rules nor sets nor one another's texts wrote 400 bullets each on 40 insights
of the sets that `bench.judge.train_denials` reads: denials in wordings as various as they could make them, true
statements beside other denials, free paraphrases, and true statements by words of negation
(`bench/edits/denials_unread`). The insights are known to rules and weights, the texts are not; nobody who wrote rules
has read more than a few of them.

Run `python -m bench.judge.unread_denials`. Prints a row a kind: mean value by the whole judge, by the rules alone
(without the fitted weights of `weighed` and `stance`) and by word recall, share called full and contradicted by the
whole judge, and the number of bullets. Intervals: 95 %, bootstrap of insights.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from bench.figures import DRAWS, mean_of
from bench.judge.elsewhere import word_recall
from bench.judge.train_denials import RULES, UNREAD, edits_of
from hayrick.judges.coverage.local import cover


def main() -> None:
    rows: dict[str, dict[str, list[tuple[float, ...]]]] = defaultdict(lambda: defaultdict(list))
    for name in UNREAD:
        for one in edits_of(name):
            insight = one.siblings[one.place]
            whole = cover(one.siblings, [one.bullet])[one.place]
            by_rules = cover(one.siblings, [one.bullet], guards=RULES)[one.place]
            recall = word_recall([insight], one.bullet)[0]
            row = whole.value, by_rules.value, recall, whole.label == "full", whole.contradicted
            rows[one.kind][insight].append(row)
    print(
        "| kind | the judge | by rules alone | word recall | full | contradicted | n |\n|---|---|---|---|---|---|---|"
    )
    for kind, by_insight in rows.items():
        groups = [np.array(some, float) for some in by_insight.values()]
        means = [mean_of([one[:, at] for one in groups], DRAWS, seed=1) for at in range(3)]
        cells = " | ".join(f"{mean:.2f} [{low:.2f}, {high:.2f}]" for mean, low, high in means)
        full, contradicted = np.concatenate(groups)[:, 3:].mean(0)
        print(f"| {kind} | {cells} | {full:.2f} | {contradicted:.2f} | {sum(map(len, groups))} |")


if __name__ == "__main__":
    main()
