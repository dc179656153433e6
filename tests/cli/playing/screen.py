"""The screen of `play` without a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from host.cli.terminal.playing.app import PlayApp, Setting
from host.engine.jobs import Job
from host.engine.playing.view import PLAY
from host.model.request import Request
from host.mods.mods_to_load import ModsToLoad

# Seconds after which a test fails that waits for the game.
_PATIENCE = 120
# Seconds between two looks.
_LOOK = 0.005


class Played:
    """A game on a screen, for tests that press keys and read."""

    def __init__(self, app: PlayApp, pilot: Pilot[Any]) -> None:
        self.app, self._pilot = app, pilot

    @property
    def text(self) -> str:
        """What the screen shows."""
        return self.app.picture.text

    @property
    def map(self) -> str:
        return self.app.picture.widgets["board"].text

    async def press(self, *keys: str) -> str:
        """Press keys, each when the one before is done; return what the screen shows."""
        for key in keys:
            await self._pilot.press(key)
            await self.rest()
        return self.text

    async def click(self, x: int, y: int) -> None:
        """Click at a place of the board."""
        region = self.app.picture.widgets["board"].region
        await self._pilot.click(offset=(region.x + x, region.y + y))
        await self.rest()

    async def resize(self, columns: int, rows: int) -> None:
        await self._pilot.resize_terminal(columns, rows)
        await self.rest()

    async def rest(self) -> None:
        """Wait until the game waits for a key."""
        async with asyncio.timeout(_PATIENCE):
            await self._pilot.pause()
            while self.app.is_running and not (self.app.is_waiting and not self.app.steering.is_walking):
                await asyncio.sleep(_LOOK)
            await self._pilot.pause()


def play(
    request: Request,
    steps: Callable[[Played], Awaitable[None]],
    *,
    size: tuple[int, int] = (60, 20),
    mods: Sequence[Path] = (),
    names: Sequence[str] = ("base", "critters"),
    **more: Any,
) -> PlayApp:
    """Play a game on a screen of that size, by `steps`; return the app."""

    def make_job(request: Request, actions: Sequence[str]) -> Job:
        arguments = {"request": request.to_data(), "critters": False, "strict": False, "actions": list(actions)}
        return Job(PLAY, ModsToLoad(tuple(map(str, mods)), tuple(names)), arguments, asks=True)

    app = PlayApp(Setting(make_job, request, **more))

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            played = Played(app, pilot)
            await played.rest()
            await steps(played)

    asyncio.run(run())
    return app
