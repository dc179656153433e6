"""Texts over the map: the page of keys, inventory, what can be done, the end of the game."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from host.cli.terminal.playing.keys import CHOICE_HINT, END_HINT, LETTERS, MEANINGS, PAGE_HINT
from host.engine.playing.scene import Scene
from host.errors import counted
from host.play.action import CONTROL, STEPS, Action


class Page(NamedTuple):
    """Lines over the map, and the actions that letters choose."""

    lines: Sequence[str]
    hint: str = PAGE_HINT
    # Letter -> the action.
    choices: dict[str, Action] = {}  # noqa: RUF012 - never changed


def show_help(legend: Sequence[str], columns: int, meanings: Sequence[tuple[str, str]] = MEANINGS) -> Page:
    """Return the keys, in so many columns, and what the signs on the map mean."""
    width = max(len(key) for key, _ in meanings) + 2
    lines = []
    for key, meaning in meanings:
        first, *others = textwrap.wrap(meaning, max(20, columns - width))
        lines += [key.ljust(width) + first, *(" " * width + other for other in others)]
    return Page(["Keys", "", *lines, "", "The map", "", *legend])


def show_actions(scene: Scene) -> Page:
    """Return all that the player can do but walk, with reasons why not."""
    offers = [offer for offer in scene.offers.values() if offer.id not in STEPS]
    groups = (
        ("What you can do", [offer for offer in offers if not _is_control(offer) and offer.reason is None]),
        ("What the mods add", [offer for offer in offers if _is_control(offer) and offer.reason is None]),
        ("Not now", [offer for offer in offers if offer.reason is not None]),
    )
    lines, choices = list[str](), dict[str, Action]()
    for title, members in groups:
        more, chosen = _choose(members, LETTERS[len(choices) :])
        if members:
            lines += [*([""] if lines else []), title, "", *more]
        choices |= chosen
    return Page(lines, CHOICE_HINT, choices)


def show_inventory(scene: Scene) -> Page:
    """Return what the player carries, what each thing is for, and what can be done with it."""
    lines, choices = ["You carry nothing."] if not scene.things else ["You carry", ""], dict[str, Action]()
    for thing in scene.things:
        use = f": {thing.use}" if thing.use else ""
        held = " (in your hands)" if thing.is_held else ""
        lines.append(f"{thing.title}{held}{use}")
        offers = [offer for offer in scene.offers.values() if offer.id.partition(":")[2] == thing.id]
        more, chosen = _choose(offers, LETTERS[len(choices) :])
        lines += more
        choices |= chosen
    return Page(lines, CHOICE_HINT if choices else PAGE_HINT, choices)


def _is_control(offer: Action) -> bool:
    return offer.id.startswith(CONTROL)


def _choose(offers: Iterable[Action], letters: str) -> tuple[list[str], dict[str, Action]]:
    """Return lines for some actions, and the letters that choose those that can be done."""
    lines, choices = [], {}
    free = iter(letters)
    left = 0
    for offer in offers:
        if offer.reason is not None:
            lines.append(f"  -  {offer.text}: {offer.reason}")
        elif (letter := next(free, None)) is not None:
            lines.append(f"  {letter}  {offer.text}")
            choices[letter] = offer
        else:
            left += 1
    if left:
        lines.append(f"  …  {left} more, for which no letter is left")
    return lines, choices


def show_end(scene: Scene, seed: int, messages: Sequence[str], *, all_of_them: bool = False) -> Page:
    """Return how the game ended, with all messages if asked: the last ones stand below the page."""
    told = "You have won." if scene.outcome == "won" else "You have lost."
    about = f"{scene.name}, seed {seed}, {counted(scene.turn, 'turn')}"
    return Page([told, about, "", *(messages if all_of_them else ())], END_HINT)
