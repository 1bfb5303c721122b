"use strict";
(() => {
// Tables are sorted by the head that is pressed, as people sort: 2 before 10. Pressed again, the other way round.
const order = new Intl.Collator(undefined, {numeric: true, sensitivity: "base"});
const number = (text) => (/^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : null);
const textOf = (row, column) => row.cells[column].textContent.trim();

function compared(one, other) {
  // What is not known comes last, either way.
  const [a, b] = [number(one), number(other)];
  return a !== null && b !== null ? a - b : order.compare(one, other);
}

for (const table of document.querySelectorAll(".sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending" || (head.ariaSort === null && head.classList.contains("n") && column > 0);
      for (const each of heads) each.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...table.tBodies[0].rows];
      rows.sort((one, other) => {
        const [a, b] = [textOf(one, column), textOf(other, column)];
        if (!a || !b) return (a ? 0 : 1) - (b ? 0 : 1);
        return down ? compared(b, a) : compared(a, b);
      });
      table.tBodies[0].append(...rows);
    });
  });
}

const words = (text) => text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
const holds = (text, all) => all.every((word) => text.includes(word));

for (const input of document.querySelectorAll(".filter")) {
  const rows = [...document.querySelector("table.sortable").tBodies[0].rows];
  const texts = rows.map((row) => row.textContent.toLocaleLowerCase());
  const filter = () => {
    const all = words(input.value);
    let shown = 0;
    rows.forEach((row, i) => { row.hidden = !holds(texts[i], all); shown += !row.hidden; });
    document.querySelector(".shown").textContent = all.length ? `${shown} of ${rows.length}` : "";
  };
  input.addEventListener("input", filter);
  filter();
}

const search = document.getElementById("search");
if (search) {
  const MOST = 200;
  const entries = () => (window.entries || []).map(([kind, text, page]) => [kind, text, page, `${kind} ${text}`.toLocaleLowerCase()]);
  let all = null;
  const answer = () => {
    all = all || entries();
    const wanted = words(search.value);
    const found = wanted.length ? all.filter((entry) => holds(entry[3], wanted)) : [];
    document.getElementById("count").textContent = wanted.length ? `${found.length} found${found.length > MOST ? `, the first ${MOST} shown` : ""}.` : "";
    document.getElementById("answers").replaceChildren(...found.slice(0, MOST).map(([kind, text, page]) => {
      const [item, what, link] = ["li", "span", "a"].map((name) => document.createElement(name));
      what.className = "kind";
      what.textContent = kind;
      link.href = page;
      link.textContent = text;
      item.append(what, link);
      return item;
    }));
    history.replaceState(null, "", `#${encodeURIComponent(search.value)}`);
  };
  search.addEventListener("input", answer);
  addEventListener("load", () => {
    search.value = decodeURIComponent(location.hash.slice(1));
    if (search.value) answer();
  });
}
})();
