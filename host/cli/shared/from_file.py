"""Make a dungeon again from a file that shows it: `generate --from`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from host.cli.shared.options import grow_budgets
from host.cli.shared.reproduction import format_reproduction, record
from host.cli.shared.running import perform
from host.cli.shared.selection import Loading, Selection, find_folder_here, is_named
from host.cli.shared.show import DRAWING, Output
from host.cli.shared.typed_parameters import is_typed, typed_parameters
from host.engine.all_maps import GENERATE_ALL
from host.engine.areas import ENDING
from host.engine.operations import GENERATE
from host.errors import RequestError, counted, listing, visible
from host.export.making import Making, read_makings
from host.export.reproduction import compare, compare_world, origin_of
from host.model.document_reader import from_document
from host.model.game_map import GameMap
from host.model.request import AREA, FLOOR, REQUEST_FIELDS, Request
from host.mods.finder import manifest_of
from host.paths import why_no_folder
from host.paths.folders import is_mod
from host.survey.replay import SURVEY_SUFFIX, making_of

# Parameters beside --from that mean nothing for one dungeon that was made before.
_OTHERS = ("count", "seeds", "explain", "watch", "keep_going")
# Parameters that say how a terminal shows a dungeon.
_SHOWING = ("form", "events", "wide")
# Parameters of pictures: without any of them, a picture is drawn as the file says.
_STYLE = ("tile_size", "overlays", "title", "legend", "numbers", "grid", "paper", "light", "theme")


def reproduce(loading: Loading, file: Path, request: Request, shown: Output) -> None:
    """Make the dungeon of a file again, and say whether it is the same; exit with 1 when it is not.

    The dungeon is shown when the options in `shown` say how, or when it differs. The seed of `request`, and its value
    of a swept option, choose a dungeon of a survey. Raises RequestError.
    """
    is_survey = file.suffix.lower() == SURVEY_SUFFIX
    # The seed and the options choose a dungeon of a survey.
    answered = [name for name in (*REQUEST_FIELDS, "play") if not (is_survey and name in ("seed", "options"))]
    for name, option in typed_parameters([*answered, *_OTHERS]).items():
        reason = "the file says what made the dungeon" if name in answered else "--from makes one dungeon again"
        raise RequestError(f"{option} is not allowed with --from, because {reason}: leave out {option}")
    record(seed=request.seed if is_survey else None)
    if not is_survey:
        makings = read_makings(file)
        if len(makings) > 1:
            _reproduce_world(loading, file, makings, shown)
            return
    making = making_of(file, None if request.is_drawn else request.seed, request.options)
    origin = origin_of(making, file)
    selection = _select(loading.mods, [identity for identity, _, _ in origin.mods], file)
    arguments = {"request": origin.request.to_data(), "play": origin.play}
    job = grow_budgets(loading, origin).job(selection, GENERATE, arguments, selection.names)
    document = perform(
        job, prints_to_stderr=shown.data_on_stdout, writes_file=shown.file is not None, meanwhile=DRAWING
    )
    game_map = from_document(document)
    made = compare(file, making, game_map)
    if shown.style is not None and not any(map(is_typed, _STYLE)):
        shown = shown._replace(style=making.style)
    if _is_asked_for(shown) or not made.is_same:
        shown.show(game_map, format_reproduction(), made.squares)
    name = visible(str(file))
    if made.is_same:
        how = "to the byte" if made.is_same_to_the_byte else "made by the same mods"
        click.echo(f"{name}: the same dungeon, {how}", err=shown.data_on_stdout)
    else:
        what = (
            "the dungeon is the same, but the mods or the picture differ"
            if made.is_same_map
            else "the dungeon is another one"
        )
        click.echo(f"{click.style('error:', fg='red')} {name}: {what}", err=True)
    for line in made.differences:
        click.echo(f"  {line}", err=shown.data_on_stdout or not made.is_same)
    if not made.is_same:
        sys.exit(1)


def _reproduce_world(loading: Loading, file: Path, makings: Sequence[tuple[Path, Making]], shown: Output) -> None:
    """Make all maps of a world again, and say of each that differs how; exit with 1 when one does."""
    origins = [origin_of(making, part) for part, making in makings]
    needed = dict.fromkeys(identity for origin in origins for identity, _, _ in origin.mods)
    selection = _select(loading.mods, [*needed], file)
    # The floors of areas are made together, by the request that names none of them.
    made: dict[Request, list[GameMap]] = {}
    game_maps = []
    for origin in origins:
        request = origin.request
        names_floor = {AREA, FLOOR} <= {*request.options} and str(request.generator).endswith(ENDING)
        together = replace(request, options={}) if names_floor else request
        if together not in made:
            job = grow_budgets(loading, origin).job(
                selection, GENERATE_ALL, {"request": together.to_data(), "play": origin.play}, selection.names
            )
            documents = perform(job, prints_to_stderr=True, writes_file=shown.file is not None, meanwhile=DRAWING)
            made[together] = list(map(from_document, documents))
        alike = [one for one in made[together] if one.origin and one.origin.options == origin.options]
        if not alike:
            floor = listing([f"{key} {value}" for key, value in origin.options.items()], "and")
            raise RequestError(f'"{file}" has a map that the mods do not make now: {floor}')
        game_maps.append(alike[0])
    compared = compare_world(file, makings, game_maps)
    if _is_asked_for(shown):
        if not any(map(is_typed, _STYLE)):
            shown = shown._replace(style=makings[0][1].style)
        shown.show_all(game_maps, format_reproduction())
    name = visible(str(file))
    different = [(origin, one) for origin, one in zip(origins, compared, strict=True) if not one.is_same]
    if not different:
        to_the_byte = all(one.is_same_to_the_byte for one in compared)
        how = "to the byte" if to_the_byte else "made by the same mods"
        click.echo(f"{name}: the same {counted(len(compared), 'map')}, {how}")
        return
    differ = "differs, or its mods" if len(different) == 1 else "differ, or their mods"
    problem = f"{len(different)} of {len(compared)} maps {differ}"
    click.echo(f"{click.style('error:', fg='red')} {name}: {problem}", err=True)
    for origin, one in different:
        click.echo(f"  {visible(origin.command)}", err=True)
        for line in one.differences:
            click.echo(f"    {line}", err=True)
    sys.exit(1)


def _is_asked_for(shown: Output) -> bool:
    """Return whether the options say how to show a dungeon, even one that is the same."""
    return shown.file is not None or shown.data_on_stdout or any(map(is_typed, _SHOWING))


def _select(mods: Sequence[str], needed: Sequence[str], file: Path) -> Selection:
    """Return where the mods of a file are: below --mods or the current folder, or else bundled or
    installed. Raises RequestError."""
    here = None if mods else find_folder_here()
    folders: dict[str, Path] = {}
    for mod in mods or ([here] if here else []):
        path = Path(mod)
        problem = why_no_folder(path)
        if problem == "does not exist" and is_named(mod):
            continue
        if problem:
            raise RequestError(f'--mods "{mod}": it {problem}')
        for folder in [path] if is_mod(path) else sorted(filter(is_mod, path.iterdir())):
            manifest = manifest_of(folder)
            folders.setdefault(manifest.id if manifest else folder.name, folder.absolute())
    for identity in needed:
        if identity not in folders and not is_named(identity):
            raise RequestError(
                f'"{file}" was made with the mod {identity}, which is not here', hint="--mods DIR says where it is"
            )
    return Selection(
        tuple(str(folders[identity]) for identity in needed if identity in folders),
        tuple(identity for identity in needed if identity not in folders),
        None,
    )
