"""Games of `play` in files: the request, the mods, and what the player did, which is done again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from host.errors import RequestError, SaveError
from host.model.request import Request
from host.process.task import fits
from host.version import VERSIONS, __version__


class SavedPlay(NamedTuple):
    """A game in a file."""

    request: Request
    # Rows of id, version and hash of the mods.
    mods: list[list[str]]
    # Ids of the actions so far.
    actions: list[str]


def load_play(path: Path) -> SavedPlay | None:
    """Return the game in a file; None when there is no file. Raises SaveError for a save of anything else."""
    from host.save.file import exists, read

    if not exists(path):
        return None
    header = read(path).header
    fields = header.get("play")
    if not isinstance(fields, dict):
        raise SaveError(f'"{path}" is not a save of play: simulate or travel continue it')
    try:
        if not fits({"request": dict, "actions": [str]}, fields) or not fits([[str]], header.get("mods")):
            raise TypeError("it has no request, no mods or no actions")
        return SavedPlay(Request.from_data(fields["request"]), header["mods"], fields["actions"])
    except (KeyError, TypeError, ValueError, RequestError) as error:
        raise SaveError(f'the header of the save "{path}" cannot be read: {error}') from None


def save_play(path: Path, request: Request, mods: Sequence[Sequence[str]], actions: Sequence[str]) -> None:
    """Write a game to a file, and leave a backup of the save before. Raises SaveError."""
    from host.export.files import make_folder
    from host.save.file import SaveFile

    make_folder(path)
    header: dict[str, Any] = {
        "host": __version__,
        **VERSIONS,
        "seed": request.seed,
        "players": request.players,
        "mods": [list(mod) for mod in mods],
        "play": {"request": request.to_data(), "actions": list(actions)},
    }
    file = SaveFile(path)
    try:
        file.read()
        file.write(header, {}, ())
    finally:
        file.close()
