"""`--watch` of generate, test and check: again at each saved file, and what changed since the run before."""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import pytest

from host.model.game_map import model_of
from host.mods.changes import list_folders, scan_files
from host.paths import BUNDLED_MODS, how_to_install
from host.render.text import Style, draw
from tests.helpers import KTS_SEGMENT, MakeMod, run_command, write_mod, write_tiles
from tests.helpers.terminal import Terminal

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="Ctrl-C is another signal there")

# Seconds after which a test fails that waits for output.
PATIENCE = 60
WATCHING = "to run again"

HALL = """
    local items = require ".items"
    local pavement = kts.Tile { name = "pavement", items = "floor", depth = 5 }
    local segments = kts.LoadSegments({ floor, wall, home_n, home_s, pavement }, "segments.txt")
    require("host.generators").register_generator {
      id = "hall",
      generate = function()
        kts.LayoutDungeon {
          layout = { width = 1, height = 1, data = { { type = "block" } } }, wall = wall, segments = segments,
          entry_type = "none",
        }
        for i = 1, items do kts.PlaceItem({ x = i, y = 2 }, coin) end
      end,
    }
"""
PASSING = 'it("holds", function() assert.equals(1, 1) end)\n'
FAILING = 'it("holds", function() assert.equals(1, 2) end)\n'


class Watched:
    """Runs `dungeon-host words…` without a terminal, and reads its standard output and error; a context."""

    def __init__(self, *words: str | Path, cwd: Path) -> None:
        self.text = ""
        self._mark = str(cwd)
        # A session of its own, so that a signal to its group does not reach the tests.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "host", *map(str, words)],
            cwd=cwd,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdout is not None
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def wait(self, text: str = WATCHING) -> str:
        """Read until a text arrives, and return all that arrived since the last call."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.text:
            assert time.monotonic() < deadline, f"{text} never arrives:\n{self.text}"
            assert self._read(), f"the command ended before {text}:\n{self.text}"
        end = self.text.index(text) + len(text)
        arrived, self.text = self.text[:end], self.text[end:]
        return arrived

    def interrupt(self) -> int:
        """Press Ctrl-C, and return the exit code."""
        os.killpg(self._process.pid, signal.SIGINT)
        deadline = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < deadline, f"the command does not end:\n{self.text}"
        return self._process.wait()

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop the command within a block, so that it finds all that changes there at once."""
        os.kill(self._process.pid, signal.SIGSTOP)
        yield
        os.kill(self._process.pid, signal.SIGCONT)

    def pids(self) -> list[int]:
        """Return the processes of the command: itself and its children, which have other groups but its words."""
        words = read(Path(f"/proc/{self._process.pid}/cmdline"))
        if not words:
            # The process is starting.
            return []
        return [int(path.parent.name) for path in Path("/proc").glob("[0-9]*/cmdline") if read(path) == words]

    def count_watches(self) -> int:
        """Return how many folders inotify watches for the command."""
        deadline = time.monotonic() + PATIENCE
        while not (count := sum(read(path).count(b"inotify wd") for path in self._descriptions())):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        return count

    def _descriptions(self) -> list[Path]:
        return [*Path(f"/proc/{self._process.pid}/fdinfo").iterdir()]

    def _read(self) -> bool:
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], 0.2)[0]:
            return True
        data = os.read(self._process.stdout.fileno(), 65536)
        self.text += data.decode()
        return bool(data)


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        # The process has ended.
        return b""


def cpu_seconds(pid: int) -> float:
    fields = read(Path(f"/proc/{pid}/stat")).rpartition(b")")[2].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK") if fields else 0.0


def assert_gone(pids: list[int]) -> None:
    """Assert that processes end soon."""
    deadline = time.monotonic() + PATIENCE
    for pid in pids:
        while Path(f"/proc/{pid}").exists():
            assert time.monotonic() < deadline, pid
            time.sleep(0.05)


