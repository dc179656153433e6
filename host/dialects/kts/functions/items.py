"""Items: on the map, in the inventory of creatures, and in their hands."""

from __future__ import annotations

from typing import Any

from host.border.function import Call
from host.border.schema import Anything, Integer, ListOf, Maybe, Number
from host.border.service import service_for
from host.border.values import Handle
from host.dialects.kts.context import Context, actor_function, actor_question, find_creature
from host.dialects.kts.declarations import (
    INT,
    ITEM,
    KTS,
    MAYBE_POSITION,
    PLAYER_OR_CREATURE,
    Cached,
    category,
    square_at,
    warn_of_category,
)
from host.dialects.kts.play import items as play
from host.errors import ArgumentError, GenerationError, ModError, counted
from host.generate.populate import CategoryWeights
from host.generate.populate import add_item as place_items
from host.model.objects import Creature, ItemStack

_ITEM_COUNT = Integer(1, 2**31 - 1)
# Items that one call of AddItem places.
_PLACED_COUNT = Integer(0, 1_000_000)


# -- items on the map


@service_for("kts.AddItem", weights=ListOf(Anything()))
def kts_remember_weights(call: Call, file: str | None, line: int, weights: list[object]) -> int:
    """Cache a flat list of categories and weights; return the number under which AddItem takes it."""
    if len(weights) % 2:
        rule = "must be pairs of a category and a weight"
        raise ArgumentError(f"weights has {counted(len(weights), 'entry')}: {rule}", path="weights", rule=rule)
    pairs = []
    for i in range(0, len(weights), 2):
        path = f"weights[{i + 1}]"
        value = category(weights[i], path)
        warn_of_category(call.session, f"kts.AddItem: {path}", value, file, line)
        number = call.session.tiles.category_number(value)
        pairs.append((number, Number(0).read(weights[i + 1], f"weights[{i + 2}]")))
    if not any(weight for _, weight in pairs):
        raise ArgumentError("weights has no weight above 0: must have at least one", path="weights")
    return call.session.cache_table(CategoryWeights(pairs))


@KTS.function("AddItem", ("itemtype", ITEM), ("number", _PLACED_COUNT), ("weights", Cached("any[]")))
def add_item(call: Call, item: Handle, count: int, weights: int) -> None:
    """Place single items on random squares, which are drawn by the category of their tiles.

    - number: how many items
    - weights: category, weight, category, weight …
    ! a square of a category with a weight must be free
    > kts.AddItem(base.bread, 2, { "floor", 1 })
    """
    stream = call.stream("kts.AddItem")
    try:
        place_items(call.session.map, item.index, count, call.session.cached_table(weights), stream)
    except GenerationError as error:
        reason = f"kts.AddItem: {error.message} (dungeon generator failure)"
        if call.session.explainer is not None:
            # Nothing explains it, but an earlier failure is not why the dungeon cannot be made.
            call.session.explainer.fail(reason)
        raise ModError(reason, hint=error.hint) from error


@KTS.function("PlaceItem", ("pos", MAYBE_POSITION), ("itemtype", Maybe(ITEM)), ("number", Maybe(_ITEM_COUNT, 1)))
def place_item(call: Call, pos: tuple[int, int] | None, item: Handle | None, count: int) -> bool:
    """Place items on a square, or in its container, whether or not its tiles allow items.

    -> boolean
    - number: how many; 1 by default
    - result: false when other items are there, outside the map, and for nil
    > print(kts.PlaceItem(here, base.bread, 2), kts.PlaceItem(here, base.bread)) --> true false
    """
    square = square_at(call.session.map, pos)
    if square is None or item is None:
        return False
    return call.session.map.put_item(square, ItemStack(item.index, count))


@KTS.function("ChangeItem", ("itemtype", Maybe(ITEM)), context=True)
def change_item(call: Call, context: Any, item: Handle | None) -> None:
    """Replace the item that the callback is about; for nil, do nothing.

    > kts.PlaceItem(here, base.bear_trap_set)
    > cxt.item_type, cxt.item_pos = base.bear_trap_set, here
    > kts.ChangeItem(base.bear_trap)
    """
    if item is None:
        return
    square = Context(call, "ChangeItem", context).square("item_pos")
    game_map = call.session.map
    before = game_map.take_item(square)
    game_map.set_item(square, ItemStack(item.index, before.count if before else 1))


