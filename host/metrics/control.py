"""Control of squares and resources by the nearest player.

Source: Liapis, Yannakakis and Togelius, "Sentient Sketchbook" (2013). Players start at the homes of a map. The paper
computes distances on maps of strategy games, where walls are impassable tiles; here they are steps over open squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

# Distance where no path leads: above every other one, and 20 times as much is a 32-bit number.
FAR = 1 << 26


class Control:
    """Safety of squares and resources, by player.

    `steps`, (players, squares), holds the distance of each open square from the start of each player, `resources`,
    (players, resources), the distance to each resource; FAR where no path leads. `homes` are the columns of the starts
    in `steps`. There are at least two players.
    """

    def __init__(self, steps: npt.NDArray[np.int32], resources: npt.NDArray[np.int32], homes: Sequence[int]) -> None:
        self._steps = steps
        self._resources = resources
        self._homes = homes

    @cached_property
    def resource_safety(self) -> npt.NDArray[np.float64]:
        """The safety of each resource for the player who is nearest.

        The minimum over the other players is at the second.
        """
        first, second = _two_smallest(self._resources)
        safety: npt.NDArray[np.float64] = (second - first) / np.maximum(second + first, 1)
        # Whoever alone has a path is wholly safe.
        safety[(second == FAR) & (first < FAR)] = 1
        return safety

    @cached_property
    def is_safe(self) -> npt.NDArray[np.bool_]:
        """Whether each open square is safe for the player who is nearest."""
        first, second = _two_smallest(self._steps)
        # A safety above 0.35, the C_A of the paper, without rounding.
        is_safe: npt.NDArray[np.bool_] = 20 * (second - first) > 7 * (second + first)
        return is_safe

    @cached_property
    def explored(self) -> list[list[int]]:
        """By player: the numbers of squares that a flood from home covers before it reaches each other home."""
        return [
            [int(np.count_nonzero(steps < steps[home])) for other, home in enumerate(self._homes) if other != player]
            for player, steps in enumerate(self._steps)
        ]

    def balance(self) -> float:
        """Return 1 − the mean difference between two players of resources, area and exploration, each / the larger."""
        # Where two are nearest, the safety is 0.
        nearest, first = self._resources.min(axis=0), self._steps.min(axis=0)
        resources = [float(self.resource_safety[row == nearest].sum()) for row in self._resources]
        area = [int(np.count_nonzero(self.is_safe & (row == first))) for row in self._steps]
        explored = [sum(counts) for counts in self.explored]
        differences = [
            abs(a - b) / (max(a, b) or 1)
            for measure in (resources, area, explored)
            for a, b in combinations(measure, 2)
        ]
        return 1 - sum(differences) / len(differences)


def _two_smallest(steps: npt.NDArray[np.int32]) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return the smallest and the second smallest number of each column."""
    if len(steps) == 2:
        return np.minimum(*steps), np.maximum(*steps)
    first, second = np.partition(steps, 1, axis=0)[:2]
    return first, second
