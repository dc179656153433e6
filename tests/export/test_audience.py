"""What players may see of a map: `--for players`."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from host import Host, Map
from host.model.document_reader import from_document
from host.model.game_map import model_of
from host.render.looks import key_of_lock
from tests.helpers import run_command
from tests.metrics.drawing import draw_document


def _secret(m: Map) -> list[tuple[int, int]]:
    return [(door.x, door.y) for door in m.doors if "secret" in door.id]


@pytest.fixture(scope="module")
def dungeon() -> Map:
    """A dungeon with secret doors."""
    host = Host(["base"])
    return next(m for m in (host.generate("base", seed=seed) for seed in range(1, 30)) if _secret(m))


def test_players_see_no_monsters_items_traps_and_secret_doors(dungeon: Map) -> None:
    shown = dungeon.for_players()
    assert len(dungeon.items) * len(dungeon.creatures) * len(shown.doors)
    assert not shown.items
    assert all(creature.player is not None for creature in shown.creatures)
    assert not _secret(shown)
    assert [door for door in dungeon.doors if "secret" not in door.id] == shown.doors
    text = shown.to_json()
    document = json.loads(text)
    for word in ("secret", '"trap"'):
        assert word not in text
    assert [document[key] for key in ("seed", "quest", "events", "segments", "stored")] == [None, {}, [], [], []]
    # A secret door looks like the wall beside it.
    rows = shown.glyphs()
    for x, y in _secret(dungeon):
        assert rows[y, x] in "─│┌┐└┘├┤┬┴┼"
        assert not shown.walkable[y, x]
        assert any("wall" in name for name in [*shown.legend().values()][int(shown.tiles[y, x])])


def test_the_master_sees_everything(dungeon: Map, tmp_path: Path) -> None:
    dungeon.save(tmp_path / "m.json")
    done = run_command("show", tmp_path / "m.json", "--for", "master", "-o", tmp_path / "a.json")
    assert done.exit_code == 0
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "m.json").read_bytes()


@pytest.mark.parametrize("ending", ["json", "txt", "png", "svg", "csv", "tmj", "uvtt"])
def test_generate_show_and_the_library_agree(dungeon: Map, tmp_path: Path, ending: str) -> None:
    assert dungeon.origin is not None
    seed = dungeon.origin.seed
    dungeon.save(tmp_path / "m.json")
    made = tmp_path / "x" / f"m.{ending}"
    shown = tmp_path / "y" / f"m.{ending}"
    library = tmp_path / "z" / f"m.{ending}"
    library.parent.mkdir()
    assert run_command("generate", "base", "--seed", seed, "--for", "players", "-o", made).exit_code == 0
    assert run_command("show", tmp_path / "m.json", "--for", "players", "-o", shown).exit_code == 0
    assert made.read_bytes() == shown.read_bytes()
    if ending == "txt":
        assert "seed" not in made.read_text()
        return
    dungeon.for_players().save(library)
    assert made.read_bytes() == library.read_bytes()


def test_sprites_are_for_everyone() -> None:
    done = run_command("show", "--sprites", "--for", "players")
    assert done.exit_code == 1
    assert "--for is for maps" in done.output


def test_traps_are_hidden(dungeon: Map) -> None:
    document = json.loads(dungeon.to_json())
    chest = document["chests"][0]
    chest["trap"] = {"kind": "poison"}
    with_trap = Map.from_json(json.dumps(document))
    assert '"trap"' in with_trap.to_json()
    assert '"trap"' not in with_trap.for_players().to_json()


def test_a_title_for_players_does_not_tell_the_seed(dungeon: Map, tmp_path: Path) -> None:
    assert dungeon.origin is not None
    seed = dungeon.origin.seed
    done = run_command(
        "generate", "base", "--seed", seed, "--for", "players", "--title", "--legend", "-o", tmp_path / "m.svg"
    )
    assert done.exit_code == 0
    assert "seed" not in (tmp_path / "m.svg").read_text()


def test_options_that_do_not_go_together_are_refused(tmp_path: Path) -> None:
    done = run_command("generate", "base", "--seeds", "1..2", "--for", "players", "-o", tmp_path / "site")
    assert done.exit_code == 1
    assert "a page of --seeds shows the command that makes each dungeon, which players must not know" in done.output
    done = run_command("generate", "base", "--from", tmp_path / "m.png", "--for", "players")
    assert "`dungeon-host show FILE --for players`" in done.output


def test_a_door_is_secret_by_its_name_or_its_id_and_not_by_its_mod() -> None:
    text = "#####\n#.+.#\n#####"

    def shown(**tile: str) -> Map:
        document = draw_document(text)
        document["tiles"] = [{**old, **(tile if old["id"] == "t.door" else {})} for old in document["tiles"]]
        return Map(from_document(document)).for_players()

    assert not shown(name="Secret Door").doors
    assert not shown(id="t.door_secretly").doors
    assert len(shown(id="secrets.door").doors) == 1


def test_a_room_behind_a_secret_door_is_not_shown() -> None:
    graph = "start: hall; goal: vault; hall - armoury: secret; hall - kitchen; kitchen - vault"
    for seed in range(1, 9):
        made = Host([]).generate("mission", seed=seed, graph=graph, width=60, height=40)
        shown = made.for_players()
        assert json.loads(made.to_json())["room_names"] == ["hall", "armoury", "kitchen", "vault"]
        document = json.loads(shown.to_json())
        assert document["room_names"] == ["hall", "kitchen", "vault"]
        assert _rooms(shown) == [room for i, room in enumerate(_rooms(made)) if i != 1]
        x, y, width, height = _rooms(made)[1]
        inside = slice(y + 1, y + height - 1), slice(x + 1, x + width - 1)
        assert made.walkable[inside].any()
        assert not shown.walkable[inside].any()
        # No hallway ends at a wall: outside rooms, each open square has two neighbours.
        in_room = np.zeros_like(shown.walkable)
        for x, y, width, height in _rooms(shown):
            in_room[y : y + height, x : x + width] = True
        padded = np.pad(shown.walkable, 1).astype(int)
        beside = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
        assert (beside[shown.walkable & ~in_room] >= 2).all()
        # What can be seen is as it was.
        assert (made.walkable | ~shown.walkable).all()


def test_locks_keep_the_colours_of_their_keys(dungeon: Map) -> None:
    shown = model_of(dungeon.for_players())
    locked = {slot: number for slot, number in model_of(dungeon).locks.items() if number > 0}
    assert locked
    for slot, number in locked.items():
        if slot in shown.locks:
            tile = shown.tileset.tiles[shown.tile_at(slot)]
            assert key_of_lock(shown, tile, number) is not None


def _rooms(m: Map) -> list[tuple[int, int, int, int]]:
    return [(room[0], room[1], room[2], room[3]) for room in json.loads(m.to_json())["rooms"]]
