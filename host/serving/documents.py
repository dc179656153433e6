"""Maps as a pool returns them: decoded when a program first looks at them."""

from __future__ import annotations

from threading import Lock
from typing import Any

from host.model.document_reader import from_document
from host.model.map import Map
from host.process import frames
from host.process.child import malformed_answer

# Held while a map is decoded, so that threads that share it decode it once.
_decoding = Lock()


class ServedMap(Map):
    """A map that holds its encoded document until one of its attributes is first used.

    Decoding takes longer than all else that the parent does for a request. So it happens in the thread of the program,
    and not at all for maps that the program drops.
    """

    def __init__(self, encoded: bytes) -> None:
        self._encoded: bytes | None = encoded

    def __getattr__(self, name: str) -> Any:
        """Decode the map: an attribute is missing only until then. Raises HostError for a malformed document."""
        # Python looks for special methods, such as those of pickle, at the class.
        if not name.startswith("__"):
            with _decoding:
                encoded = self.__dict__.get("_encoded")
                if encoded is not None:
                    self.__dict__.update(
                        {**vars(from_document(decode_document(encoded))), **self.__dict__, "_encoded": None}
                    )
            if name in self.__dict__:
                return self.__dict__[name]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def decode_document(encoded: bytes) -> Any:
    """Return the document of a map that a worker encoded. Raises HostError for a malformed one."""
    try:
        return frames.decode(encoded)
    except (ValueError, RecursionError, MemoryError):
        raise malformed_answer() from None
