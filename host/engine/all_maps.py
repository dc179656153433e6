"""The operation of jobs that generates all maps of a request."""

from __future__ import annotations

from typing import Any

from host.engine.engine import Engine
from host.engine.jobs import Operation
from host.errors import RequestError
from host.model.document import to_document
from host.model.request import Request


def generate_all(engine: Engine, request: Request, play: float = 0.0) -> list[dict[str, Any]]:
    """Generate all maps of a request, as `Engine.generate_all` does; `play` seconds follow on one that is alone.

    Returns their documents.
    """
    maps = engine.generate_all(request)
    if play and len(maps) > 1:
        raise RequestError(f"time passes on one map, and there are {len(maps)}: ask for no seconds of play")
    if play:
        engine.play(play)
    return list(map(to_document, maps))


GENERATE_ALL = Operation("host.engine.all_maps:generate_all", [{"format": str}])
