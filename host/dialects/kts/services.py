"""Services that only the Lua half of kts (lua/kts) calls."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import Any

from host.border.function import Call
from host.border.schema import DIRECTION, to_number
from host.border.service import service
from host.border.session import START, Mods, Session
from host.border.values import Handle, Table, Value, shown
from host.dialects.kts.context import describe_context
from host.dialects.kts.functions import constructors
from host.dialects.kts.hooks import KtsHooks
from host.dialects.kts.play.homes import form_teams
from host.dialects.kts.play.movement import ahead
from host.dialects.kts.play.progress import SETTINGS, Progress
from host.errors import ArgumentError, GenerationError, HostError, ModError, RequestError
from host.model.objects import Creature
from host.model.tile import MAX_TILES
from host.play.game import Game
from host.play.queue import Callback, Step
from host.play.rolls import begin_rolls, end_rolls
from host.syntax import loadable

# Name of a setting in the original -> its name in the mod base, where they differ.
_OTHER_NAMES = {"knight_hitpoints": "knight_health", "healing_time": "home_healing_interval"}
_MOST_SETTING = 10**9


class KtsServices:
    """Constructors, files, callbacks, rolls and menus of kts."""

    def __init__(self, session: Session, mods: Mods) -> None:
        self._session = session
        self._mods = mods
        session.hooks.append(KtsHooks())
        session.handle_names.update(player=_name_player, creature=_name_creature, tile=_name_tile)

    # -- constructors

    @service
    def kts_fields(self, constructor: str) -> list[str]:
        """Return the names of the fields that a constructor takes."""
        return constructors.field_names(constructor)

    @service
    def kts_set_field(self, kind: str, index: int, key: str, fields: Value) -> bool:
        """Replace the fields of a prototype, because a mod assigned `key`; return whether work is left to Lua."""
        constructors.change(Call(self._session, ""), kind, index, key, fields)
        game = self._session.game
        return game is not None and bool(game.pending)

    @service
    def kts_check_assigned(self, kind: str, key: str, file: str | None, line: int, value: Value) -> None:
        """Warn of a probable typo in a field of a prototype that a mod assigns."""
        constructors.warn_of_typos(self._session, kind, {key: value}, [key], file, line)

    # -- mods and files

    @service
    def kts_check_name(self, mod: int, name: str) -> None:
        """Refuse a name that a mod registers itself under when it is the id of another mod."""
        if name != self._mods.mod_id(mod) and name in self._mods.known_ids():
            raise ModError(f'mod.RegisterMod: the name "{name}" is the id of another mod')

    @service
    def kts_set_version(self, mod: int, version: str | None) -> None:
        """Note the version that a mod registers itself with, if any."""
        if version is not None and not re.fullmatch(r"[0-9]+(\.[0-9]+)*", version):
            rule = 'must be groups of digits joined by dots, such as "1.0.2"'
            raise ModError(f"mod.RegisterMod: version is {shown(version)}: {rule}")
        self._mods.set_registered_version(mod, version or "")

    @service
    def kts_is_at_least(self, version: str, least: str) -> bool:
        """Compare versions by their groups of digits; a missing group is 0."""
        pairs = zip_longest(re.findall("[0-9]+", version), re.findall("[0-9]+", least), fillvalue="")
        # Groups as texts, because mods may write numbers of any length.
        numbers = [[(len(digits), digits) for digits in (group.lstrip("0") for group in pair)] for pair in pairs]
        return [pair[0] for pair in numbers] >= [pair[1] for pair in numbers]

    @service
    def kts_read_file(self, directory: str, name: str) -> tuple[bytes, str, str]:
        """Return the content of a file that `dofile` names, its name for messages, and its directory."""
        files = self._session.files
        try:
            full_name = files.resolve(directory, name)
            content = files.read(full_name)
        except HostError as error:
            error.message = f"dofile: {error.message}"
            raise
        return loadable(files.edit(full_name[1:], content)), full_name[1:], full_name.rpartition("/")[0] + "/"

    # -- callbacks and rolls

    @service
    def kts_callback_level(self) -> int:
        """Return the number of callbacks that wait for the running one."""
        return self._session.current_game.callbacks.level

    @service
    def kts_next_callback(self, level: int) -> Value:
        """Make steps until there is a callback to run or a number to roll; return the callback, or None.

        `level` is the number of callbacks that wait for the running one.
        """
        game = self._session.current_game
        while not game.rolls and (item := game.callbacks.take(level)) is not None:
            if isinstance(item, Step):
                item.run()
            else:
                return self._describe_callback(game, item)
        return None

    def _describe_callback(self, game: Game, callback: Callback) -> Value:
        owner = None
        if callback.kind in ("tile", "item", "monster"):
            owner = self._session.registry.get(callback.kind, callback.index).mod
        return {
            "kind": callback.kind,
            "index": callback.index,
            "name": callback.name,
            "mod": owner,
            "context": describe_context(callback),
            "now": game.clock,
            "has_changes": bool(game.unread_changes),
        }

    @service
    def kts_pending(self) -> tuple[int, bytes | None, bytes | None, bytes | None]:
        """Return the work that is left to Lua, and the first rolls: see `Invokers.bind`."""
        game = self._session.current_game
        return (game.pending, *begin_rolls(game))

    @service
    def kts_report_error(self, name: str, mod: str | None, message: str, text: str) -> None:
        """Report an error in a function of a mod, as a warning and as the message with the key `message`."""
        owner = f" of mod {mod}" if mod else ""
        self._session.warn(f"{name}{owner} failed: {text}", kind="handler")
        self._session.current_game.post("message", message={"key": message, "params": [text]})

    # -- play

    @service
    def kts_begin_play(self, values: Value) -> None:
        """Read the settings of play: MISC_CONFIG, DEFAULT_ITEM and DEAD_KNIGHT_TILES."""
        progress = self._session.current_game.part(Progress)
        fields: dict[Any, Any] = values.fields
        settings = fields["settings"].fields if isinstance(fields.get("settings"), Table) else {}
        for name in SETTINGS:
            number = to_number(settings.get(name, settings.get(_OTHER_NAMES.get(name, name))))
            if number is not None and 1 <= number <= _MOST_SETTING:
                progress.settings[name] = int(number)
        item = fields.get("default_item")
        if isinstance(item, Handle) and item.kind == "item":
            progress.default_item = item.index
        tiles = fields["dead_knights"].items if isinstance(fields.get("dead_knights"), Table) else []
        progress.dead_knight_tiles = [
            self._session.tile_index(tile.index)
            for tile in tiles
            if isinstance(tile, Handle) and tile.kind == "tile" and tile.index >= 0
        ]

    @service
    def kts_next_update(self) -> int:
        """Return when the next update of play is due; -1 for none."""
        # Imported here, as below, because most maps are not played.
        from host.dialects.kts.play import updates

        return updates.next_due(self._session.current_game)

    @service
    def kts_update(self, has_function: bool) -> None:
        """Make the updates of play that are due."""
        from host.dialects.kts.play import updates

        updates.update(self._session.current_game, has_function=has_function)

    @service
    def kts_player_actions(self) -> Value:
        """Return what the first player can do: rows of id, text and reason, and the objects that may have controls.

        These objects are the items that the knight carries, and the tiles ahead of it and below it, each with the
        context for its control. The result is empty while the knight is not on the map.
        """
        from host.dialects.kts.play import turns

        game = self._session.current_game
        knight = turns.knight_of(game)
        if knight is None or not game.part(Progress).has_begun:
            return None
        rows = [[action.id, action.text, action.reason] for action in turns.list_actions(game)]
        return {"rows": rows, **self._controls(game, knight)}

    @service
    def kts_why_not(self) -> str | None:
        """Return why the last question about the first player, such as kts.Can_PickUp, was answered with false."""
        progress = self._session.current_game.part(Progress)
        reason, progress.refusal = progress.refusal, None
        return reason

    def _controls(self, game: Game, knight: Creature) -> dict[str, Any]:
        here = (knight.x, knight.y)
        about = Callback("control", 0, "action", knight, here, pos=here, originator=knight.player)
        tiles = []
        for x, y in (ahead(knight), here):
            if game.map.contains(x, y):
                # Prototypes, not copies: to ask what can be done must not number copies.
                for tile in game.map.tiles_on(game.map.square(x, y)):
                    key = tile.prototype.index, 0
                    context = describe_context(about._replace(tile=key, tile_pos=(x, y)))
                    tiles.append({"of": Handle("tile", *key), "pos": context["tile_pos"], "context": context})
        items = [
            {"of": Handle("item", item), "context": describe_context(about._replace(item=item, item_pos=here))}
            for item in knight.carried
        ]
        return {"context": describe_context(about), "things": [*items, *tiles], "now": game.clock}

    @service
    def kts_act(self, action: str, acts_itself: bool) -> int | None:
        """Let the first player act; return how many milliseconds it takes, or None for what its entity does.

        `acts_itself`: its entity walks and strikes.
        """
        from host.dialects.kts.play import turns

        return turns.act(self._session.current_game, action, acts_itself=acts_itself)

    @service
    def kts_decide(self, mode: str) -> str | None:
        """Return the id of the action that the first player chooses by itself; None where it cannot act."""
        from host.dialects.kts.play import turns

        return turns.choose(self._session.current_game, mode)

    @service
    def kts_arrive(self) -> None:
        """Let what is on the square of the first player happen, after its entity moved."""
        from host.dialects.kts.play import turns

        turns.arrive(self._session.current_game)

    @service
    def kts_is_over(self) -> bool:
        """Return whether the game is over."""
        return self._session.current_game.part(Progress).is_over

    @service
    def kts_enter_player(self, index: int, values: Value) -> None:
        """Let a player enter as the function of a mod returned: "retry", nothing, or x, y and a direction."""
        from host.dialects.kts.play import knights

        game = self._session.current_game
        chosen: list[Any] = [*values.elements(3), None, None, None]
        first, others = chosen[0], chosen[1:]
        position = None
        if first is not None and first != "retry":
            x, y = to_number(first), to_number(others[0])
            facing = direction_of(others[1])
            if x is None or y is None or x != int(x) or y != int(y) or facing is None:
                raise ModError(
                    f"the function of kts.SetRespawnFunction returned {shown(first)}, {shown(others[0])}, "
                    f'{shown(others[1])}: must be "retry", nothing, or x, y and a direction'
                )
            position = int(x), int(y), facing
        knights.spawn_at_choice(game, game.map, game.players[index], position, later=first == "retry")

    @service
    def kts_take_rolls(self, numbers: bytes) -> tuple[bytes | None, bytes | None, bytes | None]:
        """Take the numbers of the last rolls, as 32-bit numbers; return the next rolls."""
        return end_rolls(self._session.current_game, numbers)

    @service
    def kts_refuse_roll(self, kind: str, index: int, message: str) -> None:
        """Blame the mod whose function returned no number, wherever the number was needed."""
        prototype = self._session.registry.get(kind, index)
        raise ModError(message, mod=prototype.mod, file=prototype.file, line=prototype.line)

    @service
    def kts_refuse_hook(self, name: str, mod: str | None, shown: str) -> None:
        """Blame the mod that set a hook to a value that cannot be called."""
        raise ModError(f"kts.{name} is {shown}: must be a function", mod=mod)

    # -- menus

    @service
    def kts_begin_start(self) -> None:
        """Enter the phase in which the dungeon is made."""
        self._session.phase = START

    @service
    def kts_refuse_option(self, item: str, wanted: str, actual: str, allowed: str) -> None:
        """Raise that the menu does not leave an option at the value that was asked for."""
        raise RequestError(
            f"the option {item} cannot be {wanted} here, the menu makes it {actual}: with the other options and this "
            f"number of players it may be {allowed or 'nothing else'}"
        )

    @service
    def kts_refuse_count(self, item: str, choice: str, rule: str, number: float, noun: str, count: int) -> None:
        """Raise RequestError for an option that "allows at most" or "requires at least" other numbers than the game's.

        `noun` is "player" or "team", and `count` how many the game has.
        """
        allowed = f"{number:g} {noun}{'' if number == 1 else 's'}"
        raise RequestError(f"the option {item} cannot be {choice} here: it {rule} {allowed}, and the game has {count}")

    @service
    def kts_warn_option(self, item: str, value: str, option: str) -> None:
        """Warn that a mod set a menu item to a value that is not among the choices."""
        self._session.warn(f"the menu item {item} has become {value}, which is none of its choices: it is {option} now")

    @service
    def kts_form_teams(self, colours: int) -> int:
        """Give each player a colour; return the number of teams. `colours` is 0 when mods name none."""
        return form_teams(self._session.current_game, colours or None)

    @service
    def kts_fail(self, reason: str, file: str | None, line: int) -> None:
        """Raise that the dungeon could not be made."""
        failure = self._session.current_game.layout_failure
        error = GenerationError(f"the dungeon could not be made: {reason}", file=file, line=line or None)
        if failure is not None:
            error.value, error.path = failure.value, failure.path
        raise error


def direction_of(value: Value) -> int | None:
    """Return a direction that a mod names, or None for anything else."""
    try:
        direction: int = DIRECTION.read(value, "direction")
    except ArgumentError:
        return None
    return direction


def _name_player(_: Session, index: int) -> str:
    return "of a game that is over" if index < 0 else str(index + 1)


def _name_creature(_: Session, index: int) -> str:
    return "of a game that is over" if index < 0 else str(index)


def _name_tile(session: Session, index: int) -> str | None:
    """Name a tile on the map; None for a prototype."""
    if index >= 0:
        return None
    slot = session.map.tile_slot_of(-index) if session.game else None
    if slot is None:
        return "that is no longer on the map"
    game_map = session.map
    x, y = game_map.position(slot // MAX_TILES)
    tile = game_map.tileset.tiles[game_map.tile_at(slot)]
    return f"{tile.prototype.id} at ({x}, {y})"