def save_by_rename(path: Path, text: str) -> None:
    """Save a file as editors do: write a file beside it, and rename that."""
    beside = path.with_name(f"{path.name}~")
    beside.write_text(text, encoding="utf-8")
    beside.rename(path)


@pytest.fixture
def hall(tmp_path: Path) -> Path:
    """The mod "tiles" with a room of 25 squares, and with as many coins in it as items.lua returns."""
    return write_tiles(tmp_path / "tiles", HALL, {"items.lua": "return 1\n"})


@pytest.fixture
def trial(make_mod: MakeMod) -> Path:
    """A mod with a test that passes."""
    return make_mod("trial", files={"tests/a_test.lua": PASSING})


@pytest.mark.slow
def test_generate_runs_again_and_shows_what_changed(hall: Path) -> None:
    paved = KTS_SEGMENT.replace("1 1 1 1 1", "5 5 1 1 5", 1)
    with Watched("generate", "tiles", "--watch", cwd=hall.parent) as watched:
        first = watched.wait()
        command = re.findall("^dungeon-host .*$", first, re.MULTILINE)
        assert len(command) == 1
        assert "--watch" not in command[0]
        save_by_rename(hall / "segments.txt", paved)
        second = watched.wait()
        # The seed stays.
        assert command[0] in second
        assert "--- tiles/segments.txt changed" in second
        assert re.search(
            r"^since the last map: 3 squares changed \(x \d( to \d)?, y \d( to \d)?\)$", second, re.MULTILINE
        )
        with watched.stopped():
            (hall / "segments.txt").write_text(KTS_SEGMENT)
            (hall / "items.lua").write_text("return 3")
        third = watched.wait()
        assert "--- tiles/items.lua and tiles/segments.txt changed" in third
        assert "since the last map: 3 squares changed" in third
        assert "2 items more" in third
        (hall / "items.lua").write_text("return 3 -- the same")
        assert "since the last map: nothing changed" in watched.wait()
        assert watched.interrupt() == 130
        # After the line that says what is waited for comes nothing.
        assert watched.text.strip() in ("", ", Ctrl-C to end")


@pytest.mark.slow
def test_a_broken_save_shows_its_error_and_the_next_one_compares_with_the_last_map(hall: Path) -> None:
    with Watched("generate", "tiles", "--watch", "--seed", "1", cwd=hall.parent) as watched:
        watched.wait()
        (hall / "items.lua").write_text("return 1 +")
        broken = watched.wait()
        assert "error: tiles/items.lua:1: " in broken
        assert "Traceback" not in broken
        (hall / "items.lua").write_text("return 2")
        assert "since the last map: 1 item more" in watched.wait()
        assert watched.interrupt() == 130


@pytest.mark.slow
def test_a_mod_that_is_broken_at_first_is_watched(hall: Path) -> None:
    (hall / "items.lua").write_text("return nil + 1")
    with Watched("generate", "tiles", "--watch", "--seed", "1", cwd=hall.parent) as watched:
        assert "error: tiles/items.lua:1: " in watched.wait()
        (hall / "items.lua").write_text("return 2")
        fixed = watched.wait()
        assert "dungeon-host generate" in fixed
        assert "since" not in fixed


@pytest.mark.slow
@pytest.mark.skipif("sys.platform != 'linux'", reason="processes are listed in /proc, and needs forks")
def test_generate_does_not_read_mods_again_that_did_not_change(hall: Path) -> None:
    needs = 'id = "{}"\nversion = "1.0"\ndependencies = {{ {} = "*" }}\n'
    write_mod(hall.parent / "more", {"mod.toml": needs.format("more", "tiles"), "init.lua": "print 'more loads'"})
    with (hall / "init.lua").open("a") as init:
        init.write("print 'tiles loads'\n")
    with Watched("generate", "tiles.hall", "--mods", "more", "--watch", "--seed", "1", cwd=hall.parent) as watched:
        first = watched.wait()
        assert "tiles loads" in first
        assert "more loads" in first
        assert f"watching more, {BUNDLED_MODS} and tiles: save" in first
        (hall.parent / "more" / "init.lua").write_text("print 'more loads again'")
        second = watched.wait()
        assert "tiles loads" not in second
        assert "more loads again" in second
        assert "since the last map: nothing changed" in second
        (hall / "items.lua").write_text("return 2")
        third = watched.wait()
        assert "tiles loads" in third
        assert "more loads again" in third
        assert "since the last map: 1 item more" in third
        pids = watched.pids()
        assert len(pids) > 1
        assert watched.interrupt() == 130
        assert_gone(pids)


