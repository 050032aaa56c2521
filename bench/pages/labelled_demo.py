"""The example of docs/guide/annotate.md: two made-up people label summaries of the demo, and a judge is compared.

Nobody labelled anything here. Anna's and Ben's labels are the local judge's, of which one in six is drawn anew for both
alike, then one in ten for Anna and one in five for Ben (seed 0); Ben leaves every fortieth pair open. So the figures
show what is printed, and say nothing of the judge, of whose labels they were made.

Usage: hayrick demo --out runs/demo; python -m bench.pages.labelled_demo runs/demo FOLDER
Writes FOLDER/page.html, anna.json, ben.json and annotations.json, and prints what the commands print.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from random import Random

from hayrick.annotation.questions import Questions, read_questions
from hayrick.cli.program import hayrick

BLOCK = re.compile(r'<script type="application/json" id="questions">(.*?)</script>', re.DOTALL)
LABELS = ("none", "partial", "full")
BOTH = 1 / 6
"""Share of labels that are drawn at random for both people alike."""

PEOPLE = {"anna": (0.1, 0), "ben": (0.2, 40)}
"""Name -> share of labels that are drawn at random, and of how many pairs one is left open; 0 for none."""


def answers(page: Questions, run: Path, name: str) -> list[dict[str, object]]:
    """What a made-up person says of a page."""
    judged = {
        (one["haystack"], one["subtopic"], f"{one['system']}+{one['context']}", one["insight"]): one
        for one in map(json.loads, (run / "judgements.jsonl").read_text(encoding="utf-8").splitlines())
    }
    share, every = PEOPLE[name]
    own, both, found = Random(f"{name}/0"), Random("both/0"), []
    places = [(number, one, insight) for number, one in enumerate(page.summaries, 1) for insight in one.insights]
    for count, (number, one, insight) in enumerate(places, start=1):
        row = judged[one.topic, one.subtopic, one.key, insight.id]
        label, bullet = row["label"], row["bullet"]
        for draw, part in ((both, BOTH), (own, share)):
            if draw.random() < part:
                label = draw.choice(LABELS)
                bullet = None if label == "none" else draw.choice(one.bullets)
        if not every or count % every:
            found.append({"summary": number, "insight": insight.id, "label": label, "bullet": bullet})
    return found


def command(*words: str | Path) -> None:
    """Run a command, and show it."""
    print("$", "hayrick", *words, flush=True)
    hayrick.main([str(one) for one in words], standalone_mode=False)


def main(run: Path, folder: Path) -> None:
    """Go from a run to a validated judge."""
    folder.mkdir(parents=True, exist_ok=True)
    command("annotate", run, "--out", folder / "page.html")
    block = BLOCK.search((folder / "page.html").read_text(encoding="utf-8"))
    assert block is not None
    page = read_questions(json.loads(block[1]), "page.html")
    for name in PEOPLE:
        saved = {"schema": 1, "annotator": name, "page": page.value(), "answers": answers(page, run, name)}
        (folder / f"{name}.json").write_text(json.dumps(saved), encoding="utf-8")
    files = [word for name in PEOPLE for word in ("--import", folder / f"{name}.json")]
    command("annotate", *files, "--out", folder / "annotations.json")
    command("validate", folder / "annotations.json", "--judge", "local", "--out", folder / "validated")
    command("report", run, folder / "validated", "--out", folder / "report.html")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
