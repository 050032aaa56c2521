"""What shares rule out: never an insight that the local judge's similarity would find stated."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from hayrick.harness.running.demo import shipped_haystack
from hayrick.haystacks.files import read_haystack
from hayrick.judges.coverage.local import FITTED
from hayrick.judges.coverage.similarity import Prepared, prepare
from hayrick.judges.coverage.words.likeness import alike
from hayrick.judges.coverage.words.reading import Parts, content_word, read_parts
from hayrick.tasks.summhay.shares import Shares
from hayrick.text import sentences

TIDEWALL = read_haystack(shipped_haystack())
INSIGHTS = [insight.text for subtopic in TIDEWALL.subtopics for insight in subtopic.insights]
PREPARED = {one.id: prepare(tuple(insight.text for insight in one.insights), one.query) for one in TIDEWALL.subtopics}
SHARES = Shares(PREPARED)


def stated(text: Parts, prepared: dict[str, Prepared]) -> set[str]:
    """Subtopics to an insight of which some part of a text is more similar than what counts as full."""
    return {
        name
        for name, insights in prepared.items()
        if any(value > FITTED.full for *_, values in insights.similarities(text) for value in values.values())
    }


def like(word: str, rank: int) -> str:
    """The word after so many that are alike to a word, the nearest first; the word itself where there is none."""
    key = content_word(word.strip(".,"))
    near = sorted(alike(key), key=lambda pair: (-pair[1], pair[0])) if key else []
    return near[min(rank, len(near) - 1)][0] if near else word


def fading(text: str, random: Random, replaced: float) -> Iterator[str]:
    """A text that loses one word after the other, or has it replaced by a like one, until nothing is left as it was."""
    tokens: list[str | None] = [*text.split()]
    places = [*range(len(tokens))]
    random.shuffle(places)
    for at in places:
        token = tokens[at]
        assert token is not None
        tokens[at] = like(token, random.randrange(40)) if random.random() < replaced else None
        yield " ".join(filter(None, tokens))


@pytest.mark.parametrize(
    ("replaced", "why"), [(0.0, "words are left out"), (0.5, "or replaced"), (1.0, "all are replaced")]
)
def test_no_worn_down_insight_is_ruled_out_while_it_would_be_found(replaced: float, why: str) -> None:
    found = lost = 0
    for seed, insight in enumerate(INSIGHTS):
        for text in fading(insight, Random(seed), replaced):
            parts = read_parts(text)
            expected = stated(parts, PREPARED)
            assert expected <= SHARES.possible(parts), f"{text} ({why})"
            found, lost = found + bool(expected), lost + (not expected)
    assert found > 100
    assert lost > 20


def test_no_insight_is_ruled_out_whose_words_stand_in_several_sentences() -> None:
    found = 0
    for seed, insight in enumerate(INSIGHTS):
        tokens = insight.rstrip(".").split()
        middle = len(tokens) // 2
        for replaced in (0.0, 0.2):
            random = Random(seed)
            own = [like(token, 0) if random.random() < replaced else token for token in tokens]
            parts = read_parts(f"{' '.join(own[:middle])}. So {' '.join(own[middle:])}.")
            expected = stated(parts, PREPARED)
            assert expected <= SHARES.possible(parts)
            found += bool(expected)
    assert found > 20


def test_no_sentence_of_the_documents_is_ruled_out_while_it_would_be_found() -> None:
    found = 0
    for document in TIDEWALL.documents[::4]:
        for span in sentences(document.text):
            parts = read_parts(document.text[span.start : span.end])
            expected = stated(parts, PREPARED)
            assert expected <= SHARES.possible(parts)
            found += bool(expected)
    assert found > 20


def test_what_shares_too_little_is_ruled_out() -> None:
    told = {
        "court": Prepared(["The tribunal in Bergen cleared the nurse of theft.", "A juror slept."]),
        "sport": Prepared(["The rower from Split won silver in the single sculls."]),
    }
    shares = Shares(told)
    for text, expected in [
        ("The tribunal in Bergen cleared the nurse of theft.", {"court"}),
        ("The rower from Split won silver in the single sculls, and a juror slept.", {"court", "sport"}),
        ("The nurse sailed to Split.", set()),
        ("Nobody swam.", set()),
        ("", set()),
    ]:
        parts = read_parts(text)
        assert shares.possible(parts) == stated(parts, told) == expected, text


def test_like_words_count_for_what_may_be_stated() -> None:
    told = {"law": Prepared(["A tenant quarrelled with an aunt."])}
    parts = read_parts("A renter disputed with an aunt and a landlord.")
    assert alike(content_word("tenant"))
    assert Shares(told).possible(parts) == {"law"}
    assert Shares(told).possible(read_parts("A barrel rolled with an aunt and a poem.")) == set()
