"""Clips: every frame shows its position, at its time, in every format; nothing partial is ever left."""

from __future__ import annotations

import io
import tracemalloc
from fractions import Fraction
from itertools import pairwise

import av
import numpy as np
import pytest
from PIL import Image

from gui.app import application
from gui.dialwall.view import DialWallView
from gui.export.animation import (
    Clip,
    bytes_text,
    check_clip_path,
    estimated_bytes,
    parse_clip,
    set_pace,
    write_clip,
)
from gui.export.clips import FORMATS, Reel
from gui.export.clips.reel import rgb_of
from gui.export.files import ExportError
from gui.export.progress import Cancelled
from gui.export.provenance import of_picture
from gui.export.size import Size
from gui.export.stage import Shot
from gui.model.numbers import NumberError
from gui.model.position import Position
from gui.model.state import AppState
from gui.window.pictures import stage_of

STATE = AppState(playing=False, hint=False).evolve(gap=5, pair=3)
SIZE = Size(640, 360)
CLIP = Clip(Position(0), Position(89), 90, Fraction(30))
KINDS = [*FORMATS, ""]


@pytest.fixture(scope="session")
def qapp():
    return application()


@pytest.fixture
def stage(qapp):
    with stage_of("dials", STATE, Shot(SIZE)) as made:
        yield made


def frames_of(path):
    """Return the pictures of a clip and when each begins, in seconds."""
    if path.is_dir():
        return [np.asarray(Image.open(file).convert("RGB")) for file in sorted(path.iterdir())], None
    if path.suffix == ".mp4":
        with av.open(str(path)) as container:
            seen = [
                (f.to_ndarray(format="rgb24"), float(f.pts * f.time_base)) for f in container.decode(video=0)
            ]
        return [frame for frame, _ in seen], [time for _, time in seen]
    pictures, times, now = [], [], 0.0
    with Image.open(path) as image:
        for n in range(image.n_frames):
            image.seek(n)
            image.load()
            pictures.append(np.asarray(image.convert("RGB")))
            times.append(now)
            now += image.info["duration"] / 1000
    return pictures, [*times, now]


@pytest.mark.parametrize("view", ["dials", "views"])
@pytest.mark.parametrize("suffix", KINDS)
def test_frame_n_shows_position_n(qapp, tmp_path, suffix, view):
    path = tmp_path / f"clip{suffix}"
    with stage_of(view, STATE, Shot(SIZE)) as stage:
        write_clip(stage, CLIP, path, of_picture(view, STATE))
    pictures, times = frames_of(path)
    assert len(pictures) == 90
    most = {"": 0, ".webp": 0, ".gif": 1, ".mp4": 3}[suffix]
    for n in (0, 1, 44, 89):
        with stage_of(view, STATE.evolve(position=Position(n)), Shot(SIZE)) as alone:
            wanted = rgb_of(alone.picture()).astype(int)
        errors = [np.abs(picture.astype(int) - wanted).mean() for picture in pictures]
        assert errors[n] <= most
        assert np.argmin(errors) == n
    if times is not None:
        assert times[:90] == pytest.approx([n / 30 for n in range(90)], abs=0.0051)
    if suffix in (".gif", ".webp"):
        assert times[90] == pytest.approx(3.0, abs=1e-9)


@pytest.mark.parametrize("suffix", KINDS)
def test_the_same_positions_give_the_same_bytes(qapp, tmp_path, suffix):
    clip = Clip(Position(3, 0.5), Position(1), 7, Fraction(12))
    written = []
    for n in range(2):
        with stage_of("dials", STATE, Shot(Size(321, 201))) as stage:
            path = tmp_path / f"clip{n}{suffix}"
            write_clip(stage, clip, path, of_picture("dials", STATE))
        files = sorted(path.iterdir()) if path.is_dir() else [path]
        written.append([(file.read_bytes(), file.name if path.is_dir() else "") for file in files])
    assert written[0] == written[1]


def test_positions_are_evenly_spaced_and_exact():
    clip = Clip(Position(10**15, 0.25), Position(10**15 + 1, 0.25), 5, Fraction(25))
    assert [clip.position(n) for n in range(5)] == [
        Position(10**15, 0.25),
        Position(10**15, 0.5),
        Position(10**15, 0.75),
        Position(10**15 + 1, 0.0),
        Position(10**15 + 1, 0.25),
    ]
    assert (clip.step, clip.seconds) == (Fraction(1, 4), Fraction(1, 5))
    assert Clip(Position(5), Position(9), 1, Fraction(1)).position(0) == Position(5)
    backwards = Clip(Position(3), Position(-3), 4, Fraction(1))
    assert [backwards.position(n).value for n in range(4)] == [3, 1, -1, -3]


