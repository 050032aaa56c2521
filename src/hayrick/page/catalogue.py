"""The views of a page, in their order. A new one is a function in a module of this folder, and a line here."""

from __future__ import annotations

from collections.abc import Sequence

from hayrick.page.across import across
from hayrick.page.conditions import conditions, depths
from hayrick.page.costs import costs
from hayrick.page.differences import differences
from hayrick.page.haystacks import retrieval, verification
from hayrick.page.information import needed, places
from hayrick.page.judging import cards, validations
from hayrick.page.losses import losses
from hayrick.page.maps import contexts
from hayrick.page.metric_costs import metric_costs
from hayrick.page.metrics import correlations, grids, summaries
from hayrick.page.overview import overview
from hayrick.page.plain import rows, suites
from hayrick.page.probing import probings
from hayrick.page.published import references
from hayrick.page.scatters import against
from hayrick.page.variants import variants
from hayrick.page.views import MakesViews

VIEWS: Sequence[MakesViews] = (
    suites,
    across,
    overview,
    cards,
    contexts,
    losses,
    against,
    differences,
    costs,
    variants,
    conditions,
    depths,
    places,
    needed,
    references,
    correlations,
    summaries,
    grids,
    metric_costs,
    retrieval,
    verification,
    validations,
    probings,
    rows,
)
"""Each yields its views of all sources together, none where its columns are absent."""
