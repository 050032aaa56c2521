"""A writer, planner and checker that follows our synthesis prompts, with faults planted on purpose and counted.

Everything is a function of the prompt, of the faults that are asked for, and of whether the same prompt came before, so
that it can play behind the scripted server as well as in a test's own process. Apart from its faults it is honest: it
states every insight word for word, mends exactly what it is told, and finds what stands in a text word for word.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

Faults = Mapping[str, Any]
"""Name of a fault -> where it is planted: numbers of documents, or names of prompts for "json"."""

TITLES = (
    "the ferry timetable", "the lamp museum", "the pear orchard", "the night school", "the salt railway",
    "the glass foundry", "the otter reserve", "the puppet theatre", "the tidal mill", "the honey cooperative",
    "the rope bridge", "the winter market", "the seed library", "the kite factory",
)  # fmt: skip


def _listed(words: str) -> list[str]:
    return words.split()


_NAMES = _listed("Ada Bruno Carla Dario Edda Fabian Gerda Hasan Ilka Jonas Kira Ludo Mira Nils Olga Pavel Rosa Sami")
_DID = _listed("counted repaired painted borrowed weighed catalogued auctioned polished numbered hid")
_KIND = _listed("brass oak silver woollen marble paper velvet copper linen amber")
_THING = _listed("anchors benches clocks drums easels flutes globes hinges inkwells jars kettles ladders")
_MONTHS = _listed("January February March April May June July August September October November December")
_FILLER = _listed(
    """
    morning evening street corner window garden voice shadow letter kitchen doorway bicycle umbrella neighbour
    laughter silence harbour chapel meadow staircase teacher grandmother baker postman sparrow chestnut fog sunlight
    puddle gate whisper grumble wander linger hum nod shrug glance remember forget promise hurry pause listen smile
    fold carry borrow slowly gently again somewhere nowhere perhaps always seldom together alone early late quiet
    restless patient curious crooked narrow dusty bright faded hollow gentle stubborn familiar distant careless
    """
)
_BLOCK = re.compile(r"<<([0-9a-f]{8}) ([^>\n]+)>>\n(.*?)\n<<\1 end>>", re.DOTALL)
_LINE = re.compile(r"^[A-Z][a-z]+ (\d+): (.*)$", re.MULTILINE)
_NUMBER = re.compile(r"(?:text|number) d?0*(\d+) of")
_REFUSED = "An earlier version was refused"


def insight(subtopic: int, number: int) -> str:
    """The text of an insight of the world that this author knows; all are different."""
    pick = random.Random(f"{subtopic}/{number}")
    who, did = _NAMES[(3 * subtopic + number) % len(_NAMES)], _DID[(subtopic + 3 * number) % len(_DID)]
    kind, thing = _KIND[(7 * subtopic + number) % len(_KIND)], _THING[(5 * number + subtopic) % len(_THING)]
    n, month = 1000 + 97 * (20 * subtopic + number), _MONTHS[pick.randrange(12)]
    return f"{who} Quill {did} {n} {kind} {thing} for {TITLES[subtopic]} in {month}."


class Answer(NamedTuple):
    """A reply, and the names of the faults in it."""

    text: str
    planted: tuple[str, ...] = ()


class Careless:
    """The author in a test's own process; knows which prompts came before, and counts what it plants."""

    def __init__(self, **faults: object) -> None:
        self.faults: Faults = faults
        self.planted: Counter[str] = Counter()
        self.calls: Counter[str] = Counter()
        self._came: Counter[str] = Counter()

    def __call__(self, prompt: str) -> str:
        """Answer one prompt."""
        self._came[prompt] += 1
        self.calls[kind_of(prompt)] += 1
        found = answer(prompt, self.faults, is_first=self._came[prompt] == 1)
        self.planted.update(found.planted)
        return found.text


