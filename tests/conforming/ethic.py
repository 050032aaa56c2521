"""ETHIC's scorer at commit f1a30fe: labels, orders, categories, sections of summaries, and weighted ratings.

Splitting prompts and replies into sections and summing ratings stand here and not in the package: no task does so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import log
from statistics import fmean
from typing import Any

from conforming import Metric
from hayrick.measures.orders import longest_common, order_share, released_order_share
from hayrick.measures.sets import Agreement, f1, released_f1
from hayrick.replies.attributions import read_attributed, released_chosen
from hayrick.replies.lists import read_list, released_labels
from hayrick.replies.orders import read_order, released_order
from hayrick.replies.ratings import weighted_rating
from hayrick.replies.section_texts import read_section_texts
from hayrick.types import Alternative

LABELS = "labels: lines, bullets and introductions are read; an empty list is right where there is no label"
ORDER = "orders: an option counts where it is first named, over the longer of both lists"
CHOSEN = "categories: a right 'none' is worth 1, and headings of any wording and case are read"
SECTIONS = "sections: headings of any noun and form are read; one that is left out has the least rating"
RATINGS = "ratings: the weighted sum is divided by the probability of all ratings"
FAILED = "FAILED"


def agreement(gold: Sequence[str], found: Sequence[str] | None) -> Agreement:
    """Of sets without letter case; "None" is no label, and no readable list is worth 0."""
    if found is None:
        return Agreement(0.0, 0.0, 0.0)
    labels, named = ({one.lower().strip(". ") for one in several} - {"none"} for several in (gold, found))
    right = len(labels & named)
    precision, recall = (right / len(one) if one else float(labels == named) for one in (named, labels))
    return Agreement(precision, recall, f1(labels, named))


def as_object(found: Agreement) -> dict[str, float]:
    return {"precision": found.precision, "recall": found.recall, "f1_score": found.f1}


def their_labels(given: Any) -> Agreement:
    if given["prediction"] == FAILED:
        return Agreement(0.0, 0.0, 0.0)
    return released_f1(given["labels"], released_labels(given["prediction"]))


def our_labels(given: Any) -> Agreement:
    return agreement(given["labels"], read_list(given["prediction"]))


def digits(label: str) -> str:
    found = re.search(r"\d+", label)
    return found[0] if found else label


def their_chosen(given: Any) -> Agreement:
    if given["prediction"] == FAILED:
        return Agreement(0.0, 0.0, 0.0)
    return released_f1([*map(digits, given["labels"])], released_chosen(given["prediction"]) or [""])


def our_chosen(given: Any) -> Agreement:
    found = read_attributed(given["prediction"])
    return agreement([*map(digits, given["labels"])], None if found is None else [*map(str, found.chosen)])


def common(order: Sequence[str], gold: Sequence[str]) -> list[str]:
    """The longest common subsequence itself; of several the one that the original finds, from the end backwards."""
    size = [[0] * (len(gold) + 1) for _ in range(len(order) + 1)]
    for i, one in enumerate(order, start=1):
        for j, other in enumerate(gold, start=1):
            size[i][j] = size[i - 1][j - 1] + 1 if one == other else max(size[i - 1][j], size[i][j - 1])
    i, j, found = len(order), len(gold), list[str]()
    while i and j:
        if order[i - 1] == gold[j - 1]:
            found.append(order[i - 1])
            i, j = i - 1, j - 1
        elif size[i - 1][j] > size[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return found[::-1]


def their_order(order: Sequence[str], gold: Sequence[str]) -> object:
    return {"lcs": common(order, gold), "score": released_order_share(gold, order)}


def our_order(order: Sequence[str], gold: Sequence[str]) -> object:
    numbers, placed = tuple(map(int, gold)), tuple(dict.fromkeys(map(int, order)))
    score = order_share(numbers, placed)
    assert longest_common(numbers, placed) == len(common([*map(str, placed)], [*map(str, numbers)]))
    return {"lcs": common([*map(str, placed)], [*map(str, numbers)]), "score": score}


def our_reply(given: Any) -> object:
    gold = read_order(given["answer"], 0) or ()
    found = read_order(given["prediction"], len(gold))
    return our_order([str(one) for one in found or () if one is not None], [*map(str, gold)])


def their_sections(text: str, noun: str) -> dict[str, str]:
    """Heading -> what follows it; of two equal headings the last one counts."""
    pieces = re.split(rf"(<{noun} \d+>)", text)
    return {heading: body.strip() for heading, body in zip(pieces[1::2], pieces[2::2], strict=True)}


def their_questions(given: Any) -> object:
    """What is asked of the judge: only sections that the reply has, criterion by criterion."""
    domain = given["domain"]
    noun = "Segment" if domain == "Law" else "Section"
    texts, found = (their_sections(given[name], noun) for name in ("input_sections", "prediction"))
    return [
        {"custom_id": f"{domain}_id_7_{heading}_{criterion}", "content": f"{prompt} {text} | {found[heading]}"}
        for criterion, prompt in (("con", "CON"), ("faith", "FAITH"), ("rel", "REL"))
        for heading, text in texts.items()
        if heading in found
    ]


def their_input(given: Any) -> str:
    """The context of a prompt."""
    context: str = given["user_msg"].partition("### Context:\n")[2]
    return context.partition("Now, respond to the instruction.")[0].strip()


def whole(token: str) -> int | None:
    try:
        return int(token)
    except ValueError:
        return None


def their_weighted(top: Sequence[tuple[str, float]]) -> float:
    return sum(rating * share for token, share in top if (rating := whole(token)) is not None and 1 <= rating <= 5)


def their_ratings(given: Any) -> object:
    return ratings(given, their_weighted)


def our_weighted(top: Sequence[tuple[str, float]]) -> float:
    found = weighted_rating([Alternative(token, log(share)) for token, share in top], 1, 5)
    return found.value if found is not None else 0.0


def our_questions(given: Any) -> object:
    """The same questions about the sections that our reader finds."""
    domain = given["domain"]
    texts = their_sections(given["input_sections"], "Segment" if domain == "Law" else "Section")
    found = read_section_texts(given["prediction"], len(texts))
    return [
        {"custom_id": f"{domain}_id_7_{heading}_{criterion}", "content": f"{prompt} {text} | {found[number]}"}
        for criterion, prompt in (("con", "CON"), ("faith", "FAITH"), ("rel", "REL"))
        for number, (heading, text) in enumerate(texts.items(), start=1)
        if number in found
    ]


def ratings(given: Any, weighted: Callable[[Sequence[tuple[str, float]]], float]) -> object:
    """Means over the sections of each sample and criterion, then over the criteria."""
    found: dict[str, dict[str, list[float]]] = {}
    for row in given["rows"]:
        sample, _, rest = row["custom_id"].rpartition("_<")
        criterion = rest.rpartition("_")[2]
        values = found.setdefault(sample, {})
        values.setdefault(f"weighted_{criterion}", []).append(weighted(row["top_logprobs"]))
        values.setdefault(f"top_{criterion}", []).append(whole(row["token"]) or 0)
    return {sample: _means(values) for sample, values in found.items()}


def _means(values: Mapping[str, Sequence[float]]) -> dict[str, float]:
    means = {name: fmean(several) for name, several in values.items()}
    kinds = {kind: [mean for name, mean in means.items() if name.startswith(kind)] for kind in ("weighted", "top")}
    return {**means, "count": 1.0, **{kind: fmean(several) for kind, several in kinds.items()}}


METRICS: Mapping[str, Metric] = {
    "ethic_f1": Metric(their_labels, our_labels, LABELS),
    "ethic_recalling": Metric(
        lambda given: as_object(their_labels(given)), lambda given: as_object(our_labels(given)), LABELS
    ),
    "ethic_lcs": Metric(
        lambda given: their_order(given["prediction"], given["answer"]),
        lambda given: our_order(given["prediction"], given["answer"]),
        ORDER,
    ),
    "ethic_organizing": Metric(
        lambda given: their_order(released_order(given["prediction"]), released_order(given["answer"])),
        our_reply,
        ORDER,
    ),
    "ethic_attributing": Metric(
        lambda given: as_object(their_chosen(given)), lambda given: as_object(our_chosen(given)), CHOSEN
    ),
    "ethic_summarizing_input_sections": Metric(their_input),
    "ethic_summary_batch": Metric(their_questions, our_questions, SECTIONS),
    "ethic_prob_weighted_score": Metric(their_ratings, lambda given: ratings(given, our_weighted), RATINGS),
}
