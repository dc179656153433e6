"""What runs tests of a mod under a debugger: each test in a process of its own, which can be started again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from host.errors import HostError
from host.process import frames
from host.tools.testing.child import CaseKey, ChildSetup
from host.tools.testing.fork_server import CommandOutcome, ForkServer

if TYPE_CHECKING:
    from host.tools.debugging.session import Debugger


class DebugServer(ForkServer):
    """Opens test files as usual, and runs their tests under a debugger."""

    def __init__(self, setup: ChildSetup, debugger: Debugger) -> None:
        super().__init__(setup)
        self._debugger = debugger

    def run(self, path: str, key: CaseKey, following: CaseKey | None = None) -> CommandOutcome:  # noqa: ARG002
        """Run a test of a file."""
        printed: list[str] = []

        def start(observation: Any, once: Callable[[Any], Any], pause: Any, tick: Any) -> Any:
            setup = self._setup._replace(
                observation=observation.to_data(),
                budgets=self._debugger.grow(self._setup.budgets),
            )
            handlers = {frames.PRINT: once(printed.append), frames.PAUSE: pause}
            return ForkServer(setup).run_once(path, key, handlers, tick=tick)

        try:
            result = self._debugger.debug(start)
        except HostError as error:
            return CommandOutcome([], error, printed)
        return CommandOutcome([result["test"]], None, printed)
