"""Each option with a path, of each command, in the folder of a mod whose files lead elsewhere, hang or have no end.

The options are found in the commands: a new one fails until it is listed here, with a command line that uses it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from host.cli.completion import complete_test_names
from host.mods.archive import pack_mod
from host.paths import BUNDLED_MODS
from host.render.formats import SUFFIXES
from host.save.save_file import SaveFile
from tests.helpers import run_command, sampled, write_mod
from tests.mods.test_planted_files import PLANTS, SECRET, UserPath, assert_untouched, cli, list_parameters, plant

MOD = """
local tile = kts.Tile { name = "stone", items = "floor", depth = 5 }
require("host.generators").register_generator {
  id = "hall",
  generate = function()
    return require("host.toolbox").maze { width = 11, height = 11 }:map { room = tile, hallway = tile }
  end,
}
"""
ROOM = "segment\nname: a\nwidth: 1\nheight: 1\ndata:\n1\nrooms:\n1\n0 0 2 2\nend\neof\n"
FILES = {
    "mod.toml": 'id = "m"\nversion = "1"\n',
    "init.lua": MOD,
    "tests/a_test.lua": "it('holds', function() end)\n",
    "rooms.txt": ROOM,
    "survey.toml": "density.mean = [0, 1]\n",
    "map.txt": "#\n",
    "glyphs.toml": '"#" = 2\n',
}


class Case(NamedTuple):
    """A command line in the folder of a mod, with PATH for the option, and the name of PATH."""

    words: str
    name: str
    # What is written besides PATH, or in the folder PATH: an entry of it stands for all.
    beside: str | None = None
    # What may be at PATH if the user has put it there.
    takes_pipe: bool = False


GENERATE = "generate m --mods . --seed 1 -o PATH"
# Command and option -> its uses. A case of each format, and of each file that a command names itself.
WRITES = {
    "generate -o": [
        *(Case(GENERATE, f"out{suffix}", takes_pipe=True) for suffix in SUFFIXES),
        Case(GENERATE, "out.tmj", beside="out.tiles.png"),
        Case(GENERATE, "out.tscn", beside="out.tres"),
        Case(GENERATE, "out.world", beside="out.tmj"),
        Case("generate m --mods . --count 2 --seed 1 --format svg -o PATH", "maps", beside="maps/2.svg"),
    ],
    "run -o": [Case("run a.lua -o PATH", "out.json", takes_pipe=True)],
    "run --save": [Case("run a.lua --save PATH", "new.save")],
    "travel -o": [Case("travel overworld --seed 1 --keys . -o PATH", "out.svg", takes_pipe=True)],
    "travel --save": [Case("travel overworld --seed 1 --keys . --save PATH", "new.save")],
    "simulate --save": [Case("simulate undercroft --turns 1 --save PATH", "new.save")],
    "segments export -o": [
        Case("segments export rooms.txt --tiles none -o PATH", "out.tmj", takes_pipe=True),
        Case("segments export rooms.txt --tiles none -o PATH", "out.tmj", beside="out.tiles.png"),
    ],
    "segments import -o": [Case("segments import rooms.tmj -o PATH", "out.txt", takes_pipe=True)],
    "profile --flame": [Case("profile --flame PATH generate m --mods .", "out.svg", takes_pipe=True)],
    "profile --speedscope": [Case("profile --speedscope PATH generate m --mods .", "out.json", takes_pipe=True)],
    "test --junit": [Case("test --junit PATH", "out.xml", takes_pipe=True)],
    "test --coverage-lcov": [
        Case("test --coverage-lcov PATH", "out.lcov", takes_pipe=True),
        Case("test --coverage", "coverage.lcov", beside="coverage.lcov"),
    ],
    "test --coverage-html": [Case("test --coverage-html PATH", "pages", beside="pages/index.html")],
    "pack -o": [Case(f"pack {BUNDLED_MODS / 'trials'} -o PATH", "out.zip", takes_pipe=True)],
    "index build folder": [Case("index build PATH", "packs", beside="packs/config.json")],
    "index yank folder": [Case("index yank PATH hall==1.0.0", "packs", beside="packs/config.json")],
    "docs --stubs": [Case("docs --stubs PATH", ".stubs", beside=".stubs/kts.lua")],
    "new folder": [Case("new PATH", "other_mod")],
    "survey run -o": [Case("survey run m --mods . --count 2 --metrics none -o PATH", "new.survey")],
    "survey compare -o": [Case("survey compare a.survey b.survey -o PATH", "out.html", takes_pipe=True)],
    "survey compare --sheet": [Case("survey compare a.survey b.survey --sheet PATH", "out.png", takes_pipe=True)],
    "survey report -o": [Case("survey report a.survey -o PATH", "out.html", takes_pipe=True)],
    "survey report --sheet": [Case("survey report a.survey --sheet PATH", "out.png", takes_pipe=True)],
    "show -o": [Case("show --sprites -o PATH", "out.png", takes_pipe=True)],
    "share -o": [Case("share m --mods . --seed 1 -o PATH", "out.html", takes_pipe=True)],
    "simulate -o": [Case("simulate undercroft --turns 1 -o PATH", "out.cast", takes_pipe=True)],
    "simulate --record": [Case("simulate undercroft --turns 1 --record PATH", "out.rec", takes_pipe=True)],
    # It needs a terminal: tests/cli/playing has tests of its files.
    **{f"play {option}": [] for option in ("--save", "--record", "--replay", "-o")},
    # It answers an agent: tests/tools/test_agents.py has tests of its files.
    "mcp --folder": [],
    "survey export --maps": [Case("survey export a.survey --maps PATH", "out.npz", takes_pipe=True)],
}
READS = {
    "run script": [Case("run PATH", "x.lua")],
    "install targets": [Case("install PATH", "x.zip")],
    "info mod": [Case("info PATH", "x.zip")],
    "profile --compare": [Case("profile --compare PATH generate m --mods .", "x.json")],
    "saves list folder": [Case("saves list PATH", "x")],
    **{f"saves {name} file": [Case(f"saves {name} PATH", "x.save")] for name in ("backup", "check", "prune", "show")},
    "segments export file": [Case("segments export PATH --tiles none -o out.tmj", "x.txt")],
    "segments import file": [Case("segments import PATH", "x.tmj")],
    "segments import --table": [Case("segments import map.txt --table PATH", "x.toml")],
    "survey compare old": [Case("survey compare PATH b.survey", "x.survey")],
    "survey compare new": [Case("survey compare a.survey PATH", "x.survey")],
    "survey export file": [Case("survey export PATH --maps out.npz", "x.survey")],
    "survey find --unlike": [Case("survey find m --mods . --count 2 --unlike PATH", "x.survey")],
    "survey gate file": [Case("survey gate PATH", "x.survey")],
    "survey gate --limits": [Case("survey gate a.survey --limits PATH", "x.toml")],
    "survey report file": [Case("survey report PATH --sheet out.png", "x.survey")],
    "show subjects": [Case("show PATH", "x.json")],
    "generate --from": [Case("generate --from PATH --mods .", "x.json")],
    "share generator": [Case("share PATH -o out.html", "x.rec")],
    "survey show file": [Case("survey show PATH", "x.survey")],
}
CASES = [(option, case) for cases in (WRITES, READS) for option, listed in cases.items() for case in listed]
each_case = pytest.mark.parametrize(
    ("option", "case"), CASES, ids=[f"{option} {case.beside or case.name}" for option, case in CASES]
)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A mod, and files of it that commands read."""
    folder = write_mod(tmp_path_factory.mktemp("mods") / "m", {**FILES, "a.lua": "print(1)"})
    with contextlib.chdir(folder):
        for name in ("b.survey", "a.survey"):
            # The two differ.
            Path("init.lua").write_text(MOD.replace("11", "13") if name == "b.survey" else MOD)
            words = ["survey", "run", "m", "--mods", ".", "--count", "3", "--metrics", "density,solution_length", "-o"]
            assert run_command(*words, name).exit_code == 0
        assert run_command("segments", "export", "rooms.txt", "--tiles", "none", "-o", "rooms.tmj").exit_code == 0
        assert run_command("generate", "m", "--mods", ".", "-o", "map.json").exit_code == 0
        assert run_command("generate", "caves", "--set", "width=20", "-o", "caves.json").exit_code == 0
        assert run_command("simulate", "undercroft", "--turns", "1", "--record", "a.rec").exit_code == 0
        Path("a.zip").write_bytes(
            pack_mod(write_mod(Path("packed"), {**FILES, "mod.toml": 'id = "n"\nversion = "1"\n'}), "n")
        )
        shutil.rmtree("packed")
        Path("profile.json").write_text(run_command("profile", "--json", "generate", "m", "--mods", ".").stdout)
        SaveFile(Path("a.save")).write({"seed": 1, "players": 1, "mods": []}, {}, [])
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "secret.txt").write_text(SECRET)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("DUNGEON_HOST_MODS", str(tmp_path / "mods"))
    return tmp_path / "home"


