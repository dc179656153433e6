"""Services that only the Lua half of kts (lua/kts) calls."""

from __future__ import annotations

import re
from itertools import zip_longest

from host.border.conversion import Value
from host.border.data import shown
from host.border.function import Call
from host.border.phase import START
from host.border.service import service
from host.border.session import Mods, Session
from host.dialects.kts.context import describe_context
from host.dialects.kts.functions import constructors
from host.dialects.kts.hooks import KtsHooks
from host.errors import GenerationError, HostError, ModError, RequestError
from host.model.tile import MAX_TILES
from host.play.rolls import end_rolls
from host.syntax.source import loadable


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
    def kts_set_field(self, kind: str, index: int, key: str, fields: Value) -> None:
        """Replace the fields of a prototype, because a mod assigned `key`."""
        constructors.change(Call(self._session, ""), kind, index, key, fields)

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
        return loadable(content), full_name[1:], full_name.rpartition("/")[0] + "/"

    # -- callbacks and rolls

    @service
    def kts_next_callback(self) -> Value:
        """Return the next callback to run, or None."""
        game = self._session.game
        if game is None or not game.callbacks:
            return None
        callback = game.callbacks.pop(0)
        return {
            "kind": callback.kind,
            "index": callback.index,
            "name": callback.name,
            "context": describe_context(callback),
            "now": game.clock,
        }

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
    def kts_refuse_maximum(self, item: str, choice: str, most: float, players: int) -> None:
        """Raise that a choice which was asked for admits fewer players."""
        raise RequestError(
            f"the option {item} cannot be {choice} here: it allows at most {_count(most, 'player')}, and the game has "
            f"{players}"
        )

    @service
    def kts_refuse_minimum(self, item: str, choice: str, least: float, noun: str, count: int) -> None:
        """Raise that a choice needs more players or teams than a game has."""
        raise RequestError(
            f"the option {item} cannot be {choice} here: it requires at least {_count(least, noun)}, and the game has "
            f"{count}"
        )

    @service
    def kts_warn_option(self, item: str, value: str, option: str) -> None:
        """Warn that a mod set an item of its menu to what is none of its choices."""
        self._session.warn(f"the menu item {item} has become {value}, which is none of its choices: it is {option} now")

    @service
    def kts_form_teams(self, colours: int) -> int:
        """Let each player join with the first colour that nobody has; return the number of teams."""
        players = self._session.current_game.players
        for player in players:
            player.team = min(player.index, colours - 1) if colours else player.index
        return len({player.team for player in players})

    @service
    def kts_fail(self, reason: str, file: str | None, line: int) -> None:
        """Raise that the dungeon could not be made."""
        raise GenerationError(f"the dungeon could not be made: {reason}", file=file, line=line or None)


def _count(number: float, noun: str) -> str:
    return f"{number:g} {noun}{'' if number == 1 else 's'}"


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
