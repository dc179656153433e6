"""An interrupt that a service of the host meets ends the call as it is, wherever in the call the service runs."""

from __future__ import annotations

import pytest

from host import Host
from host.border import state


class Ended(BaseException):
    """What a handler of signals may raise besides KeyboardInterrupt."""


@pytest.mark.parametrize("kind", [KeyboardInterrupt, Ended, SystemExit])
def test_an_interrupt_before_the_protected_call_stays_what_it_is(
    monkeypatch: pytest.MonkeyPatch, kind: type[BaseException]
) -> None:
    host = Host(["base"])

    def interrupt() -> float:
        raise kind

    # The clock of a call starts outside of it.
    monkeypatch.setattr(state, "monotonic", interrupt)
    with pytest.raises(kind):
        host.generate("base", seed=1, dungeon="tiny")
