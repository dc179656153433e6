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
    from playwright.sync_api import BrowserContext, Page


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
