"""What a player knows of a game at a moment, and remembers of its maps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from host.errors import in_one_line
from host.metrics.contents import is_creature, is_item, is_player
from host.metrics.walkability import Mask, Means, walkable
from host.model.game_map import GameMap
from host.model.objects import Creature, MapObject
from host.model.tile import CHEST, HOME
from host.play.action import DOWN, STEPS, TALK, THROW, THROW_CARRIED, Action, Carried
from host.play.guide import Guide, Square, things_in_chests
from host.render.looks import creature_look, item_look, object_look, stack_look

# The layer of entities that block.
_SOLID = "real"
# The layer of what flies.
_FLYING = "projectile"
# The kind of what hangs in the air for a while.
_EFFECT = "mef"
# Begins the words for a step that strikes somebody.
_ATTACK = "attack the "
# Bumps after which exploring leaves a square alone; a barrel needs several.
_MOST_BUMPS = 8


class Memory:
    """What a player remembers of a map."""

    def __init__(self) -> None:
        # Squares whose things the player has left behind: it tried to take them, or stopped there.
        self.left: set[Square] = set()
        # Squares that stayed shut, with the reason, for a player who carries this.
        self.shut: dict[Square, str] = {}
        self._carried: object = None
        # Square -> how often the player bumped there in vain; and how often it went down there.
        self._bumps: dict[Square, int] = {}
        self.descents: dict[Square, int] = {}
        # Where the player came to the map, until it leaves that square; and whether it has only just come.
        self.arrival: Square | None = None
        self.is_new = True
        # Uid of a friend -> where the player saw it last; and the friends that it met since it came to the map.
        self.friends: dict[int, Square] = {}
        self.met: set[int] = set()

    def carry(self, things: object) -> None:
        """Forget what stayed shut when things are no longer where they were: there may be a key among them."""
        if things != self._carried:
            self._carried = things
            self.shut.clear()
            self._bumps.clear()

    def bump(self, square: Square) -> None:
        """Note that a step to a square led nowhere."""
        self._bumps[square] = self._bumps.get(square, 0) + 1
        if self._bumps[square] >= _MOST_BUMPS:
            self.shut[square] = ""


def stays(map_object: MapObject) -> bool:
    """Return whether an object stays where it is, as far as one can tell: doors, stairs, entrances, what lies there."""
    return not is_creature(map_object) and map_object.layer != _FLYING and map_object.kind != _EFFECT


class Memories:
    """What a player remembers of all maps, by what differs from map to map."""

    def __init__(self) -> None:
        self._memories: dict[int, Memory] = {}
        self._place: int | None = None

    def at(self, place: int) -> Memory:
        """Return what the player remembers of the map on which it is."""
        memory = self._memories.setdefault(place, Memory())
        if place != self._place:
            self._place = place
            memory.met.clear()
            memory.is_new = True
        return memory


@dataclass(eq=False)
class Surroundings:
    """What a player knows at a moment. Names come from mods."""

    map: GameMap
    player: Square | None
    # What the player has seen, and sees, (height, width).
    seen: Mask
    visible: Mask
    # What the player remembers. Some keys are not carried as things: whether one was taken shows in the number of
    # things that lie on the map.
    memory: Memory
    # Id -> what the player can do.
    offers: Mapping[str, Action]
    # Uids of creatures; all others are enemies.
    friends: frozenset[int]
    # What the player carries.
    things: Sequence[Carried]
    health: float | None
    most_health: float | None
    # What the player reads of the last turn, and how the game ended.
    messages: Sequence[str]
    outcome: str | None
    turn: int
    # Differs from map to map.
    place: int
    # Numbers of squares that the player has seen, and into which no way leads.
    pits: Sequence[int] = ()

    def __post_init__(self) -> None:
        if self.memory.is_new:
            self.memory.arrival, self.memory.is_new = self.player, False
        elif self.player != self.memory.arrival:
            self.memory.arrival = None
        lying = sum(map(is_item, self.map.objects)), len(self.map.loose_items), len(self.map.stored)
        self.memory.carry(([(thing.id, thing.count) for thing in self.things], lying))
        for other in self._creatures():
            if other.uid in self.friends and (other.x, other.y) != self.player and self.sees(other.x, other.y):
                self.memory.friends[other.uid] = other.x, other.y

    def _creatures(self) -> list[Creature | MapObject]:
        return [*self.map.living_creatures, *filter(is_creature, self.map.objects)]

    def guide(self, shut: Iterable[Square] = (), *, passes_friends: bool = False) -> Guide | None:
        """Return what finds ways on the map, with `passes_friends` also through them; None without a player there."""
        if self.player is None:
            return None
        return Guide(
            self.map,
            self.player,
            self.seen,
            self.visible,
            shut,
            self.memory.left,
            friends=self.friends,
            pits=self.pits,
            descents=self.memory.descents,
            arrival=self.memory.arrival,
            climbs=DOWN in self.offers,
            passes_friends=passes_friends,
        )

    def sees(self, x: int, y: int) -> bool:
        """Return whether the player sees a square now."""
        return self.map.contains(x, y) and bool(self.visible[y, x])

    def is_open(self, square: Square) -> bool:
        """Return whether nothing but creatures is in the way on a square."""
        closed = {(other.x, other.y) for other in self.map.objects if other.layer == _SOLID and not is_creature(other)}
        return square not in closed and bool(walkable(self.map, Means.CLEAR)[square[1], square[0]])

    def creature_on(self, square: Square) -> Creature | MapObject | None:
        """Return who stands on a square, other than where the player stands."""
        return next((other for other in self._creatures() if (other.x, other.y) == square != self.player), None)

    def is_home(self, square: Square) -> bool:
        """Return whether a way in or out is on a square."""
        tiles = self.map.tiles_on(self.map.square(*square)) if self.map.contains(*square) else []
        return any(tile.kind == HOME for tile in tiles)

    def offer(self, action: str) -> Action | None:
        """Return what is known of an action; None for one that there is not."""
        return self.offers.get(action)

    def best_throw(self) -> str:
        """Return the first action that throws or shoots, as the game offers them, and can be done; else THROW."""
        throws = (offer for offer in self.offers.values() if offer.id == THROW or offer.id.startswith(THROW_CARRIED))
        return next((offer.id for offer in throws if offer.reason is None), THROW)

    def target(self, step: str) -> Square | None:
        """Return the square to which a step leads."""
        if self.player is None:
            return None
        dx, dy = STEPS[step]
        return self.player[0] + dx, self.player[1] + dy

    def _neighbours(self) -> dict[Square, str]:
        """Return the squares beside the player, with the steps there."""
        return {at: step for step in STEPS if (at := self.target(step)) is not None}

    @property
    def threat(self) -> str:
        """Who stands beside the player to be fought, in words; empty for nobody."""
        for step in STEPS:
            offer = self.offers.get(step)
            if offer is not None and offer.reason is None and offer.text.startswith(_ATTACK):
                return f"the {offer.text.removeprefix(_ATTACK)} is beside you"
        beside = self._neighbours()
        for other in filter(is_creature, self.map.objects):
            at = other.x, other.y
            is_foe = other.uid not in self.friends and not is_player(other)
            if is_foe and at != self.player and at in beside and self.sees(*at):
                return f"the {in_one_line(object_look(other).name)} is beside you"
        return ""

    @property
    def danger(self) -> str:
        """Why it is dangerous to explore now, in words; empty if it is not."""
        guide = self.guide(self.memory.shut)
        if guide is not None and guide.enemies and guide.fight() is not None:
            return "an enemy is in sight: Tab fights it"
        if self.health is not None and self.most_health is not None and self.health <= self.most_health / 3:
            return f"your health is low, {self.health:g} of {self.most_health:g}"
        return ""

    def meet(self) -> str:
        """Return who beside the player can be talked to and was not met before, in words; empty for nobody."""
        beside = self._neighbours()
        for other in self._creatures():
            step = beside.get((other.x, other.y))
            if step is None or other.uid not in self.friends or other.uid in self.memory.met:
                continue
            self.memory.met.add(other.uid)
            name = object_look(other).name if isinstance(other, MapObject) else creature_look(self.map, other).name
            return f"the {in_one_line(name)} is beside you: a step {step} talks"
        return ""

    def people(self) -> list[Square]:
        """Return where the friends are whom the player can talk to and has not met, as far as it knows."""
        if TALK not in self.offers:
            return []
        memory, here = self.memory, {other.uid: (other.x, other.y) for other in self._creatures()}
        for uid, at in list(memory.friends.items()):
            # It has gone, nobody knows where.
            if self.sees(*at) and here.get(uid) != at:
                del memory.friends[uid]
        return [at for uid, at in memory.friends.items() if uid not in memory.met]

    def sights(self) -> dict[tuple[object, ...], str]:
        """Return what the player sees that is worth a stop, by what tells it from others, with its name."""
        shown: dict[tuple[object, ...], str] = {}
        for creature in self.map.living_creatures:
            if (creature.x, creature.y) != self.player and self.sees(creature.x, creature.y):
                shown["creature", creature.uid] = creature_look(self.map, creature).name
        for map_object in self.map.objects:
            x, y = map_object.x, map_object.y
            if (x, y) != self.player and self.sees(x, y):
                key: tuple[object, ...] = (map_object.id, x, y)
                if is_creature(map_object):
                    key = (map_object.uid,)
                elif map_object.layer == _FLYING:
                    # Each turn it is elsewhere, and the next one is no news either.
                    key = (map_object.id,)
                shown["object", *key] = object_look(map_object).name
        for square, stack in self.map.loose_items.items():
            x, y = self.map.position(square)
            if self.sees(x, y):
                shown["item", stack.item, x, y] = item_look(self.map, stack).name
        for (x, y), stack in things_in_chests(self.map).items():
            if self.sees(x, y):
                shown["stored", stack.item, x, y] = f"{item_look(self.map, stack).name} in the chest"
        for (x, y), name in self.special_squares(self.visible).items():
            shown["tile", x, y] = name
        return {key: in_one_line(name) for key, name in shown.items()}

    def special_squares(self, where: Mask) -> dict[Square, str]:
        """Return the chests, stairs and ways in and out on some squares, with their names."""
        names = {}
        for number in np.unique(self.map.stacks[where]).tolist():
            look = stack_look(self.map.tileset.tiles_of(number))
            if look is not None and (look[1].kind in (CHEST, HOME) or look[1].stairs or look[0].glyph in "<>"):
                for y, x in np.argwhere((self.map.stacks == number) & where).tolist():
                    names[x, y] = look[0].name
        return names
