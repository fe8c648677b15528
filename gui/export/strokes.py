"""Lines of an SVG picture that keep their share of it at every magnification; no Qt in here."""

from __future__ import annotations

import re
from typing import Final

_FIXED: Final = 'vector-effect="non-scaling-stroke"'
_GROUP: Final = re.compile(r'<g [^>]*?transform="matrix\(([^)]*)\)"[^>]*>(.*?)</g>', re.DOTALL)
_SHAPE: Final = re.compile(r"<(?:polyline|polygon|path|line)\b[^>]*/>")
_LISTS: Final = re.compile(r'\b(points|d)="([^"]*)"')
_PAIR: Final = re.compile(r"(-?[\d.]+(?:e[-+]?\d+)?),(-?[\d.]+(?:e[-+]?\d+)?)")

Matrix = tuple[float, float, float, float, float, float]


def freed(svg: str) -> str:
    """Return an SVG in which no line is so many pixels of the screen wide.

    Qt writes pens that are so many pixels wide whatever the transformation as strokes that do not scale,
    not even with the whole picture. Their shapes are transformed here once and for all, and what the group
    around them would do is undone, so that the stroke stays as wide as it was.
    """
    return _GROUP.sub(_freed_group, svg)


def _freed_group(found: re.Match[str]) -> str:
    if _FIXED not in found[2]:
        return found[0]
    a, b, c, d, e, f = (float(part) for part in found[1].split(","))
    matrix = (a, b, c, d, e, f)
    if a * d - b * c == 0:
        return found[0]
    body = _SHAPE.sub(lambda shape: _freed_shape(shape[0], matrix), found[2])
    head = found[0][: found.start(2) - found.start()]
    return f"{head}{body}</g>"


def _freed_shape(shape: str, matrix: Matrix) -> str:
    if _FIXED not in shape:
        return shape
    mapped = _LISTS.sub(lambda found: f'{found[1]}="{_mapped(found[2], matrix)}"', shape)
    undone = ",".join(f"{part:.12g}" for part in _inverse(matrix))
    return mapped.replace(_FIXED, f'transform="matrix({undone})"')


def _mapped(points: str, matrix: Matrix) -> str:
    a, b, c, d, e, f = matrix

    def moved(pair: re.Match[str]) -> str:
        x, y = float(pair[1]), float(pair[2])
        return f"{a * x + c * y + e:.8g},{b * x + d * y + f:.8g}"

    return _PAIR.sub(moved, points)


def _inverse(matrix: Matrix) -> Matrix:
    a, b, c, d, e, f = matrix
    det = a * d - b * c
    return d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det