@pytest.fixture
def mod(files: Path, tmp_path: Path) -> Path:
    shutil.copytree(files, tmp_path / "m")
    return tmp_path / "m"


def test_each_option_with_a_path_is_listed() -> None:
    found = {
        f"{command} {next((name for name in parameter.opts if name.startswith('-')), parameter.name)}"
        for command, parameter in list_parameters(cli)
        if isinstance(parameter.type, UserPath)
    }
    assert found == {*WRITES, *READS}


def run(words: str, path: Path | str, folder: Path) -> tuple[int, str]:
    with contextlib.chdir(folder):
        result = run_command(*(path if word == "PATH" else word for word in words.split()))
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "SECRET" not in result.output
    return result.exit_code, result.output


@each_case
def test_nothing_that_a_mod_planted_is_followed(option: str, case: Case, home: Path, mod: Path) -> None:
    for kind in PLANTS:
        if kind == "folder" or case.beside is None:
            # The first part of the path, unless the command names the file.
            name = case.beside if case.beside and "/" in case.beside else f"sub/{case.name}"
            path = "PATH" if case.beside and "/" not in case.beside else name
        else:
            name, path = case.beside, case.name
        if path == "PATH":
            continue
        plant(mod / name, kind, home)
        typed = case.name if case.beside else name
        code, shown = run(case.words, typed, mod)
        assert code in (1, 2), (kind, shown)
        assert " is a link" in shown or " is a pipe" in shown, (kind, shown)
        assert_untouched(home)
        remove(mod, name)


