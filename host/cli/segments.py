"""The command `dungeon-host segments`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from host.cli.main import CommandGroup
from host.cli.shared.options import mod_options
from host.cli.shared.parameters import FILE, Whole
from host.cli.shared.running import format_warning, note_new_folders, perform, write_files
from host.cli.shared.selection import Loading, select_mods
from host.cli.terminal.errors import HostCommand, debug_option
from host.engine.jobs import DEFAULT_MODS
from host.errors import RequestError, counted, in_one_line
from host.export.files import refuse_same, write_whole
from host.model.document_reader import from_document
from host.model.segment_file import decode_segment_file, parse_segment_file
from host.paths import bundled_ids
from host.render.formats import LEAST_SIZE, MOST_SIZE, SHEET_SIZE
from host.tools.checking.tile_tables import READ_TILE_NUMBERS

_MOST_BYTES = 64 * 2**20
_NONE = "none"


@click.group(cls=CommandGroup)
def segments() -> None:
    """Edit segments in the Tiled or LDtk editor, and import maps that others drew.

    \b
    Examples:
      dungeon-host segments export rooms.txt -o rooms.tmj
      dungeon-host segments import rooms.tmj -o rooms.txt
      dungeon-host segments import vault.txt --table glyphs.toml -o rooms.txt
    """


@segments.command("export", cls=HostCommand)
@click.argument("file", type=FILE, metavar="ROOMS.txt")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    required=True,
    type=FILE,
    help="The map to write, FILE.tmj for Tiled or FILE.ldtk for LDtk; FILE.tiles.png is written beside it.",
)
@click.option(
    "--tiles",
    metavar="MOD",
    help=f'The mod whose table segment_tiles maps numbers to tiles, or "{_NONE}"; by default of --mods, or base.',
)
@click.option(
    "--tile-size",
    metavar="N",
    type=Whole(LEAST_SIZE, MOST_SIZE),
    default=SHEET_SIZE,
    show_default=True,
    help="Pixels per square.",
)
@mod_options
def export_segments(
    file: Path,
    output: Path,
    tiles: str | None,
    tile_size: int,
    loading: Loading,
) -> None:
    """Write the segments of ROOMS.txt as a map for Tiled, or as levels for LDtk.

    For Tiled they lie side by side on one sheet: rectangles of the type "segment" say where, "room" and "switch" are
    what the file says of them. For LDtk each is a level. Tile numbers that the mod does not know are drawn as numbers.

    \b
    Examples:
      dungeon-host segments export rooms.txt -o rooms.tmj
      dungeon-host segments export rooms.txt --mods ./my_mod -o rooms.tmj --tile-size 48
      dungeon-host segments export rooms.txt --tiles none -o rooms.ldtk
    """
    from host.export.segments import segment_writer
    from host.render.png import pillow

    refuse_same(file, [output])
    write = segment_writer(output)
    pillow()
    text = decode_segment_file(_content(file), str(file))
    parsed = parse_segment_file(text, str(file))
    looks = None
    if tiles != _NONE:
        selection = select_mods(loading.mods)
        wanted = [tiles] if tiles is not None and tiles in bundled_ids() else []
        names = (*selection.names, *DEFAULT_MODS, *wanted)
        looks = _looks(perform(loading.job(selection, READ_TILE_NUMBERS, {"mod": tiles}, names)))
    files = write(parsed, output, tile_size, looks)
    refuse_same(file, files)
    write_files(files)
    written = " and ".join(in_one_line(str(path)) for path in reversed(files))
    click.echo(f"{written}: {counted(len(parsed.segments), 'segment')}")


@segments.command("import", cls=HostCommand)
@click.argument("file", type=FILE, metavar="FILE")
@click.option("-o", "--output", metavar="FILE", type=FILE, help="Write to this file; by default the text is printed.")
@click.option(
    "--table",
    metavar="FILE.toml",
    type=FILE,
    help='What squares stand for: lines such as "#" = 2, with a glyph, colour, word, tile of Tiled ("walls 12") or '
    'value of LDtk ("Wall"), and the number of the segment file.',
)
@debug_option
def import_segments(file: Path, output: Path | None, table: Path | None) -> None:
    """Write the segments that were drawn in FILE as a segment file.

    \b
    FILE is one of these, by the ending of its name:
      .tmj, .tmx  a map of Tiled: each rectangle of the type "segment" is one, else the whole map
      .ldtk       a project of LDtk, in which each level is a segment
      .txt        a text map of a roguelike, a character for each square; an empty line stands between two maps
      .png        a picture, a pixel for each square; it needs a --table of its colours
      .tsv        a dungeon of donjon.bin.sh

    Without --table, characters and words are numbers of the mod base, and values of LDtk are numbers; tiles of Tiled
    need a property.

    \b
    Examples:
      dungeon-host segments import rooms.tmj -o rooms.txt
      dungeon-host segments import vault.txt --table glyphs.toml -o rooms.txt
      dungeon-host segments import dungeon.tsv -o rooms.txt
    """
    from host.export.readers.tables import NumberTable
    from host.export.segments import segments_from
    from host.mods.numbers import read_numbers

    drawn = segments_from(file, None if table is None else NumberTable(str(table), read_numbers(table)))
    for warning in drawn.warnings:
        click.echo(format_warning(f"{file}: {warning}"), err=True)
    if output is None or output == Path("-"):
        click.echo(drawn.text, nl=False)
        return
    refuse_same(file, [output])
    if table is not None:
        refuse_same(table, [output])
    note_new_folders([output])
    write_whole(output, drawn.text.encode())
    click.echo(f"{in_one_line(str(output))}: {counted(drawn.segments, 'segment')}")


def _content(file: Path) -> bytes:
    try:
        with file.open("rb") as stream:
            content = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise RequestError(f'"{file}" cannot be read: {error.strerror}') from None
    if len(content) > _MOST_BYTES:
        raise RequestError(f'"{file}" has more than {_MOST_BYTES} bytes')
    return content


def _looks(answer: dict[str, Any]) -> Any:
    """Return the tile numbers of a mod and the map that shows their tiles, or None when it has none."""
    if not answer["numbers"]:
        return None
    shown = from_document(answer["map"])
    if shown.height != 1 or shown.width != len(answer["numbers"]):
        raise RequestError("the tile numbers of the mod cannot be shown")
    return answer["numbers"], shown
