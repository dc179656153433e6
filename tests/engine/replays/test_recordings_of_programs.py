"""Recordings in the library: games and simulations are recorded, shown again, and compared."""

from __future__ import annotations

import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from host import Host, HostError, Recording, Request
from host.engine.replays.frames import HASH_SIZE, Frames
from host.save.cbor import decode, encode
from tests.engine.replays.cellar import cellar_maker
from tests.helpers import MakeMod, run_command

CELLAR = Request("cellar", seed=1, players=1)


def quiet(folder: Path) -> Host:
    return Host([folder], output=lambda _: None)


def test_a_game_of_a_program_is_recorded_and_compared(make_mod: MakeMod, tmp_path: Path) -> None:
    make_cellar = cellar_maker(make_mod)
    host = quiet(make_cellar())
    play = host.play(CELLAR, records=True)
    for action in ("wait", "east", "south"):
        play.do(action)
    recording = play.recording
    assert recording.turns == 3
    assert recording.actions == ["wait", "east", "south"]
    assert recording.messages(3) == play.messages[-1:]
    assert (recording.map(3).glyphs() == play.map.glyphs()).all()
    assert recording.map(np.int64(3)) == recording.map(3)  # type: ignore[arg-type]
    assert recording.messages(np.int64(3)) == recording.messages(3)  # type: ignore[arg-type]
    for ending in ("rec", "gif", "webp", "cast", "html"):
        recording.save(tmp_path / f"run.{ending}")
    loaded = Recording.load(tmp_path / "run.rec")
    assert loaded.request == CELLAR
    assert [loaded.map(turn) for turn in range(4)] == [recording.map(turn) for turn in range(4)]
    assert host.replay(loaded) is None
    assert run_command("test", tmp_path / "run.rec", "--mods", tmp_path / "cellar").output == "1 passed\n"
    difference = quiet(make_cellar(("Click.", "Clack."))).replay(loaded)
    assert difference is not None
    assert (difference.turn, difference.square, difference.action) == (3, (3, 3), "south")
    assert difference.recorded["messages"] == ["Click."]
    assert difference.now is not None
    assert difference.now["messages"] == ["Clack."]


def test_a_simulation_of_a_program_is_recorded(make_mod: MakeMod, tmp_path: Path) -> None:
    host = quiet(cellar_maker(make_mod)())
    moves = iter(["east", "south", "idle"])
    host.simulate(CELLAR, player=lambda _: next(moves, None), record=tmp_path / "run.rec")
    recording = Recording.load(tmp_path / "run.rec")
    assert recording.actions == ["east", "south", "idle"]
    assert host.replay(recording) is None
    host.simulate(CELLAR, turns=2, record=tmp_path / "run.cast")
    assert "turn 2" in (tmp_path / "run.cast").read_text()


def test_what_cannot_be_recorded_is_said_before_the_game(make_mod: MakeMod, tmp_path: Path) -> None:
    host = quiet(cellar_maker(make_mod)())
    with pytest.raises(HostError, match="leave out save"):
        host.simulate(CELLAR, record=tmp_path / "a.rec", save=tmp_path / "a.save")
    with pytest.raises(HostError, match=r"a film of a game ends in \.gif, \.webp or \.cast"):
        host.simulate(CELLAR, record=tmp_path / "a.txt")
    with pytest.raises(HostError, match="there is no folder"):
        host.simulate(CELLAR, record=tmp_path / "none" / "a.rec")
    with pytest.raises(HostError, match="the game is not recorded"):
        _ = host.play(CELLAR).recording
    with pytest.raises(HostError, match="it has no view of turn 7"):
        host.play(CELLAR, records=True).recording.map(7)


def test_a_recording_ends_before_an_action_in_which_a_mod_failed(make_mod: MakeMod, tmp_path: Path) -> None:
    """What comes after it would be played again from another state."""
    mod = make_mod(
        "m",
        """
              local Base = require "mod.critters.bases.player"
              local Hero = class("Hero", Base)
              copyChains(Base, Hero)
              Hero.name, Hero.glyph = "hero", "@"
              Hero.baseModifiers = { hp = { amount = 44 }, attack = { damage = 2, pierce = 1 } }
              function Hero:script() error("no") end
              local Floor = class("Floor", Entity)
              Floor.layer = Layers.floor
              require("host.generators").register_generator {
                id = "hall",
                generate = function()
                  local world = World(9, 3)
                  for x = 1, 9 do for y = 1, 3 do world:create(Floor, Vec(x, y)) end end
                  return world
                end,
              }
              return { entities = { hero = Hero } }
        """,
        toml='dialects = ["actions"]\n[dependencies]\ncritters = "*"',
    )
    host = Host([mod, "critters"], output=lambda _: None)
    play = host.play(Request(f"{mod.name}.hall", seed=1, players=1), records=True)
    play.do("east")
    with pytest.raises(HostError, match="no"):
        play.do("script")
    play.do("east")
    recording = play.recording
    assert recording.actions == ["east"]
    assert host.replay(recording) is None
    recording.save(tmp_path / "a.rec")
    assert run_command("test", tmp_path / "a.rec", "--mods", mod).output == "1 passed\n"


@pytest.mark.parametrize("turn", [None, "1", 1.0, True])
def test_turns_that_are_no_numbers_are_refused(make_mod: MakeMod, turn: object) -> None:
    recording = quiet(cellar_maker(make_mod)()).play(CELLAR, records=True).recording
    for ask in (recording.map, recording.messages):
        with pytest.raises(HostError, match="must be a whole number"):
            ask(turn)  # type: ignore[operator]


def test_paths_that_are_none_are_refused(make_mod: MakeMod) -> None:
    recording = quiet(cellar_maker(make_mod)()).play(CELLAR, records=True).recording
    for use in (recording.save, Recording.load):
        with pytest.raises(HostError, match="must be a path"):
            use("a\0.rec")


@pytest.mark.parametrize("chest", [{"x": {}}, {"x": b"x"}, {"x": 1, "y": 1, "content": b""}, 5], ids=str)
def test_maps_of_strangers_are_compared_or_refused(make_mod: MakeMod, chest: Any) -> None:
    """A chest is in the document of a map, and no part of the map."""
    host = quiet(cellar_maker(make_mod)())
    recorded = host.play(CELLAR, records=True).recording.recorded
    views = decode(zlib.decompress(recorded.frames.packed()[0]))
    views[0]["map"]["chests"] = [chest]
    frames = Frames([zlib.compress(encode(views))], len(views))
    changed = replace(recorded, frames=frames, hashes=(b"\0" * HASH_SIZE,) * len(recorded.hashes))
    with pytest.raises(HostError, match=r"the recording is damaged|is not a dungeon-host/map document"):
        host.replay(Recording(changed))


def test_moves_that_there_are_not_are_refused(make_mod: MakeMod, tmp_path: Path) -> None:
    """A simulation would do something else in their place."""
    host = quiet(cellar_maker(make_mod)())
    host.simulate(CELLAR, turns=2, record=tmp_path / "a.rec")
    recorded = Recording.load(tmp_path / "a.rec").recorded
    (tmp_path / "a.rec").write_bytes(replace(recorded, actions=("east", "\x1b[2J")).to_bytes())
    with pytest.raises(HostError, match="it has a move that there is not"):
        Recording.load(tmp_path / "a.rec")
