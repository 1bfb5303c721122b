from __future__ import annotations

from pathlib import PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trc_module.vassal import FormatError
from trc_module.vassal.exploded.names import PathNames, name_of

PARTS = st.text(alphabet="aAbB.%:?* é\\conCON", min_size=2, max_size=5).filter(
    # A single letter can be written in two ways, which do not always do.
    lambda part: sum(map(str.isalpha, part)) > 1
)
NAMES = st.lists(PARTS, min_size=1, max_size=3).map("/".join)


@given(st.lists(NAMES, unique=True, max_size=12))
def test_every_entry_has_a_path_of_its_own_on_every_system(names: list[str]) -> None:
    given_paths = PathNames()
    # An archive cannot hold a file and a folder of one name on any system; the paths can.
    paths = [given_paths.path_of(name) for name in names]
    assert [name_of(path) for path in paths] == names
    folded = [str(path).casefold() for path in paths]
    assert len(set(folded)) == len(folded)
    folders = {str(parent).casefold() for path in paths for parent in path.parents}
    assert folders.isdisjoint(folded)
    for path in paths:
        assert not path.is_absolute()
        assert not {"..", ".git"} & {part.lower() for part in path.parts}
        assert not any(part.endswith((".", " ")) or set(part) & set(':?*\\"<>|') for part in path.parts)


@pytest.mark.parametrize(
    ("names", "paths"),
    [
        (["images/a b.png"], ["images/a b.png"]),
        (["what?.png", "100%.txt"], ["what%3F.png", "100%25.txt"]),
        (["a.png", "A.png"], ["a.png", "%41.png"]),
        (["Images/a", "images/b"], ["Images/a", "%69mages/b"]),
        (["a", "a/b"], ["a", "%61/b"]),
        (["con.png", "com1"], ["%63on.png", "%63om1"]),
        ([".git/config"], ["%2Egit/config"]),
        (["./x"], ["%2E/x"]),
    ],
)
def test_names_that_some_system_would_not_take_are_written_as_in_web_addresses(
    names: list[str], paths: list[str]
) -> None:
    given_paths = PathNames()
    assert [str(given_paths.path_of(name)) for name in names] == paths
    assert [name_of(PurePosixPath(path)) for path in paths] == names


@pytest.mark.parametrize(("before", "name"), [(["x"], "a//b"), (["?"], "?/a"), (["a", "A/A"], "A")])
def test_what_no_folder_can_hold_has_no_path(before: list[str], name: str) -> None:
    given_paths = PathNames()
    for other in before:
        given_paths.path_of(other)
    with pytest.raises(FormatError, match="no folder can hold it"):
        given_paths.path_of(name)
