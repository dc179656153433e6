"""A browser for tests of the page: the Chromium of the system, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from tests.helpers import ROOT
from tests.studio.running import RunningStudio

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# Names of the program, from the packages of systems.
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
# Checks accessibility; `make lint` installs it where npm is.
AXE = ROOT / "tools" / "page" / "node_modules" / "axe-core" / "axe.min.js"


def program() -> str | None:
    """Return the path of the browser, or None."""
    return next((path for name in PROGRAMS if (path := shutil.which(name))), None)


needs_browser = [
    pytest.mark.skipif(program() is None, reason="no Chromium: apt-get install chromium"),
    pytest.mark.skipif("sys.platform == 'win32'", reason="Ctrl-C is another signal there"),
]


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Start the browser; a context."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Containers have no namespaces for the sandbox of the browser, which loads nothing but the studio here.
        browser = playwright.chromium.launch(executable_path=program(), args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


def open_page(page: Page, studio: RunningStudio, **parameters: Any) -> None:
    """Open the page and wait until it shows a map."""
    page.goto(studio.url(**parameters))
    wait_for_map(page)


def wait_for_map(page: Page) -> None:
    page.wait_for_selector("canvas[data-version]")


def wait_for_change(page: Page, before: str) -> None:
    """Wait until the map looks different, and nothing flashes any more."""
    page.wait_for_function(
        "before => document.querySelector('canvas[aria-label=Map]').toDataURL() !== before", arg=before
    )


def pixels(page: Page) -> str:
    """Return the picture on the canvas of the map, as a text that is equal for equal pictures."""
    picture: str = page.get_by_label("Map", exact=True).evaluate("canvas => canvas.toDataURL()")
    return picture


def find_violations(page: Page) -> list[str]:
    """Return what axe-core finds wrong with a page, in which nothing changes its colour little by little."""
    page.emulate_media(reduced_motion="reduce")
    # Both in one script of the tester, which the policy of the page does not concern.
    script = f"(async () => {{ {AXE.read_text()}; return await axe.run() }})()"
    client = page.context.new_cdp_session(page)
    result = client.send("Runtime.evaluate", {"expression": script, "awaitPromise": True, "returnByValue": True})
    return [f"{found['id']}: {found['nodes'][0]['html']}" for found in result["result"]["value"]["violations"]]
