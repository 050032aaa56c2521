"""Plant faults in scripted planners and writers, and count how many synthesis finds and repairs, and at what price.

`python -m bench.haystacks.planted_faults` runs the pipeline in this process against tests/loopback/careless.py: honest
but for the faults that are planted. So the figures say whether the machinery does what it should, and nothing about how
often a real model makes such faults or obeys when told. Further tables: a writer that never obeys; prompt tokens by
question; what the thresholds of likeness and specificity would do to SummHay's released haystacks
(bench/haystacks/likeness.py). Under a minute on one core.

`--verify develop`, `--verify locked` and `--verify by-hand` plant faults in finished haystacks instead, and count how
many `hayrick verify` flags: see bench/haystacks/verified_faults.py. Some minutes.
"""

from __future__ import annotations

import argparse
import importlib
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import mean
from typing import Any, NamedTuple

from bench.haystacks.likeness import show_likeness
from bench.haystacks.verified_faults import show_by_hand, show_verified
from bench.places import HAYSTACKS
from hayrick.harness.work.finish import finish
from hayrick.prompting import prompt_tokens
from hayrick.synthesis.assignment.assign import assign
from hayrick.synthesis.author.checkers import Checker, LocalChecking, ModelChecking
from hayrick.synthesis.author.write import Written, write
from hayrick.synthesis.planning.plan import plan
from hayrick.synthesis.scenario import DocumentPlan, Range, Scenario
from hayrick.types import Question, Reply

# By its name from the root: type checkers know the tests' packages by another one.
careless: Any = importlib.import_module("tests.loopback.careless")

SUBTOPICS, INSIGHTS, DOCUMENTS = 10, 6, 100
PLANNING = {
    # fault: its name, and the titles that get it
    "a subtopic twice": ("twice", True),
    "a subtopic in other words": ("overlap", True),
    "an insight twice": ("again", careless.TITLES[0:3]),
    "an insight in other words": ("paraphrase", careless.TITLES[3:6]),
    "an insight of another subtopic": ("misplaced", careless.TITLES[6:8]),
    "an insight without number or name": ("vague", careless.TITLES[8:10]),
}


class Row(NamedTuple):
    """One line of the table: a fault, how often it was planted, found, repaired."""

    fault: str
    planted: int
    found: int
    repaired: int


class Counted:
    """The careless author; keeps the size of each prompt."""

    def __init__(self, **faults: object) -> None:
        self.author = careless.Careless(**faults)
        self.tokens: dict[str, list[int]] = defaultdict(list)

    async def __call__(self, questions: Sequence[Question]) -> Sequence[Reply | None]:
        """Answer a round of questions."""
        replies = []
        for one in questions:
            text = "\n\n".join(message.text for message in one.prompt.messages)
            self.tokens[careless.kind_of(text)].append(prompt_tokens(one.prompt))
            replies.append(Reply(self.author(text)))
        return replies

    @property
    def calls(self) -> str:
        """How many calls there were, by question."""
        kinds = Counter({kind: len(sizes) for kind, sizes in self.tokens.items()})
        return f"{kinds.total()} calls: " + ", ".join(f"{n} {kind}" for kind, n in kinds.most_common())


def wanting(**changes: Any) -> Scenario:
    """A scenario of which everything is to be planned."""
    scenario = Scenario(
        name="quill",
        topic="The town of Quill",
        languages={"en": 1.0},
        documents=DOCUMENTS,
        words=Range(750, 750),
        wanted_subtopics=SUBTOPICS,
        wanted_insights=Range(INSIGHTS, INSIGHTS),
        participants=("Ann", "Bert", "Cleo", "Dov"),
    )
    return replace(scenario, **changes)


