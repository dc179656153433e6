"""What films and pages show of a recording."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from host.engine.playing.scene import Scene, SceneReader
from host.engine.replays.recording import SUFFIX, RecordedGame
from host.errors import counted
from host.export.films import MOST_SHOTS, Shot, film_format, turns_to_show, write_film
from host.export.map_page import folders_of, how_to_install, options_of
from host.export.share import MOST_TURNS, PAGE, About, SharedTurn, write_page
from host.render.style import PLAIN_STYLE, PictureStyle


def scenes_of(recording: RecordedGame, turns: Iterable[int], *, shows_all: bool = False) -> Iterator[Scene]:
    """Yield what the player knows in some turns; all of the map with `shows_all`, and in simulations.

    Raises HostError for a recording of a stranger that no game made.
    """
    for turn in turns:
        yield SceneReader(shows_all=shows_all or recording.simulates).read(recording.frames.view(turn))


def _shot(scene: Scene, *, shows_all: bool) -> Shot:
    health = "" if scene.health is None else f"health {scene.health:g}"
    line = "  ".join(filter(None, (health, scene.title, scene.goal)))
    messages = [*scene.messages, *([f"You have {scene.outcome}."] if scene.outcome else [])]
    return Shot(scene.turn, scene.map if shows_all else scene.known_map(), line, messages)


def make_film(recording: RecordedGame, path: Path, *, shows_all: bool = False) -> bytes:
    """Return a film of a recording in the format that the name of a file says. Raises HostError."""
    form = film_format(path)
    shows_all = shows_all or recording.simulates
    scenes = scenes_of(recording, turns_to_show(recording.turns, MOST_SHOTS[form]), shows_all=shows_all)
    title = f"{recording.request.generator}, seed {recording.request.seed}"
    return write_film((_shot(scene, shows_all=shows_all) for scene in scenes), form, title)


def make_file(recording: RecordedGame, path: Path, *, shows_all: bool = False) -> bytes:
    """Return a recording, its film, or its page, as the ending of the name of a file says. Raises HostError."""
    if path.suffix.lower() == SUFFIX:
        return recording.to_bytes()
    if path.suffix.lower() == PAGE:
        return make_page_of_recording(recording, shows_all=shows_all)
    return make_film(recording, path, shows_all=shows_all)


def check_ending(path: Path) -> None:
    """Raise RequestError for the name of a file that `make_file` does not make."""
    if path.suffix.lower() not in (SUFFIX, PAGE):
        film_format(path)


def make_page_of_recording(
    recording: RecordedGame, *, shows_all: bool = False, style: PictureStyle = PLAIN_STYLE
) -> bytes:
    """Return a page to step through a recording. Raises HostError."""
    shows_all = shows_all or recording.simulates
    shared = []
    for scene in scenes_of(recording, turns_to_show(recording.turns, MOST_TURNS), shows_all=shows_all):
        dim = None if shows_all else scene.seen & ~scene.visible
        shared.append(SharedTurn(_shot(scene, shows_all=shows_all), dim))
    request = recording.request
    more = ["--critters"] if recording.critters else []
    command = " ".join([request.format_command("play", players=1, mods=folders_of(recording.mods)), *more])
    commands = (
        *how_to_install(recording.mods),
        ("Play it:", command),
        ("Show a recording of it, from the file:", "dungeon-host play --replay FILE.rec"),
    )
    lines = [
        f"seed {request.seed}, {counted(recording.turns, 'turn')}, dungeon-host {recording.host}",
        *options_of(request),
    ]
    return write_page(shared, About(str(request.generator), lines, recording.mods, commands), style)
