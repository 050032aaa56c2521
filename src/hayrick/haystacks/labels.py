"""Coverage labels in SummHay's formats, by models and by people, and its file of human annotations.

Source: SummHay, sections 4.2 and 4.3, and the repository readme.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from unicodedata import normalize

from hayrick.records.fields import link, string
from hayrick.records.read_files import a_type, fingerprint_bytes, read_json, type_name
from hayrick.types import BadInput, Insight, Label, Subtopic

MODEL_LABELS: Mapping[str, Label] = MappingProxyType(
    {"NO_COVERAGE": "none", "PARTIAL_COVERAGE": "partial", "FULL_COVERAGE": "full"}
)
HUMAN_LABELS: Mapping[str, Label] = MappingProxyType(
    {"not_covered": "none", "partially_covered": "partial", "fully_covered": "full"}
)

ANNOTATIONS = "annotations"
"""Key of the labels of named annotators."""

LONGEST_ANNOTATOR = 80
"""Most characters of an annotator's name."""

NAMELESS = ""
"""Annotator of the labels that stand under `annotation`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLabel:
    """One stored verdict: how far an insight is covered, and by which line of the summary.

    `bullet` is 1-based; None if the link is not a single integer. It is kept as stored: some people link a line
    although their label is "not covered".
    """

    insight: str
    label: Label
    bullet: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotated:
    """One summary with human labels and the stored verdicts of model judges.

    `topic` is the name of its haystack, `lines` are the lines of the summary. `people` and `judges` map a name to
    labels by insight id. The labels of `annotation` have the name `NAMELESS`; an annotator may lack labels.
    """

    where: str
    topic: str
    key: str
    subtopic: Subtopic
    lines: tuple[str, ...]
    people: Mapping[str, Mapping[str, StoredLabel]]
    judges: Mapping[str, Mapping[str, StoredLabel]]

    @property
    def human(self) -> Mapping[str, StoredLabel]:
        """Labels of `annotation`, by insight id; none where there are only those of named annotators."""
        return self.people.get(NAMELESS, MappingProxyType({}))


def insights_print(insights: Sequence[Insight]) -> str:
    """Fingerprint of the texts of a subtopic's insights, in any order: what was fitted on them is known by it again."""
    return fingerprint_bytes("\n".join(sorted(one.text for one in insights)).encode("utf-8", "surrogatepass"))


def model_labels(values: object, where: str) -> dict[str, StoredLabel]:
    """Read the stored labels of a model judge, by insight id.

    Raises:
        BadInput: not a list of labels, or an unknown label.
    """
    return {
        label.insight: label for row, place in _rows(values, where) for label in [_label(row, MODEL_LABELS, place, 0)]
    }


def _human_labels(values: object, where: str) -> dict[str, StoredLabel]:
    return {
        label.insight: label for row, place in _rows(values, where) for label in [_label(row, HUMAN_LABELS, place, 1)]
    }


def _label(row: Mapping[str, object], names: Mapping[str, Label], where: str, offset: int) -> StoredLabel:
    """Read one stored label; human links are 0-based (offset 1), links of models are 1-based (offset 0)."""
    word = row.get("coverage")
    if not isinstance(word, str) or word not in names:
        cure = "Correct the label, or drop the row to have it counted as not judged."
        raise BadInput(where, f"coverage {word!r}", ", ".join(names), cure)
    stored = row.get("candidate_id" if offset else "bullet_id")
    number = link(stored)
    if offset and stored in ("0", 0) and not isinstance(stored, bool):
        number = 0
    bullet = None if number is None else number + offset
    return StoredLabel(insight=string(row, "insight_id", where), label=names[word], bullet=bullet)


def _rows(values: object, where: str, what: str = "label") -> Iterator[tuple[Mapping[str, object], str]]:
    if not isinstance(values, list):
        raise BadInput(where, a_type(values), f"a list of {what}s")
    for number, value in enumerate(values, start=1):
        place = f"{where}, {what} {number}"
        if not isinstance(value, dict):
            raise BadInput(place, a_type(value), "an object")
        yield value, place


def read_annotations(path: Path) -> list[Annotated]:
    """Read human annotations in SummHay's format: a list of summaries with labels by one or several annotators.

    Raises:
        BadInput: the file has another form, or a summary stands there twice; the message names the place.
    """
    values = read_json(path)
    if isinstance(values, dict) and "annotator" in values:
        cure = f"'hayrick annotate --import {path} --out FILE' makes one."
        raise BadInput(str(path), "what a person saved from a labelling page", "a file of annotations", cure)
    if not isinstance(values, list) or not values:
        found = "an empty list" if values == [] else f"a JSON {type_name(values)}"
        raise BadInput(str(path), found, "a list of annotated summaries", "A haystack is scored by 'hayrick run'.")
    annotated = [_annotated(value, f"{path}: summary {number}") for number, value in enumerate(values, start=1)]
    _require_once(annotated)
    _require_one_spelling(annotated)
    if not any(labels for one in annotated for labels in one.people.values()):
        raise BadInput(str(path), "no label by anyone", "a summary that people labelled")
    return annotated


