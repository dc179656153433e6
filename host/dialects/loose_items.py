"""Loose items of kts for other dialects: rows for Lua, and services that read and change the items."""

from __future__ import annotations

from collections.abc import Iterable
from struct import pack

from host.border.service import service
from host.border.session import Session
from host.dialects.kts.play.items import room_for
from host.model.game_map import GameMap
from host.model.objects import ItemStack, ItemType

# The most items that fit into a row.
MOST_COUNT = 2**31 - 1


def item_rows(game_map: GameMap, squares: Iterable[int]) -> bytes:
    """Return square, item type and number of the loose items of squares, 32-bit numbers each; the number may be 0."""
    return b"".join(pack("<3i", square, *game_map.loose_items.get(square, (0, 0))) for square in squares)


class LooseItemServices:
    """Reads and changes the loose items of maps. `number` is the number of a map in the game."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def _map(self, number: int) -> GameMap:
        return self._session.current_game.maps[number]

    @service
    def items_version(self, number: int) -> int:
        """Return a number that grows by 1 or more with each change of loose items."""
        return self._map(number).items_version

    @service
    def items_on(self, number: int) -> bytes:
        """Return a row for each square with loose items, in ascending order."""
        game_map = self._map(number)
        return item_rows(game_map, sorted(game_map.loose_items))

    @service
    def items_total(self, number: int, square: int, item: int, count: int) -> int:
        """Return how many items a square has when more are laid there; 0 when it has no room for them.

        A square without loose items has room for any number.
        """
        game_map = self._map(number)
        stack = game_map.loose_items.get(square)
        room = room_for(game_map, square, item)
        if stack is None:
            return count if room and count <= MOST_COUNT else 0
        return stack.count + count if count <= room else 0

    @service
    def items_set(self, number: int, square: int, item: int, count: int) -> int:
        """Set the loose items of a square; with a count of 0, remove them. Returns the version of the map."""
        game_map = self._map(number)
        if count:
            game_map.set_item(square, ItemStack(item, count))
        else:
            game_map.take_item(square)
        return game_map.items_version

    @service
    def item_type(self, index: int) -> tuple[str, str | None, str | None, str | None, bool]:
        """Return id, name, glyph and colour of an item type, and whether its items can be picked up."""
        prototype = self._session.registry.get("item", index)
        fields: ItemType = prototype.fields
        return prototype.id, fields.name, fields.glyph, fields.colour, fields.kind != "nopickup"

    @service
    def item_type_index(self, identity: str) -> int:
        """Return the index of the item type with that id; -1 when there is none."""
        prototype = self._session.registry.find("item", identity)
        return -1 if prototype is None else prototype.index
