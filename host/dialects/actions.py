"""The actions dialect: services on maps that its worlds call. The rest of the dialect is Lua, in `lua/actions`."""

from __future__ import annotations

from struct import iter_unpack, pack

import numpy as np
import numpy.typing as npt

from host.border.function import Call
from host.border.schema import Integer, Text
from host.border.service import service_for
from host.border.session import ALWAYS
from host.border.values import Value
from host.dialects.kts.play.creatures import damage, die
from host.dialects.kts.play.items import lay, take_loose
from host.dialects.objects import item_rows
from host.errors import ModError
from host.metrics.walkability import opens
from host.model.appearance import COLOURS, HEX_COLOUR, MATERIALS, resolve_sprite
from host.model.changes import record_changes, take_changes, unrecorded
from host.model.game_map import GameMap
from host.model.objects import Creature, ItemStack, MonsterType
from host.model.registry import Prototype
from host.model.tile import BLOCKED, CLEAR, WALKING, Tile
from host.model.tile_set import EMPTY

MOST_SIDE = 10_000
# A world needs more memory for a square than a map does.
MOST_SQUARES = 1_000_000
_SIDE = Integer(1, MOST_SIDE)
# Lua reads rows of 32-bit numbers.
_MOST_ITEMS = 2**31 - 1
# Codes of squares for Lua: no tile, a floor, or a tile that blocks walking.
_EMPTY, _OPEN, _CLOSED = range(3)
# Stands for the type of knights, who have no monster type.
_KNIGHT = -1
_FLOOR_DEPTH = 5
_BLOCKED = (BLOCKED, BLOCKED, BLOCKED)


def _map(call: Call, number: int) -> GameMap:
    return call.session.current_game.maps[number]


@service_for("World")
def actions_read_size(call: Call, width: Value, height: Value) -> tuple[int, int]:  # noqa: ARG001 - it is for a mod
    """Return the size of a new world; without sides it has no squares."""
    if width is None and height is None:
        return 0, 0
    size = _SIDE.read(width, "width"), _SIDE.read(height, "height")
    if size[0] * size[1] > MOST_SQUARES:
        raise ModError(f"World: width × height is {size[0] * size[1]}: must be at most {MOST_SQUARES}")
    return size


@service_for("World.fromMap")
def actions_ground(call: Call, number: int) -> tuple[int, int, bytes]:
    """Return width, height, and the code of each square, one byte each.

    Doors that are not locked count as floors.
    """
    game_map = _map(call, number)
    if game_map.width * game_map.height > MOST_SQUARES:
        size = f"{game_map.width} × {game_map.height}"
        raise ModError(f"World.fromMap: the map has {size} squares: may have at most {MOST_SQUARES}")
    return game_map.width, game_map.height, _codes(game_map, np.arange(game_map.stacks.size)).tobytes()


