"""XML of unknown origin, read without entities, document types or the network."""

from __future__ import annotations

from lxml import etree

from trc_module.vassal.problems import FormatError

MOST_ATTRIBUTES = 1000
"""Attributes of one element; VASSAL's largest components have about a hundred. Looking one up takes longer the more
there are."""


def parse(data: bytes, name: str) -> etree._Element:
    """Parse an XML document and return its root element.

    Comments and processing instructions are dropped. `name` is how errors call the document.

    Raises:
        FormatError: It is not well formed, or has a document type declaration: VASSAL writes none,
            and entities are how a file reaches outside itself; or an element has too many attributes.
    """
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise FormatError(f"{name} is not well-formed XML: {error}.") from None
    # The stubs of lxml leave `doctype` out.
    if getattr(root.getroottree().docinfo, "doctype", ""):
        raise FormatError(f"{name} has a document type declaration, which VASSAL never writes: it is not read.")
    if root.xpath(f"boolean(//*[count(@*) > {MOST_ATTRIBUTES}])"):
        crowded = next(element for element in root.iter() if len(element.attrib) > MOST_ATTRIBUTES)
        raise FormatError(
            f"{name} has a '{crowded.tag}' with {len(crowded.attrib)} attributes; it may have {MOST_ATTRIBUTES}."
        )
    return root
