"""Monsters in play: they walk to knights and strike them, run from items that they fear, and wander."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np

from host.dialects.kts.play.callbacks import call_hook, call_melee, call_monster, tile_key
from host.dialects.kts.play.creatures import damage
from host.dialects.kts.play.effects import visible_knights
from host.dialects.kts.play.interactions import damage_tile, hit_square
from host.dialects.kts.play.movement import is_on_map, walk
from host.dialects.kts.play.progress import Progress
from host.dialects.kts.play.tiles import topmost_destructible
from host.model.game_map import GameMap
from host.model.geometry import DX, DY, squares_beside
from host.model.objects import Creature, MonsterType
from host.model.tile import APPROACH, CLEAR, FLYING, HEIGHTS, WALKING
from host.play.game import Game
from host.play.queue import MONSTER, Step
from host.play.rolls import roll_or_take

# How many steps away a monster notices a knight.
_SIGHT = 12
# The chance that a monster that notices no knight takes a step, and how many times longer than a step it waits then.
_WANDER, _REST = 0.5, 4
# How long actions take, in milliseconds.
_SHORTEST, _LONGEST, _BLOW = 50, 10_000, 500


class Paths:
    """Distances to the nearest knight, in steps. A part of `Game`, computed anew when a knight has moved."""

    def __init__(self) -> None:
        # Squares of the knights, and the second, for which the distances hold.
        self._key: tuple[list[int], int] | None = None
        # Height -> square -> distance.
        self._distances: dict[int, dict[int, int]] = {}

    def measure(self, game: Game, game_map: GameMap, knights: Sequence[Creature], height: int) -> dict[int, int]:
        """Return the distances over squares that creatures of a height may enter, and those that they can break."""
        squares = [game_map.square(knight.x, knight.y) for knight in knights]
        key = squares, game.clock // 1000
        if key != self._key:
            self._key, self._distances = key, {}
        if height not in self._distances:
            self._distances[height] = _measure_distances(game_map, knights, height)
        return self._distances[height]


def _measure_distances(game_map: GameMap, knights: Sequence[Creature], height: int) -> dict[int, int]:
    """Return square -> distance, for squares that a knight reaches within sight."""
    # Imported here: most games are not played.
    from host.metrics.distances import distances

    access = game_map.tileset.traits.array(HEIGHTS[height])
    least = APPROACH if height == WALKING else CLEAR
    nearest: dict[int, int] = {}
    for knight in knights:
        # Two knights may stand at the ends of a large map, so each has a part of the map of its own.
        left, top = max(knight.x - _SIGHT, 0), max(knight.y - _SIGHT, 0)
        near = game_map.stacks[top : knight.y + _SIGHT + 1, left : knight.x + _SIGHT + 1]
        steps = distances(access.take(near) >= least, [(knight.x - left, knight.y - top)])
        y, x = np.nonzero((steps >= 0) & (steps <= _SIGHT))
        squares = ((y + top) * game_map.width + x + left).tolist()
        for square, distance in zip(squares, steps[y, x].tolist(), strict=True):
            nearest[square] = min(distance, nearest.get(square, distance))
    return nearest


def run_monsters(game: Game, game_map: GameMap) -> None:
    """Let each monster act that is ready, in order of their uids."""
    ready, now = game.part(Progress).ready, game.clock
    for monster in game_map.living_creatures:
        if monster.monster is not None and ready.get(monster.uid, 0) <= now:
            game.callbacks.append(
                Step(partial(_run_monster, game, game_map, monster), partial(is_on_map, game_map, monster))
            )


def _run_monster(game: Game, game_map: GameMap, monster: Creature) -> None:
    kind: MonsterType = game.registry.get("monster", monster.monster or 0).fields
    knights = visible_knights(game)
    steps = game.part(Paths).measure(game, game_map, knights, monster.height)
    here = steps.get(game_map.square(monster.x, monster.y))
    can_walk = kind.speed > 0
    progress = game.part(Progress)
    pace = progress.settings["fly_time" if monster.height == FLYING else "walk_time"]
    step_time = int(max(_SHORTEST, min(_LONGEST, pace * 100 / kind.speed if kind.speed > 0 else _LONGEST)))
    progress.ready[monster.uid] = game.clock + step_time
    if here is None:
        progress.ready[monster.uid] = game.clock + _REST * step_time
        stream = game.stream("host", "monsters")
        if can_walk and stream.chance(_WANDER):
            _take_step(game, game_map, monster, kind, [stream.below(4)])
        return
    ranked = _rank_directions(game_map, monster, steps)
    if any(knight.held in kind.fears for knight in knights):
        farther = [direction for rank, direction in reversed(ranked) if rank > here]
        _take_step(game, game_map, monster, kind, farther if can_walk else ())
        return
    victim = next((knight for knight in knights if abs(knight.x - monster.x) + abs(knight.y - monster.y) == 1), None)
    if victim is None:
        closer = [direction for rank, direction in ranked if rank < here and can_walk]
        if not _take_step(game, game_map, monster, kind, closer) and closer:
            _break_way(game, game_map, monster, kind, closer[0])
    else:
        _strike(game, game_map, monster, kind, victim)


def _rank_directions(game_map: GameMap, monster: Creature, steps: dict[int, int]) -> list[tuple[int, int]]:
    """Return (distance, direction) of the squares beside a monster, the nearest to a knight first."""
    ranked = []
    for direction, (x, y) in enumerate(squares_beside(monster.x, monster.y)):
        if game_map.contains(x, y):
            ranked.append((steps.get(game_map.square(x, y), _SIGHT + 1), direction))
    return sorted(ranked)


def _take_step(game: Game, game_map: GameMap, monster: Creature, kind: MonsterType, directions: Iterable[int]) -> bool:
    """Take a step in the first direction in which the monster may enter the next square."""
    for direction in directions:
        x, y = monster.x + DX[direction], monster.y + DY[direction]
        if not game_map.is_free(x, y, monster.height):
            continue
        tiles = game_map.tiles_on(game_map.square(x, y))
        if not kind.avoids or all(tile.prototype.index not in kind.avoids for tile in tiles):
            call_monster(game, kind.prototype.index, "on_move", monster)
            return walk(game, game_map, monster, direction)
    return False


def _spend_time(game: Game, monster: Creature, milliseconds: int) -> None:
    game.part(Progress).ready[monster.uid] = game.clock + max(milliseconds, _BLOW)


def _strike(game: Game, game_map: GameMap, monster: Creature, kind: MonsterType, knight: Creature) -> None:
    """Strike a knight beside a monster: fliers with their attack, walkers with their weapon."""
    is_armed = kind.weapon >= 0 and monster.height == WALKING
    if not is_armed and not kind.attack_damage:
        return
    monster.facing = squares_beside(monster.x, monster.y).index((knight.x, knight.y))
    call_monster(game, kind.prototype.index, "on_attack", monster)
    if not is_armed:
        index = kind.prototype.index
        _spend_time(game, monster, 0)
        amount, stun = kind.attack_damage, kind.attack_stun_time
        _hurt_knight(
            game, game_map, monster, knight, ("monster", index, "attack_damage", amount), ("attack_stun_time", stun)
        )
        return
    weapon = game.registry.get("item", kind.weapon).fields
    _spend_time(game, monster, sum(weapon.melee_times))
    call_melee(game, kind.weapon, monster, victim=knight)
    damage_of = ("item", kind.weapon, "melee_damage", weapon.melee_damage)
    _hurt_knight(game, game_map, monster, knight, damage_of, ("melee_stun_time", weapon.melee_stun_time))


def _hurt_knight(
    game: Game,
    game_map: GameMap,
    monster: Creature,
    knight: Creature,
    damage_of: tuple[str, int, str, int],
    stun_of: tuple[str, int],
) -> None:
    """Damage and stun a knight after the callbacks of the blow; functions of the mod may roll both numbers."""
    kind, index, name, amount = damage_of

    def is_beside() -> bool:
        near = abs(knight.x - monster.x) + abs(knight.y - monster.y) == 1
        return near and is_on_map(game_map, monster) and is_on_map(game_map, knight)

    def roll_stun(number: int) -> None:
        def hurt(stun: int) -> None:
            harm, stun = max(number, 0), max(stun, 0)
            damage(game, game_map, knight, harm, originator=MONSTER, attacker=monster, stun=stun, squelches=True)

        roll_or_take(game, kind, stun_of[0], index, stun_of[1], hurt)

    def roll() -> None:
        if not _parries(game, knight):
            roll_or_take(game, kind, name, index, amount, roll_stun)

    game.callbacks.append(Step(roll, is_beside))


def _parries(game: Game, knight: Creature) -> bool:
    """Return whether a knight parries a blow with the item in the hands."""
    item = knight.held if knight.held >= 0 else game.part(Progress).default_item
    chance = game.registry.get("item", item).fields.parry_chance if item >= 0 else 0
    if not chance or not game.stream("host", "parry").chance(chance):
        return False
    call_hook(game, "HOOK_WEAPON_PARRY", knight)
    return True


def _break_way(game: Game, game_map: GameMap, monster: Creature, kind: MonsterType, direction: int) -> None:
    """Strike a closed tile on the way to a knight, if it is one of those that the monster strikes."""
    x, y = monster.x + DX[direction], monster.y + DY[direction]
    if not game_map.contains(x, y) or kind.weapon < 0:
        return
    slot = topmost_destructible(game_map, game_map.square(x, y))
    if slot is None or game.tiles.tiles[game_map.tile_at(slot)].prototype.index not in kind.hits:
        return
    monster.facing = direction
    weapon = game.registry.get("item", kind.weapon).fields
    _spend_time(game, monster, sum(weapon.melee_times))
    call_monster(game, kind.prototype.index, "on_attack", monster)
    key = tile_key(game_map, slot)
    call_melee(game, kind.weapon, monster, tile=key, tile_pos=(x, y))
    hit_square(game, game_map, monster)

    def is_there() -> bool:
        still = topmost_destructible(game_map, game_map.square(x, y))
        return is_on_map(game_map, monster) and still is not None and tile_key(game_map, still) == key

    def strike(amount: int) -> None:
        if is_there():
            damage_tile(game, game_map, slot, amount, monster)

    def roll() -> None:
        roll_or_take(game, "item", "melee_tile_damage", kind.weapon, weapon.melee_tile_damage, strike)

    game.callbacks.append(Step(roll, is_there))
