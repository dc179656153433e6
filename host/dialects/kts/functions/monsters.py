"""Monsters: how they come to the map, their limits, and the dead that rise as zombies."""

from __future__ import annotations

from typing import Any

from host.border.function import Call
from host.border.schema import Anything, HandleOf, Integer, ListOf, Number, refuse
from host.border.values import Handle, Table
from host.dialects.kts.context import Context
from host.dialects.kts.declarations import COUNT, INT, KTS, MONSTER, POSITION, TILE, prototype_of, tile_of
from host.dialects.kts.play import creatures as play
from host.dialects.kts.play.movement import notify_square
from host.dialects.kts.play.progress import Progress
from host.dialects.kts.play.quest import Quest
from host.generate.populate import add_monsters as place_monsters
from host.model.objects import Creature
from host.play.queue import Step
from host.play.rolls import roll_health

# A corpse, and what it becomes.
_CORPSE, _RISEN = HandleOf(("tile",)), HandleOf(("tile", "monster"))
# Monsters that one call of AddMonsters creates.
_CREATED_COUNT = Integer(0, 1_000_000)


def _quest(call: Call) -> Quest:
    return call.session.current_game.part(Quest)


@KTS.function("AddMonsters", ("montype", MONSTER), ("number", _CREATED_COUNT), needs_occupants=True)
def add_monsters(call: Call, monster: Handle, count: int) -> None:
    """Create up to a number of monsters on random squares. A monster without room after ten tries is left out.

    > kts.AddMonsters(base.rat, 4)
    """
    session = call.session
    stream = call.stream("kts.AddMonsters")
    height = session.registry.get("monster", monster.index).fields.height
    roll_health(session.current_game, place_monsters(session.map, monster.index, height, count, stream))


@KTS.function("AddMonster", ("pos", POSITION), ("montype", MONSTER), needs_occupants=True)
def add_monster(call: Call, pos: tuple[int, int], monster: Handle) -> Handle | None:
    """Create a monster on a square, and return it; nil when it cannot stand there.

    -> Creature?
    > print(kts.AddMonster({ x = -1, y = 0 }, base.rat)) --> nil
    """
    creature = _create(call, pos, monster)
    return None if creature is None else Handle("creature", creature.uid)


def _create(call: Call, pos: tuple[int, int], monster: Handle) -> Creature | None:
    creature = play.create_monster(call.session.map, *pos, monster.index)
    if creature is not None:
        roll_health(call.session.current_game, [creature])
        notify_square(call.session.current_game, call.session.map, creature)
    return creature


def _appear(call: Call, pos: tuple[int, int], monster: Handle) -> None:
    _create(call, pos, monster)


@KTS.function("AddMonsterGenerator", ("montype", MONSTER), ("tiles", ListOf(TILE)), ("probability", Number()))
def add_monster_generator(call: Call, monster: Handle, tiles: list[Handle], probability: float) -> None:
    """Let monsters appear on these tiles during play.

    - probability: the chance of a monster at each attempt
    > kts.AddMonsterGenerator(base.vampire_bat, { base.stairs_n }, 0.1)
    """
    sources = [tile_of(call, tile) for tile in tiles]
    _quest(call).monster_generators.append((monster.index, sources, probability))


# -- limits


@KTS.function("LimitMonster", ("montype", MONSTER), ("number", INT))
def limit_monster(call: Call, monster: Handle, most: int) -> None:
    """Limit the living monsters of a type during play; a negative number removes the limit.

    > kts.LimitMonster(base.zombie, 5)
    > print(kts.GetMonsterLimit(base.zombie)) --> 5
    """
    limits = _quest(call).monster_limits
    limits.pop(monster.index, None)
    if most >= 0:
        limits[monster.index] = most


@KTS.function("LimitTotalMonsters", ("number", INT))
def limit_total_monsters(call: Call, most: int) -> None:
    """Limit the living monsters of all types during play; a negative number removes the limit.

    > kts.LimitTotalMonsters(30)
    > print(kts.GetTotalMonsterLimit()) --> 30
    """
    _quest(call).total_monster_limit = most if most >= 0 else None


@KTS.function("GetMonsterLimit", ("montype", MONSTER))
def get_monster_limit(call: Call, monster: Handle) -> int | None:
    """Return the limit of a monster type, or nil.

    -> integer?
    > print(kts.GetMonsterLimit(base.zombie)) --> nil
    """
    return _quest(call).monster_limits.get(monster.index)


@KTS.function("GetTotalMonsterLimit")
def get_total_monster_limit(call: Call) -> int | None:
    """Return the limit of all monsters together, or nil.

    -> integer?
    > print(kts.GetTotalMonsterLimit()) --> nil
    """
    return _quest(call).total_monster_limit


@KTS.function("GetMonsterCount", ("montype", MONSTER))
def get_monster_count(call: Call, monster: Handle) -> int:
    """Return how many monsters of a type are alive.

    -> integer
    > print(kts.GetMonsterCount(base.goblin)) --> 1
    """
    return play.count_monsters(call.session.map, monster.index)


