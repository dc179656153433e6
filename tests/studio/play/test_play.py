"""Games in the studio, as its server plays them."""

from __future__ import annotations

import base64
import json
import shlex
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from host import Host
from host.engine.jobs import Job
from host.engine.playing.view import PLAY
from host.errors import HostError, RequestError
from host.mods.mods_to_load import ModsToLoad
from host.studio.play.game import ServedGame
from host.studio.play.requests import Instruction
from tests.helpers import run_command
from tests.studio.running import Answer, RunningStudio

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="Ctrl-C is another signal there")

OPPOSITES = {"north": "south", "south": "north", "west": "east", "east": "west"}
SCRIPT = "<img src=x onerror=document.title='hacked'>"
# A class of players that walks to and fro on most maps, and a maze of 13 × 9 squares.
MOD_ID = "hall"
STUDIO_WORDS = ("--mods", "undercroft", "--timeout", "5")
MOD = f"""
local generators = require "host.generators"
local toolbox = require "host.toolbox"
generators.register_generator {{
  id = "hall",
  options = {{
    {{ id = "width", default = 13, least = 5, most = 2000 }},
    {{ id = "height", default = 9, least = 5, most = 2000 }},
    {{ id = "world", default = 1, least = 1, most = 9 }},
  }},
  generate = function(options)
    return toolbox.maze {{ width = options.width | 1, height = options.height | 1 }}:map()
  end,
}}
local Walker = class("Walker", Entity)
Walker.layer = Layers.player
Walker.name = "{SCRIPT}"
Decorators.Start(Walker)
for _, name in ipairs {{ "Acting", "DynamicStats", "Moving", "Displaceable", "PlayerControl" }} do
  decorate(Walker, Decorators[name])
end
Retouchers.Algos.simple(Walker)
Walker.baseModifiers = {{}}
function Walker:script(world)
  print("{SCRIPT}")
  if world.height == 11 then error "my feet hurt" end
  while world.height == 13 do end
  if world.height == 15 then for i = 1, 300 do print(i .. ("x"):rep(2000)) end end
  return Vec(world.turn % 2 == 0 and 1 or -1, 0)
end
registerEntity(Walker)
"""


def begin(studio: RunningStudio, **parameters: Any) -> Any:
    parameters = parameters or {"generator": "hall.hall", "seed": 2}
    return studio.ask("/api/play", method="POST", body={}, **parameters).data()


def ask(studio: RunningStudio, game: str, **instruction: Any) -> Answer:
    return studio.ask(f"/api/play/{game}", method="POST", body=instruction)


def press(studio: RunningStudio, game: str, *actions: str) -> list[Any]:
    """Return a frame for each of some actions."""
    frames: list[Any] = []
    while len(frames) < len(actions):
        answer = ask(studio, game, actions=actions[len(frames) :][:100]).data()
        assert not answer["problems"], answer["problems"]
        assert answer["frames"], answer["notes"]
        frames += answer["frames"]
    return frames


def integers(encoded: str) -> npt.NDArray[np.int32]:
    return np.frombuffer(base64.b64decode(encoded), "<i4").copy()


def follow(studio: RunningStudio, game: str, **instruction: Any) -> tuple[list[Any], list[str]]:
    """Instruction for something until it is done; return the frames, and what the player reads besides."""
    answer = ask(studio, game, **instruction).data()
    frames, notes = answer["frames"], answer["notes"]
    while answer["goes_on"]:
        answer = ask(studio, game, go_on=True).data()
        frames += answer["frames"]
        notes += answer["notes"]
    assert not answer["problems"], answer["problems"]
    return frames, notes