@pytest.mark.slow
def test_files_and_folders_may_come_and_go(trial: Path) -> None:
    with Watched("test", "./trial", "--watch", cwd=trial.parent) as watched:
        assert "1 passed" in watched.wait()
        # Many files at once, in new folders, are one run.
        with watched.stopped():
            for number in range(5):
                folder = trial / "tests" / f"more{number}"
                folder.mkdir()
                (folder / "b_test.lua").write_text(PASSING)
        arrived = watched.wait()
        assert "6 passed" in arrived
        assert "since the last run: 5 tests are new" in arrived
        (trial / "tests" / "more3" / "b_test.lua").unlink()
        assert "since the last run: 1 test is gone" in watched.wait()
        # A folder that is replaced, as by git, is watched again.
        shutil.move(trial, trial.with_name("before"))
        watched.wait()
        shutil.move(trial.with_name("before"), trial)
        assert "5 passed" in watched.wait()
        (trial / "tests" / "a_test.lua").write_text(FAILING)
        assert "1 failed, 4 passed" in watched.wait()


def plant_links(mod: Path) -> None:
    """Let links in a mod lead to all files of the system, to a folder of the user, and in a circle."""
    (mod.parent / "home" / "deep").mkdir(parents=True)
    (mod.parent / "home" / "deep" / "notes.txt").write_text("private")
    for name, target in {"root": "/", "home": mod.parent / "home", "up": "..", "self": "."}.items():
        (mod / name).symlink_to(target)
    (mod / "tests" / "notes.txt").symlink_to(mod.parent / "home" / "deep" / "notes.txt")


def test_links_of_a_mod_lead_no_look_at_files_out_of_it(trial: Path) -> None:
    plant_links(trial)
    links = ("root", "home", "up", "self", "tests/notes.txt")
    names = {str(trial / name) for name in ("mod.toml", "init.lua", "tests/a_test.lua", *links)}
    own_folders = [str(trial), str(trial / "tests")]
    files = scan_files([trial])
    assert ({*files}, list_folders([trial])) == (names, own_folders)
    (trial.parent / "home" / "deep" / "notes.txt").write_text("private, and longer")
    assert scan_files([trial]) == files
    # In a folder of mods the user has made the links.
    mods = trial.parent / "mods"
    mods.mkdir()
    (mods / "linked").symlink_to(trial)
    (mods / "home").symlink_to(trial.parent / "home")
    linked = {name.replace(str(trial), str(mods / "linked")) for name in names}
    assert {*scan_files([mods])} == {str(mods / "linked"), str(mods / "home"), *linked}
    assert list_folders([mods]) == [str(path) for path in (mods, mods / "linked", mods / "linked" / "tests")]
    # Below a mod, links are of the mod.
    (trial / "inner").mkdir()
    (trial / "inner" / "mod").symlink_to(write_mod(trial.parent / "other", {"init.lua": ""}))
    assert list_folders([trial / "inner"]) == [str(trial / "inner")]


