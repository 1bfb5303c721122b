"""The forms in which an audit can be printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from trc_module.auditing.audit import Audit, Noted
from trc_module.report.as_json import audit_json
from trc_module.report.junit import audit_junit
from trc_module.report.sarif import audit_sarif
from trc_module.report.text import audit_text
from trc_module.report.tongue import ENGLISH, Tongue


def format_audit(
    audit: Audit,
    shown: Iterable[Noted],
    form: str,
    *,
    notes: bool = False,
    custom: str | None = None,
    said: Mapping[int, str] | None = None,
    tongue: Tongue = ENGLISH,
) -> str:
    """Return an audit as `text`, `json`, `sarif` or `junit`; KeyError for any other form.

    All but `junit` tell what each finding means by a `custom` (see `replay.customs`), if one is named, and what was
    `said` about it, by the `id` of each. The text is in the `tongue`; what programs read is English.
    """
    if form == "text":
        return audit_text(audit, shown, notes=notes, custom=custom, said=said or {}, tongue=tongue)
    if form == "junit":
        return audit_junit(audit, shown)
    return {"json": audit_json, "sarif": audit_sarif}[form](audit, shown, custom, said or {})
