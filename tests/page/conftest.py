"""A browser for the tests of the report: Debian's Chromium, driven by Playwright; they skip without either."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest


class Opened:
    """A page of a browser, with what it complained about and asked for."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.errors: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda one: self.errors.append(one.text) if one.type in ("error", "warning") else None)
        page.on("pageerror", lambda one: self.errors.append(str(one)))
        page.on("dialog", self._refuse)
        page.on("request", lambda one: self.requests.append(one.url))

    def _refuse(self, dialog: Any) -> None:
        self.errors.append("a dialog")
        dialog.dismiss()

    def go(self, path: Path, fragment: str = "") -> Any:
        """Open a file, and wait until it shows what the fragment names."""
        self.page.goto(path.as_uri() + fragment)
        if fragment.startswith("#/"):
            self.page.wait_for_selector("#explore h1")
        return self.page

    def require_quiet(self, path: Path) -> None:
        """No error, no warning of the content policy, and no request but that for the file itself."""
        assert self.errors == []
        assert {one.split("#")[0] for one in self.requests} - {"data:,"} == {path.as_uri()}


Open = Callable[..., Opened]


@pytest.fixture
def browser() -> Iterator[Open]:
    """Make a page: `browser(color_scheme="dark")`. Whatever runs asyncio must have ended before."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chromium on this machine")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield lambda **given: Opened(started.new_context(**{"reduced_motion": "reduce", **given}).new_page())
        started.close()
