"""Missiles: items that fly over time, once thrown, shot, or set off by a trap."""

from __future__ import annotations

from functools import partial

from host.dialects.kts.play.callbacks import call_hook, originator_of, wake
from host.dialects.kts.play.creatures import damage
from host.dialects.kts.play.effects import is_paralysed, is_quick, is_strong, quickened
from host.dialects.kts.play.items import HANDS_ARE_EMPTY, take
from host.dialects.kts.play.movement import ahead, is_on_map
from host.dialects.kts.play.progress import LONGEST_STEP, Missile, Progress
from host.dialects.kts.play.tiles import lay_near
from host.model.game_map import GameMap
from host.model.geometry import DIRECTIONS, DX, DY
from host.model.objects import Creature, ItemStack, ItemType
from host.model.tile import APPROACH, BLOCKED, CLEAR, FLYING, MISSILES, WALKING
from host.play.game import Game
from host.play.queue import MONSTER, Step
from host.play.rolls import roll_or_take
from host.render.looks import item_look

# Missiles in the air at most; more do not start.
MOST_MISSILES = 1000


def start_missile(
    game: Game,
    game_map: GameMap,
    item: int,
    x: int,
    y: int,
    direction: int,
    *,
    originator: int | None,
    drop_after: bool,
    hits_friends: bool = True,
    range_factor: int = 1,
) -> bool:
    """Let an item fly from the edge of a square; return False when it does not start.

    It does not start in front of a square that blocks missiles. In front of a square that missiles may only approach,
    chance decides.
    """
    progress = game.part(Progress)
    kind: ItemType = game.registry.get("item", item).fields
    if len(progress.missiles) >= MOST_MISSILES:
        return False
    if not _may_go_on(game, game_map, kind, x + DX[direction], y + DY[direction]):
        return False
    pace = progress.settings["walk_time"] * 100
    missile = Missile(
        item,
        x,
        y,
        direction,
        originator,
        drop_after,
        hits_friends,
        range_left=kind.missile_range * range_factor,
        begun=game.clock,
        step_time=round(min(max(pace / kind.missile_speed, 1), LONGEST_STEP)) if kind.missile_speed else LONGEST_STEP,
    )
    progress.missiles.append(missile)
    game.post("missile", x=x, y=y, direction=DIRECTIONS[direction], item=game.registry.get("item", item).id)
    plan(game)
    return True


def _may_go_on(game: Game, game_map: GameMap, kind: ItemType, x: int, y: int) -> bool:
    """Return whether a missile may fly to a square."""
    access = game_map.access(x, y, MISSILES)
    if access == APPROACH:
        return game.stream("host", "missiles").chance(kind.missile_access_chance)
    return access != BLOCKED


def plan(game: Game) -> None:
    """Plan the next run, and let Lua know, which waits for runs that were planned before."""
    plan_run(game.part(Progress))
    wake(game)


def plan_run(progress: Progress) -> None:
    """Set when missiles fly on, creatures throw and blows hit, if any do."""
    times = [_due(progress, missile) for missile in progress.missiles]
    times += progress.blows.values()
    times += [due for due, _ in progress.throws.values()]
    progress.due.pop("missiles", None)
    if times:
        progress.due["missiles"] = min(times)


def _look_due(progress: Progress, missile: Missile) -> int:
    return missile.begun + (missile.looks + 1) * progress.settings["missile_check_interval"]


def _arrival_due(missile: Missile) -> int:
    return missile.begun + missile.step_time * (2 * missile.arrivals + 1) // 2


def _due(progress: Progress, missile: Missile) -> int:
    return min(_look_due(progress, missile), _arrival_due(missile))


def run_missiles(game: Game, game_map: GameMap) -> None:
    """Let creatures throw whose time has come, and let missiles fly on until now."""
    progress = game.part(Progress)
    for uid, (due, item) in list(progress.throws.items()):
        if due <= game.clock:
            del progress.throws[uid]
            thrower = next((knight for knight in game_map.living_creatures if knight.uid == uid), None)
            if thrower is not None:
                _release(game, game_map, thrower, item)
    for missile in list(progress.missiles):
        while _due(progress, missile) <= game.clock and not _advance(game, game_map, missile):
            pass
    plan_run(progress)


