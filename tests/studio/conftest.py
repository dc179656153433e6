"""Fixtures of tests in a browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.studio.browser import open_browser

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page


@pytest.fixture(scope="package")
def context() -> Iterator[BrowserContext]:
    """Return the browser context of all tests: its process starts slowly, and parses the scripts of the page once."""
    with open_browser() as browser:
        opened = browser.new_context(viewport={"width": 1280, "height": 720})
        opened.set_default_timeout(30_000)
        # A process that shows no page ends.
        opened.new_page()
        yield opened


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """Return an empty page; the test fails when it reports errors."""
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    yield opened
    # Requests that a test answers itself may come after its end.
    opened.unroute_all(behavior="ignoreErrors")
    origin = opened.url.partition("/?")[0]
    first, *others = context.pages
    for shown in others:
        shown.close()
    client = context.new_cdp_session(first)
    client.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "local_storage"})
    client.detach()
    context.clear_permissions()
    # Cookies go to all ports of the machine.
    assert context.cookies() == []
    assert errors == []
