"""Movement in play: steps and teleports of creatures, and callbacks of tiles and items on their squares."""

from __future__ import annotations

import numpy as np

from host.dialects.kts.play.callbacks import call_item, call_tile, originator_of, tile_key
from host.dialects.kts.play.progress import Progress
from host.metrics.flood import reachable
from host.model.game_map import GameMap
from host.model.geometry import DX, DY, squares_beside
from host.model.objects import Creature
from host.model.tile import APPROACH, CLEAR, WALKING
from host.play.game import Game
from host.play.queue import Step


def ahead(creature: Creature) -> tuple[int, int]:
    """Return the square that a creature faces."""
    return creature.x + DX[creature.facing], creature.y + DY[creature.facing]


def is_on_map(game_map: GameMap, creature: Creature) -> bool:
    """Return whether a creature lives on a map."""
    return game_map.creature_at(creature.x, creature.y, creature.height) is creature


def walk(game: Game, game_map: GameMap, creature: Creature, facing: int) -> bool:
    """Let a creature turn and take a step; return False when it cannot stand there."""
    creature.facing = facing
    x, y = ahead(creature)
    if not game_map.is_free(x, y, creature.height):
        return False
    game_map.move_creature(creature, x, y)
    if game.part(Progress).noticed.get(creature.uid) != game_map.square(x, y):
        notify_square(game, game_map, creature)
    return True


def teleport(game: Game, game_map: GameMap, creature: Creature, x: int, y: int) -> bool:
    """Move a creature to a square or, when it is taken, to one beside it; return False when it stays.

    Squares beside it come in this order: ahead of the creature, behind, clockwise, counterclockwise.
    """
    if not is_on_map(game_map, creature):
        return False
    turns = [creature.facing, creature.facing + 2, creature.facing + 1, creature.facing + 3]
    for at_x, at_y in [(x, y), *((x + DX[turn % 4], y + DY[turn % 4]) for turn in turns)]:
        if game_map.is_free(at_x, at_y, creature.height):
            game_map.move_creature(creature, at_x, at_y)
            game.post("teleport", creature=creature.uid, x=at_x, y=at_y)
            notify_square(game, game_map, creature)
            return True
    return False


def notify_square(game: Game, game_map: GameMap, creature: Creature) -> None:
    """Call `on_walk_over` of the tiles and the loose item on a square that a creature came to."""
    square = game_map.square(creature.x, creature.y)
    game.part(Progress).noticed[creature.uid] = square
    if creature.height != WALKING:
        return

    def is_there() -> bool:
        return is_on_map(game_map, creature)

    def notify_item() -> None:
        stack = game_map.loose_items.get(square)
        if stack is not None and game_map.square(creature.x, creature.y) == square:
            item, dropper = game.part(Progress).droppers.get(square, (-1, None))
            by = dropper if item == stack.item else None
            call_item(game, stack.item, "on_walk_over", creature, by=by, holds=is_there)

    for slot, tile in list(game_map.tile_slots(square)):
        if tile.on_walk_over:
            key = tile_key(game_map, slot)
            pos = creature.x, creature.y
            by = originator_of(creature)
            call_tile(game, key, "on_walk_over", pos, creature, originator=by, holds=is_there)
    if square in game_map.loose_items or game.callbacks:
        game.callbacks.append(Step(notify_item, is_there))


def notice_steps(game: Game, game_map: GameMap) -> None:
    """Turn knights that another dialect moved, and call `on_walk_over` on their squares."""
    noticed = game.part(Progress).noticed
    for player in game.players:
        knight = player.creature
        if knight is None or noticed.get(knight.uid, -1) in (-1, game_map.square(knight.x, knight.y)):
            continue
        beside = squares_beside(*game_map.position(noticed[knight.uid]))
        if (knight.x, knight.y) in beside:
            knight.facing = beside.index((knight.x, knight.y))
        notify_square(game, game_map, knight)


def notify_tile(game: Game, game_map: GameMap, slot: int, square: int, originator: int | None) -> None:
    """Call `on_walk_over` of a tile that was just added, for the creature on its square."""
    creature = game_map.creature_at(*game_map.position(square), WALKING)
    if creature is not None and game.tiles.tiles[game_map.tile_at(slot)].on_walk_over:
        pos = creature.x, creature.y
        call_tile(game, tile_key(game_map, slot), "on_walk_over", pos, creature, originator=originator)


def find_nearest_free(game_map: GameMap, x: int, y: int) -> tuple[int, int] | None:
    """Return the free square for a walker nearest to (x, y), of those reached from there over squares to approach.

    (x, y) itself may be blocked.
    """
    if game_map.is_free(x, y, WALKING):
        return x, y
    access = game_map.tileset.traits.array("walking").take(game_map.stacks)
    beside = [square for square in squares_beside(x, y) if game_map.contains(*square)]
    rows, columns = np.nonzero(reachable(access >= APPROACH, beside) & (access == CLEAR))
    if not rows.size:
        return None
    order = np.lexsort((columns, rows, abs(columns - x) + abs(rows - y)))
    nearest = zip(columns[order].tolist(), rows[order].tolist(), strict=True)
    return next((square for square in nearest if game_map.is_free(*square, WALKING)), None)