@pytest.mark.slow
def test_actions_make_frames_and_the_same_actions_the_same_frames(studio: RunningStudio) -> None:
    games = [begin(studio), begin(studio)]
    first = games[0]["frames"][0]
    assert (first["number"], first["action"], first["turn"]) == (0, "", 0)
    assert (first["scene"]["width"], first["scene"]["height"]) == (13, 9)
    free = [row["id"] for row in first["actions"] if row["reason"] is None and row["id"] in OPPOSITES]
    actions = (free[0], "wait", OPPOSITES[free[0]], "script", "script")
    courses = [press(studio, game["game"], *actions) for game in games]
    assert courses[0] == courses[1]
    assert games[0]["frames"] == games[1]["frames"]
    assert [frame["number"] for frame in courses[0]] == [1, 2, 3, 4, 5]
    assert [frame["action"] for frame in courses[0]] == list(actions)
    assert all("scene" in frame or frame["cells"] for frame in (courses[0][0], courses[0][2]))
    assert SCRIPT in [line["text"] for frame in courses[0] for line in frame["lines"]]
    # A step into a wall says why nothing happens, and takes no time.
    blocked = next(row["id"] for row in courses[0][-1]["actions"] if row["reason"] and row["id"] in OPPOSITES)
    answer = ask(studio, games[0]["game"], actions=[blocked]).data()
    assert (answer["frames"], answer["done"], len(answer["notes"])) == ([], 1, 1)


def test_a_walk_leads_to_a_square_and_ends_when_another_instruction_comes(studio: RunningStudio) -> None:
    game = begin(studio, generator="hall.hall", seed=2, all=1)["game"]
    frames, _ = follow(studio, game, walk=[11, 7])
    assert frames[-1]["player"] == [11, 7]
    steps = [frame["player"] for frame in frames]
    assert all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in pairwise(steps))
    # A wall cannot be walked on.
    frames, notes = follow(studio, game, walk=[0, 0])
    assert (frames, notes) == ([], ["You know no way there."])
    (error,) = ask(studio, game, walk=[900, 7]).data()["errors"]
    assert error["message"] == "(900, 7) is not on the map, which has 13 × 9"
    answer = ask(studio, game, walk=[1, 1]).data()
    assert answer["goes_on"]
    assert len(press(studio, game, "wait")) == 1
    # The walk was given up.
    assert ask(studio, game, go_on=True).data() == {
        "frames": [], "notes": [], "done": 1, "goes_on": False, "problems": [],
    }  # fmt: skip


def test_worlds_are_played_from_map_to_map(studio: RunningStudio) -> None:
    game = begin(studio, world="undercroft", seed=1)
    first = game["frames"][0]
    assert (first["title"], first["health"], first["things"]) == ("the chapel", 44, [])
    assert first["name"] == "The undercroft"
    frames = press(studio, game["game"], "north", *["script"] * 45)
    assert frames[0]["player"][1] == first["player"][1] - 1
    # Another floor is another picture.
    below = next(frame for frame in frames if frame["title"] == "the undercroft")
    assert below["scene"]["width"] != first["scene"]["width"]


def test_a_way_in_that_is_out_of_sight_is_drawn(studio: RunningStudio) -> None:
    game = begin(studio, world="undercroft", seed=1)
    (first,) = game["frames"]
    frames, _ = follow(studio, game["game"], command="explore")
    # The player and the way into the undercroft.
    assert (first["sights"], frames[-1]["sights"]) == (["the undercroft"], [])
    width = first["scene"]["width"]
    names = [layer["name"] for layer in first["scene"]["layers"]]
    layers = [integers(layer["cells"]) for layer in first["scene"]["layers"]]
    creatures, fog = layers[names.index("creatures")], layers[names.index("fog")]
    x, y = first["player"]
    (way_in,) = set(np.flatnonzero(creatures >= 0).tolist()) - {y * width + x}
    drawn = creatures[way_in]
    for frame in frames:
        for layer, square, sprite in integers(frame["cells"]).reshape(-1, 3).tolist():
            layers[layer][square] = sprite
    assert fog[way_in] >= 0
    assert creatures[way_in] == drawn
    # Nothing of the player stays where it has been.
    x, y = frames[-1]["player"]
    assert set(np.flatnonzero(creatures >= 0).tolist()) == {way_in, y * width + x}


@pytest.mark.slow
def test_the_command_of_a_game_plays_it(studio: RunningStudio) -> None:
    game = begin(studio, generator="hall.hall", seed=2, players=3)
    assert game["commands"]["play"].startswith("dungeon-host play hall.hall ")
    frames = press(studio, game["game"], "script", "script", "script", "wait")
    result = run_command(*shlex.split(game["commands"]["keys"])[1:], "--keys", "ttt.")
    x, y = frames[-1]["player"]
    assert f"turn 4: Walker 1 at ({x + 1}, {y + 1})" in result.stdout.replace(SCRIPT, "Walker")
    world = begin(studio, world="undercroft", seed=1)
    (frame,) = press(studio, world["game"], "north")
    result = run_command(*shlex.split(world["commands"]["keys"])[1:], "--keys", "k")
    assert frame["status"] in result.stdout


