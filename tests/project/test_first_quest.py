"""Your first quest: each step of the guide works, the last is what `new --quest` writes, and it is won and lost."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from host import Host, Request, check
from host.mods.templates import write_mod
from host.paths import TEMPLATES
from tests.helpers import ROOT, examples, run_command, run_process
from tests.helpers.terminal import Terminal

GUIDE = ROOT / "docs" / "first-quest"
STEPS = sorted(GUIDE.glob("[0-9]-*.md"))
# The knight plays by itself until it has the crown.
WALK = 22 * "t"


def picture_command(step: Path) -> list[str]:
    """The command that draws the picture of a step, without its file."""
    size = ("--tile-size", "24")
    if step.stem == "6-win":
        return ["travel", "./my_quest", "--seed", "1", "--keys", WALK, *size]
    return ["generate", "./my_quest", "--seed", "1", *size]


def blocks(page: Path) -> list[tuple[str, list[str]]]:
    """(file, lines) of each block of a page that belongs to a file."""
    found = re.findall(r"^```\w+ (\S+)\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)
    return [(file, text.splitlines()) for file, text in found]


def apply_blocks(page: Path) -> None:
    """Change the files in the current folder as a reader of the page does."""
    for name, block in blocks(page):
        file = Path(name)
        lines = file.read_text().splitlines() if file.exists() else []
        start, end = 0, 0
        if lines:
            # A reader has to find these lines.
            assert (lines.count(block[0]), lines.count(block[-1])) == (1, 1), (page.name, block)
            start, end = lines.index(block[0]), lines.index(block[-1]) + 1
            assert start < end
        lines[start:end] = block
        file.parent.mkdir(exist_ok=True)
        file.write_text("\n".join(lines) + "\n")


def follow_guide(until: Path) -> None:
    """Make the mod of a step in the current folder."""
    for page in (GUIDE / "README.md", *(step for step in STEPS if step.name <= until.name)):
        apply_blocks(page)


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def quest(tmp_path: Path) -> Path:
    write_mod(tmp_path / "my_quest", ["kts"], template="quest")
    return tmp_path / "my_quest"


def test_there_are_six_short_steps_and_each_leads_to_the_next() -> None:
    assert [step.name for step in STEPS] == [
        "1-room.md", "2-door.md", "3-key.md", "4-hint.md", "5-guard.md", "6-win.md",
    ]  # fmt: skip
    for step, following in zip(STEPS, [*STEPS[1:], None], strict=True):
        text = step.read_text()
        assert len(text.splitlines()) <= 40, step.name
        assert f"]({step.stem}.png)" in text
        assert following is None or f"]({following.name})" in text
        assert f"]({step.name})" in (GUIDE / "README.md").read_text()


def test_the_tutorial_and_the_page_of_kts_lead_to_it() -> None:
    for page in ("README.md", "first-mod.md", "kts.md", "play.md"):
        assert "](first-quest/README.md)" in (ROOT / "docs" / page).read_text(), page


@pytest.mark.parametrize("step", STEPS, ids=lambda step: str(step.stem))
def test_each_step_is_in_order(step: Path, in_folder: Path) -> None:
    follow_guide(step)
    assert check("my_quest", "my_quest") == []
    for line in re.findall(r"^dungeon-host (.*)$", step.read_text(), re.MULTILINE):
        shown = run_command(*shlex.split(line))
        assert shown.exit_code == 0, shown.output
    if step.stem == "6-win":
        assert "Player 1 wins." in shown.output
        assert "\n24 turns; " in shown.output


@pytest.mark.parametrize("step", STEPS, ids=lambda step: str(step.stem))
def test_the_picture_of_each_step_is_what_it_makes(step: Path, in_folder: Path) -> None:
    follow_guide(step)
    drawn = run_command(*picture_command(step), "-o", "made.png")
    assert drawn.exit_code == 0, drawn.output
    made, shown = (np.asarray(Image.open(file).convert("RGB")) for file in ("made.png", GUIDE / f"{step.stem}.png"))
    assert np.array_equal(made, shown)


def test_the_last_step_is_what_new_writes(in_folder: Path, quest: Path) -> None:
    written = {name: (quest / name).read_text() for name in ("mod.toml", "init.lua", "rooms.txt")}
    (in_folder / "guide").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(in_folder / "guide")
        follow_guide(STEPS[-1])
        assert {name: Path("my_quest", name).read_text() for name in written} == written


@pytest.mark.slow
def test_new_writes_a_quest_that_is_in_order(in_folder: Path) -> None:
    told = run_command("new", "--quest", "crown_hunt")
    assert told.exit_code == 0, told.output
    assert "  dungeon-host play\n" in told.stdout
    assert check("crown_hunt", "crown_hunt") == []
    tested = run_process("test", "crown_hunt")
    assert tested.returncode == 0, tested.stdout
    assert "2 passed" in tested.stdout
    refused = run_command("new", "--quest", "other", "--dialect", "pools")
    assert refused.exit_code == 1
    assert "--quest writes a mod of kts" in refused.stderr


def test_the_template_of_the_quest_is_a_mod_itself() -> None:
    made = Host([TEMPLATES / "quest"], output=pytest.fail)
    assert [mod.id for mod in made.mods] == ["my_mod"]
    assert made.warnings == []


def test_the_quest_is_won_for_every_seed_that_is_tried(quest: Path) -> None:
    host = Host([quest], output=pytest.fail)
    for seed in range(1, 1 + examples(40)):
        map_ = host.generate("my_quest", seed=seed, players=1 + seed % 2)
        assert (map_.width, map_.height) == (13, 7)
        play = host.play(Request("my_quest", seed=seed, players=1))
        assert play.goal == "Bring the crown to the gate."
        while play.outcome is None:
            play.do("script")
        assert play.outcome == "won", seed


def test_the_quest_is_lost_when_its_time_is_over(quest: Path) -> None:
    play = Host([quest], output=pytest.fail).play(Request("my_quest", seed=1, players=1))
    assert play.player is not None
    assert (play.player.health, play.player.max_health) == (4, 4)
    while play.outcome is None:
        play.do("wait")
    assert play.outcome == "lost"
    # Steps of 260 ms in a minute.
    assert play.turns == 231


def test_hand_written_keys_win_the_quest(quest: Path) -> None:
    # To the key in the corner, to the door, through the door and the guard to the crown, and back to the gate.
    keys = "lllljjjkk" + 9 * "l" + 9 * "h" + "kh"
    played = run_command("simulate", quest, "--seed", "1", "--keys", keys).stdout
    told = ["You take the iron key.", "guard c1 dies", "You take the crown.", "Player 1 wins."]
    assert sorted(told, key=played.find) == told, played
    assert "\n28 turns; the player lives" in played
    explored = run_command("travel", quest, "--seed", "1", "--keys", f"oo{8 * chr(9)}o<<").stdout
    assert "You have won, after " in explored, explored


def test_the_quest_is_won_in_the_terminal_as_the_page_about_play_says(quest: Path) -> None:
    table = (ROOT / "docs" / "play.md").read_text().partition("## A first game\n")[2].partition("\n## ")[0]
    assert "dungeon-host play ./my_quest --seed 1\n" in table
    with Terminal("play", quest, "--seed", "1", rows=26) as terminal:
        terminal.wait("Goal: Bring the crown to the gate.")
        assert terminal.lines[0].startswith("my_quest   Health 4 of 4")
        for row, keys, told in (
            ("| `o` |", "o", "You take the iron key."),
            ("| `o` again |", "o", "You see: guard and crown."),
            ("| Tab, four times |", "\t", "You hit the guard for 1."),
            ("| Tab, four times |", 3 * "\t", "The guard dies."),
            ("| `i`, then Escape |", "i", "iron key: opens its locks"),
            ("| `i`, then Escape |", "\x1b", "o: explore"),
            ("| `o` |", "o", "You take the crown."),
            ("| `<` |", "<", "You have won."),
        ):
            assert row in table
            terminal.press(keys)
            terminal.wait(told)
        terminal.press("q")
        assert terminal.end() == 0


def test_travel_plays_the_same_game_as_simulate(quest: Path) -> None:
    """It loads no mod that nobody asked for: base would give the knight other health."""
    shown = run_command("travel", quest, "--seed", "1", "--keys", "oo").stdout
    assert "\nhealth 4 of 4\n" in shown
    assert "You take the iron key.\nYou see: guard and crown.\n" in shown
