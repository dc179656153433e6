"""What the screen of `play` shows, and where."""

from __future__ import annotations

import pytest

from host.model.request import Request
from tests.cli.playing.newcomer import play_by_keys
from tests.cli.playing.screen import Played, play
from tests.helpers import run_command

FIRST_STEPS = Request("base", seed=2, players=1, options={"quest": "first_steps"})


@pytest.mark.parametrize(("size", "lines"), [((60, 20), 3), ((120, 40), 8), ((120, 60), 20)])
def test_messages_have_the_lines_that_the_map_leaves(size: tuple[int, int], lines: int) -> None:
    async def steps(game: Played) -> None:
        assert game.app.picture.widgets["log"].size.height >= lines
        assert game.app.picture.page_size.height >= 12

    play(FIRST_STEPS, steps, size=size)


def test_a_page_gets_the_lines_that_it_needs_above_a_small_map() -> None:
    async def steps(game: Played) -> None:
        screen = game.app.picture
        on_map = screen.page_size.height
        await game.press("?")
        assert game.app.page is not None
        assert on_map < len(game.app.page.lines) <= screen.page_size.height
        assert len(screen.widgets["board"].text.split("\n")) == len(game.app.page.lines)
        await game.press("escape", "i")
        assert screen.page_size.height == on_map

    tiny = {"quest": "custom", "dungeon": "tiny"}
    play(Request("base", seed=2, players=1, options=tiny), steps, size=(80, 50))


def test_messages_that_are_alike_are_joined() -> None:
    async def steps(game: Played) -> None:
        text = await game.press(*["<"] * 6, "Z", "Z", "Z")
        assert '"Z" is not a key here: press ? for the keys. (3 times)' in text
        assert text.count("is not a key here") == 1

    play(FIRST_STEPS, steps, size=(120, 40))


def test_a_long_name_leaves_room_for_the_status_and_the_time_that_is_left() -> None:
    options = {"quest": "custom", "mission": "gems", "dungeon": "tiny", "entry": "random", "keys": 0, "time": 2}

    async def steps(game: Played) -> None:
        # 2 minutes, of which a turn takes 260 milliseconds.
        assert "turn 0 · 462 turns left" in game.text.split("\n")[0]
        assert "turn 1 · 461 turns left" in (await game.press(".")).split("\n")[0]

    play(Request("base", seed=2, players=1, options=options), steps, size=(60, 20))


def test_look_jumps_over_all_that_is_known() -> None:
    async def steps(game: Played) -> None:
        await game.press("o", "x")
        texts = [(await game.press("tab")).split("\n")[-1].split("   ")[0] for _ in range(9)]
        assert any("way in" in text for text in texts), texts
        assert any("dagger" in text for text in texts), texts
        assert not any("you" in text for text in texts), texts

    play(FIRST_STEPS, steps, size=(120, 40))


def test_look_goes_to_entrances_that_are_out_of_sight() -> None:
    async def steps(game: Played) -> None:
        await game.press("o", "o", "x")
        texts = [(await game.press("tab")).split("\n")[-1].split("   ")[0] for _ in range(3)]
        named = [name for name in ("Bridgeham", "the burrow", "the crypt") if any(name in text for text in texts)]
        assert len(named) == 3, texts
        assert any(text.startswith("You remember: ") for text in texts), texts

    play(Request("overworld", seed=1, players=1), steps, size=(120, 40), names=("overworld", "base"))


def test_look_goes_far_with_capital_letters() -> None:
    async def steps(game: Played) -> None:
        await game.press("x")
        assert game.app.scene is not None
        x, y = game.app.scene.player or (0, 0)
        await game.press("L")
        assert game.app.cursor == (min(game.app.scene.map.width - 1, x + 8), y)
        await game.press("shift+left", "J")
        assert game.app.cursor == (x, min(game.app.scene.map.height - 1, y + 8))

    play(FIRST_STEPS, steps, size=(120, 40))


def test_what_flies_is_no_news_turn_after_turn() -> None:
    story = play_by_keys(Request("undercroft", seed=3, players=1), ("undercroft", "base"), keys=150)
    assert story.lines.count("You see: arrow.") == 1


def test_the_keys_fit_in_a_narrow_terminal() -> None:
    async def steps(game: Played) -> None:
        text = await game.press("?")
        assert "…" not in text
        assert "walk west, south, north, east, or bump: attack," in text

    play(FIRST_STEPS, steps, size=(60, 20))


def test_the_unit_of_a_time_limit_is_listed() -> None:
    text = " ".join(run_command("generators", "base").output.split())
    assert "time a whole number, 0 to 999 (*0): Time limit (minutes)" in text
