"""What the scripted server says: plain functions from a specification and a prompt to a reply."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from . import careless

Spec = Mapping[str, Any]

_MARKER = re.compile(r"\[\[loopback (\{.*?\})\]\]", re.S)
_HEADER = r"^\W*(?:document|article|conversation|source)\s+\W?(\d+)\b\W*"
_INSIGHT = r"^\W*insight\s+([^\s:]+)\s*:\s*(.+)$"
_BULLET = r"^\W*bullet\s+(\d+)\s*:\s*(.+)$"
_LABELS = {"none": "none", "partial": "partial", "full": "full"}


def marked(prompt: str) -> Spec | None:
    """The specification that a prompt carries itself, as `[[loopback {"make": "fixed", "text": "yes"}]]`."""
    found = _MARKER.search(prompt)
    return json.loads(found[1]) if found else None


def answer(spec: Spec, prompt: str) -> str:
    """The reply to a prompt; `spec["make"]` names its maker, echo where it is absent."""
    return _MAKERS[spec.get("make", "echo")](spec, prompt)


def numbered_documents(prompt: str, header: str = _HEADER) -> dict[int, str]:
    """Number -> text of the documents of a prompt; a text runs from its header to the next, or to a blank line."""
    found = list(re.finditer(header, prompt, re.M | re.I))
    ends = [*(match.start() for match in found[1:]), len(prompt)][: len(found)]
    texts = (prompt[match.end() : end].split("\n\n")[0] for match, end in zip(found, ends, strict=True))
    return {int(match[1]): text.strip() for match, text in zip(found, texts, strict=True)}


def _echo(spec: Spec, prompt: str) -> str:
    return prompt


def _fixed(spec: Spec, prompt: str) -> str:
    return str(spec["text"])


def _summary(spec: Spec, prompt: str) -> str:
    """Bullets made of first sentences; the documents nearest to `query` (a pattern with one group) come first."""
    documents = numbered_documents(prompt, spec.get("document", _HEADER))
    firsts = {number: _first_sentence(text) for number, text in documents.items() if text}
    query = re.search(spec["query"], prompt, re.M) if "query" in spec else None
    wanted = _words(query[1]) if query else frozenset[str]()
    order = sorted(firsts, key=lambda number: (-len(_words(firsts[number]) & wanted), number))
    shift = {"own": 0, "wrong": 1000}.get(spec.get("cite", "own"))
    lines = [
        spec.get("line", "- {text} [{number}]").format(text=firsts[number], number=number + shift)
        if shift is not None
        else f"- {firsts[number]}"
        for number in order[: spec.get("bullets", 3)]
    ]
    return "\n".join([*spec.get("before", []), *lines])


def _judge(spec: Spec, prompt: str) -> str:
    """Labels from the share of an insight's words that a bullet has, as JSON with the names that the script gives."""
    bullets = re.findall(spec.get("bullet", _BULLET), prompt, re.M | re.I)
    insights = re.findall(spec.get("insight", _INSIGHT), prompt, re.M | re.I)
    verdicts = [_verdict(spec, str(name), text, bullets) for name, text in insights]
    value: object = verdicts[0] if spec.get("single") and verdicts else verdicts
    if "under" in spec:
        value = {spec["under"]: value}
    careless = spec.get("careless", [])
    text = dress(value, [careless] if isinstance(careless, str) else careless, spec.get("bullet_key", "bullet"))
    return str(spec.get("thinking", "")) + text


def _value(spec: Spec, prompt: str) -> str:
    """The value of a key in the JSON object of a prompt; `key` is a pattern whose group is the key."""
    values = json.loads(prompt[prompt.index("{") : prompt.rindex("}") + 1])
    return str(spec.get("line", "{value}")).format(value=values[_group(spec["key"], prompt)[1]])


def _found(spec: Spec, prompt: str) -> str:
    """All that the group of a pattern matches, a line each."""
    return "\n".join(re.findall(spec["pattern"], prompt))


