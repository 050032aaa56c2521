"""Lengths in tokenizers whose tokens of pieces need not add up to those of the whole."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hayrick.harness.naming.names import named_task
from hayrick.prompting import prompt_tokens
from hayrick.protocols import Task
from hayrick.systems.contexts import Showing
from hayrick.tasks.helmet import made_text
from hayrick.tokens import count_tokens
from hayrick.types import BadInput, Item

package = pytest.importorskip("tokenizers", reason="needs the extra tokenizers")
TEXTS = [
    "\n".join(["label: 12", "", "Find this key:", f"[{n}] {words}", f'"{key}": "{key}",'])
    for n, words, key in zip(range(300), made_text.prose(9000).lines, made_text.uuids(300), strict=False)
]


def bytes_split() -> Any:
    """As GPT-2: words are split from line breaks."""
    found = package.Tokenizer(package.models.BPE())
    found.pre_tokenizer = package.pre_tokenizers.ByteLevel(add_prefix_space=False)
    return trained(found)


def bytes_whole() -> Any:
    """Pairs are merged over blanks and line breaks; marks of a sentence's end become one token with the break."""
    found = package.Tokenizer(package.models.BPE())
    found.pre_tokenizer = package.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    return trained(found)


def trained(found: Any) -> Any:
    alphabet = package.pre_tokenizers.ByteLevel.alphabet()
    trainer = package.trainers.BpeTrainer(
        vocab_size=900, initial_alphabet=alphabet, max_token_length=12, show_progress=False
    )
    found.train_from_iterator(TEXTS, trainer)
    return found


def pieces() -> Any:
    """As Llama-2: a mark for blanks, one before the text, bytes for what is unknown, line breaks among them."""
    found = package.Tokenizer(package.models.BPE(byte_fallback=True, fuse_unk=True, unk_token="<unk>"))
    marks = [package.normalizers.Prepend("▁"), package.normalizers.Replace(" ", "▁")]
    found.normalizer = package.normalizers.Sequence(marks)
    special = ["<unk>", *(f"<0x{number:02X}>" for number in range(256))]
    trainer = package.trainers.BpeTrainer(
        vocab_size=900, special_tokens=special, max_token_length=10, show_progress=False
    )
    found.train_from_iterator([line for text in TEXTS for line in text.split("\n")], trainer)
    return found


def words() -> Any:
    """As BERT: line breaks are dropped, unknown words are one token."""
    found = package.Tokenizer(package.models.WordPiece(unk_token="[UNK]"))
    found.normalizer, found.pre_tokenizer = (
        package.normalizers.BertNormalizer(),
        package.pre_tokenizers.BertPreTokenizer(),
    )
    trainer = package.trainers.WordPieceTrainer(vocab_size=600, special_tokens=["[UNK]"], show_progress=False)
    found.train_from_iterator(TEXTS, trainer)
    return found


KINDS: dict[str, Callable[[], Any]] = {one.__name__: one for one in (bytes_split, bytes_whole, pieces, words)}


