"""What the thread of a game posts to the screen."""

from __future__ import annotations

from textual.message import Message

from host.engine.playing.scene import Scene
from host.errors import HostError


class Arrived(Message):
    """The child of a session shows a scene."""

    def __init__(self, session: int, scene: Scene) -> None:
        super().__init__()
        self.session, self.scene = session, scene


class Said(Message):
    """A mod, or the host, prints a line."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text


class Ended(Message):
    """The game of a session is over."""

    def __init__(self, session: int, error: HostError | None) -> None:
        super().__init__()
        self.session, self.error = session, error