def _advance(game: Game, game_map: GameMap, missile: Missile) -> bool:
    """Let a missile look for a target or arrive at the next square, whichever is next; return whether it ends."""
    progress = game.part(Progress)
    look, arrival = _look_due(progress, missile), _arrival_due(missile)
    direction = missile.direction
    if look < arrival:
        missile.looks += 1
        # In the second half of its way the missile is over the next square.
        is_over_next = look - missile.begun >= missile.step_time * missile.arrivals
        x, y = missile.x + DX[direction] * is_over_next, missile.y + DY[direction] * is_over_next
        return _find_target(game, game_map, missile, x, y)
    missile.arrivals += 1
    missile.x += DX[direction]
    missile.y += DY[direction]
    x, y = missile.x, missile.y
    if _find_target(game, game_map, missile, x, y):
        return True
    kind: ItemType = game.registry.get("item", missile.item).fields
    missile.range_left += _slope(game_map, x, y, direction) - 1
    if missile.range_left <= 0 or not _may_go_on(game, game_map, kind, x + DX[direction], y + DY[direction]):
        _end(game, game_map, missile, x, y, has_hit=False)
        return True
    return False


def _slope(game_map: GameMap, x: int, y: int, direction: int) -> int:
    """Return what stairs ahead of a square change of the range: 1 down them, on every second square, and -1 up."""
    ahead_x, ahead_y = x + DX[direction], y + DY[direction]
    if not game_map.contains(ahead_x, ahead_y):
        return 0
    stairs = {tile.stairs for tile in game_map.tiles_on(game_map.square(ahead_x, ahead_y))}
    if DIRECTIONS[direction] in stairs:
        return int((x + y) % 2 == 0)
    return -(DIRECTIONS[(direction + 2) % 4] in stairs)


def _find_target(game: Game, game_map: GameMap, missile: Missile, x: int, y: int) -> bool:
    """Let a missile meet the creatures on a square; return whether it ends."""
    kind: ItemType = game.registry.get("item", missile.item).fields
    for height in (WALKING, FLYING):
        target = game_map.creature_at(x, y, height)
        if target is None or target.uid in missile.missed:
            continue
        if not missile.hits_friends and target.player is not None and missile.originator not in (None, MONSTER):
            if target.player == missile.originator:
                continue
            if game.players[target.player].team == game.players[missile.originator].team:
                _end(game, game_map, missile, x, y, has_hit=False)
                return True
        # A creature that it misses is passed.
        missile.missed.append(target.uid)
        miss = 1 / (max(missile.range_left, 0) * kind.missile_hit_multiplier + 1)
        if game.stream("host", "missiles").chance(1 - miss):
            hit(game, game_map, target, missile.item, missile.originator)
            _end(game, game_map, missile, x, y, has_hit=True)
            return True
    return False


def hit(game: Game, game_map: GameMap, target: Creature, item: int, originator: int | None) -> None:
    """Damage and stun a creature by a missile; functions of the mod may roll both numbers."""
    kind: ItemType = game.registry.get("item", item).fields

    def roll_stun(amount: int) -> None:
        def hurt(stun: int) -> None:
            damage(game, game_map, target, amount, originator=originator, stun=max(stun, 0), squelches=True)

        roll_or_take(game, "item", "missile_stun_time", item, kind.missile_stun_time, hurt)

    roll = partial(roll_or_take, game, "item", "missile_damage", item, kind.missile_damage, roll_stun)
    game.callbacks.append(Step(roll, partial(is_on_map, game_map, target)))


def _end(game: Game, game_map: GameMap, missile: Missile, x: int, y: int, *, has_hit: bool) -> None:
    """Remove a missile from the air; its item may drop."""
    game.part(Progress).missiles.remove(missile)
    if not has_hit:
        call_hook(game, "HOOK_MISSILE_MISS", pos=(x, y))
    if missile.drop_after:
        _drop(game, game_map, x, y, missile.item, missile.originator)


def _drop(game: Game, game_map: GameMap, x: int, y: int, item: int, originator: int | None) -> None:
    square = lay_near(game_map, game_map.square(x, y), ItemStack(item))
    if square is None:
        game.post("lost", item=game.registry.get("item", item).id, count=1)
    else:
        game.part(Progress).droppers[square] = item, originator


# -- throws


