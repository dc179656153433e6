"""House colours: players of one colour are a team, in commands, in the library and in play."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from host import Host, Map
from host.errors import HostError, RequestError
from host.model.digest import map_digest
from host.model.game_map import model_of
from host.serving.pool import Pool
from host.tools.provenance.explanation import explain
from tests.helpers import KTS_SEGMENT, KTS_TILES, MakeMod, run_command, write_mod

# A room with two homes; after a second the team of the first player wins.
MENU = """
segments = kts.LoadSegments({ floor, wall, home_n, home_s }, "segments.txt")
kts.KNIGHT_HOUSE_COLOURS_MENU = { { 255, 0, 0 }, { 0, 255, 0 }, { 0, 0, 255 } }
kts.MENU = {
  text_key = "menu",
  items = { { id = "mode", choices = {
    { id = "open" }, { id = "pair", max_teams = 2 }, { id = "rivals", min_teams = 2 },
  } } },
  start_game_func = function(S)
    print(S.num_players, S.num_teams)
    kts.LayoutDungeon {
      layout = { width = 1, height = 1, data = { { type = "block" } } },
      wall = wall, segments = segments, entry_type = S.num_players == 2 and "random" or "none",
    }
    kts.AddTask(function() kts.Delay(1000) kts.WinGame(kts.GetAllPlayers()[1]) end)
  end,
}
"""


@pytest.fixture
def mod(make_mod: MakeMod) -> Path:
    return make_mod("m", KTS_TILES + MENU, files={"segments.txt": KTS_SEGMENT})


def test_players_of_one_colour_are_a_team_and_win_together(mod: Path) -> None:
    lines: list[str] = []
    host = Host([mod], output=lines.append)
    for colours, counts, winners in (((), "2 2", [0]), ((2, 2), "2 1", [0, 1]), ((3,), "2 2", [0]), ([1], "2 2", [0])):
        game_map = host.generate("m", seed=1, house_colours=colours)
        host.play(2)
        assert lines.pop() == counts
        assert [event["player"] for event in game_map.events if event["type"] == "game won"] == winners


def test_players_without_a_colour_get_the_first_that_is_free(mod: Path) -> None:
    lines: list[str] = []
    host = Host([mod], output=lines.append)
    # Player 3 gets the colour 2; players 4 and 5 the last, because all are taken.
    for players, colours, teams in ((3, (1, 3), 3), (5, (1, 1), 3), (4, (2, 2, 2), 2), (5, (), 3)):
        host.generate("m", seed=1, players=players, house_colours=colours)
        assert lines.pop() == f"{players} {teams}"


def test_an_option_is_explained_for_the_teams_of_colours(make_mod: MakeMod) -> None:
    menu = MENU.replace('{ id = "open" }', '{ id = "alone", max_teams = 1 }')
    mod = make_mod("m", KTS_TILES + menu, files={"segments.txt": KTS_SEGMENT})
    for colours, choice in (((1, 1), "alone"), ((1, 2), "pair")):
        *_, default = explain("option", "mode", mods=[mod], generator="m", players=2, house_colours=colours)
        assert default.value == f"{choice} (of alone, pair, rivals)"


def test_choices_admit_the_teams_that_colours_form(mod: Path) -> None:
    host = Host([mod], output=lambda _: None)
    assert host.generate("m", seed=1, players=4, house_colours=(1, 1, 2, 2), mode="pair").origin.options == {
        "mode": "pair"
    }
    refusals: dict[str, dict[str, Any]] = {
        "the option mode cannot be pair here: it allows at most 2 teams, and the game has 3": {
            "players": 3, "mode": "pair",
        },
        "the option mode cannot be rivals here: it requires at least 2 teams, and the game has 1": {
            "house_colours": (1, 1), "mode": "rivals",
        },
    }  # fmt: skip
    for text, arguments in refusals.items():
        with pytest.raises(HostError) as caught:
            host.generate("m", seed=1, **arguments)
        assert str(caught.value) == text


def test_a_duel_of_base_needs_two_teams() -> None:
    words = ("generate", "base", "--set", "quest=duel", "--seed", "1", "--players", "4", "--house-colours")
    assert run_command(*words, "1,1,2,2").exit_code == 0
    assert (
        "mission cannot be duel here: it requires at least 2 teams, and the game has 1"
        in run_command(*words, "1,1,1,1").stderr
    )


@pytest.mark.parametrize(
    ("colours", "text"),
    [
        (5, "house_colours is 5: must be a list of whole numbers, the colour of each player"),
        ("12", "house_colours is '12': must be a list of whole numbers, the colour of each player"),
        ((1, 0), "house_colours[1] is 0: must be a whole number between 1 and 64"),
        ((1, 1, 2), "house_colours has 3 colours: must have at most 2, the number of players"),
        ((1, 4), "the house colour of Player 2 is 4: kts.KNIGHT_HOUSE_COLOURS_MENU has the colours 1 to 3"),
    ],
    ids=["a number", "a text", "zero", "more than players", "more than the menu has"],
)
def test_colours_that_no_player_can_have_are_refused(mod: Path, colours: Any, text: str) -> None:
    host = Host([mod], output=lambda _: None)
    with pytest.raises(RequestError) as caught:
        host.generate("m", seed=1, house_colours=colours)
    assert str(caught.value) == text


def test_the_origin_and_the_json_of_a_map_hold_the_colours(mod: Path) -> None:
    host = Host([mod], output=lambda _: None)
    game_map = host.generate("m", seed=1, house_colours=(2, 2))
    # As files of 0.2 have it.
    assert '"house_colours": [\n2,\n2\n],\n' in game_map.to_json()
    document = json.loads(game_map.to_json())
    assert document["house_colours"] == [2, 2]
    assert game_map.origin is not None
    again = Map.from_json(game_map.to_json())
    assert again.origin == game_map.origin
    assert again.origin is not None
    assert again.origin.house_colours == (2, 2)
    assert "house_colours" not in json.loads(host.generate("m", seed=1).to_json())
    assert asyncio.run(host.generate_async("m", seed=1, house_colours=[2, 2])).to_json() == game_map.to_json()
    survey = host.survey("m", count=1, house_colours=(2, 2), metrics="none")
    assert survey["digest"].tolist() == [map_digest(model_of(game_map))]
    with Pool([mod], workers=1) as pool:
        for colours in ((), (2, 2)):
            made = pool.generate_sync("m", seed=1, house_colours=colours)
            assert made.to_json() == host.generate("m", seed=1, house_colours=colours).to_json()


def test_commands_take_colours_and_print_them_again(mod: Path, tmp_path: Path) -> None:
    result = run_command("generate", mod, "--seed", 1, "--house-colours", "2,2", "--play", 2, "--events")
    assert result.exit_code == 0, result.output
    assert "2 1\n" in result.output
    assert result.output.count("game won") == 2
    assert "--house-colours 2,2" in result.output
    script = "print(#kts.GetAllPlayers())"
    write_mod(tmp_path, {"s.lua": script})
    result = run_command("run", tmp_path / "s.lua", "--mods", mod, "--house-colours", "1,1,2", "--players", 3)
    assert result.stdout == "3\n"
    assert "--house-colours 1,1,2" in result.stderr
    file = tmp_path / "a.survey"
    words = ("--players", 3, "--house-colours", "1,1,2", "--set", "mode=pair")
    result = run_command("survey", mod, "--count", 1, "--jobs", 1, "--metrics", "none", "-o", file, *words)
    assert "--house-colours 1,1,2" in result.stdout, result.output
    assert run_command("survey", "export", file, "--maps", tmp_path / "levels.npz").exit_code == 0
    other = ("survey", mod, "--count", 2, "--jobs", 1, "--metrics", "none", "-o", file)
    assert "cannot go on" in run_command(*other).stderr
    result = run_command("survey", mod, "--count", 1, "--jobs", 1, "--players", 1, "--house-colours", "1,1")
    assert "house_colours has 2 colours: must have at most 1, the number of players" in result.stderr
    save = tmp_path / "a.save"
    simulate = ("simulate", mod, "--turns", 2, "--save", save)
    result = run_command(*simulate, "--seed", 1, *words)
    assert "3 2\n" in result.stdout, result.output
    assert "--players 3 --house-colours 1,1,2" in result.stdout
    # The save has players and colours.
    assert "--players 3 --house-colours 1,1,2" in run_command(*simulate).stdout
    result = run_command("simulate", "undercroft", "--house-colours", "1")
    refusal = "undercroft begins a world, which has one player and a seed: leave out house_colours"
    assert refusal in result.stderr
    result = run_command("generate", mod, "--house-colours", "red")
    assert result.exit_code == 2
    assert "'red' is not a list of numbers of colours, such as 1,1,2,2" in result.output
