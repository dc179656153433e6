"""kts.MENU: the quest menu of a mod, as a generator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from host.border.function import Call
from host.border.session import Session
from host.border.state import LuaState
from host.border.values import Table
from host.dialects import lua_functions
from host.dialects.kts.functions.messages import read_message
from host.dialects.kts.play.quest import Quest
from host.dialects.maps import consequence_of_layout
from host.errors import ModError, in_one_line, shorten
from host.generate.options import Choice as OptionChoice
from host.generate.options import Generator, Option, Value
from host.model.request import Request
from host.play.game import Game

# Lua state -> id of a mod -> number and options of its menu, cached.
_menus: WeakKeyDictionary[LuaState, dict[str, tuple[int, tuple[Option, ...]]]] = WeakKeyDictionary()

# Characters of a text of a menu that people read.
_MOST_CHARACTERS = 100

# Creates the game of a request.
Create = Callable[[Request], Game]


class MenuSource:
    """The quest menu of a kts mod."""

    def __init__(self, session: Session, lua: LuaState, create: Create, mod: str) -> None:
        self.id = self.mod = mod
        self._session = session
        self._lua = lua
        self._create = create

    def describe(self, request: Request) -> Generator:
        self._create(replace(request, seed=0))
        menus = _menus.setdefault(self._lua, {})
        last_number, options = menus.get(self.mod, (0, ()))
        with self._named_in_errors():
            number, *defaults = self._lua.call(lua_functions.describe_menu, self.mod, request.players).items
            if number != last_number:
                items = self._lua.call(lua_functions.describe_items, self.mod).items
                options = tuple(_option(item.fields) for item in items)
        menus[self.mod] = number, tuple(map(_with_default, options, defaults))
        return Generator(self.id, self.mod, menus[self.mod][1], random=True)

    def make(self, game: Game, options: Mapping[str, Any]) -> dict[str, Value]:
        wanted = [word for pair in options.items() for word in pair]
        try:
            with self._named_in_errors():
                final = self._lua.call(lua_functions.start_menu, self.mod, game.request.players, wanted)
        except ModError as error:
            reason = self._lua.call(lua_functions.error_message)
            if reason is None:
                raise
            raise consequence_of_layout(self._session.current_game, self._lua, error, reason) from error
        description = final.fields["description"]
        if isinstance(description, Table):
            call = Call(self._session, self.mod)
            game.part(Quest).description = [
                read_message(call, line, "a line of describe_quest_func") for line in description.items
            ]
        if not game.map.width:
            self._session.warn(f"{self.id}: start_game_func laid out no dungeon, so the map has no squares")
        names_and_values = iter(final.fields["options"].items)
        return dict(zip(names_and_values, names_and_values, strict=True))

    @contextmanager
    def _named_in_errors(self) -> Iterator[None]:
        """Name the mod of the menu in errors that name none."""
        try:
            yield
        except ModError as error:
            error.mod = error.mod or self.mod
            raise


def find_menu(session: Session, lua: LuaState, create: Create, mod: str) -> MenuSource | None:
    """Return the quest menu of a mod, or None when the mod sets no kts.MENU."""
    return MenuSource(session, lua, create, mod) if lua.call(lua_functions.has_menu, mod) else None


def _option(fields: Mapping[str, Any]) -> Option:
    choices = (choice.fields for choice in fields["choices"].items)
    return Option(
        id=fields["id"],
        default=False,
        choices=tuple(
            OptionChoice(c["id"], c.get("min_players"), c.get("max_players"), _label(c.get("text"))) for c in choices
        ),
        numeric=fields["numeric"],
        digits=fields.get("digits"),
        random=fields["random"],
        text=_label(fields.get("text")),
    )


def _label(text: str | None) -> str:
    return in_one_line(shorten(text or "", _MOST_CHARACTERS))


def _with_default(option: Option, default: Value) -> Option:
    # Equal values of two types are written in different ways.
    is_same = type(option.default) is type(default) and option.default == default
    return option if is_same else option._replace(default=default)
