"""A knight that plays by itself: it explores, fights, flees, opens, and takes and carries out what a quest needs.

Options: `--player`, for games of kts.

It knows what its player has seen, and no more.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from host.dialects.kts.play.doors import first_lockable
from host.dialects.kts.play.homes import home_of
from host.dialects.kts.play.interactions import can_unlock
from host.dialects.kts.play.items import stack_to_take
from host.dialects.kts.play.knowledge import (
    Autopilot,
    Square,
    closed_squares,
    find_frontier,
    is_safe,
    reach_of,
    remember,
    walkable_masks,
)
from host.dialects.kts.play.progress import Progress
from host.metrics.distances import distances
from host.model.game_map import GameMap
from host.model.geometry import DIRECTIONS, squares_beside
from host.model.objects import SPECIAL_LOCK, UNLOCKED, Creature, ItemStack
from host.model.tile import BARREL, BLOCKED, CHEST, CLEAR, DOOR, FLYING, HOME, MAX_TILES, WALKING
from host.play.game import Game
from host.render.looks import creature_look, item_look, tile_look

# How it plays -> the share of its health below which it flees from whoever is near.
MODES = {"script": 0.2, "cautious": 0.5, "bold": 0.0}
# How near an enemy is from whom it flees, how often it tries to open a thing, and how often it strikes at one.
_NEAR, _TRIES, _BLOWS = 3, 2, 40
# After so many turns in one place it takes steps at random.
_PATIENCE, _RESTLESS = 12, 6
# Who has fled for so many turns of its life turns round and fights.
_LONGEST_FLIGHT = 20


class _Target(NamedTuple):
    """A square to go to, or to the side of, and what for."""

    square: Square
    # What the knight intends, in words that follow "Your knight".
    intent: str
    # What to do there: a step into the square, or an id of `turns`; empty for "get".
    action: str = ""


def decide(game: Game, knight: Creature, mode: str) -> str:
    """Return the id of an action: a direction, or "get", "strike" or "wait"."""
    memory, game_map = game.part(Autopilot), game.map
    remember(game, game_map, memory, knight)
    here = game_map.square(knight.x, knight.y)
    enemies = _visible_enemies(game, game_map, memory, knight)
    beside = [(direction, enemy) for direction, enemy in _beside(game_map, knight) if enemy in enemies]
    near = [enemy for enemy in enemies if abs(enemy.x - knight.x) + abs(enemy.y - knight.y) <= _NEAR]
    full = game.part(Progress).settings["knight_hitpoints"]
    if near and memory.fled < _LONGEST_FLIGHT and knight.health < MODES[mode] * full:
        step = _flee(game_map, memory, knight, near)
        if step:
            memory.fled += 1
            return _intend(game, memory, f"flees from the {creature_look(game_map, near[0]).name}", step)
    if beside:
        direction, enemy = min(beside, key=lambda pair: (pair[1].health, pair[0]))
        return _intend(game, memory, f"fights the {creature_look(game_map, enemy).name}", DIRECTIONS[direction])
    if memory.restless > 0 or memory.turns_here > _PATIENCE + (_BLOWS if memory.strikes_at is not None else 0):
        memory.restless = memory.restless - 1 if memory.restless > 0 else _RESTLESS
        memory.strikes_at = None
        return _stray(game, game_map, memory, knight)
    if memory.strikes_at is not None and _may_strike(game_map, memory, knight):
        return _strike_on(game_map, memory, knight)
    memory.strikes_at = None
    return _go(game, game_map, memory, knight, here)


def _intend(game: Game, memory: Autopilot, intent: str, action: str) -> str:
    """Return an action, and post what the knight intends by it when it is something else than before."""
    if intent != memory.intent:
        memory.intent = intent
        # Named as in the events of maps and recordings of earlier versions.
        game.post("wish", text=intent)
    return action


# -- enemies


def _visible_enemies(game: Game, game_map: GameMap, memory: Autopilot, knight: Creature) -> list[Creature]:
    team = game.players[0].team
    return [
        other
        for other in game_map.living_creatures
        if other is not knight
        and memory.seen[other.y, other.x]
        and (other.player is None or game.players[other.player].team != team)
    ]


def _beside(game_map: GameMap, knight: Creature) -> Iterable[tuple[int, Creature]]:
    for direction, (x, y) in enumerate(squares_beside(knight.x, knight.y)):
        for height in (WALKING, FLYING):
            other = game_map.creature_at(x, y, height)
            if other is not None:
                yield direction, other


def _flee(game_map: GameMap, memory: Autopilot, knight: Creature, near: list[Creature]) -> str:
    """Return a step away from enemies; an empty text where none leads farther away."""

    def distance(x: int, y: int) -> int:
        return min(abs(x - enemy.x) + abs(y - enemy.y) for enemy in near)

    steps = [
        (distance(x, y), DIRECTIONS[d])
        for d, (x, y) in enumerate(squares_beside(knight.x, knight.y))
        if game_map.is_free(x, y, WALKING) and is_safe(game_map, memory, game_map.square(x, y))
    ]
    best = max(steps, default=(0, ""))
    return best[1] if best[0] > distance(knight.x, knight.y) else ""


# -- ways and things


def _go(game: Game, game_map: GameMap, memory: Autopilot, knight: Creature, here: Square) -> str:
    """Return the next step to what it wants most that can be reached."""
    targets = _targets(game, game_map, memory, knight)
    for mask in walkable_masks(game_map, memory):
        steps = distances(mask, [(knight.x, knight.y)])
        # Beside what is not free, such as a door.
        reach = reach_of(steps)
        for group in targets:
            best = _nearest(group, reach)
            if best is not None:
                return _towards(game, game_map, memory, knight, here, steps, best)
        frontier = find_frontier(memory, steps)
        if frontier is not None:
            return _towards(game, game_map, memory, knight, here, steps, _Target(frontier, "explores"))
    steps = distances(walkable_masks(game_map, memory)[1], [(knight.x, knight.y)])
    for group in _last_resorts(game, game_map, memory):
        best = _nearest(group, reach_of(steps))
        if best is not None:
            return _towards(game, game_map, memory, knight, here, steps, best)
    # Something may have changed: what did not open is worth another try.
    memory.tried.clear()
    memory.left_at.clear()
    memory.restless = _RESTLESS
    return _stray(game, game_map, memory, knight)


def _nearest(targets: list[_Target], reach: npt.NDArray[np.int32]) -> _Target | None:
    """Return the target that is the fewest steps away, of those that can be reached."""
    near = [target for target in targets if reach.flat[target.square] >= 0]
    return min(near, key=lambda target: (int(reach.flat[target.square]), target.square), default=None)


def _towards(
    game: Game,
    game_map: GameMap,
    memory: Autopilot,
    knight: Creature,
    here: Square,
    steps: npt.NDArray[np.int32],
    target: _Target,
) -> str:
    """Return the step towards a target, or what to do there."""
    x, y = game_map.position(target.square)
    is_beside = abs(x - knight.x) + abs(y - knight.y) == 1
    if target.square == here:
        memory.tried[here] = memory.tried.get(here, 0) + 1
        return _intend(game, memory, target.intent, target.action or "get")
    if is_beside and (steps[y, x] < 0 or steps[y, x] == 1):
        direction = squares_beside(knight.x, knight.y).index((x, y))
        if steps[y, x] < 0:
            memory.tried[target.square] = memory.tried.get(target.square, 0) + 1
            if target.action == "strike":
                memory.strikes_at = target.square
        return _intend(game, memory, target.intent, DIRECTIONS[direction])
    # Back from the target.
    if steps[y, x] < 0:
        sides = [(sx, sy) for sx, sy in squares_beside(x, y) if game_map.contains(sx, sy) and steps[sy, sx] >= 0]
        x, y = min(sides, key=lambda side: (int(steps[side[1], side[0]]), side))
    while steps[y, x] > 1:
        x, y = next(
            (sx, sy)
            for sx, sy in squares_beside(x, y)
            if game_map.contains(sx, sy) and steps[sy, sx] == steps[y, x] - 1
        )
    direction = squares_beside(knight.x, knight.y).index((x, y))
    return _intend(game, memory, target.intent, DIRECTIONS[direction])


def _targets(game: Game, game_map: GameMap, memory: Autopilot, knight: Creature) -> list[list[_Target]]:
    """Return what it wants, in groups, the most wanted first."""
    seen = memory.seen.ravel()
    critical, things, openings = list[_Target](), list[_Target](), list[_Target]()
    squares = {
        square for square in (*game_map.loose_items, *(slot // MAX_TILES for slot in game_map.stored)) if seen[square]
    }
    for square in sorted(squares):
        stack = stack_to_take(game_map, square)
        if (
            stack is None
            or memory.tried.get(square, 0) > _TRIES
            or game_map.access(*game_map.position(square), WALKING) == BLOCKED
        ):
            continue
        item = game_map.registry.get("item", stack.item).fields
        target = _Target(square, f"goes to the {item_look(game_map, ItemStack(stack.item)).name}")
        if item.critical or item.key:
            critical.append(target)
        elif item.kind == "backpack":
            things.append(target)
    for square in closed_squares(game_map, memory):
        slot, tile = first_lockable(game_map, square) or (None, None)
        if tile is None or slot is None:
            continue
        if (
            not tile.is_open
            and memory.tried.get(square, 0) < _TRIES
            and can_unlock(game, knight, game_map.lock_of(slot))
        ):
            openings.append(_Target(square, f"opens the {tile_look(tile).name}"))
    return [_ways_out(game, game_map, memory, knight), critical, things, openings]


def _ways_out(game: Game, game_map: GameMap, memory: Autopilot, knight: Creature) -> list[_Target]:
    """Return the squares before ways out, while it carries more of what a quest may need than at its last try."""
    wanted = sum(
        count
        for item, count in knight.carried.items()
        if game.registry.get("item", item).fields.critical and not game.registry.get("item", item).fields.key
    )
    if not wanted:
        return []
    targets = []
    for home in game_map.homes:
        square = game_map.square(home.x, home.y)
        known = memory.seen[home.y, home.x] or home is home_of(game_map, 0)
        if known and memory.left_at.get(square, 0) < wanted:
            if (knight.x, knight.y) == (home.x, home.y):
                memory.left_at[square] = wanted
            targets.append(_Target(square, "goes to a way out", DIRECTIONS[home.facing]))
    for square in closed_squares(game_map, memory):
        tiles = game_map.tiles_on(square)
        usable = next((tile for tile in tiles if tile.on_use and tile.kind not in (DOOR, CHEST, HOME)), None)
        if usable is not None and memory.left_at.get(square, 0) < wanted:
            x, y = game_map.position(square)
            if abs(x - knight.x) + abs(y - knight.y) == 1:
                memory.left_at[square] = wanted
            targets.append(_Target(square, f"uses the {tile_look(usable).name}"))
    return targets


def _last_resorts(game: Game, game_map: GameMap, memory: Autopilot) -> list[list[_Target]]:
    """Return what is left when nothing else is: levers, ways out, and what blows may break."""
    uses, breaks = list[_Target](), list[_Target]()
    for square in closed_squares(game_map, memory):
        tried = memory.tried.get(square, 0)
        tiles = game_map.tiles_on(square)
        usable = next((tile for tile in tiles if tile.on_use and tile.kind not in (DOOR, CHEST, HOME)), None)
        if usable is not None and tried < 1:
            uses.append(_Target(square, f"uses the {tile_look(usable).name}"))
        closed = next(
            (t for t in tiles if t.kind in (DOOR, CHEST, BARREL) and not t.is_open and t.is_destructible), None
        )
        if closed is not None and tried < _TRIES:
            breaks.append(_Target(square, _describe_break(game, game_map, square, tile_look(closed).name), "strike"))
    homes = [
        _Target(game_map.square(home.x, home.y), "looks for a way out", DIRECTIONS[home.facing])
        for home in game_map.homes
        if memory.seen[home.y, home.x] and memory.tried.get(game_map.square(home.x, home.y), 0) < 1
    ]
    return [uses, homes, breaks]


def _describe_break(game: Game, game_map: GameMap, square: Square, name: str) -> str:
    lockable = first_lockable(game_map, square)
    lock = UNLOCKED if lockable is None else game_map.lock_of(lockable[0])
    if lock > 0:
        keys = [item.index for item in game.registry.all("item") if item.fields.key == lock]
        if keys:
            return f"looks for the {item_look(game_map, ItemStack(keys[0])).name}, and breaks the {name}"
    return f"breaks the {name}"


def _may_strike(game_map: GameMap, memory: Autopilot, knight: Creature) -> bool:
    """Return whether what it strikes at is still there, and beside it."""
    square = memory.strikes_at
    if square is None or memory.tried.get(square, 0) > _BLOWS:
        return False
    x, y = game_map.position(square)
    is_closed = any(
        t.is_destructible and not t.is_open and t.access[WALKING] != CLEAR for t in game_map.tiles_on(square)
    )
    lockable = first_lockable(game_map, square)
    is_locked = lockable is None or game_map.lock_of(lockable[0]) not in (UNLOCKED, SPECIAL_LOCK)
    return is_closed and is_locked and abs(x - knight.x) + abs(y - knight.y) == 1


def _strike_on(game_map: GameMap, memory: Autopilot, knight: Creature) -> str:
    square = memory.strikes_at or 0
    memory.tried[square] = memory.tried.get(square, 0) + 1
    x, y = game_map.position(square)
    direction = squares_beside(knight.x, knight.y).index((x, y))
    return "strike" if knight.facing == direction else DIRECTIONS[direction]


def _stray(game: Game, game_map: GameMap, memory: Autopilot, knight: Creature) -> str:
    """Return a step at random."""
    steps = [
        DIRECTIONS[d]
        for d, (x, y) in enumerate(squares_beside(knight.x, knight.y))
        if game_map.is_free(x, y, WALKING) and is_safe(game_map, memory, game_map.square(x, y))
    ]
    if not steps:
        return DIRECTIONS[game.stream("host", "autopilot").below(4)]
    return _intend(game, memory, "wanders", game.stream("host", "autopilot").choice(steps))
