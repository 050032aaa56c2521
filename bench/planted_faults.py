"""Plant faults in scripted planners and writers, and count how many synthesis finds and repairs, and at what price.

`python -m bench.planted_faults` runs the pipeline in this process against tests/loopback/careless.py: honest but for
the faults that are planted. So the figures say whether the machinery does what it should, and nothing about how often
a real model makes such faults or obeys when told. Further tables: a writer that never obeys; prompt tokens by question;
what the thresholds of likeness and specificity would do to SummHay's released haystacks (data: as in
bench/speed_work.py).
Under a minute on one core.

`--verify develop`, `--verify locked` and `--verify by-hand` plant faults in finished haystacks instead, and count how
many `hayrick verify` flags: edits by rule of SummHay's released haystacks (bench/fault_families.py), and sentences by
hand for the haystacks of the scenarios and the hand-written one (bench/faulty_sentences.jsonl; written by a language
model before it saw what the rules make of them). *Flagged* is a pair that is named in the verdict: contradicted,
missing, or suspicious (recorded and not found, or found with an objection); a leak that is found; a copy that is named.
*Unsound* is one that alone makes the haystack unsound. "Before" is the checker that compares words alone. Some minutes.
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple, cast

from bench.fault_families import FAMILIES, duplicated, planted
from bench.speed_work import SHARED
from bench.verification import HAND_WRITTEN, made
from hayrick.checking.duplicates import duplicates
from hayrick.checking.local import LocalChecker
from hayrick.checking.statements import StatementReader
from hayrick.checking.verdicts import UNSOUND_BELOW
from hayrick.harness.finish import finish
from hayrick.haystacks.files import read_haystack
from hayrick.prompting import prompt_tokens
from hayrick.synthesis.assignment.assign import assign
from hayrick.synthesis.author.checkers import Checker, LocalChecking, ModelChecking
from hayrick.synthesis.author.write import Written, write
from hayrick.synthesis.likeness import ComparedText, runs_of
from hayrick.synthesis.planning.plan import plan
from hayrick.synthesis.planning.proposals import is_specific
from hayrick.synthesis.scenario import DocumentPlan, Range, Scenario
from hayrick.types import Haystack, Question, Reply

# By its name from the root: type checkers know the tests' packages by another one.
careless: Any = importlib.import_module("tests.loopback.careless")

BY_HAND = Path(__file__).with_name("faulty_sentences.jsonl")
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


def released() -> Iterator[Any]:
    for path in sorted(SHARED.glob("topic_*.json")):
        yield read_haystack(Path(path))


def show_likeness() -> None:
    """How near the nearest are, among released insights and documents that are all taken to be different."""
    pairs = documents = specific = insights = 0
    nearest = likest = 0.0
    for haystack in released():
        texts = [one.text for subtopic in haystack.subtopics for one in subtopic.insights]
        insights += len(texts)
        specific += sum(map(is_specific, texts))
        for a, b in combinations(map(ComparedText.of, texts), 2):
            pairs += 1
            nearest = max(nearest, len(a.terms & b.terms) / len(a.terms | b.terms))
        runs = [runs_of(one.text) for one in haystack.documents]
        for one, other in combinations(runs, 2):
            documents += 1
            likest = max(likest, len(one & other) / min(len(one), len(other)))
    if not pairs:
        print(f"\nno released haystacks at {SHARED}")
        return
    print(f"\nReleased haystacks: the nearest of {pairs:,} pairs of insights share {nearest:.2f} of their words,")
    print(f"the nearest of {documents:,} pairs of documents {likest:.2f} of the shorter one's runs of 8 words;")
    print(f"{insights - specific} of {insights} insights have neither number, date nor name by our rule")


class Outcome(NamedTuple):
    """Whether a fault is flagged and makes its haystack unsound, by words alone and now; and by which reason."""

    before: bool
    unsound_before: bool
    now: bool
    unsound: bool
    reason: str


class Verifier:
    """Checks single documents as `hayrick verify` does."""

    def __init__(self, haystack: Haystack) -> None:
        insights = [insight for subtopic in haystack.subtopics for insight in subtopic.insights]
        self._checker, self._reader = LocalChecker(insights), StatementReader(insights)

    def recorded(self, text: str, insight: str) -> Outcome:
        """Outcome for a document of which it is recorded that it states an insight."""
        presence = next(one for one in self._checker.check(text) if one.insight == insight)
        objection = self._reader.objections(text, [insight]).get(insight)
        missing = presence.probability < UNSOUND_BELOW
        contradicted = objection is not None and objection.contradicts
        reason = objection.reason if objection is not None else "words" if not presence.found else "not flagged"
        flagged = not presence.found or objection is not None
        return Outcome(not presence.found, missing, flagged, missing or contradicted, reason)

    def leaked(self, text: str, insight: str) -> Outcome:
        """Outcome for a document that states an insight without a record of it."""
        presence = next(one for one in self._checker.check(text) if one.insight == insight)
        objection = self._reader.objections(text, [insight]).get(insight)
        found = presence.found and not (objection is not None and objection.contradicts)
        return Outcome(presence.found, False, found, False, "words")


VERIFIED = ("topic_news1", "topic_news2", "topic_news4")
OUTCOMES = "| family | {} | n | flagged before | unsound before | flagged | unsound | by |"


def outcome_line(name: str, mark: str, found: Sequence[Outcome]) -> str:
    """A row of the tables of outcomes: shares in percent, with Wilson's interval of what is flagged now."""
    if not found:
        return f"| {name} | {mark} | 0 | | | | | |"
    n = len(found)
    shares = [f"{100 * sum(part) / n:.0f}" for part in list(zip(*found, strict=True))[:4]]
    low, high = (100 * end for end in wilson(sum(one.now for one in found), n))
    by = ", ".join(f"{reason} {count}" for reason, count in Counter(one.reason for one in found).most_common(4))
    now = f"{shares[2]} [{low:.0f}, {high:.0f}]"
    return f"| {name} | {mark} | {n} | {shares[0]} | {shares[1]} | {now} | {shares[3]} | {by} |"


