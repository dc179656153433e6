"""Turns of a person in a game of kts: what the knight of the first player can do, why not, and the effects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from host.dialects.kts.play.autopilot import MODES, decide
from host.dialects.kts.play.doors import first_lockable
from host.dialects.kts.play.effects import is_paralysed, quickened
from host.dialects.kts.play.ending import eliminate_player
from host.dialects.kts.play.interactions import activate, can_unlock
from host.dialects.kts.play.items import (
    HANDS_ARE_EMPTY,
    NOTHING_TO_TAKE,
    NOTHING_TO_USE,
    drop,
    pick_up,
    square_in_reach,
    stack_to_take,
    why_not_dropped,
)
from host.dialects.kts.play.missiles import is_shooter, throw_carried, throw_or_shoot, why_no_shot
from host.dialects.kts.play.movement import ahead, notice_steps
from host.dialects.kts.play.progress import Progress
from host.dialects.kts.play.strikes import blow_times, creature_ahead, strike, weapon_of
from host.errors import listing
from host.model.game_map import GameMap
from host.model.geometry import DIRECTIONS, DX, DY
from host.model.objects import LOCKPICKS, SPECIAL_LOCK, Creature, ItemStack, ItemType
from host.model.tile import BARREL, CLEAR, FLYING, HOME, MISSILES, WALKING, Tile
from host.play.action import STEPS, THROW, THROW_CARRIED, WAIT, Action, Carried
from host.play.game import Game
from host.render.looks import creature_look, item_look, tile_look

GET, USE, STRIKE, GIVE_UP = "get", "use", "strike", "give_up_quest"
# Before the id of an item type.
DROP, HOLD = "drop:", "hold:"
# How far a knight aims, in squares.
_AIM = 12


def knight_of(game: Game) -> Creature | None:
    """Return the knight of the first player, if it is on the map."""
    return game.players[0].creature if game.players else None


def name_of(game: Game, item: int, count: int = 1) -> str:
    """Return the name of an item type, and how many there are if not one."""
    name = item_look(game.map, ItemStack(item)).name
    return name if count == 1 else f"{name} ({count})"


# -- what it can do


def list_actions(game: Game) -> list[Action]:
    """Return what the knight of the first player can do now."""
    knight = knight_of(game)
    if knight is None:
        return []
    return [*_steps(game, game.map, knight), *_deeds(game, game.map, knight), Action(GIVE_UP, "give up the quest")]


def _steps(game: Game, game_map: GameMap, knight: Creature) -> Iterator[Action]:
    for word, (dx, dy) in STEPS.items():
        if word in DIRECTIONS:
            text, reason = _bump_words(game, game_map, knight, DIRECTIONS.index(word))
        else:
            x, y = knight.x + dx, knight.y + dy
            is_free = game_map.is_free(x, y, WALKING)
            text, reason = f"walk {word}", None if is_free else _describe_obstacle(game_map, x, y)
        yield Action(word, text, reason)


def _bump_words(game: Game, game_map: GameMap, knight: Creature, direction: int) -> tuple[str, str | None]:
    """Return the words for a step in a direction, and why it leads nowhere."""
    word = DIRECTIONS[direction]
    x, y = knight.x + DX[direction], knight.y + DY[direction]
    if not game_map.contains(x, y):
        return f"walk {word}", "the map ends there"
    other = game_map.creature_at(x, y, WALKING) or game_map.creature_at(x, y, FLYING)
    if other is not None:
        name = creature_look(game_map, other).name
        return (f"walk {word}", f"{name} is in the way") if is_friend(game, other) else (f"attack the {name}", None)
    if game_map.is_free(x, y, WALKING):
        return f"walk {word}", None
    square = game_map.square(x, y)
    if square in game_map.taken_squares and game_map.access(x, y, WALKING) == CLEAR:
        return f"walk {word}", None
    lockable = first_lockable(game_map, square)
    if lockable is not None and not lockable[1].is_open:
        slot, tile = lockable
        lock = game_map.lock_of(slot)
        name = tile_look(tile).name
        return f"open the {name}", None if can_unlock(game, knight, lock) else _describe_lock(game, name, lock)
    stack = stack_to_take(game_map, square)
    if stack is not None:
        return f"take the {name_of(game, stack.item, stack.count)}", None
    tiles = game_map.tiles_on(square)
    usable = next((tile for tile in reversed(tiles) if tile.on_use or tile.kind == HOME), None)
    if usable is not None:
        return (
            f"go to the {tile_look(usable).name}" if usable.kind == HOME else f"use the {tile_look(usable).name}"
        ), None
    if _barrel(tiles) is not None:
        return f"break the {tile_look(_blocking(tiles)).name}", None
    return f"walk {word}", _describe_obstacle(game_map, x, y)


def is_friend(game: Game, other: Creature) -> bool:
    """Return whether a creature is a knight of the team of the first player."""
    return other.player is not None and game.players[other.player].team == game.players[0].team


def _blocking(tiles: list[Tile]) -> Tile:
    return next((tile for tile in reversed(tiles) if tile.access[WALKING] != CLEAR), tiles[-1])


def _barrel(tiles: list[Tile]) -> Tile | None:
    return next((tile for tile in tiles if tile.kind == BARREL and tile.is_destructible), None)


def _describe_obstacle(game_map: GameMap, x: int, y: int) -> str:
    """Return what is in the way on a square."""
    if not game_map.contains(x, y):
        return "the map ends there"
    tiles = game_map.tiles_on(game_map.square(x, y))
    if not tiles or game_map.access(x, y, WALKING) == CLEAR:
        return "something is in the way"
    return f"the {tile_look(_blocking(tiles)).name} is in the way"


def _describe_lock(game: Game, name: str, lock: int) -> str:
    """Return why a door or chest stays shut."""
    if lock == SPECIAL_LOCK:
        return f"the {name} is shut: no key opens it"
    if lock < 0:
        return f"the {name} is locked: only lockpicks open it"
    keys = [name_of(game, item.index) for item in game.registry.all("item") if item.fields.key == lock]
    which = f"the {listing(keys)}" if keys else f"number {lock}, of which there is none"
    return f"the {name} is locked: its key is {which}"


def _deeds(game: Game, game_map: GameMap, knight: Creature) -> Iterator[Action]:
    square = square_in_reach(game_map, knight)
    stack = None if square is None else stack_to_take(game_map, square)
    what = name_of(game, stack.item, stack.count) if stack else "what lies here"
    yield Action(GET, f"pick up {'the ' if stack else ''}{what}", None if stack else NOTHING_TO_TAKE)
    tile = _usable_ahead(game_map, knight)
    yield Action(
        USE,
        f"use the {tile_look(tile).name}" if tile else "use what is ahead",
        None if tile else NOTHING_TO_USE,
    )
    weapon = weapon_of(game, knight)
    yield Action(STRIKE, "strike", None if weapon >= 0 else HANDS_ARE_EMPTY)
    target = _aim(game, game_map, knight)
    at = "" if target is None else f" at the {creature_look(game_map, target[1]).name}"
    throw = _throw_words(game, game_map, knight if target is None else replace(knight, facing=target[0]), at)
    from_bag = [
        Action(f"{THROW_CARRIED}{game.registry.get('item', item).id}", f"throw the {name_of(game, item)}{at}")
        for item in knight.carried
        if _is_thrown_from_bag(game, item)
    ]
    # What is better to throw comes first: a weapon that does not shoot is for the hands.
    yield from [throw, *from_bag] if knight.held < 0 or is_shooter(game, knight) else [*from_bag, throw]
    for item in knight.carried:
        name = name_of(game, item)
        reason = why_not_dropped(game_map, knight, item)
        yield Action(f"{DROP}{game.registry.get('item', item).id}", f"put down the {name}", reason)
        if game.registry.get("item", item).fields.kind == "held" and item != knight.held:
            yield Action(f"{HOLD}{game.registry.get('item', item).id}", f"take the {name} into the hands")


def _throw_words(game: Game, game_map: GameMap, knight: Creature, at: str) -> Action:
    if knight.held < 0:
        item = next((item for item in knight.carried if _is_thrown_from_bag(game, item)), None)
        if item is not None:
            return Action(THROW, f"throw the {name_of(game, item)}{at}")
        return Action(THROW, "throw or shoot", HANDS_ARE_EMPTY)
    verb = "shoot with" if is_shooter(game, knight) else "throw"
    return Action(THROW, f"{verb} the {name_of(game, knight.held)}{at}", why_no_shot(game, game_map, knight))


def _is_thrown_from_bag(game: Game, item: int) -> bool:
    """Return whether an item hurts when it flies, and is neither for the hands nor shot by something."""
    prototype = game.registry.get("item", item).fields
    return bool(prototype.missile_damage) and prototype.kind == "backpack" and not _shooters_of(game, item)


def _aim(game: Game, game_map: GameMap, knight: Creature) -> tuple[int, Creature] | None:
    """Return the direction of the nearest enemy in a straight line, and the enemy; the way that it faces first."""
    found = []
    for direction in range(len(DIRECTIONS)):
        for steps in range(1, _AIM + 1):
            x, y = knight.x + steps * DX[direction], knight.y + steps * DY[direction]
            other = game_map.creature_at(x, y, WALKING) or game_map.creature_at(x, y, FLYING)
            if other is not None:
                if not is_friend(game, other):
                    found.append((steps, direction != knight.facing, direction, other))
                break
            if game_map.access(x, y, MISSILES) != CLEAR:
                break
    return min(found, key=lambda target: target[:3])[2:] if found else None


def _usable_ahead(game_map: GameMap, knight: Creature) -> Tile | None:
    x, y = ahead(knight)
    if not game_map.contains(x, y):
        return None
    tiles = reversed(game_map.tiles_on(game_map.square(x, y)))
    return next((tile for tile in tiles if tile.lock is not None or tile.on_use or tile.kind == HOME), None)


def inventory(game: Game, knight: Creature) -> tuple[Carried, ...]:
    """Return what a knight carries."""
    things = []
    for item, count in knight.carried.items():
        prototype = game.registry.get("item", item)
        things.append(
            Carried(prototype.id, name_of(game, item), count, _use_of(game, item), is_held=item == knight.held)
        )
    return tuple(things)


def _use_of(game: Game, index: int) -> str:
    """Return what an item is for."""
    item: ItemType = game.registry.get("item", index).fields
    if item.key == LOCKPICKS:
        return "picks locks"
    if item.key > 0:
        return "opens its locks"
    if item.critical:
        return "for the quest"
    if item.ammo >= 0:
        return f"shoots {name_of(game, item.ammo)}"
    if shooters := _shooters_of(game, index):
        return f"is shot with the {listing(shooters)}"
    uses = ["strike with"] * bool(item.melee_damage) + ["throw"] * bool(item.missile_damage)
    return f"to {listing(uses)}" if uses else "no use is known"


def _shooters_of(game: Game, item: int) -> list[str]:
    """Return the names of the items that shoot an item."""
    return [name_of(game, other.index) for other in game.registry.all("item") if other.fields.ammo == item]


# -- what it does


def choose(game: Game, mode: str) -> str | None:
    """Return the id of the action that the knight chooses by itself; None for one that is away or paralysed."""
    knight = knight_of(game)
    return None if knight is None or is_paralysed(game, knight) else decide(game, knight, mode)


def act(game: Game, action: str, *, acts_itself: bool = False) -> int | None:
    """Let the knight do what `list_actions` names; return how many milliseconds it takes.

    Functions of mods that this calls wait in the queue of the game. None for what the knight's entity does: a step to
    where an object of another dialect is, and with `acts_itself` each step to a square that is free or has a creature.
    """
    game_map, knight = game.map, knight_of(game)
    if knight is None or is_paralysed(game, knight):
        return None if knight is None else _pace(game, knight)
    if action in MODES:
        # Entities of other dialects are not known here: their autopilot fights them, and asks here for the rest.
        if acts_itself or game_map.taken_squares:
            return None
        action = decide(game, knight, action)
    if action in STEPS:
        return _step(game, game_map, knight, action, acts_itself=acts_itself)
    if action == GET:
        pick_up(game, game_map, knight)
    elif action == USE:
        activate(game, game_map, knight)
    elif action == WAIT:
        pass
    elif action == STRIKE:
        return _strike(game, game_map, knight)
    elif action == THROW or action.startswith(THROW_CARRIED):
        return _throw(game, game_map, knight, action.removeprefix(THROW_CARRIED))
    elif action == GIVE_UP:
        eliminate_player(game, game_map, game.players[0])
    elif action.startswith((DROP, HOLD)):
        verb, _, identity = action.partition(":")
        prototype = game.registry.find("item", identity)
        if prototype is None or not knight.carried.get(prototype.index):
            return None
        if f"{verb}:" == HOLD:
            knight.held = prototype.index
        else:
            drop(game, game_map, knight, prototype.index)
    else:
        return None
    return _pace(game, knight)


def _pace(game: Game, knight: Creature) -> int:
    return quickened(game, knight, game.part(Progress).settings["walk_time"])


def _strike(game: Game, game_map: GameMap, knight: Creature) -> int:
    # At once: who plays sees the blow in the turn in which it begins.
    strike(game, game_map, knight)
    return max(_pace(game, knight), sum(blow_times(game, knight)))


def _throw(game: Game, game_map: GameMap, knight: Creature, identity: str) -> int | None:
    """Aim, and throw what is in the hands, or a thing out of the bag."""
    if target := _aim(game, game_map, knight):
        knight.facing = target[0]
    carried = (item for item in knight.carried if _is_thrown_from_bag(game, item))
    if identity != THROW:
        prototype = game.registry.find("item", identity)
        item = next((item for item in carried if prototype and item == prototype.index), None)
    else:
        item = next(carried, None) if knight.held < 0 else None
    if item is not None:
        is_thrown = throw_carried(game, game_map, knight, item)
    elif identity != THROW:
        return None
    else:
        item, shoots = knight.held, is_shooter(game, knight)
        is_thrown = throw_or_shoot(game, game_map, knight) and not shoots
    if is_thrown:
        game.post("item thrown", creature=knight.uid, item=game.registry.get("item", item).id)
    return max(_pace(game, knight), game.part(Progress).ready.get(knight.uid, 0) - game.clock)


def _step(game: Game, game_map: GameMap, knight: Creature, word: str, *, acts_itself: bool) -> int | None:
    """Walk to a square, or bump into what is there; None where an object of another dialect blocks it."""
    dx, dy = STEPS[word]
    x, y = knight.x + dx, knight.y + dy
    if word in DIRECTIONS:
        knight.facing = DIRECTIONS.index(word)
    if acts_itself and game_map.access(x, y, WALKING) == CLEAR:
        return None
    # A flyer would not be in the way of a walker, but whoever goes there means to strike it.
    if game_map.is_free(x, y, WALKING) and not game_map.has_creature(game_map.square(x, y)):
        game_map.move_creature(knight, x, y)
    elif game_map.contains(x, y) and game_map.square(x, y) in game_map.taken_squares:
        return None
    elif word in DIRECTIONS:
        return _bump(game, game_map, knight)
    return _pace(game, knight)


def _bump(game: Game, game_map: GameMap, knight: Creature) -> int:
    """Do what a step into something means."""
    x, y = ahead(knight)
    other = creature_ahead(game_map, knight)
    if other is not None:
        return _pace(game, knight) if is_friend(game, other) else _strike(game, game_map, knight)
    if game_map.contains(x, y):
        square = game_map.square(x, y)
        lockable, tiles = first_lockable(game_map, square), game_map.tiles_on(square)
        if lockable is not None and not lockable[1].is_open:
            activate(game, game_map, knight)
        elif stack_to_take(game_map, square) is not None:
            pick_up(game, game_map, knight)
        elif _barrel(tiles) is not None and not any(tile.on_use for tile in tiles):
            return _strike(game, game_map, knight)
        elif lockable is None:
            activate(game, game_map, knight)
    return _pace(game, knight)


def arrive(game: Game) -> None:
    """Let what is on the square of the knight happen, and let it pick up what it walked over.

    It takes what goes into a bag and what must not be lost; what goes into the hands or works at once is left to it.
    """
    if not game.part(Progress).has_begun or game.part(Progress).is_over:
        return
    game_map, knight = game.map, knight_of(game)
    if knight is None:
        return
    square = game_map.square(knight.x, knight.y)
    has_moved = game.part(Progress).noticed.get(knight.uid) != square
    notice_steps(game, game_map)
    stack = game_map.loose_items.get(square)
    if has_moved and stack is not None:
        item = game_map.registry.get("item", stack.item).fields
        if item.kind == "backpack" or (item.critical and item.kind != "nopickup"):
            pick_up(game, game_map, knight)
