"""`trc-module translate`: the words of a module in another language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, json_text, number, tell
from trc_module.errors import UserError

if TYPE_CHECKING:
    from trc_module.vassal.archive import Archive
    from trc_module.workshop.rewriting import BuildFile

_file = click.Path(dir_okay=False, path_type=Path)


@click.command(cls=Writing)
@click.argument("module", type=_file)
@click.option("--language", metavar="CODE", help="The language: de, fr, pt_BR.")
@click.option("--from", "source", type=_file, help="What a translator has filled in (.po or .csv).")
@click.option(
    "--pictures",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with pictures in the language, each named as the picture of the module that it replaces.",
)
@click.option("-o", "--output", type=OUTPUT, help="The file for the translator (.po, .csv), or with --from the module.")
@click.option("--list", "listing", is_flag=True, help="With --language, list the missing and the stale words.")
@click.option("--json", "as_json", is_flag=True, help="Print how far the languages are as JSON.")
def command(
    module: Path,
    language: str | None,
    source: Path | None,
    pictures: Path | None,
    output: Path | None,
    listing: bool,
    as_json: bool,
) -> None:
    """Translate MODULE (.vmod, .vmdx) of any game: its words go out to a translator and come back in.

    Without -o it is told how far each language is: words that are missing, and stale ones whose text the module has no
    more. VASSAL shows players a module in the language that they have set, where there are words.
    """
    from trc_module.files import write_file
    from trc_module.vassal.archive import Archive
    from trc_module.workshop.bundles import bundle_name, languages, messages, read_bundle
    from trc_module.workshop.catalogues import catalogue
    from trc_module.workshop.rewriting import BuildFile

    if language is not None and not _is_language(language):
        raise UserError(f"--language: expected a language, as 'de' or 'pt_BR', found {language!r}.")
    if output is not None and language is None:
        raise UserError("Name the language with --language.")
    if (source or pictures) and output is None:
        raise UserError("Name the module to write with -o.")
    with Archive(module) as archive:
        build = BuildFile(archive)
        texts = messages(build.root)
        if output is None:
            found = {each: read_bundle(archive, each) for each in ([language] if language else languages(archive))}
            _tell_state({each.key: each.text for each in texts}, found, listing, as_json)
            return
        assert language is not None
        if source is None and pictures is None:
            words = read_bundle(archive, language)
            write_file(output, catalogue(output, texts, words, language, build.root.get("name", "")))
            left = sum(each.key not in words for each in texts)
            tell(f"Wrote {output}: {number(len(texts), 'text')}, {left} of them without words.")
            return
        _translated(archive, build, language, source, pictures, output)
    tell(f"Wrote {output}: its words in {language} stand in {bundle_name(language)}.")


def _is_language(code: str) -> bool:
    import re

    return re.fullmatch(r"[a-z]{2,3}(_[A-Z]{2})?", code) is not None


def _tell_state(texts: dict[str, str], found: dict[str, dict[str, str]], listing: bool, as_json: bool) -> None:
    missing = {each: [key for key in texts if not words.get(key)] for each, words in found.items()}
    stale = {each: [key for key in words if key not in texts] for each, words in found.items()}
    if as_json:
        echo(json_text({each: {"missing": missing[each], "stale": stale[each]} for each in found}))
    elif not found:
        echo(f"The module has {number(len(texts), 'text')} and no translation.")
    for each in () if as_json else found:
        done = len(texts) - len(missing[each])
        tell(f"{each}: {done} of {number(len(texts), 'text')} translated, {number(len(stale[each]), 'stale word')}")
        for key in missing[each] if listing else ():
            tell(f"    missing {key} = {texts[key]}")
        for key in stale[each] if listing else ():
            tell(f"    stale   {key} = {found[each][key]}")
    if any(missing[each] or stale[each] for each in found):
        raise click.exceptions.Exit(1)


def _translated(
    archive: Archive, build: BuildFile, language: str, source: Path | None, pictures: Path | None, output: Path
) -> None:
    """Write the module with the words and pictures of a language; words that it had and that are not given stay."""
    from trc_module.workshop.bundles import bundle_bytes, bundle_name, read_bundle, with_language
    from trc_module.workshop.catalogues import read_catalogue
    from trc_module.workshop.localized import localized_pictures
    from trc_module.workshop.rewriting import rewrite

    changed: dict[str, bytes | None] = {}
    added = localized_pictures(archive, pictures, language) if pictures is not None else {}
    if source is not None:
        words = read_bundle(archive, language) | read_catalogue(source)
        with_language(build.root, language)
        changed[build.name] = build.content()
        added[bundle_name(language)] = bundle_bytes(words)
    rewrite(archive, output, changed, added)