# -- items that creatures carry


@KTS.function("GetItemInHand", ("creature", Maybe(PLAYER_OR_CREATURE)))
def get_item_in_hand(call: Call, handle: Handle | None) -> Handle | None:
    """Return the item in the hands of a creature; nil for empty hands and for a creature that is gone.

    -> ItemType?
    > print(kts.GetItemInHand(goblin)) --> nil
    """
    creature = find_creature(call, handle)
    return None if creature is None or creature.held < 0 else Handle("item", creature.held)


@KTS.function("GetNumHeld", ("creature", Maybe(PLAYER_OR_CREATURE)), ("item", Maybe(ITEM)))
def get_num_held(call: Call, handle: Handle | None, item: Handle | None) -> int:
    """Return how many items of a type a creature carries; 0 for nil and for a creature that is gone.

    -> integer
    > kts.PlaceItem(here, base.bolts, 12)
    > kts.PickUp()
    > print(kts.GetNumHeld(goblin, base.bolts)) --> 12
    """
    creature = find_creature(call, handle)
    return 0 if creature is None or item is None else creature.carried.get(item.index, 0)


@KTS.function("GiveItem", ("creature", Maybe(PLAYER_OR_CREATURE)), ("item", Maybe(ITEM)), ("number", Maybe(INT, 1)))
def give_item(call: Call, handle: Handle | None, item: Handle | None, count: int) -> None:
    """Add items to the inventory of a knight; do nothing for nil, other creatures, and items for the hands.

    - number: how many; 1 by default; none below 1
    > kts.GiveItem(player, base.dagger)
    """
    creature = find_creature(call, handle)
    if creature is None or item is None or count < 1 or creature.player is None:
        return
    if call.session.registry.get("item", item.index).fields.kind != "held":
        play.give(call.session.current_game, creature, item.index, count)


@actor_function("PickUp", otherwise=False, acts=True)
def pick_up(call: Call, actor: Creature) -> bool:
    """Let the actor pick up the item on their square, or on a table or in an open chest ahead.

    -> boolean
    - result: whether there was an item to pick up
    > kts.PlaceItem(here, base.dagger)
    > print(kts.PickUp(), kts.GetNumHeld(goblin, base.dagger)) --> true 1
    """
    return play.pick_up(call.session.current_game, call.session.map, actor)


@actor_question("Can_PickUp")
def can_pick_up(call: Call, actor: Creature) -> str | None:
    """Return whether an item to pick up lies in reach of the actor: on their square, a table or in an open chest.

    -> boolean
    > kts.PlaceItem(here, base.dagger)
    > print(kts.Can_PickUp()) --> true
    """
    return None if play.square_in_reach(call.session.map, actor) is not None else play.NOTHING_TO_TAKE


@actor_function("Drop", ("item", ITEM), otherwise=False, acts=True)
def drop(call: Call, actor: Creature, item: Handle) -> bool:
    """Let the actor drop an item.

    -> boolean
    - result: whether the item was dropped
    > kts.PlaceItem(here, base.dagger)
    > kts.PickUp()
    > print(kts.Drop(base.dagger)) --> true
    """
    return play.drop(call.session.current_game, call.session.map, actor, item.index)


@actor_question("Can_Drop", ("item", ITEM))
def can_drop(call: Call, actor: Creature, item: Handle) -> str | None:
    """Return whether the actor carries an item and has room to drop it.

    -> boolean
    > print(kts.Can_Drop(base.dagger)) --> false
    """
    return play.why_not_dropped(call.session.map, actor, item.index)


@actor_function("DropHeld", otherwise=False, acts=True)
def drop_held(call: Call, actor: Creature) -> bool:
    """Let the actor drop the item in their hands.

    -> boolean
    - result: whether an item was dropped
    > print(kts.DropHeld()) --> false
    """
    return actor.held >= 0 and play.drop(call.session.current_game, call.session.map, actor, actor.held)


@actor_question("Can_DropHeld")
def can_drop_held(call: Call, actor: Creature) -> str | None:
    """Return whether the actor has an item in their hands and room to drop it.

    -> boolean
    > print(kts.Can_DropHeld()) --> false
    """
    return play.why_not_dropped(call.session.map, actor, actor.held)