@pytest.mark.slow
@pytest.mark.skipif("sys.platform != 'linux'", reason="counts what inotify watches")
def test_a_link_of_a_mod_costs_no_watch_and_starts_no_run(trial: Path) -> None:
    plant_links(trial)
    with Watched("test", "./trial", "--watch", cwd=trial.parent) as watched:
        assert "1 passed" in watched.wait()
        assert 1 <= watched.count_watches() < 50
        (trial.parent / "home" / "deep" / "notes.txt").write_text("private, and longer")
        (trial / "root").unlink()
        assert "--- trial/root changed" in watched.wait()
        (trial / "new").mkdir()
        (trial / "new" / "c_test.lua").write_text(PASSING)
        assert "2 passed" in watched.wait()
        (trial / "new" / "c_test.lua").write_text(FAILING)
        assert "1 failed, 1 passed" in watched.wait()


@pytest.mark.slow
def test_tests_that_change_their_results_are_named(trial: Path) -> None:
    with Watched("test", "--watch", cwd=trial) as watched:
        assert "since" not in watched.wait()
        (trial / "tests" / "a_test.lua").write_text(FAILING)
        failed = watched.wait()
        assert "since the last run: 1 test failed that passed" in failed
        assert "  failed  tests/a_test.lua::holds" in failed
        assert "again  dungeon-host test tests/a_test.lua::holds --seed 1" in failed
        (trial / "tests" / "a_test.lua").write_text(PASSING)
        passed = watched.wait()
        assert "since the last run: 1 test passed that failed" in passed
        assert "  passed  tests/a_test.lua::holds" in passed
        (trial / "init.lua").write_text("x +")
        assert "since the last run: 1 file fails to load" in watched.wait()
        (trial / "init.lua").write_text("")
        assert "since the last run: 1 file loads again" in watched.wait()
        assert watched.interrupt() == 130


@pytest.mark.slow
def test_check_names_diagnostics_that_are_new_and_gone(make_mod: MakeMod) -> None:
    mod = make_mod("lamp", init="kts.Tile { acess = {} }\n")
    with Watched("check", "./lamp", "--watch", cwd=mod.parent) as watched:
        assert "acess" in watched.wait()
        # A diagnostic that moves to another line is the same.
        (mod / "init.lua").write_text("\n\nkts.Tile { acess = {} }\n")
        assert "since the last check: the same diagnostics" in watched.wait()
        (mod / "init.lua").write_text("kts.Tile { dept = 1 }\n")
        changed = watched.wait()
        assert "since the last check: 1 diagnostic is new, 1 is gone" in changed
        assert re.search(r"^  new   lamp/init.lua:1: .*dept", changed, re.MULTILINE)
        assert re.search(r"^  gone  lamp/init.lua:3: .*acess", changed, re.MULTILINE)
        assert watched.interrupt() == 130


@pytest.mark.slow
@pytest.mark.skipif("sys.platform != 'linux'", reason="processes are listed in /proc")
@pytest.mark.parametrize(
    ("command", "answer"), [("generate", "made no map"), ("check", "1 mod checked"), ("test", "1 passed")]
)
def test_a_save_ends_a_run_and_another_one_follows(command: str, answer: str, trial: Path) -> None:
    fixed = 'require("host.generators").register_generator { id = "hall", generate = function() end }\n'
    (trial / "init.lua").write_text("while true do end\n")
    with Watched(command, trial, "--watch", "--timeout", "50", cwd=trial.parent) as watched:
        deadline = time.monotonic() + PATIENCE
        # A process that computes this long is in the loop.
        while not any(cpu_seconds(pid) > 0.5 for pid in watched.pids()[1:]):
            assert time.monotonic() < deadline, watched.text
            time.sleep(0.05)
        (trial / "init.lua").write_text(fixed)
        arrived = watched.wait()
        assert answer in arrived
        assert f"watching trial{'' if command == 'test' else f' and {BUNDLED_MODS}'}: save" in arrived
        assert "--- trial/init.lua changed" in arrived
        assert "Traceback" not in arrived
        assert "50 s" not in arrived
        pids = watched.pids()
        # The mods of `generate` stay loaded.
        assert (len(pids) == 1) == (command != "generate")
        assert watched.interrupt() == 130
        assert_gone(pids)


