"""Documents of maps, as workers encode them."""

from __future__ import annotations

from typing import Any

from host.process import frames
from host.process.child import malformed_answer


def decode_document(encoded: bytes) -> Any:
    """Return the document of a map that a worker encoded. Raises HostError for a malformed one."""
    try:
        return frames.decode(encoded)
    except (ValueError, RecursionError, MemoryError):
        raise malformed_answer() from None
