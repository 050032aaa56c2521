"""How the local judge values the sentences that bundled scenarios plant, each alone as a bullet: all are true.

Run `python -m bench.judge.planted_sentences [SCENARIO...]`. Makes a haystack of each scenario (by name or path;
default: the bundled ones), and prints number and mean value of its sentences that state an insight in other words, the
share that is not full with a 95 % interval (bootstrap of insights), and how often each guard is the reason. The
sentences of the bundled scenarios were read when rules of `local.v15` were mended, so that their figures are of texts
that were seen.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

from bench.figures import mean_of
from hayrick.harness.haystacks.synthesis import SynthesisRequest, scenarios, synthesise
from hayrick.haystacks.files import read_haystack
from hayrick.judges.coverage.local import Coverage, cover


def planted(scenario: str) -> dict[str, list[Coverage]]:
    """The coverage of each insight of a scenario by each distinct sentence that states it."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "made.json"
        synthesise(SynthesisRequest(scenario=scenario, out=out))
        made = read_haystack(out)
    statements = made.extra["statements"]
    rows = statements if isinstance(statements, list) else []
    found: dict[str, list[Coverage]] = defaultdict(list)
    for subtopic in made.subtopics:
        texts = [one.text for one in subtopic.insights]
        for place, insight in enumerate(subtopic.insights):
            said = {row["text"] for row in rows if row["kind"] == "says" and row["insight"] == insight.id}
            found[f"{scenario}/{insight.id}"] = [
                cover(texts, [sentence], query=subtopic.query)[place] for sentence in sorted(said)
            ]
    return found


def main() -> None:
    """Print a row a scenario, and one of all."""
    parser = argparse.ArgumentParser(prog="bench.judge.planted_sentences")
    parser.add_argument("scenarios", nargs="*", default=sorted(scenarios()), metavar="SCENARIO")
    groups = {name: planted(name) for name in parser.parse_args().scenarios}
    groups["all"] = {insight: values for one in groups.values() for insight, values in one.items()}
    for name, by_insight in groups.items():
        every = [one for values in by_insight.values() for one in values]
        share, low, high = mean_of([[float(one.label != "full") for one in values] for values in by_insight.values()])
        reasons = Counter(one.reason or "few shared words" for one in every if one.label != "full")
        mean = np.mean([one.value for one in every])
        print(
            f"{name}: {len(every)} sentences of {len(by_insight)} insights, mean {mean:.3f}, not full {share:.3f}",
            end="",
        )
        print(f" [{low:.3f}, {high:.3f}];", ", ".join(f"{reason} {n}" for reason, n in reasons.most_common()))


if __name__ == "__main__":
    main()
