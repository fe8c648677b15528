"""The house rules that a machine can check: layers, one star of Qt-free modules, small files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted([*ROOT.glob("engine/**/*.py"), *ROOT.glob("gui/**/*.py"), ROOT / "main.py"])
QT_FREE = (
    "engine",
    "gui.model.state",
    "gui.model.transport",
    "gui.canvas.palette",
    "gui.dialwall.scene",
    "gui.heatmap.scene",
    "gui.similarity.scene",
    "gui.waves.scene",
    "gui.export.table",
    "gui.cli",
)


def test_import_contracts() -> None:
    command = [
        sys.executable,
        "-c",
        "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())",
    ]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("module", QT_FREE)
def test_importing_brings_in_no_qt(module: str) -> None:
    code = (
        f"import sys, {module}; "
        "print([name for name in sys.modules if name.split('.')[0] in ('PySide6', 'shiboken6', 'pyqtgraph')])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def test_a_start_imports_only_what_it_shows() -> None:
    late = (
        *("gui.tour", "gui.window.presentation", "gui.window.copying", "gui.window.export_dialog"),
        *("gui.export.clipboard", "gui.dialwall.gl", "gui.heatmap.gl", "gui.panels.inspector"),
    )
    code = f"import sys, gui.app, gui.cli.commands; print([m for m in {late} if m in sys.modules])"
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_are_small_and_say_what_they_own(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith('"""'), "a module opens with one sentence that says what it owns"
    assert len(text.splitlines()) <= 400


@pytest.mark.parametrize("path", [p for p in SOURCES if "engine" not in p.parts], ids=lambda path: path.stem)
def test_the_window_uses_only_the_public_names_of_the_engine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "from engine." not in text
    assert "import engine." not in text
