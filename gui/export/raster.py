"""Raster pictures as the bytes of a file: PNG by Qt; JPEG and WebP by Pillow, since Qt drops their texts."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

from PIL import Image
from PySide6.QtCore import QBuffer
from PySide6.QtGui import QImage

from gui.export.files import ExportError
from gui.export.provenance import Provenance

WEBP_SIDE_MAX: Final = 16383
"""The most pixels wide and high that a WebP can be."""
JPEG_QUALITY: Final = 93
_DESCRIPTION, _SOFTWARE = 0x010E, 0x0131
_X_RESOLUTION, _Y_RESOLUTION, _UNIT, _INCH = 0x011A, 0x011B, 0x0128, 2


def png_bytes(image: QImage, provenance: Provenance, dpi: int | None) -> bytes:
    """Return a picture as PNG with a text for each key."""
    stamped = QImage(image)
    for key, value in provenance:
        stamped.setText(key, value)
    if dpi:
        stamped.setDotsPerMeterX(round(dpi / 0.0254))
        stamped.setDotsPerMeterY(round(dpi / 0.0254))
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    if not stamped.save(buffer, "PNG"):  # type: ignore[call-overload]
        raise ExportError("the picture cannot be turned into PNG")
    return bytes(buffer.data().data())


def jpeg_bytes(image: QImage, provenance: Provenance, dpi: int | None) -> bytes:
    """Return a picture as JPEG, its colours as finely resolved as its lightness."""
    about = {"comment": as_lines(provenance).encode(), "exif": _exif(provenance, dpi)}
    if dpi:
        about["dpi"] = (dpi, dpi)
    return _saved(image, "JPEG", quality=JPEG_QUALITY, subsampling=0, optimize=True, **about)


def webp_bytes(image: QImage, provenance: Provenance, dpi: int | None) -> bytes:
    """Return a picture as WebP, without loss.

    Raises
    ------
    ExportError
        When it is too large for a WebP.
    """
    check_webp(image.width(), image.height())
    return _saved(image, "WEBP", lossless=True, quality=40, method=2, exif=_exif(provenance, dpi))


def check_webp(width: int, height: int) -> None:
    """Refuse a size that no WebP has.

    Raises
    ------
    ExportError
        When a side is too long.
    """
    if max(width, height) > WEBP_SIDE_MAX:
        said = f"a WebP has at most {WEBP_SIDE_MAX} pixels to a side, not {max(width, height)}"
        raise ExportError(f"{said}: choose a smaller size, or PNG")


def pillow_image(image: QImage) -> Image.Image:
    """Return a copy of a picture as Pillow's, with an alpha channel where it has one."""
    alpha = image.hasAlphaChannel()
    plain = image.convertToFormat(QImage.Format.Format_RGBA8888 if alpha else QImage.Format.Format_RGB32)
    mode, raw = ("RGBA", "RGBA") if alpha else ("RGB", "BGRX")
    return Image.frombytes(mode, (plain.width(), plain.height()), bytes(plain.constBits()), "raw", raw)


def as_lines(provenance: Provenance) -> str:
    """Return keys and values as lines of text."""
    return "\n".join(f"{key}: {value}" for key, value in provenance)


def exif_bytes(provenance: Provenance, dpi: int | None = None) -> bytes:
    """Return the parameters as the description of an Exif block."""
    return bytes(_exif(provenance, dpi).tobytes())


def _exif(provenance: Provenance, dpi: int | None) -> Image.Exif:
    exif = Image.Exif()
    exif[_DESCRIPTION] = as_lines(provenance)
    exif[_SOFTWARE] = dict(provenance).get("program", "")
    if dpi:
        exif[_X_RESOLUTION] = exif[_Y_RESOLUTION] = float(dpi)
        exif[_UNIT] = _INCH
    return exif


def _saved(image: QImage, kind: str, **options: Any) -> bytes:
    file = BytesIO()
    pillow_image(image).save(file, kind, **options)
    return file.getvalue()
