"""The room of a plan that is furthest from another."""

from __future__ import annotations

import numpy as np

from host.generate.plans.plan import Plan
from host.metrics.distances import distances
from host.metrics.regions import regions


def furthest_room(plan: Plan, start: int, method: str) -> int:
    """Return the number of the room that is furthest from room `start`; `start` when no other can be reached.

    With `method` "path", the room with the longest path to its centre; with "rooms", the room for which a walker enters
    the most rooms, and of several the one with the longest path. Of equal rooms the first.
    """
    steps = distances(plan.open, [plan.centre(start)])
    entered = rooms_entered(plan, start) if method == "rooms" else {}

    def rank(number: int) -> tuple[int, int, int]:
        x, y = plan.centre(number)
        return entered.get(number, -1), int(steps[y, x]), -number

    others = [number for number in range(1, len(plan.rooms) + 1) if number != start]
    reached = [number for number in others if rank(number)[1] >= 0]
    return max(reached, key=rank, default=start)


def rooms_entered(plan: Plan, start: int) -> dict[int, int]:
    """Return room number -> least number of rooms that a walker enters on the way from room `start`.

    The destination counts, hallways do not. Rooms that cannot be reached are left out.
    """
    numbers = plan.numbers
    hallways = regions(plan.open & (numbers == 0))
    # Nodes of the graph: rooms by their numbers, and each connected part of the hallways by a number beyond them.
    nodes = np.where(numbers > 0, numbers, np.where(hallways.labels > 0, hallways.labels + len(plan.rooms), 0))
    neighbours: dict[int, set[int]] = {}
    for first, second in ((nodes[:, :-1], nodes[:, 1:]), (nodes[:-1], nodes[1:])):
        is_border = (first != second) & (first > 0) & (second > 0)
        for a, b in np.unique(np.stack((first[is_border], second[is_border])), axis=1).T.tolist():
            neighbours.setdefault(a, set()).add(b)
            neighbours.setdefault(b, set()).add(a)
    entered, wave, seen = {start: 0}, [start], {start}
    count = 0
    while wave:
        count += 1
        next_wave: list[int] = []
        while wave:
            for node in sorted(neighbours.get(wave.pop(), ())):
                if node not in seen:
                    seen.add(node)
                    if node <= len(plan.rooms):
                        entered[node] = count
                        next_wave.append(node)
                    else:
                        # A hallway costs nothing, so its neighbours belong to the same wave.
                        wave.append(node)
        wave = next_wave
    return entered
