"""The same mods, options and seed give the same bytes: in every process, with every hash seed, in every version.

Golden dungeons are in `golden/`. `python -m tests.engine.test_reproducible` writes them again. Do that only when a
change is meant to give other dungeons, and say so in the changelog.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from host import Host, Map, __version__
from host.model.game_map import model_of
from host.render.text import draw
from tests.helpers import KTS_SEGMENT, KTS_TILES, MakeMod, run_command, run_process, write_mod

GOLDEN = Path(__file__).parent / "golden"

# Dungeons of mods/base, kept as pictures that a person can compare: seed, players, options.
PICTURES = (
    (1, 2, {}),
    (2, 1, {"dungeon": "tiny"}),
    (3, 4, {"dungeon": "huge", "traps": True}),
    (4, 2, {"quest": "lich_hunt"}),
    (5, 3, {"quest": "ring_fortress"}),
    (6, 2, {"quest": "long_march"}),
)

# A mod of our own that will never change, kept as a whole document.
FROZEN = f"""
mod.RegisterMod {{ name = "frozen" }}
{KTS_TILES}
segments = kts.LoadSegments({{ floor, wall, home_n, home_s }}, "segments.txt")
kts.MENU = {{
  items = {{ {{ id = "side", choices = {{ {{ id = 1 }}, {{ id = 2 }}, {{ id = 3 }} }} }} }},
  start_game_func = function(S)
    local data = {{}}
    for i = 1, S.side * S.side do data[i] = {{ type = "block" }} end
    kts.LayoutDungeon {{
      layout = {{ width = S.side, height = S.side, data = data }}, wall = wall, horiz_door = door, vert_door = door,
      segments = segments, entry_type = "random",
    }}
    kts.GenerateLocksAndTraps(1, true)
    kts.AddItem(key, 1, {{ "floor", 1 }})
    kts.AddStuff {{ {{ "floor", 0.2, function() return coin, kts.RandomRange(1, 20) end }} }}
    kts.AddMonsters(bat, 2)
    kts.AddMonsters(rat, 2)
    kts.ConnectivityCheck(1, lockpicks)
    kts.PrintLoc("It took " .. math.random(100) .. " years.")
  end,
}}
"""


def frozen_mod(folder: Path) -> Path:
    return write_mod(folder / "frozen", {"init.lua": FROZEN, "segments.txt": KTS_SEGMENT})


def picture_file(seed: int) -> Path:
    return GOLDEN / f"base-seed-{seed}.txt"


def picture(seed: int, players: int, options: dict[str, object]) -> str:
    return draw(model_of(Host(["base"]).generate("base", seed=seed, players=players, **options))) + "\n"


@pytest.mark.parametrize(("seed", "players", "options"), PICTURES, ids=lambda value: str(value))
def test_base_gives_the_golden_dungeons(seed: int, players: int, options: dict[str, object]) -> None:
    assert picture(seed, players, options) == picture_file(seed).read_text()


@pytest.mark.parametrize("side", [1, 2, 3])
def test_a_frozen_mod_gives_the_golden_documents(tmp_path: Path, side: int) -> None:
    text = Host([frozen_mod(tmp_path)]).generate("frozen", seed=side, side=side).to_json()
    golden = (GOLDEN / f"frozen-{side}.json").read_text()
    # Versions of the host differ in nothing else.
    assert text == golden.replace('"host_version": "0.2.0"', f'"host_version": "{__version__}"')


@pytest.mark.slow
def test_processes_agree_whatever_their_hash_seed() -> None:
    def run(number: int) -> str:
        words = ["generate", "base", "--seed", "21", "--set", "traps=true", "--format", "json"]
        done = run_process(*words, env={**os.environ, "PYTHONHASHSEED": str(number)})
        assert done.returncode == 0, done.stderr
        return done.stdout

    results = {run(number) for number in range(3)}
    assert results == {Host(["base"]).generate("base", seed=21, traps=True).to_json()}


@pytest.mark.slow
def test_other_hash_seeds_of_lua_give_the_same_dungeon() -> None:
    results = {
        Host(["base"], hash_seed=seed).generate("base", seed=22, quest="stolen_relic").to_json() for seed in range(8)
    }
    assert len(results) == 1


def test_other_hash_seeds_of_lua_give_the_same_of_everything() -> None:
    def everything(hash_seed: int) -> list[str]:
        lines: list[str] = []
        loaded = Host(["base", "critters", "overworld"], hash_seed=hash_seed, output=lines.append)
        maps = [loaded.generate(generator.id, seed=5, players=1).to_json() for generator in loaded.generators()]
        played = loaded.simulate("base", seed=3, turns=15)
        keys = iter(["north", "down", "east", "east", "south", "wait", "rest", "day", "rest"])

        def view(game_map: Map, *said: str) -> str | None:
            lines.append(f"{said} {game_map.to_json()}")
            return next(keys, None)

        loaded.travel("overworld", view, seed=4)
        return [*maps, *played.log, played.map.to_json(), *lines]

    first, *others = (everything(hash_seed) for hash_seed in (1, 123456))
    assert len(first) > 20
    assert all(other == first for other in others)


def test_stacks_are_listed_as_in_a_fresh_host() -> None:
    """The dungeon before this one uses stacks that this one makes in another order."""
    options = {"quest": "custom", "dungeon": "tiny"}
    fresh = Host(["base"]).generate("base", seed=213, options=options).to_json()
    host = Host(["base"])
    earlier = host.generate("base", seed=1, options=options)
    written = earlier.to_json()
    assert host.generate("base", seed=213, options=options).to_json() == fresh
    assert earlier.to_json() == written


def test_the_stack_of_a_wall_is_listed_as_in_a_fresh_host(make_mod: MakeMod) -> None:
    """The squares around segments use it, and segments that are loaded once do not."""
    init = f"""{KTS_TILES}
    segments = kts.LoadSegments({{ floor, wall, home_n, home_s }}, "segments.txt")
    kts.MENU = {{ items = {{}}, start_game_func = function()
      kts.LayoutDungeon {{
        layout = {{ width = 1, height = 1, data = {{ {{ type = "block" }} }} }},
        wall = wall, segments = segments, entry_type = "random",
      }}
    end }}"""
    host = Host([make_mod("m", init, files={"segments.txt": KTS_SEGMENT})])
    first = host.generate("m", seed=1).to_json()
    assert host.generate("m", seed=1).to_json() == first


def test_a_host_gives_the_same_dungeon_after_many_others(base_host: Host) -> None:
    fresh = Host(["base"]).generate("base", seed=31).to_json()
    for seed in range(5):
        base_host.generate("base", seed=seed, quest="random", players=3)
    assert base_host.generate("base", seed=31).to_json() == fresh


def test_the_order_of_folders_and_of_files_on_disk_means_nothing(tmp_path: Path, make_mod: MakeMod) -> None:
    results = set()
    for order in ("abc", "cba", "bca"):
        root = tmp_path / order
        for name in order:
            make_mod(name, init=f"{name} = kts.Tile {{}}; x = math.random(1000)", root=root)
        frozen_mod(root)
        result = run_command("generate", "frozen", "--mods", root, "--seed", "5", "--format", "json")
        assert result.exit_code == 0, result.stderr
        results.add(result.stdout)
        words = [word for name in order for word in ("--mods", root / name)]
        again = run_command("generate", "frozen", *words, "--mods", root / "frozen", "--seed", "5", "--format", "json")
        results.add(again.stdout)
    assert len(results) == 1


def test_another_mod_that_draws_numbers_moves_nothing(tmp_path: Path, make_mod: MakeMod) -> None:
    alone = Host([frozen_mod(tmp_path)]).generate("frozen", seed=8, side=2)
    noisy = make_mod("noisy", init="for i = 1, 1000 do math.random() end")
    together = Host([tmp_path / "frozen", noisy]).generate("frozen", seed=8, side=2)
    assert (alone.tiles == together.tiles).all()
    assert alone.items == together.items
    assert alone.events == together.events


def test_the_same_mod_elsewhere_has_the_same_hash(tmp_path: Path) -> None:
    here = frozen_mod(tmp_path / "here")
    there = tmp_path / "there" / "frozen"
    shutil.copytree(here, there)
    (there / ".hidden").write_text("x")
    assert Host([here]).mods[0].content_hash == Host([there]).mods[0].content_hash
    (there / "extra.lua").write_text("x")
    assert Host([here]).mods[0].content_hash != Host([there]).mods[0].content_hash


def write_golden() -> None:
    import tempfile

    for seed, players, options in PICTURES:
        picture_file(seed).write_text(picture(seed, players, options))
    with tempfile.TemporaryDirectory() as folder:
        mod = frozen_mod(Path(folder))
        for side in (1, 2, 3):
            text = Host([mod]).generate("frozen", seed=side, side=side).to_json()
            (GOLDEN / f"frozen-{side}.json").write_text(text)


if __name__ == "__main__":
    write_golden()
