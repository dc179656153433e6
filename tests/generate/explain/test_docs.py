"""The example of docs/explain.md."""

from __future__ import annotations

from pathlib import Path

from tests.helpers import ROOT, run_command
from tests.project.test_docs import blocks


def test_the_page_shows_the_explanation_of_its_mod(tmp_path: Path) -> None:
    page = blocks(ROOT / "docs" / "explain.md")
    for block in page:
        if block.file:
            path = tmp_path / block.file
            path.parent.mkdir(exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
    result = run_command("generate", tmp_path / "cellars", "--seed", "1", "--explain")
    assert result.exit_code == 1
    shown = [block.text for block in page if block.language == "text" and not block.file]
    assert len(shown) == 2
    for text in shown:
        # The lines of an error are indented.
        assert text in result.stderr.replace("\n  ", "\n")
