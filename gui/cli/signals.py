"""Signals while a command works: ways to end that leave no partial file."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Final, NoReturn

INTERRUPTED: Final = 128 + signal.SIGINT


@contextlib.contextmanager
def signals(handler: Callable[[int], object], *numbers: int) -> Iterator[None]:
    """Give some signals another handler for a while; only the main thread can, others leave them alone.

    One that the handler has ignored since stays so: the program is about to end.
    """
    ours = numbers if threading.current_thread() is threading.main_thread() else ()
    before = {number: signal.signal(number, lambda number, _: handler(number)) for number in ours}
    try:
        yield
    finally:
        for number, former in before.items():
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, former)


def unwind(number: int) -> NoReturn:
    """End by an exception, so that no partial file is left; more signals do not disturb the tidying."""
    for ignored in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ignored, signal.SIG_IGN)
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    sys.exit(128 + number)


def end_at_once(number: int) -> NoReturn:
    """End without unwinding: while Qt paints, it would swallow an exception and go on."""
    os._exit(128 + number)
