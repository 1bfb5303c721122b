from __future__ import annotations

from trc_module.rules.identity_cache import cache_last


def test_the_very_same_question_is_answered_once_and_an_equal_one_anew() -> None:
    asked: list[tuple[str, list[int], int]] = []

    @cache_last
    def join(name: str, numbers: list[int], last: int) -> list[int]:
        asked.append((name, numbers, last))
        return [*numbers, last]

    numbers, equal = [1, 2], [1, 2]
    first = join("a", numbers, 3)
    assert join("a", numbers, 3) is first
    assert join("a", equal, 3) == first
    assert join("a", numbers, 3) is not first
    assert asked == [("a", [1, 2], 3)] * 3
