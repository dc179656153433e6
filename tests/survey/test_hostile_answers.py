"""Workers that a mod has taken over: what they answer is a failure of their dungeons, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from pathlib import Path
from typing import Any

import pytest

from host import Host
from host.survey import measuring
from host.survey.survey import Survey

Answer = dict[str, Any]
# What is done to a sound answer; a row is [outcome, reason, file, line, seconds, digest, values].
CHANGES: dict[str, Callable[[Answer], object]] = {
    "a row that is no list": lambda answer: answer["rows"].__setitem__(0, "made"),
    "a part too few": lambda answer: answer["rows"][0].pop(),
    "an outcome of its own": lambda answer: answer["rows"][0].__setitem__(0, "fine"),
    "no reason of a failure": lambda answer: answer["rows"][0].__setitem__(0, "failed"),
    "a file that is no text": lambda answer: answer["rows"][0].__setitem__(2, ["/etc/passwd"]),
    "half a letter": lambda answer: answer["rows"][0].__setitem__(5, "\ud800"),
    "a negative line": lambda answer: answer["rows"][0].__setitem__(3, -1),
    "negative seconds": lambda answer: answer["rows"][0].__setitem__(4, -1.0),
    "seconds that are no number": lambda answer: answer["rows"][0].__setitem__(4, nan),
    "a huge value": lambda answer: answer["rows"][0][6].__setitem__(0, 2**80),
    "a value that is a text": lambda answer: answer["rows"][0][6].__setitem__(0, "1); DROP TABLE dungeons"),
    "a value too many": lambda answer: answer["rows"][0][6].append(1.0),
    "more rows than dungeons": lambda answer: answer["rows"].extend(answer["rows"] * 300),
    "a negative count": lambda answer: answer["usage"].update(item={"m.x": [-1, 0]}),
    "a draw of too few parts": lambda answer: answer["draws"].update(p={"x": [1]}),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_malformed_answers_are_failures_of_their_dungeons(
    change: Callable[[Answer], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measure = measuring.measure_dungeons

    def lie(*arguments: Any, **options: Any) -> Answer:
        answer = measure(*arguments, **options)
        change(answer)
        return answer

    monkeypatch.setattr(measuring, "measure_dungeons", lie)
    path = tmp_path / "x.survey"
    Host([]).survey("caves", count=2, metrics="density", options={"width": 20, "height": 20}, jobs=1, path=path)
    assert [file.name for file in tmp_path.iterdir()] == ["x.survey"]
    survey = Survey.open(path)
    assert (len(survey), survey.failed) == (2, 2)
    ((reason, count, _),) = survey.failures()
    assert (reason, count) == ("the child process that runs the mods sent a malformed answer, which was rejected", 2)