def make(spec: Mapping[str, Any], prompt: str) -> str:
    """Answer for the scripted server.

    `faults` of the specification are planted, "json" and "empty" ones only without `later`; each fault is noted as a
    line of the file `note`.
    """
    found = answer(prompt, spec.get("faults", {}), is_first=not spec.get("later"))
    if found.planted and "note" in spec:
        with open(spec["note"], "a", encoding="utf-8") as stream:  # noqa: PTH123 - one write, as the server's threads do
            stream.write("".join(f"{name}\n" for name in found.planted))
    return found.text


def answer(prompt: str, faults: Faults, *, is_first: bool = True) -> Answer:
    """Answer one prompt of synthesis.

    Args:
        prompt: all messages, a blank line between them.
        faults: what to plant.
        is_first: whether this very prompt has not come before: broken replies come only then.
    """
    kind = kind_of(prompt)
    blocks = {name: text for _, name, text in _BLOCK.findall(prompt)}
    found = _ANSWERS[kind](prompt, blocks, faults, is_first)
    if kind in faults.get("json", ()) and is_first:
        return Answer(found.text[:-1][:20], ("json",))
    return found


def kind_of(prompt: str) -> str:
    """Name of the prompt, by how its instructions begin."""
    return next(name for name, beginning in _BEGINNINGS.items() if prompt.startswith(beginning))


def _lines(text: str) -> list[str]:
    return [line for _, line in _LINE.findall(text)]


def _json(key: str, value: object) -> Answer:
    return Answer(json.dumps({key: value}))


def _wanted(prompt: str) -> int:
    found = re.search(r"How many: (\d+)\.", prompt)
    return int(found[1]) if found else 0


def _subtopics(prompt: str, blocks: Mapping[str, str], faults: Faults, is_first: bool) -> Answer:
    """New titles; in the first round, where asked for, one of them twice and one in other words."""
    taken = _lines(blocks["taken"])
    left = [title for title in TITLES if title not in taken and f": {title} (" not in blocks["dropped"]]
    found, planted = left[: _wanted(prompt)], []
    if not _lines(blocks["dropped"]) and len(found) > 3:
        if faults.get("twice"):
            found[-1] = found[0].upper()
            planted.append("twice")
        if faults.get("overlap"):
            found[-2] = f"{found[1]} and its friends"
            planted.append("overlap")
    return Answer(json.dumps({"subtopics": found}), tuple(planted))


def _overlaps(prompt: str, blocks: Mapping[str, str], faults: Faults, is_first: bool) -> Answer:
    titles = _lines(blocks["subtopics"])
    pairs = [[i + 1, k + 1] for i, a in enumerate(titles) for k, b in enumerate(titles) if i < k and b.startswith(a)]
    return _json("overlaps", pairs)


def _insights(prompt: str, blocks: Mapping[str, str], faults: Faults, is_first: bool) -> Answer:
    """New insights of the subtopic; in the first round, where asked for, faulty ones from the third on."""
    title = blocks["subtopic"]
    place = next((n for n, known in enumerate(TITLES) if title.startswith(known)), len(TITLES) - 1)
    known = [*_lines(blocks["taken"]), blocks["dropped"]]
    left = [text for n in range(20) if not any((text := insight(place, n)) in one for one in known)]
    found, planted = left[: _wanted(prompt)], []
    spoil: list[tuple[str, Callable[[], str]]] = [
        ("again", lambda: found[0].replace("Quill", "Quill, they say,")),
        ("paraphrase", lambda: f"It was {found[1].split(' for ')[0]}, as everybody knows who was there at that time."),
        ("misplaced", lambda: insight((place + 1) % len(TITLES), 19)),
        ("vague", lambda: "people hope that things will get better before long"),
    ]
    if not _lines(blocks["dropped"]):
        asked = [(name, spoiled) for name, spoiled in spoil if title in faults.get(name, ())]
        for at, (name, spoiled) in zip(range(2, len(found)), asked, strict=False):
            found[at] = spoiled()
            planted.append(name)
    return Answer(json.dumps({"insights": found}), tuple(planted))


