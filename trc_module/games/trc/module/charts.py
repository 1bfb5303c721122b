"""The charts of The Russian Campaign as tables, made from the data."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.charts.sheet import GROUND, Block, ChartSheet, Grid, SheetNote, dice, grid, said
from trc_module.games.trc.charts import Charts
from trc_module.games.trc.charts.movement import WEATHERS, Cell
from trc_module.games.trc.module.chart_tables import replacements, victory, words
from trc_module.games.trc.module.chart_words import translated
from trc_module.games.trc.module.tables import charts_of
from trc_module.module.charts import steps_of
from trc_module.module.recipe import ModuleInputs

_ASSUMED = "Values with a question mark are our assumption: correct them from your own chart (see the module's help)."
_IMPULSES = "Where two values stand, the second is that of the second impulse."


def charts(parts: ModuleInputs) -> Iterator[ChartSheet]:
    """Yield each chart, in the language of the module."""
    charts, texts = charts_of(parts), parts.texts
    bodies: dict[str, tuple[Block, ...]] = {
        "combat": tuple(_combat(charts)),
        "movement": tuple(_movement(charts)),
        "terrain": (_terrain(charts),),
        "weather": tuple(_weather(charts)),
        "air": tuple(_air(charts)),
        "replacements": tuple(replacements(charts, parts.roster)),
        "victory": tuple(victory(charts)),
        "turns": (_turns(charts),),
        "sequence": (steps_of(parts),),
    }
    for name, blocks in bodies.items():
        # The steps are in the players' language already.
        words = (lambda text: text) if name == "sequence" else translated(parts.folder, texts.language, name)
        yield ChartSheet(name, texts(f"chart.{name}"), tuple(said(block, words) for block in blocks))


def _combat(charts: Charts) -> Iterator[Block]:
    combat, numbers = charts.combat, range(1, 7)
    first_of = [heading.split("/")[0] for heading in combat.columns]
    rows = [[str(die), *(combat.result(odds, die) for odds in first_of)] for die in numbers]
    yield grid(["Die", *combat.columns], rows, dice(numbers))
    yield SheetNote(
        f"At {combat.automatic_victory} the defenders are removed without a die, "
        f"by the Russians from turn {combat.russian_victory_from} on (16)."
    )
    yield grid(["Result", "Meaning"], [[code, text] for code, text in combat.meanings.items()])


def _movement(charts: Charts) -> Iterator[Block]:
    cells = charts.movement.cells
    rows = []
    for name in charts.movement.classes:
        both = [[_allowance(cells[name, impulse, weather]) for impulse in (1, 2)] for weather in WEATHERS]
        rows.append([words(name), *(" / ".join(dict.fromkeys(each)) for each in both)])
    yield grid(["Units", *map(words, WEATHERS)], rows)
    yield SheetNote(_IMPULSES)
    yield SheetNote(_ASSUMED)


def _allowance(cell: Cell) -> str:
    return f"{cell.value}{'' if cell.source.trust.carries_violation else ' ?'}"


def _terrain(charts: Charts) -> Grid:
    rows = [[words(name), effect.movement, effect.combat] for name, effect in charts.terrain.items()]
    signs = [f"{GROUND}{effect.drawn or name}" for name, effect in charts.terrain.items()]
    return grid(["Terrain", "Movement", "Combat"], rows, signs)


def key_words(parts: ModuleInputs) -> dict[str, str]:
    """Return what the key of the map says in the language of the module: what the terrain chart does."""
    in_words = translated(parts.folder, parts.texts.language, "terrain")
    found: dict[str, str] = {}
    for name, effect in charts_of(parts).terrain.items():
        found |= {text: in_words(text) for text in (effect.movement, effect.combat)} | {name: in_words(words(name))}
    return found


def _weather(charts: Charts) -> Iterator[Block]:
    months = charts.weather.months
    with_die = {name: column for name, column in months.items() if not column.automatic}
    highest = max(len(column.weather) for column in with_die.values())
    rows = [
        [str(die), *(f"{words(c.weather[die])} ({c.drm[die]:+d})" for c in with_die.values())] for die in range(highest)
    ]
    fixed = [[_months(name), words(column.automatic)] for name, column in months.items() if column.automatic]
    yield grid(["Die", *(_months(name) for name in with_die)], rows)
    yield SheetNote("Add the running modifier to the die; then add the number in the cell to the running modifier.")
    yield grid(["Months without a die", "Weather"], fixed)


def _air(charts: Charts) -> Iterator[Block]:
    for kind, title in (("stuka", "Stukas"), ("sturmovik", "Sturmoviks")):
        years = sorted({year for of_kind, year, _ in charts.air.numbers if of_kind == kind})
        rows = [[str(year), *(str(charts.air.numbers.get((kind, year, w), 0)) for w in WEATHERS)] for year in years]
        yield grid([title, *(words(weather) for weather in WEATHERS)], rows)


def _turns(charts: Charts) -> Grid:
    turns = [turn for number, turn in charts.turns.items() if number]
    heads = list(dict.fromkeys(turn.label for turn in sorted(turns, key=lambda turn: (turn.number + 1) % 6)))
    years: dict[int, dict[str, str]] = {}
    for turn in turns:
        years.setdefault(turn.year, {})[turn.label] = f"Turn {turn.number}"
    rows = [[str(year), *(of_year.get(label, "\u2013") for label in heads)] for year, of_year in years.items()]
    return grid(["Year", *heads], rows)


def _months(key: str) -> str:
    return "/".join(part.capitalize() for part in key.split("-"))
