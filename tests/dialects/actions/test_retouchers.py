"""What each retoucher adds to a class of entities."""

from __future__ import annotations

import pytest

from tests.dialects.actions.cast import CAST
from tests.helpers import RunLua

# `one` stands on (3, 3) of a world of 7 × 7 squares and looks to the right; `begin(class)` puts an entity ahead of it.
ROOM = (
    CAST
    + """
local world = World(7, 7)
world.strict = true
local One = Being "One"
decorate(One, Decorators.Digging)
local one
local function begin(other)
  one = world:create(One, Vec(3, 3))
  return other and world:create(other, Vec(4, 3)) or nil
end
local Attack, Push = require "@action.effects.attack", require "@action.effects.push"
local hit, push = { attack = Attack { damage = 1, pierce = 1 } }, { push = Push { power = 1 }, direction = Vec(0, 1) }
local ahead, below = { direction = Vec(1, 0) }, { direction = Vec(0, 1) }
local function turns(n)
  for _ = 1, n do world:gameLoop() end
end
"""
)


@pytest.mark.parametrize(
    ("script", "printed"),
    [
        ("Retouchers.Skip.emptyAttack(One) begin() print(one:executeAttack(ahead).success)", "nil"),
        ("begin() print(one:executeAttack(ahead).success)", "true"),
        ("Retouchers.Skip.emptyDig(One) begin(Being 'Two') print(one:executeDig(ahead).success)", "nil"),
        ("Retouchers.Skip.blockedMove(One) begin(Block) print(one:executeMove(ahead).success, at(one))", "nil 3,3"),
        ("begin(Block) print(one:executeMove(ahead).success, at(one))", "true 3,3"),
        ("Retouchers.Skip.noPlayer(One) begin(Being 'Two') print(one:executeAttack(ahead).success)", "nil"),
        ("Retouchers.Skip.noPlayer(One) begin(Hero) print(one:executeAttack(ahead).success)", "true"),
        ("Retouchers.Skip.self(One) begin() print(#one:executeAttack(ahead, { one }).targets)", "0"),
        ("Retouchers.Reorient.onMove(One) begin() one:executeMove(below) print(one.orientation)", "Vec(0, 1)"),
        ("Retouchers.Reorient.onMove(One) begin() one:executeAttack(below) print(one.orientation)", "Vec(1, 0)"),
        ("Retouchers.Reorient.onDisplace(One) begin() one:executeMove(below) print(one.orientation)", "Vec(0, 1)"),
        ("Retouchers.Reorient.onAttack(One) begin() one:executeAttack(below) print(one.orientation)", "Vec(0, 1)"),
        ("Retouchers.Reorient.onDig(One) begin() one:executeDig(below) print(one.orientation)", "Vec(0, 1)"),
        ("Retouchers.Bumping(One) begin(Block) one:executeMove(ahead) print(one.history:was 'bump')", "true"),
        ("Retouchers.Bumping(One) begin() one:executeMove(ahead) print(one.history:was 'bump')", "false"),
        ("begin() one:reorient(Vec(0, 1)) print(one.history:getFirstByCode('reorient').event)", "reorient"),
        ("begin() one:reorient(Vec(0, 1)) print(one.history:wasDuringPhase('reorient', 1))", "true"),
        ("begin() one:reorient(Vec(0, 1)) print(one.history:wasDuringPhase('reorient', 2))", "false"),
        ("Retouchers.NoAction.ifHit(One) begin() one:beAttacked(hit) print(one.didAction)", "true"),
        ("Retouchers.NoAction.ifPushed(One) begin() one:bePushed(push) print(one.didAction, at(one))", "true 3,4"),
        ("Retouchers.NoAction.ifPushed(One) begin() push.push.power = 0 one:bePushed(push) print(one.didAction)",
         "false"),
        ("Retouchers.NoAction.byAttacking(One) begin() one:executeAttack(ahead) print(one.didAction)", "true"),
        ("Retouchers.Attackableness.constant(One, Attackableness.SKIP) begin() print(one:getAttackableness(one))",
         "skip"),
        ("Retouchers.Attackableness.no(One) begin() print(one:getAttackableness(one))", "NO"),
        ("print(Retouchers.Step)", "true"),
    ],
)  # fmt: skip
def test_retouchers_add_their_handlers(run_shared: RunLua, script: str, printed: str) -> None:
    assert run_shared(ROOM + script).text == printed


@pytest.mark.parametrize(("chain", "cause"), [("ifHit", "beAttacked"), ("ifPushed", "bePushed")])
def test_an_entity_is_invincible_for_turns(run_shared: RunLua, chain: str, cause: str) -> None:
    ran = run_shared(
        ROOM
        + f"""
        Retouchers.Invincible.{chain}(One)
        One.baseModifiers = {{ hp = {{ amount = 9 }}, resistance = {{ invincible = 2 }} }}
        begin()
        local function lost_by_blow()
          local before = one.hp:get()
          one:beAttacked {{ attack = Attack {{ damage = 1, pierce = 1 }} }}
          return before - one.hp:get()
        end
        one:{cause} {{ attack = Attack {{ pierce = 1 }}, push = Push {{ power = 1 }}, direction = Vec(0, 1) }}
        for turn = 1, 3 do
          print(lost_by_blow())
          turns(1)
        end
        """
    )
    assert ran.lines == ["0", "0", "1"]