def throw(game: Game, game_map: GameMap, creature: Creature) -> bool:
    """Let a creature throw the item in its hands, after the time that it takes; return False when it cannot."""
    item, progress = creature.held, game.part(Progress)
    if item < 0 or creature.uid in progress.throws or not _can_fly_from(game_map, creature):
        return False
    times = game.registry.get("item", item).fields.missile_times
    before, after = (quickened(game, creature, time) for time in times)
    if before or after:
        progress.ready[creature.uid] = max(progress.ready.get(creature.uid, 0), game.clock + before + after)
    if not before:
        return _release(game, game_map, creature, item)
    progress.throws[creature.uid] = game.clock + before, item
    plan(game)
    return True


def why_no_throw(game_map: GameMap, creature: Creature) -> str | None:
    """Return why a creature cannot throw what is in its hands ahead; None when it can."""
    if creature.held < 0:
        return HANDS_ARE_EMPTY
    return None if game_map.access(*ahead(creature), MISSILES) == CLEAR else "nothing can fly there"


def why_no_shot(game: Game, game_map: GameMap, creature: Creature) -> str | None:
    """Return why a creature cannot shoot with what is in its hands, or throw it where it does not shoot."""
    reason = why_no_throw(game_map, creature)
    return _why_not_ready(game, game_map, creature) if reason is None and is_shooter(game, creature) else reason


def is_shooter(game: Game, creature: Creature) -> bool:
    """Return whether what is in the hands of a creature shoots."""
    return _ammo_of(game, creature) >= 0


def can_shoot(game: Game, game_map: GameMap, creature: Creature) -> bool:
    """Return whether a creature has an item in its hands that shoots, and what that shoots, and is ready."""
    return is_shooter(game, creature) and _why_not_ready(game, game_map, creature) is None


def _why_not_ready(game: Game, game_map: GameMap, creature: Creature) -> str | None:
    """Return why a shooter in the hands of a creature cannot shoot; None when it can."""
    ammo = _ammo_of(game, creature)
    if not creature.carried.get(ammo):
        return f"it shoots {item_look(game_map, ItemStack(ammo)).name}, and none are carried"
    return None if _is_reloaded(game, creature) else "it is not loaded yet"


def _ammo_of(game: Game, creature: Creature) -> int:
    ammo: int = game.registry.get("item", creature.held).fields.ammo if creature.held >= 0 else -1
    return ammo


def _is_reloaded(game: Game, creature: Creature) -> bool:
    return game.part(Progress).reloaded.get(creature.uid, 0) <= game.clock


def throw_or_shoot(game: Game, game_map: GameMap, creature: Creature) -> bool:
    """Let a creature shoot with the item in its hands, or throw one that does not shoot; False when it cannot."""
    if _ammo_of(game, creature) < 0:
        return throw(game, game_map, creature)
    if not can_shoot(game, game_map, creature) or not _can_fly_from(game_map, creature):
        return False
    reload_time = game.registry.get("item", creature.held).fields.reload_time
    game.part(Progress).reloaded[creature.uid] = game.clock + reload_time // (2 if is_quick(game, creature) else 1)
    _let_fly(game, game_map, creature, _ammo_of(game, creature))
    return True


def throw_carried(game: Game, game_map: GameMap, creature: Creature, item: int) -> bool:
    """Let a creature throw an item out of its bag at once; return False without one, or where nothing can fly."""
    if not creature.carried.get(item) or not _can_fly_from(game_map, creature):
        return False
    _let_fly(game, game_map, creature, item)
    return True


def _can_fly_from(game_map: GameMap, creature: Creature) -> bool:
    return game_map.access(creature.x, creature.y, MISSILES) == CLEAR


def _release(game: Game, game_map: GameMap, creature: Creature, item: int) -> bool:
    """Let an item fly out of a creature's hands; where it cannot fly, it drops."""
    if creature.held != item or is_paralysed(game, creature) or not _can_fly_from(game_map, creature):
        return False
    _let_fly(game, game_map, creature, item)
    return True


def _let_fly(game: Game, game_map: GameMap, creature: Creature, item: int) -> None:
    take(creature, item)
    by = originator_of(creature)
    if not start_missile(
        game,
        game_map,
        item,
        creature.x,
        creature.y,
        creature.facing,
        originator=by,
        drop_after=True,
        hits_friends=False,
        range_factor=2 if is_strong(game, creature) else 1,
    ):
        _drop(game, game_map, creature.x, creature.y, item, by)
