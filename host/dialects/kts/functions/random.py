"""Random numbers and positions, from streams of the calling mod."""

from __future__ import annotations

from host.border.function import Call
from host.border.schema import Integer, Number
from host.border.session import DRAW
from host.dialects.kts.declarations import KTS, position
from host.errors import ModError


@KTS.function("RandomRange", ("low", Integer()), ("high", Integer()), phases=DRAW)
def random_range(call: Call, low: int, high: int) -> int:
    """Return a random whole number from low to high, both included.

    -> integer
    ! high must not be less than low
    > local roll = kts.RandomRange(1, 6)
    > print(roll >= 1 and roll <= 6) --> true
    """
    if high < low:
        raise ModError(f"kts.RandomRange: low is {low} and high is {high}: high must not be less than low")
    return call.stream("kts.random").between(low, high)


@KTS.function("RandomChance", ("probability", Number()), phases=DRAW)
def random_chance(call: Call, probability: float) -> bool:
    """Return true with a probability.

    -> boolean
    > if kts.RandomChance(0.5) then kts.AddMonsters(base.rat, 3) end
    > print(kts.RandomChance(1)) --> true
    """
    return call.stream("kts.random").chance(probability)


@KTS.function("GetRandomPos")
def get_random_pos(call: Call) -> dict[str, int] | None:
    """Return the position of a random square of the map.

    -> Position?
    - result: nil when the game has no map yet
    > print(kts.GetRandomPos().x >= 0) --> true
    """
    game_map = call.session.map
    if not game_map.width:
        return None
    stream = call.stream("kts.GetRandomPos")
    return position(*game_map.position(stream.below(game_map.width * game_map.height)))
