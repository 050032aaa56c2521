"""A methods section for a paper, written from manifests, signatures and declarations; it says nothing else.

Papers are cited by keys as Pandoc reads them, `[@key]`; see `page.papers`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from hayrick import stats
from hayrick.comparison import ALPHA
from hayrick.page.boards import judges_of
from hayrick.page.differences import tested
from hayrick.page.papers import cited
from hayrick.page.together import heading
from hayrick.page.views import Source, SourceTask
from hayrick.protocols import BY_DATASET, POOLED
from hayrick.report.system_rows import systems_rows
from hayrick.stats.paired import EXACT_CLUSTERS, SWAPS
from hayrick.types import OWN
from hayrick.wording import counted, listed

_MOST_NAMES = 12
_MOST_VALUES = 10


def methods(sources: Sequence[Source]) -> list[str]:
    """Paragraphs on each task of each run, then on how their numbers are made; none without runs."""
    tasks = [(source, task) for source in sources for task in source.tasks]
    found = [text for source, task in tasks for text in _of_task(source, task)]
    made: dict[str, dict[str, None]] = {}
    for _, task in tasks:
        if task.estimates:
            made.setdefault(_statistics(task), {})[task.name] = None
    found += [text if len(made) == 1 else f"{listed(list(of), _MOST_NAMES)}: {text}" for text, of in made.items()]
    if made:
        found += _tests(sources)
        found.append(
            "An answer that could not be read counts with the lowest value of each measure; a unit without a readable "
            "verdict of the judge enters no mean."
        )
    return found


def _of_task(source: Source, task: SourceTask) -> Iterator[str]:
    yield _evaluated(source, task)
    yield from filter(None, (_data(source), _varied(task), _decoding(source)))
    judge = "; ".join(dict.fromkeys(_judge(task, *one) for one in judges_of(source, task.name)))
    asked = "; ".join(dict.fromkeys(_asked(source, "judge").values()))
    model = f" Models that judged, with their parameters as recorded: {asked}." if asked else ""
    yield f"Answers were judged by {judge}.{model}" if judge else "No judge was used."
    scored = {key.measure for key, _, _ in task.estimates}
    measures = [one for one in task.reporting.measures if one.shown and one.name in scored]
    if measures:
        told = "; ".join(f"{one.name}, {one.description} ({cited(one.source)})" for one in measures)
        yield f"Measures: {told}."
    signature = _signature(source, task.name)
    if signature:
        yield f"Options of the task, as recorded: {signature}."
    if task.estimates:
        yield _failures(task)
    yield from _spent(source, task)


def _judge(task: SourceTask, name: str, signature: str) -> str:
    """The judge's signature, which mostly begins with its name; where it says no more, also what the judge is."""
    told = signature if signature.startswith(name) else f"{name} {signature}"
    kind, _, whose = name.partition(":")
    judges = task.task.judges if task.task and signature.partition(";")[0] == name else {}
    maker = judges.get(name) or judges.get(f"{kind}:NAME")
    return f"{told} ({maker.description.replace('NAME', whose)})" if maker else told


def _spent(source: Source, task: SourceTask) -> Iterator[str]:
    """Dollars for answers and for judging, each call once."""
    told = []
    for purpose in dict.fromkeys(one.purpose for one in source.costs):
        mine = [one for one in source.costs if one.task == task.name and one.purpose == purpose and not one.shared]
        if mine:
            usd = [one.usd for one in mine if one.usd is not None]
            calls = f"{sum(one.calls for one in mine):,} calls of purpose '{purpose}'"
            unknown = f"; {len(mine) - len(usd)} of {len(mine)} prices are unknown" if len(usd) < len(mine) else ""
            told.append(f"{calls} (${sum(usd):.4f}{unknown})" if usd else f"{calls} (price unknown)")
    if told:
        yield f"The answers shown rest on {' and '.join(told)}, at the prices of the run."


def _evaluated(source: Source, task: SourceTask) -> str:
    versions = source.manifest.get("versions")
    version = versions.get("hayrick", "") if isinstance(versions, dict) else ""
    keys = [key for key, _, _ in task.estimates]
    named = [key.dataset for key in keys if key.dataset is not None] + [item.dataset for item in task.items]
    asked = [(key.system, key.context) for key in keys] + [(one.system, one.context) for _, one, _ in task.judged]
    datasets, pairs = list(dict.fromkeys(named)), list(dict.fromkeys(asked))
    systems, contexts = dict.fromkeys(name for name, _ in pairs), dict.fromkeys(name for _, name in pairs)
    paper = f" ({cited(task.task.paper)})" if task.task else ""
    items = f" with {counted(len(task.items), 'item')}" if task.items else ""
    noun = task.reporting.noun if len(datasets) != 1 else task.reporting.noun.removesuffix("s")
    shown = f" in {counted(len(contexts), 'context')} ({listed(list(contexts), _MOST_NAMES)})"
    return (
        f"We evaluated {counted(len(systems), 'system')}{shown} on the task {task.name}{paper} with Hayrick {version}, "
        f"on {len(datasets)} {noun}{items}: {listed(datasets, _MOST_NAMES)}. "
        f"The systems were {listed(list(systems), _MOST_NAMES)}."
    )


def _data(source: Source) -> str:
    prints = listed(list(_prints(source)), _MOST_NAMES)
    limit, seed = _parameters(source).get("limit"), _parameters(source).get("seed")
    drawn = f" Of each dataset, the items of at most {limit} groups drawn with the seed {seed} were used."
    cut = drawn if isinstance(limit, int) else ""
    return f"Fingerprints of the data (first 16 digits of SHA-256): {prints}.{cut}" if prints else cut.strip()


