"""Wrong arguments of the library: each is refused in words that a file and a terminal take, in bounded length."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from host import Budgets, Host, HostError, Map, Recording, Request, save_world
from host.errors import RequestError
from host.serving import Pool
from host.survey.survey import Survey
from host.tools.checking.run import check

HUGE = 10**5000
LONG = "x" * 10**6


def nested() -> Any:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    return value


TEXTS = [LONG, "\ud800", "\udcff", "a\0b", b"\xff"]
VALUES = [HUGE, -HUGE, [LONG], {"a": LONG}, nested(), float("nan"), 2**64, -1, *TEXTS]


def within(value: Any) -> Any:
    """Return the path of a file in a folder of that name, if it is a text."""
    return f"{value}/map.png" if isinstance(value, str) else value


@pytest.fixture(scope="module")
def game_map() -> Map:
    return Host(["base"]).generate("base", seed=1, dungeon="tiny")


CALLS: dict[str, Callable[[Map, Any], object]] = {
    "seed": lambda _, value: Request("base", seed=value),
    "players": lambda _, value: Request("base", seed=1, players=value),
    "house colours": lambda _, value: Request("base", seed=1, house_colours=(value,)),
    "options": lambda _, value: Request("base", seed=1, options=[value]),  # type: ignore[arg-type]
    "option": lambda _, value: Request("base", seed=1, options={"dungeon": [value]}),
    "folder": lambda _, value: Host([Path(value) if isinstance(value, str) else value]),
    "mod": lambda _, value: Host([value]),
    "script": lambda _, value: Host(["base"]).run_script(value),
    "save": lambda _, value: Host(["base"]).run_script("none.lua", save=within(value)),
    "hash seed": lambda _, value: Host(["base"], hash_seed=value),
    "memory": lambda _, value: Budgets(memory=value),
    "seconds": lambda _, value: Budgets(seconds=value),
    "tile size": lambda made, value: made.save("map.png", tile_size=value),
    "title": lambda made, value: made.save("map.png", title=value),
    "scene": lambda made, value: made.save("map.tscn", scenes={"creature": value}),
    "file": lambda made, value: made.save(within(value) if isinstance(value, str) else "map.zip"),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_wrong_arguments_are_refused_in_words(
    call: str, value: Any, game_map: Map, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(HostError) as caught:
        CALLS[call](game_map, value)
    assert len(str(caught.value).encode()) < 40_000
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("half", [0xD800, 0xDCFF, 0xDFFF])
@pytest.mark.parametrize("suffix", ["png", "svg", "tmj", "ldtk", "tscn", "uvtt", "csv", "txt", "npz"])
def test_halves_of_characters_are_written(game_map: Map, tmp_path: Path, half: int, suffix: str) -> None:
    document = json.loads(game_map.to_json())
    document |= {"generator": chr(half), "options": {"quest": chr(half)}}
    made = Map.from_json(json.dumps(document))
    made.save(tmp_path / f"map.{suffix}")
    assert made._repr_html_()


def test_numbers_of_numpy_are_numbers(game_map: Map, tmp_path: Path) -> None:
    for name, options in (
        ("a.png", {"tile_size": 8, "light": True}),
        ("b.png", {"tile_size": np.int64(8), "light": np.True_}),
    ):
        game_map.save(tmp_path / name, **options)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert game_map.contains(np.int64(0), np.int64(0)) is True  # type: ignore[arg-type]


@pytest.mark.parametrize(("call", "value"), [("theme", 5), ("theme", ("a", "b")), ("overlays", (5,))])
def test_names_of_the_wrong_type_have_no_nearest(call: str, value: Any, game_map: Map, tmp_path: Path) -> None:
    with pytest.raises(HostError, match=f"there is no {call.removesuffix('s')} "):
        game_map.save(tmp_path / "map.png", **{call: value})


@pytest.mark.parametrize("load", [Host, Pool, check], ids=lambda each: each.__name__)
def test_budgets_of_the_wrong_type_are_refused(load: Callable[..., object]) -> None:
    with pytest.raises(RequestError, match=r"budgets is 3: must be Budgets"):
        load(["base"], budgets=3)


PATHS = "must be a path"
FUNCTIONS = "must be a function"
TINY: dict[str, Any] = {"seed": 1, "dungeon": "tiny"}


def record(host: Host) -> Recording:
    return host.play("base", records=True, **TINY).recording


# Call of the library with an argument that is 5, and its message.
WRONG_FIVES: dict[str, tuple[Callable[[Host, Any], object], str]] = {
    "simulate player": (
        lambda host, five: host.simulate("base", player=five, **TINY),
        "player is 5: must be script, cautious, bold, idle or random, or a function",
    ),
    "simulate watch": (lambda host, five: host.simulate("base", watch=five, **TINY), f"watch is 5: {FUNCTIONS}"),
    "simulate tell": (lambda host, five: host.simulate("base", tell=five, **TINY), f"tell is 5: {FUNCTIONS}"),
    "simulate record": (lambda host, five: host.simulate("base", record=five, **TINY), f"record is 5: {PATHS}"),
    "simulate save": (lambda host, five: host.simulate("base", save=five, **TINY), f"save is 5: {PATHS}"),
    "travel view": (lambda host, five: host.travel("base", five), f"view is 5: {FUNCTIONS}"),
    "travel no view": (lambda host, _: host.travel("overworld", None), f"view is None: {FUNCTIONS}"),
    "no output": (lambda _, five: Host(["base"], output=None), f"output is None: {FUNCTIONS}"),
    "travel save": (lambda host, five: host.travel("base", lambda *_: None, save=five), f"save is 5: {PATHS}"),
    "script path": (lambda host, five: host.run_script(five), f"path is 5: {PATHS}"),
    "script save": (lambda host, five: host.run_script("x.lua", save=five), f"save is 5: {PATHS}"),
    "host output": (lambda _, five: Host(["base"], output=five), f"output is 5: {FUNCTIONS}"),
    "reproduce": (lambda host, five: host.reproduce(five), f"path is 5: {PATHS}"),
    "survey path": (lambda host, five: host.survey("base", count=1, path=five), f"path is 5: {PATHS}"),
    "open survey": (lambda _, five: Survey.open(five), f"path is 5: {PATHS}"),
    "find condition": (lambda host, five: host.find("base", five), "condition is 5: must be a text"),
    "find best": (lambda host, five: host.find("base", best=five), "best is 5: must be a text"),
    "find unlike": (lambda host, five: host.find("base", unlike=five), "unlike is 5: must be a Survey"),
    "replay": (lambda host, five: host.replay(five), "recording is 5: must be a Recording"),
    "load recording": (lambda _, five: Recording.load(five), f"path is 5: {PATHS}"),
    "save recording": (lambda host, five: record(host).save(five), f"path is 5: {PATHS}"),
    "gallery folder": (lambda host, five: host.save_gallery(five), f"folder is 5: {PATHS}"),
    "gallery seeds": (lambda host, five: host.save_gallery("site", seeds=five), "seeds is 5: must be a range of seeds"),
    "gallery seed": (
        lambda host, five: host.save_gallery("site", seeds=[five, "a"]),
        "seeds[1] is 'a': must be a whole number between 0 and 9223372036854775807",
    ),
    "gallery bytes": (
        lambda host, five: host.save_gallery("site", seeds=bytes(five)),
        r"seeds is b'\x00\x00\x00\x00\x00': must be a range of seeds",
    ),
    "gallery style": (
        lambda host, five: host.save_gallery("site", style=five),
        "style is 5: must be options of Map.save by their names",
    ),
    "map": (lambda host, five: host.generate("base", **TINY).save(five), f"path is 5: {PATHS}"),
    "page": (lambda host, five: host.generate("base", **TINY).share(five), f"path is 5: {PATHS}"),
    "world path": (lambda _, five: save_world(five, []), f"path is 5: {PATHS}"),
    "world maps": (lambda _, five: save_world("x.ldtk", five), "maps is 5: must be a list of maps"),
    "world map": (lambda _, five: save_world("x.ldtk", [five]), "maps[0] is 5: must be a map"),
}


@pytest.mark.parametrize("call", WRONG_FIVES)
def test_an_argument_of_the_wrong_type_is_named(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    function, message = WRONG_FIVES[call]
    with pytest.raises(RequestError) as caught:
        function(Host(["base"]), 5)
    assert str(caught.value) == message
    assert not [*tmp_path.iterdir()]


def test_a_world_of_a_mod_that_is_not_loaded_names_how_to_load_it() -> None:
    with pytest.raises(RequestError) as caught:
        Host(["base"]).travel("overworld", lambda *_: None)
    assert str(caught.value) == ('the mod "overworld" is not loaded; `Host([…, "overworld"])` loads it, too')


def test_a_misspelled_player_has_a_nearest_one() -> None:
    with pytest.raises(RequestError, match=r"player is .scrpt.: .*; did you mean .script.\?"):
        Host(["base"]).simulate("base", player="scrpt", **TINY)
