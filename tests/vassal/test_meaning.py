"""Texts of a trait that the engine would write as one; `test_meaning_referee` asks the engine itself."""

# ruff: noqa: E501  (texts of traits are easier to compare uncut)

from __future__ import annotations

import pytest

from tests.vassal.meanings import SAME
from trc_module.vassal.traits import TRAITS, Trait
from trc_module.vassal.traits.meaning import meaning, same_type
from trc_module.vassal.values import Key


@pytest.mark.parametrize(("old", "new"), SAME)
def test_an_older_text_is_the_same_trait_as_the_newer(old: str, new: str) -> None:
    assert same_type(old, new)
    assert same_type(new, old)


# What only VASSAL 3.7 and later write, as found in the files that they wrote.
NEWER = [
    (
        "emb2;;128;;Up;128;;;128;;;;1;false;0;0;a.png,b.png;,;true;Step;;;false;;1;1;true;;85,130;;",
        "emb2;;128;;Up;128;;;128;;;;1;false;0;0;a.png,b.png;,;true;Step;;;false;;1;1;true;;85,130;;;1.0;;true",
    ),
    (
        "globalkey;Go;71,130;57344,0,Go;;false;1;true;true;;;-1;COUNTER|false|MAP|||||0|0||false|||EQUALS",
        "globalkey;Go;71,130;57344,0,Go;;false;1;true;true;;;-1;COUNTER|false|MAP|||||0|0||false|||EQUALS||;false;",
    ),
    (
        "button;65,130;-20;-30;40;50;press",
        "button;65,130;-20;-30;40;50;press;false;false;1;4;-20;-30;20;-30;20;20;-20;20",
    ),
    ("button;65,130;0;0;0;0;press", "button;65,130;0;0;0;0;press;false;true;1;0"),
    ("obs;77,130;mask.png;Mask;I;?;side:;Peek", "obs;77,130;mask.png;Mask;I;?;side:;Peek;;false;;"),
    ("label;;Change;10;;0,0,0;t;0;c;0;b;c;$pieceName$;Dialog;0;0;TextLabel;", "label;;Change;10;;;t;0;c;0;b;c;$pieceName$;Dialog;0;0;TextLabel;;false"),
    ("markmoved;m.png;0;0;Mark Moved;77,130;", "markmoved;m.png;0;0;Mark Moved;77,130;;false;;;;"),
    ("return;Discard;82,130;Pile;Choose;", "return;Discard;82,130;;Choose;;2;false;Pile"),
    ("return;Discard;82,130;;Choose;", "return;Discard;82,130;;Choose;;2;true;"),
    ("footprint;84,130;Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;", "footprint;84,130;Trail;false;false;10;255,255,255;0,0,0;100;50;20;30;1.0;;;;;false"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), NEWER, ids=[new.partition(";")[0] for _, new in NEWER])
def test_fields_that_newer_engines_write_have_the_defaults_of_older_texts(old: str, new: str) -> None:
    if old.startswith("label"):
        # An empty colour is none, and not black.
        new = new.replace(";10;;;t", ";10;;0,0,0;t")
    assert same_type(old, new)
    assert same_type(new, old)


DIFFERENT = [
    ("emb2;;128;;;128;;;128;;;;1;false;0;0;a,b;,;true;S;;;false;;1;1;true;;;;;1.0;;true", "emb2;;128;;;128;;;128;;;;1;false;0;0;a,b;,;true;S;;;false;;1;1;true;;;;;1.0;;"),
    ("emb2;;128;;;128;;;128;;;;1;false;0;0;a,b;,;true;S;;;false;;1;1;true", "emb2;;128;;;128;;;128;;;;1;false;0;0;a,c;,;true;S;;;false;;1;1;true"),
    ("emb2;A;128;A;;128;;;128;;;;1;false;0;0;a,b;,;true;S", "emb2;A;128;B;;128;;;128;;;;1;false;0;0;a,b;,;true;S"),
    ("button;65,130;-20;-30;40;50;press", "button;65,130;-20;-30;40;50;press;false;false;1;4;-20;-30;20;-30;20;20;-20;21"),
    ("return;Discard;82,130;Pile;Choose;", "return;Discard;82,130;;Choose;;2;false;Other"),
    ("globalkey;Go;G;K;;false;1;true;true;;;-1;", "globalkey;Go;G;K;;false;1;true;true;;;-1;COUNTER|true|CURMAP"),
    ("PROP;n;true,0,5,true;", "PROP;n;true,0,6,true;"),
    ("PROP;n;;m:77\\,130:P\\,1", "PROP;n;;m:78\\,130:P\\,1"),
    ("footprint;84,130;;;;;;;;;;;;;;;;1", "footprint;84,130;;;;;;;;;;;;;;;;2"),
    ("calcProp;n;1+1", "calcProp;n;1+2"),
    ("nonRect;m,0,0,c", "nonRect2;2.0;m,0,0,c"),
    ("mark;CF", "label;CF"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_means_something_else_is_another_trait(one: str, other: str) -> None:
    assert not same_type(one, other)
    assert not same_type(other, one)


def test_the_fields_have_the_forms_that_the_engine_writes() -> None:
    fields = meaning("emb2;Activate;2;A;Increase;2;];Decrease;2;[;Reset;R;1;false;0;0;,;a,b;true;N")
    assert fields["activate_key"] == Key(65, 130)
    assert fields["up_key"] == Key(93, 130)
    assert (fields["always_active"], fields["version"], fields["only_value"]) == (False, 1, "true")


@pytest.mark.parametrize("trait_id", sorted(TRAITS))
def test_a_trait_of_any_length_has_a_meaning(trait_id: str) -> None:
    tokens = Trait.make(trait_id).tokens
    for count in range(len(tokens) + 1):
        text = ";".join([trait_id, *tokens[:count]])
        assert same_type(text, text)
        assert meaning(text) is not None
    assert meaning(";".join([trait_id, *["x"] * 60])) is not None
