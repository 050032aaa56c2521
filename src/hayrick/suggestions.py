"""What somebody may have meant who gave a name that is not known."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST, _MOST = 200, 10_000
"""Characters of a name, and names, that are compared."""


def nearest(given: str, known: Iterable[str], *, n: int = 1, cutoff: float = 0.6) -> list[str]:
    """The known names that are nearest to a given one, best first.

    Capitals do not count. Of a name with a ":" what stands before it is compared, too: `recorde:*gpt-4o` is near to
    `recorded:PATTERN`, and what follows is kept.

    Args:
        given: a name that is not known.
        known: those that are.
        n: most names.
        cutoff: least likeness, 0 to 1.
    """
    from difflib import get_close_matches

    names = {name.casefold(): name for name in list(known)[:_MOST]}
    found = [names[one] for one in get_close_matches(given[:_LONGEST].casefold(), names, n=n, cutoff=cutoff)]
    kind, colon, rest = given[:_LONGEST].partition(":")
    if colon and not found:
        kinds = {name.partition(":")[0].casefold(): name for name in names.values() if ":" in name}
        found = [kinds[one] for one in get_close_matches(kind.casefold(), kinds, n=n, cutoff=cutoff)]
    if colon:
        found = [f"{name.partition(':')[0]}:{rest}" if name.partition(":")[2].isupper() else name for name in found]
    return found


def did_you_mean(given: str, known: Iterable[str], otherwise: str = "", *, n: int = 1, cutoff: float = 0.6) -> str:
    """A sentence that suggests the `nearest` of the known names; `otherwise` if none is near."""
    found = nearest(given, known, n=n, cutoff=cutoff)
    return f"Did you mean {' or '.join(map(repr, found))}?" if found else otherwise
