// What lies over the map: overlays of the position, and the hexes of an answer.

import {$, Refused, ask, capital, count, fill, node, svg, t} from "./lib.js";
import {later, notAnswered, reason} from "./parts.js";

const TITLES = {
  zones: "Zones of control", supply: "Supply", control: "Control", rails: "Railroads", duties: "Obligations",
  points: "Victory points",
};

const EDGED = new Set(["zones", "supply"]);

export function makeLayers(desk) {
  const {page, facts} = desk;
  const [width, height] = [page.sheet.dataset.width, page.sheet.dataset.height];
  const layer = svg("svg", {id: "areas", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false"});
  const under = svg("g", {id: "overlays"}), answers = svg("g", {id: "answers"}), pointed = svg("g", {id: "pointed"});
  layer.append(patterns(), under, answers, pointed);
  $("lit").before(layer);
  const ways = svg("g", {id: "answer-ways"});
  $("paths").before(ways);

  const chosen = new Set(), hidden = new Set();
  const boxes = facts.overlays.map((key) => {
    const box = node("input", {type: "checkbox", value: key});
    box.addEventListener("change", () => { if (box.checked) chosen.add(key); else chosen.delete(key); show(); });
    return node("label", {class: "chip"}, box, t(TITLES[key] ?? key));
  });
  const lines = node("div", {id: "layer-lines"});
  const menu = node("details", {id: "layers"}, node("summary", {}, t("Layers")), node("h2", {class: "hidden"}, t("Layers")),
    node("fieldset", {}, node("legend", {class: "hidden"}, t("Show on the map")), ...boxes), lines);
  page.board.before(node("section", {class: "region", "aria-label": t("Layers")}, menu));

  async function show() {
    const keys = [...chosen];
    try {
      const found = await Promise.all(keys.map((key) => ask("api/overlay", desk.question({key}))));
      // Another choice may have been made meanwhile.
      if (keys.join() !== [...chosen].join()) return;
      fill(under, ...found.flatMap((one) => (one.answered ? one.areas.filter((area) => !hidden.has(`${one.key} ${area.side}`)).map((area) => drawn(one.key, area)) : [])));
      const focused = document.activeElement?.id;
      fill(lines, ...found.flatMap((one, i) => told(keys[i], one)));
      if (focused && document.activeElement === document.body) $(focused)?.focus();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fill(lines, node("p", {}, error.message));
    }
  }

  function told(key, found) {
    const heading = node("h3", {}, t(TITLES[key] ?? key));
    if (!found.answered) return [heading, notAnswered()];
    // Side by side: what is said of one does not stand between what is said of the other.
    const parts = [...facts.sides, {id: "", title: ""}].flatMap(({id, title}) => {
      const areas = found.areas.filter((area) => area.side === id && area.hexes.length);
      const lines = found.lines.filter((line) => (line.side ?? "") === id);
      return areas.length || lines.length ? [id ? sideHead(key, id, title) : null,
        areas.length ? node("ul", {class: "legend"}, ...areas.map((area) =>
          node("li", {}, node("span", {class: `swatch ${classOf(key, area)}`}), `${capital(area.words)}: ${count(area.hexes.length, "{n} hex", "{n} hexes")}`))) : null,
        ...lines.map(reason)] : [];
    });
    return [heading, ...parts];
  }

  // The areas of one side may be taken off the map, to see those of the other.
  function sideHead(key, id, title) {
    const box = node("input", {type: "checkbox", id: `side-${key}-${id}`, checked: !hidden.has(`${key} ${id}`)});
    box.addEventListener("change", () => { if (box.checked) hidden.delete(`${key} ${id}`); else hidden.add(`${key} ${id}`); show(); });
    return node("h4", {}, node("label", {class: "chip"}, box, title));
  }

  const number = (side) => Math.max(0, facts.sides.findIndex((each) => each.id === side));
  const classOf = (key, area) => `o-${key} ${area.side ? `s-${number(area.side)}` : "s-none"}${area.doubtful ? " doubtful" : ""}`;

  // Where areas of both sides lie over each other, their edges tell them apart.
  function drawn(key, area) {
    const edged = EDGED.has(key) && !area.doubtful;
    return svg("g", {class: classOf(key, area)}, shape(area.hexes), edged ? svg("path", {class: "edge", d: edgeOf(area.hexes)}) : null);
  }

  const corner = ([x, y], i) => { const [dx, dy] = page.data.corners[i % page.data.corners.length]; return `${x + dx} ${y + dy}`; };

  // The sides of hexes beyond which no other of them lies.
  function edgeOf(names) {
    const members = new Set(names);
    return names.filter((name) => page.data.hexes[name]).map((name) => page.data.corners.map((_, i) =>
      (members.has(beside(name)[i]) ? "" : `M${corner(page.data.hexes[name], i)}L${corner(page.data.hexes[name], i + 1)}`)).join("")).join("");
  }

  // The hex beyond each side of a hex, found by where it must lie; places are whole pixels, so it may lie a little off.
  const known = new Map(), cell = page.data.pitch / 2, cells = new Map();
  const cellOf = (x, y) => `${Math.floor(x / cell)} ${Math.floor(y / cell)}`;
  for (const [name, [x, y]] of Object.entries(page.data.hexes)) cells.set(cellOf(x, y), name);
  function beside(name) {
    if (!known.has(name)) known.set(name, page.data.corners.map((one, i, all) => {
      const next = all[(i + 1) % all.length], [hx, hy] = page.data.hexes[name];
      const [x, y] = [hx + one[0] + next[0], hy + one[1] + next[1]];
      for (const dx of [0, -cell, cell]) for (const dy of [0, -cell, cell]) {
        const found = cells.get(cellOf(x + dx, y + dy)), at = found && page.data.hexes[found];
        if (at && Math.hypot(at[0] - x, at[1] - y) < cell) return found;
      }
      return "";
    }));
    return known.get(name);
  }

  // One path for many hexes: the browser paints them at once.
  function shape(hexes, attributes = {}) {
    const d = hexes.filter((name) => page.data.hexes[name]).map((name) => {
      const [x, y] = page.data.hexes[name];
      return `M${page.data.corners.map(([dx, dy]) => `${x + dx} ${y + dy}`).join("L")}z`;
    }).join("");
    return svg("path", {d, ...attributes});
  }

  desk.changed.push(later(() => { if (chosen.size) show(); }, 150));

  return {
    // The areas of an answer: [class, hexes] each.
    answer(areas) {
      fill(answers, ...areas.filter(([, hexes]) => hexes.length).map(([kind, hexes]) => svg("g", {class: `a-${kind}`}, shape(hexes))));
    },
    way(hexes) {
      const points = hexes.map((name) => page.data.hexes[name]).filter(Boolean);
      fill(ways, ...(points.length > 1 ? [page.drawn(points, "move")] : []));
      page.bring(points);
    },
    // What somebody points at in a list.
    point(hexes) { fill(pointed, ...(hexes.length ? [svg("g", {class: "a-pointed"}, shape(hexes))] : [])); },
    clear() { fill(answers); fill(ways); },
  };
}

// Stripes for what is not certain: colour alone tells it to nobody who does not see it.
function patterns() {
  const stripes = ["0", "1", "2", "none"].map((side) => svg("pattern", {
    id: `stripes-${side}`, width: 14, height: 14, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)"},
  svg("rect", {width: 5, height: 14, class: `p-${side}`})));
  return svg("defs", {}, ...stripes);
}
