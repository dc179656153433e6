"""Monsters that spawn in play: from generators on tiles, and from corpses that rise."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from host.dialects.kts.play.creatures import count_monsters, create_monster, exchange_tiles
from host.dialects.kts.play.movement import notify_square
from host.dialects.kts.play.progress import Progress
from host.dialects.kts.play.quest import Quest
from host.generate.populate import hit_chance
from host.model.game_map import GameMap
from host.model.objects import Creature
from host.model.rng import Stream
from host.model.tile import WALKING
from host.play.game import Game
from host.play.rolls import roll_health

_TRIES = 5


def run_generator(game: Game, game_map: GameMap) -> None:
    """Try once to let a monster appear near the knights, or a corpse change."""
    quest, progress = game.part(Quest), game.part(Progress)
    for square in [*progress.corpse_waits]:
        progress.corpse_waits[square] -= 1
        if progress.corpse_waits[square] <= 0:
            del progress.corpse_waits[square]
    if not quest.monster_generators and not quest.zombie_activity:
        return
    stream = game.stream("host", "monster generator")
    most = quest.total_monster_limit
    total = count_monsters(game_map)
    if most is not None and (most <= 0 or stream.chance(total / most)):
        return
    knights = game.player_creatures()
    if not knights:
        return
    radius = progress.settings["monster_radius"]
    left, top = (min(getattr(knight, axis) for knight in knights) - radius for axis in "xy")
    right, bottom = (max(getattr(knight, axis) for knight in knights) + radius for axis in "xy")
    for _ in range(_TRIES):
        x, y = stream.between(left, right), stream.between(top, bottom)
        if game_map.contains(x, y) and _try_square(game, game_map, x, y):
            return


def _read_sources(game: Game) -> dict[int, tuple[str, int, float]]:
    """Return index of a tile -> (kind, index, chance) of what appears on the tile. The first registration wins."""
    quest = game.part(Quest)
    sources: dict[int, tuple[str, int, float]] = {}
    if quest.zombie_activity:
        chance, changes = quest.zombie_activity
        chance = 1.0 if quest.full_zombie_activity else chance
        for tile, kind, index in changes:
            sources.setdefault(tile, (f"corpse {kind}", index, chance))
    for monster, tiles, chance in quest.monster_generators:
        for tile in tiles:
            sources.setdefault(game.tiles.tiles[tile].prototype.index, ("generator", monster, chance))
    return sources


def _try_square(game: Game, game_map: GameMap, x: int, y: int) -> bool:
    """Look at the tiles of a square, bottom first; return whether the run stops here."""
    progress, quest = game.part(Progress), game.part(Quest)
    stream = game.stream("host", "monster generator")
    square = game_map.square(x, y)
    sources = _read_sources(game)
    for slot, tile in list(game_map.tile_slots(square)):
        source = sources.get(tile.prototype.index)
        if source is None:
            continue
        kind, index, chance = source
        if kind == "corpse tile":
            if stream.chance(chance):
                decayed = game.registry.get("tile", index).fields
                exchange_tiles(game, game_map, square, decayed, removed=[slot], originator=None)
                game.post("corpse decays", x=x, y=y)
            return True
        monster_type = game.registry.get("monster", index).fields
        limits = (quest.monster_limits.get(index), quest.total_monster_limit)
        counts = (count_monsters(game_map, index), count_monsters(game_map))
        if any(most is not None and count >= most for most, count in zip(limits, counts, strict=True)):
            return False
        if not game_map.is_free(x, y, monster_type.height):
            return False
        is_corpse = kind == "corpse monster"
        if is_corpse and square in progress.corpse_waits and not quest.full_zombie_activity:
            continue
        if not stream.chance(chance):
            return True
        if is_corpse:
            game_map.remove_tile(slot)
        spawn_monster(game, game_map, x, y, index)
        return True
    return False


def spawn_monster(game: Game, game_map: GameMap, x: int, y: int, monster: int) -> bool:
    """Create a monster, which notices its square; return False when it cannot stand there."""
    creature = create_monster(game_map, x, y, monster)
    if creature is None:
        return False
    roll_health(game, [creature])
    game.post("monster appears", creature=creature.uid, monster=game.registry.get("monster", monster).id, x=x, y=y)
    notify_square(game, game_map, creature)
    return True


# -- necromancy: corpses rise as the monsters that they would become in time


def raise_dead(game: Game, game_map: GameMap, x: int, y: int, most: int, radius: int, stream: Stream) -> list[Creature]:
    """Turn up to `most` tiles around (x, y) into the monsters at the end of their decay; return these monsters.

    For each of them, three times as many random squares are tried as are in reach. Limits of monsters do not count.
    """
    left, top = max(x - radius, 0), max(y - radius, 0)
    near = game_map.stacks[top : max(y + radius + 1, 0), left : max(x + radius + 1, 0)]
    becomes = _last_stages(game)
    rising = [
        stack
        for stack in np.unique(near).tolist()
        if any(tile.prototype.index in becomes for tile in game_map.tileset.tiles_of(stack))
    ]
    rows, columns = np.nonzero(np.isin(near, rising))
    squares = [
        square
        for square in zip((columns + left).tolist(), (rows + top).tolist(), strict=True)
        if game_map.is_free(*square, WALKING)
    ]
    risen: list[Creature] = []
    for _ in range(most):
        if not squares:
            break
        miss = 1 - hit_chance(len(squares), near.size)
        if stream.chance(1 - miss * miss * miss):
            x, y = squares.pop(stream.below(len(squares)))
            risen += _raise_on(game_map, x, y, becomes)
    return risen


def _last_stages(game: Game) -> Mapping[int, int]:
    """Return index of a tile prototype -> index of the monster at the end of its decay, if it ends as a monster."""
    activity = game.part(Quest).zombie_activity
    stages: dict[int, tuple[str, int]] = {}
    for tile, kind, index in activity[1] if activity else ():
        stages.setdefault(tile, (kind, index))
    becomes: dict[int, int] = {}
    for first in stages:
        kind, index = stages[first]
        passed = {first}
        while kind == "tile" and index in stages and index not in passed:
            passed.add(index)
            kind, index = stages[index]
        if kind == "monster":
            becomes[first] = index
    return becomes


def _raise_on(game_map: GameMap, x: int, y: int, becomes: Mapping[int, int]) -> list[Creature]:
    """Turn the lowest tile of a square that rises, and return the monster, if it can stand there."""
    for slot, tile in game_map.tile_slots(game_map.square(x, y)):
        monster = becomes.get(tile.prototype.index)
        creature = None if monster is None else create_monster(game_map, x, y, monster)
        if creature is not None:
            game_map.remove_tile(slot)
            return [creature]
    return []
