"""The Python API: programs that import `host`."""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

import host
from host import Generator, Host, HostError, Map
from host.errors import HostErrors, RequestError
from host.paths import how_to_install
from host.serving import Pool
from tests.helpers import ROOT, MakeMod


def test_a_map_is_an_array_with_a_legend(base_host: Host) -> None:
    m = base_host.generate("base", seed=7, quest="custom", dungeon="basic")
    assert isinstance(m, Map)
    assert isinstance(m.tiles, np.ndarray)
    assert m.tiles.shape == (m.height, m.width)
    legend = m.legend()
    assert set(np.unique(m.tiles).tolist()) == set(legend)
    assert ("base.wall_stone",) in legend.values()


def test_without_a_generator_the_only_one_of_the_named_mods_makes_the_map(make_mod: MakeMod) -> None:
    mod = make_mod(
        "m",
        init="""
local generators, toolbox = require "host.generators", require "host.toolbox"
generators.register_generator {
  id = "first",
  generate = function() return toolbox.caves { width = 20, height = 20 }:map() end,
}
""",
    )
    game = Host(mods=["base", mod])
    made = game.generate(None, seed=3)
    assert made.origin is not None
    assert made.origin.generator == "m.first"
    assert made.to_json() == game.generate("m.first", seed=3).to_json()
    assert [each.to_json() for each in game.generate_all(None, seed=3)] == [made.to_json()]
    assert game.explain(None, seed=3).map is not None
    with Pool(["base", mod], workers=1) as pool:
        assert pool.generate_sync(None, seed=3).to_json() == made.to_json()


def test_the_only_generator_of_a_bundled_mod_needs_no_name() -> None:
    halls = Host(["critters"], output=lambda _: None).generate(None, seed=1)
    assert halls.origin is not None
    assert halls.origin.generator == "critters.halls"


def test_a_map_says_how_it_came_to_be(base_host: Host) -> None:
    m = base_host.generate("base", seed=7, players=3, dungeon="tiny", entry="random", premapped=True, time=5)
    assert m.origin is not None
    assert (m.origin.generator, m.origin.seed, m.origin.players) == ("base", 7, 3)
    assert m.origin.options["dungeon"] == "tiny"
    assert m.origin.options["premapped"] is True
    assert m.origin.options["time"] == 5
    ((identity, version, digest),) = m.origin.mods
    assert (identity, version, len(digest)) == ("base", "1.0.0", 32)


def test_options_may_be_values_or_their_text(base_host: Host) -> None:
    one = base_host.generate("base", seed=2, premapped=True, keys=1, time=9)
    other = base_host.generate("base", seed=2, premapped="true", keys="1", time="9")
    assert one.to_json() == other.to_json()


def test_numbers_of_numpy_are_numbers(base_host: Host) -> None:
    plain = base_host.generate("base", seed=2, players=1, premapped=True, time=9)
    numbers = {"time": np.int16(9), "premapped": np.bool_(True)}
    m = base_host.generate("base", seed=np.int64(2), players=np.uint8(1), options=numbers)  # type: ignore[arg-type]
    assert m.to_json() == plain.to_json()
    caves = base_host.generate("caves", seed=1, options={"width": np.array(9), "rock": np.float32(0.5)})
    assert caves.to_json() == base_host.generate("caves", seed=1, width=9, rock=0.5).to_json()
    with pytest.raises(RequestError, match="must be a whole number"):
        base_host.generate(seed=np.float64(2))  # type: ignore[arg-type]


def test_without_a_seed_every_map_is_another(base_host: Host) -> None:
    seeds = {base_host.generate("base", dungeon="tiny").origin.seed for _ in range(5)}  # type: ignore[union-attr]
    assert len(seeds) == 5


def test_maps_stay_as_they_were_when_others_are_made(base_host: Host) -> None:
    first = base_host.generate("base", seed=1)
    text = first.to_json()
    for seed in range(2, 6):
        base_host.generate("base", seed=seed)
    assert first.to_json() == text


def test_generators_describe_themselves(base_host: Host) -> None:
    generator = base_host.generators()[0]
    assert isinstance(generator, Generator)
    dungeon = next(option for option in generator.options if option.id == "dungeon")
    assert dungeon.choices[0].value == "tiny"
    assert dungeon.default in [choice.value for choice in dungeon.choices]


def test_what_mods_print_goes_where_it_is_wanted(make_mod: MakeMod) -> None:
    heard: list[str] = []
    Host([make_mod("loud", init='print("one", 2)')], output=heard.append)
    assert heard == ["one 2"]