def planning(**changes: Any) -> tuple[list[Row], Counted]:
    """Faults in proposals, and replies that are no JSON."""
    broken = ["plan-subtopics", "plan-overlaps", "plan-insights", "plan-duplicates", "classify-insight"]
    asked = Counted(json=broken, **dict(PLANNING.values()))
    scenario = wanting(**changes)
    planned = finish(plan(scenario, asked))
    planted = asked.author.planted
    reasons = [one.reason for one in planned.report.dropped]
    is_full = len(planned.scenario.insights) == SUBTOPICS * INSIGHTS
    rows = [
        Row(fault, planted[name], n := _found(reasons, name), n if is_full else 0)
        for fault, (name, _) in PLANNING.items()
    ]
    tally = planned.report.tally
    return [*rows, Row("a reply that is no JSON", planted["json"], tally.unread, tally.mended)], asked


def _found(reasons: Sequence[str], name: str) -> int:
    """Proposals that were dropped for the reason that belongs to a fault."""
    titles = [f"says the same as '{title}'" for title in careless.TITLES]
    first = [f"says the same as '{careless.insight(n, 0)}'" for n in range(3)]
    wanted: dict[str, Callable[[str], bool]] = {
        "twice": lambda reason: reason in titles,
        "overlap": lambda reason: reason.startswith("overlaps with"),
        "again": lambda reason: reason in first,
        "paraphrase": lambda reason: reason.startswith("says the same") and reason not in (*titles, *first),
        "misplaced": lambda reason: reason.startswith("belongs to subtopic"),
        "vague": lambda reason: reason == "no number, date or name",
    }
    return sum(map(wanted[name], reasons))


def complete(**changes: Any) -> Scenario:
    """A scenario with everything in it."""
    return finish(plan(wanting(**changes), Counted())).scenario


def leaks(plans: Sequence[DocumentPlan], scenario: Scenario, numbers: range) -> dict[str, str]:
    """For each of these documents an insight that it is not to state."""
    found = {}
    for number in numbers:
        planned = {one.insight for one in plans[number - 1].planted}
        others = [one.text for one in scenario.insights if one.id not in planned]
        found[str(number)] = others[number % len(others)]
    return found


def written(scenario: Scenario, checks: str, **faults: object) -> tuple[Written, Counted]:
    """Documents with planted faults, checked by the scripted model or locally."""
    asked = Counted(**faults)
    checker: Checker = ModelChecking(scenario, asked) if checks == "model" else LocalChecking(scenario)
    return finish(write(scenario, assign(scenario), asked, checker)), asked


def reports(checks: str) -> tuple[list[Row], Counted]:
    """Faults in reports: ten documents with each, and a useless first revision of every document with a fault."""
    scenario = complete()
    plans = assign(scenario)
    faults: dict[str, object] = {
        **{"forget": [*range(1, 11)], "number": [*range(11, 21)], "leak": [*range(21, 31)]},
        **{"repeat": [*range(31, 42)], "empty": [*range(51, 61)], "stump": True, "json": ["check-presence"]},
        "leaks": leaks(plans, scenario, range(21, 31)),
    }
    made, asked = written(scenario, checks, **faults)
    planted, report = asked.author.planted, made.report
    rows = [
        Row("insight forgotten, or its number changed", planted["forget"] + planted["number"], *_both(made, "missing")),
        Row("insight leaked", planted["leak"], *_both(made, "leaked")),
        Row("document repeated", planted["repeat"] - 1, *_both(made, "repeated")),
        Row("reply empty or a stump", planted["empty"] + planted["stump"], *_both(made, "broken")),
        Row("a reply that is no JSON", planted["json"], report.tally.unread, report.tally.mended),
    ]
    return rows, asked


def conversations(checks: str) -> tuple[list[Row], Counted, Written]:
    """Faults in conversations: ten with each."""
    scenario = replace(complete(), domain="conversation", layout="dialogue")
    plans = assign(scenario)
    faults: dict[str, object] = {
        **{"wrong": [*range(1, 11)], "no_turns": [*range(11, 21)], "chapter_leak": [*range(21, 31)]},
        **{"json": ["classify-chapter"], "leaks": leaks(plans, scenario, range(1, 31))},
    }
    made, asked = written(scenario, checks, **faults)
    planted, report = asked.author.planted, made.report
    wrong, leaked = _both(made, "wrong_chapter"), _both(made, "leaked")
    rows = [
        Row(
            "chapter with another insight, or with one more",
            planted["wrong"] + planted["chapter_leak"],
            wrong[0] + leaked[0],
            wrong[1] + leaked[1],
        ),
        Row("reply without turns", planted["no_turns"], *_both(made, "broken")),
        Row("a reply that is no JSON", planted["json"], report.tally.unread, report.tally.mended),
    ]
    return rows, asked, made