def _require_once(annotated: Sequence[Annotated]) -> None:
    first: dict[tuple[str, str, str, str], int] = {}
    for number, one in enumerate(annotated, start=1):
        text = " ".join(" ".join(one.lines).split())
        before = first.setdefault((one.topic, one.subtopic.id, one.key, text), number)
        if before != number:
            said = f"the same topic, subtopic, 'summkey' and text as summary {before}"
            raise BadInput(one.where, said, "each summary once", "It would count twice: remove one of the two.")


def _require_one_spelling(annotated: Sequence[Annotated]) -> None:
    """Reject a name in two spellings: one person would count as two who agree."""
    first: dict[str, str] = {}
    for one in annotated:
        for name in one.people:
            if (before := first.setdefault(name.casefold(), name)) != name:
                raise BadInput(one.where, f"annotator '{name}' beside '{before}'", "one spelling of a name")


def _annotated(value: object, where: str) -> Annotated:
    if not isinstance(value, dict):
        raise BadInput(where, a_type(value), "an annotated summary, which is an object")
    lines = value.get("summary")
    if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
        raise BadInput(where, "'summary' is no list of strings", "the lines of the summary")
    insights = tuple(
        Insight(id=string(row, "insight_id", place), text=string(row, "insight", place))
        for row, place in _rows(value.get("reference_insights"), f"{where}, reference_insights")
    )
    title = string(value, "subtopic", where)
    subtopic = Subtopic(id=string(value, "subtopic_id", where), title=title, query=title, insights=insights)
    people = _people(value, insights, where)
    judges = {
        name.removeprefix("predictions_").removeprefix("prompted_"): model_labels(value[name], f"{where}, {name}")
        for name in value
        if name.startswith("predictions_")
    }
    topic = value.get("topic_fn") or value.get("topic_id") or value.get("topic")
    return Annotated(
        where=where,
        topic=str(topic),
        key=str(value.get("summkey", "")),
        subtopic=subtopic,
        lines=tuple(lines),
        people=people,
        judges=judges,
    )


def _people(value: Mapping[str, object], insights: Sequence[Insight], where: str) -> dict[str, dict[str, StoredLabel]]:
    """Labels by annotator: those of `annotation`, which must be complete, and those of `annotations`."""
    found: dict[str, dict[str, StoredLabel]] = {}
    if ANNOTATIONS not in value or value.get("annotation") is not None:
        found[NAMELESS] = _human_labels(value.get("annotation"), f"{where}, annotation")
        for insight in insights:
            if insight.id not in found[NAMELESS]:
                cure = f"Labels of people who left some out stand under '{ANNOTATIONS}'."
                raise BadInput(
                    where, f"insight '{insight.id}' has no human label", "one for every reference insight", cure
                )
    if ANNOTATIONS in value:
        for row, place in _rows(value[ANNOTATIONS], f"{where}, {ANNOTATIONS}", "annotator"):
            name = annotator_of(row, place)
            if name in found:
                raise BadInput(place, f"annotator '{name}' a second time", "each annotator once a summary")
            found[name] = _labels_of(row.get("labels"), {one.id for one in insights}, f"{place} ('{name}')")
    return found


def annotator_of(row: Mapping[str, object], where: str) -> str:
    """Name of the annotator of a row, runs of spaces as one, accents composed (NFC): systems type "é" differently.

    Raises:
        BadInput: it is missing, blank, or longer than `LONGEST_ANNOTATOR`.
    """
    name = " ".join(normalize("NFC", string(row, "annotator", where)).split())
    if not name or len(name) > LONGEST_ANNOTATOR:
        found = f"'annotator' has {len(name)} characters" if name else "'annotator' is blank"
        raise BadInput(where, found, f"a name or initials, at most {LONGEST_ANNOTATOR} characters")
    return name


def _labels_of(values: object, known: set[str], where: str) -> dict[str, StoredLabel]:
    """Labels of one named annotator; an insight without one was not answered."""
    found: dict[str, StoredLabel] = {}
    for row, place in _rows(values, where):
        label = _label(row, HUMAN_LABELS, place, 1)
        if label.insight not in known:
            raise BadInput(place, f"insight '{label.insight}'", "one of the reference insights")
        if label.insight in found:
            raise BadInput(place, f"insight '{label.insight}' a second time", "one label an insight")
        found[label.insight] = label
    return found
