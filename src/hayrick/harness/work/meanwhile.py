"""Does what is needed later while the first reply of a run is awaited."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress

SECONDS = 0.3
"""From the first question until its request has been sent; then nothing is done before the first reply."""


class Meanwhile:
    """Works that are called once, `SECONDS` after the first question; nothing is called if none is asked.

    Until then the client loads packages, makes its connection and encodes the request, and the first reply is the
    later the longer this takes.

    Args:
        works: what they load or keep is needed later. One that fails is done again where it is needed, and told there.
    """

    def __init__(self, works: Iterable[Callable[[], object]]) -> None:
        self._works = list(works)
        self._has_begun = False

    def asking(self) -> None:
        """To be called in the event loop with each question."""
        if not self._has_begun:
            self._has_begun = True
            asyncio.get_running_loop().call_later(SECONDS, self._do)

    def _do(self) -> None:
        for work in self._works:
            with suppress(Exception):
                work()
