"""MP4 clips by PyAV, which is asked for when it is first needed."""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from gui.export.clips.reel import Reel, rgb_of
from gui.export.files import ExportError
from gui.export.raster import as_lines
from gui.export.size import Size

INSTALL: Final = "pip install av"
_CODEC: Final = "libx264"
_OPTIONS: Final = {"crf": "16", "preset": "medium", "tune": "animation", "threads": "2"}
_BT709: Final = 1


def check_mp4(size: Size, fps: Fraction) -> None:
    """Refuse to write videos where nothing encodes them.

    Raises
    ------
    ExportError
        Without PyAV, or when it has no encoder for H.264.
    """
    if importlib.util.find_spec("av") is None:
        raise ExportError(
            f"an MP4 needs the package av: install it with '{INSTALL}', or choose .gif or .webp"
        )
    import av

    try:
        av.codec.Codec(_CODEC, "w")
    except Exception as problem:
        raise ExportError(f"this installation of av cannot encode H.264: {problem}") from problem


def write_mp4(reel: Reel, file: BinaryIO) -> None:
    """Write an H.264 video; a side of an odd number of pixels gets one more, in the colour at its edge.

    Raises
    ------
    OSError
        What the file raises, of which PyAV would say only that there was something.
    """
    sink = _Sink(file)
    try:
        _encode(reel, sink)
    except Exception:
        if sink.problem is not None:
            raise sink.problem from None
        raise


def _encode(reel: Reel, sink: _Sink) -> None:
    import av

    with av.open(sink, "w", format="mp4", options={"fflags": "+bitexact"}) as container:
        stream: Any = container.add_stream(_CODEC, rate=reel.fps, options=dict(_OPTIONS))
        stream.width, stream.height = (side + side % 2 for side in (reel.size.width, reel.size.height))
        stream.pix_fmt = "yuv420p"
        stream.time_base = stream.codec_context.time_base = 1 / reel.fps
        for name in ("colorspace", "color_primaries", "color_trc", "color_range"):
            setattr(stream.codec_context, name, _BT709)
        container.metadata["title"] = dict(reel.about).get("view", "")
        container.metadata["comment"] = as_lines(reel.about)
        for number, image in enumerate(reel.frames):
            frame = av.VideoFrame.from_ndarray(_even(rgb_of(image)), format="rgb24")
            frame = frame.reformat(format="yuv420p", dst_colorspace="ITU709", dst_color_range="MPEG")
            frame.pts, frame.time_base = number, 1 / reel.fps
            container.mux(stream.encode(frame))
        container.mux(stream.encode())


def _even(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture with even sides: its last row and column are repeated where they are not."""
    height, width = pixels.shape[:2]
    return np.pad(pixels, ((0, height % 2), (0, width % 2), (0, 0)), mode="edge")


class _Sink:
    """A file that the container leaves open, and that remembers why it could not be written."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.problem: OSError | None = None

    def write(self, data: bytes) -> int:
        """Write."""
        try:
            return self._file.write(data)
        except OSError as problem:
            self.problem = problem
            raise

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to a place."""
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        """Return the place."""
        return self._file.tell()
