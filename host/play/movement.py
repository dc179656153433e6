"""Movement in play: steps and teleports of creatures, and callbacks of tiles and items on their squares."""

from __future__ import annotations

from collections import deque

from host.model.geometry import DX, DY
from host.model.map import Map
from host.model.objects import Creature
from host.model.tile import APPROACH, CLEAR, WALKING
from host.play.callbacks import call_item, call_tile, originator_of, tile_key
from host.play.game import Game
from host.play.progress import Progress
from host.play.queue import Step


def ahead(creature: Creature) -> tuple[int, int]:
    """Return the square that a creature faces."""
    return creature.x + DX[creature.facing], creature.y + DY[creature.facing]


def is_on_map(game_map: Map, creature: Creature) -> bool:
    """Return whether a creature lives on a map."""
    return game_map.creature_at(creature.x, creature.y, creature.height) is creature


def walk(game: Game, creature: Creature, facing: int) -> bool:
    """Let a creature turn and take a step; return False when it cannot stand there."""
    creature.facing = facing
    x, y = ahead(creature)
    if not game.map.is_free(x, y, creature.height):
        return False
    game.map.move_creature(creature, x, y)
    if game.part(Progress).noticed.get(creature.uid) != game.map.square(x, y):
        notify_square(game, creature)
    return True


def teleport(game: Game, creature: Creature, x: int, y: int) -> bool:
    """Move a creature to a square or, when it is taken, to one beside it; return False when it stays.

    Squares beside it come in this order: ahead of the creature, behind, clockwise, counterclockwise.
    """
    if not is_on_map(game.map, creature):
        return False
    turns = [creature.facing, creature.facing + 2, creature.facing + 1, creature.facing + 3]
    for at_x, at_y in [(x, y), *((x + DX[turn % 4], y + DY[turn % 4]) for turn in turns)]:
        if game.map.is_free(at_x, at_y, creature.height):
            game.map.move_creature(creature, at_x, at_y)
            game.post("teleport", creature=creature.uid, x=at_x, y=at_y)
            notify_square(game, creature)
            return True
    return False


def notify_square(game: Game, creature: Creature) -> None:
    """Call `on_walk_over` of the tiles and the loose item on a square that a creature came to."""
    square = game.map.square(creature.x, creature.y)
    game.part(Progress).noticed[creature.uid] = square
    if creature.height != WALKING:
        return

    def is_there() -> bool:
        return is_on_map(game.map, creature)

    def notify_item() -> None:
        stack = game.map.loose_items.get(square)
        if stack is not None and game.map.square(creature.x, creature.y) == square:
            item, dropper = game.part(Progress).droppers.get(square, (-1, None))
            by = dropper if item == stack.item else None
            call_item(game, stack.item, "on_walk_over", creature, by=by, holds=is_there)

    for slot, tile in list(game.map.tile_slots(square)):
        if tile.on_walk_over:
            key = tile_key(game, slot)
            pos = creature.x, creature.y
            by = originator_of(creature)
            call_tile(game, key, "on_walk_over", pos, creature, originator=by, holds=is_there)
    if square in game.map.loose_items or game.callbacks:
        game.callbacks.append(Step(notify_item, is_there))


def notice_steps(game: Game) -> None:
    """Turn knights that another dialect moved, and call `on_walk_over` on their squares."""
    noticed = game.part(Progress).noticed
    for player in game.players:
        knight = player.creature
        if knight is None or noticed.get(knight.uid, -1) in (-1, game.map.square(knight.x, knight.y)):
            continue
        x, y = game.map.position(noticed[knight.uid])
        step = knight.x - x, knight.y - y
        knight.facing = next((d for d in range(4) if (DX[d], DY[d]) == step), knight.facing)
        notify_square(game, knight)


def notify_tile(game: Game, slot: int, square: int, originator: int | None) -> None:
    """Call `on_walk_over` of a tile that was just added, for the creature on its square."""
    creature = game.map.creature_at(*game.map.position(square), WALKING)
    if creature is not None and game.tiles.tiles[game.map.tile_at(slot)].on_walk_over:
        pos = creature.x, creature.y
        call_tile(game, tile_key(game, slot), "on_walk_over", pos, creature, originator=originator)


def find_nearest_free(game_map: Map, x: int, y: int) -> tuple[int, int] | None:
    """Return the nearest free square for a walker, counted in steps, that is reached through squares to approach.

    (x, y) itself may be blocked.
    """
    if game_map.is_free(x, y, WALKING):
        return x, y
    seen = {(x, y)}
    waiting = deque([(x, y)])
    free: list[tuple[int, int, int]] = []
    while waiting:
        at_x, at_y = waiting.popleft()
        for direction in range(4):
            there = at_x + DX[direction], at_y + DY[direction]
            if there in seen or game_map.access(*there, WALKING) < APPROACH:
                continue
            seen.add(there)
            waiting.append(there)
            if game_map.access(*there, WALKING) == CLEAR and game_map.is_free(*there, WALKING):
                free.append((abs(there[0] - x) + abs(there[1] - y), there[1], there[0]))
    if not free:
        return None
    _, free_y, free_x = min(free)
    return free_x, free_y
