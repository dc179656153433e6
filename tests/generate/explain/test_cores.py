"""Conflicting requirements of pools, locks and more: without any one of them, the others can be met."""

from __future__ import annotations

from collections.abc import Collection

from hypothesis import given, settings
from hypothesis import strategies as st

from host.generate.explain.core import shrink
from host.generate.explain.explainer import RecordedCall
from host.generate.explain.explanation import Explanation, MapRequirement
from host.generate.explain.keys import explain_keys_and_locks
from host.generate.explain.pools import PoolNode, Tilde, UnweightedEntry, explain_draw
from host.model.game_map import GameMap
from host.model.objects import ItemStack, ItemType
from host.model.registry import Registry
from host.model.tile import BLOCKED, CLEAR, DOOR, MAX_TILES, LockRule, Tile
from host.model.tile_set import TileSet

CALL = RecordedCall("f", "m/init.lua", 1)


@settings(deadline=None)
@given(st.lists(st.sets(st.integers(0, 7), min_size=1), min_size=1, max_size=4))
def test_a_core_is_one_of_the_smallest_conflicts(conflicts: list[set[int]]) -> None:
    def fits(kept: Collection[int]) -> bool:
        return not any(conflict <= set(kept) for conflict in conflicts)

    core = shrink(range(8), fits)
    assert set(core) in conflicts
    assert not any(conflict < set(core) for conflict in conflicts)


@settings(deadline=None)
@given(st.data())
def test_a_draw_from_a_pool_without_weight(data: st.DataObject) -> None:
    """A path `r.~.~` among pools `r.a.a` to `r.b.b`."""
    names = [(first, second) for first in "ab" for second in "ab"]
    weights = {name: data.draw(st.sampled_from(["some", "none", "empty", "missing"])) for name in names}
    current = data.draw(st.sampled_from(names))
    if weights[current] == "some":
        weights[current] = "empty"
    nodes = [
        PoolNode(
            f"r.{'.'.join(name)}",
            name,
            weights[name] == "some",
            "m/init.lua",
            5,
            (UnweightedEntry("x", "m/init.lua", 6), UnweightedEntry("y", "m/init.lua", 7))
            if weights[name] == "none"
            else (),
        )
        for name in names
        if weights[name] != "missing"
    ]
    tildes = [Tilde(i, segment, f"setting {i}", "m/init.lua", i + 1) for i, segment in enumerate(current, 1)]
    explanation = explain_draw("r.~.~", "r", tildes, nodes, "no", CALL)
    core = explanation.wishes

    def fits(kept: Collection[MapRequirement]) -> bool:
        if not any(requirement.kind == "draw" for requirement in kept):
            return True
        settings = {requirement.text for requirement in kept if requirement.kind == "current"}
        of_pool = sum(requirement.kind in ("pool", "entry of a pool") for requirement in kept)
        if of_pool < {"none": 2, "empty": 1, "missing": 0}[weights[current]]:
            return True
        fixed = [i for i in (0, 1) if f'setting {i + 1} is "{current[i]}"' in settings]
        return any(weights[name] == "some" and all(name[i] == current[i] for i in fixed) for name in names)

    assert not fits(core)
    for requirement in core:
        assert fits([other for other in core if other != requirement]), requirement
    assert core[0].kind == "draw"


REGISTRY, TILES = Registry(), TileSet()


def stack(name: str, **fields: object) -> int:
    return TILES.intern([TILES.add(Tile(REGISTRY.add("tile", "m", "m/init.lua", 1, name=name), **fields))])  # type: ignore[arg-type]


for number in (1, 2, 3):
    KEY = REGISTRY.add("item", "m", "m/init.lua", 1)
    KEY.fields = ItemType(KEY, key=number)
BARE = stack("bare", items_allowed=False)
FLOOR = stack("floor", category="floor")
LOCKED_DOOR = stack("door", kind=DOOR, access=(BLOCKED, BLOCKED, CLEAR), items_allowed=False, lock=LockRule())
ROCK = stack("rock", access=(BLOCKED,) * 3, items_allowed=False)


@settings(deadline=None)
@given(st.lists(st.sampled_from(".fdD#k"), min_size=1, max_size=9), st.integers(0, 2), st.booleans())
def test_a_player_in_a_corridor_without_keys_and_room(letters: list[str], keys: int, has_second: bool) -> None:
    """A player stands at the left end of a corridor, and another one at the right end: `f` is floor with room.

    The first key, and each third one after it, opens the doors `d`; nothing opens the doors `D`.
    """
    corridor = [".", *letters, "."]
    game_map = GameMap(len(corridor), 1, TILES, REGISTRY)
    stacks = {".": BARE, "k": BARE, "f": FLOOR, "d": LOCKED_DOOR, "D": LOCKED_DOOR, "#": ROCK}
    game_map.stacks[0] = [stacks[letter] for letter in corridor]
    doors = [x for x, letter in enumerate(corridor) if letter in "dD"]
    key_at = {x: i % 3 for i, x in enumerate(x for x, letter in enumerate(corridor) if letter == "k")}
    for x, item in key_at.items():
        game_map.set_item(x, ItemStack(item))
    calls = {x * MAX_TILES: RecordedCall("kts.LockDoor", "m/init.lua", x) for x in doors}
    locks = {x * MAX_TILES: 1 if corridor[x] == "d" else 9 for x in doors}
    game_map.locks = dict(locks)
    starts = [0, len(corridor) - 1] if has_second else [0]

    def fails(start: int, locked: Collection[int], with_room: bool) -> bool:
        items: set[int] = set()
        while True:
            closed = {x for x in locked if corridor[x] == "D" or 0 not in items}
            reached = {start}
            for step in (-1, 1):
                x = start + step
                while 0 <= x < len(corridor) and corridor[x] != "#" and x not in closed:
                    reached.add(x)
                    x += step
            before, items = items, {key_at[x] for x in reached if x in key_at}
            if items == before:
                break
        if items and len(items) >= keys:
            return False
        return not with_room and not any(corridor[x] == "f" for x in reached)

    if not any(fails(start, doors, with_room=False) for start in starts):
        return
    explanation: Explanation = explain_keys_and_locks(game_map, starts, keys, "no", CALL, calls)

    def fits(kept: Collection[MapRequirement]) -> bool:
        kinds = {requirement.kind for requirement in kept}
        if "check" not in kinds:
            return True
        locked = [
            requirement.line for requirement in kept if requirement.kind == "lock" and requirement.line is not None
        ]
        room = "floor" not in kinds
        return not any(fails(start, locked, room) for start in (starts if "players" in kinds else starts[:1]))

    assert not fits(explanation.wishes)
    for requirement in explanation.wishes:
        assert fits([other for other in explanation.wishes if other != requirement]), requirement
    assert game_map.locks == locks
