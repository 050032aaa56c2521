"""Mean value that the local judge gives to edits for which the rubric sets a limit, by families of wordings.

The rubric is docs/reference/rubric.md. Insights of SummHay's haystacks are edited within the list of their siblings;
where they seldom hold what is edited (reversed verbs, exchanged roles, units), short sentences are made. Wordings
marked "locked" were kept apart and measured once; they were read and rules mended afterwards
(docs/evidence/local_judge_edits.md has both figures). Edits and rules have one author: expect less elsewhere.

Usage: python -m bench.judge.rubric
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from bench.judge.fit import bullets_of
from bench.places import HAYSTACKS, SUMMHAY, needed
from hayrick.judges.coverage.local import cover
from hayrick.numerals import listed

Siblings = list[list[str]]
Cases = list[tuple[list[str], int, str]]

DENIED = {
    "develop": """
{0} That turned out to be untrue.|It is a myth that {1}|Officials denied that {1}|Reports that {2} were false.
{0} This claim was later debunked.|It is not true that {1}|Contrary to reports, it is false that {1}
There is no evidence that {1}|{0} The company later denied this.|It was falsely claimed that {1}
The idea that {2} has been refuted.|{0} None of this is true.
""",
    "locked": """
{0} It has since emerged that this was a fabrication.|Nobody has ever shown that {1}|{0} Not a word of that is true.
The rumour that {2} proved to be unfounded.|Critics rejected the claim that {1}|{0} The story has been retracted.
The spokesman disputed that {1}|{0} In reality, the opposite is the case.|It would be wrong to say that {1}
""",
}
HEDGED = {
    "develop": """
Rumour has it that {1}|Perhaps {1}|It is reported, but not confirmed, that {1}|Reportedly, {1}|Allegedly, {1}
The company declined to say whether {1}|It is unclear whether {1}|{0} This has not been confirmed.
""",
    "locked": """
