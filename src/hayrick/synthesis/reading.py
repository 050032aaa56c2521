"""Reads scenario files; errors name the line. docs/guide/scenarios.md describes the format."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from hayrick.ranges import WHOLE
from hayrick.records.read_files import fingerprint_bytes, read_limited, text_of
from hayrick.records.referred_files import read_beside
from hayrick.records.yaml import LARGEST, Node, parse_yaml
from hayrick.synthesis.entries import (
    CLAUSE,
    CURE,
    MOST_DOCUMENTS,
    SAID,
    TextReader,
    material,
    require_language,
    subtopics,
)
from hayrick.synthesis.grammar import is_name
from hayrick.synthesis.scenario import (
    Extensions,
    Range,
    Scenario,
)
from hayrick.types import BadInput

MOST_SEED_WORDS = 100_000
_ALWAYS = frozenset(("person", "other", "date"))
_KEYS = (
    *("schema", "topic", "domain", "layout", "language", "languages", "documents", "words", "insights_per_document"),
    "subtopics_per_document",
    *("minimum_documents", "dates", "seed", "participants", "speakers", "subtopics", "wanted_subtopics"),
    *("wanted_insights", "seed_documents", "guidance", "extensions", "texts", "lists"),
)
_EXTENSIONS = ("near_misses", "contradictions", "outdated", "references")
_NO_LISTS: Mapping[str, tuple[str, ...]] = MappingProxyType({})


def read_scenario(path: Path) -> tuple[Scenario, str]:
    """Read a scenario, and the fingerprint of its file.

    Raises:
        BadInput: the file is not a valid scenario; the message names the line.
    """
    content = read_limited(path, LARGEST)
    return scenario_of(parse_yaml(text_of(path, content), str(path)), path), fingerprint_bytes(content)


def scenario_of(node: Node, path: Path) -> Scenario:
    """Make a scenario from a parsed file.

    Args:
        node: root of the file.
        path: path of the file; its stem names the scenario, and seed documents are relative to its folder.

    Raises:
        BadInput: as `read_scenario`.
    """
    top = node.fields("scenario", _KEYS)
    for name in ("schema", "topic"):
        if name not in top:
            raise BadInput(node.where, f"'{name}' is missing", "a scenario with 'schema' and 'topic'", CURE)
    top["schema"].whole("schema", 1, 1)
    domain = top["domain"].text("domain") if "domain" in top else "news"
    language = top["language"].text("language") if "language" in top else "en"
    lists = _lists(top)
    reader = TextReader(language, frozenset(lists) | _ALWAYS)
    scenario = Scenario(
        name=path.name.removesuffix(path.suffix),
        topic=top["topic"].text("topic"),
        domain=domain,
        layout=_layout(top, domain),
        language=language,
        languages=_languages(top, language),
        participants=_participants(top),
        seed_documents=_seed_documents(top, path),
        guidance=top["guidance"].text("guidance") if "guidance" in top else "",
        subtopics=subtopics(top, reader),
        extensions=_extensions(top),
        material=material(top, reader, lists),
        **_amounts(top),
    )
    _require_together(scenario, node.where)
    _require_filled(scenario, reader)
    return scenario


def _amounts(top: Mapping[str, Node]) -> dict[str, Any]:
    """Numbers given in a scenario; others keep their defaults."""
    whole = {
        "documents": WHOLE["documents"],
        "minimum_documents": (1, MOST_DOCUMENTS),
        "seed": WHOLE["seed"],
        "wanted_subtopics": (1, 1000),
    }
    found: dict[str, Any] = {name: top[name].whole(name, *whole[name]) for name in whole if name in top}
    ranges = {
        "words": WHOLE["words"],
        "insights_per_document": (0, 1000),
        "subtopics_per_document": (1, 1000),
        "speakers": (1, 20),
        "wanted_insights": (1, 1000),
    }
    found.update({name: _range(top[name], name, *ranges[name]) for name in ranges if name in top})
    if "dates" in top:
        days = [one.day("dates") for one in top["dates"].items("dates")]
        if len(days) != 2 or days[0] > days[1]:
            raise top["dates"].wrong("dates", "two dates, the earlier first, such as [2031-02-03, 2031-11-28]")
        found["dates"] = (days[0], days[1])
    return found


def _range(node: Node, name: str, low: int, high: int) -> Range:
    if not isinstance(node.value, list):
        number = node.whole(name, low, high)
        return Range(number, number)
    numbers = [one.whole(name, low, high) for one in node.value]
    if len(numbers) != 2 or numbers[0] > numbers[1]:
        raise node.wrong(name, "a number, or two of which the first is not larger, such as [5, 8]")
    return Range(*numbers)


def _layout(top: Mapping[str, Node], domain: str) -> Literal["report", "dialogue"]:
    if "layout" not in top:
        return "dialogue" if domain == "conversation" else "report"
    layout = top["layout"].text("layout")
    if layout == "report":
        return "report"
    if layout == "dialogue":
        return "dialogue"
    raise top["layout"].wrong("layout", "report or dialogue")


def _languages(top: Mapping[str, Node], language: str) -> Mapping[str, float]:
    if "languages" not in top:
        return MappingProxyType({language: 1.0})
    node = top["languages"]
    if not isinstance(node.value, dict) or not node.value:
        raise node.wrong("languages", "shares by language, such as {en: 0.8, de: 0.2}")
    for code, one in node.value.items():
        require_language(code, one)
    shares = {code: one.number(f"languages: {code}", 0, 1) for code, one in node.value.items()}
    if abs(sum(shares.values()) - 1) > 0.001:
        raise BadInput(node.where, f"'languages' adds up to {sum(shares.values()):g}", "shares that add up to 1")
    return MappingProxyType(shares)


def _participants(top: Mapping[str, Node]) -> tuple[str, ...]:
    if "participants" not in top:
        return ()
    found: list[str] = []
    for one in top["participants"].items("participants"):
        name = one.text("participants")
        if ":" in name or "\n" in name:
            raise BadInput(one.where, f"the name '{' '.join(name.split())[:60]}'", "a name on one line without ':'")
        if name in found:
            raise BadInput(one.where, f"the participant '{name[:60]}' again", "each name once")
        found.append(name)
    return tuple(found)


def _require_filled(scenario: Scenario, reader: TextReader) -> None:
    """Reject slots for which the scenario has no content; errors name their line."""
    least = {"person": 1, "other": 2}
    for name, where in reader.used.items():
        if len(scenario.participants) < least.get(name, 0):
            found = f"the slot {{{name}}} and {len(scenario.participants)} of 'participants'"
            raise BadInput(where, found, f"at least {least[name]}")
        if name == "date" and scenario.dates is None:
            raise BadInput(where, "the slot {date} without 'dates'", "dates of the documents", CURE)


def _lists(top: Mapping[str, Node]) -> Mapping[str, tuple[str, ...]]:
    if "lists" not in top:
        return _NO_LISTS
    node = top["lists"]
    if not isinstance(node.value, dict):
        raise node.wrong("lists", "a mapping from name to list of texts")
    found = {
        name: tuple(" ".join(one.text(f"lists: {name[:60]}").split()) for one in part.items(f"lists: {name[:60]}"))
        for name, part in node.value.items()
    }
    for name, entries in found.items():
        if name in _ALWAYS or name in (SAID, CLAUSE, "title"):
            raise BadInput(node.value[name].where, f"a list named '{name}'", "another name: this slot is always there")
        if not is_name(name):
            raise BadInput(node.value[name].where, f"a list named '{name[:60]}'", "a name of letters, digits, _ and -")
        if any("{" in entry or "}" in entry for entry in entries):
            raise BadInput(node.value[name].where, f"braces in the list '{name}'", "plain texts: entries have no slots")
        if not entries:
            raise BadInput(node.value[name].where, f"the list '{name}' is empty", "at least one entry")
    return MappingProxyType(found)


def _seed_documents(top: Mapping[str, Node], path: Path) -> tuple[tuple[str, str], ...]:
    if "seed_documents" not in top:
        return ()
    found = []
    for one in top["seed_documents"].items("seed_documents"):
        name = one.text("seed_documents")
        text = read_beside(path, name, one.where)
        if len(text.split()) > MOST_SEED_WORDS:
            raise BadInput(one.where, f"'{name}' has more than {MOST_SEED_WORDS:,} words", "a shorter seed document")
        found.append((name, text))
    return tuple(found)


def _extensions(top: Mapping[str, Node]) -> Extensions:
    if "extensions" not in top:
        return Extensions()
    given = top["extensions"].fields("extensions", _EXTENSIONS)
    found: dict[str, Any] = {}
    if "near_misses" in given:
        found["near_misses"] = given["near_misses"].number("near_misses", 0, 20)
    if "references" in given:
        found["references"] = given["references"].number("references", 0, 1)
    for name in ("contradictions", "outdated"):
        if name in given:
            found[name] = given[name].whole(name, 0, MOST_DOCUMENTS)
    return Extensions(**found)


def _require_together(scenario: Scenario, where: str) -> None:
    """Reject duplicate ids and texts, and outdated facts without dates."""
    seen: set[str] = set()
    for kind, id, at in [
        *(("subtopic", one.id, one.where) for one in scenario.subtopics),
        *(("insight", one.id, one.where) for one in scenario.insights),
    ]:
        if f"{kind} {id}" in seen:
            raise BadInput(at, f"the {kind} id '{id}' again", "distinct ids", "Rename one of the two.")
        seen.add(f"{kind} {id}")
    texts: dict[str, str] = {}
    for one in scenario.insights:
        if one.text in texts:
            raise BadInput(one.where, f"the text of insight '{texts[one.text]}' again", "distinct insights")
        texts[one.text] = one.id
    if scenario.extensions.outdated and scenario.dates is None:
        raise BadInput(where, "'extensions: outdated' without 'dates'", "dates of the documents", CURE)