def _table(spec: Spec, prompt: str) -> str:
    """What the table has for the SHA-256 of the prompt, in the place of `{value}` in `line`."""
    value = spec["replies"][hashlib.sha256(prompt.encode()).hexdigest()]
    return str(spec.get("line", "{value}")).replace("{value}", value)


def _count(spec: Spec, prompt: str) -> str:
    """How often a word stands before the place that names it; `word` is a pattern whose group is the word."""
    found = _group(spec["word"], prompt)
    return str(len(re.findall(rf"\b{re.escape(found[1])}\b", prompt[: found.start()])))


def _group(pattern: str, prompt: str) -> re.Match[str]:
    found = re.search(pattern, prompt)
    if found is None:
        raise LookupError(f"{pattern!r} is not in the prompt")
    return found


def _verdict(spec: Spec, name: str, text: str, bullets: Sequence[tuple[str, str]]) -> dict[str, object]:
    words = _words(text)
    shares = [(len(words & _words(bullet)) / max(len(words), 1), -int(number)) for number, bullet in bullets]
    share, number = max(shares, default=(0.0, 0))
    label = "full" if share >= spec.get("full", 0.6) else "partial" if share >= spec.get("partial", 0.3) else "none"
    return {
        spec.get("id_key", "insight"): name,
        spec.get("label_key", "coverage"): spec.get("labels", _LABELS)[label],
        spec.get("bullet_key", "bullet"): None if label == "none" else -number,
    }


def dress(value: object, careless: Sequence[str], bullet_key: str = "bullet") -> str:
    """JSON text of a judge's value, spoiled in the named ways, in order."""
    for way in careless:
        if way in _ON_BULLETS:
            value = _each_bullet(value, bullet_key, _ON_BULLETS[way])
        elif way not in _ON_TEXT:
            raise KeyError(f"careless: {way!r}; known are {sorted([*_ON_BULLETS, *_ON_TEXT])}")
    text = json.dumps(value)
    for way in careless:
        text = _ON_TEXT.get(way, str)(text)
    return text


def _each_bullet(value: object, key: str, change: Callable[[int], object]) -> object:
    if isinstance(value, list):
        return [_each_bullet(part, key, change) for part in value]
    if isinstance(value, dict):
        return {
            name: change(part) if name == key and isinstance(part, int) else _each_bullet(part, key, change)
            for name, part in value.items()
        }
    return value


def _first_sentence(text: str) -> str:
    return " ".join(re.split(r"(?<=[.!?])\s", text, maxsplit=1)[0].split())


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in re.findall(r"\w+", text.lower()) if len(word) > 3 or word.isdigit())


_ON_BULLETS: Mapping[str, Callable[[int], object]] = {
    "bullet_words": lambda number: f"Bullet {number}",
    "bullet_text": str,
    "bullet_list": lambda number: [number],
    "bullet_several": lambda number: [number, number + 1],
    "bullet_na": lambda number: "NA",
    "bullet_unknown": lambda number: number + 1000,
    "bullet_zero_based": lambda number: number - 1,
}
_ON_TEXT: Mapping[str, Callable[[str], str]] = {
    "prose": lambda text: f"Let me go through them one by one.\n\n{text}\n\nI hope this is of use {{really}}.",
    "fence": lambda text: f"```json\n{text}\n```",
    "trailing_comma": lambda text: re.sub(r"([}\]])$", r",\1", text.replace("}, {", ",}, {")),
    "single_quotes": lambda text: text.replace('"', "'"),
    "cut": lambda text: text[: len(text) // 2],
    "upper": str.upper,
    "twice": lambda text: f"{text}\n{text}",
    "no_json": lambda text: "I cannot judge this.",
    "empty": lambda text: "",
}
CARELESS = (*_ON_BULLETS, *_ON_TEXT)
"""All ways in which a judge's reply can be spoiled."""

_MAKERS: Mapping[str, Callable[[Spec, str], str]] = {
    "echo": _echo,
    "fixed": _fixed,
    "summary": _summary,
    "judge": _judge,
    "value": _value,
    "count": _count,
    "found": _found,
    "table": _table,
    "careless": careless.make,
}
