"""The entry point: parses the arguments and nothing else."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line and return the exit status."""
    try:
        from gui import cli  # here, so that Ctrl+C ends it quietly from the start

        return cli.main(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
