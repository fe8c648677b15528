"""Vector pictures: SVG and PDF of an exact size whose text is text, with the parameters inside."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from PySide6.QtCore import QBuffer, QMarginsF, QRect, QSize, QSizeF
from PySide6.QtGui import QGuiApplication, QPageSize, QPaintDevice, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from gui.export.provenance import Provenance
from gui.export.stage import Shot, Stage
from gui.export.strokes import freed

SCREEN_DPI: Final = 96
"""Pixels per inch of a picture whose size on paper was not asked for."""
_NAMESPACE: Final = "urn:wall-of-clocks:parameters"

Metric = QPaintDevice.PaintDeviceMetric


def svg_bytes(stage: Stage, provenance: Provenance, dpi: int | None) -> bytes:
    """Return what is on stage as SVG: one user unit per pixel."""
    size, buffer = stage.shot.size, _buffer()
    device = _SvgDevice(stage.shot)
    device.setOutputDevice(buffer)
    device.setSize(QSize(size.width, size.height))
    device.setViewBox(QRect(0, 0, size.width, size.height))
    device.setResolution(logical_dpi())
    device.setTitle(_title(provenance))
    device.setDescription("\n".join(f"{key}: {value}" for key, value in provenance))
    stage.paint(device)
    text = bytes(buffer.data().data()).decode()
    width, height = (f"{side / dpi:.6g}in" if dpi else str(side) for side in (size.width, size.height))
    text = re.sub(r'width="[^"]*" height="[^"]*"', f'width="{width}" height="{height}"', text, count=1)
    return freed(text.replace("</desc>", f"</desc>\n{_metadata(provenance)}", 1)).encode()


def pdf_bytes(stage: Stage, provenance: Provenance, dpi: int | None) -> bytes:
    """Return what is on stage as a PDF of one page, which is exactly as large as the picture."""
    size, buffer, resolution = stage.shot.size, _buffer(), dpi or SCREEN_DPI
    width, height = (side * 72 / resolution for side in (size.width, size.height))
    device = _PdfDevice(buffer, stage.shot)
    device.setResolution(resolution)
    sheet = QSizeF(math.ceil(width), math.ceil(height))  # Qt knows whole points only; the page is cut to size
    device.setPageSize(QPageSize(sheet, QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch))
    device.setPageMargins(QMarginsF(0, 0, 0, 0))
    stage.paint(device)
    del device  # which ends the file
    data = bytes(buffer.data().data())
    return _with_info(_cut(data, width, height, sheet.height()), provenance)


def logical_dpi() -> int:
    """Return the pixels per inch that points of text are counted with, those of the screen."""
    return round(QGuiApplication.primaryScreen().logicalDotsPerInch())


def _lent(shot: Shot) -> dict[Metric, int]:
    """Return what a device says of itself: the same as an image of this size and pixel ratio does.

    Above all its dots per inch are the screen's whatever its own are: recordings, of which axes are made,
    are replayed larger by the ratio of the two, and fonts in points are, too.
    """
    ratio, dpi = shot.scale, logical_dpi()
    encoded = (Metric.PdmDevicePixelRatioF_EncodedA, Metric.PdmDevicePixelRatioF_EncodedB)
    return {
        Metric.PdmWidth: shot.size.width,
        Metric.PdmHeight: shot.size.height,
        Metric.PdmDpiX: dpi,
        Metric.PdmDpiY: dpi,
        Metric.PdmDevicePixelRatio: max(int(ratio), 1),
        Metric.PdmDevicePixelRatioScaled: round(ratio * QPaintDevice.devicePixelRatioFScale()),
        **{which: QPaintDevice.encodeMetricF(which, ratio) for which in encoded},
    }


class _SvgDevice(QSvgGenerator):
    """An SVG file that takes its pixel ratio from a shot."""

    _lent: Mapping[Metric, int] = {}  # Qt asks before __init__ is through

    def __init__(self, shot: Shot) -> None:
        super().__init__(QSvgGenerator.SvgVersion.Svg11)  # the older one cannot clip
        self._lent = _lent(shot)

    def metric(self, which: Metric) -> int:
        return self._lent[which] if which in self._lent else super().metric(which)


class _PdfDevice(QPdfWriter):
    """A PDF file that takes its pixel ratio from a shot."""

    _lent: Mapping[Metric, int] = {}  # Qt asks before __init__ is through

    def __init__(self, buffer: QBuffer, shot: Shot) -> None:
        super().__init__(buffer)
        self._lent = _lent(shot)

    def metric(self, which: Metric) -> int:
        return self._lent[which] if which in self._lent else super().metric(which)


def _buffer() -> QBuffer:
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    return buffer


def _title(provenance: Provenance) -> str:
    found = dict(provenance)
    return f"{found.get('program', '')}: {found.get('view', '')}"


def _metadata(provenance: Provenance) -> str:
    lines = (f"<parameter name={quoteattr(key)}>{escape(value)}</parameter>" for key, value in provenance)
    return "\n".join(
        ["<metadata>", f'<parameters xmlns="{_NAMESPACE}">', *lines, "</parameters>", "</metadata>"]
    )


def _cut(data: bytes, width: float, height: float, sheet: float) -> bytes:
    """Return a PDF with its page cut to a size in points, from the upper left corner; no byte moves."""
    found = re.search(rb"/MediaBox \[[^\]]*\]", data)
    assert found is not None
    box = f"/MediaBox [0 {sheet - height:.4g} {width:.7g} {sheet:.7g}".ljust(len(found[0]) - 1) + "]"
    assert len(box) == len(found[0])
    return data[: found.start()] + box.encode() + data[found.end() :]


def _with_info(data: bytes, provenance: Provenance) -> bytes:
    """Return a PDF with its document information replaced by an appended update, as the format foresees."""
    trailer = data.rindex(b"trailer")
    number, root, size = (
        int(re.search(rb"/%s (\d+)" % key, data[trailer:])[1])  # type: ignore[index]
        for key in (b"Info", b"Root", b"Size")
    )
    before = int(data[data.rindex(b"startxref") + 9 :].split()[0])
    entries = {
        "Title": _title(provenance),
        "Creator": dict(provenance).get("program", ""),
        **dict(provenance),
    }
    lines = "\n".join(f"/{key} {_pdf_text(value)}" for key, value in entries.items())
    update = f"{number} 0 obj\n<<\n{lines}\n>>\nendobj\n"
    start = len(data) + len(update)
    update += f"xref\n{number} 1\n{len(data):010} 00000 n \n"
    update += f"trailer\n<<\n/Size {size}\n/Root {root} 0 R\n/Info {number} 0 R\n/Prev {before}\n>>\n"
    return data + (update + f"startxref\n{start}\n%%EOF\n").encode("ascii")


def _pdf_text(text: str) -> str:
    if text.isascii():
        return "(" + re.sub(r"([\\()])", r"\\\1", text) + ")"
    return f"<{(chr(0xFEFF) + text).encode('utf-16-be').hex()}>"
