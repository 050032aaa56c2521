"""Write the table of English words that are alike, by which the local judge gives part of a word's credit to another.

Alike are two words whose vectors from a sentence encoder lie close together, and words that share a meaning in the
table of word relations. Opposites and sisters may be alike, too: likeness is
what a text speaks of, and the judge's guards say whether it speaks of it rightly.

Usage: python -m bench.judge.make_likeness ENCODER
ENCODER is a folder with a model of sentence-transformers; the table that ships was made with all-MiniLM-L6-v2. Needs
`pip install sentence-transformers wordfreq`, which Hayrick itself does not use. Writes
src/hayrick/models/likeness.txt.gz: a line for each stem, in alphabetical order, then for each credit (in tenths) the
positions, from 0, of the lines of the stems that have it, each after the first as the distance from the one before.
"""

from __future__ import annotations

import gzip
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from hayrick.judges.coverage.words.likeness import TABLE
from hayrick.judges.coverage.words.reading import content_word
from hayrick.judges.coverage.words.vocabulary import meanings, table

LEAST_FREQUENCY = 3.3
"""Zipf frequency (powers of ten per billion words) below which a word has no vector."""
WORDS, FORMS = 120_000, 3
"""How many frequent words are read, and how many forms of a stem make its vector."""
LEAST_COSINE = 0.34
"""Cosine, after the mean of all vectors has been subtracted, above which two words are alike."""
LEAST, SLOPE = 2, 6
"""Credit in tenths at the least cosine, and what more of it there is at a cosine of 1.
A shared meaning counts the least."""

Floats = npt.NDArray[np.float32]


def forms() -> dict[str, list[str]]:
    """The most frequent forms of each stem of the table of relations that is frequent enough."""
    from wordfreq import top_n_list, zipf_frequency

    found: dict[str, list[str]] = {}
    for word in top_n_list("en", WORDS):
        if word.isalpha() and word.isascii() and (key := content_word(word)) in table().stems:
            own = found.setdefault(key, [])
            if len(own) < FORMS and (own or zipf_frequency(word, "en") >= LEAST_FREQUENCY):
                own.append(word)
    return {key: own for key, own in found.items() if own}


def vectors(encoder: str, words: Sequence[Sequence[str]]) -> Floats:
    """The mean of the vectors of some words each, centred and of length 1."""
    from sentence_transformers import SentenceTransformer

    flat = [form for own in words for form in own]
    encoded = SentenceTransformer(encoder).encode(flat, batch_size=512, normalize_embeddings=True)
    bounds = np.cumsum([0, *map(len, words)])
    means = np.array([encoded[a:b].mean(0) for a, b in pairwise(bounds)], dtype=np.float32)
    means /= np.linalg.norm(means, axis=1, keepdims=True)
    means -= means.mean(0)
    centred: Floats = means / np.linalg.norm(means, axis=1, keepdims=True)
    return centred


def credits(encoder: str) -> dict[tuple[str, str], int]:
    """The credit in tenths of each pair of stems that are alike, both ways."""
    own = forms()
    names = sorted(own)
    rows = vectors(encoder, [own[name] for name in names])
    found: dict[tuple[str, str], int] = {}
    for i, name in enumerate(names):
        cosines = rows @ rows[i]
        for j in np.flatnonzero(cosines > LEAST_COSINE):
            if i != j:
                share = (float(cosines[j]) - LEAST_COSINE) / (1 - LEAST_COSINE)
                found[name, names[j]] = round(LEAST + SLOPE * share)
    of_meaning: dict[str, list[str]] = defaultdict(list)
    for stem in table().stems:
        for meaning in meanings(stem):
            of_meaning[meaning].append(stem)
    for many in of_meaning.values():
        for pair in ((a, b) for a in many for b in many if a != b):
            found[pair] = max(LEAST, found.get(pair, 0))
    return found


def lines(alike: Mapping[tuple[str, str], int]) -> list[str]:
    """The lines of the table."""
    stems = sorted({stem for pair in alike for stem in pair})
    place = {stem: i for i, stem in enumerate(stems)}
    groups: dict[str, dict[int, list[int]]] = {stem: defaultdict(list) for stem in stems}
    for (a, b), credit in alike.items():
        groups[a][credit].append(place[b])
    written = []
    for stem, by_credit in groups.items():
        parts = [stem]
        for credit, places in sorted(by_credit.items()):
            gaps = [b - a for a, b in pairwise([0, *sorted(places)])]
            parts.append(" ".join(map(str, [credit, *gaps])))
        written.append(";".join(parts))
    return written


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    text = "\n".join(lines(credits(sys.argv[1]))) + "\n"
    TABLE.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    print(f"{TABLE}: {text.count(chr(10))} stems, {TABLE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
