"""A game on a map without a screen of its own: messages as lines, and a key at a time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from host.cli.terminal.playing import plans
from host.cli.terminal.playing.keys import ACTIONS, STEPS
from host.cli.terminal.playing.pages import show_inventory
from host.cli.terminal.playing.plans import Walk, in_sentence
from host.cli.terminal.playing.scene import Scene, SceneReader
from host.cli.terminal.steps import STEPS as ARROWS
from host.errors import RequestError, counted


class PlainGame:
    """Answers the views of a game. `read` shows a scene and returns a key, "q" to end; `say` shows a line."""

    def __init__(self, read: Callable[[Scene], str], say: Callable[[str], object], save_file: Path | None) -> None:
        self._read, self._say, self._saves = read, say, save_file is not None
        self._reader = SceneReader()
        self._plan: Walk | None = None
        self._known: set[tuple[object, ...]] = set()

    def ask(self, view: dict[str, Any]) -> str | None:
        """Return the action that the player chooses; None at the end. Raises RequestError for a game with a file."""
        if self._saves:
            raise RequestError("travel saves the games of worlds", hint="play --save FILE saves a game on a map")
        scene = self._reader.read(view)
        for message in scene.messages:
            self._say(message)
        if scene.outcome is not None:
            self._plan = None
            self._say(f"You have {scene.outcome}, after {counted(scene.turn, 'turn')}.")
        while True:
            if self._plan is None:
                self._known.update(scene.sights())
                key = self._read(scene)
                if key == "q":
                    return None
                action = None if scene.outcome is not None else self._command(key, scene)
            else:
                action = self._plan.next(scene, self._known)
                if action is None:
                    if self._plan.reason:
                        self._say(self._plan.reason)
                    self._plan = None
            if action is not None:
                return action

    def _command(self, key: str, scene: Scene) -> str | None:
        """Return the action that a key means, if it is one, or begin its plan."""
        step = STEPS.get(key) or ARROWS.get(key) or ACTIONS.get(key)
        if key == "\t":
            step = plans.fight(scene)
            if step is None:
                self._say("You see no enemy.")
        if step is not None:
            offer = scene.offers.get(step)
            if offer is not None and offer.reason is None:
                return step
            self._say("You cannot do that here." if offer is None else in_sentence(offer.reason))
        elif key == "o":
            self._plan = plans.explore(scene)
        elif key in ("<", ">"):
            self._plan = plans.climb(scene, "down" if key == ">" else "up")
        elif key == "i":
            for line in filter(None, show_inventory(scene).lines):
                self._say(line)
        elif key != "\t":
            self._say("That is not a key here: press ? for the keys.")
        return None


def state_of(scene: Scene) -> list[str]:
    """Return what a player reads besides messages."""
    most = "" if scene.most_health is None else f" of {scene.most_health:g}"
    health = "" if scene.health is None else f"health {scene.health:g}{most}"
    goal = f"goal: {scene.goal}" if scene.goal else ""
    return [text for text in (scene.title, health, scene.status, goal) if text]
