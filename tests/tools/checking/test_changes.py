"""What --watch says that changed on a map, counted as the command line and the studio count what is on one."""

from __future__ import annotations

import json

import pytest

from host import Host, Map
from host.model.game_map import model_of
from host.render.descriptions import describe_counts
from host.tools.checking.changes import compare_maps


def without_contents(game_map: Map) -> Map:
    data = json.loads(game_map.to_json())
    data.update(items=[], stored=[], creatures=[], objects=[])
    for chest in data["chests"]:
        chest.pop("content", None)
    return Map.from_json(json.dumps(data))


@pytest.mark.parametrize(
    ("generator", "kinds"),
    [("base", {"items", "monsters"}), ("critters", {"entities"}), ("undercroft", {"entities", "features"})],
)
def test_changes_are_counted_as_a_map_is(generator: str, kinds: set[str]) -> None:
    game_map = Host([generator], output=lambda _: None).generate(generator, seed=3)
    counts = [count.partition(" (")[0] for count in describe_counts(model_of(game_map))]
    counts = [count for count in counts if not count.endswith(" rooms")]
    assert {count.split()[1] for count in counts} == kinds
    empty = without_contents(game_map)
    assert compare_maps(model_of(empty), model_of(game_map)).describe().split(", ") == sorted(
        (f"{count} more" for count in counts), key=lambda text: text.split()[1]
    )
    assert compare_maps(model_of(game_map), model_of(empty)).describe().count(" fewer") == len(counts)