def _duplicates(prompt: str, blocks: Mapping[str, str], faults: Faults, is_first: bool) -> Answer:
    """Insights are the same that give the same number."""
    groups: dict[str, list[int]] = {}
    for place, text in enumerate(_lines(blocks["insights"]), start=1):
        for number in re.findall(r"\d{4,}", text):
            groups.setdefault(number, []).append(place)
    return _json("duplicates", [group for group in groups.values() if len(group) > 1])


def _queries(prompt: str, blocks: Mapping[str, str], faults: Faults, is_first: bool) -> Answer:
    titles = _lines(blocks["subtopics"])
    rows = [{"subtopic": n, "query": f"What is said about {title}?"} for n, title in enumerate(titles, start=1)]
    return _json("queries", rows)


def _sorted(prompt: str, blocks: Mapping[str, str], faults: Faults, is_first: bool) -> Answer:
    """The subtopic whose title stands in the statement, or that has a statement with the same number."""
    statement = blocks["statement"]
    titles = _lines(blocks["subtopics"])
    number = re.search(r"\d{4,}", statement)
    place = (int(number[0]) - 1000) // 97 // 20 if number else -1
    named = TITLES[place] if 0 <= place < len(TITLES) else ""
    found = next((n for n, title in enumerate(titles, start=1) if title in statement or title == named), 0)
    return _json("subtopic", found)


def _report(prompt: str, blocks: Mapping[str, str], faults: Faults, is_first: bool) -> Answer:
    """A document; its number says which faults it gets."""
    number = int(_NUMBER.findall(prompt)[-1])
    stated = [] if blocks["insights"] == "(none)" else _lines(blocks["insights"])
    words = int(re.findall(r"about (\d+) words", prompt)[-1])
    planted = []
    if number in faults.get("empty", ()) and is_first:
        return Answer("", ("empty",))
    pick = random.Random("stock" if number in faults.get("repeat", ()) else prompt)
    if number in faults.get("repeat", ()):
        planted.append("repeat")
    if number in faults.get("number", ()):
        stated[1] = _changed(stated[1])
        planted.append("number")
    if number in faults.get("leak", ()):
        stated.append(_leak(stated, number, faults))
        planted.append("leak")
    if number in faults.get("forget", ()):
        stated.pop(0)
        planted.append("forget")
    return Answer(_document(stated, words, pick), tuple(planted))


def _revision(prompt: str, blocks: Mapping[str, str], faults: Faults, is_first: bool) -> Answer:
    """The document with exactly what is asked for; a changed number is put right where it stands."""
    if faults.get("obstinate"):
        return Answer(blocks["document"], ("obstinate",))
    if faults.get("stump") and is_first:
        return Answer("Title\n\nA stump of a text.", ("stump",))
    text = blocks["document"]
    for line in _lines(blocks["remove"]):
        text = text.replace(line, "").replace("  ", " ")
    if "Yes" in prompt.split("Does it repeat another one?")[1][:5]:
        stated = re.findall(r"[A-Z][a-z]+ Quill [^.]*\.", text)
        text = _document(stated, len(text.split()), random.Random(prompt))
    for line in _lines(blocks["add"]):
        wrong = _changed(line)
        text = text.replace(wrong, line) if wrong in text else f"{text}\n\n{line}"
    return Answer(text)


def _chapter(prompt: str, blocks: Mapping[str, str], faults: Faults, is_first: bool) -> Answer:
    """A part of a conversation; the first try of a first part gets the faults of the conversation's number."""
    number = int(_NUMBER.findall(prompt)[-1])
    names = blocks["speakers"].split("\n")
    said, extra, planted = blocks["insight"], "", []
    at_first = blocks["so far"] == "(none)" and _REFUSED not in prompt
    if (at_first and number in faults.get("wrong", ())) or number in faults.get("never", ()):
        said = _leak([said], number, faults)
        planted.append("wrong")
    if at_first and number in faults.get("chapter_leak", ()):
        extra = _leak([said], number, faults)
        planted.append("chapter_leak")
    if at_first and number in faults.get("no_turns", ()):
        return Answer(f"They talked for a while. {said}", ("no_turns",))
    pick = random.Random(prompt)
    turns = [_sentence(pick) for _ in range(6)]
    turns[2] = f"{turns[2]} {said}" if said.endswith((".", "!")) and "Nothing in particular" not in said else turns[2]
    if extra:
        turns[4] = extra
    return Answer("\n".join(f"{names[n % len(names)]}: {turn}" for n, turn in enumerate(turns)), tuple(planted))


