"""All maps of a mod whose maps lie in areas: a generator that makes one of them, or all at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from host.border.session import START, Session
from host.border.state import LuaState
from host.border.values import Table
from host.dialects import lua_functions
from host.errors import RequestError, listing
from host.errors.spelling import did_you_mean
from host.generate.options import Generator, Option, Value
from host.model.request import AREA, FLOOR, Request
from host.play.game import Game

# The ending of the id of the generator, behind the id of a mod.
ENDING = ".areas"
_LONGEST_KEY = 200


class AreaFloor(NamedTuple):
    """A floor of an area, and the number of its map in the game."""

    number: int
    # The unique id of its area, or a number as text; empty for a map that belongs to no area.
    area: str
    floor: int


class AreaGenerator:
    """A generator whose maps are the floors of the areas of a mod, as they are before a player enters them."""

    def __init__(self, session: Session, lua: LuaState, mod: str) -> None:
        self.id, self.mod = f"{mod}{ENDING}", mod
        self._session = session
        self._lua = lua

    def describe(self, _: Request) -> Generator:
        options = (
            Option(AREA, "", longest=_LONGEST_KEY, help="the id of an area; by default the area of the first map"),
            Option(FLOOR, 0, numeric=True, least=-10000, most=10000, help="a floor of it; 0 for the first"),
        )
        return Generator(self.id, self.mod, options, f"the floors of the areas of {self.mod}")

    def make_all(self, options: Mapping[str, Any]) -> list[AreaFloor]:
        """Make the maps of a new game, and return the floors that `options` name: all, all of an area, or one.

        The first is where the world begins. Raises RequestError when there is no such floor.
        """
        self._session.phase = START
        self._lua.call(lua_functions.start_game, False)
        rows = self._lua.call(lua_functions.make_areas, self.mod)
        floors = [AreaFloor(*row.items) for row in rows.items if isinstance(row, Table)] if rows else []
        if not floors:
            raise RequestError(f'the areas of the mod "{self.mod}" have no floors')
        return self._choose(floors, options)

    def _choose(self, floors: list[AreaFloor], options: Mapping[str, Any]) -> list[AreaFloor]:
        area, floor = options.get(AREA, ""), options.get(FLOOR, 0)
        keys = list(dict.fromkeys(one.area for one in floors if one.area))
        if area:
            floors = [one for one in floors if one.area == area]
            if not floors:
                must = f"must be {listing(keys)}" if keys else "its floors are in no area"
                raise RequestError(f'{self.id}: there is no area "{area}": {must}', hint=did_you_mean(area, keys))
        of_area = [one for one in floors if one.area == floors[0].area]
        chosen = [one for one in of_area if one.floor == floor]
        if floor and not chosen:
            numbers = listing([str(one.floor) for one in of_area], "or")
            raise RequestError(f"{self.id}: there is no floor {floor} of {floors[0].area}: must be {numbers}")
        return chosen if FLOOR in options and chosen else floors

    def make(self, game: Game, options: Mapping[str, Any]) -> dict[str, Value]:
        """Make the map that the options name, and return what names it."""
        floor = self.make_all({FLOOR: 0, **options})[0]
        game.map = game.maps[floor.number]
        return options_of(floor)


def options_of(floor: AreaFloor) -> dict[str, Value]:
    """Return the options of the generator that name a floor."""
    return {AREA: floor.area, FLOOR: floor.floor}
