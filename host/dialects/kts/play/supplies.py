"""Items that appear in play: stuff that respawns, lockpicks, and critical items that went missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from host.dialects.kts.play.progress import Progress
from host.dialects.kts.play.quest import Quest
from host.model.game_map import GameMap
from host.model.objects import ItemStack
from host.model.tile import CLEAR, WALKING
from host.play.game import Game

# Squares that one run tries, and failures after which a critical item takes the place of another item.
_TRIES = 20
_PATIENCE = 10
# Items that are queued or lost at most. A save may say that any number was there.
_MOST_LOST = 10_000


def _count(game: Game, game_map: GameMap, items: Collection[int], *, by_stack: bool) -> Counter[int]:
    """Count items of some types on the map, in containers, with creatures, in the air and lost.

    `by_stack`: items on a square and in a container count once.
    """
    counts: Counter[int] = Counter()
    for stack in (*game_map.loose_items.values(), *game_map.stored.values()):
        if stack.item in items:
            counts[stack.item] += 1 if by_stack else stack.count
    for creature in game_map.living_creatures:
        for item, count in creature.carried.items():
            if item in items:
                counts[item] += count
    for missile in game.part(Progress).missiles:
        if missile.drop_after and missile.item in items:
            counts[missile.item] += 1
    for lost in game.part(Progress).lost_items:
        if lost.item in items:
            counts[lost.item] += 1
    return counts


def respawn_stuff(game: Game, game_map: GameMap) -> None:
    """Queue stuff that is missing since the first run, and let lockpicks appear."""
    progress, quest = game.part(Progress), game.part(Quest)
    if quest.stuff_respawn is not None and quest.stuff_respawn[1] >= 0:
        items, milliseconds = quest.stuff_respawn
        counts = _count(game, game_map, set(items), by_stack=True)
        if progress.stuff_counts is None:
            progress.stuff_counts = dict(counts)
        queued = Counter(item for _, item in progress.queued_stuff)
        left = sum(not player.eliminated for player in game.players)
        due = game.clock + milliseconds // max(1, left)
        for item, first in progress.stuff_counts.items():
            missing = first - counts[item] - queued[item]
            progress.queued_stuff += [(due, item)] * min(missing, _MOST_LOST - len(progress.queued_stuff))
    due_items = [item for due, item in progress.queued_stuff if due <= game.clock]
    progress.queued_stuff = [entry for entry in progress.queued_stuff if entry[0] > game.clock]
    for item in due_items:
        lose(game, item)
    _spawn_lockpicks(game)


def _spawn_lockpicks(game: Game) -> None:
    progress, quest = game.part(Progress), game.part(Quest)
    if quest.lockpick_spawn is None:
        return
    item, first, interval = quest.lockpick_spawn
    knights = game.player_creatures()
    active = sum(bool(knight.carried.get(item)) for knight in knights)
    waited = game.clock - (progress.last_lockpick or 0)
    if game.clock > first >= 0 and active < 2 and waited > interval * (1 + active):
        progress.last_lockpick = game.clock
        lose(game, item)


def check_critical(game: Game, game_map: GameMap) -> None:
    """Replace critical items of the generation that are gone."""
    progress = game.part(Progress)
    if progress.critical_counts is None:
        critical = {item.index for item in game.registry.all("item") if item.fields.critical}
        progress.critical_counts = dict(_count(game, game_map, critical, by_stack=False))
    if not progress.critical_counts:
        return
    counts = _count(game, game_map, progress.critical_counts.keys(), by_stack=False)
    for item, first in progress.critical_counts.items():
        for _ in range(min(first - counts[item], _MOST_LOST - len(progress.lost_items))):
            lose(game, item, is_critical=True)


def lose(game: Game, item: int, *, is_critical: bool = False) -> None:
    """Add a lost item, which is placed on a random square soon."""
    progress = game.part(Progress)
    progress.add_lost_item(item, is_critical)
    progress.due.setdefault("lost items", game.clock + progress.settings["item_replacement_interval"])


def place_lost_item(game: Game, game_map: GameMap) -> bool:
    """Try to place the first lost item on a random square; return whether there are more."""
    progress = game.part(Progress)
    lost = progress.lost_items[0]
    stream = game.stream("host", "lost items")
    identity = game.registry.get("item", lost.item).id
    for _ in range(_TRIES if game_map.stacks.size else 0):
        square = stream.below(game_map.stacks.size)
        x, y = game_map.position(square)
        is_open = game_map.access(x, y, WALKING) == CLEAR and game.tiles.traits.items_allowed[game_map.stack(square)]
        replaces = lost.is_critical and lost.failures > _PATIENCE and _may_replace(game_map, square)
        if not is_open or (square in game_map.loose_items and not replaces):
            continue
        game_map.set_item(square, ItemStack(lost.item))
        progress.droppers.pop(square, None)
        progress.lost_items.pop(0)
        game.post("item appears", item=identity, x=x, y=y)
        if lost.is_critical:
            game.post("message", message={"key": "has_been_respawned", "params": [identity]})
        return bool(progress.lost_items)
    lost.failures += 1
    return True


def _may_replace(game_map: GameMap, square: int) -> bool:
    stack = game_map.loose_items.get(square)
    return stack is not None and not game_map.registry.get("item", stack.item).fields.critical