def remove(folder: Path, name: str) -> None:
    for part in (name, name.partition("/")[0]):
        if (folder / part).is_symlink() or (folder / part).is_fifo():
            (folder / part).unlink()
        elif (folder / part).is_dir():
            shutil.rmtree(folder / part)


@pytest.mark.parametrize("option", [*READS, "run --save", "travel --save", "simulate --save", "survey run -o"])
def test_files_without_end_are_refused(option: str, mod: Path) -> None:
    """A sparse file takes no room on the disk."""
    (case,) = {**READS, **WRITES}[option]
    if option == "saves list folder":
        (mod / "x").mkdir()
    path = mod / ("x/a.save" if option == "saves list folder" else case.name)
    for beginning in (b"", b"SQLite format 3\0"):
        path.write_bytes(beginning)
        os.truncate(path, 2**42)
        code, shown = run(case.words, case.name, mod)
        assert code in (1, 2) or option == "saves list folder", shown
        assert path.stat().st_size == 2**42
        assert path.stat().st_blocks < 100


# Ending of a name -> a file that commands read.
HONEST = {
    "segments import --table": "glyphs.toml",
    "show subjects": "map.json",
    "generate --from": "caves.json",
    ".rec": "a.rec",
    ".lua": "a.lua",
    ".zip": "a.zip",
    ".json": "profile.json",
    ".save": "a.save",
    ".txt": "rooms.txt",
    ".tmj": "rooms.tmj",
}


@pytest.mark.parametrize("option", [*READS, "run --save", "travel --save", "simulate --save", "survey run -o"])
def test_the_same_commands_take_files_of_the_user(option: str, mod: Path) -> None:
    """So the tests above show what links, pipes and sizes do."""
    (case,) = {**READS, **WRITES}[option]
    if option in READS and option != "saves list folder":
        suffix = Path(case.name).suffix
        shutil.copyfile(
            mod / HONEST.get(option, HONEST.get(suffix, "a.survey" if suffix == ".survey" else "survey.toml")),
            mod / case.name,
        )
    elif option in READS:
        (mod / "x").mkdir()
    code, shown = run(case.words, case.name, mod)
    assert code == 0, shown


PIPED = [(option, case) for option, case in CASES if case.takes_pipe]


@pytest.mark.parametrize("piped", sampled(PIPED, 10), ids=lambda piped: f"{piped[0]} {piped[1].name}")
def test_a_pipe_of_the_user_is_written(piped: tuple[str, Case], mod: Path, tmp_path: Path) -> None:
    _, case = piped
    pipe = tmp_path / case.name
    os.mkfifo(pipe)
    # Open for reading and writing, so that nobody waits for the other.
    descriptor = os.open(pipe, os.O_RDWR)
    written = bytearray()

    def read() -> None:
        while block := os.read(descriptor, 2**16):
            written.extend(block)
            if b"THE END" in written:
                return

    reader = threading.Thread(target=read)
    reader.start()
    code, shown = run(case.words, pipe, mod)
    os.write(descriptor, b"THE END")
    reader.join()
    os.close(descriptor)
    assert code in (0, 1), shown
    assert "cannot be written" not in shown
    assert len(written) > len("THE END")
    assert pipe.is_fifo()


