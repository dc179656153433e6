"""What a player can do in a game, and what a player is: plain values for all fronts."""

from __future__ import annotations

from typing import NamedTuple

# The ids of steps, and where they lead.
STEPS = {
    "north": (0, -1),
    "south": (0, 1),
    "west": (-1, 0),
    "east": (1, 0),
    "northwest": (-1, -1),
    "northeast": (1, -1),
    "southwest": (-1, 1),
    "southeast": (1, 1),
}
# The ids of what every player can do besides: wait, and do for a turn what the player does by itself.
WAIT, SCRIPT = "wait", "script"
# The id of an offer of most dialects: to pick up what lies there.
GET = "get"
# Begins the ids of the controls of mods.
CONTROL = "control:"
# The id of an offer to throw or to shoot what is in the hands.
THROW = "throw"
# Begins the ids of offers to throw a thing that is carried.
THROW_CARRIED = "throw:"
# The id of an offer of maps that are left over their edge.
LEAVE = "leave"
# The id of an offer of worlds where somebody answers.
TALK = "talk"

# How the player of a simulation decides, and what a function may return that decides for it; in a world also `CLIMBS`.
PLAYER_MODES = ("script", "cautious", "bold", "idle", "random")
# The modes in which it plays to win, which do the action "script" in different ways.
AUTOPILOTS = PLAYER_MODES[:3]
MOVES = (*STEPS, GET, THROW, *PLAYER_MODES)
CLIMBS = ("up", "down")

# The words for plans of several steps; "up" and "down" go to stairs, and use them in a world.
EXPLORE, FIGHT, UP, DOWN = "explore", "fight", "up", "down"


class Action(NamedTuple):
    """Something that a player may do: its id, the words for it, and why it cannot be done now, or None."""

    id: str
    text: str
    reason: str | None = None


class Blow(NamedTuple):
    """Who hurt whom in a turn: names, and whether each is the player."""

    attacker: str
    victim: str
    is_by_player: bool
    is_at_player: bool


class Carried(NamedTuple):
    """Things of one type that a player carries: `count` of them. `use` says what they are for, or is empty."""

    id: str
    name: str
    count: int = 1  # type: ignore[assignment] # hides tuple.count, which nothing calls
    use: str = ""
    # Whether it is in the hands.
    is_held: bool = False

    @property
    def title(self) -> str:
        """The name, and how many there are where it is not one."""
        return self.name if self.count == 1 else f"{self.name} × {self.count}"


class PlayerView(NamedTuple):
    """A player on its map: x and y count from 0; health and its maximum are None where there is no such thing."""

    x: int
    y: int
    health: float | None
    max_health: float | None
    inventory: tuple[Carried, ...]
