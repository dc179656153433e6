"""What a player wants, as actions one after another: for all fronts in which a person plays."""

from __future__ import annotations

from collections.abc import Callable

from host.errors import listing
from host.play import plans
from host.play.action import DOWN, EXPLORE, FIGHT, STEPS, THROW, UP
from host.play.plans import Exploration, Walk
from host.play.sentences import in_sentence
from host.play.surroundings import Surroundings

# Commands besides the ids of actions. The last two go to stairs, or to where a level begins and ends.
GO_UP, GO_DOWN = "go up", "go down"
COMMANDS = (EXPLORE, FIGHT, GO_UP, GO_DOWN)
# Actions that not every game has -> what to say where there is none.
_MISSING = {
    THROW: "Nobody can throw or shoot in this game.",
    "rest": "Hours pass in worlds only: . waits a turn.",
    "day": "Days pass in worlds only: . waits a turn.",
}


class Steering:
    """Turns commands into actions. `say` takes a sentence for the player that no turn brings.

    Methods return the id of the action to do next; None when the player is to be asked.
    """

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._plan: Walk | None = None
        # What is no news to the player: keys of `Scene.sights`.
        self.noticed: set[tuple[object, ...]] = set()
        # Place and turn at which nothing was left but what lies behind traps.
        self._rest: object = None
        # Where the player stood at the last step of a fight, and the step.
        self._blow: object = None
        # The last warning, and its turn.
        self._warning: object = None

    @property
    def is_walking(self) -> bool:
        """Whether a plan goes on."""
        return self._plan is not None

    def stop(self) -> None:
        """Give up the plan."""
        self._plan = None

    def go_on(self, scene: Surroundings) -> str | None:
        """Return the next action of the plan in a new scene, or end the plan and say why."""
        if scene.outcome is not None:
            self._plan = None
        if self._plan is None:
            sights = scene.sights()
            # A chest that the player has just opened looks as before.
            news = [name for key, name in sights.items() if key[0] == "stored" and key not in self.noticed]
            if news:
                self._say(f"You see: {listing(news, 'and')}.")
            self.noticed.update(sights)
            return None
        action = self._plan.next(scene, self.noticed)
        if action is None:
            if self._plan.reason:
                self._say(self._plan.reason)
            if isinstance(self._plan, Exploration) and self._plan.leaves_traps:
                self._rest = scene.place, scene.turn
            self._plan = None
        return action

    def command(self, word: str, scene: Surroundings) -> str | None:
        """Return the action that a command means, or begin its plan."""
        self._plan = None
        if word == EXPLORE:
            if self._is_warned(scene):
                return None
            return self._follow(Exploration(over_traps=self._rest == (scene.place, scene.turn)), scene)
        if word in (GO_UP, GO_DOWN):
            return self._follow(plans.climb(scene, DOWN if word == GO_DOWN else UP), scene)
        if word == THROW:
            word = scene.best_throw()
        return self._fight(scene) if word == FIGHT else self._try(word, scene)

    def _fight(self, scene: Surroundings) -> str | None:
        """Return the step towards the nearest enemy, or say that there is none."""
        guide, step = scene.guide(), plans.fight(scene)
        blow = scene.player, step
        target = None if step is None else scene.target(step)
        is_vain = blow == self._blow and not scene.messages
        if guide is not None and target is not None and is_vain and target not in guide.enemies:
            # Such as a door that stays shut, behind which an enemy is in sight.
            scene.memory.bump(target)
            step = plans.fight(scene)
        self._blow = scene.player, step
        if step is None:
            has_enemies = guide is not None and guide.enemies
            self._say("You know no way to the enemy that you see." if has_enemies else "You see no enemy.")
            return None
        return self._try(step, scene)

    def _is_warned(self, scene: Surroundings) -> bool:
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

    def walk(self, x: int, y: int, scene: Surroundings) -> str | None:
        """Return the first step to a square."""
        if (x, y) == scene.player:
            self._say("You are there.")
            return None
        return self._follow(plans.walk_to(x, y), scene)

    def _follow(self, plan: Walk, scene: Surroundings) -> str | None:
        if scene.player is None:
            offer = scene.offers.get(next(iter(STEPS)))
            self._say(in_sentence((offer and offer.reason) or "you are not on the map now: wait (.)"))
            return None
        self._plan = plan
        return self.go_on(scene)

    def _try(self, action: str, scene: Surroundings) -> str | None:
        """Return an action, or say why it cannot be done: that takes no time."""
        offer = scene.offers.get(action)
        if offer is not None and offer.reason is None:
            return action
        if offer is None or offer.reason is None:
            self._say(_MISSING.get(action, "You cannot do that here."))
        elif action in STEPS:
            self._say(in_sentence(offer.reason))
        else:
            self._say(f"You cannot {offer.text}: {offer.reason}.")
        return None
