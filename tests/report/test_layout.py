"""Tables at every width: each cell is found whole, and no line is wider than the terminal."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import GOLDEN
from hayrick.report.layout import cells, chosen, plain, printable, table_lines, values, wrapped
from hayrick.report.tables import Table

WIDTHS = (40, 60, 80, 100, 140, None)


def require_whole(table: Table) -> None:
    """Fail where a cell or heading does not appear, in its row's order, or where a line is wider than the terminal.

    White space is left out, since cells are broken at it; what is broken stands together, since nothing else is beside.
    """
    for width in WIDTHS:
        lines = table_lines(table, width)
        assert width is None or max(map(cells, lines), default=0) <= width, (width, table)
        shown = "".join("".join(lines).split())
        for cell in (*table.heads, *(cell for row in table.rows for cell in row)):
            assert "".join(plain(cell).split()) in shown, (width, cell, lines)


_CELL = st.one_of(
    st.from_regex(r"[0-9]{1,3}\.[0-9] \[[0-9]{1,2}\.[0-9], [0-9]{1,3}\.[0-9]\]", fullmatch=True),
    st.text(alphabet="ab/+-_.é漢\u0301字 \n\x1b", max_size=70),
    st.sampled_from(["", "-", "0", "unsound", "https://example.org/" + "x" * 80]),
)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    n = draw(st.integers(1, 12))
    row = st.lists(_CELL, min_size=n, max_size=n)
    names = draw(st.integers(0, n))
    heads = [f"{number} {draw(st.text(alphabet='ab ', max_size=25))}" for number in range(n)]
    return Table("t", heads, draw(st.lists(row, max_size=4)), range(names, n))


@given(tables())
def test_every_cell_of_any_table_is_shown_at_every_width(table: Table) -> None:
    require_whole(table)


def test_every_cell_of_our_tables_is_shown_at_every_width(seen: Sequence[Table]) -> None:
    assert len({table.title for table in seen}) >= 18, "every command was run"
    for table in seen:
        require_whole(table)
        part, n_left_out = chosen(table)
        assert len(part.heads) + n_left_out == len(table.heads)
        assert len(set(table.heads)) == len(table.heads), "headings tell columns apart"
        names = min(table.numbers, default=len(table.heads))
        failing = {"failed", "unjudged", "contradicted", "unread"} & set(part.heads)
        fewer = {head for head in part.heads if head.startswith("n ")}
        assert len(part.heads) - names - len(failing | fewer) <= 5, (table.title, part.heads)


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Table]:
    """The tables that commands print, on golden data."""
    from hayrick.cli.program import hayrick
    from hayrick.report import layout

    found: list[Table] = []
    folder = tmp_path_factory.mktemp("layout")
    run = str(folder / "run")
    bakery, labels, scored = (str(GOLDEN / name) for name in ("bakery.json", "annotations.json", "scored.jsonl"))

    def keep(table: Table, columns: Sequence[str] = ()) -> layout.Shown:
        found.append(table)
        return chosen(table, columns)

    commands = [
        ["run", bakery, "--system", "recorded", "--judge", "recorded", "--citations", "both", "--out", run],
        ["plan", bakery, "--system", "openai/gpt-4o+full", "--judge", "openai/gpt-4o"],
        ["compare", run],
        ["ls", str(folder)],
        ["show", run, "--missed"],
        ["verify", bakery],
        ["describe", bakery, "helmet/json_kv?length=1k&n=1"],
        ["coverage", "helmet/json_kv?length=1k&n=1"],
        ["retrieve", bakery, "--retriever", "bm25"],
        ["validate", labels, "--judge", "local"],
        ["meta", scored, "--metric", "source_bigrams", "--grid"],
        ["list"],
        ["doctor"],
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "chosen", keep)
        for words in commands:
            hayrick.main(words, standalone_mode=False)
    return found


def test_a_tab_of_a_name_is_a_space_and_other_control_characters_are_replaced() -> None:
    assert printable("flour\tand\nsalt\x1b[31m") == "flour and\nsalt\ufffd[31m"


def test_a_table_that_fits_is_one_grid() -> None:
    table = Table("t", ["system", "n"], [["a", "1"], ["bcd efg", "23"]], (1,))
    assert table_lines(table, 40) == [" system    n", " -------  --", " a         1", " bcd efg  23"]


def test_one_that_does_not_fit_repeats_the_names_beside_other_columns() -> None:
    table = Table("t", ["system", "aaaaaaaa", "bbbbbbbb", "cccccccc"], [["s", "1", "2", "3"]], (1, 2, 3))
    # The names take 1 + 6 columns, each number 2 + 8: of 30 columns two numbers fit beside the names.
    assert table_lines(table, 30) == [
        " system  aaaaaaaa  bbbbbbbb",
        " ------  --------  --------",
        " s              1         2",
        "",
        " system  cccccccc",
        " ------  --------",
        " s              3",
    ]


def test_names_that_leave_room_for_one_number_make_records() -> None:
    table = Table("t", ["system", "context", "a", "b"], [["s" * 12, "c" * 12, "1" * 9, "2" * 9]] * 2, (2, 3))
    record = [f" system     {'s' * 12}", f"   context  {'c' * 12}", "   a        111111111", "   b        222222222"]
    assert table_lines(table, 40) == [*record, "", *record]


def test_the_last_text_is_wrapped_at_words() -> None:
    table = Table("t", ["name", "what it is"], [["a", "one two three four five six seven eight"]], ())
    assert table_lines(table, 40)[2:] == [" a     one two three four five six seven", "       eight"]


def test_columns_that_are_asked_for_stand_beside_the_names() -> None:
    table = Table("t", ["system", "Joint", "n", "p"], [["a", "1", "2", "3"]], (1, 2, 3)).with_main("Joint")
    assert [list(chosen(table, wanted).table.heads) for wanted in ([], ["p", "n"], ["p", "other"], ["all"])] == [
        ["system", "Joint"],
        ["system", "n", "p"],
        ["system", "Joint", "p"],
        ["system", "Joint", "n", "p"],
    ]
    assert chosen(table).n_left_out == 2
    assert list(chosen(table, ["p"]).table.numbers) == [1]


def test_prose_keeps_words_and_commands_whole() -> None:
    text = "See https://example.org/a/very/long/address and give 'hayrick run topic.json --system lead' again."
    assert wrapped(text, 20) == [
        "See",
        "https://example.org/a/very/long/address",
        "and give",
        "'hayrick run topic.json --system lead'",
        "again.",
    ]


@pytest.mark.parametrize(
    "line", ["hayrick run topic.json --system lead", '{"schema": 1, "models": {', '"a/b": {"in": 1.0}}']
)
def test_commands_and_lines_of_files_are_not_broken(line: str) -> None:
    assert wrapped(line, 20) == [line]


def test_values_are_numbers_where_cells_are() -> None:
    table = Table("t", ["a", "b", "c", "d"], [["x", "1,234", "0.5", "~3"]], (1,))
    assert list(values(table)) == [{"a": "x", "b": 1234, "c": 0.5, "d": "~3"}]