There is speculation that {1}|It remains to be seen whether {1}|Conceivably, {1}|Some people believe that {1}
{0} It is not known whether this is correct.|Supposedly, {1}|There are unverified claims that {1}
""",
}
VERBS = {
    "develop": "rose/fell won/lost bought/sold built/demolished doubled/halved grew/shrank opened/closed began/ended",
    "locked": "accepted/rejected strengthened/weakened gained/lost hired/fired approved/banned lent/borrowed "
    "remembered/forgot expanded/contracted came/left sped/slowed",
}
VERB_FRAMES = (
    "The brewery in Tarnby {} its malt house last spring after a long debate.",
    "Shares of the ferry line {} on Monday, when the harbour report came out.",
    "In the third round the young team from Ostby {} everything, the coach said.",
    "According to the board, the village cooperative {} its dairy business in autumn.",
)
ROLES = {
    "develop": "sued praised acquired defeated|hired invited overtook criticised",
    "locked": "bought outbid|replaced thanked",
}
PARTIES = (
    ("Marlow Dairy", "Quint Foods"),
    ("the teacher", "the librarian"),
    ("Ines Falk", "Peter Brandt"),
    ("the northern union", "the port authority"),
    ("Tarvik", "Lindholm"),
)
UNITS = {
    "develop": "million/billion weeks/months km/miles percent/dollars days/hours",
    "locked": "kg/tonnes metres/feet years/months thousand/million minutes/hours litres/gallons",
}
UNIT_FRAMES = (
    "The new channel took 14 {} to plan, and the harbour council of Lindholm was pleased.",
    "In its second year the cooperative reported 35 {} more than the neighbours expected.",
    "The survey of the northern coast covers about 240 {} in all, engineers said.",
)
SWAPPED = {
    "develop": "yellow/green bond/stock brother/uncle morning/evening north/south Germany/France doctor/lawyer "
    "train/bus coffee/tea crewed/uncrewed summer/winter dog/cat",
    "locked": "purple/orange pension/mortgage niece/grandmother breakfast/dinner eastern/western Spain/Italy "
    "engineer/nurse ferry/truck barley/rice insured/uninsured violin/trumpet horse/sheep",
}
SWAP_FRAMES = (
    "The visitors were shown the {} that the council had mentioned in its letter of thanks.",
    "After a long talk about the {}, the members of the club agreed to meet again.",
    "Most readers of the weekly paper remember the {} from the report on the old market.",
)
NEAR = 0.03
"""Difference between a summary as bullets and as one paragraph that is told apart."""

OTHERS = ["Volunteers restored the lighthouse lens.", "Delays of the night service became rarer.", "Rents stayed flat."]


def insights() -> Siblings:
    found: Siblings = []
    for name in HAYSTACKS:
        haystack = json.loads(needed(SUMMHAY / f"{name}.json").read_text(encoding="utf-8"))
        found += [[insight["insight"] for insight in subtopic["insights"]] for subtopic in haystack["subtopics"]]
    return found


def lowered(text: str) -> str:
    """With a small first letter unless the first word looks like a name."""
    first, _, rest = text.partition(" ")
    return text if first[1:] != first[1:].lower() or rest[:1].isupper() else text[0].lower() + text[1:]


def framed(wordings: str) -> Callable[[Siblings], Cases]:
    frames = [one for line in wordings.strip().splitlines() for one in line.split("|")]

    def cases(siblings: Siblings) -> Cases:
        return [
            (texts, i, frame.format(text, lowered(text), lowered(text).rstrip(".")))
            for texts in siblings
            for i, text in enumerate(texts)
            for frame in frames
        ]

    return cases


def halves(texts: Siblings) -> Cases:
    words = [(own, i, text.split()) for own in texts for i, text in enumerate(own)]
    return [
        (own, i, " ".join(part)) for own, i, all_ in words for part in (all_[: len(all_) // 2], all_[len(all_) // 2 :])
    ]


def clauses(texts: Siblings) -> Cases:
    """Insights of two clauses with either one."""
    found: Cases = []
    for own in texts:
        for i, text in enumerate(own):
            parts = re.split(r", (?:and|but|while|which|with)? ?|; ", text)
            if len(parts) == 2 and min(map(len, parts)) > 0.35 * len(text):
                found += [(own, i, part) for part in parts]
    return found


def numbers(factor: float) -> Callable[[Siblings], Cases]:
    def changed(match: re.Match[str]) -> str:
        decimals = len(match[0].partition(".")[2])
        value = float(match[0].replace(",", "")) * factor
        new = f"{value:,.{decimals}f}" if "," in match[0] else f"{value:.{max(decimals, int(value < 20))}f}"
        return new

    def cases(siblings: Siblings) -> Cases:
        amount = re.compile(r"(?<![\w.,-])(?!(?:19|20)\d\d\b)\d[\d,]*(?:\.\d+)?(?=%| percent| million| billion|\b)")
        edited = [(own, i, amount.sub(changed, text), text) for own in siblings for i, text in enumerate(own)]
        return [(own, i, new) for own, i, new, text in edited if new != text]

    return cases


def made(pairs: str, frames: Sequence[str]) -> Callable[[Siblings], Cases]:
    def cases(siblings: Siblings) -> Cases:
        words = [tuple(pair.split("/")) for pair in listed(pairs)]
        return [
            ([frame.format(a), *OTHERS], 0, frame.format(b))
            for one in words
            for a, b in (one, one[::-1])
            for frame in frames
        ]

    return cases


def roles(verbs: str) -> Callable[[Siblings], Cases]:
    frames = ("{} {} {} in May, the weekly paper said.", "After the fair in Ostby {} {} {} for a second time.")

    def cases(siblings: Siblings) -> Cases:
        found: Cases = []
        for verb in listed(verbs.replace("|", " ")):
            for frame in frames:
                for a, b in PARTIES:
                    own = frame.format(a, verb, b)
                    insight = [own[0].upper() + own[1:], *OTHERS]
                    found += [
                        (insight, 0, frame.format(b, verb, a)),
                        (insight, 0, frame.format(a, f"was {verb} by", b)),
                    ]
        return found

    return cases


def kept(siblings: Siblings) -> Iterator[tuple[str, Cases]]:
    """Texts that must stay full: verbatim, and roles in the passive."""
    yield "verbatim", [(own, i, text) for own in siblings for i, text in enumerate(own)]
    frame = "{} {} {} in May, the weekly paper said."
    verbs = listed(" ".join(ROLES.values()).replace("|", " "))
    yield (
        "passive",
        [
            ([frame.format(a, verb, b), *OTHERS], 0, frame.format(b, f"was {verb} by", a))
            for verb in verbs
            for a, b in PARTIES
        ],
    )


def families() -> Iterator[tuple[str, str, Callable[[Siblings], Cases]]]:
    """Name with the rubric's limit, development or locked, and maker of cases."""
    for mark in ("develop", "locked"):
        yield "denied (.25)", mark, framed(DENIED[mark])
        yield "hedged (.75)", mark, framed(HEDGED[mark])
        yield "verb reversed (.25)", mark, made(VERBS[mark], VERB_FRAMES)
        yield "roles exchanged (.60)", mark, roles(ROLES[mark])
        yield "unit changed (.50)", mark, made(UNITS[mark], UNIT_FRAMES)
        yield "word swapped (.50)", mark, made(SWAPPED[mark], SWAP_FRAMES)
    yield "half of the words (.65)", "develop", halves
    yield "one of two clauses (.65)", "locked", clauses
    yield "numbers 6 % off (.50)", "develop", numbers(1.06)
    yield "numbers 40 % off (.50)", "locked", numbers(1.4)