def _varied(task: SourceTask) -> str:
    """What differed between the answers of one system: budgets, orders, lengths, repeats."""
    values: dict[str, dict[object, None]] = {}
    for _, response, _ in task.judged:
        for name, value in response.all_tags.items():
            values.setdefault(name, {})[value] = None
    found = [
        f"{name} ({', '.join(map(str, given))})"
        for name, given in values.items()
        if 1 < len(given) <= _MOST_VALUES or (given and name in ("budget_tokens", "length"))
    ]
    return f"Conditions of the answers: {'; '.join(found)}." if found else ""


def _decoding(source: Source) -> str:
    asked = list(dict.fromkeys(_asked(source, "system").values()))
    parameters = _parameters(source)
    if not asked:
        return ""
    repeats, seed = parameters.get("repeats"), parameters.get("seed")
    times = f" Each question was asked {repeats} times." if isinstance(repeats, int) and repeats > 1 else ""
    return f"Models with their decoding, as recorded: {'; '.join(asked)}.{times} The seed was {seed}."


def _statistics(task: SourceTask) -> str:
    told = task.reporting
    means = {
        POOLED: "All units count equally in a mean",
        BY_DATASET: "A mean is the mean of its datasets' means",
    }.get(told.average, f"A mean is the mean over the values of '{told.average}'")
    recipe = _recipe(next(one.signature for _, one, _ in task.estimates))
    level = f"{100 * float(recipe['level']):g} %" if "level" in recipe else "95 %"
    how = "; ".join(filter(None, (in_words(name, text) for name, text in recipe.items())))
    n = len({key.dataset for key, _, _ in task.estimates} - {None})
    resample = told.resample
    over_datasets = resample.datasets_from is not None and n >= resample.datasets_from
    note = resample.datasets_note if over_datasets else resample.groups_note
    return (
        f"{means}. Intervals are {level} confidence intervals{f' ({how})' if how else ''}. As recorded: "
        f"{'|'.join(f'{name}:{text}' for name, text in recipe.items())}. {note}"
    )


def in_words(name: str, text: str) -> str:
    """A part of a signature that says how intervals are made, in words; "" for one that stands as recorded alone."""
    return _HOW.get(f"{name}:{text}") or _HOW.get(name, "").format(text.removeprefix("rows<="))


_HOW: Mapping[str, str] = {
    "interval:score": "score intervals for ratios",
    "variance:stratified-jackknife": "variance by a stratified jackknife over clusters",
    "quantile:t-satterthwaite-kurtosis": "quantiles of Student's t with Satterthwaite's degrees of freedom, fewer near "
    "a bound where clusters have excess kurtosis",
    "least:rows": "none narrower than if all rows were independent",
    "flat": "where all rows have the same value, at most {} rows of a cluster count as independent answers",
    "lent": "near a bound at most {} degrees of freedom are those of the spread of independent rows",
    "tail": "the share of excess kurtosis that takes degrees of freedom is {}",
}
"""Part of a signature, or its name, with a place for its value -> in words."""


def _tests(sources: Sequence[Source]) -> Iterator[str]:
    """How systems were tested against one another, where the report does so."""
    measures = list(dict.fromkeys(heading(measure) for measure in tested(sources)))
    if measures:
        yield (
            f"Systems were compared in pairs in {listed(measures)}, on the items that both were asked, with intervals "
            "of paired differences. p-values are of a permutation test that swaps the two systems within clusters (all "
            f"swaps with up to {EXACT_CLUSTERS} clusters, else {SWAPS:,} random ones), adjusted by Holm's method for "
            f"the pairs of a measure; two systems differ where the adjusted p is at most {ALPHA:g}."
        )


def _failures(task: SourceTask) -> str:
    rows = [row.counted for row in systems_rows(task.estimates, task.reporting.measures) if row.variant == OWN]
    n, failed, unjudged = (sum(getattr(one, name) for one in rows) for name in ("n", "n_failed", "n_unjudged"))
    long = f" Of answers much longer than asked for, {task.n_unread:,} parts (such as bullets) were not judged."
    return (
        f"Of {n:,} units of all systems {failed:,} belong to answers that could not be read, and {unjudged:,} are "
        f"unjudged.{long if task.n_unread else ''}"
    )


def _prints(source: Source) -> Iterator[str]:
    for one in _entries(source, "inputs"):
        name = next((value for key, value in one.items() if key != "fingerprint"), "")
        if "fingerprint" in one:
            yield f"{name} {one['fingerprint']}"


def _signature(source: Source, task: str) -> str:
    return next((str(one.get("signature") or "") for one in _entries(source, "tasks") if one.get("task") == task), "")


def _asked(source: Source, what: str) -> dict[str, str]:
    """Role -> model with its parameters."""
    given = _parameters(source).get(what if what == "judge" else f"{what}s")
    found = given.get("asked") if isinstance(given, dict) else None
    return {str(role): str(one) for role, one in found.items()} if isinstance(found, dict) else {}


def _parameters(source: Source) -> Mapping[str, object]:
    found = source.manifest.get("parameters")
    return found if isinstance(found, dict) else {}


def _entries(source: Source, name: str) -> list[dict[str, object]]:
    found = _parameters(source).get(name)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _recipe(signature: str) -> dict[str, str]:
    """What a signature says of intervals."""
    parts = (part.partition(":") for part in signature.split("|"))
    return {name: text for name, _, text in parts if name in _PARTS}


_PARTS = (*(part.partition(":")[0] for part in stats.method().split("|")), "datasets-from", "groups")
"""Names of all parts that say how intervals are made."""
