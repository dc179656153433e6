"""What creatures and tiles do to each other in play. Functions of mods are set off through `Game.triggers`."""

from __future__ import annotations

from collections.abc import Iterator

from host.model.geometry import DIRECTIONS, DX, DY, turn_direction, turn_offset
from host.model.map import Map
from host.model.objects import PICK_ONLY, UNLOCKED, Creature, ItemStack
from host.model.tile import APPROACH, CLEAR, DOOR, MAX_TILES, MISSILES, WALKING, Tile
from host.play.game import Game, Trigger

# How far items are pushed when a tile takes their place, and how far a missile flies.
_PUSH_RANGE = 5
_MISSILE_RANGE = 1000
_KNIGHT_HEALTH = 10


# -- tiles


def open_or_close(game: Game, square: int, shall_open: bool | None) -> bool:
    """Open (or close, or with None turn over) the first door or chest on a square; whether anything changed.

    A door with somebody or something in it does not close.
    """
    found = first_lockable(game.map, square)
    if found is None:
        return False
    place, tile = found
    if shall_open is None:
        shall_open = not tile.is_open
    if tile.is_open == shall_open:
        return False
    x, y = game.map.position(square)
    occupied = square in game.map.items or not game.map.is_free(x, y, WALKING)
    if not shall_open and tile.kind == DOOR and occupied:
        return False
    game.map.replace_tile(place, game.tiles.toggled(game.map.tile_at(place)))
    game.triggers.append(Trigger("tile", tile.prototype.index, "on_open_or_close", pos=(x, y)))
    return True


def first_lockable(game_map: Map, square: int) -> tuple[int, Tile] | None:
    """(place, tile) of the first door or chest on a square."""
    return next(((place, tile) for place, tile in game_map.tile_slots(square) if tile.lock is not None), None)


def add_tile(game: Game, square: int, tile: int) -> int:
    """Lay a tile on a square; items that cannot stay are pushed aside, or vanish. Returns its place."""
    game_map = game.map
    place = game_map.place_tile(square, tile)
    added = game.tiles.tiles[tile]
    if square in game_map.items and added.items_destroyed:
        game_map.take_item(square)
    elif square in game_map.items and not added.items_allowed:
        _push_item(game_map, square)
    return place


def _push_item(game_map: Map, square: int) -> None:
    stack = game_map.take_item(square)
    if stack is None:
        return
    for x, y in _rings(*game_map.position(square), _PUSH_RANGE):
        other = game_map.square(x, y)
        if (
            game_map.contains(x, y)
            and other not in game_map.items
            and game_map.tileset.traits.items_allowed[game_map.stack(other)]
        ):
            game_map.set_item(other, stack)
            return


def _rings(x: int, y: int, most: int) -> Iterator[tuple[int, int]]:
    """Squares around (x, y), nearer rings first, each from its top-left in reading order."""
    for r in range(1, most + 1):
        for dy in range(-r, r + 1):
            for dx in range(-r, r + 1):
                if max(abs(dx), abs(dy)) == r:
                    yield x + dx, y + dy


def turned_offset(game_map: Map, x: int, y: int, dx: int, dy: int) -> tuple[int, int]:
    """(x, y) plus a step that was meant in the segment as it was drawn."""
    zone = game_map.zone_at(x, y)
    if zone is not None:
        dx, dy = turn_offset(dx, dy, zone.orientation)
    return x + dx, y + dy


def turned_direction(game_map: Map, x: int, y: int, direction: int) -> int:
    """A direction that was meant in the segment as it was drawn."""
    zone = game_map.zone_at(x, y)
    return direction if zone is None else turn_direction(direction, zone.orientation)


def free_near(game_map: Map, x: int, y: int, height: int) -> tuple[int, int] | None:
    """The nearest square around (x, y) where a creature of that height can stand."""
    most = max(game_map.width, game_map.height)
    return next((place for place in _rings(x, y, most) if game_map.is_free(*place, height)), None)


# -- creatures


def ahead(creature: Creature) -> tuple[int, int]:
    """The square a creature faces."""
    return creature.x + DX[creature.facing], creature.y + DY[creature.facing]


def teleport(game: Game, creature: Creature, x: int, y: int) -> bool:
    """Put a creature on another square, if it can stand there; tiles to step on notice."""
    if not game.map.is_free(x, y, creature.height):
        return False
    game.map.move_creature(creature, x, y)
    game.post("teleport", creature=creature.uid, x=x, y=y)
    arrive(game, creature)
    return True


def arrive(game: Game, creature: Creature) -> None:
    """Set off what a creature steps on."""
    if creature.height != WALKING:
        return
    for tile in game.map.tiles_on(game.map.square(creature.x, creature.y)):
        pos = (creature.x, creature.y)
        game.triggers.append(Trigger("tile", tile.prototype.index, "on_walk_over", creature, pos))


