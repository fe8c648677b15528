"""Reading tours from JSON: what is wrong is said in one sentence that names file, step and field."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, NoReturn, TypeVar

from gui.model.state import VIEW_NAMES, AppState
from gui.tour.actions import Action, Change, Collide, Shuffle
from gui.tour.attention import MOST_WORDS
from gui.tour.live import live
from gui.tour.markup import Formula, Text, formula_of, text_of
from gui.tour.patch import opening, patch_of
from gui.tour.tour import DEPTHS, TARGETS, Check, Depth, Reported, Spotlight, Step, Tour

SCHEMA: Final = 1
ORDER: Final = ("why-waves", "wall-of-clocks", "shift-theorem", "not-a-ruler", "in-the-network", "mistakes")
"""The tours that come with the program, in the order of the list."""

T = TypeVar("T")


class TourError(ValueError):
    """A tour that cannot be read; the message is one sentence that names file, step and field."""


def tours() -> tuple[Tour, ...]:
    """Return the tours that come with the program."""
    return tuple(_shipped(name) for name in ORDER)


def load_tour(path: str | Path) -> Tour:
    """Read a tour: the path of a file, or the name of one that comes with the program.

    Raises
    ------
    TourError
        Names the file, the step and the field.
    """
    if str(path) in ORDER:
        return _shipped(str(path))
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "it is no UTF-8 text"
        raise TourError(f"{file.name}: the tour cannot be read: {reason}") from problem
    return read_tour(text, file.name)


def read_tour(text: str, file: str) -> Tour:
    """Read a tour from its text; `file` is its name for messages.

    Raises
    ------
    TourError
        Names the file, the step and the field.
    """
    place = _Place(file)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        place.fail(f"this is no JSON: {problem}")
    entry = place.entry(data, ("schema", "name", "title", "steps"), ("about",))
    if entry["schema"] != SCHEMA:
        place.at("schema").fail(f"it must be {SCHEMA}, not {entry['schema']!r}")
    steps = place.at("steps").check(entry["steps"], list, "a list of steps")
    if not steps:
        place.at("steps").fail("there must be at least one")
    read = tuple(_step(step, _Place(file, f"step {n}")) for n, step in enumerate(steps, start=1))
    texts = {name: place.at(name).text(entry.get(name, " ")) for name in ("name", "title", "about")}
    _follow(read, file)
    return Tour(texts["name"], texts["title"], texts["about"].strip(), read)


@cache
def _shipped(name: str) -> Tour:
    text = (resources.files("resources") / "tours" / f"{name}.json").read_text(encoding="utf-8")
    return read_tour(text, f"{name}.json")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in which file something stands."""

    file: str
    step: str = ""
    field: str = ""

    def at(self, field: str | int) -> _Place:
        name = f"{self.field}[{field}]" if isinstance(field, int) else f"{self.field}.{field}".lstrip(".")
        return _Place(self.file, self.step, name)

    def fail(self, problem: object) -> NoReturn:
        where = ", ".join(part for part in (self.file, self.step, self.field) if part)
        raise TourError(f"{where}: {problem}")

    def attempt(self, read: Callable[..., T], *arguments: Any) -> T:
        try:
            return read(*arguments)
        except TourError:
            raise
        except (ValueError, TypeError, KeyError) as problem:
            self.fail(problem)

    def check(self, value: Any, kind: type[T], wanted: str) -> T:
        if not isinstance(value, kind) or isinstance(value, bool):
            self.fail(f"it must be {wanted}, not {_shown(value)}")
        return value

    def text(self, value: Any) -> str:
        if not self.check(value, str, "a text"):
            self.fail("it is empty")
        return str(value)

    def entry(self, data: Any, needed: tuple[str, ...], others: tuple[str, ...] = ()) -> dict[str, Any]:
        """Return an object that has all needed fields and no unknown ones."""
        entry: dict[str, Any] = self.check(data, dict, "an object")
        for name in needed:
            if name not in entry:
                self.at(name).fail("it is missing")
        for name in entry:
            if name not in needed + others:
                self.at(name).fail(f"there is no such field; fields are {', '.join(needed + others)}")
        return entry


def _step(data: Any, place: _Place) -> Step:
    others = ("set", "views", "spotlight", "formulas", "actions", "checks", "reported")
    entry = place.entry(data, ("title", "text"), others)
    return Step(
        title=place.at("title").text(entry["title"]),
        patch=place.at("set").attempt(patch_of, entry.get("set", {})),
        views=_views(entry.get("views", list(VIEW_NAMES[:3])), place.at("views")),
        spotlight=_spotlight(entry.get("spotlight"), place.at("spotlight")),
        texts=_texts(entry["text"], place.at("text")),
        formulas=_formulas(entry.get("formulas", []), place.at("formulas")),
        actions=_list(entry, "actions", place, _action),
        checks=_list(entry, "checks", place, _check),
        reported=_list(entry, "reported", place, _reported),
    )


def _list(entry: dict[str, Any], name: str, place: _Place, read: Callable[[Any, _Place], T]) -> tuple[T, ...]:
    at = place.at(name)
    values = at.check(entry.get(name, []), list, "a list")
    return tuple(read(value, at.at(n)) for n, value in enumerate(values, start=1))


