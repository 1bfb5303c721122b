"""What stands out over many games, as figures with the chance that nothing but chance is behind them.

None of them says that anybody did anything: of many honest players some stand out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import comb
from typing import Any

from trc_module.archive.chances import Deviations, chance_of, holm
from trc_module.digits import in_natural_order
from trc_module.tournament.folder import Tournament
from trc_module.tournament.results import Result
from trc_module.tournament.statistics import Audits

NOTE = (
    "Dice: the mean of all counted rolls, and the probability that fair dice deviate from their mean by at least as "
    "much. Taken back: rolls that were undone; the probability that a player with the rate of all others takes back at "
    "least as many. Errors: violations in the player's own acts, with the same probability. 'corrected' allows for "
    "the number of players (Holm): below 0.05 comes up in one of twenty tournaments in which nothing is behind it. "
    "These are figures and accuse nobody."
)


def anomaly_rows(tournament: Tournament, results: Sequence[Result], audits: Audits) -> list[dict[str, Any]]:
    """Return a row for each player with rolls or acts in the logs."""
    sides, faces = tournament.settings.sides, _faces(audits)
    rolls: dict[str, list[int]] = defaultdict(list)
    undone: Counter[str] = Counter()
    repeats: dict[str, list[tuple[int, int]]] = defaultdict(list)
    acts: Counter[str] = Counter()
    errors: Counter[str] = Counter()
    for result in results:
        audit = audits.get(result.pairing.game)
        if audit is None:
            continue
        player = dict(zip(sides, result.pairing.players, strict=True))
        told = (audit.get("dice") or {}).get("rolls", ())
        for number, roll in enumerate(told):
            if roll["by"] not in player:
                continue
            if roll["undone"] is None:
                rolls[player[roll["by"]]].append(roll["pips"])
                continue
            undone[player[roll["by"]]] += 1
            again = _again(told, number)
            if again is not None:
                repeats[player[roll["by"]]].append((roll["pips"], again))
        for act in audit.get("acts", ()):
            acts[player.get(act["side"], "")] += 1
        for finding in audit.get("findings", ()):
            if finding["verdict"] == "violation" and finding["by"]:
                errors[player.get(finding["by"], "")] += 1
    names = sorted((rolls.keys() | acts.keys() | undone.keys()) - {""}, key=in_natural_order)
    dice = [_dice_chance(rolls[name], faces) for name in names]
    back = _rates(names, undone, {name: len(rolls[name]) + undone[name] for name in names})
    wrong = _rates(names, errors, acts)
    corrected = zip(holm(dice), holm(back), holm(wrong), strict=True)
    return [
        {
            "player": name,
            "rolls": len(rolls[name]),
            "mean": round(sum(rolls[name]) / len(rolls[name]), 3) if rolls[name] else None,
            "expected": (faces + 1) / 2,
            "dice-chance": _short(dice[place]),
            "dice-corrected": _short(each[0]),
            "taken-back": undone[name],
            "repeated-higher": sum(new > old for old, new in repeats[name]),
            "repeated-lower": sum(new < old for old, new in repeats[name]),
            "taken-back-chance": _short(back[place]),
            "taken-back-corrected": _short(each[1]),
            "acts": acts[name],
            "errors": errors[name],
            "errors-chance": _short(wrong[place]),
            "errors-corrected": _short(each[2]),
        }
        for place, (name, each) in enumerate(zip(names, corrected, strict=True))
    ]


def _short(chance: float) -> float:
    return float(f"{chance:.4g}")


def _faces(audits: Audits) -> int:
    """Return how many faces the dice have: six, or the most that was rolled."""
    highest = (roll["pips"] for audit in audits.values() for roll in (audit.get("dice") or {}).get("rolls", ()))
    return max(6, *map(int, highest), 6)


def _again(rolls: Sequence[Mapping[str, Any]], number: int) -> int | None:
    """Return the pips of the roll that took the place of one that was taken back: the next for the same."""
    gone = rolls[number]
    what = [gone[key] for key in ("die", "purpose", "about", "by")]
    for roll in rolls[number + 1 :]:
        if [roll[key] for key in ("die", "purpose", "about", "by")] == what:
            return int(roll["pips"])
    return None


def _dice_chance(rolls: Sequence[int], faces: int) -> float:
    """Return the chance that fair dice deviate from their mean by at least as much, either way."""
    # Twice the distance of each face from the mean, so that all are whole.
    one: Deviations = tuple(2 * face - faces - 1 for face in range(1, faces + 1))
    return chance_of([one] * len(rolls), sum(2 * pips - faces - 1 for pips in rolls))


def _rates(names: Sequence[str], counts: Mapping[str, int], tries: Mapping[str, int]) -> list[float]:
    """Return for each player the chance of so many or more at the rate of all the others."""
    hits, total = sum(counts[name] for name in names), sum(tries[name] for name in names)
    found = []
    for name in names:
        others = total - tries[name]
        rate = (hits - counts[name]) / others if others else 0.0
        # At a rate of 0 a single one would be impossible: whoever tells a rate from none allows for one more.
        rate = rate or (1 / (others + 2) if others else 0.5)
        found.append(at_least(counts[name], tries[name], min(rate, 1.0)))
    return found


_EXACT = 2_000
"""The number of tries up to which the chance is added up exactly."""


def at_least(count: int, tries: int, rate: float) -> float:
    """Return the chance of `count` hits or more in so many tries."""
    if count <= 0:
        return 1.0
    if tries > _EXACT:
        from math import erfc, sqrt

        spread = sqrt(2 * tries * rate * (1 - rate))
        return erfc((count - 0.5 - tries * rate) / spread) / 2 if spread else float(count <= tries * rate)
    below = sum(comb(tries, hits) * rate**hits * (1 - rate) ** (tries - hits) for hits in range(count))
    return min(1.0, max(0.0, 1.0 - below))