def test_all_faults_come_together(make_mod: MakeMod) -> None:
    folders = [make_mod("one", init="error('first')"), make_mod("two", init="error('second')"), make_mod("three")]
    with pytest.raises(HostErrors) as caught:
        Host(folders)
    assert [str(error) for error in caught.value.errors] == ["one/init.lua:1: first", "two/init.lua:1: second"]
    assert isinstance(caught.value, HostError)


@pytest.mark.parametrize("players", [0, 65, -1])
def test_players_are_at_least_one(base_host: Host, players: int) -> None:
    with pytest.raises(RequestError, match=f"players is {players}: must be a whole number between 1 and 64"):
        base_host.generate("base", players=players)


def test_a_path_with_a_slash_is_a_folder_and_a_word_is_a_bundled_mod(make_mod: MakeMod) -> None:
    folder = make_mod("mine", init="x = kts.Tile {}")
    assert [mod.id for mod in Host([str(folder), "base"]).mods] == ["base", "mine"]
    with pytest.raises(RequestError, match='there is no mod "bsae"'):
        Host(["bsae"])


def test_hosts_do_not_know_of_each_other(make_mod: MakeMod) -> None:
    one = Host([make_mod("one", init="kts.shared = 1 string.x = 1 x = kts.Tile {}")])
    two = Host([make_mod("two", init="assert(kts.shared == nil and string.x == nil) y = kts.Tile {}")])
    assert one.registered("one") == two.registered("two") == {"tile": 1}


def test_the_package_is_typed_and_says_its_version() -> None:
    assert (Path(host.__file__).parent / "py.typed").is_file()
    assert host.__version__ == "0.2.0"


def test_importing_the_library_is_quiet_and_brings_no_heavy_guests() -> None:
    guests = ("rich", "click", "packaging", "difflib", "numpy.ma")
    code = f"import sys, host; print([guest for guest in {guests} if guest in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    assert done.stderr == ""


@pytest.mark.slow
def test_ten_thousand_dungeons_leave_nothing_behind(make_mod: MakeMod) -> None:
    """Counts the entries of caches; the benchmark measures memory itself."""
    game = Host(["base"], output=lambda _: None)

    def sizes() -> tuple[int, int, int]:
        session = game._engine.session
        return (len(session.table_cache), len(session.tiles.stacks), len(session.registry.all("tile")))

    def least_memory(seeds: range) -> int:
        """Return what Lua used at least: between, it has garbage of up to two hundred dungeons."""
        used = []
        for seed in seeds:
            game.generate("base", seed=seed, quest="random")
            used.append(game._engine.lua.memory_used)
        return min(used[-100:])

    lua = least_memory(range(150))
    before = sizes()
    least = least_memory(range(150, 400))
    cached_tables, stacks, tiles = sizes()
    assert cached_tables <= 900
    assert stacks <= before[1] * 1.2
    assert tiles == before[2]
    assert least < lua + 2 * 2**20