def _views(data: Any, place: _Place) -> tuple[str, ...]:
    names = place.check(data, list, "a list of views")
    for name in names:
        if name not in VIEW_NAMES:
            place.fail(f"there is no view {name!r}; views are {', '.join(VIEW_NAMES)}")
    if not names:
        place.fail("at least one view must be shown")
    return tuple(names)


def _spotlight(data: Any, place: _Place) -> Spotlight | None:
    if data is None:
        return None
    entry = place.entry(data, (), TARGETS)
    if len(entry) != 1:
        place.fail(f"it must be on one of {', '.join(TARGETS)}")
    [(target, number)] = entry.items()
    if place.at(target).check(number, int, "a whole number") < 0:
        place.at(target).fail(f"it must be 0 or more, not {number}")
    return Spotlight(target, number)  # type: ignore[arg-type]


def _texts(data: Any, place: _Place) -> Mapping[Depth, Text]:
    """Return the text of every depth, a missing one being that of the depth before."""
    entry = place.entry(data, ("plain",), DEPTHS)
    texts: dict[Depth, Text] = {}
    for depth in DEPTHS:
        at = place.at(depth)
        if depth not in entry:
            texts[depth] = texts[DEPTHS[DEPTHS.index(depth) - 1]]
            continue
        value = entry[depth]
        paragraphs = value if isinstance(value, list) and value else [value]
        texts[depth] = at.attempt(text_of, *(at.text(paragraph) for paragraph in paragraphs))
    return texts


def _formulas(data: Any, place: _Place) -> Mapping[Depth, tuple[Formula, ...]]:
    """Return the formulas of every depth: each stands at its own depth and at the deeper ones."""
    shown: dict[Depth, tuple[Formula, ...]] = dict.fromkeys(DEPTHS, ())
    for n, value in enumerate(place.check(data, list, "a list"), start=1):
        at = place.at(n)
        entry = at.entry(value, ("tex",), ("from",))
        formula = at.at("tex").attempt(formula_of, at.at("tex").text(entry["tex"]))
        first = _choice(entry.get("from", DEPTHS[0]), DEPTHS, at.at("from"))
        for depth in DEPTHS[DEPTHS.index(first) :]:
            shown[depth] += (formula,)
    return shown


def _choice(value: Any, options: tuple[str, ...], place: _Place) -> str:
    if value not in options:
        place.fail(f"it must be one of {', '.join(options)}, not {value!r}")
    return str(value)


def _action(data: Any, place: _Place) -> Action:
    kind = place.check(data, dict, "an object").get("kind")
    _choice(kind, tuple(_ACTIONS), place.at("kind"))
    argument, read = _ACTIONS[str(kind)]
    entry = place.entry(data, ("kind", "label", argument))
    at = place.at("label")
    return read(at.attempt(text_of, at.text(entry["label"])), entry[argument], place.at(argument))


def _collide(label: Text, data: Any, place: _Place) -> Action:
    if isinstance(data, bool) or not isinstance(data, (int, float)) or not 1e-6 <= data <= 0.5:
        place.fail(f"it must be a number from 0.000001 to 0.5, not {data!r}")
    return Collide(label, float(data))


def _shuffle(label: Text, data: Any, place: _Place) -> Action:
    words = tuple(place.text(data).split())
    if not 2 <= len(words) <= MOST_WORDS:
        place.fail(f"it must have 2 to {MOST_WORDS} words, not {len(words)}")
    return Shuffle(label, words)


def _change(label: Text, data: Any, place: _Place) -> Action:
    return Change(label, place.attempt(patch_of, data))


_ACTIONS: Final[dict[str, tuple[str, Callable[[Text, Any, _Place], Action]]]] = {
    "collide": ("epsilon", _collide),
    "shuffle": ("sentence", _shuffle),
    "set": ("set", _change),
}


def _check(data: Any, place: _Place) -> Check:
    entry = place.entry(data, ("quote", "is"), ("within",))
    expression = place.at("is").attempt(live, place.at("is").text(entry["is"]))
    within = entry.get("within", 0)
    if isinstance(within, bool) or not isinstance(within, (int, float)) or not 0 <= within <= 0.5:
        place.at("within").fail(f"it must be a number from 0 to 0.5, not {within!r}")
    return Check(place.at("quote").text(entry["quote"]), expression, float(within))


def _reported(data: Any, place: _Place) -> Reported:
    entry = place.entry(data, ("quote", "source"))
    return Reported(place.at("quote").text(entry["quote"]), place.at("source").text(entry["source"]))


def _follow(steps: tuple[Step, ...], file: str) -> None:
    """Walk the patches, so that a step which cannot be reached is refused now and not in the lecture."""
    state = opening(AppState())
    for n, step in enumerate(steps, start=1):
        place = _Place(file, f"step {n}")
        state = place.at("set").attempt(step.patch.applied, state)
        if name := step.patch.lost(state):
            place.at("set").at(name).fail("it is out of range for the parameters of this step")
        for m, action in enumerate(step.actions, start=1):
            if isinstance(action, Change):
                place.at("actions").at(m).at("set").attempt(action.patch.applied, state)
        _aim(step.spotlight, state, place.at("spotlight"))


def _aim(spotlight: Spotlight | None, state: AppState, place: _Place) -> None:
    if spotlight is not None and spotlight.target == "pair" and spotlight.number >= state.params.pairs:
        place.at("pair").fail(f"there is no pair {spotlight.number}: there are {state.params.pairs}")


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."
