"""Items in play: creatures pick up, receive and drop them, which calls `on_pick_up` and `on_drop` of the items."""

from __future__ import annotations

from host.dialects.kts.play.callbacks import call_item, originator_of
from host.dialects.kts.play.movement import ahead
from host.dialects.kts.play.progress import Progress
from host.dialects.kts.play.tiles import PUSH_RANGE, rings
from host.model.game_map import GameMap
from host.model.objects import Creature, ItemStack
from host.model.tile import APPROACH, CHEST, WALKING
from host.play.game import Game

# Why nothing is struck with, thrown or put down.
HANDS_ARE_EMPTY = "the hands are empty"
# Why nothing is picked up, and why nothing is used.
NOTHING_TO_TAKE, NOTHING_TO_USE = "nothing to take lies here", "nothing ahead can be used"


def pick_up(game: Game, game_map: GameMap, creature: Creature) -> bool:
    """Move the items in reach of a creature to its inventory; return False when there are none to take."""
    square = square_in_reach(game_map, creature)
    stack = None if square is None else take_from(game_map, square)
    if stack is None:
        return False
    give(game, creature, stack.item, stack.count)
    return True


def square_in_reach(game_map: GameMap, creature: Creature) -> int | None:
    """Return the square with items that a creature can take: its own, or one ahead that it can only approach."""
    here, (x, y) = game_map.square(creature.x, creature.y), ahead(creature)
    if stack_to_take(game_map, here) is not None:
        return here
    if game_map.access(x, y, WALKING) == APPROACH and stack_to_take(game_map, game_map.square(x, y)) is not None:
        return game_map.square(x, y)
    return None


def stack_to_take(game_map: GameMap, square: int) -> ItemStack | None:
    """Return the items of a square that can be picked up: loose ones, or else those in an open chest."""
    stack = game_map.loose_items.get(square)
    slot = None if stack is not None else _open_store(game_map, square)
    if slot is not None:
        stack = game_map.stored[slot]
    if stack is None or game_map.registry.get("item", stack.item).fields.kind == "nopickup":
        return None
    return stack


def _open_store(game_map: GameMap, square: int) -> int | None:
    """Return the slot of an open chest with items on a square."""
    slots = game_map.tile_slots(square)
    return next((slot for slot, tile in slots if tile.kind == CHEST and tile.is_open and slot in game_map.stored), None)


def take_from(game_map: GameMap, square: int) -> ItemStack | None:
    """Remove and return the items of a square that can be picked up."""
    if square in game_map.loose_items:
        return take_loose(game_map, square)
    slot = _open_store(game_map, square)
    if slot is None or stack_to_take(game_map, square) is None:
        return None
    game_map.items_version += 1
    return game_map.stored.pop(slot)


def give(game: Game, creature: Creature, item: int, count: int) -> None:
    """Add items to a creature's inventory; a held item goes into an empty hand, and magic works and is gone."""
    kind = game.registry.get("item", item).fields.kind
    if kind != "magic":
        creature.carried[item] = creature.carried.get(item, 0) + count
    if creature.held < 0 and kind == "held":
        creature.held = item
    game.post("item taken", creature=creature.uid, item=game.registry.get("item", item).id, count=count)
    call_item(game, item, "on_pick_up", creature, by=originator_of(creature))


def take_loose(game_map: GameMap, square: int) -> ItemStack | None:
    """Remove and return the loose items of a square; None for items that cannot be picked up."""
    stack = game_map.loose_items.get(square)
    if stack is None or game_map.registry.get("item", stack.item).fields.kind == "nopickup":
        return None
    return game_map.take_item(square)


def lay(game_map: GameMap, square: int, item: int, count: int) -> int:
    """Lay items on a square and those around it, as far as stacks may grow there; return how many found room."""
    left = count
    for x, y in [game_map.position(square), *rings(*game_map.position(square), PUSH_RANGE)]:
        if not left:
            break
        if not game_map.contains(x, y):
            continue
        other = game_map.square(x, y)
        laid = min(left, room_for(game_map, other, item))
        if laid:
            present = game_map.loose_items.get(other, ItemStack(item, 0))
            game_map.set_item(other, ItemStack(item, present.count + laid))
            left -= laid
    return count - left


def room_for(game_map: GameMap, square: int, item: int) -> int:
    """Return how many items of a type a square has room for, as far as its stack may grow."""
    if not game_map.tileset.traits.items_allowed[game_map.stack(square)]:
        return 0
    stack = game_map.loose_items.get(square, ItemStack(item, 0))
    most = max(game_map.registry.get("item", item).fields.max_stack, 1)
    return max(most - stack.count, 0) if stack.item == item else 0


def has_room_below(game_map: GameMap, creature: Creature) -> bool:
    """Return whether a loose item may lie on a creature's square and none does."""
    square = game_map.square(creature.x, creature.y)
    return square not in game_map.loose_items and game_map.tileset.traits.items_allowed[game_map.stack(square)]


def why_not_dropped(game_map: GameMap, creature: Creature, item: int) -> str | None:
    """Return why a creature cannot drop an item, -1 for none; None when it can."""
    if not creature.carried.get(item):
        return HANDS_ARE_EMPTY if item < 0 else "it is not carried"
    return None if has_room_below(game_map, creature) else "there is no room for it here"


def drop(game: Game, game_map: GameMap, creature: Creature, item: int) -> bool:
    """Drop one item from a creature's inventory; return False without the item or without room for it."""
    if why_not_dropped(game_map, creature, item):
        return False
    take(creature, item)
    square = game_map.square(creature.x, creature.y)
    game_map.set_item(square, ItemStack(item))
    game.part(Progress).droppers[square] = item, originator_of(creature)
    call_item(game, item, "on_drop", creature, by=originator_of(creature))
    return True


def take(creature: Creature, item: int) -> None:
    """Remove one item from a creature's inventory, which must hold it."""
    creature.carried[item] -= 1
    if not creature.carried[item]:
        del creature.carried[item]
        if creature.held == item:
            creature.held = -1
