"""Tables of what judges say of texts whose right verdict is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hayrick.probes import KINDS, PROBES
from hayrick.probes.verdicts import Figures, Verdict
from hayrick.report.tables import ABSENT, Table, percents

_FULL, _NONE = 0.75, 0.25


def probe_table(found: Mapping[str, Sequence[Figures]]) -> Table:
    """Table with one row per probe: what its texts do, the right value, n, and the share of right verdicts by judge.

    Args:
        found: judge -> its figures.
    """
    by_probe = {judge: {one.probe.name: one for one in given} for judge, given in found.items()}
    rows = []
    for probe in PROBES:
        own = [by_probe[judge].get(probe.name) for judge in found]
        if not any(own):
            continue
        n = max(one.n + one.n_unjudged for one in own if one is not None)
        shares = [percents(one.right) if one is not None and one.n else ABSENT for one in own]
        rows.append([probe.name, probe.says, probe.bounds, str(n), *shares])
    heads = ["probe", "the text", "right value", "n", *found]
    return Table("share of right verdicts in percent, with 95 % intervals", heads, rows, range(3, len(heads)))


def kind_table(verdicts: Mapping[str, Sequence[Verdict]]) -> Table:
    """Table with one row per kind of probe: the mean value that each judge gives."""
    rows = []
    for kind, says in KINDS.items():
        cells, n = list[str](), 0
        for given in verdicts.values():
            own = [one.judgement.value for one in given if one.case.probe.kind == kind]
            values = [value for value in own if value is not None]
            cells.append(f"{sum(values) / len(values):.2f}" if values else ABSENT)
            n = max(n, len(own))
        if n:
            rows.append([says, str(n), *cells])
    heads = ["texts", "n", *verdicts]
    return Table("mean value", heads, rows, range(1, len(heads)))


def wrong_verdicts(verdicts: Sequence[Verdict], most: int) -> Iterator[Verdict]:
    """Some wrong verdicts of each probe.

    Args:
        verdicts: of a judge, in order.
        most: most of a probe.
    """
    for probe in PROBES:
        yield from [one for one in verdicts if one.case.probe is probe and one.is_right is False][:most]


def verdict_lines(judge: str, verdict: Verdict) -> Iterator[str]:
    """What a judge said where it is wrong, the insight, and the bullets."""
    probe, said = verdict.case.probe, verdict.judgement
    label = "contradicted" if said.contradicted else said.label
    yield f"{judge}, {probe.name}: {said.value or 0.0:.2f} ({label}) where {probe.bounds} is right"
    yield f"  insight: {verdict.insight.text}"
    yield from _shown(verdict)


def _shown(one: Verdict) -> Iterator[str]:
    """The bullet that was made of the insight, or all, and the one that the judge names if that is another."""
    bullets, link = one.case.text.bullets, one.judgement.link
    named = bullets[link - 1] if link is not None and 1 <= link <= len(bullets) else None
    if one.made is None:
        yield f"  text: {' / '.join(bullets)}"
    else:
        yield f"  bullet: {one.made}"
    if named is not None and len(bullets) > 1 and named != one.made:
        yield f"  the judge names: {named}"
