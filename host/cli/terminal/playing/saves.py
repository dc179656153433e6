"""Games of `play` in files (`play --save`): the request, the mods, and what the player did, which is done again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from host.errors import RequestError, SaveError, in_one_line, show_value
from host.model.request import Request
from host.play.guide import Square
from host.play.surroundings import Memory
from host.process.task import fits


class SavedPlay(NamedTuple):
    """A game in a file."""

    request: Request
    # Rows of id, version and hash of the mods.
    mods: list[list[str]]
    # Ids of the actions so far.
    actions: list[str]
    memory: PlayMemory


class PlayMemory:
    """What a player remembers besides what it saw. Saves of earlier versions have none of it."""

    def __init__(self) -> None:
        # Keys of `Scene.sights` that are no news.
        self.noticed: set[tuple[object, ...]] = set()
        # Number of a map -> `Memory.left`, and `Memory.shut`.
        self.left: dict[int, set[Square]] = {}
        self.shut: dict[int, dict[Square, str]] = {}

    def note(self, place: int, memory: Memory) -> None:
        """Share the memory of a map. When it is a new one, add what this one has of the map."""
        if place in self.left and self.left[place] is not memory.left:
            memory.left |= self.left[place]
            memory.shut.update(self.shut[place])
        self.left[place], self.shut[place] = memory.left, memory.shut

    def to_data(self) -> dict[str, Any]:
        """Return plain data."""
        maps = [
            {
                "map": place,
                "left": [[*at] for at in sorted(left)],
                "shut": [[*at, reason] for at, reason in self.shut[place].items()],
            }
            for place, left in self.left.items()
        ]
        return {"noticed": sorted(([*key] for key in self.noticed), key=str), "maps": maps}

    @staticmethod
    def from_data(data: dict[str, Any]) -> PlayMemory:
        """Return the memory that `to_data` wrote. Raises TypeError for other data."""
        memory, rows, maps = PlayMemory(), data.get("noticed", []), data.get("maps", [])
        if not fits([[(str, int)]], rows) or not fits([{"map": int, "left": [[int]], "shut": [[(int, str)]]}], maps):
            raise TypeError("what its player remembers has another form")
        memory.noticed = {tuple(row) for row in rows}
        for of_map in maps:
            memory.left[of_map["map"]] = {_square(at) for at in of_map["left"]}
            memory.shut[of_map["map"]] = {_square(row[:-1]): in_one_line(str(row[-1])) for row in of_map["shut"]}
        return memory


def _square(at: list[Any]) -> Square:
    if len(at) != 2 or any(type(number) is not int for number in at):
        raise TypeError(f"a square is {show_value(at)}: must be two whole numbers")
    return at[0], at[1]


def load_play(path: Path) -> SavedPlay | None:
    """Return the game in a file; None when there is no file. Raises SaveError for a save of anything else."""
    from host.save.contents import command_of
    from host.save.save_file import exists, read

    if not exists(path):
        return None
    header = read(path).header
    fields = header.get("play")
    if command_of(header) != "play" or not isinstance(fields, dict):
        raise SaveError(f'"{path}" is not a save of play: continue it with {command_of(header)}')
    try:
        if not fits({"request": dict, "actions": [str]}, fields) or not fits([[str]], header.get("mods")):
            raise TypeError("it has no request, no mods or no actions")
        memory = PlayMemory.from_data(fields)
        return SavedPlay(Request.from_data(fields["request"]), header["mods"], fields["actions"], memory)
    except (KeyError, TypeError, ValueError, RequestError) as error:
        raise SaveError(f'the header of the save "{path}" cannot be read: {error}') from None


def save_play(
    path: Path, request: Request, mods: Sequence[Sequence[str]], actions: Sequence[str], memory: PlayMemory
) -> None:
    """Write a game to a file, and leave a backup of the save before. Raises SaveError."""
    from host.export.files import make_folder
    from host.save.contents import make_header
    from host.save.save_file import SaveFile

    make_folder(path)
    played = {"request": request.to_data(), "actions": list(actions), **memory.to_data()}
    header = make_header(request.seed, request.players, mods=[list(mod) for mod in mods], play=played)
    file = SaveFile(path)
    try:
        file.read()
        file.write(header, {}, ())
    finally:
        file.close()