def line(name: str, cases: Cases) -> str:
    found = [cover(own, [text])[i] for own, i, text in cases]
    value = np.mean([one.value for one in found])
    full = np.mean([one.label == "full" for one in found])
    contradicted = np.mean([one.contradicted for one in found])
    return f"| {name} | {value:.3f} | {full:.3f} | {contradicted:.3f} | {len(cases)} |"


def reflowed() -> str:
    """Mean value of recorded summaries, and of each as one paragraph; and how far single summaries differ."""
    own, one, differences = list[float](), list[float](), list[float]()
    for name in HAYSTACKS:
        haystack = json.loads(needed(SUMMHAY / f"{name}.json").read_text(encoding="utf-8"))
        for subtopic in haystack["subtopics"]:
            texts = [insight["insight"] for insight in subtopic["insights"]]
            for system in random.Random(1).sample(sorted(subtopic["summaries"]), 12):
                bullets = [re.sub(r"\A[-*•\d. ]+", "", bullet) for bullet in bullets_of(subtopic["summaries"][system])]
                apart = [found.value for found in cover(texts, bullets)]
                together = [found.value for found in cover(texts, [" ".join(bullets)])]
                own, one = own + apart, one + together
                differences.append(float(np.mean(together) - np.mean(apart)))
    low, high = np.quantile(differences, [0.1, 0.9])
    far = sum(abs(one) > NEAR for one in differences)
    return (
        f"{np.mean(own):.3f} as bullets, {np.mean(one):.3f} as one paragraph, n {len(own)}; of {len(differences)} "
        f"summaries eight tenths between {low:+.3f} and {high:+.3f}, {far} differ by more than {NEAR}"
    )


def main() -> None:
    siblings = insights()
    rng = random.Random(1)
    print("| edit (limit) | wordings | mean value | full | contradicted | n |\n|---|---|---|---|---|---|")
    for name, mark, make in families():
        cases = make(siblings)
        print(line(f"{name} | {mark}", rng.sample(cases, min(400, len(cases)))))
    for name, cases in kept(siblings):
        print(line(f"{name} (must stay) | –", cases))
    print("recorded summaries re-flowed:", reflowed())


if __name__ == "__main__":
    main()
