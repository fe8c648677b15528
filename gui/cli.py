"""The command line: options to a state, and the state to a window, a table or a picture."""

from __future__ import annotations

import argparse
import contextlib
import difflib
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from engine import CONVENTIONS, EncodingParams
from engine.limits import MAX_BASE, MAX_D_MODEL, MAX_LENGTH, MIN_BASE, MIN_D_MODEL
from engine.tables import TABLE_KINDS
from gui import preflight
from gui.export.files import ExportError
from gui.export.provenance import VERSION, of_picture
from gui.export.size import Size, parse_size
from gui.model.numbers import parse_integer, parse_position, parse_real
from gui.model.position import POSITION_LIMIT
from gui.model.presets import preset, presets
from gui.model.state import GAP_LIMIT, THEMES, AppState

if TYPE_CHECKING:
    from PySide6.QtCore import QMessageLogContext, QtMsgType
    from PySide6.QtGui import QImage

PROGRAM: Final = "wall-of-clocks"
VIEW_NAMES: Final = ("dials", "heatmap", "similarity", "window")
"""The views of `gui.catalogue`, which would import Qt, and the whole window."""
DTYPES: Final = ("float64", "float32", "float16")
REFUSED: Final = 2
INTERRUPTED: Final = 128 + signal.SIGINT

