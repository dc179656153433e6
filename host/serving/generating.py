"""What the workers of a pool do: they make maps, and the files that show them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from host.engine.engine import Engine
from host.engine.generators import PreparedRequest
from host.engine.jobs import Operation
from host.model.document import encode_document
from host.model.game_map import GameMap
from host.model.request import Request

# Engine -> the text of the last request without its seed, and that request, prepared.
_prepared: WeakKeyDictionary[Engine, tuple[str, PreparedRequest]] = WeakKeyDictionary()


def generate_again(engine: Engine, request: Request) -> bytes:
    """Generate a map, and return its encoded document."""
    return _make(engine, request, encode_document)


def generate_file(engine: Engine, request: Request, form: str, style: dict[str, Any]) -> bytes:
    """Generate a map, and return the file that shows it in one of `render.formats.FORMATS` but TMJ, which has two.

    `style` are fields of a `PictureStyle`.
    """
    # Imported here, because most workers draw nothing.
    from host.export.pictures import map_files
    from host.render.style import PictureStyle

    path = Path()
    return _make(engine, request, lambda made: map_files(made, path, form, PictureStyle(**style))[path])


def _make(engine: Engine, request: Request, encode: Callable[[GameMap], bytes]) -> bytes:
    """Generate a map, and return what `encode` makes of it.

    A request that differs from the one before in its seed alone does not read the menu again.
    """
    # A text, because 1, 1.0 and True are equal but different options.
    text = repr(request.with_seed(0))
    last_text, prepared = _prepared.get(engine, ("", None))
    if prepared is None or last_text != text:
        prepared = engine.prepare(request)
        _prepared[engine] = text, prepared
    try:
        return encode(engine.make(prepared, request.seed))
    except BaseException:
        # The mod may have changed its menu.
        _prepared.pop(engine, None)
        raise


GENERATE_AGAIN = Operation("host.serving.generating:generate_again", bytes)
GENERATE_FILE = Operation("host.serving.generating:generate_file", bytes)
