"""What takes a player several steps: to explore, and to go to a square or to stairs, until something happens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from host.errors import listing
from host.metrics.walkability import Mask
from host.model.game_map import GameMap
from host.model.objects import Creature, MapObject
from host.play.action import DOWN, GET, LEAVE, STEPS, UP, Action
from host.play.guide import Guide, Square
from host.play.sentences import in_sentence

# Steps of one plan, for a map on which something always moves the player back.
_MOST_STEPS = 2000
# Bumps after which those who explore leave a square alone; a barrel needs several.
_MOST_BUMPS = 8
# Things that a sentence names.
_MOST_NAMES = 6
# Words for the ways out of a map that was explored, by direction and key.
_WAYS_ON = (("down", ">", "leads on from here"), ("up", "<", "leads back"))
# Asks a guide for the next step; None when the way is over.
Way = Callable[[Guide], str | None]


class Memory:
    """What those who explore a map remember of it."""

    def __init__(self) -> None:
        # Squares whose things the player has left behind: it tried to take them, or stopped there.
        self.left: set[Square] = set()
        # Squares that stayed shut, with the reason, for a player who carries this.
        self.shut: dict[Square, str] = {}
        self._carried: object = None
        # Square -> how often the player bumped there in vain.
        self._bumps: dict[Square, int] = {}

    def carry(self, things: object) -> None:
        """Forget what stayed shut when the player carries other things: there may be a key among them."""
        if things != self._carried:
            self._carried = things
            self.shut.clear()
            self._bumps.clear()

    def bump(self, square: Square) -> None:
        """Note that a step to a square led nowhere."""
        self._bumps[square] = self._bumps.get(square, 0) + 1
        if self._bumps[square] >= _MOST_BUMPS:
            self.shut[square] = ""


class Surroundings:
    """What a player knows at a moment: see `Guide`. Here no step has a reason against it, and nothing is read."""

    # What the player reads of the last turn, and how the game ended.
    messages: Sequence[str] = ()
    outcome: str | None = None

    def __init__(
        self, game_map: GameMap, player: Square | None, health: float | None, seen: Mask, visible: Mask
    ) -> None:
        self.map, self.player, self.health, self.seen, self.visible = game_map, player, health, seen, visible
        # What differs from map to map.
        self.place = id(game_map)
        self.memory = Memory()

    def guide(self, shut: Iterable[Square] = ()) -> Guide | None:
        """Return who finds ways on the map; None while the player is not on it."""
        if self.player is None:
            return None
        return Guide(self.map, self.player, self.seen, self.visible, shut, self.memory.left)

    @property
    def threat(self) -> str:
        """Who stands beside the player to be fought, in words; empty for nobody."""
        return ""

    def target(self, step: str) -> Square | None:
        """Return the square to which a step leads."""
        if self.player is None:
            return None
        dx, dy = STEPS[step]
        return self.player[0] + dx, self.player[1] + dy

    def offer(self, action: str) -> Action | None:
        """Return what is known of an action: a step, "get" on things, or "up" and "down" on stairs."""
        guide = None if action in STEPS else self.guide()
        squares = () if guide is None else guide.things if action == GET else guide.stairs(action)
        is_offered = action in STEPS or self.player in squares
        return Action(action, action) if is_offered else None

    def sights(self) -> dict[tuple[object, ...], str]:
        """Return what the player sees that is worth a stop, by what tells it from others, with its name."""
        others: list[Creature | MapObject] = [*self.map.objects, *self.map.living_creatures]
        return {(o.uid,): "" for o in others if self.map.contains(o.x, o.y) and self.visible[o.y, o.x]}


class Walk:
    """A way that is walked until it ends or something happens.

    `nothing` is what the player reads when there is no way. `end` is an action where the way ends: climbing stairs.
    After `most_tries` steps in a row that lead nowhere the way goes around: a first one may open a door.
    """

    def __init__(self, way: Way, nothing: str = "", end: str | None = None, most_tries: int = 3) -> None:
        self._way, self._nothing, self._end, self._most_tries = way, nothing, end, most_tries
        # Squares at which the player would bump in vain.
        self._shut: set[Square] = set()
        self._steps = 0
        self._before: Surroundings | None = None
        # The last step, the square from which it was taken, and how often in a row it led nowhere.
        self._last: tuple[str, Square | None] | None = None
        self._tries = 0
        # Why the way ended: what the player reads.
        self.reason = ""

    def next(self, now: Surroundings, known: set[tuple[object, ...]] | None) -> str | None:
        """Return the id of the next action; None when the plan is over, for `reason`.

        `known` is what the player has noticed before; what it sees for the first time is added, and ends the plan.
        Without `known` the plan goes on.
        """
        sights = {} if known is None else now.sights()
        news = list(dict.fromkeys(name for key, name in sights.items() if key not in (known or ())))
        if known is not None:
            known.update(sights)
        before, self._before = self._before, now
        if before is not None:
            if news:
                self.reason = f"You see: {listing(news, 'and')}."
                return None
            is_threatened = now.threat and not before.threat
            if is_threatened:
                self.reason = f"{in_sentence(now.threat)} Tab fights."
                return None
            if self._has_changed(before, now) or self._steps >= _MOST_STEPS:
                if self._last is not None and now.player == before.player and (at := now.target(self._last[0])):
                    now.memory.bump(at)
                # What was in the way before that, such as a lock, may be no longer.
                self.reason = ""
                return None
        return self._next(now)

    @staticmethod
    def _has_changed(before: Surroundings, now: Surroundings) -> bool:
        """Return whether something happened that the player wants to decide about."""
        is_hurt = now.health is not None and before.health is not None and now.health < before.health
        return bool(now.messages) or is_hurt or now.outcome is not None or now.place != before.place

    def _next(self, now: Surroundings) -> str | None:
        if self._last is not None and self._last[1] == now.player:
            self._tries += 1
            if self._tries >= self._most_tries and (tried := now.target(self._last[0])) is not None:
                self._shut.add(tried)
        while True:
            guide = now.guide(self._closed(now))
            step = None if guide is None else self._way(guide)
            if step == GET and guide is not None and now.player is not None:
                if self._takes(now, guide, now.player):
                    return GET
                if self.reason:
                    return None
                continue
            offer = None if step is None else now.offer(step)
            if step is None or offer is None:
                return self._finish(now)
            target = now.target(step)
            if target in self._closed(now) or target is None:
                return self._finish(now)
            if offer.reason is None:
                break
            self._shut.add(target)
            now.memory.shut[target] = in_sentence(offer.reason)
            self.reason = self.reason or in_sentence(offer.reason)
        if self._last != (step, now.player):
            self._tries = 0
        self._steps += 1
        self._last = step, now.player
        return step

    def _closed(self, now: Surroundings) -> set[Square]:  # noqa: ARG002 - a plan to explore knows more
        return self._shut

    def _takes(self, now: Surroundings, guide: Guide, square: Square) -> bool:
        """Return whether the player picks up what lies where it stands: once, and only what waits for its use."""
        now.memory.left.add(square)
        offer = now.offer(GET)
        if offer is None or offer.reason is not None:
            return False
        if guide.works_at_once(square):
            self.reason = f"Here lies: {guide.things[square]}. It works as soon as you take it: g takes it."
            return False
        self._steps += 1
        self._last = None
        return True

    def _finish(self, now: Surroundings) -> str | None:
        """Return the action at the end of the way, once."""
        end, self._end = self._end, None
        offer = None if end is None else now.offer(end)
        if offer is not None and offer.reason is None:
            self.reason = ""
            return end
        if not self._steps:
            self.reason = self.reason or self._nothing
        return None


class Exploration(Walk):
    """A walk to see something new. It tries nothing again that stayed shut, and says what is left in the end."""

    def __init__(self) -> None:
        super().__init__(Guide.explore)

    def _closed(self, now: Surroundings) -> set[Square]:
        return self._shut | now.memory.shut.keys()

    def _finish(self, now: Surroundings) -> str | None:
        guide = now.guide(self._closed(now))
        if guide is not None:
            self.reason = "An enemy is in the way: Tab fights it." if guide.foes else _describe_rest(now, guide)
        return None


def _describe_rest(now: Surroundings, guide: Guide) -> str:
    """Return that all is explored, and what is left to those who explored all."""
    reasons = dict.fromkeys(reason for reason in now.memory.shut.values() if not reason.endswith("in the way."))
    things = list(dict.fromkeys(guide.things.values()))
    sentences = ["You have explored all that you can reach.", *filter(None, reasons)]
    if things:
        more = ["more"] if len(things) > _MOST_NAMES else []
        sentences.append(f"You left: {listing([*things[:_MOST_NAMES], *more], 'and')}.")
    if guide.explore(over_traps=True) is not None:
        sentences.append("More lies behind the traps that you have seen.")
    entrances = list(dict.fromkeys(guide.entrances()))
    if len(entrances) > 1:
        sentences.append(f"Ways in: {listing(entrances[:_MOST_NAMES], 'and')}; x, Tab and Enter go there.")
    leaves = now.offer(LEAVE) is not None
    sentences += [
        f"{key} {words}." for direction, key, words in _WAYS_ON if guide.knows_way(direction) or (leaves and key == "<")
    ]
    return " ".join(sentences)


def explore() -> Walk:
    """Return the plan to see something new."""
    return Exploration()


def walk_to(x: int, y: int) -> Walk:
    """Return the plan to go to a square."""
    return Walk(lambda guide: guide.go_to(x, y), "You know no way there.")


def fight(now: Surroundings) -> str | None:
    """Return the step towards the nearest enemy, or the bump into it."""
    guide = now.guide()
    return None if guide is None else guide.fight()


def climb(now: Surroundings, direction: str) -> Walk:
    """Return the plan to go to the stairs in a direction, or the way in or out, and to use stairs there."""
    guide = now.guide()
    if direction == UP and guide is not None and not guide.knows_way(UP) and now.offer(LEAVE) is not None:
        return Walk(Guide.go_to_edge, "You know no way to the edge of the map.", LEAVE)
    stairs = [] if guide is None else guide.stairs(direction)
    is_usable = now.offer(direction) is not None and (now.player in stairs or not stairs)
    nothing = f"You have seen no stairs {direction}" + (" and no way out." if direction == DOWN else ".")
    return Walk(lambda guide: guide.go_to_stairs(direction), nothing, direction if is_usable else None)


def follow(plan: Walk, look: Callable[[], Surroundings | None], *, stops_at_sights: bool = True) -> Iterator[str]:
    """Yield the actions of a plan. `look` returns what the player knows after each; None when it can go nowhere."""
    known = set[tuple[object, ...]]() if stops_at_sights else None
    now = look()
    while now is not None:
        action = plan.next(now, known)
        if action is None:
            return
        yield action
        now = look()
