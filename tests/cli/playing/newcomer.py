"""A newcomer who presses `o` and does what the messages say: Tab for enemies, `g`, `<` and `>`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from host.cli.terminal.playing.keys import COMMANDS
from host.engine.jobs import Job, run_job
from host.engine.play_view import PLAY
from host.engine.playing.scene import Scene, SceneReader
from host.engine.playing.steering import Steering
from host.model.request import Request


class Story:
    """A game and how it went: the last scene, the keys that were pressed, and all that was read."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.lines: list[str] = []
        self.scene: Scene | None = None
        # Number of lines that were read before the last key; the places from which it climbed, and how.
        self._read = 0
        self._climbs: list[tuple[int, str]] = []

    def choose(self, scene: Scene) -> str:
        """Return the next key."""
        text = " ".join(self.lines[self._read :])
        self._read = len(self.lines)
        if scene.player is None:
            return "."
        if "Tab fights" in text or (self.keys and self.keys[-1] == "tab" and scene.danger.endswith("Tab fights it")):
            # Some enemies fly away, and come back.
            return "tab" if self.keys[-8:] != ["tab"] * 8 else "o"
        if "g takes it" in text:
            return "g"
        if not text and self.keys and self.keys[-1] in "<>":
            # It has come to the stairs: again, to use them.
            return self.keys[-1]
        if "explored all" in text:
            # Down first, and back when that leads nowhere.
            is_stuck = (scene.place, ">") in self._climbs[-2:]
            self._climbs.append((scene.place, "<" if is_stuck or "> leads" not in text else ">"))
            return self._climbs[-1][1]
        return "o"


def play_by_keys(request: Request, names: Sequence[str] = ("base",), *, keys: int = 250) -> Story:
    """Return how a newcomer fares with so many keys at most."""
    story, reader = Story(), SceneReader()
    steering = Steering(story.lines.append)

    def ask(view: dict[str, Any]) -> str | None:
        scene = story.scene = reader.read(view)
        story.lines += scene.messages
        action = steering.go_on(scene)
        while action is None and scene.outcome is None and len(story.keys) < keys:
            story.keys.append(story.choose(scene))
            action = steering.command(COMMANDS[story.keys[-1]], scene)
        return action if scene.outcome is None else None

    arguments = {"request": request.to_data(), "critters": False, "strict": False, "actions": []}
    job = Job(PLAY, (), tuple(names), arguments, asks=True)
    run_job(job, say=story.lines.append, warn=story.lines.append, tick=lambda _: None, ask=ask)
    return story