def damage(game: Game, creature: Creature, amount: int, *, cause: str = "damage") -> None:
    """Take health away; at 0 the creature dies."""
    creature.health -= amount
    game.post(cause, creature=creature.uid, amount=amount, health=max(creature.health, 0))
    if creature.monster is not None:
        game.triggers.append(Trigger("monster", creature.monster, "on_damage", creature))
    else:
        game.trigger_hook("HOOK_KNIGHT_DAMAGE", creature)
    if creature.health <= 0:
        die(game, creature)


def squelch(game: Game, creature: Creature) -> None:
    """Let it be heard that a creature was hit."""
    game.trigger_hook("HOOK_CREATURE_SQUELCH", creature, (creature.x, creature.y))


def hit_tiles(game: Game, creature: Creature) -> None:
    """Set off what a creature strikes at when nobody is there."""
    x, y = ahead(creature)
    for tile in game.map.tiles_on(game.map.square(x, y)):
        if tile.on_hit:
            game.triggers.append(Trigger("tile", tile.prototype.index, "on_hit", creature, (x, y)))


def topmost_destructible(game_map: Map, square: int) -> int | None:
    """The place of the tile on a square that blows wear out."""
    return next((place for place, tile in reversed(list(game_map.tile_slots(square))) if tile.is_destructible), None)


def damage_tile(game: Game, place: int, amount: int, creature: Creature) -> None:
    """Take hit points from a destructible tile; at 0 it goes, and what it held falls down."""
    tile = game.tiles.tiles[game.map.tile_at(place)]
    left = game.map.hit_points.get(place, tile.hit_points) - amount
    game.map.hit_points[place] = left
    if left > 0:
        return
    square = place // MAX_TILES
    x, y = game.map.position(square)
    held = game.map.stored.pop(place, None)
    spring_trap(game, place, creature)
    game.map.remove_tile(place)
    game.post("tile destroyed", tile=tile.prototype.id, x=x, y=y, creature=creature.uid)
    if held is not None and not game.map.put_item(square, held):
        game.post("lost", item=game.registry.get("item", held.item).id, count=held.count)
    game.triggers.append(Trigger("tile", tile.prototype.index, "on_destroy", creature, (x, y)))


def die(game: Game, creature: Creature, *, leaves_corpse: bool = True) -> None:
    """Take a creature off the map; what it carried falls down, and its corpse stays."""
    if game.map.creature_at(creature.x, creature.y, creature.height) is not creature:
        return
    game.map.remove_creature(creature)
    game.post("death", creature=creature.uid, x=creature.x, y=creature.y)
    square = game.map.square(creature.x, creature.y)
    for item, number in creature.carried.items():
        stack = ItemStack(item, number)
        if not game.map.put_item(square, stack):
            game.post("lost", item=game.registry.get("item", item).id, count=number)
    creature.carried = {}
    if creature.monster is not None:
        game.triggers.append(Trigger("monster", creature.monster, "on_death", creature))
        corpses = game.registry.get("monster", creature.monster).fields.corpses
        if corpses and leaves_corpse:
            add_tile(game, square, game.registry.get("tile", corpses[0]).fields)
    else:
        for player in game.players:
            if player.knight is creature:
                player.knight = None


def activate(game: Game, creature: Creature) -> bool:
    """Use what is ahead: doors and chests open or close, levers are pulled; whether there was anything."""
    x, y = ahead(creature)
    if not game.map.contains(x, y):
        return False
    square = game.map.square(x, y)
    used = False
    found = first_lockable(game.map, square)
    if found is not None:
        used = True
        place, tile = found
        if can_unlock(game, creature, game.map.lock_of(place)):
            spring_trap(game, place, creature)
            open_or_close(game, square, None)
        else:
            trigger = Trigger("tile", tile.prototype.index, "on_unlock_fail", creature, (x, y))
            game.triggers.append(trigger)
            game.post("locked", x=x, y=y)
    for tile in game.map.tiles_on(square):
        # What can only be approached is approached, used and left again.
        near = tile.access[WALKING] == APPROACH
        for name in ("on_approach", "on_activate", "on_withdraw") if near else ("on_activate",):
            game.triggers.append(Trigger("tile", tile.prototype.index, name, creature, (x, y)))
        used = used or tile.access[WALKING] != CLEAR
    return used


def can_unlock(game: Game, creature: Creature, lock: int) -> bool:
    """Whether what a creature carries opens a lock."""
    if lock == UNLOCKED:
        return True
    return lock > 0 and any(
        game.registry.get("item", item).fields.key == lock for item, n in creature.carried.items() if n
    )


