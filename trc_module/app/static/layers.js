// What lies over the map: overlays of the position, and the hexes of an answer.

import {$, Refused, ask, fill, node, svg, t} from "./lib.js";
import {later, notAnswered, reason} from "./parts.js";

const TITLES = {
  zones: "Zones of control", supply: "Supply", control: "Control", rails: "Railroads", duties: "Obligations",
  points: "Victory points",
};

export function makeLayers(desk) {
  const {page, facts} = desk;
  const [width, height] = [page.sheet.dataset.width, page.sheet.dataset.height];
  const layer = svg("svg", {id: "areas", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false"});
  const under = svg("g", {id: "overlays"}), answers = svg("g", {id: "answers"});
  layer.append(patterns(), under, answers);
  $("lit").before(layer);
  const ways = svg("g", {id: "answer-ways"});
  $("paths").before(ways);

  const chosen = new Set();
  const boxes = facts.overlays.map((key) => {
    const box = node("input", {type: "checkbox", value: key});
    box.addEventListener("change", () => { if (box.checked) chosen.add(key); else chosen.delete(key); show(); });
    return node("label", {class: "chip"}, box, t(TITLES[key] ?? key));
  });
  const lines = node("div", {id: "layer-lines"});
  const menu = node("details", {id: "layers"}, node("summary", {}, t("Layers")),
    node("fieldset", {}, node("legend", {class: "hidden"}, t("Show on the map")), ...boxes), lines);
  page.board.before(menu);

  async function show() {
    const keys = [...chosen];
    try {
      const found = await Promise.all(keys.map((key) => ask("api/overlay", desk.question({key}))));
      // Another choice may have been made meanwhile.
      if (keys.join() !== [...chosen].join()) return;
      fill(under, ...found.flatMap((one) => (one.answered ? one.areas.map((area) => drawn(one.key, area)) : [])));
      fill(lines, ...found.flatMap((one, i) => told(keys[i], one)));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fill(lines, node("p", {}, error.message));
    }
  }

  function told(key, found) {
    const heading = node("h3", {}, t(TITLES[key] ?? key));
    if (!found.answered) return [heading, notAnswered()];
    return [heading,
      node("ul", {class: "legend"}, ...found.areas.filter((area) => area.hexes.length).map((area) =>
        node("li", {}, node("span", {class: `swatch ${classOf(key, area)}`}), `${area.words}: ${area.hexes.length}`))),
      ...found.lines.map(reason)];
  }

  const number = (side) => Math.max(0, facts.sides.findIndex((each) => each.id === side));
  const classOf = (key, area) => `o-${key} ${area.side ? `s-${number(area.side)}` : "s-none"}${area.doubtful ? " doubtful" : ""}`;

  function drawn(key, area) {
    return svg("g", {class: classOf(key, area)}, shape(area.hexes));
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
