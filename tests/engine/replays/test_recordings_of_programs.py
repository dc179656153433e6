"""Recordings in the library: games and simulations are recorded, shown again, and compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import Host, HostError, Recording, Request
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
