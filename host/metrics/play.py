"""Metrics of what awaits those who play a map.

Players start at the homes of the map, the first of which is the *start*; the *goal* is the way out, or else the square
that is furthest from the start (see `Analysis`). Distances are steps between open squares. Sources: Khalifa et al.,
"The Procedural Content Generation Benchmark" (2025); Smith and Whitehead, "Analyzing the Expressive Range of a Level
Generator" (2010); Liapis, Yannakakis and Togelius, "Sentient Sketchbook: Computer-Aided Game Level Authoring" and
"Towards a Generic Method of Evaluating Game Levels" (2013). Each is a `Metric`: call it with a map.
"""

from __future__ import annotations

import numpy as np

from host.metrics.analysis import Analysis
from host.metrics.metric import NAN, PLAY, metric

_LIAPIS = "Liapis, Yannakakis and Togelius 2013"
# Steps from the way within which an enemy or a trap is a danger.
_NEAR = 2


@metric(PLAY, "steps from start to goal, on the way for keys too", "Khalifa et al. 2025", high=None, unit="steps")
def solution_length(level: Analysis) -> float:
    """Return the least number of steps from start to goal that takes the keys which open the way; NaN without a way.

    Keys and lockpicks lie on the floor and in containers; see `LockedMap` for what they open. Where keys open no way,
    doors with hit points are broken.
    """
    return NAN if level.solution is None else level.solution.steps


@metric(PLAY, "length of the longest chain of locks whose keys lie behind other locks", high=None, unit="locks")
def key_depth(level: Analysis) -> float:
    """Return the length of the longest chain lock → key behind another lock; 0 without locks that a key opens.

    A lock whose key lies in the open has depth 1. Chests with keys count as locks. The formula is ours;
    `LockedMap.explore` finds the chains.
    """
    return level.explored[1]


@metric(PLAY, "1 when the goal can be reached from the start, else 0", "Khalifa et al. 2025")
def solvable(level: Analysis) -> float:
    """Return 1.0 or 0.0: whether a way leads from start to goal, through doors whose keys can be reached.

    Where keys open no way, the doors with hit points are broken.
    """
    return level.solvable_map is not None


@metric(PLAY, "share of the rooms without enemies and traps", "Smith and Whitehead 2010")
def leniency(level: Analysis) -> float:
    """Return (m + 1) / 2, where m is the mean over rooms of +1 without enemies and traps, else max(−1, −their number).

    NaN without rooms. Smith and Whitehead score the gaps and enemies of platform levels; rooms are our translation.
    """
    if not level.rooms.count:
        return NAN
    dangerous = {*level.rooms.within.ravel()[[*level.enemies, *level.traps]].tolist()} - {0}
    return 1 - len(dangerous) / level.rooms.count


@metric(PLAY, "share of the enemies and traps that are within 2 steps of a shortest solution")
def danger(level: Analysis) -> float:
    """Return enemies and traps within 2 steps of a shortest solution / all; NaN without any, or without a solution.

    The formula is ours.
    """
    dangers = [*level.enemies, *level.traps]
    if not dangers or level.solution is None:
        return NAN
    flood = level.flood
    near = level.solution.squares
    for _ in range(_NEAR):
        # A trapped chest is not open, but what is beside the way is near.
        near = flood.grow(near & level.open_bits)
    mask = flood.mask(near).ravel()
    return np.count_nonzero(mask[dangers]) / len(dangers)


@metric(PLAY, "mean safety of a resource for the player who is nearest", _LIAPIS)
def resource_control(level: Analysis) -> float:
    """Return the mean over resources t of max over players i of the safety s(t, i).

    s(t, i) = min over players j ≠ i of max(0, (dⱼ − dᵢ) / (dⱼ + dᵢ)), where d is the distance from home to t. A player
    whom no path leads to t is infinitely far. Resources are the stacks of items on the floor and in containers, one
    each. NaN without resources, or with fewer than two homes.
    """
    if level.control is None or not level.resources:
        return NAN
    return float(level.control.resource_safety.mean())


@metric(PLAY, "share of the open squares that are safe for a player", _LIAPIS)
def area_control(level: Analysis) -> float:
    """Return the share of open squares whose safety (see `resource_control`) is above 0.35 for a player.

    NaN with fewer than two homes.
    """
    if level.control is None:
        return NAN
    return np.count_nonzero(level.control.is_safe) / len(level.squares)


@metric(PLAY, "share of the open squares that a player explores before reaching another's home", _LIAPIS)
def exploration(level: Analysis) -> float:
    """Return the mean over ordered pairs of homes (i, j) of squares nearer to i than j is / open squares.

    These are the squares that a flood from i covers before it reaches j. NaN with fewer than two homes.
    """
    if level.control is None:
        return NAN
    counts = [count for counts in level.control.explored for count in counts]
    return sum(counts) / len(counts) / len(level.squares)


@metric(PLAY, "how equal resources, area and exploration of the players are", _LIAPIS)
def balance(level: Analysis) -> float:
    """Return 1 − the mean of |a − b| / max(a, b) over three measures and over pairs of players; 0/0 is 0.

    The measures of a player are the sum of the safety of resources, the number of squares with a safety above 0.35, and
    the sum of squares explored. NaN with fewer than two homes.
    """
    return NAN if level.control is None else level.control.balance()


@metric(PLAY, "1 if the player that plays by itself wins, else 0", is_default=False)
def outcome(level: Analysis) -> float:
    """Return 1 if the player that played the map by itself won, else 0.

    NaN for a map that was not played, and where nothing is asked of a player that lives. Surveys play each map that
    they measure so. The formula is ours.
    """
    has_won = None if level.map.played is None else level.map.played[0]
    return NAN if has_won is None else float(has_won)


@metric(PLAY, "turns until the player that plays by itself is done", high=None, unit="turns", is_default=False)
def turns(level: Analysis) -> float:
    """Return the turns until the player that played the map by itself had won or lost, or was stopped.

    NaN for a map that was not played. The formula is ours.
    """
    return NAN if level.map.played is None else level.map.played[1]
