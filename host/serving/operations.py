"""Operations of pools, which run in a worker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

from host.engine.engine import Choice, Engine
from host.engine.jobs import Operation
from host.engine.operations import GENERATE
from host.generate.options import Value
from host.model.document import to_document

# Engine -> the last choice, and the text of what chose it, cached.
_choices: WeakKeyDictionary[Engine, tuple[str, Choice]] = WeakKeyDictionary()


def generate_with_choice(
    engine: Engine, generator: str, seed: int, players: int, options: Mapping[str, Value]
) -> dict[str, Any]:
    """Generate a map, and return its document. Requests for the same in a row read the options of the menu once."""
    # Equal values of two types are two options.
    wanted = repr((generator, players, options))
    chosen_by, choice = _choices.get(engine, ("", None))
    if choice is None or chosen_by != wanted:
        choice = engine.choose(generator, players, options)
        _choices[engine] = wanted, choice
    try:
        return to_document(engine.make(choice, seed))
    except BaseException:
        # The mod may have changed its menu.
        _choices.pop(engine, None)
        raise


GENERATE_WITH_CHOICE = Operation("host.serving.operations:generate_with_choice", GENERATE.result)
