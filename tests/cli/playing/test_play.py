"""The command `play`: its screen, without a terminal and in one."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from host.cli.play import need_libraries
from host.cli.terminal.playing import pages
from host.cli.terminal.playing.saves import PlayMemory, load_play, save_play
from host.dialects.kts.play.messages import text_of
from host.engine.replays.recording import GameRecorder
from host.errors import RequestError
from host.model.request import Request
from host.play.action import Action
from tests.cli.playing.screen import Played, play
from tests.helpers import run_process
from tests.helpers.terminal import Terminal

FIRST_STEPS = Request("base", seed=2, players=1, options={"quest": "first_steps"})
# Explore, fight, take the gem, go back to the way in.
KEYS = (*"oo", *["tab"] * 8, *"oooooo", *["tab"] * 2, *"oooooo", *"<")
SIZES = pytest.mark.parametrize("size", [(60, 20), (120, 40)], ids=["60x20", "120x40"])


@pytest.mark.slow
@SIZES
def test_first_steps_is_won_by_keys(size: tuple[int, int]) -> None:
    async def steps(game: Played) -> None:
        assert "Goal: Find a gem." in game.text
        text = await game.press("i")
        assert "You carry nothing." in text
        await game.press("escape")
        for key in KEYS:
            if game.app.scene is None or game.app.scene.outcome is None:
                text = await game.press(key)
        assert "You have won." in text
        assert "Base dungeon, Quest: First steps, seed 2," in text
        # Again, with the next seed.
        assert "Goal: Find a gem." in await game.press("n")
        assert game.app.request.seed == 3
        assert game.app.actions == []

    play(FIRST_STEPS, steps, size=size)


@pytest.mark.slow
def test_the_recording_of_a_game_that_was_won_is_kept() -> None:
    async def steps(game: Played) -> None:
        for key in KEYS:
            if game.app.scene is None or game.app.scene.outcome is None:
                await game.press(key)
        await game.press("a")
        await game.press("q", "y")

    recorded = play(FIRST_STEPS, steps, recorder=GameRecorder).recorded
    assert recorded is not None
    recording = recorded.recording()
    assert recording is not None
    assert recording.turns > 50


def test_the_legend_names_only_what_was_seen() -> None:
    async def steps(game: Played) -> None:
        text = await game.press("?", *["pagedown"] * 5)
        assert "knight" in text
        assert "zombie" not in text
        assert "scroll of" not in text

    play(FIRST_STEPS, steps, size=(120, 40))


def test_unseen_squares_are_hidden_and_remembered() -> None:
    async def steps(game: Played) -> None:
        start = game.map
        assert "@" in start
        known = len(start.replace(" ", ""))
        await game.press("o", "o", "o")
        assert len(game.map.replace(" ", "")) > known

    play(FIRST_STEPS, steps, size=(120, 40))


def test_all_shows_the_whole_map() -> None:
    async def steps(game: Played) -> None:
        assert game.map.count("│") > 40

    play(FIRST_STEPS, steps, size=(120, 40), shows_all=True)


@SIZES
def test_look_says_what_is_where(size: tuple[int, int]) -> None:
    async def steps(game: Played) -> None:
        assert "Here: you" in await game.press("x")
        text = await game.press("h")
        assert "Here: oak door (open the oak door)." in text
        text = await game.press("h", "h", "k", "k", "k", "k")
        assert "You have not seen what is there." in text
        await game.press("escape")
        assert "o: explore" in game.text

    play(Request("base", seed=7, players=1, options={"quest": "first_steps"}), steps, size=size)


def test_a_bump_that_does_nothing_says_why_and_takes_no_time() -> None:
    async def steps(game: Played) -> None:
        text = await game.press("y")
        assert "The stone wall is in the way." in text
        assert game.app.actions == []

    play(Request("base", seed=7, players=1, options={"quest": "first_steps"}), steps)


def test_a_click_walks_there() -> None:
    async def steps(game: Played) -> None:
        scene = game.app.scene
        assert scene is not None
        assert scene.player is not None
        x, y = scene.player
        lines = game.map.split("\n")
        row = next(i for i, line in enumerate(lines) if "@" in line)
        await game.click(lines[row].index("@"), row)
        assert "You are there." in game.text
        await game.click(lines[row].index("@"), row - 3)
        scene = game.app.scene
        assert scene is not None
        assert scene.player == (x, y - 3)

    play(Request("base", seed=7, players=1, options={"quest": "first_steps"}), steps, size=(120, 40))


def test_actions_have_words_and_reasons() -> None:
    async def steps(game: Played) -> None:
        text = await game.press("enter")
        assert "give up the quest" in text
        assert "pick up what lies here: nothing to take lies here" in text
        letter = next(key for key, offer in game.app.page.choices.items() if offer.id == "wait")  # type: ignore[union-attr]
        await game.press(letter)
        assert game.app.actions == ["wait"]

    play(FIRST_STEPS, steps, size=(120, 40))


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "my.save"
    shown = ""

    async def first(game: Played) -> None:
        nonlocal shown
        await game.press("o", ".")
        assert "Saved." in await game.press("S")
        shown = game.map

    play(FIRST_STEPS, first, save_file=file)
    saved = load_play(file)
    assert saved is not None
    assert saved.actions[-1] == "wait"

    async def second(game: Played) -> None:
        assert game.map == shown
        await game.press(".")
        await game.press("L")
        assert game.app.actions == saved.actions

    play(Request("base", seed=1), second, save_file=file, saved=saved)


def test_a_saved_game_goes_on_with_what_was_explored(tmp_path: Path) -> None:
    file, request = tmp_path / "my.save", Request("base", seed=1, players=1, options={"quest": "first_steps"})
    before: list[object] = []

    async def first(game: Played) -> None:
        await game.press(*"oo", "tab", "tab", *"oo")
        scene = game.app.scene
        assert scene is not None
        # As exploring leaves things that it could not take, and doors without their keys.
        scene.memory.left.add((3, 4))
        scene.memory.shut[5, 6] = "The door is locked."
        await game.press("S")
        before.extend((game.map, scene.memory.left, scene.memory.shut))

    async def second(game: Played) -> None:
        scene = game.app.scene
        assert scene is not None
        assert [game.map, scene.memory.left, scene.memory.shut] == before
        assert len(game.app.steering.noticed) > len(scene.sights())

    play(request, first, save_file=file)
    play(request, second, save_file=file, saved=load_play(file))


@pytest.mark.parametrize(
    "memory",
    [{"noticed": [[1.5]]}, {"maps": [{"map": 0, "left": [[1]], "shut": []}]}, {"maps": [{"map": 0, "left": []}]}],
)
def test_a_forged_memory_is_refused(memory: dict[str, object]) -> None:
    assert PlayMemory.from_data({}).to_data() == {"noticed": [], "maps": []}
    with pytest.raises(TypeError, match=r"another form|a square is \[1\]: must be two whole numbers"):
        PlayMemory.from_data(memory)


def test_squares_of_a_save_beyond_the_map_are_ignored(tmp_path: Path) -> None:
    file = tmp_path / "my.save"

    async def steps(game: Played) -> None:
        await game.press("S")
        saved = load_play(file)
        assert saved is not None
        far = [[99_999, 0], [-1, -1], [10**30, 1]]
        data = {"maps": [{"map": 0, "left": far, "shut": [[*at, "The door is locked."] for at in far]}]}
        save_play(file, saved.request, saved.mods, [], PlayMemory.from_data(data))
        await game.press("L")
        assert "You see: " in await game.press("o")
        assert game.app.actions

    play(FIRST_STEPS, steps, save_file=file)


@pytest.mark.parametrize("records", [False, True])
def test_a_save_with_an_action_that_is_gone_says_so_and_goes_on(tmp_path: Path, records: bool) -> None:
    file = tmp_path / "my.save"

    async def steps(game: Played) -> None:
        await game.press(".", ".", "S")
        saved = load_play(file)
        assert saved is not None
        save_play(file, saved.request, saved.mods, ["wait", "control:dance", "wait"], saved.memory)
        await game.press("L")
        await game.press("m")
        said = '"control:dance" cannot be done any more: 1 of the 3 actions of the game are played, and it goes on'
        assert said in " ".join(game.app.messages)
        assert game.app.actions == ["wait"]
        await game.press("escape", ".")
        assert game.app.actions == ["wait", "wait"]

    play(FIRST_STEPS, steps, save_file=file, recorder=GameRecorder if records else None)


def test_no_file_no_save() -> None:
    async def steps(game: Played) -> None:
        assert "start it with --save FILE" in await game.press("S")

    play(FIRST_STEPS, steps)


def test_a_terminal_may_change_its_size() -> None:
    async def steps(game: Played) -> None:
        assert not game.app.picture.widgets["side"].display
        await game.resize(120, 40)
        assert "You carry" in game.text
        await game.resize(60, 20)
        assert "@" in game.map
        await game.resize(40, 10)
        assert "60 × 20 are needed" in game.text

    play(FIRST_STEPS, steps, size=(60, 20))


def test_help_and_messages_are_pages() -> None:
    async def steps(game: Played) -> None:
        assert "explore until you see something new" in await game.press("?")
        await game.press("escape")
        assert "Leave the way you came in." in await game.press("m")
        await game.press("escape")
        assert "@" in game.map

    play(FIRST_STEPS, steps, size=(120, 40))


def test_texts_of_mods_are_text(tmp_path: Path) -> None:
    folder = tmp_path / "rude"
    folder.mkdir()
    (folder / "mod.toml").write_text('id = "rude"\nversion = "1.0.0"\napi = 1\n[dependencies]\nbase = "*"\n')
    (folder / "init.lua").write_text('local goal = "[red]bold[/red] \\27[31m"\nprint(goal)\n')

    async def steps(game: Played) -> None:
        assert "[red]bold[/red] \\x1b[31m" in game.text

    play(FIRST_STEPS, steps, size=(120, 40), mods=[folder])


def test_a_real_terminal_plays() -> None:
    with Terminal("play", "base", "--set", "quest=first_steps", "--seed", "2", columns=60, rows=20) as terminal:
        terminal.wait("Goal: Find a gem.")
        terminal.press(".")
        terminal.wait("turn 1")
        terminal.press("q")
        terminal.wait("End the game?")
        terminal.press("y")
        assert terminal.end() == 0
        assert b"dungeon-host play base --set quest=first_steps --seed 2" in terminal.output


def test_play_without_a_terminal_names_travel() -> None:
    done = run_process("play", "base", "--seed", "1")
    assert done.returncode == 1
    assert "play needs a terminal" in done.stderr
    assert "dungeon-host travel MOD --keys KEYS" in done.stderr


def test_worlds_are_played_from_map_to_map() -> None:
    async def steps(game: Played) -> None:
        text = await game.press(">", ">")
        assert "the undercroft" in text.split("\n")[0]
        assert "Health 44 of 44" in text

    play(Request("undercroft", seed=1, players=1), steps, names=("undercroft", "base"))


def test_worlds_say_why_there_is_nothing_to_climb_and_to_do() -> None:
    async def steps(game: Played) -> None:
        text = await game.press("enter")
        assert "go up the stairs: there are no stairs up here" in text
        assert "by itself for a turn: the player does nothing by itself here" in text
        await game.press("escape")
        assert "You have seen no stairs up." in await game.press("<")
        assert game.app.actions == []
        assert "You cannot let the player act by itself" in await game.press("t")

    play(Request("overworld", seed=1, players=1), steps, names=("overworld", "base"), size=(120, 40))


def test_caves_are_explored_by_an_entity() -> None:
    async def steps(game: Played) -> None:
        await game.press("o", "o")
        assert len(game.app.actions) > 5

    play(Request("caves", seed=1, players=1, options={"width": 40, "height": 24}), steps)


def test_without_textual_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual", None)
    with pytest.raises(RequestError, match="play needs textual") as caught:
        need_libraries()
    assert "[play]" in str(caught.value.hint)


def test_the_page_of_the_end_repeats_no_message() -> None:
    async def steps(game: Played) -> None:
        for key in KEYS:
            if game.app.scene is None or game.app.scene.outcome is None:
                text = await game.press(key)
        assert text.count("You have won.") == text.count("The game took") == 1
        assert "Player 1" not in text
        assert text_of({"key": "game_completed", "params": [1, 1]}) == "The game took 1 minute and 1 second."

    play(FIRST_STEPS, steps, size=(120, 40))


def test_a_long_list_of_actions_has_capital_letters_and_says_what_is_left() -> None:
    offers = {f"act:{number}": Action(f"act:{number}", f"do thing {number}") for number in range(60)}
    page = pages.show_actions(SimpleNamespace(offers=offers))  # type: ignore[arg-type]
    assert len(page.choices) == 48
    assert page.choices["Z"].text == "do thing 47"
    assert page.lines[-1].strip() == "…  12 more, for which no letter is left"


def test_what_mods_add_and_what_is_not_possible_stand_apart() -> None:
    offers = [
        Action("north", "walk north"), Action("get", "pick up", "nothing lies here"), Action("control:sing", "Sing"),
        Action("wait", "wait"), Action("control:fly", "Fly", "no wings"),
    ]  # fmt: skip
    page = pages.show_actions(SimpleNamespace(offers={offer.id: offer for offer in offers}))  # type: ignore[arg-type]
    assert [line.strip() for line in page.lines if line] == [
        "What you can do", "a  wait", "What the mods add", "b  Sing", "Not now",
        "-  pick up: nothing lies here", "-  Fly: no wings",
    ]  # fmt: skip
    assert {letter: action.id for letter, action in page.choices.items()} == {"a": "wait", "b": "control:sing"}


def test_the_player_may_play_by_itself_until_a_key_is_pressed() -> None:
    async def steps(game: Played) -> None:
        assert "5 turns a second" in game.text
        while len(game.app.actions) < 5:
            await asyncio.sleep(0.01)
        assert "space: let the player go on" in await game.press("space")
        await game.press(".")
        count = len(game.app.actions)
        assert set(game.app.actions[:-1]) == {"cautious"}
        await asyncio.sleep(0.1)
        assert len(game.app.actions) == count
        await game.press("space", "+", "+", "+", "+", "+")
        while game.app.scene is None or game.app.scene.outcome is None:
            await asyncio.sleep(0.05)
        assert "You have won." in game.text
        await game.press("q")

    play(FIRST_STEPS, steps, player="cautious", size=(120, 40))


def test_a_click_takes_over_from_a_player_that_plays_by_itself() -> None:
    async def steps(game: Played) -> None:
        lines = game.map.split("\n")
        row = next(number for number, line in enumerate(lines) if "@" in line)
        await game.click(lines[row].index("@"), row)
        assert not game.app.runs
        assert "space: let the player go on" in game.text

    play(FIRST_STEPS, steps, player="cautious", size=(120, 40))


def test_a_player_that_does_nothing_by_itself_says_so() -> None:
    async def steps(game: Played) -> None:
        while game.app.runs:
            await asyncio.sleep(0.01)
        assert "You cannot let the player act by itself for a turn" in await game.press("m")

    play(Request("overworld", seed=1, players=1), steps, names=("overworld", "base"), player="bold")
