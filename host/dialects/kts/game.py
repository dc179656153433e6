"""Homes, players, hints, gear, limits and messages of a game."""

from __future__ import annotations

import math
from typing import Any

from host.border.data import Handle, Opaque, Table
from host.border.function import Call
from host.border.phase import ALWAYS, DRAW, GAME, START
from host.border.schema import (
    DIRECTION,
    Anything,
    Choice,
    Function,
    HandleOf,
    Integer,
    ListOf,
    Number,
    Text,
    Truth,
    refuse,
    to_number,
)
from host.dialects.kts.declarations import (
    ANYBODY,
    COUNT,
    CREATURE,
    INT,
    ITEM,
    KTS,
    MONSTER,
    PLAYER,
    POSITION,
    direction,
    plain,
    position,
    prototype_of,
    tile_handle,
    tile_of,
)
from host.errors import ModError
from host.model.objects import Home
from host.play.game import Hint, Player

_RESPAWN = Choice({word: word for word in ("normal", "different", "anywhere")})
_START = START
_TILE_LIST = ListOf(HandleOf(("tile",), name="Tile"))
_MOST_HINTS = 1000


# -- homes and players


def _home(call: Call, home: Home) -> dict[str, Any]:
    described: dict[str, Any] = {**position(home.x, home.y), "facing": direction(home.facing)}
    game_map = call.session.map
    if home.tile_square >= 0:
        for place, tile in game_map.tile_slots(home.tile_square):
            if tile.kind == "home":
                described["tile"] = tile_handle(game_map, place)
    if home.secured_by is not None:
        described["secured_by"] = Handle("player", home.secured_by)
    return described


@KTS.function("GetAllHomes")
def get_all_homes(call: Call) -> list[dict[str, Any]]:
    """All homes, {x, y, facing, tile}: the normal ones by (y, x, facing), then the special ones.

    -> Home[]
    > print(#kts.GetAllHomes() > 1, kts.GetAllHomes()[1].facing ~= nil) --> true true
    """
    homes = [home for home in call.session.map.homes if home.tile_square >= 0]
    homes.sort(key=lambda home: (home.special, home.y, home.x, home.facing))
    return [_home(call, home) for home in homes]


@KTS.function("GetHomeFor", ("player", ANYBODY))
def get_home_for(call: Call, who: Handle) -> dict[str, Any] | None:
    """The home of a player, or nil.

    -> Home?
    > print(kts.GetHomeFor(player).tile ~= nil) --> true
    """
    home = call.session.current_game.home_of(player_of(call, who).index)
    return None if home is None else _home(call, home)


@KTS.function("SetHomeFor", ("player", PLAYER), ("pos", POSITION), ("facing", DIRECTION))
def set_home_for(call: Call, who: Handle, pos: tuple[int, int], facing: int) -> None:
    """Give a player a home: one that is there, or any other place.

    ! pos must lie on the map
    > kts.SetHomeFor(player, here, "north")
    > print(kts.GetHomeFor(player).facing) --> north
    """
    game_map = call.session.map
    if not game_map.contains(*pos):
        raise ModError(f"kts.SetHomeFor: pos ({pos[0]}, {pos[1]}) lies outside the map")
    player = player_of(call, who)
    for home in game_map.homes:
        if player.index in home.players:
            home.players.remove(player.index)
    for home in game_map.homes:
        if (home.x, home.y, home.facing) == (*pos, facing):
            home.players = sorted({*home.players, player.index})
            return
    game_map.homes.append(Home(*pos, facing, tile_square=-1, players=[player.index]))


def player_of(call: Call, who: Handle) -> Player:
    """The player that a handle stands for, by itself or as their knight."""
    game = call.session.current_game
    if who.kind == "player":
        if not 0 <= who.index < len(game.players):
            raise ModError("the player belongs to a game that is over")
        return game.players[who.index]
    for player in game.players:
        if player.knight is not None and player.knight.uid == who.index:
            return player
    raise ModError("a Player or a knight was expected, and this creature is no knight (Bad userdata)")


@KTS.function("GetAllPlayers")
def get_all_players(call: Call) -> list[Handle]:
    """All players, in order.

    -> Player[]
    > print(#kts.GetAllPlayers()) --> 2
    """
    return [Handle("player", player.index) for player in call.session.current_game.players]


@KTS.function("GetPlayer", ("creature", CREATURE))
def get_player(call: Call, who: Handle) -> Handle | None:
    """The player of a knight; nil for other creatures.

    -> Player?
    > print(kts.GetPlayer(goblin)) --> nil
    """
    for player in call.session.current_game.players:
        if player.knight is not None and player.knight.uid == who.index:
            return Handle("player", player.index)
    return None


