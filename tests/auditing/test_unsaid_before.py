"""Keys of an earlier phase of battles that may explain a later one: what explains nothing is not searched through."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.untidy.other_plays import parts_of, told_of
from trc_module.auditing.completing import Completing

LEFT_STANDING = """
at: turn 1 soviet attacks-1 good
on B17: fin-7-corps
on A18: sov-42-rif
on D14: fin-4-corps
fall-back fin-4-corps D14 C14 B13 A13
disperse fin-4-corps
end
end
end
end
attack 1: sov-42-rif x fin-7-corps
odds 1: 1-3
roll 1: 6
result 1: DE
end
"""


def test_no_key_before_explains_who_was_not_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_on = []
    monkeypatch.setattr(Completing, "read_on", lambda *given: read_on.append(given))
    told = told_of(parts_of("trp"), LEFT_STANDING, [], tmp_path)
    assert [text.split(": ")[0] for text in told] == ["violation XIII.C2"]
    assert read_on == []