def _both(made: Written, kind: Any) -> tuple[int, int]:
    return made.report.found[kind], made.report.repaired[kind]


def show(title: str, rows: Sequence[Row], asked: Counted) -> None:
    print(f"\n{title} ({asked.calls})")
    for row in rows:
        if row.planted or row.found:
            print(f"  {row.fault:<48} planted {row.planted:>4}  found {row.found:>4}  repaired {row.repaired:>4}")


def show_obstinate() -> None:
    """A writer that never mends anything."""
    scenario = complete()
    faults = {"forget": [*range(1, 11)], "leak": [*range(11, 21)], "repeat": [*range(21, 32)], "obstinate": True}
    made, asked = written(scenario, "model", **faults, leaks=leaks(assign(scenario), scenario, range(11, 21)))
    report = made.report
    print(f"\nA writer that never obeys ({asked.calls})")
    print(f"  found {sum(report.found.values())}, repaired {sum(report.repaired.values())}, remaining", end=" ")
    print(f"{len(report.remaining)}; {report.revisions} revisions of 30 documents with one fault each")
    scenario = replace(scenario, domain="conversation", layout="dialogue")
    made, asked = written(scenario, "model", never=[*range(1, 11)], leaks={str(n): "None." for n in range(1, 11)})
    n = sum(len(one.planted) for one in assign(scenario)[:10])
    print(f"A writer that never obeys in 10 conversations of {n} chapters ({asked.calls})")
    print(f"  {made.report.never} chapters never passed, {len(made.report.unwritten)} conversations are left out")


def show_tokens(several: Sequence[Counted]) -> None:
    print("\nPrompt tokens (cl100k) by question: mean, of so many")
    sizes: dict[str, list[int]] = defaultdict(list)
    for asked in several:
        for kind, found in asked.tokens.items():
            sizes[kind].extend(found)
    for kind, found in sorted(sizes.items()):
        print(f"  {kind:<18} {mean(found):>7,.0f}  n = {len(found)}")


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--verify", choices=["develop", "locked", "by-hand"], help="faults in finished haystacks")
    given = parser.parse_args().verify
    if given == "by-hand":
        show_by_hand()
    elif given == "develop":
        show_verified("develop", HAYSTACKS[:2])
    elif given == "locked":
        show_verified("locked", HAYSTACKS[:2])
        show_verified("develop", HAYSTACKS[2:])
        show_verified("locked", HAYSTACKS[2:])
    else:
        show_synthesis()


def show_synthesis() -> None:
    """Print the tables about faults that planners and writers make."""
    seen = []
    for domain in ("news", "conversation"):
        rows, asked = planning(domain=domain)
        seen.append(asked)
        show(f"Planning, {domain}", rows, asked)
    for checks in ("model", "local"):
        rows, asked = reports(checks)
        seen.append(asked)
        show(f"{DOCUMENTS} reports, checked by the {checks} checker", rows, asked)
    for checks in ("model", "local"):
        rows, asked, made = conversations(checks)
        seen.append(asked)
        show(f"{DOCUMENTS} conversations, checked by the {checks} checker", rows, asked)
        print(f"  chapters by tries: {made.report.tries}, never: {made.report.never}")
    clean = written(complete(), "model")[1]
    print(f"\nWithout faults: {DOCUMENTS} reports, model checker: {clean.calls}")
    talks = written(replace(complete(), domain="conversation", layout="dialogue"), "model")[1]
    print(f"Without faults: {DOCUMENTS} conversations, model checker: {talks.calls}")
    show_obstinate()
    show_tokens([*seen, clean, talks])
    show_likeness()


if __name__ == "__main__":
    main()