@KTS.function("GetPlayerID", ("player", ANYBODY))
def get_player_id(call: Call, who: Handle) -> str:
    """A name that stays the same for a player.

    -> string
    > print(kts.GetPlayerID(player)) --> Player 1@Player 1
    """
    name = player_of(call, who).name.replace("%", "%25").replace("@", "%40")
    return f"{name}@{name}"


@KTS.function("IsEliminated", ("player", PLAYER))
def is_eliminated(call: Call, who: Handle) -> bool:
    """Whether a player is out of the game.

    -> boolean
    > print(kts.IsEliminated(player)) --> false
    """
    return player_of(call, who).eliminated


@KTS.function("EliminatePlayer", ("player", PLAYER))
def eliminate_player(call: Call, who: Handle) -> None:
    """Put a player out of the game.

    > kts.EliminatePlayer(player)
    > print(kts.IsEliminated(player)) --> true
    """
    player = player_of(call, who)
    player.eliminated = True
    call.session.current_game.post("player eliminated", player=player.index)


@KTS.function("SetRespawnType", ("type", _RESPAWN))
def set_respawn_type(call: Call, kind: str) -> None:
    """Where knights come back: normal, different or anywhere.

    > kts.SetRespawnType "anywhere"
    """
    for player in call.session.current_game.players:
        player.respawn = kind


@KTS.function("GetRespawnType")
def get_respawn_type(call: Call) -> str:
    """Where knights come back.

    -> "normal" | "different" | "anywhere"
    > print(kts.GetRespawnType()) --> normal
    """
    players = call.session.current_game.players
    return players[0].respawn if players else "normal"


@KTS.function("GetRespawnFunction")
def get_respawn_function(call: Call) -> None:
    """The function that chooses where knights come back, or nil.

    -> function?
    > print(kts.GetRespawnFunction()) --> nil
    """


@KTS.function("SetRespawnFunction", ("fn", Function()))
def set_respawn_function(call: Call, there: bool) -> None:
    """Let a function choose where knights come back; nil takes it away.

    - fn: is given the player, and gives x, y and the direction to look in
    > kts.SetRespawnFunction(function() return here.x, here.y, "south" end)
    """
    for player in call.session.current_game.players:
        player.has_respawn_function = there


# -- what the quest asks of play


@KTS.function("AddHint", ("msg", Anything()), ("order", Number()), ("group", Number()))
def add_hint(call: Call, text: Any, order: float, group: float) -> None:
    """Add a line to the description of the quest.

    - msg: a string, or a table { key = "…", params = { … } }
    - order: where in its group the hint stands
    - group: where its group stands
    > kts.AddHint("Bring the crown home.", 1, 1)
    """
    game = call.session.current_game
    if len(game.hints) >= _MOST_HINTS:
        raise ModError(f"kts.AddHint: there are {_MOST_HINTS} hints already: that is the most there may be")
    game.hints.append(Hint(message(call, text, "msg"), order, group))


@KTS.function("ClearHints")
def clear_hints(call: Call) -> None:
    """Forget all hints.

    > kts.ClearHints()
    """
    call.session.current_game.hints.clear()


@KTS.function("ResendHints")
def resend_hints(call: Call) -> None:
    """Show the hints again.

    > kts.AddHint("Bring the crown home.", 1, 1)
    > kts.ResendHints()
    """
    game = call.session.current_game
    ordered = sorted(game.hints, key=lambda hint: (hint.group, hint.order))
    game.post("hints", hints=[hint.text for hint in ordered])


@KTS.function("AddStartingGear", ("item", ITEM), ("numbers", COUNT), phases=_START, variadic=True)
def add_starting_gear(call: Call, item: Handle, *counts: int) -> None:
    """Let knights start with an item; the numbers are for the first life, the second, …

    = kts.AddStartingGear(item: ItemType, ...: integer)
    - ...: how many in the first life, the second, and so on
    > kts.AddStartingGear(base.dagger, 3, 1)
    """
    call.session.current_game.settings.starting_gear.append((item.index, list(counts)))


@KTS.function("SetStuffRespawning", ("items", ListOf(ITEM)), ("ms", COUNT), phases=_START)
def set_stuff_respawning(call: Call, items: list[Handle], milliseconds: int) -> None:
    """Items of these kinds come back after a time.

    > kts.SetStuffRespawning({ base.dagger, base.bolts }, 60000)
    """
    call.session.current_game.settings.stuff_respawn = ([item.index for item in items], milliseconds)


