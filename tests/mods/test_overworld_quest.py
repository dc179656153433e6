"""The overworld lives: people walk, talk and trade, enemies come, and the quest of the crown is played to its end."""

from __future__ import annotations

import pytest

from host import Host, Request
from host.metrics.distances import distances
from host.play.action import STEPS
from host.public.play import Play
from tests.helpers import RunLua, run_command

_WORDS = {offset: word for word, offset in STEPS.items() if 0 in offset}


def begin(seed: int = 1) -> Play:
    return Host(["overworld"], output=lambda _: None).play(Request("overworld", seed=seed, players=1))


def find(play: Play, name: str) -> tuple[int, int]:
    return next((other.x, other.y) for other in play.map.objects if other.name == name)


def act(play: Play, action: str) -> None:
    assert play.outcome is None, play.messages[-5:]
    play.do(action)


def walk(play: Play, x: int, y: int) -> None:
    """Walk to a square, strike what is in the way, and rest in between."""
    for _ in range(1500):
        player = play.player
        assert player is not None
        if (player.x, player.y) == (x, y):
            return
        shown = play.map
        beside = [action.id for action in play.actions() if action.text.startswith("attack")]
        if beside:
            act(play, min(beside))
        elif player.health is not None and player.health < 30:
            act(play, "rest")
        else:
            steps = distances(shown.walkable, [(x, y)])
            near = {
                int(steps[player.y + dy, player.x + dx]): word
                for (dx, dy), word in _WORDS.items()
                if shown.walkable[player.y + dy, player.x + dx]
            }
            act(play, near[min(number for number in near if number >= 0)])
    pytest.fail(f"{(x, y)} is not reached: {play.messages[-5:]}")


def count(play: Play, name: str) -> int:
    assert play.player is not None
    return sum(thing.count for thing in play.player.inventory if thing.name == name)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)])
def test_the_crown_is_asked_for_found_and_rewarded(seed: int) -> None:
    play = begin(seed)
    act(play, "north")
    act(play, "down")
    while not any("Bring the crown to me" in message for message in play.messages):
        act(play, "wait")
        assert play.turns < 60
    act(play, "south")
    assert play.map.width == 40
    walk(play, *find(play, "the burrow"))
    for _ in range(3):
        act(play, "down")
        walk(play, *next((other.x, other.y) for other in play.map.objects if other.glyph == ">"))
    act(play, "down")
    walk(play, *find(play, "crown"))
    act(play, "get")
    assert count(play, "crown") == 1
    assert any("blob king is dead" in message for message in play.messages)
    for _ in range(4):
        walk(play, *next((other.x, other.y) for other in play.map.objects if other.glyph == "<"))
        act(play, "up")
    walk(play, *find(play, "Bridgeham"))
    act(play, "down")
    for _ in range(100):
        if "talk with the guard" in [action.text for action in play.actions() if action.reason is None]:
            break
        x, y = find(play, "guard")
        steps = distances(play.map.walkable, [(x, y)])
        assert play.player is not None
        here = play.player.x, play.player.y
        near = {
            int(steps[here[1] + dy, here[0] + dx]): word
            for (dx, dy), word in _WORDS.items()
            if 0 <= here[1] + dy < play.map.height and 0 <= here[0] + dx < play.map.width
        }
        act(play, near[min(number for number in near if number >= 0)])
    coins = count(play, "coin")
    step = next(action.id for action in play.actions() if action.text == "talk with the guard" and action.id != "talk")
    act(play, step)
    assert any("The crown! Bridgeham thanks you." in message for message in play.messages)
    assert (count(play, "crown"), count(play, "sword"), count(play, "coin")) == (0, 1, coins + 20)


def test_people_walk_and_say_three_lines_each_and_trade(run_lua: RunLua) -> None:
    ran = run_lua(
        """
        local player = require("overworld").begin()
        Map.set_map(Area.get_or_create_map "overworld.bridgeham")
        local places, moved = {}, 0
        for _, chara in Chara.iter_others() do places[chara] = { chara.x, chara.y } end
        for _ = 1, 60 do World.pass_turn() end
        for chara, place in pairs(places) do
          moved = moved + ((chara.x ~= place[1] or chara.y ~= place[2]) and 1 or 0)
          assert(math.max(math.abs(chara.x - place[1]), math.abs(chara.y - place[2])) < 12)
        end
        print(moved > 1)
        local function talk(id)
          local chara = Chara.iter_others():filter(function(one) return one._id == "overworld." .. id end):nth(1)
          chara:emit("base.on_talk", { chara = Chara.player() })
        end
        for _ = 1, 4 do talk "baker" end
        Item.create("overworld.coin", nil, nil, { amount = 2 }, Chara.player())
        talk "baker"
        local loaves = 0
        for _, item in Chara.player():iter_items() do
          loaves = loaves + (item._id == "overworld.bread" and item.amount or 0)
        end
        print(loaves)
        """,
        mods=["overworld"],
    )
    said = [line for line in ran.lines if line.startswith("baker")]
    assert said[0] == said[3]
    assert len({*said[:3]}) == 3
    assert said[4] == "baker: Here is your bread for a coin."
    assert ran.lines[-1] == "4"
    assert "true" in ran.lines


def test_the_edge_of_the_town_says_where_it_leads() -> None:
    walked = run_command("travel", "--seed", 1, "--keys", "k>lkkhjj")
    assert walked.exit_code == 0, walked.output
    assert walked.stdout.count("Here the town ends. A step further leads out into the vale.") == 1


def test_enemies_come_and_fight_and_the_player_may_die() -> None:
    play = begin(3)
    act(play, "north")
    walk(play, *find(play, "the crypt"))
    act(play, "down")
    turns = play.turns
    while play.outcome is None and play.turns < turns + 2000:
        play.do("wait")
    assert play.outcome == "lost"
    assert any(message.startswith("You are killed by the ") for message in play.messages)
