"""Magic: what potions, scrolls and crystal balls do to the actor of a callback."""

from __future__ import annotations

from typing import Any

import numpy as np

from host.border.function import Call
from host.border.schema import Anything, Choice, Type
from host.dialects.kts.context import Context
from host.dialects.kts.declarations import COUNT, KTS, plain
from host.model.tile import CLEAR, HEIGHTS
from host.play import creatures as play
from host.play.tiles import free_near

_FULL_HEALTH = 10
_SPEED = Choice({"slow": "slow", "fast": "fast"})
# Arguments in the examples of spells, by parameter.
_EXAMPLE_ARGUMENTS = {"ms": "5000", "message": '"You feel strange."', "speed": '"fast"'}


def _declare_spell(name: str, event: str, doc: str, *params: tuple[str, Type]) -> None:
    """Declare a spell that only posts an event of its actor."""

    def run(call: Call, context: Any, *arguments: Any) -> None:
        actor = Context(call, name, context).actor()
        data = {param[0]: plain(call, value, param[0]) for param, value in zip(params, arguments, strict=True)}
        call.session.current_game.post(event, creature=actor.uid, **data)

    arguments = ", ".join(_EXAMPLE_ARGUMENTS[param[0]] for param in params)
    run.__doc__ = f"{doc}\n\n> kts.{name}({arguments})"
    KTS.function(name, *params, context=True)(run)


_MS = ("ms", COUNT)
_MSG = ("message", Anything())

_declare_spell("CrystalStart", "crystal ball", "Let the actor look through the eyes of others.")
_declare_spell("CrystalStop", "crystal ball ends", "Stop CrystalStart.")
_declare_spell("MagicMapping", "magic mapping", "Show the actor the map.")
_declare_spell("WipeMap", "map wiped", "Let the actor forget the map.")
_declare_spell("RevealStart", "reveal", "Show the actor to all players.")
_declare_spell("RevealStop", "reveal ends", "Stop RevealStart.")
_declare_spell("OpenWays", "open ways", "Open doors before the actor.")
_declare_spell("RevealLocation", "location revealed", "Show all players where the actor is, for a time.", _MS)
_declare_spell("SenseKnight", "sense knight", "Show the actor other knights, for a time.", _MS)
_declare_spell("SenseItems", "sense items", "Show the actor items, for a time.", _MS)
_declare_spell("Paralyzation", "paralyzation", "Paralyse the actor, for a time.", _MS)
_declare_spell("Invisibility", "invisibility", "Make the actor invisible, for a time.", _MS, _MSG)
_declare_spell("Invulnerability", "invulnerability", "Make the actor invulnerable, for a time.", _MS, _MSG)
_declare_spell("PoisonImmunity", "poison immunity", "Make the actor immune to poison, for a time.", _MS, _MSG)
_declare_spell("Quickness", "quickness", "Make the actor quick, for a time.", _MS, _MSG)
_declare_spell("Strength", "strength", "Make the actor strong, for a time.", _MS, _MSG)
_declare_spell("Super", "super", "Make the actor quick, strong and invulnerable, for a time.", _MS, _MSG)
_declare_spell("Regeneration", "regeneration", "Heal the actor slowly, for a time.", _MS, _MSG, ("speed", _SPEED))
_declare_spell("DispelMagic", "dispel magic", "End all magic.", _MSG)


@KTS.function("Healing", _MSG, context=True)
def healing(call: Call, context: Any, message: Any) -> None:
    """Heal the actor.

    > kts.Healing "You feel better."
    """
    actor = Context(call, "Healing", context).actor()
    call.session.map.set_health(actor, max(actor.health, _FULL_HEALTH))
    call.session.current_game.post("healing", creature=actor.uid, message=plain(call, message, "message"))


@KTS.function("Poison", _MSG, context=True)
def poison(call: Call, context: Any, message: Any) -> None:
    """Kill the actor with poison.

    > kts.Poison "You feel sick."
    > print(kts.IsAlive(goblin)) --> false
    """
    actor = Context(call, "Poison", context).actor()
    call.session.current_game.post("poison", creature=actor.uid, message=plain(call, message, "message"))
    play.die(call.session.current_game, actor)


@KTS.function("TeleportRandom", context=True, needs_occupants=True)
def teleport_random(call: Call, context: Any) -> None:
    """Teleport the actor to a random square.

    > kts.TeleportRandom()
    """
    actor = Context(call, "TeleportRandom", context).actor()
    pos = _random_free_position(call, actor.height)
    if pos is not None:
        play.teleport(call.session.current_game, actor, *pos)


def _random_free_position(call: Call, height: int) -> tuple[int, int] | None:
    """Return a random position where a creature of that height can stand, or None."""
    game_map = call.session.map
    access = game_map.tileset.traits.array(HEIGHTS[height])
    squares = np.flatnonzero(access[game_map.stacks] == CLEAR)
    free = [square for square in squares.tolist() if game_map.is_free(*game_map.position(square), height)]
    if not free:
        return None
    return game_map.position(call.stream("kts.random square").choice(free))


@KTS.function("Attractor", context=True, needs_occupants=True)
def attractor(call: Call, context: Any) -> None:
    """Teleport all other knights to squares near the actor.

    > kts.Attractor()
    """
    actor = Context(call, "Attractor", context).actor()
    game = call.session.current_game
    for player in game.players:
        knight = player.creature
        if knight is not None and knight is not actor:
            pos = free_near(game.map, actor.x, actor.y, knight.height)
            if pos is not None:
                play.teleport(game, knight, *pos)
