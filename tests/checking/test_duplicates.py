"""Documents that repeat others, against a comparison of all pairs; also where all end with the same words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from hayrick.checking import duplicates as module
from hayrick.checking.duplicates import ALIKE, RUN, Duplicate, duplicates
from hayrick.types import Document


def corpus(n: int, seed: int, footer: int, copies: float = 0.0, least: int = 300) -> list[Document]:
    """Texts of random words with a common end; some copy another one, with up to every fifth word exchanged."""
    random = Random(seed)
    words = [f"w{number}" for number in range(3000)]
    end = random.choices(words, k=footer)
    texts: list[list[str]] = []
    for _ in range(n):
        if texts and random.random() < copies:
            share = random.choice((0.0, 0.05, 0.2))
            texts.append([random.choice(words) if random.random() < share else one for one in random.choice(texts)])
        else:
            texts.append([*random.choices(words, k=random.randint(least, 2 * least)), *end])
    return [Document(id=f"d{number}", text=" ".join(text)) for number, text in enumerate(texts)]


def all_pairs(documents: Iterable[Document]) -> list[Duplicate]:
    """The definition: each document beside all earlier ones that repeat none."""
    kept: dict[str, set[tuple[str, ...]]] = {}
    found: list[Duplicate] = []
    for document in documents:
        said = document.text.split()
        own = set(zip(*(said[start:] for start in range(RUN)), strict=False))
        alike = [(len(own & other) / len(own | other), name) for name, other in kept.items()]
        similarity, name = max(alike, key=lambda one: one[0], default=(0.0, ""))
        if similarity >= ALIKE:
            found.append(Duplicate(name, document.id, similarity))
        else:
            kept[document.id] = own
    return found


@pytest.mark.parametrize("footer", [0, 100])
@pytest.mark.parametrize("seed", range(3))
def test_copies_are_those_of_a_comparison_of_all_pairs(seed: int, footer: int) -> None:
    documents = corpus(120, seed, footer, copies=0.2)
    expected = all_pairs(documents)
    assert len(expected) > 10
    assert duplicates(documents) == expected


@pytest.mark.parametrize("seed", [3, 11])
def test_short_documents_that_share_only_a_long_end_are_alike(seed: int) -> None:
    random = Random(seed)
    words = [f"w{number}" for number in range(3000)]
    end = random.choices(words, k=300)
    texts = [" ".join([*random.choices(words, k=random.randint(100, 900)), *end]) for _ in range(150)]
    documents = [Document(id=f"d{number}", text=text) for number, text in enumerate(texts)]
    expected = [one.second for one in all_pairs(documents)]
    assert 40 < len(expected) < 100
    assert [one.second for one in duplicates(documents)] == expected


def test_a_common_end_costs_each_document_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = 0

    def counted(candidates: Iterable[str]) -> Counter[str]:
        nonlocal looked_at
        given = [*candidates]
        looked_at += len(given)
        return Counter(given)

    monkeypatch.setattr(module, "Counter", counted)
    work = []
    for n in (150, 300, 450):
        looked_at = 0
        assert duplicates(corpus(n, 0, 100)) == []
        work.append(looked_at)
    assert work[2] - work[1] == pytest.approx(work[1] - work[0], rel=0.1)
