"""The players of a game: their names, where they respawn, and how they are eliminated."""

from __future__ import annotations

from host.border.function import Call
from host.border.schema import Function, WordOf
from host.border.values import Handle
from host.dialects.kts.context import find_creature, player_of, player_of_knight
from host.dialects.kts.declarations import KTS, PLAYER_OR_CREATURE

_RESPAWN = WordOf({word: word for word in ("normal", "different", "anywhere")})


@KTS.function("GetAllPlayers")
def get_all_players(call: Call) -> list[Handle]:
    """Return all players, in order.

    -> Player[]
    > print(#kts.GetAllPlayers()) --> 2
    """
    return [Handle("player", player.index) for player in call.session.current_game.players]


@KTS.function("GetPlayer", ("creature", PLAYER_OR_CREATURE))
def get_player(call: Call, handle: Handle) -> Handle | None:
    """Return the player of a knight, or a player itself; nil for other creatures.

    = kts.GetPlayer(creature: Player | Creature): Player? -- present

    ! the creature must be alive
    > print(kts.GetPlayer(goblin), kts.GetPlayer(player) == player) --> nil true
    """
    if handle.kind == "creature" and player_of_knight(call, handle) is None and find_creature(call, handle):
        return None
    return Handle("player", player_of(call, handle).index)


@KTS.function("GetPlayerID", ("player", PLAYER_OR_CREATURE))
def get_player_id(call: Call, handle: Handle) -> str:
    """Return a name that identifies a player in every game.

    -> string
    > print(kts.GetPlayerID(player)) --> Player 1@Player 1
    """
    name = player_of(call, handle).name.replace("%", "%25").replace("@", "%40")
    return f"{name}@{name}"


@KTS.function("IsEliminated", ("player", PLAYER_OR_CREATURE))
def is_eliminated(call: Call, handle: Handle) -> bool:
    """Return whether a player, or the player of a knight, is out of the game.

    -> boolean
    > print(kts.IsEliminated(player)) --> false
    """
    return player_of(call, handle).eliminated


@KTS.function("EliminatePlayer", ("player", PLAYER_OR_CREATURE))
def eliminate_player(call: Call, handle: Handle) -> None:
    """Remove a player, or the player of a knight, from the game.

    > kts.EliminatePlayer(player)
    > print(kts.IsEliminated(player)) --> true
    """
    # Imported here, because most dungeons are made without it.
    from host.dialects.kts.play import ending

    ending.eliminate_player(call.session.current_game, call.session.map, player_of(call, handle))


@KTS.function("SetRespawnType", ("type", _RESPAWN))
def set_respawn_type(call: Call, respawn: str) -> None:
    """Set where knights respawn: at their home, at a different home, or anywhere on the map.

    > kts.SetRespawnType "anywhere"
    """
    for player in call.session.current_game.players:
        player.respawn = respawn


@KTS.function("GetRespawnType")
def get_respawn_type(call: Call) -> str:
    """Return where knights respawn.

    -> "normal" | "different" | "anywhere"
    > print(kts.GetRespawnType()) --> normal
    """
    players = call.session.current_game.players
    return players[0].respawn if players else "normal"


@KTS.function("GetRespawnFunction")
def get_respawn_function(call: Call) -> None:
    """Return the function that chooses where knights respawn, or nil.

    -> function?
    > print(kts.GetRespawnFunction()) --> nil
    """


@KTS.function("SetRespawnFunction", ("fn", Function()))
def set_respawn_function(call: Call, is_function: bool) -> None:
    """Set the function that chooses where knights respawn; nil removes it.

    - fn: receives the player, and returns x, y and the direction to face; "retry" to be asked again; or nil
    > kts.SetRespawnFunction(function() return here.x, here.y, "south" end)
    """
