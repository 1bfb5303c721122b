"""Names that a package offers: each is there, though its module is imported only when it is asked for."""

from __future__ import annotations

import inspect
import sys
from types import ModuleType

import pytest

from trc_module import facts, roster, rules, vassal
from trc_module.art import counters as art_counters
from trc_module.art import map as art_map
from trc_module.lazy import lazily
from trc_module.vassal import commands

PACKAGES = pytest.mark.parametrize("package", [art_counters, art_map, commands, facts, roster, rules, vassal])


@PACKAGES
def test_every_name_of_a_package_is_that_of_one_of_its_modules(package: ModuleType) -> None:
    for name in package.__all__:
        found = getattr(package, name)
        home = inspect.getmodule(found) if inspect.isclass(found) or inspect.isfunction(found) else None
        # An alias is whatever it stands for.
        if home is not None and home.__name__.startswith("trc_module"):
            assert getattr(home, name) is found


@PACKAGES
def test_a_name_that_there_is_not_is_an_error_as_usual(package: ModuleType) -> None:
    with pytest.raises(AttributeError, match=rf"module '{package.__name__}' has no attribute 'cheque'"):
        getattr(package, "cheque")  # noqa: B009


def test_a_name_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    package, part = ModuleType("parcel"), ModuleType("parcel.part")
    part.__dict__["content"] = 7
    monkeypatch.setitem(sys.modules, "parcel", package)
    monkeypatch.setitem(sys.modules, "parcel.part", part)
    assert lazily("parcel", {"part": ("content",)})("content") == 7
    assert package.__dict__["content"] == 7
