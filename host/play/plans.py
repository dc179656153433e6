"""What takes a player several steps: to explore, and to go to a square or to stairs, until something happens."""

from __future__ import annotations

from collections.abc import Callable

from host.errors import listing
from host.play.action import DOWN, GET, LEAVE, UP
from host.play.guide import Guide, Square
from host.play.sentences import in_sentence
from host.play.surroundings import Surroundings

# Steps of one plan, for a map on which something always moves the player back.
_MOST_STEPS = 2000
# Things that a sentence names.
_MOST_NAMES = 6
_BEHIND_TRAPS = "More lies behind the traps that you have seen: o again crosses them."
_ENEMY_IN_THE_WAY = "An enemy is in the way: Tab fights it."
_FRIEND_IN_THE_WAY = "Somebody is in the way: press . to wait a turn."
# Words for the ways out of a map that was explored, by direction and key.
_WAYS_ON = (("down", ">", "leads on from here"), ("up", "<", "leads back"))
# Asks a guide for the next step; None when the way is over.
Way = Callable[[Guide], str | None]


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
            has_changed = self._has_changed(before, now)
            if has_changed or self._steps >= _MOST_STEPS:
                if self._last is not None and now.player == before.player and (at := now.target(self._last[0])):
                    now.memory.bump(at)
                # What was in the way before that, such as a lock, may be no longer.
                self.reason = "" if has_changed else f"You have gone {_MOST_STEPS} steps: repeat the command to go on."
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
            tried = now.target(self._last[0])
            is_way_out = tried is not None and now.is_home(tried)
            if tried is not None and (is_way_out or self._tries >= self._most_tries):
                self._shut.add(tried)
                if not now.is_open(tried):
                    now.memory.shut.setdefault(tried, "")
            if tried is not None and is_way_out:
                # The way out did not end the game, and the mod gave no message.
                other = now.creature_on(tried)
                in_the_way = _ENEMY_IN_THE_WAY if other and other.uid not in now.friends else _FRIEND_IN_THE_WAY
                self.reason = in_the_way if other else "Nothing happens there."
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
            if end == DOWN and now.player is not None:
                now.memory.descents[now.player] = now.memory.descents.get(now.player, 0) + 1
            return end
        if not self._steps:
            guide = now.guide()
            is_blocked = guide is not None and guide.fight() is not None
            passing = now.guide(self._closed(now), passes_friends=True)
            waits = _FRIEND_IN_THE_WAY if passing is not None and self._way(passing) is not None else self._nothing
            self.reason = self.reason or (_ENEMY_IN_THE_WAY if is_blocked else waits)
        return None


class Exploration(Walk):
    """A walk to see something new, and to people at last.

    It tries nothing again that stayed shut, and says what is left in the end. With `over_traps` it crosses traps
    that it has seen, where there is no other way.
    """

    def __init__(self, *, over_traps: bool = False) -> None:
        super().__init__(self._go_on)
        self._over_traps = over_traps
        # Whether something was left that lies behind traps.
        self.leaves_traps = False
        # What the player knows now, and who is beside it when nothing else is left, in words.
        self._now: Surroundings | None = None
        self._person = ""

    def _next(self, now: Surroundings) -> str | None:
        self._now = now
        return super()._next(now)

    def _go_on(self, guide: Guide) -> str | None:
        step = guide.explore() or (guide.explore(over_traps=True) if self._over_traps else None)
        if step is None and self._now is not None:
            self._person = self._now.meet()
            return None if self._person else guide.go_to_any(self._now.people(), over_traps=False)
        return step

    def _closed(self, now: Surroundings) -> set[Square]:
        return self._shut | now.memory.shut.keys()

    def _finish(self, now: Surroundings) -> str | None:
        guide = now.guide(self._closed(now))
        if self._person:
            self.reason = in_sentence(self._person)
        elif guide is not None:
            passing = now.guide(self._closed(now), passes_friends=True)
            if guide.fight() is not None:
                # A door that stays shut is not the way to an enemy.
                self.reason = _ENEMY_IN_THE_WAY
            elif passing is not None and passing.explore() is not None:
                self.reason = _FRIEND_IN_THE_WAY
            else:
                self.reason = _describe_rest(now, guide)
            self.leaves_traps = _BEHIND_TRAPS in self.reason
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
        sentences.append(_BEHIND_TRAPS)
    entrances = list(dict.fromkeys(guide.entrances()))
    if len(entrances) > 1:
        sentences.append(f"Ways in: {listing(entrances[:_MOST_NAMES], 'and')}; x, Tab and Enter go there.")
    leaves = now.offer(LEAVE) is not None
    sentences += [
        f"{key} {words}."
        for direction, key, words in _WAYS_ON
        if (guide.knows_way(direction) and _is_used(now, guide, direction)) or (leaves and key == "<")
    ]
    return " ".join(sentences)


def walk_to(x: int, y: int) -> Walk:
    """Return the plan to go to a square."""
    return Walk(lambda guide: guide.go_to(x, y), "You know no way there.")


def fight(now: Surroundings) -> str | None:
    """Return the step towards the nearest enemy, or the bump into it; not through what stayed shut."""
    guide = now.guide(now.memory.shut)
    return None if guide is None else guide.fight()


def climb(now: Surroundings, direction: str) -> Walk:
    """Return the plan to go to the stairs in a direction, or the way in or out, and to use stairs there."""
    guide = now.guide()
    if direction == UP and guide is not None and not guide.knows_way(UP) and now.offer(LEAVE) is not None:
        return Walk(Guide.go_to_edge, "You know no way to the edge of the map.", LEAVE)
    stairs = [] if guide is None else guide.stairs(direction)
    is_there = guide is not None and guide.is_at_stairs(direction)
    is_usable = now.offer(direction) is not None and (is_there or not stairs)
    nothing = f"You have seen no stairs {direction}" + (" and no way out." if direction == DOWN else ".")
    if is_there:
        nothing = f"You are at the stairs {direction}, which lead nowhere on a single map."
    elif stairs:
        nothing = f"You know no way to the stairs {direction}."
    return Walk(lambda guide: guide.go_to_stairs(direction), nothing, direction if is_usable else None)


def _is_used(now: Surroundings, guide: Guide, direction: str) -> bool:
    """Return whether the ways in a direction lead somewhere: stairs do so in worlds alone."""
    return now.offer(direction) is not None or bool(guide.homes(direction))
