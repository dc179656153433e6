"""Magic: what potions, scrolls and crystal balls do."""

from __future__ import annotations

from typing import Any

from host.border.function import Call
from host.border.schema import Anything, Choice, Type
from host.dialects.kts.context import Context
from host.dialects.kts.declarations import COUNT, KTS, plain
from host.dialects.kts.populate import clear_square
from host.play import play

_FULL_HEALTH = 10
_SPEED = Choice({"slow": "slow", "fast": "fast"})


# What examples pass for a parameter.
_SHOWN = {"ms": "5000", "message": '"You feel strange."', "speed": '"fast"'}


def _spell(name: str, event: str, doc: str, *params: tuple[str, Type]) -> None:
    """Declare a spell of which others see or know something: it becomes an event of its actor."""

    def run(call: Call, context: Any, *arguments: Any) -> None:
        actor = Context(call, name, context).actor()
        data = {param[0]: plain(call, value, param[0]) for param, value in zip(params, arguments, strict=True)}
        call.session.current_game.post(event, creature=actor.uid, **data)

    given = ", ".join(_SHOWN[param[0]] for param in params)
    run.__doc__ = f"{doc}\n\n> kts.{name}({given})"
    KTS.function(name, *params, context=True)(run)


_MS = ("ms", COUNT)
_MSG = ("message", Anything())

_spell("CrystalStart", "crystal ball", "The actor begins to look through the eyes of others.")
_spell("CrystalStop", "crystal ball ends", "The actor stops looking through the eyes of others.")
_spell("MagicMapping", "magic mapping", "The actor learns the map.")
_spell("WipeMap", "map wiped", "The actor forgets the map.")
_spell("RevealStart", "reveal", "The actor is seen by all.")
_spell("RevealStop", "reveal ends", "The actor is no longer seen by all.")
_spell("OpenWays", "open ways", "Doors open before the actor.")
_spell("RevealLocation", "location revealed", "All see where the actor is, for a time.", _MS)
_spell("SenseKnight", "sense knight", "The actor sees other knights, for a time.", _MS)
_spell("SenseItems", "sense items", "The actor sees items, for a time.", _MS)
_spell("Paralyzation", "paralyzation", "The actor cannot move, for a time.", _MS)
_spell("Invisibility", "invisibility", "The actor is invisible, for a time.", _MS, _MSG)
_spell("Invulnerability", "invulnerability", "Nothing hurts the actor, for a time.", _MS, _MSG)
_spell("PoisonImmunity", "poison immunity", "Poison does not hurt the actor, for a time.", _MS, _MSG)
_spell("Quickness", "quickness", "The actor is quick, for a time.", _MS, _MSG)
_spell("Strength", "strength", "The actor is strong, for a time.", _MS, _MSG)
_spell("Super", "super", "The actor is quick, strong and invulnerable, for a time.", _MS, _MSG)
_spell(
    "Regeneration",
    "regeneration",
    "The actor heals by and by, for a time.",
    _MS,
    _MSG,
    ("speed", _SPEED),
)
_spell("DispelMagic", "dispel magic", "All magic ends.", _MSG)


@KTS.function("Healing", _MSG, context=True)
def healing(call: Call, context: Any, message: Any) -> None:
    """The actor is healed.

    > kts.Healing "You feel better."
    """
    actor = Context(call, "Healing", context).actor()
    actor.health = max(actor.health, _FULL_HEALTH)
    call.session.current_game.post("healing", creature=actor.uid, message=plain(call, message, "message"))


@KTS.function("Poison", _MSG, context=True)
def poison(call: Call, context: Any, message: Any) -> None:
    """The actor dies of poison.

    > kts.Poison "You feel sick."
    > print(kts.IsAlive(goblin)) --> false
    """
    actor = Context(call, "Poison", context).actor()
    call.session.current_game.post("poison", creature=actor.uid, message=plain(call, message, "message"))
    play.die(call.session.current_game, actor)


@KTS.function("TeleportRandom", context=True)
def teleport_random(call: Call, context: Any) -> None:
    """The actor comes to stand on a random square.

    > kts.TeleportRandom()
    """
    actor = Context(call, "TeleportRandom", context).actor()
    place = clear_square(call, actor.height)
    if place is not None:
        play.teleport(call.session.current_game, actor, *place)


@KTS.function("Attractor", context=True)
def attractor(call: Call, context: Any) -> None:
    """All other knights come to stand near the actor.

    > kts.Attractor()
    """
    actor = Context(call, "Attractor", context).actor()
    game = call.session.current_game
    for player in game.players:
        knight = player.knight
        if knight is not None and knight is not actor:
            near = play.free_near(game.map, actor.x, actor.y, knight.height)
            if near is not None:
                play.teleport(game, knight, *near)


@KTS.function("FullZombieActivity")
def full_zombie_activity(call: Call) -> None:
    """All corpses rise.

    > kts.FullZombieActivity()
    """
    call.session.current_game.settings.full_zombie_activity = True
    call.session.current_game.post("full zombie activity")


@KTS.function("NormalZombieActivity")
def normal_zombie_activity(call: Call) -> None:
    """Corpses rise as SetZombieActivity says.

    > kts.NormalZombieActivity()
    """
    call.session.current_game.settings.full_zombie_activity = False
    call.session.current_game.post("normal zombie activity")
