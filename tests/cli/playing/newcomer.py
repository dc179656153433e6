"""A newcomer who presses `o` and does what the messages say: Tab for enemies, `g`, `<` and `>`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from host.cli.terminal.playing.keys import COMMANDS, STEPS
from host.engine.jobs import Job, run_job
from host.engine.playing.scene import Scene, SceneReader
from host.engine.playing.steering import Steering
from host.engine.playing.view import PLAY
from host.model.request import Request
from host.mods.mods_to_load import ModsToLoad

# What is pressed in look mode: x, Tab until the cursor is on something, Enter.
LOOK = "x"


class Story:
    """A game and how it went: the last scene, the keys that were pressed, and all that was read."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.lines: list[str] = []
        self.scene: Scene | None = None
        # Number of lines that were read before the last key; the place, and how often it wanted to go down from there.
        self._read = 0
        self._place, self._descents = 0, 0
        # What a key of LOOK looks for.
        self.wanted = ""

    def choose(self, scene: Scene) -> str:
        """Return the next key."""
        text = " ".join(self.lines[self._read :])
        self._read = len(self.lines)
        if scene.place != self._place:
            self._place, self._descents = scene.place, 0
        if scene.player is None:
            return "."
        if "Tab fights" in text or (self.keys and self.keys[-1] == "tab" and scene.danger.endswith("Tab fights it")):
            # Some enemies fly away, and come back.
            return "tab" if self.keys[-8:] != ["tab"] * 8 else "o"
        if "g takes it" in text:
            return "g"
        if "Your health is low" in text and "rest" in scene.offers:
            return "r"
        if " is beside you: a step " in text and (key := self.talk(text.rpartition(": a step ")[2].split()[0])):
            return key
        if not text and self.keys and self.keys[-1] in "<>":
            # It has come to the stairs: again, to use them.
            return self.keys[-1]
        if "Somebody is in the way" in text:
            return "."
        if "o again crosses them" in text:
            return "o"
        if "explored all" in text or not self.explores(scene):
            return self.go_on(scene, text)
        return "o"

    def is_done(self, scene: Scene) -> bool:
        """Return whether the newcomer has reached the end."""
        return scene.outcome is not None

    def talk(self, step: str) -> str:
        """Return the key that talks with somebody; empty for nobody to talk with."""
        return next(key for key, word in STEPS.items() if word == step)

    def explores(self, scene: Scene) -> bool:
        """Return whether there is something to look for here."""
        return True

    def go_on(self, scene: Scene, text: str) -> str:
        """Return the key that leaves the place: down, and back when that leads nowhere."""
        self._descents += 1
        return ">" if "> leads" in text and self._descents < 6 else "<"


def _look_for(name: str, scene: Scene, steering: Steering) -> str | None:
    """Return the action of x, Tab until the cursor is on something of that name, and Enter."""
    cursor = scene.player or (0, 0)
    for _ in range(100):
        cursor = scene.next_sight(cursor)
        if name in scene.describe(*cursor):
            break
    return steering.walk(*cursor, scene)


def play_by_keys(
    request: Request, names: Sequence[str] = ("base",), *, keys: int = 250, story: Story | None = None
) -> Story:
    """Return how a newcomer fares with so many keys at most."""
    story, reader = story or Story(), SceneReader()
    steering = Steering(story.lines.append)

    def ask(view: dict[str, Any]) -> str | None:
        scene = story.scene = reader.read(view)
        story.lines += scene.messages
        action = steering.go_on(scene)
        while action is None and not story.is_done(scene) and len(story.keys) < keys:
            story.keys.append(story.choose(scene))
            if story.keys[-1] == LOOK:
                action = _look_for(story.wanted, scene, steering)
            else:
                action = steering.command(COMMANDS[story.keys[-1]], scene)
        return action if scene.outcome is None else None

    arguments = {"request": request.to_data(), "critters": False, "strict": False, "actions": []}
    job = Job(PLAY, ModsToLoad((), tuple(names)), arguments, asks=True)
    run_job(job, say=story.lines.append, warn=story.lines.append, tick=lambda _: None, ask=ask)
    return story


class Reader(Story):
    """Somebody who also reads the goal of a world, and does it."""

    def explores(self, scene: Scene) -> bool:
        return "Climb back up" not in scene.goal

    def go_on(self, scene: Scene, text: str) -> str:
        return super().go_on(scene, text) if self.explores(scene) else "<"


class QuestReader(Reader):
    """Somebody who fetches the crown for the guard of the overworld."""

    def explores(self, scene: Scene) -> bool:
        return scene.goal.startswith("Fetch") == ("burrow" in scene.title) and scene.title != "the vale"

    def is_done(self, scene: Scene) -> bool:
        return super().is_done(scene) or not scene.goal

    def go_on(self, scene: Scene, text: str) -> str:
        if scene.title != "the vale":
            return super().go_on(scene, text) if "burrow" in scene.title else "<"
        self.wanted = "the burrow" if scene.goal.startswith("Fetch") else "Bridgeham"
        return ">" if f"Here is: {self.wanted}" in text else LOOK
