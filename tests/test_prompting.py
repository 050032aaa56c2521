"""Templates, fences, numbered documents and the guard: structure must hold whatever the content is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from unicodedata import category
from weakref import ref

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import SHARED
from hayrick.prompting import Fence, Template, bundled, fill, guard, load, one_line, prompt_tokens, tidy
from hayrick.prompting.passages import numbered_documents, require_distinct
from hayrick.prompting.placeholders import RELEASED
from hayrick.protocols import Passage
from hayrick.types import BadInput, Message, Prompt

PROMPTS = SHARED / "data" / "summhay" / "prompts"
needs_released = pytest.mark.skipif(
    not PROMPTS.is_dir(), reason="needs the released prompts; HAYRICK_SHARED names the folder"
)


def prompt_of(texts: Sequence[str], order: Sequence[int] = ()) -> Prompt:
    """A prompt that shows documents d1, d2, ... between fences, as any task may make one."""
    passages = [Passage(document=f"d{n}", position=n, text=texts[n - 1]) for n in order or range(1, len(texts) + 1)]
    documents = numbered_documents(passages, "Article", Fence.around(texts))
    before = "Read these:\n"
    message = Message(role="user", text=f"{before}{documents.text}What do they say? {'Take care. ' * 20}")
    system = Message(role="system", text="You read.")
    return Prompt(messages=(system, message), signature="s", sources=documents.at(len(before)))


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def user_text(prompt: Prompt) -> str:
    return prompt.messages[-1].text


class TestTemplates:
    @pytest.mark.parametrize("name", bundled())
    def test_every_prompt_of_ours_loads_and_fills_without_a_rest(self, name: str) -> None:
        template = load(name)
        messages = fill(template, {value: f"<{value}>" for value in template.values})
        assert [message.role for message in messages] in (["system", "user"], ["user"])  # additions have no "system"
        text = "".join(message.text for message in messages)
        assert "{{" not in text
        assert all(f"<{value}>" in text for value in template.values)

    def test_names_and_versions(self) -> None:
        template = load("judge-single")
        assert (template.name, template.version) == ("judge-single", 2)
        assert template == load("judge-single.v2")
        assert re.fullmatch(r"judge-single\.v2@[0-9a-f]{12}", template.signature)
        assert load("judge-single.v1").version == 1

    def test_unknown_name_lists_the_choices(self) -> None:
        with pytest.raises(BadInput, match=r"unknown name 'judge-singel'.*judge-single\.v1"):
            load("judge-singel")

    def test_prompts_of_ours_take_no_placeholders(self) -> None:
        with pytest.raises(BadInput, match="declares its own"):
            load("judge-single", {"[X]": "x"})

    @pytest.mark.parametrize(
        ("text", "placeholders", "values", "expected"),
        [
            ('Q: [QUERY] {"a": [1]}', None, {"query": "why?"}, 'Q: why? {"a": [1]}'),
            ("[[INSIGHT]]/[[BULLETS]] [3]", None, {"insight": "i", "bullets": "b"}, "i/b [3]"),
            ("{{article}} in {a: {b}}", {"{{article}}": "text"}, {"text": "x"}, "x in {a: {b}}"),
            ('{question} as {"answer": 1}', {"{question}": "query"}, {"query": "q"}, 'q as {"answer": 1}'),
            ('{"q": {question}}', {"{question}": "query"}, {"query": "q"}, '{"q": q}'),
            ("<passages> in <b>bold</b>", {"<passages>": "documents"}, {"documents": "d"}, "d in <b>bold</b>"),
            ("<A> and <A>", {"<A>": "a"}, {"a": "x"}, "x and x"),
            ("{x} beside {{x}}", {"{x}": "one"}, {"one": "1"}, "1 beside {{x}}"),
            ("{x} beside {{x}}", {"{x}": "one", "{{x}}": "two"}, {"one": "1", "two": "2"}, "1 beside 2"),
            ("[1][QUERY][2]", None, {"query": "q"}, "[1]q[2]"),
        ],
        ids=[
            "released name; other brackets stay",
            "two released names in double brackets",
            "double braces; other braces stay",
            "single braces; JSON stays",
            "single braces just inside JSON's",
            "angles; markup stays",
            "every occurrence is filled",
            "a doubled placeholder is another one",
            "both, told apart",
            "brackets on both sides that do not double",
        ],
    )
    def test_other_syntaxes(
        self,
        tmp_path: Path,
        text: str,
        placeholders: dict[str, str] | None,
        values: dict[str, str],
        expected: str,
    ) -> None:
        template = load(write(tmp_path / "mine.txt", text), placeholders)
        assert [message.text for message in fill(template, values)] == [expected]
        assert (template.name, template.version) == ("mine", None)

    @pytest.mark.parametrize(
        ("text", "placeholders", "message"),
        [
            ("nothing to fill", None, "no known placeholder.*front matter: docs/reference/prompts.md"),
            ("[QUERY]", {"[TEXT]": "text"}, r"placeholder \[TEXT\] does not occur"),
            ("[[X]]", {"[X]": "x"}, r"placeholder \[X\] does not occur"),
            ("$query", {"$query": "query"}, "placeholder '\\$query'"),
            ("---\nsyntax: braces\n---\n{x}", None, "'syntax' and 'placeholders'"),
            ("---\nsyntax: dollars\nplaceholders: x\n---\n$x", None, "syntax 'dollars'"),
            ("---\nsyntax: double braces\nplaceholders: x\n---\n{{x}} {{y}}", None, "undeclared placeholder {{y}}"),
            ("---\nsyntax: double braces\nplaceholders: x, y\n---\n{{x}}", None, "{{y}} does not occur"),
            ("---\nsyntax: double braces\nplaceholders: x\n---\nlost\n## user\n{{x}}", None, "sent to no one"),
        ],
        ids=[
            "no placeholder",
            "named one is absent",
            "named one is another one",
            "no known syntax",
            "front matter lacks a field",
            "front matter names no syntax",
            "hole without declaration",
            "declaration without hole",
            "text before the first message",
        ],
    )
    def test_bad_files(self, tmp_path: Path, text: str, placeholders: dict[str, str] | None, message: str) -> None:
        with pytest.raises(BadInput, match=message):
            load(write(tmp_path / "mine.md", text), placeholders)

    def test_a_file_of_ones_own_may_declare_itself(self, tmp_path: Path) -> None:
        text = "---\nsyntax: angles\nplaceholders: text\n---\n## system\nBe {brief}.\n## user\n<text>\n"
        messages = fill(load(write(tmp_path / "own.v12.md", text)), {"text": "T"})
        assert [(message.role, message.text) for message in messages] == [("system", "Be {brief}."), ("user", "T")]
        assert load(tmp_path / "own.v12.md").version == 12

    @pytest.mark.parametrize(
        ("values", "message"),
        [
            ({"fence": "f", "bullets": "b"}, "prompt judge-single: no value 'insight' for {{insight}}"),
            ({"fence": "f", "bullets": "b", "insight": "i", "more": "m"}, "value 'more' without placeholder"),
        ],
        ids=["missing", "unknown"],
    )
    def test_filling_is_strict(self, values: dict[str, str], message: str) -> None:
        with pytest.raises(BadInput, match=re.escape(message)):
            fill(load("judge-single"), values)

    @given(st.text(), st.text())
    @settings(max_examples=60)
    def test_values_are_never_scanned(self, one: str, two: str) -> None:
        template = Template(
            name="t",
            version=1,
            text="<{{a}}|{{b}}|{{a}}>",
            placeholders={"{{a}}": "a", "{{b}}": "b"},
            syntax="double braces",
            sha256="0",
        )
        one, two = one + "{{b}}", two + "{{a}} [QUERY]"
        assert fill(template, {"a": one, "b": two})[0].text == f"<{one}|{two}|{one}>"

    @needs_released
    @pytest.mark.parametrize("name", ["summarization_news", "summarization_conv", "eval_summhay"])
    def test_released_files_are_recognised_and_wholly_filled(self, name: str) -> None:
        path = PROMPTS / f"{name}.txt"
        template = load(path)
        holes = set(re.findall(r"\[\[[A-Z]+\]\]|\[[A-Z][A-Za-z_]+\](?=[^a-z])", path.read_text(encoding="utf-8")))
        assert holes & RELEASED.keys() == template.placeholders.keys()
        text = fill(template, dict.fromkeys(template.values, "@"))[0].text
        assert not any(hole in text for hole in RELEASED)
        # The text around the holes is that of the file: the instructions in brackets among it.
        assert sum(map(text.count, ("[Format]", "[References]", '{"bullets": ['))) in (2, 3)


class TestFence:
    def test_same_content_gives_the_same_mark_and_other_content_another(self) -> None:
        assert Fence.around(["a", "b"]) == Fence.around(["a", "b"])
        assert len({Fence.around(texts).mark for texts in (["a", "b"], ["ab"], ["b", "a"], ["a", "b", ""])}) == 4

    @pytest.mark.parametrize(
        "hide",
        [str, str.upper, " ".join, "\u200b".join, lambda mark: mark.translate({48 + n: 0xFF10 + n for n in range(10)})],
        ids=["as it is", "capitals", "spaced", "zero-width spaces", "full-width digits"],
    )
    def test_a_mark_that_occurs_is_drawn_again(self, hide: object) -> None:
        assert callable(hide)
        first = Fence.around(["text"])
        again = Fence.around(["text"], [f"<<{hide(first.mark)} end>>"])
        assert again != first
        assert again == Fence.around(["text"], [f"<<{hide(first.mark)} end>>"])

    def test_marks_drawn_again_are_avoided_too(self) -> None:
        marks: list[str] = []
        for _ in range(5):
            marks.append(Fence.around(["text"], marks).mark)
        assert len(set(marks)) == 5

    def test_what_only_must_not_hold_the_mark_does_not_change_it(self) -> None:
        assert Fence.around(["text"], ["one query"]) == Fence.around(["text"], ["another"])

    @given(st.lists(st.text(max_size=200), min_size=1, max_size=4))
    def test_no_content_holds_its_mark(self, texts: list[str]) -> None:
        assert not any(Fence.around(texts).mark in text.casefold() for text in texts)

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("a\r\nb\rc\u2028d\x0be\x85f", "a\nb\nc\nd\ne\nf"),
            ("a\x00b\x1bc\x7f", "a b c "),
            ("half \ud800 pair", "half \ufffd pair"),
            ("tab\tand é 漢 😀 ", "tab\tand é 漢 😀 "),
        ],
        ids=["line ends", "control characters", "lone surrogate", "the rest stays"],
    )
    def test_tidy(self, text: str, expected: str) -> None:
        assert tidy(text) == expected
        assert one_line(text) == " ".join(expected.split())

    def test_tidy_changes_controls_separators_and_surrogates_alone(self) -> None:
        every = map(chr, range(0x11000))
        kinds = {"Cc", "Cs", "Zl", "Zp"}
        assert [one for one in every if (tidy(one) != one) != (category(one) in kinds and one not in "\t\n")] == []

    def test_a_text_that_tidy_leaves_as_it_is_is_not_copied(self) -> None:
        text = "A line with é, “quotes” and a tab\t.\n"
        assert tidy(text) is text

    @pytest.mark.parametrize("do", [tidy, lambda text: Fence.around(["first"], [text])], ids=["tidy", "fence"])
    def test_no_text_is_kept_once_its_prompt_is_gone(self, do: Callable[[str], object]) -> None:
        class Watched(str):
            """A text of which the end is noticed."""

        text = Watched("of the only prompt")
        watched = ref(text)
        do(text)
        del text
        assert watched() is None


class TestNumberedDocuments:
    PASSAGES: tuple[Passage, ...] = (
        Passage(document="b", position=14, text="beta"),
        Passage(document="a", position=2, text="al\r\npha"),
    )

    def test_documents_keep_their_stored_numbers_between_fences(self) -> None:
        shown = numbered_documents(self.PASSAGES, "Page", Fence("0badcafe"))
        assert shown.text == (
            "<<0badcafe Page 14>>\nbeta\n<<0badcafe end>>\n<<0badcafe Page 2>>\nal\npha\n<<0badcafe end>>\n"
        )
        assert [(one.document, one.position) for one in shown.sources] == [("b", 14), ("a", 2)]

    def test_without_a_fence_a_heading_stands_alone(self) -> None:
        assert numbered_documents(self.PASSAGES, "Page", None).text == "Page 14:\nbeta\n\nPage 2:\nal\npha\n\n"

    @pytest.mark.parametrize("fence", [None, Fence("0badcafe")])
    def test_places_are_those_of_the_message(self, fence: Fence | None) -> None:
        shown = numbered_documents(self.PASSAGES, "Page", fence)
        message = f"Before. {shown.text}After."
        sources = shown.at(len("Before. "))
        assert [message[slice(*one.text)] for one in sources] == ["beta", "al\npha"]
        assert "".join(message[slice(*one.block)] for one in sources) == shown.text

    def test_nothing_and_two_of_one_document_are_refused(self) -> None:
        require_distinct(self.PASSAGES, "here")
        with pytest.raises(BadInput, match="here: no passage"):
            require_distinct((), "here")
        with pytest.raises(BadInput, match="here: two passages of one document"):
            require_distinct((*self.PASSAGES, self.PASSAGES[0]), "here")


class TestGuard:
    TEXTS: tuple[str, ...] = tuple(f"Article {n} says. " + "The gate opened again today. " * 40 for n in range(1, 5))

    def test_what_fits_comes_back_as_it_is(self) -> None:
        prompt = prompt_of(list(self.TEXTS))
        size = prompt_tokens(prompt)
        assert guard(prompt, size + 500, 500) is prompt

    def test_what_does_not_fit_is_refused_by_default(self) -> None:
        prompt = prompt_of(list(self.TEXTS))
        with pytest.raises(BadInput, match=r"tokens of prompt and 500 of reserve; expected at most .* together"):
            guard(prompt, prompt_tokens(prompt) + 499, 500)

    @pytest.mark.parametrize("less", [1, 100, 300, 600, 900])
    def test_cut_from_the_last_document_backwards_and_said(self, less: int) -> None:
        prompt = prompt_of(list(self.TEXTS), order=[2, 4, 1, 3])
        size = prompt_tokens(prompt)
        shorter = guard(prompt, size - less + 50, 50, "cut")
        assert prompt_tokens(shorter) <= size - less
        assert shorter.removed_tokens == size - prompt_tokens(shorter) >= less
        ids = ("d2", "d4", "d1", "d3")
        assert shorter.shortened == ids[len(ids) - len(shorter.shortened) :] != ()
        assert tuple(source.document for source in shorter.sources) == ids[: len(shorter.sources)]
        text = user_text(shorter)
        for source in shorter.sources:
            whole = self.TEXTS[source.position - 1]
            shown = text[slice(*source.text)]
            assert whole.startswith(shown)
            assert (shown == whole) == (source.document not in shorter.shortened)
            assert text[slice(*source.block)].count("end>>") == 1
        assert text.endswith(user_text(prompt)[prompt.sources[-1].block[1] :])
        assert text.startswith(user_text(prompt)[: prompt.sources[0].text[0]])

    def test_cutting_twice_adds_up(self) -> None:
        prompt = prompt_of(list(self.TEXTS))
        size = prompt_tokens(prompt)
        once = guard(prompt, size - 50, 0, "cut")
        twice = guard(once, size - 400, 0, "cut")
        assert twice.shortened == ("d3", "d4")
        assert twice.removed_tokens == size - prompt_tokens(twice)

    def test_a_window_without_room_for_any_document_is_refused(self) -> None:
        prompt = prompt_of(list(self.TEXTS))
        empty = prompt_tokens(prompt_of(["x"])) - 15
        with pytest.raises(BadInput, match="document"):
            guard(prompt, empty, 0, "cut")

    @pytest.mark.parametrize(("window", "reserve", "how"), [(0, 0, "cut"), (10, -1, "cut"), (10, 0, "shrug")])
    def test_wrong_limits(self, window: int, reserve: int, how: str) -> None:
        with pytest.raises(BadInput, match="a window above 0"):
            guard(prompt_of(["a"]), window, reserve, how)  # type: ignore[arg-type]