def test_a_folder_that_is_given_as_an_id_is_told_of(
    make_mod: MakeMod, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_mod("cellar", root=tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RequestError, match=r'^there is no mod "cellar"; the folder is Path\("cellar"\)$'):
        Host(["base", "cellar"])


def test_a_call_that_names_no_generator_says_what_to_call(make_mod: MakeMod) -> None:
    with pytest.raises(RequestError) as caught:
        Host([make_mod("crypt")]).generate()
    assert str(caught.value) == (
        'there is no generator "base": must be rooms, bsp, caves, walk, maze, mission, wfc or rewrite; '
        'the mod base is not loaded: `Host([…, "base"])` and --mods base load it, too'
    )


def test_an_option_is_set_once(base_host: Host) -> None:
    assert repr(base_host) == "<Host of base>"
    with pytest.raises(HostError, match="the option dungeon is set twice, in options and by its name"):
        base_host.generate("base", seed=1, dungeon="tiny", options={"dungeon": "huge"})


# Packages that the library runs; the others are commands. What a command alone can get to may name its options.
LIBRARY = (
    "border",
    "dialects",
    "engine",
    "export",
    "generate",
    "metrics",
    "mods",
    "model",
    "play",
    "process",
    "render",
    "save",
    "serving",
    "survey",
    "testing",
)
# An option alone is a word of a command, or the name of one; these texts name the front that has the option.
NAMES_OPTION = re.compile(r"(^|[ `(])--[a-z].* |[ `(]--[a-z]")
NAMES_FRONT = re.compile(r"Budgets\(|Host\(|dungeon-host |the command line ")


def test_messages_of_the_library_name_its_own_options() -> None:
    """A program has no command line: where a message names an option of one, it names the argument, too."""
    found = set()
    for path in (path for name in LIBRARY for path in (ROOT / "host" / name).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docstrings = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        parts = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            if node in docstrings or node in parts:
                continue
            if isinstance(node, ast.JoinedStr):
                text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
            else:
                continue
            if NAMES_OPTION.search(text) and not NAMES_FRONT.search(text):
                found.add(f"{path.name}: {text}")
    assert not found


# Installations of other packages, and of wheels, in the pages.
OTHER_PACKAGES = re.compile(r"pip install (pillow|dask-jobqueue)|python -m pip install \.|.*--quiet.*")


def test_what_a_message_installs_is_found_also_before_a_release(monkeypatch: pytest.MonkeyPatch) -> None:
    """One function says how, and pip looks for nothing on an index when all is there."""
    texts = {path: path.read_text() for path in (ROOT / "host").rglob("*.py")}
    assert [path.parent.name for path, text in texts.items() if "pip install" in text] == ["paths"]
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    named = re.findall(r'how_to_install\(["\']\[(\w+)\]["\']\)', "".join(texts.values()))
    assert {"survey", "cluster", "watch", "studio"} <= {*named} <= {*extras}
    python = shlex.quote(sys.executable)
    assert how_to_install("pandas") == f"{python} -m pip install pandas"
    assert how_to_install("[watch]") == f'{python} -m pip install -e "{ROOT}[watch]"'
    monkeypatch.setattr(host.paths, "_DATA", ROOT / "host" / "data")
    # Where the package is installed, also before a release: pip looks for nothing on an index when all is there.
    assert how_to_install("[watch]") == f'{python} -m pip install "dungeon-host[watch]"'
    subprocess.run(
        [*shlex.split(how_to_install("[watch]")), "--dry-run", "--no-index"], check=True, capture_output=True
    )


def test_all_pages_install_extras_by_the_commands_of_the_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a checkout in place: a copy would not change with it. The folder and the Python are the reader's."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    commands = []
    for data, start, package in ((ROOT, ".venv/bin/", "."), (ROOT / "host" / "data", "", "dungeon-host")):
        monkeypatch.setattr(host.paths, "_DATA", data)
        for extra in extras:
            message = how_to_install(f"[{extra}]").replace(shlex.quote(sys.executable), "python")
            commands.append(start + message.replace(str(ROOT), package))
    texts = {path: path.read_text() for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))}
    texts |= {path: path.read_text() for path in (ROOT / "templates").rglob("*") if path.is_file()}
    found = {
        path: re.findall(r"(?:[\w./]*python -m )?pip install [^`#\n]*[^`#\s]", text) for path, text in texts.items()
    }
    # A command may add several extras.
    found = {path: [re.sub(r"\[(\w+),[\w,]+\]", r"[\1]", line) for line in lines] for path, lines in found.items()}
    ours = {path: [line for line in lines if not OTHER_PACKAGES.fullmatch(line)] for path, lines in found.items()}
    wrong = {path.name: line for path, lines in ours.items() for line in lines if line not in commands}
    assert not wrong
    # A page about an extra has the command of each kind of installation, or names only the extra.
    for path, lines in ours.items():
        kinds = {(line.startswith("."), line.rpartition("[")[2]) for line in lines}
        assert all((False, extra) in kinds for is_checkout, extra in kinds if is_checkout), path


def test_make_replaces_a_copy_in_its_environment(tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml"):
        (tmp_path / name).write_text((ROOT / name).read_text())
    packages = tmp_path / ".venv" / "lib" / "python3.12" / "site-packages"
    packages.mkdir(parents=True)
    (tmp_path / ".venv" / "bin").mkdir()
    (tmp_path / ".venv" / "bin" / "python").touch()
    (tmp_path / ".venv" / ".installed").touch()

    def commands() -> str:
        make = ["make", "--dry-run", "dungeon"]
        return subprocess.run(make, cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    assert "pip install" not in commands()
    (packages / "dungeon_host").mkdir()
    # Older than the stamp, as files of a wheel may be.
    os.utime(packages / "dungeon_host", (0, 0))
    assert "--editable '.[pictures,tools]'" in commands()


def test_messages_of_the_lua_half_name_the_front_whose_option_they_name() -> None:
    texts = {
        f"{path.name}:{number}: {line.strip()}"
        for path in (ROOT / "lua").rglob("*.lua")
        if "api" not in path.parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        # A comment begins with two hyphens and a blank.
        if re.search(r"""["'][^"']*[ `(]--[a-z]""", line) and not NAMES_FRONT.search(line)
    }
    assert texts == set()