@pytest.mark.parametrize("fps", [Fraction(30), Fraction(24000, 1001), Fraction(7), Fraction(50)])
def test_roundings_of_frame_times_never_add_up(fps):
    reel = Reel(iter(()), 1000, fps, SIZE, ())
    for ticks in (100, 1000):
        ends = np.cumsum(reel.durations(ticks))
        exact = [float(n * ticks / fps) for n in range(1, 1001)]
        assert np.abs(ends - exact).max() <= 0.5
        assert min(reel.durations(ticks)) >= 2


def test_odd_sizes_are_padded_for_video(qapp, tmp_path):
    size, clip = Size(321, 201), Clip(Position(0), Position(3), 4, Fraction(10))
    with stage_of("similarity", STATE, Shot(size)) as stage:
        for suffix in FORMATS:
            write_clip(stage, clip, tmp_path / f"clip{suffix}", ())
        wanted = rgb_of(stage.picture()).astype(int)
    (last, *_), shapes = frames_of(tmp_path / "clip.mp4")[0][::-1], {".gif": (201, 321), ".webp": (201, 321)}
    assert last.shape == (202, 322, 3)
    assert np.abs(last[:201, :321].astype(int) - wanted).mean() < 3
    assert (last[201] > 245).all()
    for suffix, shape in shapes.items():
        assert frames_of(tmp_path / f"clip{suffix}")[0][0].shape[:2] == shape


def test_what_a_clip_says_of_itself(qapp, stage, tmp_path):
    clip = Clip(Position(0), Position(1), 2, Fraction(10))
    for suffix in FORMATS:
        write_clip(stage, clip, tmp_path / f"clip{suffix}", of_picture("dials", STATE))
    gif, webp = (Image.open(io.BytesIO((tmp_path / f"clip{s}").read_bytes())) for s in (".gif", ".webp"))
    with av.open(str(tmp_path / "clip.mp4")) as mp4:
        told = [gif.info["comment"].decode(), webp.getexif()[0x010E], mp4.metadata["comment"]]
    assert told[0] == told[1] == told[2]
    assert "base: 10000\n" in told[0]
    assert "from: 0\nto: 1\nframes: 2\nfps: 10" in told[0]
    assert gif.info["loop"] == 0


def test_hands_too_fast_to_follow_are_blurred(qapp):
    slow, fast = (Clip(Position(0), Position(by), 2, Fraction(10)) for by in (3, 4))
    with stage_of("dials", STATE, Shot(SIZE)) as stage:
        (view,) = stage.views
        assert isinstance(view, DialWallView)
        for clip, blurred in ((slow, False), (fast, True), (slow, False)):
            set_pace(stage, clip)
            assert bool(view._scene.faces.blurred[0]) is blurred
            assert not view._scene.faces.blurred[1:].any()


def test_the_measured_points_go_along(qapp):
    with stage_of("similarity", STATE, Shot(SIZE)) as stage:
        stage.move(Position(41, 0.5))
        (view,) = stage.views
        assert view.shown.measured.position == Position(41, 0.5)


@pytest.mark.parametrize("suffix", KINDS)
@pytest.mark.parametrize("after", [1, 2, 5])
def test_cancelling_leaves_the_folder_as_it_was(qapp, stage, tmp_path, suffix, after):
    kept = tmp_path / f"clip{suffix}"
    if suffix:
        kept.write_bytes(b"old")
    calls = []

    def progress(done, total):
        calls.append((done, total))
        return len(calls) < after

    with pytest.raises(Cancelled):
        write_clip(stage, CLIP, kept, (), overwrite=True, progress=progress)
    assert calls == [(n, 90) for n in range(after)]
    assert [path.name for path in tmp_path.iterdir()] == ([kept.name] if suffix else [])
    assert not suffix or kept.read_bytes() == b"old"


