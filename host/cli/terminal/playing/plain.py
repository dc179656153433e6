"""A game on a map without a screen of its own: messages as lines, and a key at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from host.cli.terminal.playing.keys import COMMANDS
from host.cli.terminal.playing.pages import show_inventory
from host.cli.terminal.steps import STEPS as ARROWS
from host.engine.playing.scene import Scene, SceneReader
from host.engine.playing.steering import Steering
from host.errors import RequestError, counted


class PlainGame:
    """Answers the views of a game. `read` shows a scene and returns a key, "q" to end; `say` shows a line.

    With `shows_all` scenes show all of the map.
    """

    def __init__(
        self,
        read: Callable[[Scene], str],
        say: Callable[[str], object],
        save_file: Path | None,
        *,
        shows_all: bool = False,
    ) -> None:
        self._read, self._say, self._saves = read, say, save_file is not None
        self._reader = SceneReader(shows_all=shows_all)
        self._steering = Steering(say)

    def ask(self, view: dict[str, Any]) -> str | None:
        """Return the action that the player chooses; None at the end. Raises RequestError for a game with a file."""
        if self._saves:
            raise RequestError("travel saves the games of worlds", hint="play --save FILE saves a game on a map")
        scene = self._reader.read(view)
        for message in scene.messages:
            self._say(message)
        if scene.outcome is not None:
            self._say(f"You have {scene.outcome}, after {counted(scene.turn, 'turn')}.")
        action = self._steering.go_on(scene)
        while action is None:
            key = self._read(scene)
            if key == "q":
                return None
            action = None if scene.outcome is not None else self._command(key, scene)
        return action

    def _command(self, key: str, scene: Scene) -> str | None:
        """Return the action that a key means, if it is one, or begin its plan."""
        word = {**COMMANDS, **ARROWS}.get("tab" if key == "\t" else key)
        if word is not None:
            return self._steering.command(word, scene)
        if key == "i":
            for line in filter(None, show_inventory(scene).lines):
                self._say(line)
        else:
            self._say("That is not a key here: press ? for the keys.")
        return None


def state_of(scene: Scene) -> list[str]:
    """Return what a player reads besides messages."""
    most = "" if scene.most_health is None else f" of {scene.most_health:g}"
    health = "" if scene.health is None else f"health {scene.health:g}{most}"
    goal = f"goal: {scene.goal}" if scene.goal else ""
    return [text for text in (scene.title, health, scene.status, goal) if text]
