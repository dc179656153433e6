"""Games in the studio, as its server plays them."""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest

from host import Host
from host.engine.jobs import Job
from host.engine.operations import SIMULATE
from host.errors import HostError, RequestError
from host.studio.play.frames import FrameDrawer
from host.studio.play.game import ServedGame
from tests.helpers import run_command
from tests.studio.running import Answer, RunningStudio

pytestmark = pytest.mark.skipif("sys.platform == 'win32'", reason="Ctrl-C is another signal there")

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
  if world.height == 15 then for i = 1, 300 do print(("x"):rep(2000)) end end
  return Vec(world.turn % 2 == 0 and 1 or -1, 0)
end
registerEntity(Walker)
"""


def begin(studio: RunningStudio, **parameters: Any) -> Any:
    parameters = parameters or {"generator": "hall.hall", "seed": 2}
    return studio.ask("/api/play", method="POST", body={}, **parameters).data()


def ask(studio: RunningStudio, game: str, moves: Any) -> Answer:
    return studio.ask(f"/api/play/{game}", method="POST", body={"moves": moves})


def press(studio: RunningStudio, game: str, *moves: str) -> list[Any]:
    """Return a frame for each of some moves."""
    frames: list[Any] = []
    while len(frames) < len(moves):
        answer = ask(studio, game, moves[len(frames) :]).data()
        assert not answer["problems"], answer["problems"]
        frames += answer["frames"]
    return frames


@pytest.mark.slow
def test_moves_make_frames_and_the_same_moves_the_same_frames(studio: RunningStudio) -> None:
    games = [begin(studio), begin(studio)]
    first = games[0]["frames"][0]
    assert (first["number"], first["move"]) == (0, "")
    assert (first["scene"]["width"], first["scene"]["height"]) == (13, 9)
    moves = ("west", "south", "east", "idle", "script", "north", "random")
    courses = [press(studio, game["game"], *moves) for game in games]
    assert courses[0] == courses[1]
    assert games[0]["frames"] == games[1]["frames"]
    assert [frame["number"] for frame in courses[0]] == list(range(1, 8))
    assert [frame["move"] for frame in courses[0]] == list(moves)
    moved = [frame for frame in courses[0] if frame["cells"]]
    assert moved
    assert all("scene" not in frame for frame in courses[0])
    # A step into a wall says why nothing happens.
    texts = [line["text"] for frame in courses[0] for line in frame["lines"]]
    assert any(text.startswith("You cannot go ") for text in texts)
    assert SCRIPT in texts


def test_a_path_leads_to_a_square(studio: RunningStudio) -> None:
    game = begin(studio)
    path = f"/api/play/{game['game']}/path"
    steps = studio.ask(path, x=11, y=7).data()["steps"]
    frames = press(studio, game["game"], *(move for move, _ in steps))
    assert [frame["player"] for frame in frames] == [square for _, square in steps]
    assert frames[-1]["player"] == [11, 7]
    assert studio.ask(path, x=11, y=7).data() == {"steps": []}
    for x, y in ((0, 0), (900, 7)):
        (error,) = studio.ask(path, x=x, y=y).data()["errors"]
        assert error["message"] == "No path leads there."


def test_worlds_have_the_keys_of_travel(studio: RunningStudio) -> None:
    game = begin(studio, world="undercroft", seed=1)
    assert {"down", "inventory", "rest", "script"} <= set(game["moves"])
    first = game["frames"][0]
    assert (first["title"], first["health"], first["carried"]) == ("the chapel", 44, [])
    frames = press(studio, game["game"], "inventory", "north", "down", *["script"] * 45)
    assert frames[0]["lines"] == [{"kind": "print", "text": "You carry nothing."}]
    assert frames[1]["player"][1] == first["player"][1] - 1
    assert "There are no stairs down" in frames[2]["lines"][0]["text"]
    # Another floor is another picture.
    below = next(frame for frame in frames if frame["title"] == "the undercroft")
    assert below["scene"]["width"] != first["scene"]["width"]


@pytest.mark.slow
def test_the_command_of_a_game_plays_it(studio: RunningStudio) -> None:
    game = begin(studio, generator="hall.hall", seed=2, players=3)
    frames = press(studio, game["game"], "west", "south", "east", "script", "idle")
    result = run_command(*shlex.split(game["command"])[1:], "--keys", "hjlt.")
    x, y = frames[-1]["player"]
    assert f"turn 5: Walker 1 at ({x + 1}, {y + 1})" in result.stdout.replace(SCRIPT, "Walker")
    world = begin(studio, world="undercroft", seed=1)
    (frame,) = press(studio, world["game"], "north")
    result = run_command(*shlex.split(world["command"])[1:], "--keys", "k")
    assert frame["status"] in result.stdout


def test_errors_of_a_turn_end_the_game_with_the_line(studio: RunningStudio) -> None:
    game = begin(studio, generator="hall.hall", height=11)["game"]
    assert len(press(studio, game, "idle", "south")) == 2
    (problem,) = ask(studio, game, ["script", "script"]).data()["problems"]
    assert "my feet hurt" in problem["message"]
    line = next(number for number, text in enumerate(MOD.strip().splitlines(), 1) if "my feet hurt" in text)
    assert (problem["file"], problem["line"]) == ("hall/init.lua", line)
    assert problem["sources"][0]["lines"]
    (again,) = ask(studio, game, ["idle"]).data()["problems"]
    assert "my feet hurt" in again["message"]


@pytest.mark.slow
def test_a_turn_has_the_budgets_of_a_mod_and_prints_are_cut(studio: RunningStudio) -> None:
    (frame,) = press(studio, begin(studio, generator="hall.hall", height=15)["game"], "script")
    assert len(frame["lines"]) == 100
    assert frame["left_out"] == 201
    assert max(len(line["text"]) for line in frame["lines"]) < 600
    game = begin(studio, generator="hall.hall", height=13)["game"]
    (problem,) = ask(studio, game, ["script"]).data()["problems"]
    assert problem["kind"] == "BudgetError"
    assert problem["file"] == "hall/init.lua"


HOSTILE = [
    ("no list", 3, "moves must be a list of 1 to 100 moves"),
    ("none", [], "moves must be a list of 1 to 100 moves"),
    ("too many", ["idle"] * 101, "moves must be a list of 1 to 100 moves"),
    ("no text", [{"a": 1}], "there is no move"),
    ("no move", ["idle", "fly" * 50], "there is no move 'flyflyfly"),
    ("a move of worlds", ["down"], "there is no move 'down' in this game: must be north, south"),
]


def test_hostile_moves_are_answered_with_a_sentence(studio: RunningStudio) -> None:
    game = begin(studio)["game"]
    for _, moves, message in HOSTILE:
        (error,) = ask(studio, game, moves).data()["errors"]
        assert message in error["message"]
        assert len(error["message"]) < 400
    assert press(studio, game, "idle")[0]["number"] == 1
    for path in (f"/api/play/{game}x", "/api/play/..", "/api/play/%2e%2e%2f"):
        answer = studio.ask(path, method="POST", body={"moves": ["idle"]})
        assert answer.status in (307, 404) or "there is no such game" in answer.data()["errors"][0]["message"]
    for parameters in (
        {"world": "nowhere", "seed": 1},
        {"world": "hall", "seed": 1},
        {"world": "undercroft", "seed": -1},
        {"generator": "hall.hall", "seed": 1, "width": 3000},
        {"generator": "nothing", "seed": 1},
        {"seed": 1},
    ):
        assert begin(studio, **parameters)["errors"][0]["message"]
    assert studio.ask("/api/play", method="POST", body={}, has_token=False).status == 401


def test_an_option_may_be_called_world(studio: RunningStudio) -> None:
    answer = begin(studio, **{"generator": "hall.hall", "seed": 2, "option.world": 12})
    assert "world" in answer["errors"][0]["message"]


def test_one_game_too_many_ends_the_least_recently_played(studio: RunningStudio) -> None:
    games = [begin(studio)["game"] for _ in range(4)]
    press(studio, games[0], "idle")
    begin(studio)
    (problem,) = ask(studio, games[1], ["idle"]).data()["problems"]
    assert problem["message"] == "The game ended, because 4 others were started."
    assert press(studio, games[0], "idle")[0]["number"] == 2


def test_a_page_may_end_its_game(studio: RunningStudio) -> None:
    game = begin(studio)["game"]
    assert studio.ask(f"/api/play/{game}", method="DELETE", body={}).data() == {}
    assert ask(studio, game, ["idle"]).data()["problems"][0]["message"] == "The game was ended by its page."


# -- in this process


def walk() -> Job:
    arguments = {
        "request": {"generator": "caves", "seed": 1, "players": 1},
        "turns": 9,
        "player": "idle",
        "steered": True,
        "strict": False,
    }
    return Job(SIMULATE, names=("critters",), arguments={**arguments, "watched": True}, asks=True)


def test_an_idle_game_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.studio.play.game.IDLE_SECONDS", 0.06)
    idle = ServedGame(walk(), say=lambda _: None, warn=lambda _: None)
    assert idle.first.result(60)["number"] == 0
    idle.join()
    assert idle.is_over
    with pytest.raises(RequestError, match=r"the game ended, because nobody played it for 0\.001 minutes"):
        idle.press("idle")


def test_turns_are_played_one_at_a_time_until_the_game_is_over() -> None:
    played = ServedGame(walk(), say=lambda _: None, warn=lambda _: None)
    played.first.result(60)
    answers = [played.press("idle")]
    with pytest.raises(RequestError, match="the game is still playing the last move"):
        played.press("idle")
    for _ in range(8):
        answers[-1].result(60)
        answers.append(played.press("script"))
    assert answers[-1].result(60)["number"] == 9
    with pytest.raises(RequestError, match=r"The game is over after 9 turns: the player lives\."):
        played.press("idle").result(60)
    played.join()


VIEW = {"line": "", "player": [0, 0], "health": 3, "carried": []}


def test_what_no_child_sends_is_rejected() -> None:
    document = json.loads(Host([], output=lambda _: None).generate("caves", seed=1, width=9, height=9).to_json())
    drawer = FrameDrawer()
    assert drawer.draw(document)["scene"]["width"] == 9
    assert drawer.draw({})["cells"] == ""
    for changes in ({"width": 10**9}, {"rows": [[0]]}, {"tiles": 3}, {"format": None}):
        with pytest.raises(HostError):
            drawer.draw(changes)
    # A document that was rejected leaves no trace.
    assert drawer.draw({})["cells"] == ""
    idle = ServedGame(walk(), say=lambda _: None, warn=lambda _: None)
    idle.first.result(60)
    for name, value in (("player", None), ("health", "much"), ("carried", [3]), ("line", 3), ("events", [3])):
        with pytest.raises(HostError, match="malformed answer"):
            idle._ask({**VIEW, "map": {}, name: value})
    idle.end("enough")
    idle.join()
