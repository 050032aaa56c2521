"""Write the table of English word relations that the local judge reads, from WordNet's database files.

WordNet says which words share a meaning, which is the more general one, and which are opposites; its words and
relations are kept, its definitions and examples are not. Words that hardly occur in running text are left out, by
wordfreq's frequencies, to keep the table small.

Usage: python -m bench.judge.make_lexicon FOLDER
FOLDER holds WordNet's index.noun, data.noun and so on (Debian's package wordnet-base: /usr/share/wordnet). Needs
`pip install wordfreq`, which Hayrick itself does not use. Writes src/hayrick/models/lexicon.txt.gz.
"""

from __future__ import annotations

import gzip
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

from hayrick.judges.coverage.words.reading import content_word
from hayrick.judges.coverage.words.vocabulary import TABLE

KINDS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
LEAST_FREQUENCY = 2.2
"""Zipf frequency (powers of ten per billion words) below which a word is left out."""
THINGS = frozenset(["05", "06", "08", "13", "15", "17", "18", "19", "20", "27", "28"])
"""WordNet's files of nouns for things: animals, artefacts, bodies, food, places, objects, persons, phenomena, plants,
substances, times."""

RELATIONAL = "01"
"""WordNet's file of adjectives that tell a kind and have no degrees: "medical", "municipal"."""

_WORD = re.compile(r"[a-z]{3,}")
_UP, _LIKE, _AGAINST, _DERIVED = ("@", "@i"), ("&",), ("!",), ("+", "\\")

Meaning = tuple[str, str]
"""Part of speech and offset in WordNet's data file."""


class Entry(NamedTuple):
    """A meaning: WordNet's file of its topic, its words and pointers.

    A pointer is a symbol, the meaning pointed at, and the numbers of the words pointed from and to, 0 for all.
    """

    file: str
    words: list[str]
    pointers: list[tuple[str, Meaning, int, int]]


def meanings(folder: Path) -> dict[Meaning, Entry]:
    """Read all data files."""
    found = {}
    for name, kind in KINDS.items():
        for line in (folder / f"data.{name}").read_text(encoding="latin-1").splitlines():
            if line.startswith("  "):
                continue
            head = line.split("|")[0].split()
            n = int(head[3], 16)
            words = [re.sub(r"\(.*", "", head[4 + 2 * i]) for i in range(n)]
            at = 5 + 2 * n
            pointers = []
            for i in range(int(head[at - 1])):
                symbol, offset, to, ends = head[at + 4 * i : at + 4 * i + 4]
                pointers.append((symbol, (to.replace("s", "a"), offset), int(ends[:2], 16), int(ends[2:], 16)))
            found[kind, head[0]] = Entry(head[1], words, pointers)
    return found


def senses(folder: Path) -> dict[tuple[str, str], tuple[list[Meaning], int]]:
    """Read all index files: meanings of each word and part of speech, and how many of them a corpus attests."""
    found = {}
    for name, kind in KINDS.items():
        for line in (folder / f"index.{name}").read_text(encoding="latin-1").splitlines():
            if line.startswith("  "):
                continue
            parts = line.split()
            pointers = int(parts[3])
            offsets = [(kind, offset) for offset in parts[6 + pointers :]]
            found[parts[0], kind] = offsets, int(parts[5 + pointers])
    return found


def counts(folder: Path) -> Counter[tuple[str, str]]:
    """How often a corpus has a word as each part of speech."""
    found: Counter[tuple[str, str]] = Counter()
    kinds = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
    for line in (folder / "cntlist.rev").read_text(encoding="latin-1").splitlines():
        key, _, count = line.split()
        word, _, code = key.partition("%")
        found[word, kinds[code[0]]] += int(count)
    return found


def main() -> None:
    from wordfreq import zipf_frequency

    folder = Path(sys.argv[1])
    entries, by_word, often = meanings(folder), senses(folder), counts(folder)
    of: dict[str, dict[str, set[Meaning]]] = defaultdict(lambda: defaultdict(set))
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    things: Counter[str] = Counter()
    relational: Counter[str] = Counter()
    opposites: set[tuple[str, str]] = set()
    for (word, kind), (offsets, _) in by_word.items():
        if _WORD.fullmatch(word) and zipf_frequency(word, "en") >= LEAST_FREQUENCY and (stem := content_word(word)):
            of[stem][word].update(offsets)
            count = 1 + often[word, kind]
            for one in (stem, f"{stem} {word}"):
                kinds[one][kind] += count
                if kind == "n":
                    things[one] += count if entries[offsets[0]].file in THINGS else -count
                if kind == "a":
                    relational[one] += count if entries[offsets[0]].file == RELATIONAL else -count
    for entry in entries.values():
        for symbol, to, a, b in entry.pointers:
            if symbol in _AGAINST and a:
                pair = content_word(entry.words[a - 1]), content_word(entries[to].words[b - 1])
                if all(one in of for one in pair) and pair[0] != pair[1]:
                    opposites.add((min(pair), max(pair)))
    used = sorted({meaning for words in of.values() for some in words.values() for meaning in some})
    number = {meaning: i for i, meaning in enumerate(used)}

    def reached(start: Meaning, symbols: tuple[str, ...], steps: int = 1) -> set[Meaning]:
        edge, found = {start}, set[Meaning]()
        for _ in range(steps):
            edge = {to for one in edge for symbol, to, _, _ in entries[one].pointers if symbol in symbols}
            found |= edge
        return found

    def against(meaning: Meaning) -> set[Meaning]:
        heads = {meaning} | reached(meaning, _LIKE)
        return {to for head in heads for to in reached(head, _AGAINST)}

    def listed(some: set[Meaning]) -> str:
        return " ".join(map(str, sorted(number[one] for one in some if one in number)))

    def usual(one: str) -> str:
        most = max(kinds[one].values())
        found = "".join(kind if 4 * count >= most else kind.upper() for kind, count in sorted(kinds[one].items()))
        found += "t" if "n" in found and things[one] > 0 else ""
        return found + ("c" if "a" in found and relational[one] > 0 else "")

    lines = []
    for stem, words in sorted(of.items()):
        every = listed({meaning for some in words.values() for meaning in some})
        each = [f"{word} {usual(f'{stem} {word}')} {listed(some)}" for word, some in sorted(words.items())]
        lines.append(";".join([f"{stem} {usual(stem)} {every}", *(each if len(each) > 1 else [])]))
    lines.append("")
    for meaning in used:
        kin = reached(meaning, _UP, 2) | reached(meaning, _LIKE) | reached(meaning, _DERIVED)
        lines.append(f"{listed(kin)};{listed(against(meaning))}")
    lines.append("")
    lines += [f"{a} {b}" for a, b in sorted(opposites)]
    TABLE.write_bytes(gzip.compress("\n".join(lines).encode(), 9, mtime=0))
    print(f"{len(of)} stems, {len(used)} meanings, {len(opposites)} pairs of opposites, {TABLE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
