"""The command `dungeon-host show`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from host.cli.shared.options import mod_options
from host.cli.shared.parameters import PATH
from host.cli.shared.running import note_new_folders, perform, write_files
from host.cli.shared.selection import Loading, select_mods
from host.cli.shared.show import audience_option
from host.cli.terminal.errors import HostCommand
from host.cli.terminal.tables import print_table
from host.errors import RequestError, counted
from host.model.game_map import GameMap
from host.paths import bundled_ids
from host.render.formats import MASTER, PLAYERS

# Bytes of the largest map that is read.
_MOST_BYTES = 2**30


@click.command(cls=HostCommand)
@click.argument("subjects", nargs=-1, metavar="[FILE…|MOD]", type=PATH)
@mod_options
@click.option("--sprites", is_flag=True, help="Show the sprites of the things of MOD; without MOD those of the host.")
@click.option("-o", "--output", metavar="FILE", type=PATH, help="Draw to this file: the map, or a sheet of sprites.")
@audience_option
@click.option("--json", "as_json", is_flag=True, help="With --sprites: print the ids and the sprites as JSON.")
def show(
    subjects: tuple[Path, ...], loading: Loading, sprites: bool, output: Path | None, as_json: bool, audience: str
) -> None:
    """Show a map that was written as JSON, or with --sprites the sprites of the host or of a MOD.

    FILE is the JSON of a map, as `generate -o map.json` writes it; -o draws it in the format of its name. Several files
    become one world for Tiled (.world) or LDtk. MOD is the id or the path of a mod.

    \b
    Examples:
      dungeon-host show map.json
      dungeon-host show map.json -o map.png
      dungeon-host show map.json --for players -o players.png
      dungeon-host show cellar.json crypt.json -o house.world
      dungeon-host show --sprites
      dungeon-host show --sprites base -o sprites.png
    """
    if not sprites:
        if as_json:
            raise RequestError("--json is for --sprites")
        if not subjects:
            raise RequestError("there is nothing to show", hint="give FILE, the JSON of a map, or --sprites")
        if len(subjects) == 1:
            _show_map(subjects[0], output, audience)
        else:
            _show_world(subjects, output, audience)
        return
    if len(subjects) > 1:
        raise RequestError(f"--sprites shows one MOD: there are {len(subjects)}")
    subject = subjects[0] if subjects else None
    if audience != MASTER:
        raise RequestError("--for is for maps: leave it out beside --sprites")
    entries = _list_families() if subject is None else _list_things(str(subject), loading)
    if output is not None:
        _draw_sheet(entries, output)
    if as_json:
        known = ("id", "kind", "name", "sprite")
        click.echo(json.dumps([{key: entry[key] for key in known if key in entry} for entry in entries], indent=1))
    elif output is None and subject is None:
        click.echo("\n".join(entry["id"] for entry in entries))
    elif output is None:
        rows = [[entry["kind"], entry["id"], entry["name"], entry["sprite"]] for entry in entries]
        print_table(None, ["kind", "id", "name", "sprite"], rows)


def _show_map(file: Path, output: Path | None, audience: str) -> None:
    from host.cli.shared.show import Output, picture

    game_map = _read_map(file)
    if output is None:
        if audience == PLAYERS:
            from host.export.audience import for_players

            game_map = for_players(game_map)
        click.echo(picture(game_map))
        return
    files = Output.from_options(form=None, output=output, wide=None, events=False, audience=audience).files(
        game_map, ""
    )
    write_files(files)
    click.echo(f"{output}: {game_map.width} × {game_map.height} squares")


def _show_world(files: Sequence[Path], output: Path | None, audience: str) -> None:
    from host.cli.shared.show import Output

    if output is None:
        raise RequestError(f"there are {len(files)} maps: -o FILE.world or -o FILE.ldtk shows them together")
    shown = Output.from_options(form=None, output=output, wide=None, events=False, audience=audience)
    written = shown.files_of_world([_read_map(file) for file in files])
    write_files(written)
    click.echo(f"{output}: {counted(len(files), 'map')}")


def _read_map(file: Path) -> GameMap:
    """Return the map of a JSON file. Raises RequestError."""
    from host.model.document_reader import from_document
    from host.paths.folders import read_regular_file

    try:
        document = json.loads(read_regular_file(file, str(file), _MOST_BYTES))
    except (ValueError, RecursionError):
        raise RequestError(f'the file "{file}" is no JSON') from None
    return from_document(document)


def _list_families() -> list[dict[str, Any]]:
    from host.model.appearance import SPRITES

    return [{"id": key, "sprite": key} for key in sorted(SPRITES)]


def _list_things(subject: str, loading: Loading) -> list[dict[str, Any]]:
    from host.engine.operations import LIST_SPRITES

    selection = select_mods(loading.mods, subject)
    mod = selection.target
    names = (*selection.names, *([mod] if mod in bundled_ids() else []))
    listed: list[dict[str, Any]] = perform(loading.job(selection, LIST_SPRITES, {"mod": mod}, names))
    return listed


def _draw_sheet(entries: list[dict[str, Any]], output: Path) -> None:
    from host.engine.sprites import art_of_data
    from host.export.files import write_all
    from host.render.formats import IMAGES, PNG, format_of
    from host.render.looks import Look
    from host.render.png import write_png
    from host.render.sprites.drawing import Art
    from host.render.sprites.sheet import SheetCell, draw_sheet
    from host.render.sprites.suggestions import TILE
    from host.render.svg import write_svg

    form = format_of(output)
    if form not in IMAGES:
        raise RequestError(f'a sheet is a picture, and "{output}" is none: must end in .png or .svg')
    cells = []
    for entry in entries:
        if "art" in entry:
            cells.append(SheetCell(entry["name"], entry["role"], *art_of_data(entry)))
        else:
            cells.append(SheetCell(entry["id"], TILE, Look(" ", None, entry["id"]), Art(entry["sprite"])))
    sheet = draw_sheet(cells)
    content = write_png(sheet) if form == PNG else write_svg(sheet).encode()
    note_new_folders([output])
    write_all({output: content})
    click.echo(f"{output}: {counted(len(cells), 'sprite')}", err=True)
