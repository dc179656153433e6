"""Each metric on small maps, against values computed by hand."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import pytest

from host import Host
from host.errors import HostError
from host.metrics import DEFAULT, METRICS, Metric, measure
from host.metrics import geometry as g
from host.metrics import play as p
from host.metrics.contents import count_contents
from host.model.document_reader import from_document
from host.model.game_map import GameMap
from tests.helpers import ROOT, dedent
from tests.metrics.drawing import draw, draw_document

NAN = math.nan


def draw_lines(text: str, rooms: list[tuple[int, int, int, int]]) -> GameMap:
    return draw(dedent(text).strip(), rooms)


def played(has_won: bool | None, turns: int) -> GameMap:
    """Return a map that was played by itself."""
    game_map = draw("@..")
    game_map.played = has_won, turns
    return game_map


# Two rooms of 3 × 3 inside squares and a door between them: 19 of 45 squares are open.
TWO_ROOMS = draw_lines(
    """
    #########
    #@..#...#
    #...+...#
    #...#...#
    #########
    """,
    [(0, 0, 5, 5), (4, 0, 5, 5)],
)
# Four rooms in a ring. The fourth door, in the north-east, is 2 squares wide.
RING = draw_lines(
    """
    #######
    #..#..#
    #.....#
    ##+##+#
    #..#..#
    #..+..#
    #######
    """,
    [(0, 0, 4, 4), (3, 0, 4, 4), (0, 3, 4, 4), (3, 3, 4, 4)],
)
# A hallway that joins three rooms: a node with three doors, not a loop.
HALLWAY = draw_lines(
    """
    #####.#####
    #@..+.+...#
    #####.#####
    ....#.#...#
    ....#.+...#
    """,
    [(0, 0, 5, 3), (6, 0, 5, 3), (6, 2, 5, 4)],
)
CROSS = draw("#.#\n...\n#.#")
LINE = draw("@....")


def square_map(count: int) -> GameMap:
    return draw("\n".join(["." * count] * count))


# Metric, map, value. A comment says how the value is computed.
CASES: list[tuple[Metric, GameMap, float]] = [
    (g.density, TWO_ROOMS, 19 / 45),
    (g.density, CROSS, 5 / 9),
    # Nothing to stand on is not open.
    (g.density, draw(". "), 0.5),
    (g.density, draw("###"), 0),
    (g.density, draw(""), 0),
    (g.regions, TWO_ROOMS, 1),
    (g.regions, draw(".#."), 2),
    # Diagonal neighbours are not connected.
    (g.regions, draw(".#\n#."), 2),
    (g.largest_region, draw("..#."), 2 / 3),
    (g.rooms, TWO_ROOMS, 2),
    (g.rooms, CROSS, 0),
    (g.room_size, TWO_ROOMS, 25),
    # 15, 15 and 20 squares: their mean is 50/3, their variance ((5/3)² + (5/3)² + (10/3)²) / 3 = 50/9.
    (g.room_size, HALLWAY, 50 / 3),
    (g.size_spread, HALLWAY, math.sqrt(50 / 9)),
    (g.size_spread, TWO_ROOMS, 0),
    (g.room_size, CROSS, NAN),
    # One door each.
    (g.degree, TWO_ROOMS, 1),
    # Each room has two neighbours; a door of any width is one door.
    (g.degree, RING, 2),
    (g.degree, HALLWAY, 1),
    (g.degree, CROSS, NAN),
    (g.redundancy, TWO_ROOMS, 0),
    # 4 edges − 4 rooms + 1 component.
    (g.redundancy, RING, 1),
    # 3 doors − (3 rooms + 1 hallway) + 1 component; the squares in the west belong to no room: + 1 − 1.
    (g.redundancy, HALLWAY, 0),
    # Two doors between the same rooms are a loop.
    (g.redundancy, draw("#####\n#.+.#\n#.#.#\n#.+.#\n#####", [(0, 0, 3, 5), (2, 0, 3, 5)]), 1),
    # A hallway that leaves a room and comes back is a loop, too.
    (g.redundancy, draw("####\n#.+.\n#.#.\n#.+.\n####", [(0, 0, 3, 5)]), 1),
    # Rooms that overlap by more than a wall have one door where they touch.
    (g.degree, draw("######\n#....#\n#....#\n######", [(0, 0, 4, 4), (2, 0, 4, 4)]), 1),
    (g.redundancy, draw("######\n#....#\n#....#\n######", [(0, 0, 4, 4), (2, 0, 4, 4)]), 0),
    # A room in two parts is one node: 0 edges − 1 node + 1 component.
    (g.redundancy, draw("#####\n#.#.#\n#####", [(0, 0, 5, 3)]), 0),
    (g.dead_ends, TWO_ROOMS, 1),
    (g.dead_ends, RING, 0),
    # Without rooms: four of five squares have one neighbour.
    (g.dead_ends, CROSS, 4 / 5),
    (g.dead_ends, LINE, 2 / 5),
    # The furthest square is in the other room.
    (g.linearity, TWO_ROOMS, 1),
    # From the first room to the end of the hallway or into the third: 2 of 3 rooms.
    (g.linearity, HALLWAY, 2 / 3),
    # The exit is in the same room.
    (g.linearity, draw("#######\n#.>#..#\n#..+..#\n#######", [(0, 0, 4, 4), (3, 0, 4, 4)]), 1 / 2),
    # No way leads to the exit.
    (g.linearity, draw("#####\n#..#>\n#####", [(0, 0, 4, 3)]), NAN),
    (g.linearity, CROSS, NAN),
    (g.entropy, LINE, 0),
    (g.entropy, draw("..##"), 1),
    # Shares 1/2, 1/4, 1/4: 1/2 · 1 + 2 · 1/4 · 2.
    (g.entropy, draw("..#+"), 1.5),
    (g.symmetry, CROSS, 1),
    # East and west differ in 2 squares, north and south in none.
    (g.symmetry, draw("..#"), 1),
    # Square maps have diagonals: this one equals its image on one of them, but not on the axes.
    (g.symmetry, draw("#..\n...\n..."), 1),
    (g.symmetry, draw("#...\n....\n..#+"), 6 / 12),
    # Everybody sees all.
    (g.openness, square_map(3), 1),
    (g.openness, LINE, 1),
    # Each of two squares sees itself.
    (g.openness, draw(".#."), 1 / 2),
    # Sight goes past a corner; only the two ends of this corridor do not see each other.
    (g.openness, draw("..\n#."), 1),
    (g.openness, draw("...\n##.\n##."), 23 / 25),
    (p.solution_length, LINE, 4),
    (p.solution_length, draw("@.>.."), 2),
    (p.solution_length, draw("@#>"), NAN),
    # A door that is not locked costs nothing.
    (p.solution_length, draw("@+.>"), 3),
    # 2 steps to the key, 5 back and on to the exit.
    (p.solution_length, draw("a.@.1>"), 2 + 5),
    # A special lock opens by itself, lockpicks open all.
    (p.solution_length, draw("@S>"), 2),
    (p.solution_length, draw("k@P1>"), 1 + 4),
    (p.solution_length, draw("@P>"), NAN),
    (p.solution_length, draw("@1>"), NAN),
    # The key is taken from beside the chest: no step; then 3 to the exit.
    (p.solution_length, draw("A@.1>"), 3),
    # The nearest key fits no door on the way: 7 steps to the other, 7 back, 3 to the exit.
    (p.solution_length, draw("b.@......a\n2#1#######\n.#.>######"), 7 + 7 + 3),
    # The key of the second door is behind the first: 1 + 3 to b, 5 to the second door and on to the exit.
    (p.solution_length, draw("b1@a2>"), 1 + 3 + 5),
    # A weak door is broken, but only where no key opens it.
    (p.solution_length, draw("@W>"), 2),
    (p.solution_length, draw("a.@.W>"), 2 + 5),
    (p.solution_length, draw("@W1>"), NAN),
    # A key may be worth the way where a longer one is open: 1 + 1 + 2 steps in place of 8.
    (p.solution_length, draw("a@1>\n#.#.\n#.#.\n#..."), 1 + 3),
    (p.key_depth, LINE, 0),
    (p.key_depth, draw("a.@.1>"), 1),
    (p.key_depth, draw("b1@a2>"), 2),
    # Both doors open with the same key, which is in the open: no chain.
    (p.key_depth, draw("a@1.1>"), 1),
    # The lock of the chest is one more: door 2 → key 2 in a chest with lock 1 → key 1.
    (p.key_depth, draw("B@a2>", locked=1), 2),
    # No key, no depth.
    (p.key_depth, draw("@1>"), 0),
    (p.solvable, LINE, 1),
    (p.solvable, draw("@#>"), 0),
    (p.solvable, draw("@1>"), 0),
    (p.solvable, draw("@1a"), 0),
    (p.solvable, draw("a@1>"), 1),
    (p.solvable, draw("@W>"), 1),
    (p.leniency, TWO_ROOMS, 1),
    # One of two rooms has monsters: (+1 − 1) / 2 = 0 → 0.5. How many there are does not count.
    (p.leniency, draw("#######\n#.m#@.#\n#.m+..#\n#######", [(0, 0, 4, 4), (3, 0, 4, 4)]), 0.5),
    (p.leniency, draw("#######\n#^.#m.#\n#..+..#\n#######", [(0, 0, 4, 4), (3, 0, 4, 4)]), 0),
    (p.leniency, LINE, NAN),
    (p.danger, LINE, NAN),
    # One of two is within two steps of the way along the first row.
    (p.danger, draw("@..>\n.##.\n.##.\nm##m\n.##."), 0),
    (p.danger, draw("@..>\n.##.\nm##.\n.##m\n.##."), 1 / 2),
    (p.danger, draw("@.m>"), 1),
    # Over a wall is not near.
    (p.danger, draw("@..>\n.###\n...^"), 0),
    (p.danger, draw("@#>m"), NAN),
    # The gem is 1 from one and 3 from the other: (3 − 1) / (3 + 1).
    (p.resource_control, draw("@$..&"), 2 / 4),
    (p.resource_control, draw("##C##\n@...&"), 0),
    # A chest is one step further than the square beside it: 1 + 1 from one, 3 + 1 from the other.
    (p.resource_control, draw("#C###\n@...&"), (4 - 2) / (4 + 2)),
    # Only one can reach it.
    (p.resource_control, draw("$@#&."), 1),
    (p.resource_control, draw("@...&"), NAN),
    (p.resource_control, draw("@..$."), NAN),
    # Distances 0 and 4, 1 and 3, 2 and 2: safety 1, 1/2, 0, 1/2, 1.
    (p.area_control, draw("@...&"), 4 / 5),
    # Distances to (2, 5): (5 − 2) / 7 = 0.43; (3, 4): 1/7. 0.35 itself is not enough.
    (p.area_control, draw("@......&"), 6 / 8),
    (p.area_control, LINE, NAN),
    # Nearer than the other home: 4 of 5 squares for each.
    (p.exploration, draw("@...&"), 4 / 5),
    # The west explores 2 of 5 squares, the east 3: the last is as far as the other home.
    (p.exploration, draw("@.&.."), (2 + 3) / 2 / 5),
    # Nobody gets to the other: each explores all that it reaches.
    (p.exploration, draw("@.#&"), (2 + 1) / 2 / 3),
    (p.balance, draw("@.$.&"), 1),
    (p.balance, draw("@...&"), 1),
    # Resources 1/2 and 0, area 2 and 2 of 5, exploration 4 and 4: 1 − (1 + 0 + 0) / 3.
    (p.balance, draw("@$..&"), 2 / 3),
    (p.balance, LINE, NAN),
    (p.outcome, LINE, NAN),
    (p.outcome, played(True, 7), 1),
    (p.outcome, played(False, 7), 0),
    (p.outcome, played(None, 7), NAN),
    (p.turns, LINE, NAN),
    (p.turns, played(None, 7), 7),
]


def ids() -> Iterator[str]:
    counts: dict[str, int] = {}
    for metric, _, _ in CASES:
        counts[metric.id] = counts.get(metric.id, 0) + 1
        yield f"{metric.id}-{counts[metric.id]}"


@pytest.mark.parametrize(("metric", "game_map", "value"), CASES, ids=ids())
def test_metric_has_the_value_computed_by_hand(metric: Metric, game_map: GameMap, value: float) -> None:
    assert metric(game_map) == pytest.approx(value, nan_ok=True)
    assert measure(game_map, [metric.id]) == pytest.approx({metric.id: value}, nan_ok=True)


def test_every_metric_has_a_case() -> None:
    assert {metric.id for metric, _, _ in CASES} == METRICS.keys()


def test_ids_are_those_that_surveys_rely_on() -> None:
    geometry = (
        "density regions largest_region rooms room_size size_spread degree redundancy dead_ends linearity entropy"
    )
    play = (
        "solution_length key_depth solvable leniency danger resource_control area_control exploration balance outcome "
        "turns"
    )
    assert [*METRICS] == [*geometry.split(), "symmetry", "openness", *play.split()]
    assert [*measure(LINE)] == [*DEFAULT] == [name for name in METRICS if name not in ("openness", "outcome", "turns")]


@pytest.mark.parametrize("text", ["", "#", "  \n##"])
def test_maps_without_open_squares_have_no_values_but_density(text: str) -> None:
    values = measure(draw(text), METRICS)
    assert values.pop("density") == 0
    assert all(math.isnan(value) for value in values.values())


def test_page_lists_every_metric_with_range_and_source() -> None:
    page = (ROOT / "docs" / "metrics.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| .* \| ([^|]*) \| ([^|]*) \|$", page, re.MULTILINE)

    def show_range(metric: Metric) -> str:
        high = "…" if metric.high is None else f"{metric.high:g}"
        return f"{metric.low:g} – {high} {metric.unit}".strip()

    assert rows == [(metric.id, show_range(metric), metric.source or "ours") for metric in METRICS.values()]


def test_an_unknown_metric_is_an_error_with_the_nearest_name() -> None:
    with pytest.raises(HostError, match='there is no metric "densty"') as caught:
        measure(LINE, ["densty"])
    assert caught.value.hint == 'did you mean "density"?'


def test_one_metric_needs_no_list() -> None:
    assert measure(LINE, "density") == measure(LINE, ["density"])


# -- contents


def chest_and_bats() -> GameMap:
    """Three gems in two stacks, one of them in a chest; two bats, a rat and a player; a segment that is there twice."""
    data = draw_document("...C..\n......")
    data["items"] = [{"x": 1, "y": 0, "item": "t.gem", "count": 2}]
    data["monster_types"] = [{"id": "t.bat", "height": "flying"}, {"id": "u.rat", "height": "walking"}]
    creature = {"height": "walking", "facing": "north", "health": 1}
    data["creatures"] = [
        {"uid": uid, "type": kind, "x": uid, "y": 1, **creature}
        for uid, kind in enumerate(("t.bat", "u.rat", "t.bat"), 1)
    ]
    zone = {"title": None, "y": 0, "width": 2, "height": 2, "mirrored": False, "turns": 0}
    data["segments"] = [{"id": "t.hall", "x": x, **zone} for x in (0, 2)]
    return from_document(data)


@pytest.mark.parametrize(
    ("identity", "value"),
    [
        ("item:t.gem", 3),
        ("item:*", 3),
        ("item:t.key1", 0),
        ("monster:*", 3),
        ("monster:t.*", 2),
        ("monster:u.rat", 1),
        ("segment:t.hall", 2),
        ("segment:*", 2),
    ],
)
def test_contents_are_counted_by_id(identity: str, value: float) -> None:
    assert measure(chest_and_bats(), [identity]) == {identity: value}
    assert measure(TWO_ROOMS, identity) == {identity: 0}


def test_contents_of_all_dialects_are_counted_and_sum_up() -> None:
    """A property: the numbers of all ids sum up to the number of `*`."""
    game_map = Host(["undercroft"], output=lambda _: None).generate("undercroft.floor", seed=1)
    counts = count_contents(game_map)
    assert min(map(len, counts.values())) > 1
    assert counts["monster"]["critters.bat"]
    for kind, by_id in counts.items():
        values = measure(game_map, [f"{kind}:{identity}" for identity in by_id])
        assert sum(values.values()) == measure(game_map, f"{kind}:*")[f"{kind}:*"] == sum(by_id.values())


@pytest.mark.parametrize(
    ("identity", "message"),
    [
        ("montser:t.bat", r'there is no metric "montser:t.bat": .* monster:ID; did you mean "monster"\?'),
        ("item:", '"item:" names no item: must be item:ID'),
    ],
)
def test_other_kinds_of_contents_are_errors(identity: str, message: str) -> None:
    with pytest.raises(HostError, match=message):
        measure(LINE, identity)
