"""Whoever walks into a chara meets it: the events that the areas dialect emits, and the action that asks for a talk."""

from __future__ import annotations

from pathlib import Path

from host import Host, Request
from tests.helpers import MakeMod

MEADOW = """
data:add { _type = "base.chara", _id = "hero", max_hp = 20 }
data:add { _type = "base.chara", _id = "sage" }
data:add { _type = "base.chara", _id = "wolf" }
%s
return { begin = function()
  local map = InstancedMap:new(9, 9)
  Map.set_map(map)
  Chara.set_player(Chara.create("meadow.hero", 2, 2, {}, map))
  Chara.create("meadow.sage", 3, 2, {}, map)
  Chara.create("meadow.wolf", 2, 3, {}, map).relation = -3
end }
"""
HANDLERS = """
Event.register("base.on_talk", "the sage speaks", function(chara, params)
  print(chara.name .. " to " .. params.chara.name .. ": hello")
  return true
end)
Event.register("base.on_act_hostile_towards", "the wolf is struck", function(chara, params)
  print(chara.name .. " strikes " .. params.target.name)
  return true
end)
"""


def begin(mod: Path) -> tuple[Host, list[str]]:
    lines: list[str] = []
    return Host([mod], output=lines.append), lines


def test_a_step_into_a_chara_is_a_talk_or_a_blow(make_mod: MakeMod) -> None:
    host, _ = begin(make_mod("meadow", MEADOW % HANDLERS, toml='dialects = ["areas"]'))
    play = host.play(Request("meadow", seed=1, players=1))
    texts = {action.id: action.text for action in play.actions()}
    assert (texts["east"], texts["south"], texts["west"]) == ("talk with the sage", "attack the wolf", "walk west")
    assert texts["talk"] == "talk with the sage"
    play.do("east")
    play.do("south")
    play.do("talk")
    assert play.messages == ["sage to hero: hello", "hero strikes wolf", "sage to hero: hello"]
    for _ in range(3):
        play.do("west")
    talk = next(action for action in play.actions() if action.id == "talk")
    assert talk.reason == "nobody to talk with is beside you"
    play.do("talk")
    assert play.messages[-1] == "Nobody to talk with is beside you."


def test_where_no_mod_lets_charas_talk_they_are_in_the_way(make_mod: MakeMod) -> None:
    host, _ = begin(make_mod("meadow", MEADOW % "", toml='dialects = ["areas"]'))
    play = host.play(Request("meadow", seed=1, players=1))
    assert "talk" not in [action.id for action in play.actions()]
    play.do("east")
    play.do("south")
    assert play.messages == ["sage is in the way.", "wolf is in the way."]


def test_a_handler_that_fails_is_an_error_of_its_mod(make_mod: MakeMod) -> None:
    broken = 'Event.register("base.on_talk", "fails", function() error "no voice" end)'
    host, _ = begin(make_mod("meadow", MEADOW % broken, toml='dialects = ["areas"]'))
    play = host.play(Request("meadow", seed=1, players=1))
    play.do("east")
    assert "no voice" in " ".join([*play.messages, *host.warnings])
