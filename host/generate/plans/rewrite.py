"""Levels by rules that rewrite squares (host/generate/rewriting)."""

from __future__ import annotations

from typing import Any

import numpy as np

from host.generate.options import SIZE, Generator, choice_option, text_option
from host.generate.plans.plan import EDGE, KINDS, PASSAGE, Plan, Steps
from host.generate.rewriting.examples import EXAMPLES
from host.generate.rewriting.letters import LetterGrid
from host.generate.rewriting.program import Program, parse_text, parse_toml
from host.model.rng import Stream

REWRITE = Generator(
    "rewrite",
    "host",
    (
        *SIZE,
        choice_option("example", "maze", EXAMPLES, "the program that runs when there are no rules"),
        text_option("rules", 20_000, "rules such as WBB=WAW with spaces between them, or a program in TOML"),
    ),
    "rules that rewrite squares, in the manner of MarkovJunior",
)


def rewrite(options: dict[str, Any], stream: Stream) -> Steps:
    """Yield a state now and then while the rules run, and one with walls. The squares at the sides are walls.

    Raises GenerationError for rules that cannot be read, and for those that never end.
    """
    program = parse_text(options["rules"]) if options["rules"].strip() else parse_toml(EXAMPLES[options["example"]])
    plan = Plan(options["width"], options["height"])
    grid = LetterGrid(plan.width - 2, plan.height - 2, program, stream)
    codes = codes_of(program)
    for state in grid.run():
        plan.cells[1:-1, 1:-1] = codes[state.letters]
        yield plan
    plan.raise_walls()
    yield plan


def codes_of(program: Program) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Return the code of a square by its letter, 256 codes."""
    codes = np.full(256, PASSAGE, dtype=np.uint8)
    codes[ord(program.fill)] = EDGE
    for letter, kind in program.kinds.items():
        codes[ord(letter)] = KINDS.index(kind)
    return codes
