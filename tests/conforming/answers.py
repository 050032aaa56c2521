"""Short answers: HELMET's utils.py at commit 4526dfb against `measures.answers` and `replies.answers`.

The released metrics have no Hayrick function of their own where they only put others together (`calculate_metrics`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from conforming import AtLeast, Metric
from hayrick.measures.answers import (
    COMPARISONS,
    answer_words,
    best,
    normalised,
    released_f1,
    token_f1,
)
from hayrick.replies.answers import read_answer, released_answer
from hayrick.replies.labels import read_label

Compare = Callable[[str, str], float]

ROUGE = ("rougeL_f1", "rougeL_recall", "rougeLsum_f1", "rougeLsum_recall")
OURS: Mapping[str, Compare] = {
    name: COMPARISONS[name].value for name in ("exact_match", "f1", "substring_exact_match", *ROUGE)
}
RELEASED: Mapping[str, Compare] = {name: COMPARISONS.get(f"{name}.helmet", COMPARISONS[name]).value for name in OURS}

WORDS = "answers: words are compared, in any script, and an empty gold answer never matches"
READING = "answers: one is read from a polite or longer reply, too"


def references(given: Any) -> list[str]:
    """A text, a list of texts, or a list of lists, under either name."""
    found = given["answers"] if "answers" in given else given["answer"]
    return flat(found)


def flat(found: Any) -> list[str]:
    return [found] if isinstance(found, str) else [text for one in found for text in flat(one)]


def scores(table: Mapping[str, Compare], prediction: str, golds: list[str]) -> dict[str, float]:
    return {name: best(compare, golds, prediction) for name, compare in table.items()}


def compared(name: str) -> Metric:
    def value(table: Mapping[str, Compare]) -> Callable[[Any], object]:
        return lambda given: table[name](given["ground_truth"], given["prediction"])

    return Metric(value(RELEASED), value(OURS), WORDS)


def over_references(name: str) -> Metric:
    def value(table: Mapping[str, Compare]) -> Callable[[Any], object]:
        return lambda given: best(table[name], references(given), given["prediction"])

    return Metric(value(RELEASED), value(OURS), WORDS)


def f1_of_words(given: Any) -> tuple[float, float, float]:
    """Ours has no precision and recall of its own; by containment of bags they follow from F1 and the lengths."""
    gold, said = given["ground_truth"], given["prediction"]
    ours, theirs = ([word for word in answer_words(text) if word not in ("a", "an", "the")] for text in (gold, said))
    value = token_f1(gold, said)
    shared = value * (len(ours) + len(theirs)) / 2
    return (value, shared / len(theirs), shared / len(ours)) if value else (0.0, 0.0, 0.0)


def post_processed(given: Any, prefix: str = "Answer:") -> object:
    """The better of the reply and the parsed reply, metric by metric."""
    parsed = released_answer(given["output"], given.get("prefix", prefix))
    raw, read = (scores(RELEASED, text, references(given)) for text in (given["output"], parsed))
    return AtLeast({name: max(value, read[name]) for name, value in raw.items()}, parsed=parsed)


def read_and_scored(given: Any) -> object:
    answer = read_answer(given["output"]) or ""
    return AtLeast(scores(OURS, answer, references(given)), parsed=answer)


def label_is_right(given: Any) -> float:
    return float(normalised(released_answer(given["output"], "label:")) == normalised(given["answer"]))


def first_line(given: Any) -> str:
    """Long answers at 4526dfb: line breaks become blanks before the prefix is looked for."""
    return released_answer(given["output"].replace("\n", " "), given.get("prefix", "Answer:"))


METRICS: Mapping[str, Metric] = {
    "normalize_answer": Metric(
        lambda given: normalised(given["text"]), lambda given: " ".join(answer_words(given["text"])), WORDS
    ),
    "exact_match": compared("exact_match"),
    "substring_exact_match": compared("substring_exact_match"),
    "f1_score": Metric(lambda given: released_f1(given["ground_truth"], given["prediction"]), f1_of_words, WORDS),
    **{f"max_over_ground_truths/{name}": over_references(name) for name in RELEASED},
    "max_over_ground_truths/f1_score": over_references("f1"),
    "calculate_metrics": Metric(
        lambda given: AtLeast(scores(RELEASED, given["prediction"], references(given))),
        lambda given: AtLeast(scores(OURS, given["prediction"], references(given))),
        WORDS,
    ),
    "parse_output": Metric(
        lambda given: released_answer(given["output"], given.get("prefix", "Answer:")),
        lambda given: (
            read_answer(given["output"]) or ""
            if given.get("prefix", "Answer:") == "Answer:"
            else released_answer(given["output"], given["prefix"])
        ),
        READING,
    ),
    "default_post_process": Metric(post_processed, read_and_scored, READING),
    "json_kv_post_process": Metric(
        lambda given: post_processed(given, "corresponding value:"),
        lambda given: AtLeast(scores(OURS, given["output"], references(given)), parsed=given["output"].strip()),
        WORDS,
    ),
    "icl_accuracy": Metric(
        label_is_right,
        lambda given: float(read_label(given["output"]) == given["answer"]),
        "labels: one is a whole number without a sign, whatever stands around it",
    ),
    "longqa_parse_output": Metric(first_line),
    "helmet_v2_summary_text": Metric(
        lambda given: released_answer(given["prediction"], "Summary:"),
        lambda given: given["prediction"].strip(),
        "summaries: the whole text is judged, not its first line",
    ),
}
