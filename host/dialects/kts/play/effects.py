"""Effects of magic on knights, which end after a time: strength, quickness and others."""

from __future__ import annotations

from host.dialects.kts.play.callbacks import wake
from host.dialects.kts.play.progress import (
    HEALING,
    INVISIBILITY,
    PARALYZATION,
    QUICKNESS,
    STRENGTH,
    SUPER,
    Magic,
    Progress,
)
from host.model.game_map import GameMap
from host.model.objects import Creature
from host.play.game import Game


def begin_effect(game: Game, knight: Creature, effect: str, milliseconds: int) -> bool:
    """Give a knight an effect in place of the one that it has; return False for a paralysis that it resists."""
    progress = game.part(Progress)
    if effect == PARALYZATION and _lasts(game, progress.immune, knight):
        return False
    healing = HEALING.get(effect)
    heals_at = None if healing is None else game.clock + healing
    progress.magic[knight.uid] = Magic(effect, game.clock + milliseconds, heals_at)
    _plan_run(progress)
    if heals_at is not None:
        wake(game)
    return True


def protect(game: Game, knight: Creature, milliseconds: int, *, against_damage: bool) -> None:
    """Protect a knight from damage and poison, or from poison and paralysis, for a time."""
    progress = game.part(Progress)
    (progress.invulnerable if against_damage else progress.immune)[knight.uid] = game.clock + milliseconds


def end_effects(progress: Progress, uid: int) -> None:
    """End all magic on a creature."""
    for ends in (progress.magic, progress.invulnerable, progress.immune):
        ends.pop(uid, None)
    _plan_run(progress)


def _lasts(game: Game, ends: dict[int, int], creature: Creature) -> bool:
    return ends.get(creature.uid, 0) > game.clock


def _effect_of(game: Game, creature: Creature) -> str | None:
    magic = game.part(Progress).magic.get(creature.uid)
    return magic.effect if magic is not None and magic.ends_at > game.clock else None


def resists_damage(game: Game, creature: Creature) -> bool:
    """Return whether a creature takes no damage."""
    return _lasts(game, game.part(Progress).invulnerable, creature)


def resists_poison(game: Game, creature: Creature) -> bool:
    """Return whether poison does not harm a creature."""
    return resists_damage(game, creature) or _lasts(game, game.part(Progress).immune, creature)


def is_strong(game: Game, creature: Creature) -> bool:
    """Return whether a creature strikes harder and throws farther."""
    return _effect_of(game, creature) in (STRENGTH, SUPER)


def is_quick(game: Game, creature: Creature) -> bool:
    """Return whether a creature is quicker: one with super strength is at full health."""
    effect = _effect_of(game, creature)
    full = game.part(Progress).settings["knight_hitpoints"]
    return effect == QUICKNESS or (effect == SUPER and creature.health >= full)


def quickened(game: Game, creature: Creature, milliseconds: int) -> int:
    """Return how long a creature takes for what takes others so many milliseconds."""
    return milliseconds * 100 // 150 if is_quick(game, creature) else milliseconds


def visible_knights(game: Game) -> list[Creature]:
    """Return the knights that monsters see, in the order of the players."""
    knights = game.player_creatures()
    # Each monster asks at each of its actions.
    if not game.part(Progress).magic:
        return knights
    return [knight for knight in knights if _effect_of(game, knight) != INVISIBILITY]


def is_paralysed(game: Game, creature: Creature) -> bool:
    """Return whether a creature cannot act."""
    return _effect_of(game, creature) == PARALYZATION


def run_effects(game: Game, game_map: GameMap) -> None:
    """Let knights regenerate a hit point whose time has come, and drop effects that have ended."""
    progress = game.part(Progress)
    full = progress.settings["knight_hitpoints"]
    knights = {knight.uid: knight for knight in game.player_creatures()}
    for uid, (effect, ends_at, heals_at) in list(progress.magic.items()):
        knight = knights.get(uid)
        if knight is not None and heals_at is not None and heals_at <= min(game.clock, ends_at):
            progress.magic[uid] = Magic(effect, ends_at, max(heals_at + HEALING[effect], game.clock + 1))
            if knight.health < full:
                game_map.set_health(knight, knight.health + 1)
                game.post("healed", creature=uid, health=knight.health)
        elif knight is None or ends_at <= game.clock:
            del progress.magic[uid]
    _plan_run(progress)


def _plan_run(progress: Progress) -> None:
    """Set when knights regenerate next, if any do."""
    progress.due.pop("effects", None)
    times = [min(magic.heals_at, magic.ends_at) for magic in progress.magic.values() if magic.heals_at is not None]
    if times:
        progress.due["effects"] = min(times)