@pytest.fixture(scope="module", params=KINDS)
def encoding(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("tokenizer") / "tokenizer.json"
    KINDS[request.param]().save(str(path))
    return str(path)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Banking77's layout, and queries for re-ranking."""
    folder, sentences = tmp_path_factory.mktemp("data"), made_text.prose(30_000).lines
    rows = [f"{sentence},{'abcdefghijklmnop'[n % 14]}" for n, sentence in enumerate(sentences)]
    for name, lines in (("train", rows[:-40]), ("test", rows[-40:])):
        (folder / f"{name}.csv").write_text("\n".join(["text,category", *lines]), encoding="utf-8")
    (folder / "categories.json").write_text(json.dumps([*"abcdefghijklmnop"]), encoding="utf-8")
    graded = [{"id": str(n), "text": one, "relevance": n % 3} for n, one in enumerate(sentences)]
    (folder / "queries.jsonl").write_text(json.dumps({"query": "who?", "passages": graded}) + "\n", encoding="utf-8")
    return folder


def tokens(of: Task[Any, Any], item: Item[Any], encoding: str) -> int:
    passages = Showing(spec="full").passages(item.query, item.documents, None, "")
    return prompt_tokens(of.prompt(item, passages), encoding) + of.max_tokens


def longest_piece(item: Item[Any], encoding: str) -> int:
    """Tokens of the longest piece of those that an item shows; the next one may be a few tokens longer."""
    texts = [
        one for document in item.documents for one in document.text.split(SPLIT.get(item.dataset.split("@")[0], "\n"))
    ]
    ends = [f"x\n\n{text}\n\n" for text in texts]
    return max(count_tokens(text, encoding).n for text in ends) * (3 if item.dataset.startswith("cwe") else 1)


SPLIT = {"icl_banking77": "\n\n", "rerank": "\n\n"}
NAMES = ("niah_single_1", "niah_single_3", "niah_mk_needle", "niah_mk_uuid", "niah_mq", "vt", "cwe", "fwe", "json_kv")


def task(name: str, encoding: str, data: Path, lengths: Sequence[int]) -> Task[Any, Any]:
    given = {"icl_banking77": f"&data={data}", "rerank": f"&data={data / 'queries.jsonl'}"}.get(name, "")
    return named_task(f"helmet/{name}?n=2&tokenizer={encoding}{given}&length={','.join(map(str, lengths))}").task


@pytest.mark.parametrize("name", [*NAMES, "icl_banking77", "rerank"])
def test_lengths_are_exact_as_rendered(encoding: str, data: Path, name: str) -> None:
    made = task(name, encoding, data, Random(name).sample(range(9000, 9400), 4))
    items = made.items(1)
    assert made.items(1) == items
    groups: dict[tuple[str, str], list[Item[Any]]] = {}
    for item in items:
        groups.setdefault((item.dataset, item.group), []).append(item)
    for same in groups.values():
        # The six queries of an object and the three orders of passages have one number of pieces.
        length, size = int(same[0].tags["length"]), max(tokens(made, item, encoding) for item in same)
        assert length - longest_piece(same[0], encoding) < size <= length


@pytest.mark.parametrize("name", ["icl_banking77", "rerank"])
def test_a_token_less_is_a_piece_less(encoding: str, data: Path, name: str) -> None:
    """Their choices do not depend on the length, so that items of two lengths can be compared."""
    made = task(name, encoding, data, [3000])
    exact = max(tokens(made, item, encoding) for item in made.items(1) if item.group == made.items(1)[0].group)
    same, less = (task(name, encoding, data, [length]).items(1)[0] for length in (exact, exact - 1))
    counted = "examples" if name == "icl_banking77" else "passages"
    assert same.tags[counted] == made.items(1)[0].tags[counted] == int(less.tags[counted]) + 1


def test_the_tokenizer_is_named_by_its_content(encoding: str, tmp_path: Path) -> None:
    (copy := tmp_path / "copy.json").write_bytes(Path(encoding).read_bytes())
    specs = [f"helmet/vt?length=2k&n=1&tokenizer={path}" for path in (encoding, copy)]
    first, again = (named_task(spec) for spec in specs)
    assert first.task.signature == again.task.signature
    assert ",tokenizer:tokenizer.json@" in first.task.signature
    assert again.places == [str(copy)], "so that the manifest has its fingerprint"
    assert "tokenizer" not in named_task("helmet/vt?tokenizer=cl100k_base").task.signature


@pytest.mark.parametrize("name", ["vt", "json_kv", "icl_banking77", "rerank"])
def test_a_broken_tokenizer_is_one_clear_line(tmp_path: Path, data: Path, name: str) -> None:
    (broken := tmp_path / "broken.json").write_text('{"model":\n', encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        task(name, str(broken), data, [1000])
    assert "broken.json: no tokeniser" in str(caught.value)
    assert "\n" not in str(caught.value)