_NEGATIVE: Final = re.compile(r"[-−][\d.]")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit status.

    Returns
    -------
    int
        0; 2 after one sentence on standard error; 130 after Ctrl+C.
    """
    try:
        options = parse(sys.argv[1:] if argv is None else argv)
        return _COMMANDS[options.command](options)
    except KeyboardInterrupt:
        return INTERRUPTED
    except (ExportError, preflight.PreflightError, ValueError) as error:
        return _refused(str(error))
    except MemoryError:
        return _refused("there is not enough memory for this")


def _refused(sentence: str) -> int:
    print(f"{PROGRAM}: {sentence}", file=sys.stderr)
    return REFUSED


# ---- commands ------------------------------------------------------------------------------------


def _show(options: argparse.Namespace) -> int:
    state = state_of(options, playing=not options.paused)
    preflight.check_window()
    from gui.app import run

    nothing_asked = not vars(options).keys() - {"command", "paused"}
    return run(state, paused=options.paused, remember=nothing_asked)


def _table(options: argparse.Namespace) -> int:
    from gui.export.table import table_of, write_table

    state = state_of(options, playing=False)
    start = parse_integer(options.start, "--start", -POSITION_LIMIT, POSITION_LIMIT)
    rows = None if options.rows is None else parse_integer(options.rows, "--rows", 1, 2 * POSITION_LIMIT)
    table = table_of(options.kind, state, start=start, rows=rows, dtype=options.dtype)
    with _signals(_end, signal.SIGTERM):
        write_table(table, options.output, overwrite=options.force)
    return 0


def _image(options: argparse.Namespace) -> int:
    state, size, path = (
        state_of(options, playing=False),
        parse_size(options.size, "--size"),
        Path(options.output),
    )
    if sys.platform == "linux":
        # Always off-screen here, so that a picture depends on no desktop's scale, theme or fonts, and can be
        # made over any connection. Elsewhere there always is a display, and Qt's off-screen has no fonts.
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with _signals(_end_at_once, signal.SIGINT, signal.SIGTERM):
        preflight.check_picture()
        from gui.export.image import check_picture_path, write_picture

        check_picture_path(path, overwrite=options.force)
        image = _painted(options.view, state, size)
    with _signals(_end, signal.SIGTERM):
        write_picture(image, path, of_picture(options.view, state), overwrite=options.force)
    return 0


def _painted(view: str, state: AppState, size: Size) -> QImage:
    from PySide6.QtCore import qInstallMessageHandler

    from gui.app import application
    from gui.window.pictures import picture_of
    from gui.window.theme import apply_look

    qInstallMessageHandler(_qt_message)
    apply_look(application(), state.theme, state.text_size)
    return picture_of(view, state, size)


def _qt_message(kind: QtMsgType, context: QMessageLogContext, message: str | None) -> None:
    """Pass on what Qt says, but for the line by which its off-screen platform greets every window."""
    if message and "propagateSizeHints" not in message:
        print(message, file=sys.stderr)


_COMMANDS: Final = {"show": _show, "table": _table, "image": _image}


@contextlib.contextmanager
def _signals(handler: Callable[[int], NoReturn], *numbers: int) -> Iterator[None]:
    """Give some signals another handler for a while; only the main thread can, others leave them alone."""
    ours = numbers if threading.current_thread() is threading.main_thread() else ()
    before = {number: signal.signal(number, lambda number, _: handler(number)) for number in ours}
    try:
        yield
    finally:
        for number, former in before.items():
            signal.signal(number, former)


def _end(number: int) -> NoReturn:
    """Unwind, so that no partial file is left, as Ctrl+C does by itself."""
    sys.exit(128 + number)


def _end_at_once(number: int) -> NoReturn:
    """End without unwinding: while Qt paints, it would swallow an exception and go on."""
    os._exit(128 + number)


# ---- options to a state --------------------------------------------------------------------------


def state_of(options: argparse.Namespace, *, playing: bool) -> AppState:
    """Return the state that the shared options ask for.

    Raises
    ------
    ValueError
        When an option is no number of its range, or the options do not go together.
    """
    given = vars(options)
    chosen = preset(given["preset"]) if "preset" in given else presets()[0]
    params = _params(given, chosen.params)
    position = parse_position(given["position"], "--position") if "position" in given else chosen.position
    state = AppState(params=params, playing=playing, hint=playing, theme=given.get("theme", "light"))
    if position is not None:
        state = replace(state, position=position, measured_at=position)
    if "gap" in given or chosen.gap is not None:
        most = min(GAP_LIMIT, POSITION_LIMIT - max(state.position.whole, 0))
        gap = parse_integer(given.get("gap", str(chosen.gap)), "--gap", 0, most)
        state = replace(state, gap=gap, gap_hand=True)
    if "pair" in given:
        pair = parse_integer(given["pair"], "--pair", 0, params.pairs - 1)
        state = replace(state, pair=pair, inspecting=True)
    return state


def _params(given: dict[str, Any], params: EncodingParams) -> EncodingParams:
    changes: dict[str, Any] = {}
    if "d" in given:
        changes["d_model"] = parse_integer(given["d"], "--d", MIN_D_MODEL, MAX_D_MODEL)
    if "base" in given:
        changes["base"] = parse_real(given["base"], "--base", MIN_BASE, MAX_BASE)
    if "length" in given:
        changes["length"] = parse_integer(given["length"], "--length", 1, MAX_LENGTH)
    if "convention" in given:
        changes["convention"] = CONVENTIONS[given["convention"]]
    return replace(params, **changes)


# ---- the parser ----------------------------------------------------------------------------------


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Return the options of a command line; shared ones that were not given are absent.

    Raises
    ------
    ValueError
        When it cannot be understood.
    """
    shared = _shared_options()
    parser = _Parser(
        prog=PROGRAM,
        description="See sinusoidal position encoding. Without a command, the window opens.",
        parents=[shared],
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {VERSION}")
    commands = parser.add_subparsers(dest="command", title="commands", metavar="COMMAND")
    parser.set_defaults(command="show", paused=False)
    known = parser.options
    for name, text, add in _SUBPARSERS:
        added = commands.add_parser(name, parents=[shared], help=text)
        add(added)
        known |= added.options
    arguments = _joined(argv)
    _check_options(arguments, known)
    return parser.parse_args(arguments)


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(allow_abbrev=False, **keywords)

    @property
    def options(self) -> set[str]:
        """The names of its options."""
        return set(self._option_string_actions)

    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def _check_options(arguments: Sequence[str], known: set[str]) -> None:
    """Name an unknown option: argparse would stumble over what follows it, and name that."""
    for argument in arguments:
        option = argument.partition("=")[0]
        if len(option) > 2 and option.startswith("--") and option not in known:
            near = difflib.get_close_matches(option, sorted(known), 1, 0.7)
            raise ValueError(f"there is no option {option}" + (f", did you mean {near[0]}?" if near else ""))


def _shared_options() -> _Parser:
    """Return the options that go before or after a command: absent ones overwrite nothing."""
    parser = _Parser(add_help=False, argument_default=argparse.SUPPRESS)
    group = parser.add_argument_group("parameters", "Numbers may be written as 10000, 1e4, 10^4 or '10 000'.")
    group.add_argument("--d", metavar="N", help="columns of the table, 2 to 8192 (64)")
    group.add_argument("--base", metavar="X", help="base of the wavelengths, 0.001 to 10^15 (10000)")
    group.add_argument("--length", metavar="N", help="rows of the table, 1 to 10^15 (128)")
    group.add_argument(
        "--convention", metavar="NAME", choices=tuple(CONVENTIONS), help=f"one of {', '.join(CONVENTIONS)}"
    )
    names = ", ".join(found.name for found in presets())
    group.add_argument("--preset", metavar="NAME", help=f"where to start from: one of {names}")
    group.add_argument("--position", metavar="P", help="position, whole or with a fraction (0)")
    group.add_argument("--gap", metavar="K", help="gap from the position to the second one")
    group.add_argument("--pair", metavar="I", help="selected pair, 0 to d/2 - 1")
    group.add_argument("--theme", choices=THEMES, help="colours (light)")
    return parser


def _add_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--paused", action="store_true", help="do not play")


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", metavar="KIND", choices=TABLE_KINDS, help=f"one of {', '.join(TABLE_KINDS)}")
    _add_output(parser, "the file, .csv, or - for standard output")
    parser.add_argument("--start", metavar="N", default="0", help="first position, pair or gap (%(default)s)")
    parser.add_argument("--rows", metavar="N", help="how many rows (to the end of the table)")
    parser.add_argument("--dtype", choices=DTYPES, help="numbers of the encoding (float64)")


def _add_image(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("view", metavar="VIEW", choices=VIEW_NAMES, help=f"one of {', '.join(VIEW_NAMES)}")
    _add_output(parser, "the file, .png")
    parser.add_argument(
        "--size", metavar="WxH", default="1920x1080", help="64 to 16384 pixels each (%(default)s)"
    )


def _add_output(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help=text)
    parser.add_argument("--force", action="store_true", help="replace the file if it is there already")


_SUBPARSERS: Final = (
    ("show", "open the window", _add_show),
    ("table", "write exact numbers as CSV", _add_table),
    ("image", "write a picture as PNG", _add_image),
)


def _joined(argv: Sequence[str]) -> list[str]:
    """Join an option and a negative number after it: argparse would take -1e4 for an option."""
    joined: list[str] = []
    for argument in argv:
        if joined and _NEGATIVE.match(argument) and re.fullmatch(r"--[a-z]+", joined[-1]):
            joined[-1] += f"={argument}"
        else:
            joined.append(argument)
    return joined
