"""Catalogues of translations as translators write them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trc_module.catalogue import EMPTY, catalogue_of, faults_of, read_catalogue
from trc_module.errors import UserError

HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\\n"

"""


def written(folder: Path, entries: str, name: str = "de.po") -> Path:
    path = folder / name
    path.write_text(HEAD + entries, encoding="utf-8")
    return path


def entry(english: str, said: str, context: str = "sentence") -> str:
    return f'msgctxt "{context}"\nmsgid "{english}"\nmsgstr "{said}"\n\n'


def test_entries_have_their_context_words_and_line(tmp_path: Path) -> None:
    catalogue = read_catalogue(written(tmp_path, entry("{u} moved.", "{u} zog.") + entry("axis", "Achse", "word")))
    assert [(each.context, each.english, each.said, each.line) for each in catalogue.entries] == [
        ("sentence", ("{u} moved.",), ("{u} zog.",), 7),
        ("word", ("axis",), ("Achse",), 11),
    ]


def test_plural_forms_are_those_of_the_language(tmp_path: Path) -> None:
    forms = 'msgid "{n} hex"\nmsgid_plural "{n} hexes"\n'
    forms += "".join(f'msgstr[{number}] "{{n}} {word}"\n' for number, word in enumerate(("pole", "pola", "pól")))
    catalogue = read_catalogue(written(tmp_path, forms, "pl.po"))
    (found,) = catalogue.entries
    assert [found.said[catalogue.plural(number)] for number in (1, 3, 7)] == ["{n} pole", "{n} pola", "{n} pól"]


def test_what_is_fuzzy_or_empty_is_not_used(tmp_path: Path) -> None:
    path = written(tmp_path, "#, fuzzy\n" + entry("It moved.", "Es zog.") + entry("It stood.", ""))
    assert [each.said for each in read_catalogue(path).entries] == [(), ()]


def test_a_file_that_is_missing_or_damaged_is_an_empty_catalogue_for_a_reader(tmp_path: Path) -> None:
    assert catalogue_of(tmp_path / "de.po") is EMPTY
    assert catalogue_of(written(tmp_path, "msgid nonsense\n")) is EMPTY


def test_a_damaged_file_is_told_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, entry("It moved.", "Es zog.") + "nonsense\n")
    with pytest.raises(UserError, match=re.escape(f"{path}, line 10: expected an entry of a gettext catalogue")):
        read_catalogue(path)
    path.write_bytes(b'msgid "x"\nmsgstr "\xff"\n')
    with pytest.raises(UserError, match="expected a gettext catalogue in UTF-8"):
        read_catalogue(path)


@pytest.mark.parametrize(
    ("english", "said", "fault"),
    [
        ("{u} moved.", "{u} zog {n}.", "'{u} moved.' has no {n}, which its translation has"),
        ("{u} moved {n}.", "{u} zog.", "the translation of '{u} moved {n}.' has lost {n}"),
        ("It moved.", "", "'It moved.' has no words in the language, and stays English"),
        (
            "The (axis|russian) side.",
            "Die (Achse|Russen|Finnen).",
            "the translation of 'The (axis|russian) side.' leaves other words to choose from than the English",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line(tmp_path: Path, english: str, said: str, fault: str) -> None:
    assert list(faults_of(written(tmp_path, entry("It stood.", "Es stand.") + entry(english, said)))) == [(11, fault)]


def test_an_unknown_language_is_told(tmp_path: Path) -> None:
    found = list(faults_of(written(tmp_path, entry("It stood.", "Es stand."), "xx.po")))
    assert found == [(None, "there is no language 'xx': expected the code of one, as de or pt_BR")]


def test_an_entry_for_a_value_names_a_value_of_its_form(tmp_path: Path) -> None:
    right = entry("{units} {verb} lost.", "{units} gingen verloren.", "sentence verb=were")
    assert list(faults_of(written(tmp_path, right))) == []
    wrong = entry("{units} were lost.", "{units} gingen verloren.", "sentence verb=were")
    assert list(faults_of(written(tmp_path, wrong))) == [
        (7, "'{units} were lost.' has no {verb}, for a value of which this translation is")
    ]
