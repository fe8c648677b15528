"""The entry point: parses the arguments and nothing else."""

from __future__ import annotations

import sys

from gui import cli


def main() -> int:
    """Run the command line and return the exit status."""
    return cli.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