@KTS.function("SetLockpickSpawn", ("item", ITEM), ("first_ms", COUNT), ("interval_ms", COUNT), phases=_START)
def set_lockpick_spawn(call: Call, item: Handle, first: int, interval: int) -> None:
    """Lockpicks appear after a time, and then again and again.

    > kts.SetLockpickSpawn(base.lockpicks, 120000, 60000)
    """
    call.session.current_game.settings.lockpick_spawn = (item.index, first, interval)


@KTS.function("SetPremapped", phases=_START)
def set_premapped(call: Call) -> None:
    """Players know the map from the start.

    > kts.SetPremapped()
    """
    call.session.current_game.settings.premapped = True


@KTS.function("SetTimeLimit", ("seconds", Number(0)), phases=_START)
def set_time_limit(call: Call, seconds: float) -> None:
    """End the game after that many seconds; 0 is no limit.

    > kts.SetTimeLimit(600)
    """
    call.session.current_game.settings.time_limit = math.floor(seconds)


@KTS.function("SetDeathmatchMode", ("on", Truth()))
def set_deathmatch_mode(call: Call, on: bool) -> None:
    """Count kills instead of quests.

    > kts.SetDeathmatchMode(true)
    """
    call.session.current_game.settings.deathmatch = on


@KTS.function("AddMonsterGenerator", ("montype", MONSTER), ("tiles", _TILE_LIST), ("probability", Number()))
def add_monster_generator(call: Call, monster: Handle, tiles: list[Handle], probability: float) -> None:
    """During play, monsters come out of these tiles.

    - probability: how likely one comes, each time it is tried
    > kts.AddMonsterGenerator(base.vampire_bat, { base.stairs_n }, 0.1)
    """
    found = [tile_of(call, tile) for tile in tiles]
    call.session.current_game.settings.monster_generators.append((monster.index, found, probability))


@KTS.function("LimitMonster", ("montype", MONSTER), ("number", INT))
def limit_monster(call: Call, monster: Handle, most: int) -> None:
    """At most so many monsters of a type during play; a negative number is no limit.

    > kts.LimitMonster(base.zombie, 5)
    > print(kts.GetMonsterLimit(base.zombie)) --> 5
    """
    limits = call.session.current_game.settings.monster_limits
    limits.pop(monster.index, None)
    if most >= 0:
        limits[monster.index] = most


@KTS.function("LimitTotalMonsters", ("number", INT))
def limit_total_monsters(call: Call, most: int) -> None:
    """At most so many monsters during play; a negative number is no limit.

    > kts.LimitTotalMonsters(30)
    > print(kts.GetTotalMonsterLimit()) --> 30
    """
    call.session.current_game.settings.total_monster_limit = most if most >= 0 else None


@KTS.function("GetMonsterLimit", ("montype", MONSTER))
def get_monster_limit(call: Call, monster: Handle) -> int | None:
    """The limit for a type of monster, or nil.

    -> integer?
    > print(kts.GetMonsterLimit(base.zombie)) --> nil
    """
    return call.session.current_game.settings.monster_limits.get(monster.index)


@KTS.function("GetTotalMonsterLimit")
def get_total_monster_limit(call: Call) -> int | None:
    """The limit for all monsters, or nil.

    -> integer?
    > print(kts.GetTotalMonsterLimit()) --> nil
    """
    return call.session.current_game.settings.total_monster_limit


@KTS.function("GetMonsterCount", ("montype", MONSTER))
def get_monster_count(call: Call, monster: Handle) -> int:
    """How many monsters of a type are alive.

    -> integer
    > print(kts.GetMonsterCount(base.goblin)) --> 1
    """
    return call.session.current_game.monster_count(monster.index)


@KTS.function("GetTotalMonsterCount")
def get_total_monster_count(call: Call) -> int:
    """How many monsters are alive.

    -> integer
    > print(kts.GetTotalMonsterCount()) --> 1
    """
    return call.session.current_game.monster_count()


@KTS.function("SetZombieActivity", ("probability", Number()), ("table", ListOf(ListOf(Anything()))))
def set_zombie_activity(call: Call, probability: float, pairs: list[list[Any]]) -> None:
    """Corpses decay and rise: a list of {tile, what it becomes: a tile or a monster}.

    - probability: how likely a corpse changes, each time it is tried
    - table: { tile, what it becomes: a tile or a monster } …
    > kts.SetZombieActivity(0.02, { { base.corpse_fresh, base.corpse_rotten }, { base.corpse_rotten, base.zombie } })
    """
    changes = []
    for i, pair in enumerate(pairs, 1):
        if len(pair) != 2:
            refuse(f"table[{i}]", Table(pair), "must be {Tile, Tile or MonsterType}")
        tile = HandleOf(("tile",)).read(pair[0], f"table[{i}][1]")
        becomes = HandleOf(("tile", "monster")).read(pair[1], f"table[{i}][2]")
        changes.append((prototype_of(call, tile).index, becomes.kind, prototype_of(call, becomes).index))
    call.session.current_game.settings.zombie_activity = (probability, changes)


