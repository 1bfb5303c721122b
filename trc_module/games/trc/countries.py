"""The minor allies of the Axis, each with the nation of its units."""

NATIONS = {"finland": "finnish", "hungary": "hungarian", "italy": "italian", "rumania": "rumanian"}
"""The minor allies, each with the word for what belongs to it."""


def country_of(who: str) -> str:
    """Return the country that a surrender names, by its own name or its nation's; '' if it names none."""
    if who in NATIONS:
        return who
    return next((country for country, nation in NATIONS.items() if nation == who), "")
