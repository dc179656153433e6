"""What a player wants, as actions one after another: for all fronts in which a person plays."""

from __future__ import annotations

from collections.abc import Callable

from host.engine.playing.scene import Scene
from host.errors import listing
from host.play import plans
from host.play.action import DOWN, EXPLORE, FIGHT, STEPS, UP
from host.play.plans import Walk
from host.play.sentences import in_sentence

# Commands besides the ids of actions. The last two go to stairs, or to where a level begins and ends.
GO_UP, GO_DOWN = "go up", "go down"
COMMANDS = (EXPLORE, FIGHT, GO_UP, GO_DOWN)


class Steering:
    """Turns commands into actions. `say` takes a sentence for the player that no turn brings.

    Methods return the id of the action to do next; None when the player is to be asked.
    """

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._plan: Walk | None = None
        # What the player has noticed.
        self._known: set[tuple[object, ...]] = set()
        # The last warning, and its turn.
        self._warning: object = None

    @property
    def is_walking(self) -> bool:
        """Whether a plan goes on."""
        return self._plan is not None

    @property
    def noticed(self) -> set[tuple[object, ...]]:
        """What is no news to the player: keys of `Scene.sights`."""
        return self._known

    def stop(self) -> None:
        """Give up the plan."""
        self._plan = None

    def go_on(self, scene: Scene) -> str | None:
        """Return the next action of the plan in a new scene, or end the plan and say why."""
        if scene.outcome is not None:
            self._plan = None
        if self._plan is None:
            sights = scene.sights()
            # A chest that the player has just opened looks as before.
            news = [name for key, name in sights.items() if key[0] == "stored" and key not in self._known]
            if news:
                self._say(f"You see: {listing(news, 'and')}.")
            self._known.update(sights)
            return None
        action = self._plan.next(scene, self._known)
        if action is None:
            if self._plan.reason:
                self._say(self._plan.reason)
            self._plan = None
        return action

    def command(self, word: str, scene: Scene) -> str | None:
        """Return the action that a command means, or begin its plan."""
        self._plan = None
        if word == EXPLORE:
            if self._is_warned(scene):
                return None
            return self._follow(plans.explore(), scene)
        if word in (GO_UP, GO_DOWN):
            return self._follow(plans.climb(scene, DOWN if word == GO_DOWN else UP), scene)
        step = plans.fight(scene) if word == FIGHT else word
        if step is None:
            self._say("You see no enemy.")
            return None
        return self._try(step, scene)

    def _is_warned(self, scene: Scene) -> bool:
        """Return whether something is too dangerous to explore, and say it; who does so again means it."""
        if scene.threat:
            self._say(f"{in_sentence(scene.threat)} Tab fights.")
            return True
        warning, before = scene.danger, self._warning
        self._warning = warning and (warning, scene.turn)
        if not warning or (warning, scene.turn) == before:
            return False
        self._say(f"{in_sentence(warning)} o again explores all the same.")
        return True

    def walk(self, x: int, y: int, scene: Scene) -> str | None:
        """Return the first step to a square."""
        if (x, y) == scene.player:
            self._say("You are there.")
            return None
        return self._follow(plans.walk_to(x, y), scene)

    def _follow(self, plan: Walk, scene: Scene) -> str | None:
        if scene.player is None:
            self._say("You are not on the map now: wait.")
            return None
        self._plan = plan
        return self.go_on(scene)

    def _try(self, action: str, scene: Scene) -> str | None:
        """Return an action, or say why it cannot be done: that takes no time."""
        offer = scene.offers.get(action)
        if offer is not None and offer.reason is None:
            return action
        if offer is None or offer.reason is None:
            self._say("You cannot do that here.")
        elif action in STEPS:
            self._say(in_sentence(offer.reason))
        else:
            self._say(f"You cannot {offer.text}: {offer.reason}.")
        return None
