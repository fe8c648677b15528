"""The options of the command line, and the parser that reads them."""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from engine import CONVENTIONS, TABLE_KINDS
from gui.export.provenance import VERSION
from gui.export.reading import READABLE
from gui.export.size import SIZES
from gui.export.table import SUFFIXES
from gui.model.presets import presets
from gui.model.state import RENDERERS, THEMES

PROGRAM: Final = "wall-of-clocks"
VIEW_NAMES: Final = ("dials", "heatmap", "similarity", "waves", "views", "window")
"""The views of `gui.catalogue`, which would import Qt, three of them side by side, and the whole window."""
DTYPES: Final = ("float64", "float32", "float16")

_NEGATIVE: Final = re.compile(r"[-−][\d.]")


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
    parser.set_defaults(command="show", paused=False, present=False, tour="")
    known = parser.options
    for name, text, add in _SUBPARSERS:
        added = commands.add_parser(name, parents=[shared], help=text)
        add(added)
        known |= added.options
    arguments = _joined(argv)
    _check_options(arguments, known)
    return parser.parse_args(_with_command(arguments))


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


def _with_command(arguments: list[str]) -> list[str]:
    """Put "show" before options that come without a command, so that its own may stand there too."""
    named = any(argument in (name for name, *_ in _SUBPARSERS) for argument in arguments)
    asks = {"-h", "--help", "--version"} & set(arguments)
    bare = bool(arguments) and arguments[0].startswith("-")
    return ["show", *arguments] if bare and not named and not asks else arguments


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
    group.add_argument("--session", metavar="FILE", help="start from a saved session")
    group.add_argument("--theme", choices=THEMES, help="colours (light)")
    return parser


def _add_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--paused", action="store_true", help="do not play")
    parser.add_argument("--present", action="store_true", help="begin in presentation mode")
    parser.add_argument("--tour", metavar="NAME", default="", help="begin a tour: its name, or a file")
    parser.add_argument(
        "--renderer", choices=RENDERERS, default=argparse.SUPPRESS, help="what draws the window (auto)"
    )


_TABLES: Final = """\
All formats but .md and .tex, which are rounded, read back to the same numbers. CSV, TSV and JSON have every
column and every parameter; .npz and .safetensors have the columns of numbers as "values", the first column
under its own name and the rest as metadata; .npy has the columns of numbers alone, which for the encoding is
the table itself."""


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _TABLES
    parser.add_argument("kind", metavar="KIND", choices=TABLE_KINDS, help=f"one of {', '.join(TABLE_KINDS)}")
    _add_output(parser, f"the file, {' '.join(SUFFIXES)}, or - for standard output as CSV")
    parser.add_argument(
        "--start", metavar="N", default="0", help="first position, pair, gap or channel (%(default)s)"
    )
    parser.add_argument("--rows", metavar="N", help="how many rows (to the end of the table)")
    parser.add_argument("--dtype", choices=DTYPES, help="numbers of the encoding (float64)")
    parser.add_argument(
        "--limit", metavar="N", help="how far collisions and bad positions are searched for (a few seconds)"
    )


def _add_identify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help=f"a table, {' '.join(READABLE)}; - or nothing reads a row or a table from standard input",
    )
    parser.add_argument("--tensor", metavar="NAME", help="which array of a file of several")
    parser.add_argument("--json", action="store_true", help="print JSON")


def _add_image(parser: argparse.ArgumentParser) -> None:
    _add_view(parser)
    _add_output(parser, "the file, .png .jpg .webp .svg or .pdf")
    parser.add_argument("--size", metavar="WxH", default="1920x1080", help=f"{SIZES} (%(default)s)")
    parser.add_argument("--dpi", metavar="N", help="dots per inch on paper, 36 to 2400 (300 for paper sizes)")
    parser.add_argument("--transparent", action="store_true", help="leave the background out")
    _add_scale(parser)


def _add_animate(parser: argparse.ArgumentParser) -> None:
    _add_view(parser)
    _add_output(parser, "the file, .gif .webp or .mp4, or a folder for numbered PNGs")
    parser.add_argument(
        "--from", metavar="P", dest="start", default="", help="position of the first frame (the --position)"
    )
    parser.add_argument(
        "--to", metavar="P", dest="end", default="", help="position of the last frame (20 positions on)"
    )
    parser.add_argument("--fps", metavar="X", default="25", help="frames per second (%(default)s)")
    parser.add_argument("--seconds", metavar="X", default="10", help="how long it lasts (%(default)s)")
    parser.add_argument("--size", metavar="WxH", default="1280x720", help="pixels (%(default)s)")
    _add_scale(parser)


def _add_view(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("view", metavar="VIEW", choices=VIEW_NAMES, help=f"one of {', '.join(VIEW_NAMES)}")


def _add_scale(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--scale", metavar="X", help="pixels per pixel of the window (so many that text is as in 1280x720)"
    )


def _add_doctor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def _add_bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "pattern", metavar="NAME", nargs="?", default="*", help="only those that match, as in 'encode.*'"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def _add_output(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help=text)
    parser.add_argument("--force", action="store_true", help="replace the file if it is there already")


_SUBPARSERS: Final = (
    ("show", "open the window", _add_show),
    ("table", "write exact numbers to a file", _add_table),
    ("identify", "tell which convention made a table", _add_identify),
    ("image", "write a picture", _add_image),
    ("animate", "write a clip of a range of positions", _add_animate),
    ("doctor", "tell versions, OpenGL and the renderer chosen", _add_doctor),
    ("bench", "time this machine against plain recipes", _add_bench),
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