def test_errors_of_a_turn_end_the_game_with_the_line(studio: RunningStudio) -> None:
    game = begin(studio, generator="hall.hall", height=11)["game"]
    assert len(press(studio, game, "wait", "wait")) == 2
    (problem,) = ask(studio, game, actions=["script", "script"]).data()["problems"]
    assert "my feet hurt" in problem["message"]
    line = next(number for number, text in enumerate(MOD.strip().splitlines(), 1) if "my feet hurt" in text)
    assert (problem["file"], problem["line"]) == ("hall/init.lua", line)
    assert problem["sources"][0]["lines"]
    (again,) = ask(studio, game, actions=["wait"]).data()["problems"]
    assert "my feet hurt" in again["message"]


@pytest.mark.slow
def test_a_turn_has_the_budgets_of_a_mod_and_prints_are_cut(studio: RunningStudio) -> None:
    (frame,) = press(studio, begin(studio, generator="hall.hall", height=15)["game"], "script")
    assert len(frame["lines"]) == 100
    assert frame["left_out"] == 201
    assert max(len(line["text"]) for line in frame["lines"]) < 600
    game = begin(studio, generator="hall.hall", height=13)["game"]
    (problem,) = ask(studio, game, actions=["script"]).data()["problems"]
    assert problem["kind"] == "BudgetError"
    assert problem["file"] == "hall/init.lua"


_LIST = "actions must be a list of 1 to 100 ids of at most 300 characters"
HOSTILE: list[tuple[dict[str, Any], str]] = [
    ({}, "the body must have one of actions, command, walk, go_on and all"),
    ({"fly": 1}, "the body must have one of"),
    ({"actions": ["wait"], "all": True}, "the body must have one of"),
    ({"actions": 3}, _LIST),
    ({"actions": []}, _LIST),
    ({"actions": ["wait"] * 101}, _LIST),
    ({"actions": [{"a": 1}]}, _LIST),
    ({"actions": ["fly" * 101]}, _LIST),
    ({"actions": ["fly" * 50]}, "there is no action 'flyflyfly"),
    ({"actions": ["down"]}, "there is no action 'down' now: must be"),
    ({"command": "wiat"}, "there is no command 'wiat': must be explore, fight, go up or go down"),
    ({"command": ["fight"]}, "there is no command"),
    ({"walk": [1]}, "walk must be the x and y of a square"),
    ({"walk": [-1, 10**30]}, "walk must be the x and y of a square"),
    ({"walk": [True, False]}, "walk must be the x and y of a square"),
    ({"walk": [True, "1"]}, "walk must be the x and y of a square"),
    ({"go_on": 1}, "go_on must be true"),
    ({"all": "yes"}, "all must be true or false"),
]


def test_hostile_instructions_are_answered_with_a_sentence(studio: RunningStudio) -> None:
    game = begin(studio)["game"]
    for instruction, message in HOSTILE:
        (error,) = ask(studio, game, **instruction).data()["errors"]
        assert message in error["message"], instruction
        assert len(error["message"]) < 400
    assert press(studio, game, "wait")[0]["number"] == 1
    for path in (f"/api/play/{game}x", "/api/play/..", "/api/play/%2e%2e%2f"):
        answer = studio.ask(path, method="POST", body={"actions": ["wait"]})
        assert answer.status in (307, 404) or "there is no such game" in answer.data()["errors"][0]["message"]
    for square in ({"x": -1, "y": 0}, {"x": "a", "y": 0}, {"x": 10**30, "y": 1}):
        assert "must be a whole number" in studio.ask(f"/api/play/{game}/look", **square).data()["errors"][0]["message"]
    far = studio.ask(f"/api/play/{game}/look", x=900_000, y=2).data()
    assert far["text"] == "You have not seen what is there."
    for parameters in (
        {"world": "nowhere", "seed": 1},
        {"world": "undercroft", "seed": -1},
        {"generator": "hall.hall", "seed": 1, "width": 3000},
        {"generator": "nothing", "seed": 1},
        {"seed": 1},
    ):
        assert begin(studio, **parameters)["errors"][0]["message"]
    (error,) = begin(studio, world="undercroft", seed=1, players=3)["errors"]
    assert "undercroft begins a world, which has one player and a seed: leave out players" in error["message"]
    assert studio.ask("/api/play", method="POST", body={}, has_token=False).status == 401


