"""The undercroft in a window: examples/tcod_game.py."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from host import Recording
from tests.examples.running import run_example
from tests.helpers import ROOT

pytest.importorskip("tcod")


def where_is_the_player(screen: str) -> str:
    """Return the floor before the player in its row; letters and lines of walls depend on what is known."""
    row, *_ = [line for line in screen.splitlines() if "@" in line]
    return "".join(sign for sign in row[: row.index("@")] if sign == ".")


@pytest.mark.slow
def test_keys_do_what_they_do_in_travel() -> None:
    keys = "kkkk>o"
    screen = run_example("tcod_game.py", "--seed", "1", "--keys", keys)
    command = [sys.executable, "-m", "host", "travel", "undercroft", "--seed", "1", "--keys", keys]
    travelled = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    map_of_travel = travelled.split("\n+ ")[0]
    assert where_is_the_player(screen) == where_is_the_player(map_of_travel)
    assert "You come to the undercroft." in screen
    assert "health 44" in screen


@pytest.mark.slow
def test_nobody_stands_where_the_player_was_seen_last() -> None:
    assert run_example("tcod_game.py", "--seed", "1", "--keys", "kkkkh>o").count("@") == 1


@pytest.mark.slow
def test_a_game_goes_on_where_it_was_saved(tmp_path: Path) -> None:
    save = str(tmp_path / "my.rec")
    run_example("tcod_game.py", "--seed", "1", "--keys", "kkkk>o", "--save", save)
    assert [path.name for path in tmp_path.iterdir()] == ["my.rec"]
    rest = run_example("tcod_game.py", "--keys", "oiiii", "--save", save)
    assert rest == run_example("tcod_game.py", "--seed", "1", "--keys", "kkkk>ooiiii")
    assert rest != run_example("tcod_game.py", "--seed", "1", "--keys", "kkkk>oiiii")


@pytest.mark.slow
def test_errors_are_sentences(tmp_path: Path) -> None:
    save = tmp_path / "my.rec"
    save.write_text("no save")
    assert "is no recording" in run_example("tcod_game.py", "--keys", "o", "--save", str(save), code=1)
    assert "not a key" in run_example("tcod_game.py", "--keys", "k~", code=2)
    for name in ("no/a.rec", "a.save"):
        assert "in a folder that exists" in run_example("tcod_game.py", "--save", str(tmp_path / name), code=2)
    assert "there is no window" in run_example("tcod_game.py", code=1, SDL_VIDEODRIVER="none")
    assert save.read_text() == "no save"


def test_letters_arrive_in_the_window(tmp_path: Path) -> None:
    # SDL tells of the letters that somebody types only where a program asks for them.
    program = """
import sys
import tcod.event
from tcod.cffi import lib
from examples import tcod_game

def wait():
    if not lib.SDL_TextInputActive(context.sdl_window.p):
        sys.exit("no letters arrive")
    return [tcod.event.TextInput(text=letters.pop(0))]

new = tcod.context.new
def keep(**words):
    global context
    context = new(**words)
    return context

letters = list("kkkkiSq")
tcod.context.new, tcod.event.wait = keep, wait
tcod_game.main(["--save", sys.argv[1]])
"""
    save = tmp_path / "my.rec"
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_RENDER_DRIVER": "software"}
    run = [sys.executable, "-c", program, str(save)]
    ran = subprocess.run(run, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert ran.returncode == 0, ran.stderr
    assert Recording.load(save).actions == ["north"] * 4
