"""Why the default differs from the published scorer on the released haystacks: how many insights, and how much.

Usage: python -m bench.published.compat     (HAYRICK_SHARED names the folder with the data, default ../shared)
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bench.places import SUMMHAY
from hayrick.harness.naming.names import TaskOptions
from hayrick.harness.running.run import run
from hayrick.harness.running.run_request import RunRequest
from hayrick.harness.running.run_result import TaskResult
from hayrick.tasks.summhay import MEASURES
from hayrick.types import Bullet

LINE = "a covered insight is linked to a line that introduces the list: unlinked"
CITES = "the covering bullet cites in a form that only the default reads"

Place = tuple[str, str, str, str]


def recorded(path: Path, compat: str | None = None) -> TaskResult:
    """The recorded systems of a haystack under their recorded judge."""
    options = TaskOptions(compat=compat)
    return run(RunRequest(inputs=[str(path)], systems=["recorded"], judge="recorded", task=options)).tasks[0]


def links(result: TaskResult) -> dict[Place, Bullet | None]:
    """The covering bullet of every covered insight."""
    found: dict[Place, Bullet | None] = {}
    for item, response, judgements in result.judged:
        bullets = {bullet.id: bullet for bullet in response.answer.bullets} if response.answer else {}
        for one in judgements or ():
            if one.label not in (None, "none"):
                found[response.system, response.context, item.group, one.unit] = bullets.get(one.link)
    return found


def lines_of(result: TaskResult) -> tuple[int, int]:
    """Lines of all summaries, and how many of them are bullets."""
    answers = [one.answer for one in result.responses if one.answer]
    return sum(one.n_lines for one in answers), sum(len(one.bullets) for one in answers)


def differences(ours: TaskResult, paper: TaskResult) -> Iterator[tuple[str, Place]]:
    """Yield (rule, insight) wherever the default reads another bullet or other citations."""
    now, then = links(ours), links(paper)
    for place, before in then.items():
        after = now[place]
        if before is not None and after is None:
            yield LINE, place
        elif before is not None and after is not None and before.cites != after.cites:
            yield CITES, place


def main() -> None:
    """Print one table of reasons and one of sizes."""
    print(f"{'haystack':12} {'reason':75} {'covered insights':>16}  systems")
    sizes = []
    for path in sorted(SUMMHAY.glob("topic_news*.json")):
        ours, paper = recorded(path), recorded(path, "paper")
        found = list(differences(ours, paper))
        for why in (LINE, CITES):
            places = [place for rule, place in found if rule == why]
            systems = len({place[:2] for place in places})
            print(f"{path.stem:12} {why:75} {len(places):3} of {len(links(paper)):5}      {systems} of 78")
        n_lines, n_bullets = lines_of(ours)
        print(f"{path.stem:12} lines that are no bullet by default: {n_lines - n_bullets} of {n_lines}")
        after = {key: one.value for key, one, _ in ours.estimates}
        before = {key: one.value for key, one, _ in paper.estimates}
        for measure in (one.name for one in MEASURES):
            keys = [key for key in before if key.measure == measure and key.dataset is not None]
            gaps = [(after[key] or 0.0) - (before[key] or 0.0) for key in keys]
            n = sum(1 for gap in gaps if abs(gap) > 5e-7)
            sizes.append((path.stem, measure, n, len(gaps), sum(gaps) / len(gaps), max(gaps, key=abs)))
    print(f"\n{'haystack':12} {'measure':20} systems that differ   mean difference   largest   (default - published)")
    for name, measure, n, total, mean, largest in sizes:
        print(f"{name:12} {measure:20} {n:3} of {total:3} {mean:+24.4f} {largest:+12.4f}")


if __name__ == "__main__":
    main()