# -- messages


def message(call: Call, value: Any, path: str) -> Any:
    """A message: a string, or a table with a key and perhaps params and plural."""
    if isinstance(value, str):
        return value
    if not isinstance(value, Table) or not isinstance(value.fields.get("key"), str):
        refuse(path, value, 'must be a string or a table {key = "…", params = {…}}')
    params = value.fields.get("params")
    if params is not None and not isinstance(params, Table):
        refuse(f"{path}.params", params, "must be a list")
    for i, param in enumerate(params.items if params else (), 1):
        if isinstance(param, Opaque | bool) or param is None:
            refuse(f"{path}.params[{i}]", param, "must be a string, a number, a player or another message")
    plural = value.fields.get("plural")
    if plural is not None and to_number(plural) is None:
        refuse(f"{path}.plural", plural, "must be a number")
    return plain(call, value, path)


@KTS.function("PrintLoc", ("arguments", Anything()), phases=GAME, variadic=True)
def print_loc(call: Call, *arguments: Any) -> None:
    """Tell all players, or the one given first, something.

    = kts.PrintLoc(...: any)
    - ...: the player who is told, if not all are; then a string, or a table { key = "…", params = { … } }
    ! the message must be a string or such a table
    > kts.PrintLoc "The ground shakes."
    > kts.PrintLoc(player, "You hear steps.")
    """
    player = None
    if arguments and isinstance(arguments[0], Handle):
        player, arguments = player_of(call, ANYBODY.read(arguments[0], "player")).index, arguments[1:]
    text = message(call, arguments[0] if arguments else None, "msg")
    call.session.current_game.post("message", message=text, player=player)


@KTS.function("PopUpWindow", ("arguments", Anything()), variadic=True)
def pop_up_window(call: Call, *arguments: Any) -> None:
    """Show a window with a message.

    = kts.PopUpWindow(...: any)
    - ...: what the window shows: texts, numbers and tables of these
    > kts.PopUpWindow { title = "The vault", body = "It is empty." }
    """
    call.session.current_game.post(
        "window", content=[plain(call, argument, f"argument {i}") for i, argument in enumerate(arguments, 1)]
    )


@KTS.function("DebugPrint", ("text", Text(100_000)), phases=ALWAYS)
def debug_print(call: Call, text: str) -> None:
    """Write a line to standard output.

    > kts.DebugPrint("seed drawn") --> seed drawn
    """
    call.session.print(text)


@KTS.function("GameTime")
def game_time(call: Call) -> int:
    """Milliseconds since play began.

    -> integer
    > print(kts.GameTime()) --> 0
    """
    return call.session.current_game.clock


@KTS.function("RandomRange", ("low", Integer()), ("high", Integer()), phases=DRAW)
def random_range(call: Call, low: int, high: int) -> int:
    """A random whole number from low to high, both included.

    -> integer
    ! high must not be less than low
    > local roll = kts.RandomRange(1, 6)
    > print(roll >= 1 and roll <= 6) --> true
    """
    if high < low:
        raise ModError(f"kts.RandomRange: low is {low} and high is {high}: high must not be less than low")
    return call.stream("kts.random").between(low, high)


@KTS.function("RandomChance", ("probability", Number()), phases=DRAW)
def random_chance(call: Call, probability: float) -> bool:
    """true with the given probability.

    -> boolean
    > if kts.RandomChance(0.5) then kts.AddMonsters(base.rat, 3) end
    > print(kts.RandomChance(1)) --> true
    """
    return call.stream("kts.random").chance(probability)


@KTS.function("GetRandomPos")
def get_random_pos(call: Call) -> dict[str, int] | None:
    """The position of a random square of the map.

    -> Position?
    - result: nil when there is no map yet
    > print(kts.GetRandomPos().x >= 0) --> true
    """
    game_map = call.session.map
    if not game_map.width:
        return None
    stream = call.stream("kts.GetRandomPos")
    return position(*game_map.position(stream.below(game_map.width * game_map.height)))


@KTS.function("AddTask", ("fn", Function(needed=True)))
def add_task(call: Call, there: bool) -> int:  # noqa: ARG001 - it stays in Lua
    """Run a function during play, as a task that may wait.

    ! there are places for many tasks, and not for any number
    > kts.AddTask(function()
    >   kts.Delay(1000)
    >   kts.PrintLoc "A bell rings."
    > end)
    """
    call.session.current_game.post("task")
    return call.session.current_game.clock
