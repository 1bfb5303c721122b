"""Texts of traits with what VASSAL 3.6 writes for them (or, first, a later engine); each pair is one trait.

Read off the engine; `test_meaning_referee` holds them against it.
"""

# ruff: noqa: E501  (texts of traits are easier to compare uncut)

from __future__ import annotations

SAME = [
    # Letters of old layers become keys, levels without names get empty ones, levels fill up with defaults.
    (
        "emb2;Activate;2;A;Increase;2;];Decrease;2;[;Reset;R;1;false;0;0;,;a,b;true;N",
        "emb2;Activate;2;A;Increase;2;];Decrease;2;[;Reset;82,130;1;false;0;0;,;a,b;true;N;;;false;;1;1;false;65,130;93,130;91,130;;1.0",
    ),
    (
        "emb2;;2;;;2;;;2;;;;1;false;0;0;,;;true;N;;;false;;1;0;true;;;",
        "emb2;;2;;;2;;;2;;;;1;false;0;0;,;,;true;N;;;false;;1;1;true;;;;;1.0",
    ),
    ("PROP;n;;", "PROP;n;false,0,100,false;;"),
    ("PROP;n;true,1;", "PROP;n;true,1,100,false;;"),
    ("PROP;n;true,1,5,true;:77\\,2:P\\,3", "PROP;n;true,1,5,true;:77\\,130:P\\,3;"),
    ("return;Ret;R;Discard", "return;Ret;82,130;Discard;Select destination;;2;false;Discard"),
    ("globalkey;G;G;K;;false;1;true;true;;;-1;", "globalkey;G;71,130;75,130;;false;1;true;true;;;-1;COUNTER|false|MAP|||||0|0||false|||EQUALS"),
    ("globalkey;G;G;K;;false;1;true;true;;;-1;MAP|true|CURMAP", "globalkey;G;71,130;75,130;;false;1;true;true;;;-1;COUNTER|true|CURMAP|||||0|0||false|||EQUALS"),
    ("hide;I;Inv;1,2,3;side", "hide;73,130;Inv;1,2,3;player:;0.30000001192092896;;false"),
    ("obs;77,130;;Mask;PZ;?;side:;Peek", "obs;77,130;;Mask;P90,130;?;side:;Peek;;false"),
    ("obs;M;i;Mask", "obs;77,130;i;Mask;I;?;player:;Peek;;true"),
    ("label;;Change;10;;;;0;;0;;;x", "label;;Change;10;;;t;0;c;0;b;c;x;Dialog;0;0;TextLabel;"),
    ("label;;Change;10;;;top;0;c;0;b;c;$PieceName$ ($label$);SansSerif;1", "label;;Change;10;;;t;0;c;0;b;c;$pieceName$ ($label$);SansSerif;1;0;TextLabel;"),
    ("immob;ntV", "immob;n;V;R;"),
    ("immob;gi", "immob;ig;I;R;"),
    ("immob;Z;", "immob;Z;N;R;"),
    ("calcProp;n;1+1", "calcProp;n;{1+1};"),
    ("propertysheet;;Props;P;0;1;2;3", "propertysheet;;Props;;0;1;2;3;80,130;"),
    ("report;MX;f", "report;77\\,130,88\\,130;f;;;;false"),
    ("translate;M;77,2;5;6;true;", "translate;M;77,130;5;6;true;;0;0;0;"),
    ("AreaOfEffect;null;30;1", "AreaOfEffect;;30;1;true;Show area;;;true;;"),
    ("nonRect2;1.0;m,0,0,l,5,5,c", "nonRect;m,0,0,l,5,5,c"),
    ("restrict;a,b", "restrict;a,b;false;true;"),
    ("delete;Delete;77,1", "delete;Delete;77,65;"),
    ("delete;Delete;39,8", "delete;Delete;39,520;"),
    ("delete;Delete;m", "delete;Delete;109,130;"),
    ("delete;Delete;77,x", "delete;Delete;;"),
    ("delete;Delete;57399,0,Go", "delete;Delete;57344,0,Go;"),
    ("footprint;T;Trail;yes;TRUE;x;1,2;", "footprint;84,130;Trail;false;false;10;0,0,0;;100;50;20;30;1.0;;;;"),
    ("macro;n;c;T;x;MX;Y", "macro;n;c;84,130;x;77\\,130,88\\,130;89\\,130;false;;;counted;;;;false;;1;1"),
    ("setprop;n;true,0,5,true;m:M:I\\,1;d;Named Zone;z", "setprop;n;true,0,5,true;m:77\\,130:I\\,1;d;Named Zone;z"),
]  # fmt: skip
