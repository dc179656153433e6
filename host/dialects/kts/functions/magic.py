"""Magic: what potions, scrolls and crystal balls do to the actor of a callback."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from host.border.function import Call
from host.border.schema import Anything, Type, WordOf
from host.dialects.kts.context import actor_function
from host.dialects.kts.declarations import COUNT, plain
from host.dialects.kts.play import creatures as play
from host.dialects.kts.play import effects, progress
from host.dialects.kts.play.doors import unlock_all
from host.dialects.kts.play.movement import teleport
from host.dialects.kts.play.progress import Progress
from host.dialects.kts.play.tiles import free_near
from host.model.game_map import GameMap
from host.model.objects import Creature
from host.model.tile import CLEAR, WALKING
from host.play.game import Game

_SPEED = WordOf({"slow": "slow", "fast": "fast"})
# Arguments in the examples of spells, by parameter.
_EXAMPLE_ARGUMENTS = {"ms": "5000", "message": '"You feel strange."', "speed": '"fast"'}


def _declare_spell(name: str, event: str, doc: str, *params: tuple[str, Type]) -> None:
    """Declare a spell that only posts an event of its actor."""

    def run(call: Call, actor: Creature, *arguments: Any) -> None:
        data = {param[0]: plain(call, value, param[0]) for param, value in zip(params, arguments, strict=True)}
        call.session.current_game.post(event, creature=actor.uid, **data)

    arguments = ", ".join(_EXAMPLE_ARGUMENTS[param[0]] for param in params)
    run.__doc__ = f"{doc}\n\n> kts.{name}({arguments})"
    actor_function(name, *params)(run)


_MS = ("ms", COUNT)
_MSG = ("message", Anything())

_declare_spell("CrystalStart", "crystal ball", "Let the actor look through the eyes of others.")
_declare_spell("CrystalStop", "crystal ball ends", "Stop CrystalStart.")
_declare_spell("MagicMapping", "magic mapping", "Show the actor the map.")
_declare_spell("WipeMap", "map wiped", "Let the actor forget the map.")
_declare_spell("RevealStart", "reveal", "Show the actor to all players.")
_declare_spell("RevealStop", "reveal ends", "Stop RevealStart.")
_declare_spell("RevealLocation", "location revealed", "Show all players where the actor is, for a time.", _MS)
_declare_spell("SenseKnight", "sense knight", "Show the actor other knights, for a time.", _MS)
_declare_spell("SenseItems", "sense items", "Show the actor items, for a time.", _MS)


def _declare_potion(
    name: str, event: str, doc: str, begin: Callable[..., bool | None], *params: tuple[str, Type]
) -> None:
    """Declare a potion, which works on knights alone: `begin(game, knight, ms, *others)`, and an event unless False."""

    def run(call: Call, actor: Creature, *arguments: Any) -> None:
        game = call.session.current_game
        data = {param[0]: plain(call, value, param[0]) for param, value in zip(params, arguments, strict=True)}
        others = {param: value for param, value in data.items() if param not in ("ms", "message")}
        if actor.player is not None and begin(game, actor, milliseconds=data["ms"], **others) is not False:
            game.post(event, creature=actor.uid, **data)

    arguments = ", ".join(_EXAMPLE_ARGUMENTS[param[0]] for param in params)
    run.__doc__ = f"{doc}\n\n> kts.{name}({arguments})"
    actor_function(name, *params)(run)


def _regenerate(game: Game, knight: Creature, milliseconds: int, speed: str) -> bool:
    effect = progress.FAST_REGENERATION if speed == "fast" else progress.SLOW_REGENERATION
    return effects.begin_effect(game, knight, effect, milliseconds)


_WHOM = "if it is a knight, for a time"
for _name, _effect, _doc, *_params in (
    ("Paralyzation", progress.PARALYZATION, f"Paralyse the actor, {_WHOM}: it cannot act.", _MS),
    ("Invisibility", progress.INVISIBILITY, f"Hide the actor from monsters, {_WHOM}.", _MS, _MSG),
    (
        "Quickness",
        progress.QUICKNESS,
        f"Make the actor quick, {_WHOM}: it walks and throws in two thirds of the time.",
        _MS,
        _MSG,
    ),
    (
        "Strength",
        progress.STRENGTH,
        f"Make the actor strong, {_WHOM}: it strikes harder, breaks tiles by one blow and throws twice as far.",
        _MS,
        _MSG,
    ),
    (
        "Super",
        progress.SUPER,
        f"Make the actor strong, regenerating, and quick while it is at full health, {_WHOM}.",
        _MS,
        _MSG,
    ),
):
    _declare_potion(_name, _effect, _doc, partial(effects.begin_effect, effect=_effect), *_params)
_declare_potion(
    "Regeneration",
    "regeneration",
    f"Heal the actor again and again, {_WHOM}: a hit point each 700 milliseconds when fast, or 2,100 when slow.",
    _regenerate,
    _MS,
    _MSG,
    ("speed", _SPEED),
)
_declare_potion(
    "Invulnerability",
    "invulnerability",
    f"Protect the actor from damage and poison, {_WHOM}.",
    partial(effects.protect, against_damage=True),
    _MS,
    _MSG,
)
_declare_potion(
    "PoisonImmunity",
    "poison immunity",
    f"Protect the actor from poison and paralysis, {_WHOM}.",
    partial(effects.protect, against_damage=False),
    _MS,
    _MSG,
)


@actor_function("DispelMagic", _MSG)
def dispel_magic(call: Call, actor: Creature, message: Any) -> None:
    """End all magic on knights.

    > kts.DispelMagic "All magic fades."
    """
    game = call.session.current_game
    for knight in game.player_creatures():
        effects.end_effects(game.part(Progress), knight.uid)
    game.post("dispel magic", creature=actor.uid, message=plain(call, message, "message"))


@actor_function("OpenWays")
def open_ways(call: Call, actor: Creature) -> None:
    """Unlock all doors and chests, but not those that only the mod opens, and disarm their traps.

    > kts.OpenWays()
    """
    game = call.session.current_game
    game.post("open ways", creature=actor.uid)
    unlock_all(game, game.map)


@actor_function("Healing", _MSG)
def healing(call: Call, actor: Creature, message: Any) -> None:
    """Heal the actor, if it is a knight.

    > kts.Healing "You feel better."
    """
    if actor.player is None:
        return
    full = call.session.current_game.part(Progress).settings["knight_hitpoints"]
    call.session.map.set_health(actor, max(actor.health, full))
    call.session.current_game.post("healing", creature=actor.uid, message=plain(call, message, "message"))


@actor_function("Poison", _MSG)
def poison(call: Call, actor: Creature, message: Any) -> None:
    """Kill the actor with poison, if it is a knight and does not resist.

    > kts.Poison "You feel sick."
    > print(kts.IsAlive(goblin)) --> true
    """
    if actor.player is None:
        return
    call.session.current_game.post("poison", creature=actor.uid, message=plain(call, message, "message"))
    play.poison(call.session.current_game, call.session.map, actor)


@actor_function("TeleportRandom", needs_occupants=True)
def teleport_random(call: Call, actor: Creature) -> None:
    """Teleport the actor, if it is a knight, into the room of another random knight, or else to a random square.

    > kts.TeleportRandom()
    """
    if actor.player is None:
        return
    game = call.session.current_game
    others = [knight for knight in game.player_creatures() if knight is not actor]
    free: list[int] = []
    if others:
        host = call.stream("kts.TeleportRandom").choice(others)
        rooms = game.map.rooms_at(host.x, host.y)
        free = _free_squares(game.map, *game.map.rooms[rooms[0]].tolist()) if rooms else []
    free = free or _free_squares(game.map, 0, 0, game.map.width, game.map.height)
    if free:
        teleport(game, game.map, actor, *game.map.position(call.stream("kts.random square").choice(free)))


def _free_squares(game_map: GameMap, x: int, y: int, width: int, height: int) -> list[int]:
    """Return the squares of a rectangle where a knight can stand."""
    left, top = max(x, 0), max(y, 0)
    access = game_map.tileset.traits.array("walking").take(game_map.stacks[top : y + height, left : x + width])
    rows, columns = np.nonzero(access == CLEAR)
    squares = ((rows + top) * game_map.width + columns + left).tolist()
    return [square for square in squares if game_map.is_square_free(square, WALKING)]


@actor_function("Attractor", needs_occupants=True)
def attractor(call: Call, actor: Creature) -> None:
    """Teleport all other knights to squares near the actor.

    > kts.Attractor()
    """
    game = call.session.current_game
    for player in game.players:
        knight = player.creature
        if knight is not None and knight is not actor:
            pos = free_near(game.map, actor.x, actor.y, knight.height)
            if pos is not None:
                teleport(game, game.map, knight, *pos)
