"""Creatures in play: how they are created, hurt and die, also where their square becomes blocked."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from host.dialects.kts.play.callbacks import call_hook, call_monster
from host.dialects.kts.play.effects import end_effects, resists_damage, resists_poison
from host.dialects.kts.play.homes import assign_random_home
from host.dialects.kts.play.movement import is_on_map
from host.dialects.kts.play.progress import Progress
from host.dialects.kts.play.tiles import PUSH_RANGE, add_tile, rings, settle_items
from host.model.game_map import GameMap
from host.model.objects import Creature, ItemStack
from host.model.tile import CLEAR, FLYING, MAX_TILES, WALKING
from host.play.game import Game
from host.play.queue import MONSTER, Step

if TYPE_CHECKING:
    from host.play.action import Blow

# How a creature dies. GIVEN_UP is for suicide, and for the knight of a player who is eliminated.
NORMAL, PIT, ZOMBIE, POISON, GIVEN_UP = "normal", "pit", "zombie", "poison", "given up"


class Blows:
    """Who hurt whom since somebody asked last; a part of `Game`."""

    # The last ones, in order: where nobody reads, nobody asks.
    latest: deque[Blow]

    def __init__(self) -> None:
        self.latest = deque(maxlen=1000)


def count_monsters(game_map: GameMap, monster: int | None = None) -> int:
    """Return how many monsters live, of one type or of all."""
    if monster is None:
        return sum(creature.monster is not None for creature in game_map.living_creatures)
    return sum(creature.monster == monster for creature in game_map.living_creatures)


def damage(
    game: Game,
    game_map: GameMap,
    creature: Creature,
    amount: int,
    *,
    originator: int | None = None,
    attacker: Creature | None = None,
    stun: int = 0,
    squelches: bool = False,
) -> None:
    """Subtract health from a creature; at 0 it dies.

    `attacker` is who struck it. `stun` is how long it does nothing then, in milliseconds. `squelches`: the hook for the
    sound of a hit is called.
    """
    if not is_on_map(game_map, creature) or resists_damage(game, creature):
        return
    game_map.set_health(creature, creature.health - amount)
    if attacker is not None:
        # Imported here, because most maps are not played.
        from host.play.action import Blow
        from host.render.looks import creature_look

        own = game.players[0].creature if game.players else None
        by, at = creature_look(game_map, attacker).name, creature_look(game_map, creature).name
        game.part(Blows).latest.append(Blow(by, at, attacker is own, creature is own))
    game.post("damage", creature=creature.uid, amount=amount, health=max(creature.health, 0))
    is_dead = creature.health <= 0
    if creature.monster is None:
        call_hook(game, "HOOK_KNIGHT_DAMAGE", creature)
    if squelches and (amount > 0 if creature.monster is None else is_dead):
        call_hook(game, "HOOK_CREATURE_SQUELCH", creature)
    if is_dead:
        die(game, game_map, creature, originator=originator)
        return
    if stun:
        ready = game.part(Progress).ready
        ready[creature.uid] = max(ready.get(creature.uid, 0), game.clock + stun)
    if creature.monster is not None:
        call_monster(game, creature.monster, "on_damage", creature)


def die(game: Game, game_map: GameMap, creature: Creature, how: str = NORMAL, *, originator: int | None = None) -> None:
    """Remove a creature from the map; its inventory drops, and it leaves a corpse unless it fell or rises again."""
    if not is_on_map(game_map, creature):
        return
    if creature.monster is None and how in (POISON, GIVEN_UP):
        call_hook(game, "HOOK_KNIGHT_DAMAGE", creature)
    square = game_map.square(creature.x, creature.y)
    game_map.remove_creature(creature)
    game.post("death", creature=creature.uid, x=creature.x, y=creature.y)
    progress = game.part(Progress)
    progress.ready.pop(creature.uid, None)
    progress.noticed.pop(creature.uid, None)
    progress.throws.pop(creature.uid, None)
    progress.blows.pop(creature.uid, None)
    progress.reloaded.pop(creature.uid, None)
    end_effects(progress, creature.uid)
    _drop_all(game, game_map, square, creature)
    leaves_corpse = how not in (PIT, ZOMBIE)
    if creature.monster is None:
        if leaves_corpse and progress.dead_knight_tiles:
            tiles = progress.dead_knight_tiles
            _leave_corpse(game, game_map, square, tiles[creature.facing % len(tiles)])
        _count_death(game, game_map, creature, originator)
        return
    call_monster(game, creature.monster, "on_death", creature)
    corpses = game.registry.get("monster", creature.monster).fields.corpses
    if corpses and leaves_corpse:
        corpse = game.registry.get("tile", corpses[0]).fields
        game.callbacks.append(Step(lambda: _leave_corpse(game, game_map, square, corpse), lambda: game.map is game_map))


def poison(game: Game, game_map: GameMap, creature: Creature) -> None:
    """Kill a creature by poison, unless it resists."""
    if not resists_poison(game, creature):
        die(game, game_map, creature, POISON)


def _leave_corpse(game: Game, game_map: GameMap, square: int, tile: int) -> None:
    """Lay a corpse, which does not rise at once; a square without room for one more tile gets none."""
    if square < game_map.stacks.size and len(game_map.tiles_on(square)) < MAX_TILES:
        add_tile(game_map, square, tile)
        progress = game.part(Progress)
        progress.corpse_waits[square] = progress.settings["monster_respawn_wait"]


def _count_death(game: Game, game_map: GameMap, creature: Creature, originator: int | None) -> None:
    """Count the death of a knight, and let its player respawn after a time."""
    player = next((player for player in game.players if player.creature is creature), None)
    if player is None:
        return
    player.creature = None
    if originator is None or originator == player.index:
        player.frags -= 1
    elif originator != MONSTER:
        killer = game.players[originator]
        killer.kills += 1
        killer.frags += 1
    if player.respawn == "different":
        assign_random_home(game, game_map, player)
    player.skulls += 1
    progress = game.part(Progress)
    if progress.has_begun and not player.eliminated:
        player.respawns_at = game.clock + progress.settings["respawn_delay"]


def _drop_all(game: Game, game_map: GameMap, square: int, creature: Creature) -> None:
    """Put what a creature carries on its square and squares around; items without room are lost, with an event."""
    x, y = game_map.position(square)
    traits = game_map.tileset.traits
    squares = [(x, y), *rings(x, y, PUSH_RANGE)]
    for item, count in creature.carried.items():
        for at in squares:
            # Not into the pit in which it died, for example.
            if game_map.access(*at, WALKING) != CLEAR or not traits.items_allowed[game_map.stack(game_map.square(*at))]:
                continue
            if game_map.put_item(game_map.square(*at), ItemStack(item, count)):
                break
        else:
            put_or_lose(game, game_map, square, ItemStack(item, count))
    creature.carried, creature.held = {}, -1


def put_or_lose(game: Game, game_map: GameMap, square: int, stack: ItemStack) -> None:
    """Put items on a square; without room for them they are lost, which is an event."""
    if not game_map.put_item(square, stack):
        game.post("lost", item=game.registry.get("item", stack.item).id, count=stack.count)


def create_monster(game_map: GameMap, x: int, y: int, monster: int) -> Creature | None:
    """Create a monster on a square, its health not yet rolled; return None when it cannot stand there."""
    height = game_map.registry.get("monster", monster).fields.height
    if not game_map.is_free(x, y, height):
        return None
    creature = Creature(next(game_map.uids), x, y, height, monster=monster)
    game_map.add_creature(creature)
    return creature


def clear_heights(game_map: GameMap, square: int) -> list[int]:
    """Return the heights of creatures at which a square is clear."""
    by_height, stack = game_map.tileset.traits.by_height, game_map.stack(square)
    return [height for height in (WALKING, FLYING) if by_height[height][stack] == CLEAR]


def sweep(game: Game, game_map: GameMap, square: int, clear_before: Collection[int], originator: int | None) -> None:
    """Hurt the creatures on a square at heights that were clear before and are not any more, while the game is played.

    A creature stands on one square alone: it takes its steps at once.
    """
    progress = game.part(Progress)
    if not progress.has_begun:
        return
    still_clear = clear_heights(game_map, square)
    for height in clear_before:
        creature = None if height in still_clear else game_map.creature_at(*game_map.position(square), height)
        if creature is not None:
            amount = progress.settings["door_closed_damage"]
            damage(game, game_map, creature, amount, originator=originator, squelches=True)


@contextmanager
def sweeping(game: Game, states: Collection[int]) -> Iterator[None]:
    """Change tiles, given by all their states, in the block: then items move aside, and squares are swept in play.

    Only who stands and what lies on the map of the game matters.
    """
    game_map = game.map
    stacks = {number for number, stack in enumerate(game.tiles.stacks) if not set(states).isdisjoint(stack)}
    squares = {game_map.square(creature.x, creature.y) for creature in game_map.living_creatures}
    squares.update(game_map.loose_items)
    clear_before = {s: clear_heights(game_map, s) for s in sorted(squares) if game_map.stack(s) in stacks}
    yield
    for square, heights in clear_before.items():
        for _, tile in list(game_map.tile_slots(square)):
            settle_items(game_map, square, tile)
        sweep(game, game_map, square, heights, originator=None)


def exchange_tiles(
    game: Game, game_map: GameMap, square: int, tile: int, *, removed: Collection[int] = (), originator: int | None
) -> int:
    """Remove tiles from a square, add another one and return its slot; sweep the square."""
    clear_before = clear_heights(game_map, square)
    for slot in sorted(removed, reverse=True):
        game_map.remove_tile(slot)
    slot = add_tile(game_map, square, tile)
    sweep(game, game_map, square, clear_before, originator)
    return slot