def _heard(prompt: str, blocks: Mapping[str, str], faults: Faults, is_first: bool) -> Answer:
    """The insight of the list that comes first in the conversation."""
    text = _plain(blocks["conversation"])
    subtopic, first = 0, (len(text), 0, 0)
    for line in blocks["insights"].split("\n"):
        name, _, rest = line.partition(": ")
        number = int(name.split()[1])
        if name.startswith("Subtopic"):
            subtopic = number
        elif (at := text.find(_plain(rest))) >= 0:
            first = min(first, (at, subtopic, number))
    return Answer(json.dumps({"subtopic": first[1], "insight": first[2]}))


def _presence(prompt: str, blocks: Mapping[str, str], faults: Faults, is_first: bool) -> Answer:
    text = _plain(blocks["document"])
    rows = [
        {"statement": n, "present": "yes" if _plain(line) in text else "no", "quote": line if line in text else None}
        for n, line in enumerate(_lines(blocks["statements"]), start=1)
    ]
    return _json("answers", rows)


def _leak(stated: Sequence[str], number: int, faults: Faults) -> str:
    """What a document leaks: as `leaks` says, else an insight that planning keeps and that is not among those."""
    if str(number) in faults.get("leaks", {}):
        return str(faults["leaks"][str(number)])
    candidates = [insight(n, 0) for n in range(4)]
    return next(text for n in range(4) if (text := candidates[(number + n) % 4]) not in stated)


def _changed(text: str) -> str:
    """The statement with another number."""
    return re.sub(r"\d{4,}", lambda found: str(int(found[0]) + 5000), text, count=1)


def _document(stated: Sequence[str], words: int, pick: random.Random) -> str:
    left = max(words - sum(len(text.split()) for text in stated), 40)
    sentences = [_sentence(pick) for _ in range(left // 9)]
    step = max(len(sentences) // (len(stated) + 1), 1)
    parts = [" ".join(sentences[n : n + step]) for n in range(0, len(sentences), step)]
    for n, text in enumerate(stated):
        parts[n % len(parts)] += f" {text}"
    return "\n\n".join([" ".join(pick.sample(_FILLER, 4)).capitalize(), *parts])


def _sentence(pick: random.Random) -> str:
    return f"{' '.join(pick.sample(_FILLER, 9)).capitalize()}."


def _plain(text: str) -> str:
    return " ".join(text.split())


_BEGINNINGS = {
    "plan-subtopics": "You plan a collection",
    "plan-overlaps": "You check a list of subtopics",
    "plan-insights": "You plan what a collection",
    "plan-duplicates": "You check a list of insights",
    "plan-queries": "You write the question",
    "classify-insight": "You sort statements",
    "write-chapter": "You write conversations, one part",
    "write-report": "You write",
    "revise-report": "You correct",
    "classify-chapter": "You read a short stretch",
    "check-presence": "You check documents",
}
_ANSWERS: Mapping[str, Callable[[str, Mapping[str, str], Faults, bool], Answer]] = {
    "plan-subtopics": _subtopics,
    "plan-overlaps": _overlaps,
    "plan-insights": _insights,
    "plan-duplicates": _duplicates,
    "plan-queries": _queries,
    "classify-insight": _sorted,
    "write-chapter": _chapter,
    "write-report": _report,
    "revise-report": _revision,
    "classify-chapter": _heard,
    "check-presence": _presence,
}
