"""The pictures of the handbook, each made by a command of the program."""

from __future__ import annotations

import io
from pathlib import Path

from click.testing import CliRunner
from PIL import Image

from trc_module.art.chart_sheet import width_of
from trc_module.cli.main import group
from trc_module.gamespec import game_folder
from trc_module.module.draw_jobs import ChartPicture, draw
from trc_module.module.inputs import load_inputs
from trc_module.rules.finder import load_game


def run(*words: str | Path) -> str:
    """Run a command and return what it printed; RuntimeError if it could not do it."""
    result = CliRunner().invoke(group, [str(word) for word in words])
    if result.exit_code not in (0, 1) or not isinstance(result.exception, SystemExit | None):
        raise RuntimeError(f"trc-module {' '.join(map(str, words))}: {result.output or result.exception}")
    return result.output


def draw_pictures(folder: Path, work: Path) -> None:
    """Write the gallery's pictures into a folder; `work` is for what they are made from."""
    folder.mkdir(parents=True, exist_ok=True)
    work.mkdir(parents=True, exist_ok=True)
    run("map", "--around", "Kiev", "--radius", "5", "-o", work / "kiev.png")
    run("map", "--style", "contrast", "--around", "Leningrad", "--radius", "5", "-o", work / "leningrad.png")
    run("map", "-o", work / "map.png")
    chosen = "ger-hq-*,ger-4?-pz,ger-ss-*,rum-*,fin-*,hun-*,ita-*,rus-*-tank,rus-stavka,rus-1?-inf,rus-*-cav"
    run("counters", "--ids", chosen, "-o", work / "counters.png")
    run("counters", "--ids", "ger-4?-pz,rus-*-tank,rus-1?-inf", "--style", "silhouette", "-o", work / "silhouettes.png")
    run("play", "--seed", "3", "-o", work / "game.game", "--vlog", work / "game.vlog")
    run("position", work / "game.game", "--png", work / "position.png", "--scale", "0.6")
    run("replay", work / "game.vlog", "--around", "Minsk", "--radius", "5", "-o", work / "replay.png")
    draw_charts(work)
    for name, width in (
        ("kiev", 1100),
        ("leningrad", 1100),
        ("map", 1400),
        ("counters", 1200),
        ("silhouettes", 1200),
        ("position", 1400),
        ("replay", 1100),
        *((f"chart-{game}-{chart}", 1188) for game, charts in CHARTS.items() for chart in charts),
    ):
        (folder / f"{name}.webp").write_bytes(webp(work / f"{name}.png", width))


CHARTS = {"trc": ("combat", "terrain"), "nr": ("turns",), "m41": ("firing",)}
"""The charts of the gallery, by game."""


def draw_charts(folder: Path) -> None:
    """Write the charts of the gallery as the module shows them: `chart-<game>-<chart>.png`."""
    for game, names in CHARTS.items():
        parts = load_inputs(load_game(game), game_folder(game))
        for chart in parts.recipe.charts(parts):
            if chart.name in names:
                picture = ChartPicture(chart, parts.board.legend.title, parts.board, width_of([chart]))
                (content,) = draw([picture], folder, 1)
                (folder / f"chart-{game}-{chart.name}.png").write_bytes(content)


def webp(path: Path, width: int, quality: int = 80) -> bytes:
    """Return a picture as WebP, no wider than so many pixels."""
    stream = io.BytesIO()
    with Image.open(path) as opened:
        image = opened.convert("RGB")
    if image.width > width:
        image = image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)
    image.save(stream, "WEBP", quality=quality, method=4)
    return stream.getvalue()
