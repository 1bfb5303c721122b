"""The illustrated rulebook: a page a rule, made from the rulebook files, with pictures of what keeps and breaks it.

`scene` plays an example and says what a picture of it must show, `picture` draws that, `ground` keeps the map and the
counters that pictures share, `pages` writes the book. A game may tell what else to draw by a module `pictures` in its
package: `zones(game, state, side)` and `supply_lines(game, state, side)`.
"""