def pick_lock(game: Game, square: int) -> bool:
    """Unlock the door or chest on a square for good, if it has a lock that can be picked."""
    found = first_lockable(game.map, square)
    if found is None or game.map.lock_of(found[0]) not in (PICK_ONLY, *range(1, 1001)):
        return False
    game.map.locks[found[0]] = UNLOCKED
    game.post("lock picked", x=square % game.map.width, y=square // game.map.width)
    return True


def spring_trap(game: Game, place: int, creature: Creature | None) -> None:
    """Set off the trap in a place, if there is one."""
    trap = game.map.traps.pop(place, None)
    if trap is None:
        return
    x, y = game.map.position(place // MAX_TILES)
    game.post("trap sprung", kind=trap.kind, x=x, y=y, creature=creature.uid if creature else None)
    if trap.kind == "poison" and creature is not None:
        die(game, creature)
    elif trap.kind == "blade" and trap.bolt >= 0:
        fly(game, x, y, trap.direction, trap.bolt, drop=False)


def pick_up(game: Game, creature: Creature) -> bool:
    """Take the loose item under a creature."""
    square = game.map.square(creature.x, creature.y)
    stack = game.map.items.get(square)
    if stack is None or game.registry.get("item", stack.item).fields.kind == "nopickup":
        return False
    game.map.take_item(square)
    give(game, creature, stack.item, stack.count)
    return True


def give(game: Game, creature: Creature, item: int, count: int) -> None:
    """Let a creature carry items; one to hold goes into an empty hand."""
    creature.carried[item] = creature.carried.get(item, 0) + count
    if creature.held < 0 and game.registry.get("item", item).fields.kind == "held":
        creature.held = item
    game.post("item taken", creature=creature.uid, item=game.registry.get("item", item).id, count=count)
    pos = (creature.x, creature.y)
    game.triggers.append(Trigger("item", item, "on_pick_up", creature, pos, item))


def drop(game: Game, creature: Creature, item: int) -> bool:
    """Lay one carried item down, where a loose item may lie."""
    square = game.map.square(creature.x, creature.y)
    stack = game.map.stack(square)
    if not creature.carried.get(item) or square in game.map.items:
        return False
    if not game.tiles.traits.items_allowed[stack]:
        return False
    take(creature, item)
    game.map.set_item(square, ItemStack(item))
    game.triggers.append(Trigger("item", item, "on_drop", creature, (creature.x, creature.y), item))
    return True


def take(creature: Creature, item: int) -> None:
    """Take one item from a creature, which has it."""
    creature.carried[item] -= 1
    if not creature.carried[item]:
        del creature.carried[item]
        if creature.held == item:
            creature.held = -1


def fly(game: Game, x: int, y: int, direction: int, item: int, *, drop: bool) -> Creature | None:
    """Let a missile fly from a square until something stops it; the creature it hits, if any."""
    game.post("missile", x=x, y=y, direction=DIRECTIONS[direction], item=game.registry.get("item", item).id)
    for _ in range(_MISSILE_RANGE):
        ahead_x, ahead_y = x + DX[direction], y + DY[direction]
        if game.map.access(ahead_x, ahead_y, MISSILES) != CLEAR:
            break
        x, y = ahead_x, ahead_y
        for height in (WALKING, 1):
            hit = game.map.creature_at(x, y, height)
            if hit is not None:
                return hit
    game.trigger_hook("HOOK_MISSILE_MISS", pos=(x, y))
    if drop and game.map.contains(x, y):
        game.map.put_item(game.map.square(x, y), ItemStack(item))
    return None


def raise_dead(game: Game, creature: Creature, most: int, reach: int) -> list[Creature]:
    """Let corpses within `reach` squares of a creature become the monsters that zombie activity names."""
    activity = game.settings.zombie_activity
    # tile prototype -> monster.
    becomes = {tile: index for tile, kind, index in activity[1] if kind == "monster"} if activity else {}
    risen: list[Creature] = []
    for x, y in _rings(creature.x, creature.y, min(reach, max(game.map.width, game.map.height))):
        if len(risen) >= most:
            break
        if not game.map.contains(x, y):
            continue
        for place, corpse in list(game.map.tile_slots(game.map.square(x, y))):
            monster = becomes.get(corpse.prototype.index)
            if monster is None or len(risen) >= most:
                continue
            height = game.registry.get("monster", monster).fields.height
            if game.map.is_free(x, y, height):
                game.map.remove_tile(place)
                risen.append(Creature(next(game.uids), x, y, height, monster=monster))
                game.map.add_creature(risen[-1])
                break
    return risen


def _room_for_knights(game_map: Map) -> list[int]:
    stair = game_map.tileset.traits.stair
    stacks = game_map.stacks.ravel().tolist()
    return [
        square for square, stack in enumerate(stacks) if not stair[stack] and game_map.is_square_free(square, WALKING)
    ]


def spawn_knights(game: Game) -> None:
    """Let each player's knight enter at their home; those without one who respawn anywhere, anywhere."""
    for player in game.players:
        home = game.home_of(player.index)
        if player.knight is not None or player.eliminated:
            continue
        if home is not None:
            x, y, facing = home.x, home.y, (home.facing + 2) % 4
        elif player.respawn == "anywhere" and (squares := _room_for_knights(game.map)):
            x, y = game.map.position(game.stream("host", "knights enter").choice(squares))
            facing = 2
        else:
            continue
        if not game.map.is_free(x, y, WALKING):
            continue
        knight = Creature(next(game.uids), x, y, WALKING, facing, player=player.index, health=_KNIGHT_HEALTH)
        game.map.add_creature(knight)
        player.knight = knight
        for item, numbers in game.settings.starting_gear:
            if numbers and numbers[0]:
                give(game, knight, item, numbers[0])