def test_an_option_may_be_called_world(studio: RunningStudio) -> None:
    answer = begin(studio, **{"generator": "hall.hall", "seed": 2, "option.world": 12})
    assert "world" in answer["errors"][0]["message"]


def test_one_game_too_many_ends_the_least_recently_played(studio: RunningStudio) -> None:
    games = [begin(studio)["game"] for _ in range(4)]
    press(studio, games[0], "wait")
    begin(studio)
    (problem,) = ask(studio, games[1], actions=["wait"]).data()["problems"]
    assert problem["message"] == "The game ended, because 4 others were started."
    assert press(studio, games[0], "wait")[0]["number"] == 2


def test_a_page_may_end_its_game(studio: RunningStudio) -> None:
    game = begin(studio)["game"]
    assert studio.ask(f"/api/play/{game}", method="DELETE", body={}).data() == {}
    assert ask(studio, game, actions=["wait"]).data()["problems"][0]["message"] == "The game was ended by its page."


# -- in this process


def walk() -> Job:
    arguments = {"request": {"generator": "caves", "seed": 1, "players": 1}, "critters": False, "strict": False}
    return Job(PLAY, ModsToLoad(names=("critters",)), arguments, asks=True)


WAIT = Instruction(action="wait")


def test_an_idle_game_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.studio.play.game.IDLE_SECONDS", 0.06)
    idle = ServedGame(walk(), say=lambda _: None, warn=lambda _: None)
    frame = idle.first.result(60).frame
    assert frame is not None
    assert frame["number"] == 0
    idle.join()
    assert idle.is_over
    with pytest.raises(RequestError, match=r"the game ended, because nobody played it for 0\.001 minutes"):
        idle.ask(WAIT)


def test_turns_are_played_one_at_a_time() -> None:
    played = ServedGame(walk(), say=lambda _: None, warn=lambda _: None)
    with pytest.raises(RequestError, match="the game has not begun"):
        played.look(1, 1, at_next=False)
    played.first.result(60)
    answer = played.ask(WAIT)
    with pytest.raises(RequestError, match="the game is still playing the last move"):
        played.ask(WAIT)
    frame = answer.result(60).frame
    assert frame is not None
    assert frame["turn"] == 1
    played.end("enough")
    played.join()
    with pytest.raises(RequestError, match="enough"):
        played.ask(WAIT)


def test_what_no_child_sends_is_rejected() -> None:
    document = json.loads(Host([], output=lambda _: None).generate("caves", seed=1, width=9, height=9).to_json())
    view = {
        "map": document, "name": "", "place": 0, "title": "", "status": "", "messages": [], "printed": [],
        "actions": [], "player": None, "visible": ["2" * 9] * 9, "friends": [], "pits": [], "outcome": None,
        "goal": "", "turn": 0,
    }  # fmt: skip
    thing = {"id": "a", "name": "a", "count": 1, "use": "", "held": False}
    player = {"x": 1, "y": 1, "health": 1, "max_health": 2, "inventory": [thing]}
    for changes in (
        {"map": {**document, "width": 10**9}},
        {"map": {**document, "rows": [[0]]}},
        {"map": {**document, "tiles": 3}},
        {"map": {**document, "format": None}},
        {"player": {**player, "x": 9}},
        {"player": {**player, "inventory": [{**thing, "count": "1"}]}},
        {"visible": ["3" * 9] * 9},
        {"visible": ["2"]},
        {"name": 3},
        {"actions": [3]},
    ):
        game = ServedGame(walk(), say=lambda _: None, warn=lambda _: None)
        game.end("enough")
        game.join()
        with pytest.raises(HostError):
            game._ask({**view, **changes})
