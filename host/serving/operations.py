"""Operations that the workers of a pool perform."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from weakref import WeakKeyDictionary

from host.engine.engine import Engine
from host.engine.generators import Choice
from host.engine.jobs import Operation
from host.generate.options import Value
from host.model.document import encode_document

# Engine -> the text of the last request without its seed, and the choice for it, cached.
_choices: WeakKeyDictionary[Engine, tuple[str, Choice]] = WeakKeyDictionary()


def generate_with_choice(
    engine: Engine,
    generator: str,
    seed: int,
    players: int,
    options: Mapping[str, Value],
    house_colours: Sequence[int] = (),
) -> bytes:
    """Generate a map, and return its encoded document.

    A request with the generator, players, options and colours of the one before does not read the menu again.
    """
    # A text, because 1, 1.0 and True are equal but different options.
    request = repr((generator, players, options, house_colours))
    last_request, choice = _choices.get(engine, ("", None))
    if choice is None or last_request != request:
        choice = engine.choose(generator, players, options, house_colours)
        _choices[engine] = request, choice
    try:
        return encode_document(engine.make(choice, seed))
    except BaseException:
        # The mod may have changed its menu.
        _choices.pop(engine, None)
        raise


GENERATE_WITH_CHOICE = Operation("host.serving.operations:generate_with_choice", bytes)