def wilson(right: int, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; takes cases as independent."""
    z, p = 1.96, right / n
    middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def show_verified(mark: str, names: Sequence[str], most: int = 100) -> None:
    """Edits by rule, at most so many of each family in each haystack."""
    print(f"\nFaults in {', '.join(names)}, wordings: {mark}\n{OUTCOMES.format('wordings')}")
    print("|---|---|---|---|---|---|---|---|")
    haystacks = [read_haystack(SHARED / f"{name}.json") for name in names]
    verifiers = {one.id: Verifier(one) for one in haystacks}
    for family, wordings in FAMILIES.items():
        found = []
        for haystack in haystacks:
            verifier = verifiers[haystack.id]
            judge = verifier.leaked if family == "leaked" else verifier.recorded
            found += [judge(text, insight) for _, insight, text in planted(haystack, wordings[mark], most, 1)]
        print(outcome_line(family, mark, found))
    for kept in COPIES[mark]:
        draw = random.Random(1)
        tried = [duplicated(haystack, kept, draw) for haystack in haystacks for _ in range(20)]
        named = [pair in [{one.first, one.second} for one in duplicates(copy.documents)] for copy, pair in tried]
        found = [Outcome(False, False, one, False, "similarity") for one in named]
        print(outcome_line(f"document copied, {100 * kept:.0f} % of its words kept", mark, found))


COPIES = {"develop": (1.0, 0.9), "locked": (1.0, 0.85)}
"""Share of a copy's words that are kept, by set of wordings."""


def show_by_hand() -> None:
    """Faulty sentences by hand, each in one document that is recorded to state the insight."""
    haystacks = {one.id: one for one in [read_haystack(HAND_WRITTEN), *made()]}
    verifiers = {name: Verifier(one) for name, one in haystacks.items()}
    found: dict[str, list[Outcome]] = defaultdict(list)
    for line in BY_HAND.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        text = edited_by_hand(haystacks[row["haystack"]], row)
        found[row["kind"]].append(verifiers[row["haystack"]].recorded(text, row["insight"]))
    print(f"\nFaulty sentences by hand\n{OUTCOMES.format('wordings')}\n|---|---|---|---|---|---|---|---|")
    for kind, outcomes in sorted(found.items()):
        print(outcome_line(kind, "by hand", outcomes))
    print(outcome_line("all", "by hand", [one for outcomes in found.values() for one in outcomes]))


def edited_by_hand(haystack: Haystack, row: Mapping[str, str]) -> str:
    """The text of a document with one faulty sentence: at the place of `old`, else of the planted sentences."""
    texts = {one.id: one.text for one in haystack.documents}
    if "old" in row:
        if row["old"] not in texts[row["document"]]:
            raise ValueError(f"{row['document']} does not hold: {row['old']}")
        return texts[row["document"]].replace(row["old"], row["new"])
    statements = [one for one in cast(list[Any], haystack.extra["statements"]) if one["insight"] == row["insight"]]
    document = next(one["document"] for one in statements if one["kind"] == "says")
    here = [one for one in statements if one["document"] == document and one["kind"] == "says"]
    text = texts[document]
    for one in sorted(here, key=lambda one: -one["start"]):
        text = text[: one["start"]] + row["new"].rstrip(".") + "."[: one["text"].endswith(".")] + text[one["end"] :]
    return text


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--verify", choices=["develop", "locked", "by-hand"], help="faults in finished haystacks")
    given = parser.parse_args().verify
    if given == "by-hand":
        show_by_hand()
    elif given == "develop":
        show_verified("develop", VERIFIED[:2])
    elif given == "locked":
        show_verified("locked", VERIFIED[:2])
        show_verified("develop", VERIFIED[2:])
        show_verified("locked", VERIFIED[2:])
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
