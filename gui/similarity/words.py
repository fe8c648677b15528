"""What the similarity plot says in words and numbers."""

from __future__ import annotations

from typing import Final

from gui.canvas.ticks import decimal_text
from gui.model.position import Position
from gui.model.readout import integer_text, position_text, significant
from gui.similarity.crest import nearest_crest
from gui.similarity.measured import Measured
from gui.similarity.quantity import Quantity
from gui.similarity.scene import Scene

GAP_TITLES: Final = ("gap k (positions)", "gap k", "k")


def value_text(value: float) -> str:
    """Return a value with four decimals."""
    return decimal_text(value, 1e-4)


def symbol_text(scene: Scene, gap: str) -> str:
    """Return what the values are called: S(5), δ(5), or S(5)/32 when they are divided."""
    if scene.options.quantity.kind == "distance":
        return f"δ({gap})"
    return divided_symbol(f"S({gap})", scene.unit)


def divided_symbol(name: str, unit: float) -> str:
    """Return a name with what its values are divided by, unless that is 1."""
    divisor = _short(unit)
    return name if divisor == "1" else f"{name}/{divisor}"


def reading_text(scene: Scene, gap: int) -> str:
    """Return a read-out, such as "S(5)/32 = 0.7311"."""
    return f"{symbol_text(scene, integer_text(gap))} = {value_text(scene.value_at(gap))}"


def pointed_text(scene: Scene, gap: int) -> str:
    """Return what is said of the gap under the pointer: its value, and the nearest crest of the wobble."""
    crest = nearest_crest(scene.params, gap)
    said = reading_text(scene, gap)
    return said if crest is None else f"{said}, {crest_text(scene, crest)}"


def crest_text(scene: Scene, crest: int) -> str:
    """Return where the nearest crest is; of distances it is a dip."""
    name = "dip" if scene.options.quantity.kind == "distance" else "crest"
    value = decimal_text(scene.value_at(crest), 1e-3)
    return f"nearest {name}: k = {integer_text(crest)}, {value}"


def longest_reading(scene: Scene) -> str:
    """Return a text about as long as read-outs become, to reserve room for them."""
    return f"{symbol_text(scene, _longest_gap(scene))} = −0.8888"


def longest_pointed(scene: Scene) -> str:
    """Return a text about as long as what is said of the gap under the pointer."""
    return f"{longest_reading(scene)}, nearest crest: k = {_longest_gap(scene)}, 0.888"


def zero_text(scene: Scene) -> str:
    """Return what a logarithmic axis cannot show: the value at gap 0."""
    return f"k = 0: {value_text(scene.value_at(0))}" if scene.scale.log else ""


def difference_text(measured: Measured) -> str:
    """Return how far the measured points are from the curve."""
    return f"largest difference {significant(measured.difference, 2)}"


def sample_text(scene: Scene) -> str:
    """Return what the curve leaves out, or nothing."""
    curve = scene.curve
    if curve.shown >= curve.of:
        return ""
    if not scene.scale.log:
        return f"every pixel shows {curve.shown} of {_rounded(curve.of)} gaps"
    return f"beyond k = {integer_text(curve.whole_to)}, {curve.shown} or more gaps per pixel"


def beyond_text(scene: Scene) -> str:
    """Return what the picture shades, or nothing."""
    return "grey: beyond the length" if scene.goes_beyond else ""


def start_text(position: Position) -> str:
    """Return where points were measured from, such as "from p = 42"."""
    return f"from p = {position_text(position, 2 if position.fraction else 0)}"


def value_titles(quantity: Quantity, *, convention_divides: bool) -> tuple[str, ...]:
    """Return titles of the value axis, the longest first, for whichever has room."""
    if quantity.kind == "distance":
        return ("distance δ(k), 0 … √2", "distance δ(k)", "δ(k)", "")
    if not quantity.normalised:
        return ("dot product PE[p]·PE[p+k]", "PE[p]·PE[p+k]", "S(k)", "")
    if convention_divides:
        return ("similarity S(k) / S(0)", "S(k) / S(0)", "")
    return ("similarity S(k) / pairs", "S(k) / pairs", "")


def _longest_gap(scene: Scene) -> str:
    return integer_text(int("8" * len(str(scene.params.length))))


def _short(value: float) -> str:
    return integer_text(round(value)) if abs(value - round(value)) < 1e-9 else f"{value:.4g}"


def _rounded(count: int) -> str:
    return integer_text(round(count, 1 - len(str(count))))
