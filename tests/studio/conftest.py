"""Fixtures of tests of the studio: a mod, the studio that shows it, and pages of a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.helpers import write_mod
from tests.studio.browser import open_browser
from tests.studio.running import RunningStudio

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, ViewportSize

VIEWPORT: ViewportSize = {"width": 1280, "height": 720}


@pytest.fixture(scope="module")
def mod(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The mod of a file of tests, whose Lua is its MOD."""
    name = request.module.MOD_ID
    manifest = f'id = "{name}"\nversion = "1"\n'
    folder = tmp_path_factory.mktemp("mods") / name
    return write_mod(folder, {"mod.toml": manifest, "init.lua": request.module.MOD})


@pytest.fixture(scope="module")
def studio(request: pytest.FixtureRequest, mod: Path) -> Iterator[RunningStudio]:
    """The studio of that mod for all tests of the file, with its STUDIO_WORDS on the command line."""
    with RunningStudio(mod, *getattr(request.module, "STUDIO_WORDS", ())) as running:
        yield running


@pytest.fixture(scope="package")
def context() -> Iterator[BrowserContext]:
    """Return the browser context of all tests: its process starts slowly, and parses the scripts of the page once."""
    with open_browser() as browser:
        opened = browser.new_context(viewport=VIEWPORT)
        opened.set_default_timeout(30_000)
        yield opened


@pytest.fixture(scope="package")
def tab(context: BrowserContext) -> Page:
    """Return the tab in which all tests open their pages: each new one would have a process of its own."""
    return context.new_page()


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """Return an empty page; the test fails when it reports errors."""
    errors: list[str] = []
    listeners = {
        "pageerror": lambda error: errors.append(str(error)),
        "console": lambda message: errors.append(message.text) if message.type == "error" else None,
        # Pages may be left with edits that are not saved.
        "dialog": lambda dialog: dialog.accept(),
    }
    for event, listener in listeners.items():
        tab.on(event, listener)
    yield tab
    # Requests that a test answers itself may come after its end.
    tab.unroute_all(behavior="ignoreErrors")
    for shown in tab.context.pages:
        if shown != tab:
            shown.close()
    # Pages that are not of a studio have no storage.
    tab.evaluate("() => { try { sessionStorage.clear(); localStorage.clear() } catch {} }")
    tab.goto("about:blank")
    for event, listener in listeners.items():
        tab.remove_listener(event, listener)
    tab.mouse.move(0, 0)
    tab.set_viewport_size(VIEWPORT)
    tab.emulate_media(color_scheme="null", reduced_motion="null")
    tab.context.clear_permissions()
    # Cookies go to all ports of the machine.
    assert tab.context.cookies() == []
    assert errors == []