def test_limits_that_a_command_finds_in_a_mod_are_a_file_of_it(home: Path, mod: Path) -> None:
    assert run("survey gate a.survey", "", mod)[0] == 0
    for kind in ("link", "dangling", "pipe", "device", "sparse"):
        (mod / "survey.toml").unlink()
        if kind == "sparse":
            (mod / "survey.toml").touch()
            os.truncate(mod / "survey.toml", 2**42)
        else:
            plant(mod / "survey.toml", kind, home)
        # The survey holds the limits of the mod as it was.
        code, shown = run("survey gate a.survey", "", mod)
        assert (code, "of a.survey" in shown) == ((2, False) if kind == "sparse" else (0, True)), (kind, shown)
    assert_untouched(home)


@pytest.mark.parametrize("suffix", [".backup1", ".backup2", "-wal", "-shm", "-journal"])
def test_nothing_beside_a_save_is_written_through_a_link(suffix: str, home: Path, mod: Path) -> None:
    (mod / f"a.save{suffix}").symlink_to(home / "secret.txt")
    for words in ("run a.lua --save a.save", "saves backup a.save", "saves prune a.save", "saves show a.save"):
        run(words, "", mod)
        assert_untouched(home)


# Words that a command needs beside the mod, in the folder of the fixture `mod`.
NEEDED = {
    "run": "a.lua", "segments export": "rooms.txt --tiles m.gem -o out.tmj", "survey compare": "a.survey b.survey",
    "survey export": "a.survey --maps out.npz", "survey gate": "a.survey", "survey report": "a.survey --sheet out.png",
    "survey run": "m --count 1 -o new.survey", "survey show": "a.survey --variety", "studio": "--no-open",
    "travel": "--keys .", "why": "item m.gem", "generate": "m", "simulate": "m", "repl": "", "check": "",
    "generators": "", "mods": "", "pools": "", "play": "", "show": "--sprites m",
    "survey find": "m rooms>0 --count 1", "lock": "", "share": "m -o out.html", "test": "a.rec",
}  # fmt: skip
# Commands whose first word may be the path of a mod.
OF_A_MOD = ("check", "generate", "generators", "pools", "repl", "simulate", "studio", "survey run", "test", "travel")


@pytest.mark.slow
def test_a_path_of_a_mod_that_is_no_folder_is_an_error_that_names_another(mod: Path) -> None:
    """Also a pipe, which nobody opens, and files without end."""
    assert {command for command, parameter in list_parameters(cli) if "--mods" in parameter.opts} == {*NEEDED}
    (mod / "other").mkdir()
    os.mkfifo(mod / "pipe")
    (mod / "device").symlink_to("/dev/zero")
    (mod / "sparse").touch()
    os.truncate(mod / "sparse", 2**42)
    for name in ("pipe", "device", "sparse", "absent"):
        for command, words in NEEDED.items():
            code, shown = run(f"{command} {words} --mods ./{name}", "", mod)
            if command not in ("survey compare", "survey gate", "play"):
                # The first two look for no mod as long as they make no dungeon, and the last needs a terminal.
                assert code in (1, 2), (command, name, shown)
                assert name in shown, (command, name, shown)
            assert f'did you mean "./{name}"' not in shown
        for command in OF_A_MOD:
            code, shown = run(f"{command} ./{name} {'--keys .' if command == 'travel' else ''}", "", mod)
            assert code in (1, 2) or command == "test", (command, name, shown)
            assert f'did you mean "./{name}"' not in shown


