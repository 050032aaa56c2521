"""What the local judge makes of texts in which every word is exchanged for one that is alike, and that state nothing.

`python -m bench.judge.like_words`: each content word of Tidewall's insights that has like words gives way to the
nearest of them, or to a random one of the 40 nearest (seed 0); the rest stays. Prints the mean value and how many are
called full, of 48. Nobody writes such sentences: they say how far likeness alone carries.
"""

from __future__ import annotations

import random
import re
from importlib.resources import files
from pathlib import Path

from hayrick.haystacks.files import read_haystack
from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.words.likeness import alike
from hayrick.judges.coverage.words.reading import content_word

_NEAREST = 40
_WORD = re.compile(r"[A-Za-z]+")


def exchanged(text: str, among: int, rng: random.Random) -> str:
    """The text with each word that has like words replaced by one of so many of the nearest."""

    def other(match: re.Match[str]) -> str:
        near = sorted(alike(content_word(match[0])), key=lambda one: (-one[1], one[0]))[:among]
        return rng.choice(near)[0] if near else match[0]

    return _WORD.sub(other, text)


def main() -> None:
    haystack = read_haystack(Path(str(files("hayrick"))) / "bundled" / "haystacks" / "tidewall.json")
    for among in (1, _NEAREST):
        rng, values, full = random.Random(0), [], 0
        for subtopic in haystack.subtopics:
            texts = [insight.text for insight in subtopic.insights]
            for i, text in enumerate(texts):
                found = cover(texts, [exchanged(text, among, rng)])[i]
                values.append(found.value)
                full += found.label == "full"
        print(f"one of {among} nearest: mean {sum(values) / len(values):.2f}, full {full} of {len(values)}")


if __name__ == "__main__":
    main()
