"""Quests of kts on maps where entities of the actions dialect live: the player fights them, and wins the quest."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import Host
from tests.helpers import run_command

WOLF = """
local Wolf = class("Wolf", Entity)
Wolf.layer = Layers.real
Decorators.Start(Wolf)
for _, name in ipairs {
  "Acting", "Ticking", "Attackable", "Attacking", "Sequential", "DynamicStats", "WithHP", "Killable", "Moving",
  "Displaceable",
} do
  decorate(Wolf, Decorators[name])
end
Retouchers.Algos.general(Wolf)
Wolf.baseModifiers = { hp = { amount = 2 }, move = { distance = 1 }, attack = { damage = 1, pierce = 1 } }
Wolf.sequenceSteps = {
  { action = require "@action.actions.attackmove", movs = require "@sequence.movs.basic" },
}
registerEntity(Wolf, "wolf")
return Wolf
"""


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    """The quest that `new --quest` writes, and a wolf before the way out."""
    folder = tmp_path / "den"
    assert run_command("new", "--quest", folder).exit_code == 0
    manifest, init = folder / "mod.toml", folder / "init.lua"
    manifest.write_text(manifest.read_text().replace('dialects = ["kts"]', 'dialects = ["kts", "actions"]'))
    place = '    kts.SetTimeLimit(600)\n    World.fromMap():create(require "wolf", Vec(12, 2))\n'
    text = init.read_text().replace("    kts.SetTimeLimit(60)\n", place)
    assert place in text
    init.write_text(f'require "wolf"\n{text}')
    (folder / "wolf.lua").write_text(WOLF)
    return folder


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_player_fights_entities_and_wins_the_quest(mod: Path, seed: int) -> None:
    log = run_command("simulate", mod, "--seed", seed, "--turns", "100").stdout
    assert "wolf 1 dies" in log
    assert "Player 1 wins" in log


def test_without_a_class_of_players_the_quest_is_won_around_entities(mod: Path) -> None:
    host = Host([mod])
    play = host.play("den", seed=1)
    said = "no mod has a class of players: the knight cannot strike entities, and they do not notice it"
    assert host.warnings == [f"{said}; the mod critters has one"]
    for _ in range(100):
        if play.outcome is None:
            play.do("script")
    assert play.outcome == "won"
    assert "wolf" in [creature.name for creature in play.map.creatures]
