"""kts.AddStuff: random items on squares of a category."""

from __future__ import annotations

from struct import iter_unpack, pack

from host.border.function import Call
from host.border.schema import Anything, Function, ListOf, refuse, to_number
from host.border.service import service_for
from host.border.values import Value
from host.dialects.kts.declarations import KTS, Cached, category, warn_of_category
from host.errors import ArgumentError, counted
from host.generate.populate import Stuff, choose_stuff
from host.model.objects import ItemStack


@service_for("kts.AddStuff", list_=ListOf(ListOf(Anything())))
def kts_remember_stuff(call: Call, file: str | None, line: int, list_: list[list[object]]) -> int:
    """Cache a list of {category, probability, generator}; return the number under which AddStuff takes it."""
    probabilities: dict[int, float] = {}
    entry_of: dict[int, int] = {}
    for i, entry in enumerate(list_, 1):
        path = f"list[{i}]"
        if len(entry) < 3:
            raise ArgumentError(
                f"{path} has {counted(len(entry), 'entry')}: must be {{category, probability, generator}}", path=path
            )
        value = category(entry[0], f"{path}[1]")
        warn_of_category(call.session, f"kts.AddStuff: {path}[1]", value, file, line)
        number = call.session.tiles.category_number(value)
        probability = to_number(entry[1])
        if probability is None or probability != probability:
            refuse(f"{path}[2]", entry[1], "must be a number, a probability")
        share = max(0.0, min(1.0, probability))
        if share != probability:
            rule = "must be a probability between 0 and 1"
            call.session.warn(f"kts.AddStuff: {path}[2] is {probability:g}, and means {share:g}: {rule}", file, line)
        if not Function().read(entry[2], f"{path}[3]"):
            refuse(f"{path}[3]", entry[2], "must be a function")
        # Of two entries for one category the last wins.
        probabilities[number] = share
        entry_of[number] = i
    return call.session.cache_table(Stuff(probabilities, entry_of))


@KTS.function("AddStuff", ("list", Cached("any[][]")))
def add_stuff(call: Call, number: int) -> bytes | None:
    """Place random items on squares: for each category, with a probability, what a function returns.

    - list: { category, probability, function that returns an ItemType and a count } …
    > kts.AddStuff { { "floor", 0.02, function() return base.coins, kts.RandomRange(1, 6) end } }
    """
    # Lua gets (square, entry) as pairs of 32-bit numbers, and calls the function of each entry.
    stream = call.stream("kts.AddStuff")
    chosen = choose_stuff(call.session.map, call.session.cached_table(number), stream)
    return pack(f"<{len(chosen)}i", *chosen) if chosen else None


@service_for("kts.AddStuff")
def kts_refuse_stuff(call: Call, entry: int, item: Value) -> None:  # noqa: ARG001 - it is for a mod
    """Refuse what the function of an entry returned."""
    refuse(f"what the generator of list[{entry}] returned", item, "must be an ItemType")


@service_for("kts.AddStuff")
def kts_put_stuff(call: Call, placed: bytes) -> None:
    """Place (square, item, count) as 32-bit numbers."""
    put = call.session.map.put_item
    squares = call.session.map.stacks.size
    for square, item_index, count in iter_unpack("<3i", placed):
        # A function may have changed the map meanwhile.
        if square < squares:
            put(square, ItemStack(item_index, count))
