"""A game without a screen of its own: messages as lines, and a key at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from host.cli.terminal.playing.keys import COMMANDS
from host.cli.terminal.playing.pages import show_inventory
from host.cli.terminal.screen import name_of
from host.cli.terminal.steps import STEPS as ARROWS
from host.engine.playing.scene import Scene, SceneReader
from host.engine.playing.steering import Steering
from host.errors import RequestError, counted
from host.play.action import STEPS

# What a key means -> an action, or a plan of several.
_WORDS = {**COMMANDS, **ARROWS, "\t": COMMANDS["tab"]}
# What the child of a world does itself.
_OF_WORLDS = {"S": "save", "L": "load", "i": "inventory", ">": "down", "<": "up"}


class PlainGame:
    """Answers the views of a game, on a map or in a world. `read` shows a scene and returns a key, "q" to end.

    `say` shows a line. With `shows_all` scenes show all of the map. `is_silent` returns whether nothing was said since
    the last scene, also by mods.
    """

    def __init__(
        self,
        read: Callable[[Scene], str],
        say: Callable[[str], object],
        save_file: Path | None,
        *,
        shows_all: bool = False,
        is_silent: Callable[[], bool] = lambda: False,
    ) -> None:
        self._read, self._say, self._saves, self._is_silent = read, say, save_file is not None, is_silent
        self._reader = SceneReader(shows_all=shows_all)
        self._steering = Steering(say)
        self._is_world = False
        # The last action; empty at the start.
        self._action = ""

    def ask(self, view: dict[str, Any]) -> str | None:
        """Return the action that the player chooses; None at the end. Raises RequestError for a map with a file."""
        self._is_world = view.get("is_world") is True
        if self._saves and not self._is_world:
            raise RequestError("travel saves the games of worlds", hint="play --save FILE saves a game on a map")
        scene = self._reader.read(view)
        for message in scene.messages:
            self._say(message)
        if scene.outcome is not None:
            self._say(f"You have {scene.outcome}, after {counted(scene.turn, 'turn')}.")
        elif self._action and not view["map"] and self._is_silent():
            self._say(f"You cannot go {self._action}." if self._action in STEPS else "Nothing happens.")
        action = self._steering.go_on(scene)
        while action is None:
            key = self._read(scene)
            if key == "q":
                return None
            action = self._choose(key, scene)
        self._action = action
        return action

    def _choose(self, key: str, scene: Scene) -> str | None:
        """Return the action that a key means, if it is one, or begin its plan."""
        if self._is_world and key in _OF_WORLDS:
            return _OF_WORLDS[key]
        if key in ("S", "L"):
            self._say("travel saves the games of worlds: play saves a game on a map.")
        elif scene.outcome is not None:
            return None
        elif key in _WORDS:
            return self._steering.command(_WORDS[key], scene)
        elif key == "i":
            for line in filter(None, show_inventory(scene).lines):
                self._say(line)
        else:
            self._say(f"{name_of(key)} is not a key here: press ? for the keys.")
        return None


def state_of(scene: Scene) -> list[str]:
    """Return what a player reads besides messages."""
    most = "" if scene.most_health is None else f" of {scene.most_health:g}"
    health = "" if scene.health is None else f"health {scene.health:g}{most}"
    goal = f"goal: {scene.goal}" if scene.goal else ""
    return [text for text in (scene.title, health, scene.status, goal) if text]
