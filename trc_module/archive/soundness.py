"""Check of an archive for values that none can hold: it may be damaged, or changed by somebody else."""

from __future__ import annotations

from trc_module.archive.edition_store import chosen_of, data_files, read_edition
from trc_module.archive.store import Store, our_shapes
from trc_module.archive.verdicts import verdict_of
from trc_module.errors import UserError


def expect_sound(store: Store) -> None:
    """Look at all values of an archive; it takes a while.

    Raises:
        UserError: One of them is none that we write.
    """
    for table in sorted(name for kind, name, _ in our_shapes() if kind == "table"):
        for _, column, kind, *_ in store.all(f"PRAGMA table_info({table})"):
            wrong = f"typeof({table}.{column}) NOT IN ('null', ?)"
            if store.one(f"SELECT 1 FROM {table} WHERE {wrong} LIMIT 1", kind.lower()):
                raise store.damaged(f"a wrong kind of value in the column '{column}' of the table '{table}'")
    if store.all("PRAGMA foreign_key_check"):
        raise store.damaged("it names what is not there")
    for name in ("edition", "begun", "game"):
        key = "log" if name == "begun" else "id"
        for row in store.rows(f"SELECT {key} AS id, * FROM {name} ORDER BY {key}"):
            try:
                _read(store, name, row["id"], "" if name == "edition" else row["chosen"])
            except UserError:
                raise
            except Exception as error:
                raise store.damaged(f"row {row['id']} of the table '{name}': {type(error).__name__}") from error


def _read(store: Store, table: str, number: int, chosen: str) -> None:
    if table == "edition":
        read_edition(store, number)
        data_files(store, number, "")
        return
    chosen_of(chosen)
    if table == "game":
        verdict_of(store, number)
