"""Numbers that functions of mods decide, such as hit points: the host queues rolls, and Lua makes them."""

from __future__ import annotations

from collections.abc import Callable
from struct import pack, unpack

from host.model.game_map import GameMap
from host.model.objects import Creature
from host.model.tile import MAX_TILES, ROLLED
from host.play.game import Game
from host.play.queue import Rolls

# Kind of the prototypes, name of the field, prototype indices as 32-bit numbers; three times None for no rolls.
PackedRolls = tuple[bytes | None, bytes | None, bytes | None]


def begin_rolls(game: Game) -> PackedRolls:
    """Return the next rolls of the queue, for Lua to make."""
    if not game.rolls:
        return None, None, None
    kind, name, indices, take = game.rolls.pop(0)
    game.rolling.append(take)
    return kind.encode(), name.encode(), pack(f"<{len(indices)}i", *indices)


def end_rolls(game: Game, numbers: bytes) -> PackedRolls:
    """Take the numbers of the rolls that began last, as 32-bit numbers, and begin the next rolls."""
    game.rolling.pop()(list(unpack(f"<{len(numbers) // 4}i", numbers)))
    return begin_rolls(game)


def roll_number(game: Game, kind: str, name: str, index: int, take: Callable[[int], None]) -> None:
    """Roll one number, and let `take` have it."""
    game.rolls.append(Rolls(kind, name, [index], lambda numbers: take(numbers[0])))


def roll_or_take(game: Game, kind: str, name: str, index: int, value: int, take: Callable[[int], None]) -> None:
    """Let `take` have the value of a field, which may be ROLLED."""
    if value == ROLLED:
        roll_number(game, kind, name, index, take)
    else:
        take(value)


def roll_hit_points(game: Game, game_map: GameMap) -> None:
    """Roll the hit points of all tiles on a new map whose hit points are a function."""
    traits = game.tiles.traits
    stacks = game_map.stacks.ravel()
    rolled = traits.array("rolled").take(stacks)
    squares = rolled.nonzero()[0]
    if not squares.size:
        return
    stacks = stacks[squares]
    slots = (squares * MAX_TILES + traits.array("rolled_slot").take(stacks)).tolist()
    indices = traits.array("rolled_prototype").take(stacks).tolist()
    if traits.max_rolled > 1:
        for square in (rolled > 1).nonzero()[0].tolist():
            others = [(s, t.prototype.index) for s, t in game_map.tile_slots(square) if t.hit_points == ROLLED]
            for slot, index in others[1:]:
                slots.append(slot)
                indices.append(index)
    _roll_tiles(game, game_map, slots, indices)


def roll_hit_points_of(game: Game, game_map: GameMap, slot: int) -> None:
    """Roll the hit points of the tile in a slot, if they are a function."""
    tile = game.tiles.tiles[game_map.tile_at(slot)]
    if tile.hit_points == ROLLED:
        _roll_tiles(game, game_map, [slot], [tile.prototype.index])


def _roll_tiles(game: Game, game_map: GameMap, slots: list[int], indices: list[int]) -> None:
    def take(numbers: list[int]) -> None:
        game_map.hit_points.update(zip(slots, numbers, strict=True))

    game.rolls.append(Rolls("tile", "hit_points", indices, take))


def roll_health(game: Game, creatures: list[Creature]) -> None:
    """Set the health of new monsters, and roll it where it is a function."""
    rolled, indices = [], []
    for creature in creatures:
        if creature.monster is not None:
            health = game.registry.get("monster", creature.monster).fields.health
            if health == ROLLED:
                rolled.append(creature)
                indices.append(creature.monster)
            else:
                creature.health = health

    def take(numbers: list[int]) -> None:
        for creature, number in zip(rolled, numbers, strict=True):
            creature.health = number

    if rolled:
        game.rolls.append(Rolls("monster", "health", indices, take))
