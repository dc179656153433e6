"""A dungeon in Godot: examples/godot."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable

import numpy as np
import pytest

from host import Host, Map
from host.metrics.walkability import Means, walkable
from host.model.game_map import model_of
from tests.examples.running import EXAMPLES

pytest.importorskip("PIL")

GODOT = shutil.which("godot")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(GODOT is None, reason="godot is not installed")]

# Walks to the right for two seconds, as the key does, and prints where the player is.
WALK = """
extends SceneTree
var main: Node
var frames := 0
func _initialize() -> void:
	main = load("res://main.tscn").instantiate()
	root.add_child(main)
	Input.action_press("ui_right")
func _physics_process(_delta: float) -> bool:
	frames += 1
	if frames == 120:
		print("AT ", JSON.stringify([main.player.position.x / 16, main.player.position.y / 16]))
	return frames == 120
"""


@pytest.fixture(scope="module")
def dungeon() -> Map:
    return Host(["base"]).generate("base", seed=3)


@pytest.fixture(scope="module")
def run(dungeon: Map, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return what runs Godot in a copy of the project with the dungeon."""
    folder = tmp_path_factory.mktemp("godot")
    project = folder / "project"
    shutil.copytree(EXAMPLES / "godot", project, ignore=shutil.ignore_patterns(".godot", "dungeon.*"))
    (project / "walk.gd").write_text(WALK)
    homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"), str(folder / "home"))

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [str(GODOT), "--headless", "--path", str(project), *words]
        return subprocess.run(command, env={**os.environ, **homes}, capture_output=True, text=True, timeout=120)

    missing = run("--", "--auto")
    assert (missing.returncode, "there is no dungeon.tscn" in missing.stderr) == (1, True)
    dungeon.save(project / "dungeon.tscn")
    imported = run("--import")
    assert "ERROR" not in imported.stderr
    return run


def test_it_takes_the_items_that_it_can_reach(
    run: Callable[..., subprocess.CompletedProcess[str]], dungeon: Map
) -> None:
    done = run("--", "--auto")
    assert (done.returncode, done.stderr) == (0, "")
    took = [line.removeprefix("took ") for line in done.stdout.splitlines() if line.startswith("took ")]
    lying = {f"{item.id} at {item.x}, {item.y}" for item in dungeon.items if item.where == "floor"}
    assert len(took) > 5
    assert {*took[:-1]} <= lying
    assert took[-1] == f"{len(took) - 1} of {len(lying)} items"


def test_walls_stop_the_player(run: Callable[..., subprocess.CompletedProcess[str]], dungeon: Map) -> None:
    done = run("--script", "walk.gd", "--fixed-fps", "60")
    x, y = json.loads(next(line for line in done.stdout.splitlines() if line.startswith("AT "))[3:])
    is_open: np.ndarray = walkable(model_of(dungeon), Means.DOORS)
    assert is_open[int(y), int(x)]
    # It walks 15 squares in two seconds where nothing stops it.
    assert not is_open[int(y), int(x + 0.5)]
