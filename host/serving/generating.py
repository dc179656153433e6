"""What the workers of a pool do: they make maps."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from host.engine.engine import Engine
from host.engine.generators import PreparedRequest
from host.engine.jobs import Operation
from host.model.document import encode_document
from host.model.request import Request

# Engine -> the text of the last request without its seed, and that request, prepared.
_prepared: WeakKeyDictionary[Engine, tuple[str, PreparedRequest]] = WeakKeyDictionary()


def generate_again(engine: Engine, request: Request) -> bytes:
    """Generate a map, and return its encoded document.

    A request that differs from the one before in its seed alone does not read the menu again.
    """
    # A text, because 1, 1.0 and True are equal but different options.
    text = repr(request.with_seed(0))
    last_text, prepared = _prepared.get(engine, ("", None))
    if prepared is None or last_text != text:
        prepared = engine.prepare(request)
        _prepared[engine] = text, prepared
    try:
        return encode_document(engine.make(prepared, request.seed))
    except BaseException:
        # The mod may have changed its menu.
        _prepared.pop(engine, None)
        raise


GENERATE_AGAIN = Operation("host.serving.generating:generate_again", bytes)