@pytest.mark.slow
@pytest.mark.skipif("sys.platform != 'linux'", reason="processes are listed in /proc")
@pytest.mark.parametrize("command", ["generate", "check", "test"])
def test_an_interrupt_during_a_run_leaves_no_child(command: str, trial: Path) -> None:
    endless = "print 'begun' while true do end\n"
    (trial / "init.lua").write_text(endless)
    # The path makes the words of these processes unlike all others.
    with Watched(command, trial, "--watch", "--timeout", "50", cwd=trial.parent) as watched:
        deadline = time.monotonic() + PATIENCE
        while len(pids := watched.pids()) < 2:
            assert time.monotonic() < deadline, watched.text
            time.sleep(0.01)
        assert watched.interrupt() == 130
        assert "Traceback" not in watched.text
        assert_gone(pids)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "files"), [("map.json", ["map.json"]), ("map.tmj", ["map.tmj", "map.tiles.png"])])
def test_files_that_the_command_writes_start_no_run(hall: Path, name: str, files: list[str]) -> None:
    with Watched("generate", "--watch", "--seed", "1", "-o", name, cwd=hall) as watched:
        assert f"{name}" in watched.wait()
        before = (hall / name).read_bytes()
        (hall / "items.lua").write_text("return 2")
        arrived = watched.wait()
        assert "--- items.lua changed" in arrived
        assert "1 item more" in arrived
        assert (hall / name).read_bytes() != before
        assert all((hall / file).exists() for file in files)


@pytest.mark.slow
def test_data_on_standard_output_stays_data(hall: Path) -> None:
    with Watched("generate", "tiles", "--watch", "--seed", "1", "--format", "json", cwd=hall.parent) as watched:
        watched.wait()
    words = [sys.executable, "-m", "host", "generate", "tiles", "--watch", "--format", "json"]
    with subprocess.Popen(words, cwd=hall.parent, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"{\n"
        process.kill()


@pytest.mark.slow
def test_a_terminal_shows_one_run_at_a_time(hall: Path) -> None:
    with Terminal("generate", hall, "--watch", "--seed", "1", columns=200) as terminal:
        terminal.wait(WATCHING)
        (hall / "items.lua").write_text("return 2")
        shown = terminal.wait("1 item more")
        assert "items.lua changed" in shown
        assert shown.count("dungeon-host generate") == 1
        terminal.press("\x03")
        assert terminal.end() == 130


def test_marked_squares_are_reversed_where_colours_exist(base_host: object) -> None:
    from host import Host

    assert isinstance(base_host, Host)
    game_map = model_of(base_host.generate(seed=1))
    marks = frozenset({(0, 0), (game_map.width - 1, game_map.height - 1)})
    assert draw(game_map, Style(marks=marks)) == draw(game_map)
    coloured = draw(game_map, Style(colours=16, marks=marks))
    assert coloured.count("\x1b[7m") == 2
    assert re.sub(r"\x1b\[\d*m", "", coloured) == draw(game_map)
    assert "\x1b[7m" not in draw(game_map, Style(colours=16))


@pytest.mark.parametrize("command", ["generate", "check", "test"])
def test_without_the_library_the_error_names_the_extra(
    command: str, trial: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    result = run_command(command, trial, "--watch")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"error: --watch needs watchfiles, which is not installed; {how_to_install('[watch]')}\n"


def test_a_generator_without_files_cannot_be_watched() -> None:
    result = run_command("generate", "caves", "--watch")
    assert result.exit_code == 1
    assert result.stderr == "error: --watch has no mod to watch: caves is made without one\n"


def test_the_help_says_what_watch_means() -> None:
    for command in ("generate", "check", "test"):
        assert "--watch" in (text := " ".join(run_command(command, "--help").stdout.split()))
        assert "again at every saved file of the mods" in text
    assert "--watch Draw the map after each turn" in " ".join(run_command("simulate", "--help").stdout.split())
