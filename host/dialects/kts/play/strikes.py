"""Strikes of creatures at what is ahead of them: other creatures and tiles."""

from __future__ import annotations

from host.dialects.kts.play.callbacks import call_hook, call_melee, originator_of, tile_key
from host.dialects.kts.play.creatures import damage
from host.dialects.kts.play.effects import is_paralysed, quickened
from host.dialects.kts.play.interactions import damage_tile, hit_square, strike_bonus
from host.dialects.kts.play.missiles import plan
from host.dialects.kts.play.movement import ahead
from host.dialects.kts.play.progress import Progress
from host.dialects.kts.play.tiles import topmost_destructible
from host.model.game_map import GameMap
from host.model.objects import Creature
from host.model.tile import FLYING, WALKING
from host.play.game import Game
from host.play.queue import Step
from host.play.rolls import roll_or_take


def weapon_of(game: Game, creature: Creature) -> int:
    """Return the item with which a creature strikes: the one in its hands, or for knights the default item; -1."""
    if creature.held >= 0 or creature.player is None:
        return creature.held
    return game.part(Progress).default_item


def creature_ahead(game_map: GameMap, creature: Creature) -> Creature | None:
    """Return the creature ahead of another one: a walker before a flyer."""
    at = ahead(creature)
    return game_map.creature_at(*at, WALKING) or game_map.creature_at(*at, FLYING)


def begin_blow(game: Game, game_map: GameMap, creature: Creature) -> None:
    """Let a creature strike what is ahead, after the time that it takes, unless it is about to strike."""
    progress = game.part(Progress)
    if creature.uid in progress.blows:
        return
    before, after = blow_times(game, creature)
    if before or after:
        progress.ready[creature.uid] = max(progress.ready.get(creature.uid, 0), game.clock + before + after)
    if not before:
        strike(game, game_map, creature)
        return
    progress.blows[creature.uid] = game.clock + before
    plan(game)


def blow_times(game: Game, creature: Creature) -> tuple[int, int]:
    """Return how long a blow of a creature takes before and after it hits, in milliseconds."""
    item = weapon_of(game, creature)
    before, after = game.registry.get("item", item).fields.melee_times if item >= 0 else (0, 0)
    return quickened(game, creature, before), quickened(game, creature, after)


def run_blows(game: Game, game_map: GameMap) -> None:
    """Let the creatures strike whose time has come."""
    blows = game.part(Progress).blows
    for uid in [uid for uid, due in blows.items() if due <= game.clock]:
        del blows[uid]
        creature = next((creature for creature in game_map.living_creatures if creature.uid == uid), None)
        if creature is not None and not is_paralysed(game, creature):
            strike(game, game_map, creature)


def strike(game: Game, game_map: GameMap, creature: Creature) -> None:
    """Let a creature strike what is ahead, at once. Functions of mods wait in the queue."""
    if creature.player is not None:
        call_hook(game, "HOOK_WEAPON_DOWNSWING", creature)
    game.post("swing", creature=creature.uid)
    item, target = weapon_of(game, creature), creature_ahead(game_map, creature)
    if target is not None and item >= 0:
        call_melee(game, item, creature, victim=target)
        _hit(game, creature, target, item, strike_bonus(game, creature, item))
    elif game_map.contains(*ahead(creature)):
        slot = topmost_destructible(game_map, game_map.square(*ahead(creature)))
        if item >= 0 and slot is not None:
            call_melee(game, item, creature, tile=tile_key(game_map, slot), tile_pos=ahead(creature))
        hit_square(game, game_map, creature)
        if item >= 0 and slot is not None:
            _hit_tile_ahead(game, creature, item)


def _hit(game: Game, attacker: Creature, target: Creature, item: int, bonus: int) -> None:
    """Damage a creature with the item of another one after the callbacks; functions of the mod may roll numbers.

    The callbacks may give the game another map.
    """
    weapon = game.registry.get("item", item).fields

    def roll_stun(number: int) -> None:
        def hit(stun: int) -> None:
            by, harm, stun = originator_of(attacker), number + bonus, max(stun, 0)
            damage(game, game.map, target, harm, originator=by, attacker=attacker, stun=stun, squelches=True)

        roll_or_take(game, "item", "melee_stun_time", item, weapon.melee_stun_time, hit)

    game.callbacks.append(
        Step(lambda: roll_or_take(game, "item", "melee_damage", item, weapon.melee_damage, roll_stun))
    )


def _hit_tile_ahead(game: Game, creature: Creature, item: int) -> None:
    """Damage the tile ahead with an item after the callbacks, on the map that the game has then.

    The mod of the item may roll the amount.
    """
    square, amount = ahead(creature), game.registry.get("item", item).fields.melee_tile_damage

    def hit(number: int) -> None:
        slot = topmost_destructible(game.map, game.map.square(*square)) if game.map.contains(*square) else None
        if slot is not None:
            damage_tile(game, game.map, slot, number, creature)

    game.callbacks.append(Step(lambda: roll_or_take(game, "item", "melee_tile_damage", item, amount, hit)))
