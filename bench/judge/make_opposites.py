"""Write the table of stems and those of their antonyms, from the words of `bench.judge.opposite_words`.

Run `python -m bench.judge.make_opposites` after a change of these words, or of the rules by which words have stems. To
find the stems of all forms takes .06 CPU seconds; the judge reads the table in a tenth of that.
"""

from __future__ import annotations

from bench.judge.opposite_words import SIDES
from hayrick.judges.coverage.words.opposites import TABLE, keys_of
from hayrick.numerals import listed


def text() -> str:
    """A line for each stem, in alphabetical order: the stem, then those of its antonyms."""
    found: dict[str, set[str]] = {}
    for pair in SIDES.replace("\n", "|").strip("|").split("|"):
        left, right = ({key for word in listed(side) for key in keys_of(word)} for side in pair.split(" / "))
        for word in left:
            found.setdefault(word, set()).update(right - {word})
        for word in right:
            found.setdefault(word, set()).update(left - {word})
    return "".join(f"{' '.join([word, *sorted(others)])}\n" for word, others in sorted(found.items()))


if __name__ == "__main__":
    TABLE.write_text(text(), encoding="utf-8")
