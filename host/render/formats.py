"""Names of formats (`--format`) and overlays, apart from the modules that draw them, which few commands need."""

from __future__ import annotations

from pathlib import Path

from host.errors import RequestError, listing
from host.errors.spelling import did_you_mean

FORMATS = TEXT, JSON, PNG, SVG, TMJ, WORLD, LDTK, TSCN, UVTT, NPZ, CSV = (
    *("text", "json", "png", "svg", "tmj", "world", "ldtk", "tscn", "uvtt", "npz", "csv"),
)
# Ending of a file name -> format.
SUFFIXES = {
    ".txt": TEXT,
    ".json": JSON,
    ".png": PNG,
    ".svg": SVG,
    ".tmj": TMJ,
    ".world": WORLD,
    ".ldtk": LDTK,
    ".tscn": TSCN,
    ".uvtt": UVTT,
    ".dd2vtt": UVTT,
    ".npz": NPZ,
    ".csv": CSV,
}
# Formats of images, which may have overlays.
IMAGES = (PNG, SVG)

SEGMENTS, ROOMS, DISTANCE, HOMES = OVERLAYS = ("segments", "rooms", "distance", "homes")

# Formats for editors and engines: the picture of their tiles is in a file beside them.
WITH_TILES = (TMJ, WORLD, LDTK, TSCN)

# Formats that show several maps together.
OF_WORLDS = (WORLD, LDTK)
MOST_MAPS = 1000

# For whom a map is shown (see `export.audience`).
AUDIENCES = MASTER, PLAYERS = ("master", "players")

# Fields of `PictureStyle` that choose sprites, which maps for editors have, too; and all fields that do not change the
# size of a picture, so that a virtual table can lay the picture below its grid.
OF_SPRITES = ("tile_size", "light", "theme")
OF_TABLES = (*OF_SPRITES, "paper", "grid", "numbers")

# Pixels per square: of maps, and of sheets of segments.
DEFAULT_SIZE, SHEET_SIZE = 16, 32
LEAST_SIZE, MOST_SIZE = 4, 128


def format_of(path: Path) -> str:
    """Return the format of a file by the ending of its name; text without one. Raises RequestError."""
    suffix = path.suffix.lower()
    if suffix and suffix not in SUFFIXES:
        raise RequestError(
            f'"{path}" ends in {suffix}, which is not written: it may end in {listing(SUFFIXES, "or")}',
            hint=did_you_mean(suffix, SUFFIXES),
        )
    return SUFFIXES.get(suffix, TEXT)


def suffix_of(form: str) -> str:
    """Return the ending of the names of files in a format."""
    return next(suffix for suffix, other in SUFFIXES.items() if other == form)


# The ending of the name of the picture of the tiles beside a map.
TILES = ".tiles.png"


def tiles_beside(path: Path) -> Path:
    """Return the file of the picture of the tiles beside a map for editors and engines."""
    return path.with_suffix(TILES)


def tile_set_beside(path: Path) -> Path:
    """Return the file of the set of tiles beside a scene for Godot."""
    return path.with_suffix(".tres")


def files_beside(path: Path, form: str) -> list[Path]:
    """Return the files that a map that is alone has in a format beside the file at `path`."""
    if form not in WITH_TILES:
        return []
    more = {TSCN: [tile_set_beside(path)], WORLD: [path.with_suffix(".tmj")]}
    return [tiles_beside(path), *more.get(form, [])]