def _codes(game_map: GameMap, squares: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    """Return the codes of squares."""
    codes = np.where(opens(game_map, squares), _OPEN, _CLOSED).astype(np.uint8)
    codes[game_map.stacks.ravel().take(squares) == EMPTY] = _EMPTY
    return codes


@service_for("World.fromMap")
def actions_watch(call: Call, number: int) -> None:
    """Start to record which squares and creatures of a map change, for `take_written`."""
    record_changes(_map(call, number), call.session.current_game.unread_changes)


@service_for("World.fromMap")
def actions_take_written(call: Call, number: int) -> tuple[bytes, bytes, bytes, bytes]:
    """Return and clear the recorded changes of a map.

    Four texts: the written squares, ascending 32-bit numbers; the code of each such square, one byte each; a row for
    each creature that changed; a row for each square whose loose items changed.
    """
    game_map = _map(call, number)
    changes = take_changes(game_map)
    rows = b"".join(_creature_row(game_map, uid, creature) for uid, creature in changes.creatures.items())
    loose = item_rows(game_map, changes.items)
    return changes.tiles.astype("<i4").tobytes(), _codes(game_map, changes.tiles).tobytes(), rows, loose


@service_for("World.fromMap")
def actions_creatures(call: Call, number: int) -> bytes:
    """Return a row for each creature of a map."""
    game_map = _map(call, number)
    return b"".join(_creature_row(game_map, creature.uid, creature) for creature in game_map.living_creatures)


def _creature_row(game_map: GameMap, uid: int, creature: Creature | None) -> bytes:
    """Return uid, square, health and monster type of a creature, 32-bit numbers; the square of one that left is -1."""
    if creature is None:
        return pack("<4i", uid, -1, 0, 0)
    monster = _KNIGHT if creature.monster is None else creature.monster
    return pack("<4i", uid, game_map.square(creature.x, creature.y), creature.health, monster)


@service_for("World.fromMap")
def actions_monster_type(call: Call, index: int) -> tuple[str, str, str | None, str | None]:
    """Return id, name, glyph and colour of a monster type."""
    prototype = call.session.registry.get("monster", index)
    monster: MonsterType = prototype.fields
    name = monster.name or prototype.id.partition(".")[2].replace("_", " ")
    return prototype.id, name, monster.glyph, monster.colour


def _creature(game_map: GameMap, uid: int) -> Creature | None:
    return next((creature for creature in game_map.living_creatures if creature.uid == uid), None)


@service_for("HP.takeDamage")
def actions_set_health(call: Call, number: int, uid: int, health: int) -> None:
    """Damage or heal a creature."""
    game, game_map = call.session.current_game, _map(call, number)
    creature = _creature(game_map, uid)
    if creature is not None and health < creature.health:
        damage(game, game_map, creature, creature.health - health)
    elif creature is not None:
        game_map.set_health(creature, health)


@service_for("World.removeDead")
def actions_kill_creature(call: Call, number: int, uid: int, amount: int) -> None:
    """Let a creature die; `amount` is the damage of the blow that killed it, or 0."""
    game, game_map = call.session.current_game, _map(call, number)
    creature = _creature(game_map, uid)
    if creature is not None:
        if amount:
            damage(game, game_map, creature, max(amount, creature.health))
        die(game, game_map, creature)


@service_for("Grid.move")
def actions_move_creature(call: Call, number: int, uid: int, square: int) -> bool:
    """Move a creature to a square, whether or not its tiles block. Returns False when another creature is there."""
    game_map = _map(call, number)
    creature = _creature(game_map, uid)
    if creature is None:
        return True
    x, y = game_map.position(square)
    if game_map.creature_at(x, y, creature.height) is not None:
        return False
    game_map.move_creature(creature, x, y)
    return True


def _tile(prototype: Prototype, wall: bool, name: str = "", glyph: str = "", colour: str = "") -> Tile:
    return Tile(
        prototype,
        access=_BLOCKED if wall else (CLEAR, CLEAR, CLEAR),
        items_allowed=not wall,
        depth=0 if wall else _FLOOR_DEPTH,
        name=name or None,
        glyph=glyph if len(glyph) == 1 and glyph.isprintable() else None,
        colour=colour if colour in COLOURS or HEX_COLOUR.match(colour) else None,
    )


def _with_sprite(call: Call, tile: Tile, sprite: str, material: str) -> Tile:
    """Return a tile with the sprite and the material that a class names, if there are such."""
    key = resolve_sprite(call.session.registry, call.mod, sprite) if sprite else None
    return tile._replace(sprite=key, material=material if material in MATERIALS else None)


@service_for("World", ALWAYS)
def actions_default_tiles(call: Call) -> tuple[int, int]:
    """Return the tiles of floors and walls whose classes are not registered: indices of floor and wall."""
    session = call.session
    indices = []
    for name, wall in (("floor", False), ("wall", True)):
        prototype = session.registry.find("tile", f"actions.{name}")
        if prototype is None:
            prototype = session.registry.add("tile", "actions", "", 0, name=name)
            prototype.fields = session.tiles.add(_tile(prototype, wall))
        indices.append(prototype.fields)
    floor, wall = indices
    return floor, wall


_LOOKS = {"title": Text(200), "glyph": Text(), "colour": Text(), "sprite": Text(), "material": Text()}


@service_for("registerEntity", ALWAYS, name=Text(200), **_LOOKS)
def actions_register_tile(
    call: Call,
    file: str | None,
    line: int,
    wall: bool,
    name: str,
    title: str,
    glyph: str,
    colour: str,
    sprite: str,
    material: str,
) -> int:
    """Register the tile of a class of floors or walls. Returns its index."""
    prototype = call.session.registry.add("tile", call.mod, file or call.mod, line, name=name)
    tile = _with_sprite(call, _tile(prototype, wall, title, glyph, colour), sprite, material)
    prototype.fields = call.session.tiles.add(tile)
    index: int = prototype.fields
    return index


@service_for("registerEntity", ALWAYS, **_LOOKS)
def actions_change_tile(
    call: Call, tile: int, wall: bool, title: str, glyph: str, colour: str, sprite: str, material: str
) -> None:
    """Change the tile of a class whose fields a mod has assigned."""
    tiles = call.session.tiles
    changed = _tile(tiles.tiles[tile].prototype, wall, title, glyph, colour)
    tiles.replace(tile, _with_sprite(call, changed, sprite, material))


@service_for("registerEntity", ALWAYS, name=Text(200))
def actions_register(call: Call, file: str | None, line: int, kind: str, name: str) -> None:
    """Add a class of entities or an item to the registry."""
    call.session.registry.add(kind, call.mod, file or call.mod, line, name=name)


@service_for("World")
def actions_lay_tiles(call: Call, number: int, tile: int, squares: bytes) -> None:
    """Lay a tile on many squares: runs of (first square, count), 32-bit numbers."""
    game_map = _map(call, number)
    flat = game_map.stacks.reshape(-1)
    for first, count in iter_unpack("<2i", squares):
        part = flat[first : first + count]
        for stack in np.unique(part).tolist():
            part[part == stack] = game_map.tileset.with_tile(stack, tile)[0]
    with unrecorded(game_map):
        game_map.note_tiles(0)


@service_for("World")
def actions_lay_tile(call: Call, number: int, tile: int, square: int) -> None:
    """Lay a tile on a square."""
    game_map = _map(call, number)
    with unrecorded(game_map):
        game_map.place_tile(square, tile)


@service_for("World.createDroppedItem")
def actions_add_item(call: Call, number: int, square: int, item: int) -> None:
    """Add an item of kts to the items on a square, which must be of the same type."""
    game_map = _map(call, number)
    stack = game_map.loose_items.get(square)
    x, y = game_map.position(square)
    if stack is not None and stack.item != item:
        raise ModError(
            f"World.createDroppedItem: ({x + 1}, {y + 1}) has items of another type: a square holds items of one type"
        )
    if stack is not None and stack.count >= _MOST_ITEMS:
        raise ModError(f"World.createDroppedItem: ({x + 1}, {y + 1}) has {stack.count} items: that is the most")
    game_map.set_item(square, ItemStack(item, stack.count + 1 if stack else 1))


@service_for("World.removeDead")
def actions_remove_items(call: Call, number: int, square: int) -> None:
    """Remove the loose items of a square."""
    _map(call, number).take_item(square)


@service_for("Equip.onDisplace")
def actions_pick_up_items(call: Call, number: int, square: int) -> int:
    """Remove the loose items of a square that can be picked up. Returns how many there were."""
    stack = take_loose(_map(call, number), square)
    return stack.count if stack else 0


@service_for("InventoryOfEntity.dropItems", count=Integer(1, _MOST_ITEMS))
def actions_lay_items(call: Call, number: int, square: int, item: int, count: int) -> int:
    """Lay items on a square and around it. Returns how many found room."""
    return lay(_map(call, number), square, item, count)


@service_for("World.takeCreatures")
def actions_remove_creatures(call: Call, number: int) -> Value:
    """Remove the creatures of a map. Returns the squares on which they stood, in ascending order."""
    game_map = _map(call, number)
    squares = {game_map.square(creature.x, creature.y) for creature in game_map.living_creatures}
    for creature in list(game_map.living_creatures):
        game_map.remove_creature(creature)
    return sorted(squares)


@service_for("World")
def actions_remove_tiles(call: Call, number: int, square: int, wall: bool) -> None:
    """Remove the tiles of a square that block walking, or those that do not."""
    game_map = _map(call, number)
    with unrecorded(game_map):
        for slot, tile in reversed(list(game_map.tile_slots(square))):
            if (tile.access[WALKING] != CLEAR) == wall:
                game_map.remove_tile(slot)