@pytest.mark.parametrize("suffix", KINDS)
def test_progress_goes_from_nothing_to_all_frames(qapp, stage, tmp_path, suffix):
    seen = []
    clip = Clip(Position(0), Position(3), 4, Fraction(10))
    write_clip(stage, clip, tmp_path / f"clip{suffix}", (), progress=lambda *at: seen.append(at))
    assert seen == [(n, 4) for n in range(5)]


@pytest.mark.parametrize("suffix", KINDS)
def test_the_size_is_told_beforehand(qapp, stage, tmp_path, suffix):
    path = tmp_path / f"clip{suffix}"
    about = estimated_bytes(stage, CLIP, suffix)
    write_clip(stage, CLIP, path, ())
    size = sum(f.stat().st_size for f in path.iterdir()) if path.is_dir() else path.stat().st_size
    assert 0.4 < about / size < 2.5


def test_only_a_few_frames_are_in_memory(qapp, stage, tmp_path):
    write_clip(stage, Clip(Position(0), Position(1), 3, Fraction(30)), tmp_path / "warm.webp", ())
    peaks = []
    for frames in (20, 120):
        tracemalloc.start()
        write_clip(
            stage, Clip(Position(0), Position(1), frames, Fraction(30)), tmp_path / f"{frames}.gif", ()
        )
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.1 * peaks[0]


def test_a_folder_that_is_not_empty_needs_leave(qapp, stage, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    long, short = (Clip(Position(0), Position(1), n, Fraction(10)) for n in (5, 3))
    with pytest.raises(ExportError, match="is not empty: give --force"):
        write_clip(stage, long, tmp_path, ())
    write_clip(stage, long, tmp_path, (), overwrite=True)
    write_clip(stage, short, tmp_path, (), overwrite=True)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["frame-00000.png", "frame-00001.png", "frame-00002.png", "mine.txt"]


def test_what_cannot_be_had_is_refused(tmp_path, monkeypatch):
    def refused(name, match, clip=CLIP, size=SIZE, **options):
        with pytest.raises(ExportError, match=match) as problem:
            check_clip_path(tmp_path / name, clip, size, overwrite=False, **options)
        assert "\n" not in str(problem.value)

    refused("clip.avi", r"a clip is written as \.gif, \.webp, \.mp4 or a folder")
    refused(
        "clip.gif",
        "a GIF shows at most 50 frames per second, not 60",
        Clip(Position(), Position(), 9, Fraction(60)),
    )
    refused("clip.mp4", "at most 9.4 megapixels, and 8000x4000 has 32.0", size=Size(8000, 4000))
    refused("missing/clip.gif", "there is no folder")
    refused("missing/frames", "there is no folder")
    (tmp_path / "clip.webp").write_text("old")
    refused("clip.webp", "exists already")
    refused("clip.webp", "it is not a folder", folder=True)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    refused("clip.mp4", "an MP4 needs the package av: install it with 'pip install av'")
    with pytest.raises(ExportError, match="a clip has 1 to 20000 frames, not 20001"):
        Clip(Position(), Position(), 20001, Fraction(1))


def test_clips_are_read_from_texts():
    state = STATE.evolve(position=Position(7, 0.5))
    assert parse_clip("", "", "25", "10", state) == Clip(
        Position(7, 0.5), Position(27, 0.5), 250, Fraction(25)
    )
    clip = parse_clip("-1e3", "1000000000000000.25", "29.97", "1", state)
    assert (clip.start, clip.end) == (Position(-1000), Position(10**15, 0.25))
    assert (clip.fps, clip.frames) == (Fraction(2997, 100), 30)
    with pytest.raises(NumberError, match="--fps must be a number"):
        parse_clip("", "", "0", "1", state, prefix="--")


def test_bytes_in_words():
    assert [bytes_text(n) for n in (0, 999, 1000, 351_000, 6_240_000, 3 * 10**12)] == [
        "0 bytes",
        "999 bytes",
        "1 kB",
        "351 kB",
        "6.24 MB",
        "3e+03 GB",
    ]


def test_unchanged_frames_take_no_room(qapp, stage, tmp_path):
    for frames in (1, 50):
        write_clip(
            stage, Clip(Position(2), Position(2), frames, Fraction(10)), tmp_path / f"{frames}.gif", ()
        )
    sizes = [(tmp_path / f"{frames}.gif").stat().st_size for frames in (1, 50)]
    assert sizes[1] - sizes[0] < 50 * 40
    assert all(np.array_equal(a, b) for a, b in pairwise(frames_of(tmp_path / "50.gif")[0]))
