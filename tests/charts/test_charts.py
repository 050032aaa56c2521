"""Charts: where points stand, which curves they show, and that any names and numbers of systems make whole pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from xml.etree import ElementTree

import pytest

from conftest import ROOT
from hayrick.charts import axes, drawing
from hayrick.charts.bars import Line, Value, bars, ranges
from hayrick.charts.heat import Cell, heat
from hayrick.charts.plot import HIGH, LEFT, RIGHT, TOP, Curve, Point, Series, plot, standing_out
from hayrick.charts.shapes import HARMONIC, PRODUCT, contour, front

NAMESPACE = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "<script>alert(1)</script>",
    "]]></style><style>*{display:none}",
    'javascript:alert(1)" onload="x',
    "\ud800 lone, \x00 null, \u202e turned",
    "long" * 2500,
    "",
    "干草堆的摘要" * 20,
]


def texts(svg: str) -> list[str]:
    return ["".join(one.itertext()) for one in ElementTree.fromstring(svg).iter(f"{NAMESPACE}text")]


def circles(svg: str) -> list[tuple[float, float]]:
    found = ElementTree.fromstring(svg).iter(f"{NAMESPACE}circle")
    return [(float(one.attrib["cx"]), float(one.attrib["cy"])) for one in found]


def test_points_stand_where_their_values_are() -> None:
    points = [Point(0, 0), Point(0.5, 1), Point(1, 0.25)]
    svg = plot("t", axes.percents("x"), axes.percents("y"), [Series(name="", points=points)])
    wide = drawing.WIDTH - LEFT - RIGHT
    assert circles(svg) == [(LEFT, TOP + HIGH), (LEFT + wide / 2, TOP), (LEFT + wide, TOP + HIGH * 3 / 4)]


def test_equal_ratios_have_equal_lengths() -> None:
    axis = axes.ratios("tokens", [1024, 2048, 8192], str)
    assert [axis.share(value) for value in (1024, 2048, 8192, 100_000)] == pytest.approx([0, 1 / 3, 1, 1])
    assert [name for _, name in axis.ticks] == ["1024", "2048", "8192"]
    assert axes.ratios("tokens", []).share(1) == 0.5


@pytest.mark.parametrize(
    ("values", "ends"),
    [([0.37, 0.62], (0, 0.7)), ([], (0, 1)), ([0.5], (0, 0.5)), ([-0.2, 0.4], (-0.2, 0.4)), ([0.0], (0, 1))],
)
def test_axes_end_at_round_numbers(values: list[float], ends: tuple[float, float]) -> None:
    axis = axes.percents("x", values)
    assert (axis.least, axis.most) == pytest.approx(ends)
    assert 3 <= len(axis.ticks) <= 8


def test_the_front_is_what_nothing_beats() -> None:
    points = [(1, 0.2), (2, 0.1), (2, 0.5), (3, 0.5), (4, 0.6), (2, 0.5), (0.5, 0.1)]
    assert front(points) == [6, 0, 2, 5, 4], "(3, .5) costs more than (2, .5), and (2, .1) scores less than (1, .2)"
    assert front([]) == []


@pytest.mark.parametrize(("kind", "of"), [(PRODUCT, lambda x, y: x * y), (HARMONIC, lambda x, y: 2 * x * y / (x + y))])
def test_contours_have_their_level_everywhere(kind: str, of: Callable[[float, float], float]) -> None:
    points = contour(0.3, kind, (0.9, 0.8))
    assert [of(x, y) for x, y in points] == pytest.approx([0.3] * len(points))
    assert points[0][1] == pytest.approx(0.8)
    assert points[-1][0] == pytest.approx(0.9)
    assert contour(0.9, kind, (0.5, 0.5)) == []
    assert contour(0.5, kind, (0.14, 0.25)) == []  # Twice the greatest y: a level that no x reaches.


def test_every_colour_can_be_told_from_both_grounds() -> None:
    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark = luminance("#16181c") + 0.05
    for colour in (*drawing.COLOURS, drawing.QUIET):
        assert min(1.05 / (luminance(colour) + 0.05), (luminance(colour) + 0.05) / dark) >= 3, colour


@pytest.mark.parametrize("bad", HOSTILE, ids=range(len(HOSTILE)))
def test_any_name_is_text_and_stays_within_the_picture(bad: str) -> None:
    axis = axes.named(bad, [bad])
    for svg in (
        plot(
            bad,
            axis,
            axes.percents(bad),
            [Series(name=bad, points=[Point(0, 0.5, name=bad, label=bad)], joined=True)],
            levels={bad: 0.5},
            curves=[Curve(drawing.shown(bad), [(0, 0), (1, 1)])],
        ),
        bars(bad, [bad], {bad: [Value(0.4, 0.3, 0.5)]}, axes.percents(bad)),
        ranges(bad, axes.percents(bad), [bad], [Line(bad, [Value(0.2)], "n 3")]),
        heat(bad, [bad], {bad: [Cell(0.4, bad)]}, axis=bad),
    ):
        root = ElementTree.fromstring(svg)
        assert {one.tag.removeprefix(NAMESPACE) for one in root.iter()} <= {
            *("svg", "title", "desc", "text", "g", "line", "polyline", "polygon", "path", "circle", "rect")
        }
        assert not [
            name for one in root.iter() for name in one.attrib if name.startswith("on") or name in ("style", "href")
        ]
        assert not re.search("[\u202e\x00\ud800]", svg)
        assert len(svg) < 20_000
        assert ElementTree.fromstring(drawing.as_file(svg)) is not None


@pytest.mark.parametrize("n", [1, 80])
def test_one_system_and_eighty_have_room(n: int) -> None:
    names = [f"a system with a long name {number}" for number in range(n)]
    several = [
        Series(name=name, points=[Point(1, k / 99), Point(2, k / 99)], joined=True) for k, name in enumerate(names)
    ]
    for svg in (
        plot("t", axes.ratios("x", [1, 2]), axes.percents("y"), standing_out(several)),
        heat("t", ["full", "oracle"], {name: [Cell(0.1), None] for name in names}),
        ranges("t", axes.percents("x"), ["own"], [Line(name, [Value(0.5)], "n 65") for name in names]),
        bars("t", names, {"own": [Value(0.5) for _ in names]}, axes.percents("y")),
    ):
        root = ElementTree.fromstring(svg)
        wide, high = (float(one) for one in root.attrib["viewBox"].split()[2:])
        for one in root.iter(f"{NAMESPACE}text"):
            x, y = float(one.attrib["x"]), float(one.attrib["y"])
            length = drawing.width_of(
                one[-1].tail or "" if len(one) else one.text or "", float(one.attrib["font-size"])
            )
            if "transform" not in one.attrib:
                left = {"start": x, "end": x - length, "middle": x - length / 2}[one.attrib["text-anchor"]]
                assert left >= 0, one.text
                assert left + length <= wide + 1, one.text
            assert 0 < y <= high


def test_of_eighty_series_the_best_and_the_worst_are_named() -> None:
    series = [Series(name=f"s{k}", points=[Point(1, k / 99)]) for k in range(80)]
    named = {one.name for one in standing_out(series) if not one.stands_back}
    assert named == {"s79", "s78", "s77", "s76", "s75", "s74", "s1", "s0"}
    assert "others (72)" in texts(plot("t", axes.numbers("x", [1]), axes.percents("y"), standing_out(series)))


def test_labels_do_not_meet() -> None:
    points = [Point(0.5, 0.5, label=f"system {k}") for k in range(30)]
    svg = plot("t", axes.percents("x"), axes.percents("y"), [Series(name="", points=points)])
    labels = [
        one for one in ElementTree.fromstring(svg).iter(f"{NAMESPACE}text") if "system" in "".join(one.itertext())
    ]
    assert 1 < len(labels) < 30
    lines = sorted((float(one.attrib["y"]), one.attrib["text-anchor"]) for one in labels)
    assert len(set(lines)) == len(lines)


def test_missing_values_leave_gaps() -> None:
    assert "–" in texts(heat("t", ["a", "b"], {"s": [Cell(0.25), None]}, show=lambda value: f"{100 * value:.0f}"))
    assert "25" in texts(heat("t", ["a", "b"], {"s": [Cell(0.25), None]}, show=lambda value: f"{100 * value:.0f}"))
    assert heat("t", [], {})
    assert "<rect" not in bars("t", ["a"], {"s": [None]}, axes.percents("y"))
    assert "<circle" not in ranges("t", axes.percents("x"), [""], [Line("a", [None])])
    assert plot("t", axes.numbers("x", []), axes.percents("y", []), [])


def test_a_file_has_a_margin_and_a_ground() -> None:
    chart = heat("t", ["a"], {"s": [Cell(0.25)]})
    whole = ElementTree.fromstring(drawing.as_file(chart))
    wide, high = (int(one) for one in ElementTree.fromstring(chart).attrib["viewBox"].split()[2:])
    assert whole.attrib["viewBox"] == f"-16 -16 {wide + 32} {high + 32}"
    assert "prefers-color-scheme:dark" in (whole.findtext(f"{NAMESPACE}style") or "")
    assert "style" not in chart, "a page's policy forbids it"


def test_a_map_of_zeros_is_light() -> None:
    zeros, ones = (heat("t", ["a", "b"], {"s": [Cell(value), Cell(value)]}) for value in (0.0, 1.0))
    assert zeros.count('fill-opacity="0.04"') == 2
    assert 'fill-opacity="0.04"' not in ones


def test_the_name_of_a_falling_curve_stands_below_its_end() -> None:
    axis = axes.percents("x", [0.0, 1.0])
    curves = [Curve("falls", [(0.1, 0.9), (0.9, 0.4)]), Curve("rises", [(0.1, 0.1), (0.9, 0.4)])]
    root = ElementTree.fromstring(plot("t", axis, axis, [], curves=curves))
    heights = {one.text: float(one.attrib["y"]) for one in root.iter() if one.text in ("falls", "rises")}
    assert heights["falls"] == heights["rises"] + 15


def test_many_keys_of_a_legend_stand_in_columns() -> None:
    keys = [drawing.Key(f"system {'of a long name ' * (at % 3)}{at}", "", "circle") for at in range(9)]
    parts, _ = drawing.legend(keys, LEFT, 0, drawing.WIDTH - RIGHT)
    lefts = [float(found[1]) for part in parts if (found := re.match(r'<text x="([\d.]+)"', part))]
    assert len(lefts) == 9
    assert 1 < len(set(lefts)) < 9
    assert lefts[: len(set(lefts))] == sorted(set(lefts))
    _, height = drawing.legend(keys[:2], LEFT, 0, drawing.WIDTH - RIGHT)
    assert height == 19, "few keys stand in one row"


def test_whiskers_stay_right_of_the_axis() -> None:
    points = [Point(x, 0.5, 0.2, 0.8) for x in (1, 2)]
    series = [Series(name=str(n), points=points, joined=True) for n in range(8)]
    svg = ElementTree.fromstring(plot("t", axes.ratios("x", [1, 2]), axes.percents("y"), series))
    groups = [one for one in svg.iter(f"{NAMESPACE}g") if one.get("class") == "series"]
    ends = [float(line.attrib["x1"]) for one in groups for line in one.iter(f"{NAMESPACE}line")]
    assert len(ends) == 16
    assert min(ends) > LEFT
    assert max(ends) < drawing.WIDTH - RIGHT


def test_a_label_is_not_crossed_by_an_interval_where_there_is_room() -> None:
    point = Point(0.5, 0.5, 0.4, 0.6, 0.1, 0.9, label="somebody")
    svg = ElementTree.fromstring(plot("t", axes.percents("x"), axes.percents("y"), [Series(name="", points=[point])]))
    label = next(one for one in svg.iter(f"{NAMESPACE}text") if one.text == "somebody")
    at = TOP + HIGH / 2
    assert not float(label.attrib["y"]) - drawing.SMALL < at < float(label.attrib["y"]) + 1


@pytest.mark.parametrize("is_half", [False, True])
def test_headings_and_title_of_a_map_stay_within_it(is_half: bool) -> None:
    columns = [f"dataset of some length {at}" for at in range(6)]
    rows = {name: [Cell(0.5)] * 6 for name in ("northwind/large-instruct-2026", "small")}
    svg = ElementTree.fromstring(heat("a title " * 20, columns, rows, axis="data", is_half=is_half))
    width = float(svg.attrib["width"])
    assert width == (drawing.HALF if is_half else drawing.WIDTH)
    title = next(svg.iter(f"{NAMESPACE}text"))
    line = "".join(title.itertext()).removeprefix(title[0].text or "")
    assert drawing.width_of(line, float(title.attrib["font-size"])) <= width
    turned = [one for one in svg.iter(f"{NAMESPACE}text") if "transform" in one.attrib]
    last = max(float(one.attrib["x"]) + 0.77 * drawing.width_of(one.text or "") for one in turned)
    assert last <= width + 1


def test_a_page_knows_every_colour_and_width_of_charts() -> None:
    style = (ROOT / "src/hayrick/page/style.css").read_text(encoding="utf-8")
    for number, colour in enumerate(drawing.COLOURS, start=1):
        assert f'[color="{colour}"] {{ color: var(--chart-{number}); }}' in style
        assert style.count(f"--chart-{number}: ") == 4, "light, dark, dark by the system's choice, and print"
    for width in (drawing.HALF, drawing.WIDTH):
        assert f'svg[width="{width:.0f}"]' in style


SERVED = [f"openai-api:{'a-long-way/' * 5}model-{one}:{'bm25@15000-' * 5}" for one in ("flash", "pro", "nano")]


@pytest.mark.parametrize(
    "names",
    [SERVED, [f"{one}!" for one in HOSTILE], [f"{'x' * 60}{one}{'y' * 60}" for one in ("a", "b", "")], ["a", "b"]],
)
def test_names_in_a_chart_differ_where_systems_do(names: list[str]) -> None:
    pairs = [f"{a}{drawing.MINUS}{b}" for a, b in combinations(names, 2)]
    svg = ranges("t", axes.numbers("x", [0, 1]), [""], [Line(one, [Value(0.5)], "") for one in pairs])
    sides = set(drawing.labels(names).values())
    assert len(sides) == len(set(names)), "as many labels as names"
    assert max(map(len, sides)) <= drawing.LONGEST + 4
    written = [one.removeprefix(drawing.MINUS.lstrip()) for text in texts(svg) for one in text.split(drawing.MINUS)]
    for name, label in drawing.labels(names).items():
        assert sum(label in one for one in written) >= len(names) - 1, (name, label)


def test_labels_of_a_front_come_first() -> None:
    names = ["dearer", "cheaper"]
    points = [Point(0.5, 0.5 - at / 80, label=one) for at, one in enumerate(names)]
    ends = [Point(0.0, 0.0), Point(1.0, 1.0)]
    every = [Series(name="", points=[*ends, *points])]
    front = [Series(name="front", points=[points[1]._replace(label="")], neutral=True)]
    for series, first in ((every, "dearer"), (every + front, "cheaper")):
        given = [one for one in texts(plot("t", axes.percents("x"), axes.percents("y"), series)) if one in names]
        assert given[0] == first


def test_a_label_at_the_end_of_curves_is_not_crossed_and_their_names_give_way() -> None:
    # As of a system that covers everything: its interval reaches the right edge, where curves have their names.
    point = Point(1.0, 0.22, 0.18, 0.27, 0.896, 1.0, label="reference, full")
    curves = [Curve(f"joint {level:.0%}", contour(level, PRODUCT)) for level in (0.2, 0.3, 0.9)]
    drawn = plot("t", axes.percents("x"), axes.percents("y"), [Series(name="", points=[point])], curves=curves)
    texts = {one.text: one.attrib for one in ElementTree.fromstring(drawn).iter(f"{NAMESPACE}text")}
    at = TOP + HIGH * (1 - 0.22)
    label = float(texts["reference, full"]["y"])
    assert not label - drawing.SMALL < at < label + 1
    assert "joint 90%" in texts
    others = [float(texts[name]["y"]) for name in ("joint 20%", "joint 30%") if name in texts]
    assert all(abs(other - label) >= drawing.SMALL for other in others)
