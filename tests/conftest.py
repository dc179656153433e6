"""What tests share: mods made on the spot, scripts run in a game, commands."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, settings

from host import Host, Map
from host.cli.main import cli

# The same examples on every machine, however slow it is: a test that fails once in a while tells nobody anything.
settings.register_profile("host", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("host")

# The least a kts mod needs to lay out a dungeon: tiles, homes in four directions, one segment with two homes.
KTS_TILES = """
wall = kts.Tile { access = {} }
floor = kts.Tile { items = "floor", depth = 5 }
door = kts.Tile { type = "door", access = { walking = "approach" }, lock_chance = 0.5 }
home_n = kts.Tile { type = "home", facing = "north", access = { walking = "approach" } }
home_e = kts.Tile { type = "home", facing = "east", access = { walking = "approach" } }
home_s = kts.Tile { type = "home", facing = "south", access = { walking = "approach" } }
home_w = kts.Tile { type = "home", facing = "west", access = { walking = "approach" } }
kts.SetRotate(home_n, home_e, home_s, home_w)
kts.SetReflect(home_e, home_w)
key = kts.ItemType { type = "backpack", key = 1 }
lockpicks = kts.ItemType { type = "held", key = -1 }
coin = kts.ItemType { type = "backpack" }
bat = kts.MonsterType { type = "flying" }
rat = kts.MonsterType { type = "walking" }
"""

# Numbers: 1 floor, 2 wall, 3 home to the north, 4 home to the south.
KTS_SEGMENT = """
segment
name: a room with two homes
width: 5
height: 5
data:
1 1 3 1 1
1 1 1 1 1
1 1 1 1 1
1 1 1 1 1
1 1 4 1 1
rooms:
1
0 0 7 7
end
eof
"""


def dedent(text: str) -> str:
    return textwrap.dedent(text).lstrip("\n")


def write_mod(folder: Path, files: Mapping[str, str]) -> Path:
    """Write a mod folder; file names may have slashes."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(content), encoding="utf-8")
    return folder


MakeMod = Callable[..., Path]


@pytest.fixture
def make_mod(tmp_path: Path) -> MakeMod:
    """`make_mod("id", init="…", **{"other.lua": "…"})` writes a mod with a manifest; `toml` adds lines to it."""

    def make(
        identity: str,
        init: str = "",
        *,
        toml: str = "",
        files: Mapping[str, str] | None = None,
        root: Path | None = None,
    ) -> Path:
        manifest = f'id = "{identity}"\nversion = "1.0"\n{dedent(toml)}'
        return write_mod((root or tmp_path) / identity, {"mod.toml": manifest, "init.lua": init, **(files or {})})

    return make


@dataclass
class Ran:
    """What a script printed, line by line, and the map it left."""

    lines: list[str]
    map: Map
    host: Host

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


RunLua = Callable[..., Ran]


@pytest.fixture
def run_lua(tmp_path: Path) -> RunLua:
    """`run_lua("print(1)", mods=[…], seed=1, players=2, play=0)` runs Lua at the start of a game.

    `load` is Lua that a small mod "tiles" runs while mods load, after KTS_TILES; the script finds its variables in `T`.
    Errors are raised as the library raises them.
    """

    def run(
        script: str,
        *,
        load: str | None = None,
        files: Mapping[str, str] | None = None,
        mods: list[Any] | None = None,
        seed: int = 1,
        players: int = 2,
        play: float = 0,
    ) -> Ran:
        lines: list[str] = []
        given = list(mods or [])
        head = ""
        if load is not None:
            init = f'mod.RegisterMod {{ name = "tiles" }}\n{KTS_TILES}\n{dedent(load)}'
            given.append(
                write_mod(tmp_path / "tiles", {"init.lua": init, "segments.txt": KTS_SEGMENT, **(files or {})})
            )
            head = 'local T = require "tiles"; '
        host = Host(given, output=lines.append)
        path = tmp_path / "scripts" / "script.lua"
        path.parent.mkdir(exist_ok=True)
        path.write_text(head + dedent(script), encoding="utf-8")
        game_map = host.run_script(path, seed=seed, players=players, play=play)
        return Ran(lines, game_map, host)

    return run


@pytest.fixture(scope="session")
def base_host() -> Host:
    """A host with the bundled base; what it prints is dropped."""
    return Host(["base"], output=lambda _: None)


def command(*words: str | Path) -> Result:
    """Run `dungeon-host words…` in this process; standard output and standard error are kept apart."""
    return CliRunner().invoke(cli, [str(word) for word in words], prog_name="dungeon-host")


def process(*words: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run `dungeon-host words…` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "host", *(str(word) for word in words)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        **options,
    )