@KTS.function("GetTotalMonsterCount")
def get_total_monster_count(call: Call) -> int:
    """Return how many monsters are alive.

    -> integer
    > print(kts.GetTotalMonsterCount()) --> 1
    """
    return play.count_monsters(call.session.map)


# -- zombies


@KTS.function("SetZombieActivity", ("probability", Number()), ("table", ListOf(ListOf(Anything()))))
def set_zombie_activity(call: Call, probability: float, pairs: list[list[Any]]) -> None:
    """Let corpses decay and rise during play.

    - probability: the chance that a corpse changes, at each attempt
    - table: { tile, the tile or monster that it becomes } …
    > kts.SetZombieActivity(0.02, { { base.corpse_fresh, base.corpse_rotten }, { base.corpse_rotten, base.zombie } })
    """
    changes = []
    for i, pair in enumerate(pairs, 1):
        if len(pair) != 2:
            refuse(f"table[{i}]", Table(pair), "must be {Tile, Tile or MonsterType}")
        tile = _CORPSE.read(pair[0], f"table[{i}][1]")
        becomes = _RISEN.read(pair[1], f"table[{i}][2]")
        changes.append((prototype_of(call, tile).index, becomes.kind, prototype_of(call, becomes).index))
    _quest(call).zombie_activity = (probability, changes)


@KTS.function("FullZombieActivity")
def full_zombie_activity(call: Call) -> None:
    """Let all corpses rise.

    > kts.FullZombieActivity()
    """
    _quest(call).full_zombie_activity = True
    call.session.current_game.post("full zombie activity")


@KTS.function("NormalZombieActivity")
def normal_zombie_activity(call: Call) -> None:
    """Let corpses rise with the probability of SetZombieActivity again.

    > kts.NormalZombieActivity()
    """
    _quest(call).full_zombie_activity = False
    call.session.current_game.post("normal zombie activity")


@KTS.function("Necromancy", ("number", COUNT), ("range", COUNT), needs_occupants=True, context=True)
def necromancy(call: Call, context: Any, number: int, radius: int) -> bool:
    """Let corpses around the square of the callback rise, as the monsters that they would become in time.

    -> boolean
    - number: how many rise at most; each tries random squares
    - range: the distance up to which they rise, in squares
    - result: whether this is its first use in the game
    > print(kts.Necromancy(3, 5), kts.Necromancy(3, 5)) --> true false
    """
    x, y = Context(call, "Necromancy", context).pos()
    game = call.session.current_game
    # Imported here, because few dungeons raise the dead.
    from host.dialects.kts.play.spawning import raise_dead

    risen = raise_dead(game, game.map, x, y, number, radius, call.stream("kts.Necromancy"))
    roll_health(game, risen)
    for creature in risen:
        notify_square(game, game.map, creature)
    progress = game.part(Progress)
    is_first = not progress.has_used_necromancy
    progress.has_used_necromancy = True
    return is_first


@KTS.function("ZombifyActor", ("montype", MONSTER), needs_occupants=True, context=True)
def zombify_actor(call: Call, context: Any, monster: Handle) -> None:
    """Kill the actor, if it is a knight, and put a monster in its place.

    > kts.ZombifyActor(base.zombie)
    > print(kts.IsAlive(goblin)) --> true
    """
    _zombify(call, Context(call, "ZombifyActor", context), "actor", monster)


@KTS.function("ZombifyTarget", ("montype", MONSTER), needs_occupants=True, context=True)
def zombify_target(call: Call, context: Any, monster: Handle) -> bool:
    """Kill `cxt.victim`, if it is a knight, and put a monster in its place.

    -> boolean
    - result: whether the victim is a knight
    > print(kts.ZombifyTarget(base.zombie)) --> false
    """
    return _zombify(call, Context(call, "ZombifyTarget", context), "victim", monster)


def _zombify(call: Call, context: Context, name: str, monster: Handle) -> bool:
    knight, game = context.creature(name), call.session.current_game
    if knight is None or knight.player is None:
        return False
    pos = knight.x, knight.y
    play.die(game, game.map, knight, play.ZOMBIE, originator=context.originator())
    # After the callbacks of the death.
    game.callbacks.append(Step(lambda: _appear(call, pos, monster)))
    return True


@KTS.function("ZombieKill", ("montype", MONSTER), context=True)
def zombie_kill(call: Call, context: Any, monster: Handle) -> bool:
    """Kill `cxt.victim`, if it is a monster of a type.

    -> boolean
    - result: whether the victim is such a monster
    > print(kts.ZombieKill(base.zombie)) --> false
    """
    here = Context(call, "ZombieKill", context)
    victim = here.creature("victim")
    if victim is None or victim.monster != monster.index:
        return False
    play.die(call.session.current_game, call.session.map, victim, originator=here.originator())
    return True