@contextlib.contextmanager
def nested_folders(folder: Path, depth: int, file: str, text: str) -> Iterator[None]:
    """Write a file into so many folders in each other, which pytest could not remove: also a walk of Python."""
    descriptor = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=descriptor)
        inner = os.open("d", os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = inner
    with open(file, "w", opener=lambda name, flags: os.open(name, flags, dir_fd=descriptor)) as opened:
        opened.write(text)
    os.close(descriptor)
    try:
        yield
    finally:
        subprocess.run(["rm", "-r", folder / "d"], check=True)


@pytest.mark.slow
def test_folders_nested_deeply_are_no_error(mod: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11 walks through folders by a function that calls itself, and pytest by an object for each of them."""
    with nested_folders(mod, 1200, "deep_test.lua", "it('is deep', function() end)\n"), warnings.catch_warnings():
        # Not errors, as in the tests of the host.
        warnings.simplefilter("default")
        for words in (
            "generate m --mods .. --seed 1",
            "check",
            "mods --mods ..",
            "survey run m --mods . --count 1 --metrics none -o new.survey",
            "profile generate",
            "test",
            "test --coverage",
        ):
            code, shown = run(words, "", mod)
            assert code == 0, (words, shown)
        assert "1 passed, 1 warning" in shown
        assert "has more than 50 folders in each other; tests in those below are not run" in shown
        # Shells wait for less, and other tests take the processor.
        monkeypatch.setattr("host.cli.completion._SECONDS", 60)
        with contextlib.chdir(mod):
            offered = complete_test_names(click.Context(cli), click.Option(["-k"]), "")
        assert "holds" in [item.value for item in offered]


@pytest.mark.parametrize("name", ["a:b.txt", "a\\b.txt", "a\nb.txt", "\x1b[31m.lua", "..\\..\\x.txt", "é" * 127])
def test_files_that_mods_cannot_name_are_in_a_survey(name: str, mod: Path) -> None:
    """So that its dungeons can be made again, which compares the hashes of all files."""
    (mod / name).write_text("new")
    code, shown = run("survey run m --mods . --count 3 --metrics none --seed 1 -o new.survey", "", mod)
    assert code == 0, shown
    # The mod is not there any more.
    mod.rename(mod.with_name("gone"))
    (mod.parent / "other").mkdir()
    code, shown = run("survey export ../gone/new.survey --maps maps.npz", "", mod.parent / "other")
    assert code == 0, shown
    assert (mod.parent / "other" / "maps.npz").is_file()


def without_rights(*words: str, folder: Path) -> str:
    """Run a command as a user to whom permissions apply, and return what it shows."""
    command = [sys.executable, "-m", "dungeon_host", *words]
    if os.geteuid() == 0:
        command = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", *command]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.skipif("os.geteuid() == 0 and shutil.which('setpriv') is None", reason="root may enter any folder")
@pytest.mark.parametrize(
    ("words", "shown"),
    sampled(
        [
            ("generate m --mods .. --seed 1", "11 × 11"),
            ("check", "1 mod checked"),
            ("test", "1 passed"),
            ("test --coverage", "1 passed"),
            ("test tests/locked", "no test was run"),
            ("survey run m --mods . --count 1 --metrics none -o new.survey", "new.survey"),
            ("debug --break b_test.lua:1 generate", 'there is no file "b_test.lua"'),
            ("debug generate --mods tests/locked/mod", "it does not exist"),
            ("generate -o tests/locked/x.png", "cannot be reached: Permission denied"),
            ("run tests/locked/x.lua", "cannot be reached: Permission denied"),
            ("survey compare tests/locked/x.survey a.survey", "cannot be reached: Permission denied"),
            ("docs --stubs tests/locked/.stubs", "cannot be reached: Permission denied"),
            ("test tests/locked/b_test.lua", "there is no mod or path"),
            ("saves list tests/locked", "there are no saves"),
            # The folder `tests` stands for a folder of mods, of which one may not be entered.
            ("tests: generators", "base"),
            ("tests: generate base --seed 1", "monsters"),
            ("tests: test ./locked", "no test was run"),
        ],
        6,
        names=2,
    ),
)
def test_folders_that_may_be_listed_and_not_entered_are_no_error(words: str, shown: str, mod: Path) -> None:
    """An archive may hold them; Python then raises errors in place of saying that something is no file."""
    locked = mod / "tests" / "locked"
    locked.mkdir()
    for name in ("b_test.lua", "b.save", "b.txt"):
        (locked / name).write_text("it('is locked', function() end)\n")
    locked.chmod(0o600)
    try:
        folder, _, words = words.rpartition(": ")
        if folder:
            (mod / folder).rename(mod.parent / folder)
            locked = mod.parent / folder / "locked"
        text = without_rights(*words.split(), folder=mod.parent / folder if folder else mod)
    finally:
        locked.chmod(0o700)
    assert shown in text
    assert "host failed" not in text
    assert "Traceback" not in text


@pytest.mark.skipif("os.geteuid() == 0 and shutil.which('setpriv') is None", reason="root may list any folder")
def test_a_folder_that_may_not_be_listed_fails_the_tests_of_its_mod_in_a_line(mod: Path) -> None:
    """Its tests would not run, and nobody would know."""
    locked = mod / "tests" / "locked"
    locked.mkdir(mode=0)
    text = without_rights("test", folder=mod)
    assert "tests/locked cannot be read: Permission denied" in text
    assert "1 error" in text
    assert "scandir" not in text
