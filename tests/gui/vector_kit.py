"""Reading vector pictures back: shapes, pictures and texts of SVG and PDF, in pixels from the upper left."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from xml.etree import ElementTree

import numpy as np
import pypdf

SVG = "{http://www.w3.org/2000/svg}"


@dataclass
class Drawing:
    """Lines as arrays of shape (points, 2), pictures as (left, top, right, bottom), texts as (text, x, y)."""

    width: float
    height: float
    lines: list = field(default_factory=list)
    images: list = field(default_factory=list)
    texts: list = field(default_factory=list)

    @property
    def segments(self):
        """Lines of two points, shape (n, 2, 2)."""
        return np.array([line for line in self.lines if len(line) == 2]).reshape(-1, 2, 2)


def of_svg(data):
    root = ElementTree.fromstring(data)
    _, _, width, height = map(float, root.get("viewBox").split())
    drawing = Drawing(width, height)
    _walk(root, np.eye(3), drawing)
    return drawing


def _walk(element, matrix, drawing):
    matrix = matrix @ _matrix(element.get("transform"))
    kind = element.tag.removeprefix(SVG)
    if kind in ("defs", "metadata"):
        return
    if kind in ("polyline", "polygon"):
        drawing.lines.append(_moved(matrix, _numbers(element.get("points"))))
    if kind == "path":
        drawing.lines.append(_moved(matrix, _numbers(element.get("d"))))
    if kind == "image":
        x, y, w, h = (float(element.get(name) or 0) for name in ("x", "y", "width", "height"))
        drawing.images.append(_box(matrix, x, y, x + w, y + h))
    if kind == "text" and element.text:
        x, y = _moved(matrix, np.array([[float(element.get("x")), float(element.get("y"))]]))[0]
        drawing.texts.append((element.text, x, y))
    for child in element:
        _walk(child, matrix, drawing)


def _numbers(text):
    return np.array(re.findall(r"-?[\d.]+(?:e[-+]?\d+)?", text), dtype=float).reshape(-1, 2)


def _matrix(text):
    if not text:
        return np.eye(3)
    a, b, c, d, e, f = map(float, re.findall(r"-?[\d.]+(?:e[-+]?\d+)?", text))
    return np.array([[a, c, e], [b, d, f], [0, 0, 1]])


def _moved(matrix, points):
    return (matrix @ np.column_stack([points, np.ones(len(points))]).T).T[:, :2]


def _box(matrix, left, top, right, bottom):
    corners = _moved(matrix, np.array([[left, top], [right, bottom]]))
    return (*corners.min(axis=0), *corners.max(axis=0))


def of_pdf(data, dpi=96):
    """Read a page back in its pixels, so many to an inch."""
    reader = pypdf.PdfReader(io.BytesIO(data))
    page = reader.pages[0]
    left, bottom, right, top = map(float, page.mediabox)
    zoom = dpi / 72
    drawing = Drawing((right - left) * zoom, (top - bottom) * zoom)
    place = np.array([[zoom, 0, -left * zoom], [0, -zoom, top * zoom], [0, 0, 1]])
    _run(page, place, drawing)

    def note(text, matrix, text_matrix, *_):
        a, b, c, d, e, f = matrix
        whole = place @ np.array([[a, c, e], [b, d, f], [0, 0, 1]])
        if text.strip():
            x, y = _moved(whole, np.array([text_matrix[4:6]]))[0]
            drawing.texts.append((text.strip(), x, y))

    page.extract_text(visitor_text=note)
    return drawing


def _run(page, place, drawing):
    stack, matrix, points = [], place, []
    for operands, operator in pypdf.generic.ContentStream(page.get_contents(), page.pdf).operations:
        numbers = [float(n) for n in operands] if operator in (b"cm", b"m", b"l", b"c") else []
        if operator == b"q":
            stack.append(matrix)
        elif operator == b"Q":
            matrix = stack.pop()
        elif operator == b"cm":
            a, b, c, d, e, f = numbers
            matrix = matrix @ np.array([[a, c, e], [b, d, f], [0, 0, 1]])
        elif operator == b"m":
            points.append([numbers])
        elif operator in (b"l", b"c") and points:
            points[-1].append(numbers[-2:])
        elif operator in (b"S", b"f", b"f*", b"B", b"B*", b"n"):
            if operator == b"S":
                drawing.lines += [_moved(matrix, np.array(line)) for line in points]
            points = []
        elif operator == b"Do":
            drawing.images.append(_box(matrix, 0, 0, 1, 1))
