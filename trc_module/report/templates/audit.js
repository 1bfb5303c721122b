"use strict";
(async () => {
const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

// -------------------------------------------------------------------- words

// A program that serves the page may give it another language: what stands for the English words.
const words = JSON.parse($("texts")?.textContent || "{}");
const inApp = Boolean($("shell"));
const tr = (text, values = {}) => (words[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
// `Axis impulse 1, movement`: each word that is known is said in the page's language.
const phaseIn = (phase) => phase.replace(/[A-Za-z][A-Za-z0-9-]*/g, (word) => words[word] ?? word);

// ------------------------------------------------------------------ content

const data = await unpack($("content").textContent);
$("content").remove();

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).json();
}

// A frame is what lies on a site from a step on: [step, piece, piece ...]. The position after any step is the last
// frame of every site that is not later; nothing has to be played forward or back.
const sites = data.sites.map(([name, point, frames], id) => ({id, name, point, frames, shown: -1, rank: 0, section: null}));
const pieces = data.pieces.map(([name, unit, side, front, back]) => ({name, unit, side, front, back}));
const findings = data.findings;
const lastStep = data.steps;

// Of several logs each run of steps: [step of the game, number of the log, step in it]; 0 is where a log begins.
function label(step) {
  const run = data.files.length > 1 && step ? data.runs[frameAt(data.runs, step)] : null;
  return run ? `${data.files[run[1]]}:${run[2] + step - run[0] || "start"}` : `${step}`;
}

const stepName = (step) => (data.files.length > 1 && step ? label(step) : tr("Step {step}", {step}));

function frameAt(frames, step) {
  let low = 0, high = frames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle][0] <= step) low = middle + 1; else high = middle;
  }
  return low - 1;
}

// Where each piece is: [step, site] in order; -1 stands for nowhere.
const travels = pieces.map(() => []);
const movedIn = new Map();
{
  const gone = [];
  for (const site of sites) {
    let before = [];
    for (const [step, ...lying] of site.frames) {
      for (const piece of lying) if (!before.includes(piece)) {
        travels[piece].push([step, site.id]);
        if (step) movedIn.set(step, [...(movedIn.get(step) || []), piece]);
      }
      for (const piece of before) if (!lying.includes(piece)) gone.push([step, piece]);
      before = lying;
    }
  }
  for (const travel of travels) travel.sort((a, b) => a[0] - b[0]);
  for (const [step, piece] of gone) {
    const travel = travels[piece], at = frameAt(travel, step);
    if (at < 0 || travel[at][0] !== step) travel.splice(at + 1, 0, [step, -1]);
  }
}

function siteOf(piece, step) {
  const at = frameAt(travels[piece], step);
  return at < 0 || travels[piece][at][1] < 0 ? null : sites[travels[piece][at][1]];
}

function lyingOn(site, step) {
  const at = frameAt(site.frames, step);
  return at < 0 ? [] : site.frames[at].slice(1);
}

function faceOf(piece, step) {
  const turns = data.backs[piece];
  const at = turns ? frameAt(turns, step) : -1;
  return at >= 0 && turns[at][1] ? pieces[piece].back : pieces[piece].front;
}

const acts = new Map();
for (const [step, text] of data.acts) acts.set(step, [...(acts.get(step) || []), text]);
const undone = new Map(data.undone.map(([step, by, redone]) => [step, {by, redone}]));

function phaseAt(step) { return frameAt(data.phases, step); }
function phaseName(number) { return `${tr("Turn {n}", {n: data.phases[number][1]})}: ${phaseIn(data.phases[number][2])}`; }

// -------------------------------------------------------------------- parts

function node(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function counter(piece, step, x = 0, y = 0) {
  const face = faceOf(piece, step);
  const known = {"data-unit": pieces[piece].unit || pieces[piece].name, ...(x || y ? {transform: `translate(${x} ${y})`} : {})};
  if (face >= 0) return svg("use", {href: `#c${face}`, ...known});
  return svg("g", {class: "stranger", ...known}, svg("rect", {width: 82, height: 82, rx: 7}),
    svg("text", {x: 41, y: 46}, pieces[piece].name.slice(0, 9)));
}

function picture(piece, step) {
  return svg("svg", {viewBox: "0 0 82 82", role: "img", "aria-label": pieces[piece].name}, counter(piece, step),
    svg("title", {}, pieces[piece].name));
}

const SHAPES = {
  violation: "M7 13 0 1h14z", doubt: "M7 0l7 7-7 7-7-7z",
  undecided: "M7 0a7 7 0 1 1 0 14A7 7 0 0 1 7 0zm0 3.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  skipped: "M0 4h14v6H0z", note: "M7 3a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",
};

function mark(verdict) {
  return svg("svg", {viewBox: "0 0 14 14", class: `v-${verdict}`, "aria-hidden": "true"}, svg("path", {d: SHAPES[verdict]}));
}

// -------------------------------------------------------------------- board

const board = $("board"), sheet = $("sheet");
const size = [Number(sheet.dataset.width), Number(sheet.dataset.height)];
const half = 41, shift = [6, -8];
let zoom = 0;

// Every counter on the map is a picture of its own and is moved: what stays is neither made nor painted again.
const pictures = new Map();
sites.filter((s) => s.point).sort((a, b) => a.point[1] - b.point[1] || a.point[0] - b.point[0])
  .forEach((site, rank) => { site.rank = rank; });

function put(piece, site, i, step) {
  let shown = pictures.get(piece);
  if (!shown) {
    shown = svg("svg", {viewBox: "0 0 82 82"});
    shown.style.cssText = `width:${8200 / size[0]}%;height:${8200 / size[1]}%`;
    pictures.set(piece, shown);
  }
  const face = String(faceOf(piece, step));
  if (shown.dataset.face !== face) {
    shown.dataset.face = face;
    shown.replaceChildren(counter(piece, step));
  }
  shown.dataset.site = site.name;
  shown.style.left = `${(100 * (site.point[0] - half + i * shift[0])) / size[0]}%`;
  shown.style.top = `${(100 * (site.point[1] - half + i * shift[1])) / size[1]}%`;
  shown.style.zIndex = 64 * site.rank + i;
  if (!shown.parentNode) $("stacks").append(shown);
}

function showSites(step) {
  const gone = new Set(), come = [];
  for (const site of sites) {
    const at = frameAt(site.frames, step);
    if (at === site.shown) continue;
    if (site.point) {
      if (site.shown >= 0) for (const piece of site.frames[site.shown].slice(1)) gone.add(piece);
      if (at >= 0) site.frames[at].slice(1).forEach((piece, i) => come.push([piece, site, i]));
    } else boxesChanged.add(site);
    site.shown = at;
  }
  for (const [piece, site, i] of come) { put(piece, site, i, step); gone.delete(piece); }
  for (const piece of gone) pictures.get(piece).remove();
}

function setZoom(wanted, centre) {
  const [width, height] = [board.clientWidth, board.clientHeight];
  const fit = Math.min(width / size[0], height / size[1]);
  const at = centre || (zoom ? [(board.scrollLeft + width / 2) / zoom, (board.scrollTop + height / 2) / zoom] : [size[0] / 2, size[1] / 2]);
  zoom = Math.min(2, Math.max(fit, wanted));
  sheet.style.width = `${size[0] * zoom}px`;
  sheet.style.height = `${size[1] * zoom}px`;
  // Ways and lit hexes stay visible on a small map.
  sheet.style.setProperty("--pen", Math.max(9, 3 / zoom));
  sheet.style.setProperty("--letter", `${Math.max(20, 14 / zoom)}px`);
  board.scrollTo(at[0] * zoom - width / 2, at[1] * zoom - height / 2);
}

function boxOf(points) {
  const xs = points.map((p) => p[0]), ys = points.map((p) => p[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

// Without animation: motion is for showing a way, and a reader who steps on at once must not chase the map.
function bring(points) {
  if (!points.length) return;
  const [west, north, east, south] = boxOf(points).map((v) => v * zoom);
  const margin = Math.min(90 * zoom + 20, board.clientWidth / 4, board.clientHeight / 4);
  const [x, y] = [board.scrollLeft, board.scrollTop];
  const inside = west - margin >= x && east + margin <= x + board.clientWidth && north - margin >= y && south + margin <= y + board.clientHeight;
  if (inside) return;
  board.scrollTo((west + east - board.clientWidth) / 2, (north + south - board.clientHeight) / 2);
}

const near = data.pitch * 1.1;

// Its arrow ends at the edge of the counter, whose factors are to be read.
function short(points) {
  if (points.length < 2) return points;
  const [[ax, ay], [bx, by]] = points.slice(-2);
  const length = Math.hypot(bx - ax, by - ay), rest = Math.max(0.3, 1 - 40 / length);
  return [...points.slice(0, -1), [Math.round(ax + (bx - ax) * rest), Math.round(ay + (by - ay) * rest)]];
}

// A way is a list of points; what is farther apart than neighbours is dashed, for nobody knows the way between.
function drawn(points, kind) {
  const group = svg("g", {class: `${kind} path fresh`});
  points = short(points);
  const lines = points.slice(1).map((to, i) => {
    const from = points[i];
    const far = Math.hypot(to[0] - from[0], to[1] - from[1]) > near;
    return {d: `M${from.join(" ")}L${to.join(" ")}`, far, end: i === points.length - 2};
  });
  for (const line of lines) group.append(svg("path", {class: "casing", d: line.d}));
  for (const line of lines)
    group.append(svg("path", {d: line.d, class: `${line.far ? "far" : ""} ${line.end ? "end" : ""}`, ...(line.far ? {} : {pathLength: 1})}));
  if (lines.length) group.append(svg("circle", {cx: points[0][0], cy: points[0][1], r: 9}));
  return group;
}

function wayOf(piece, steps) {
  const way = [];
  for (const step of [steps[0] - 1, ...steps]) {
    const point = siteOf(piece, step)?.point;
    const last = way.at(-1);
    if (point && !(last && last[0] === point[0] && last[1] === point[1])) way.push(point);
  }
  return way;
}

function hexagon(name, kind) {
  const [x, y] = data.hexes[name];
  return svg("path", {class: kind, d: `M${data.corners.map(([dx, dy]) => `${x + dx} ${y + dy}`).join("L")}z`, "data-hex": name});
}

// The printed number is small, and a counter may lie on it: it stands below the hex in letters of one size on the screen.
function numberOf(name) {
  const [x, y] = data.hexes[name];
  return svg("text", {x, y: y + data.pitch * 0.52}, name);
}

function waysOf(finding) {
  const moved = new Set(finding.steps.flatMap((step) => movedIn.get(step) || []));
  const named = [...moved].filter((piece) => finding.units.includes(pieces[piece].unit));
  return (named.length ? named : [...moved]).map((piece) => wayOf(piece, finding.steps)).filter((way) => way.length);
}

// A finding that names no hex is about the units where they lie.
function hexesOf(finding) {
  const named = finding.hexes.filter((name) => data.hexes[name]);
  if (named.length) return named;
  const theirs = pieces.map((piece, i) => i).filter((i) => finding.units.includes(pieces[i].unit));
  const lie = theirs.map((i) => siteOf(i, stepOf(finding))).filter((site) => site?.point && data.hexes[site.name]);
  return [...new Set(lie.map((site) => site.name))];
}

function showMarks(step) {
  const finding = current >= 0 ? findings[current] : null;
  const lit = finding ? hexesOf(finding) : [];
  const ways = finding ? waysOf(finding) : (movedIn.get(step) || []).map((piece) => wayOf(piece, [step]));
  // First, for to ask where the map is scrolled to after a change makes the browser lay out everything once more.
  bring([...ways.flat(), ...lit.map((name) => data.hexes[name])]);
  $("lit").replaceChildren(...lit.map((name) => hexagon(name, "fault")), ...(data.hexes[picked] ? [hexagon(picked, "picked")] : []));
  const numbered = new Set([...lit, ...(data.hexes[picked] ? [picked] : [])]);
  $("numbers").replaceChildren(...[...numbered].map(numberOf));
  $("paths").replaceChildren(...ways.filter((way) => way.length > 1).map((way) => drawn(way, finding ? "fault" : "move")));
}

// ------------------------------------------------------------------ stepping

let now = -1, current = -1, picked = "", timer = 0, told = 0;
const boxesChanged = new Set();

function show(step, {finding = -1, quiet = false} = {}) {
  step = Math.min(lastStep, Math.max(0, step));
  const changed = step !== now || finding !== current;
  const other = finding !== current;
  now = step;
  current = finding;
  if (changed) showMarks(step);
  showSites(step);
  if (other) showFinding(finding);
  const phase = phaseAt(step);
  const name = phaseName(phase);
  $("slider").value = step;
  $("slider").setAttribute("aria-valuetext", `${tr("Step {step} of {last}", {step, last: lastStep})}, ${name}`);
  if (document.activeElement !== $("step")) $("step").value = step;
  if ($("phase-now").textContent !== name) {
    $("phase").value = phase;
    $("phase-now").textContent = name;
  }
  $("step-now").textContent = `${data.files.length > 1 && step ? `${label(step)} · ` : ""}${tr("Step {step} of {last}", {step, last: lastStep})}`;
  if (!$("log").hidden) showLog();
  if (!$("boxes").hidden) showBoxes();
  if (!$("hex").hidden) showHex();
  for (const hear of heard.step) hear(step);
  if (!quiet) say(finding >= 0 ? findingWords(finding) : `${tr("Step {step}", {step})}. ${name}. ${stepWords(step)}`);
}

function stepWords(step) {
  if (!step) return tr("The beginning.");
  const lines = data.log[step - 1].map(([kind, text]) => (kind === "die" ? `${tr("Die")}: ${text}` : text));
  const act = acts.get(step);
  const ends = act ? act.join("; ") : lines.join("; ");
  return `${undone.has(step) ? `${tr("Undone later.")} ` : ""}${ends}`;
}

function say(words) {
  clearTimeout(told);
  told = setTimeout(() => { $("says").textContent = words; }, 120);
}

function stop() {
  clearInterval(timer);
  timer = 0;
  $("play").classList.remove("playing");
  $("play").setAttribute("aria-label", tr("Play"));
}

function play() {
  if (timer) { stop(); return; }
  if (now >= lastStep) show(0, {quiet: true});
  $("play").classList.add("playing");
  $("play").setAttribute("aria-label", tr("Pause"));
  const rate = Number($("speed").value);
  timer = setInterval(() => {
    if (now >= lastStep) { stop(); return; }
    show(now + 1, {quiet: true});
  }, 1000 / rate);
}

function go(step) { stop(); show(step); }

function goPhase(by) {
  const phase = phaseAt(now);
  const target = by < 0 && now > data.phases[phase][0] ? phase : phase + by;
  if (target >= data.phases.length) go(lastStep);
  else go(data.phases[Math.max(0, target)][0]);
}

function goTurn(by) {
  const turn = data.phases[phaseAt(now)][1];
  const firsts = data.phases.filter(([, t], i) => !i || data.phases[i - 1][1] !== t);
  const found = by > 0 ? firsts.find(([, t]) => t > turn) : firsts.findLast(([step]) => step < now);
  go(found ? found[0] : by > 0 ? lastStep : 0);
}

// ------------------------------------------------------------------ findings

const verdicts = ["violation", "doubt", "undecided", "skipped", "note"];
const counts = Object.fromEntries(verdicts.map((v) => [v, findings.filter((f) => f.verdict === v).length]));
const wanted = new Set(verdicts.filter((v) => v !== "note" || counts.note === findings.length));
const stepOf = (finding) => finding.steps.at(-1) || 0;
// Of several logs the last one is new to whoever reads them: its findings can be shown alone.
const newFrom = data.files.length > 1 ? (data.runs.find(([, log]) => log === data.files.length - 1)?.[0] ?? 0) : 0;
let onlyNew = false;
const listed = () => findings.map((f, i) => i).filter((i) => wanted.has(findings[i].verdict) && (!onlyNew || stepOf(findings[i]) >= newFrom));

function where(finding) {
  return finding.steps.length ? stepName(stepOf(finding)) : tr("Beginning");
}

function findingWords(number) {
  const finding = findings[number], order = listed();
  return `${tr("Finding {n} of {all}", {n: order.indexOf(number) + 1, all: order.length})}: ${tr(finding.verdict)}, ${tr("rule {rule}", {rule: finding.rule})}. ${where(finding)}. ${finding.says}`;
}

function showFinding(number) {
  const before = document.querySelector('#list [aria-current="true"]');
  before?.removeAttribute("aria-current");
  current = number;
  const order = listed();
  $("card-title").textContent = number < 0 ? countWords() : tr("Finding {n} of {all}", {n: order.indexOf(number) + 1, all: order.length});
  if (number < 0) {
    $("finding").replaceChildren(node("p", {}, tr(findings.length ? "Choose a finding, or step through the log." : "No violations found.")));
    return;
  }
  $("finding").replaceChildren(...findingParts(findings[number]));
  if (Math.floor(order.indexOf(number) / PAGE) !== pageShown) showList();
  const button = document.querySelector(`#list [data-finding="${number}"]`);
  button?.setAttribute("aria-current", "true");
  if (button && !$("findings").hidden && innerWidth > 960) button.scrollIntoView({block: "nearest"});
}

function countOf(verdict) {
  return tr(`{n} ${verdict}${counts[verdict] > 1 && !/ed$/.test(verdict) ? "s" : ""}`, {n: counts[verdict]});
}

function countWords() {
  return verdicts.filter((v) => counts[v]).map(countOf).join(", ") || tr("No findings");
}

// What no catalogue has in the page's language stays English, and is marked as English.
function saysOf(name, finding) {
  const marks = finding.english ? {lang: "en"} : {};
  return node(name, {class: "says", ...marks}, finding.says, ...(finding.english ? [node("small", {lang: document.documentElement.lang}, ` (${tr("in English")})`)] : []));
}

function findingParts(finding) {
  const rule = data.rules[finding.rule];
  const parts = [
    node("p", {class: `badge v-${finding.verdict}`}, mark(finding.verdict), `${tr(finding.verdict)} ${finding.rule}`),
    saysOf("p", finding),
  ];
  const pairs = [[tr("When"), `${where(finding)}, ${tr("turn {n}", {n: finding.turn})}, ${phaseIn(finding.phase)}`]];
  if (finding.by) pairs.push([tr("By"), phaseIn(finding.by)]);
  if (finding.act) pairs.push([tr("Act"), node("span", {class: "act"}, finding.act)]);
  if (finding.hexes.length) pairs.push([tr("Hexes"), finding.hexes.join(" ")]);
  if (finding.legal) pairs.push([tr("Legal"), finding.legal]);
  if (finding.ruling) pairs.push([tr("Ruling"), finding.ruling]);
  if (finding.remedy) pairs.push([tr("By custom"), finding.remedy]);
  for (const fact of finding.rests) pairs.push([tr("Rests on"), fact]);
  parts.push(node("dl", {}, ...pairs.flatMap(([term, text]) => [node("dt", {}, term), node("dd", {}, text)])));
  if (rule) parts.push(node("details", {}, node("summary", {}, `${tr("Rule {rule}", {rule: finding.rule})}: ${rule[0]}`),
    ...(rule[1] ? [node("p", rule[2] ? {lang: rule[2]} : {}, rule[1])] : []),
    // Who uses the app has no terminal at hand.
    ...(inApp ? [] : [node("p", {}, `${tr("More")}: `, node("code", {}, `trc-module rule ${finding.rule}`))])));
  return parts;
}

function goFinding(number) {
  stop();
  show(stepOf(findings[number]), {finding: number});
}

function nextFinding(by) {
  const order = listed();
  if (!order.length) { say(tr("No findings.")); return; }
  const at = order.indexOf(current);
  if (at >= 0) { goFinding(order[(at + by + order.length) % order.length]); return; }
  const found = by > 0 ? order.find((i) => stepOf(findings[i]) >= now) : order.findLast((i) => stepOf(findings[i]) <= now);
  goFinding(found ?? order.at(by > 0 ? 0 : -1));
}

// A long list is shown page by page: a browser lays out every row again and again.
const PAGE = 100;
let pageShown = 0;

function showList(page = Math.floor(Math.max(0, listed().indexOf(current)) / PAGE)) {
  const order = listed();
  pageShown = Math.max(0, Math.min(page, Math.ceil(order.length / PAGE) - 1));
  const from = pageShown * PAGE, to = Math.min(order.length, from + PAGE);
  let heading = "";
  const rows = [];
  if (from > 0) rows.push(turner(pageShown - 1, tr("Findings {a} to {b}", {a: from - PAGE + 1, b: from})));
  for (const number of order.slice(from, to)) {
    const finding = findings[number];
    const title = `${tr("Turn {n}", {n: finding.turn})}: ${phaseIn(finding.phase)}`;
    if (title !== heading) rows.push(node("li", {}, node("h3", {}, title)));
    heading = title;
    const button = node("button", {type: "button", "data-finding": number}, mark(finding.verdict),
      node("span", {class: "head"}, `${where(finding)} · ${tr(finding.verdict)} ${finding.rule}`),
      saysOf("span", finding));
    if (number === current) button.setAttribute("aria-current", "true");
    rows.push(node("li", {}, button));
  }
  if (to < order.length) rows.push(turner(pageShown + 1, tr("Findings {a} to {b} of {all}", {a: to + 1, b: Math.min(order.length, to + PAGE), all: order.length})));
  if (!rows.length) rows.push(node("li", {}, node("p", {}, tr(findings.length ? "None of the kinds shown." : "No violations found."))));
  $("list").replaceChildren(...rows);
}

function turner(page, words) {
  const button = node("button", {type: "button", class: "turner"}, words);
  button.addEventListener("click", () => { showList(page); $("list").querySelector("button").focus(); });
  return node("li", {}, button);
}

function showFindings() {
  showList();
  for (const id of ["finding-on", "finding-back"]) $(id).disabled = !listed().length;
  showTrack();
}

function showTrack() {
  const width = $("slider").clientWidth, x = (step) => 8 + ((width - 16) * step) / Math.max(1, lastStep);
  const firsts = data.phases.filter(([, t], i) => !i || data.phases[i - 1][1] !== t);
  const paths = [svg("path", {class: "turns", d: firsts.map(([step]) => `M${x(step).toFixed(1)} 14v18`).join("")})];
  for (const verdict of [...verdicts].reverse()) {
    if (!wanted.has(verdict)) continue;
    const spots = new Set(findings.filter((f) => f.verdict === verdict && (!onlyNew || stepOf(f) >= newFrom)).map((f) => Math.round(x(stepOf(f)))));
    for (const spot of spots) paths.push(svg("path", {class: `v-${verdict}`, transform: `translate(${spot - 6} 1) scale(.86)`, d: SHAPES[verdict]}));
  }
  $("marks").replaceChildren(...paths);
}

// ------------------------------------------------------------------- panels

const CHUNK = 80;
let logShown = "";

function logRow(step) {
  const row = node("li", {"data-step": step});
  const button = node("button", {type: "button", "data-go": step}, label(step));
  row.append(button);
  const back = undone.get(step);
  const by = data.by[step - 1];
  if (by) row.append(node("span", {class: "was"}, phaseIn(by)));
  for (const act of acts.get(step) || []) row.append(node("p", {class: `act${back ? " gone" : ""}`}, act));
  for (const [kind, text, die] of data.log[step - 1]) {
    if (kind === "die") row.append(node("p", {}, `${die} `, node("span", {class: "die"}, text)));
    else row.append(node("p", {class: kind}, text));
  }
  if (back) row.append(node("p", {class: "was"}, back.redone ? tr("Undone in step {step}, redone in step {again}.", {step: label(back.by), again: label(back.redone)}) : tr("Undone in step {step}.", {step: label(back.by)})));
  return row;
}

function showLog() {
  const what = $("log-what").value;
  const chunk = Math.floor(Math.max(0, now - 1) / CHUNK);
  const key = what === "all" ? `all ${chunk}` : what;
  if (key !== logShown) {
    logShown = key;
    const steps = [];
    if (what === "all") for (let s = chunk * CHUNK + 1; s <= Math.min(lastStep, (chunk + 1) * CHUNK); s++) steps.push(s);
    else for (let s = 1; s <= lastStep; s++) if (data.log[s - 1].some(([kind]) => kind === what)) steps.push(s);
    $("lines").replaceChildren(...(steps.length ? steps.map(logRow) : [node("li", {}, tr("None."))]));
  }
  document.querySelector("#lines [aria-current]")?.removeAttribute("aria-current");
  const row = document.querySelector(`#lines [data-step="${now}"]`);
  row?.setAttribute("aria-current", "true");
  if (row && innerWidth > 960 && !$("lines").contains(document.activeElement)) row.scrollIntoView({block: "nearest"});
}

function showBoxes() {
  for (const site of boxesChanged) {
    if (!site.section) site.section = node("section", {"data-site": site.name}, node("h3"), node("div", {class: "row"}));
    const lying = lyingOn(site, now), [title, row] = site.section.children;
    title.textContent = `${site.name} (${lying.length})`;
    row.replaceChildren(...lying.map((piece) => picture(piece, now)));
    site.section.hidden = !lying.length;
  }
  boxesChanged.clear();
  const sections = sites.map((site) => site.section).filter(Boolean);
  if ($("boxes").querySelectorAll("section").length !== sections.length) $("boxes").append(...sections);
  $("no-boxes").hidden = sections.some((section) => !section.hidden);
}

const placeName = (name) => (data.places[name] ? `${name}, ${data.places[name]}` : name);

function showHex() {
  const tells = $("hex-tells");
  if (!picked) { tells.replaceChildren(node("p", {}, tr("Click a hex on the map, or type its number."))); return; }
  if (!data.hexes[picked]) { tells.replaceChildren(node("p", {}, tr("There is no hex {hex}.", {hex: picked}))); return; }
  const lying = sites.filter((site) => site.point && site.name === picked).flatMap((site) => lyingOn(site, now));
  const named = placeName(picked);
  const title = node("h3", {}, `${named}: ${lying.length ? tr(lying.length > 1 ? "{n} counters, top first" : "{n} counter, top first", {n: lying.length}) : tr("no counters")}`);
  const list = node("ul", {}, ...[...lying].reverse().map((piece) => node("li", {}, picture(piece, now), pieces[piece].name)));
  tells.replaceChildren(title, list);
}

// Who adds to the page hears of hexes that are picked (and may keep them to itself), of steps and of tabs that are shown.
const heard = {pick: [], step: [], tab: []};

function pick(name) {
  picked = name;
  if (!heard.pick.some((hear) => hear(name))) selectTab("hex");
  showMarks(now);
}

const tabs = [...document.querySelectorAll('[role="tab"]')];

function addTab(id, title, panel) {
  const tab = node("button", {role: "tab", type: "button", id: `tab-${id}`, "aria-controls": id, "aria-selected": "false", tabindex: "-1"}, title);
  panel.id = id;
  panel.hidden = true;
  panel.setAttribute("role", "tabpanel");
  panel.setAttribute("aria-labelledby", tab.id);
  tab.addEventListener("click", () => selectTab(id));
  tabs.push(tab);
  document.querySelector(".tabs").append(tab);
  // Its headings stand below one of its own, for whoever goes from heading to heading.
  panel.prepend(node("h2", {class: "hidden"}, title));
  $("side").append(panel);
}

// Tabs stand in the order in which they are made, until somebody says otherwise.
function orderTabs(ids) {
  const place = (tab) => (ids.indexOf(tab.id.slice(4)) + 1 || ids.length + 1);
  tabs.sort((one, other) => place(one) - place(other));
  document.querySelector(".tabs").append(...tabs);
}

function selectTab(name, focus = false) {
  for (const tab of tabs) {
    const chosen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
    $(tab.getAttribute("aria-controls")).hidden = !chosen;
  }
  for (const hear of heard.tab) hear(name);
  if (focus) $(`tab-${name}`).focus();
  document.documentElement.dataset.tab = name;
  if (name === "log") showLog();
  if (name === "boxes") showBoxes();
  if (name === "hex") showHex();
}

// -------------------------------------------------------------------- print

const CROPS = 40;

function cropOf(finding) {
  const step = stepOf(finding), ways = waysOf(finding);
  const lit = hexesOf(finding);
  const points = [...ways.flat(), ...lit.map((name) => data.hexes[name])];
  if (!points.length) return node("span");
  const [west, north, east, south] = boxOf(points);
  const width = Math.max(east - west + 260, ((south - north + 220) * 4) / 3), height = (width * 3) / 4;
  const [x, y] = [(west + east - width) / 2, (north + south - height) / 2];
  const inside = sites.filter((s) => s.point && s.point[0] > x - 60 && s.point[0] < x + width + 60 && s.point[1] > y - 60 && s.point[1] < y + height + 60);
  return svg("svg", {class: "crop", viewBox: `${x} ${y} ${width} ${height}`}, svg("use", {href: "#land"}),
    svg("g", {id: "", class: "lit"}, ...lit.map((name) => hexagon(name, "fault"))),
    ...inside.map((s) => svg("g", {transform: `translate(${s.point[0] - half} ${s.point[1] - half})`},
      ...lyingOn(s, step).map((piece, i) => counter(piece, step, i * shift[0], i * shift[1])))),
    ...ways.filter((way) => way.length > 1).map((way) => drawn(way, "fault")));
}

function layPaper() {
  const order = listed();
  const kinds = verdicts.filter((v) => counts[v] && !wanted.has(v));
  let words = `${countWords()}.`;
  if (kinds.length) words += ` ${tr("Not listed")}: ${kinds.join(", ")}.`;
  if (order.length > CROPS) words += ` ${tr("The first {n} findings are shown with the map.", {n: CROPS})}`;
  $("paper").replaceChildren(node("p", {}, words), ...order.map((number, i) => {
    const finding = findings[number];
    const text = node("div", {}, node("h3", {}, `${i + 1}. ${where(finding)}: ${tr(finding.verdict)} ${finding.rule}`),
      node("p", {}, `${tr("Turn {n}", {n: finding.turn})}, ${phaseIn(finding.phase)}`), saysOf("p", finding));
    if (finding.act) text.append(node("p", {class: "act"}, finding.act));
    if (finding.legal) text.append(node("p", {}, `${tr("Legal")}: ${finding.legal}`));
    if (finding.ruling) text.append(node("p", {}, `${tr("Ruling")}: ${finding.ruling}`));
    return node("article", {}, text, ...(i < CROPS ? [cropOf(finding)] : []));
  }));
}
addEventListener("beforeprint", layPaper);
addEventListener("afterprint", () => $("paper").replaceChildren());

// ------------------------------------------------------------------ controls

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  $("theme").textContent = tr(isDark() ? "Light" : "Dark");
  try { if (theme) localStorage.setItem("trc-theme", theme); } catch { /* a file may have no storage */ }
}

function swapTheme() { setTheme(isDark() ? "light" : "dark"); }

let stored = "";
try { stored = localStorage.getItem("trc-theme") || ""; } catch { /* likewise */ }
setTheme(stored === "dark" || stored === "light" ? stored : "");
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => setTheme(""));

const pan = (x, y) => board.scrollBy((x * board.clientWidth) / 4, (y * board.clientHeight) / 4);

function lookUp() {
  selectTab("hex");
  $("hex-name").focus();
  $("hex-name").select();
}

const keys = {
  ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), " ": play, Home: () => go(0), End: () => go(lastStep),
  f: () => nextFinding(1), F: () => nextFinding(-1), p: () => goPhase(1), P: () => goPhase(-1),
  n: () => goTurn(1), N: () => goTurn(-1), "+": () => setZoom(zoom * 1.25), "=": () => setZoom(zoom * 1.25),
  "-": () => setZoom(zoom / 1.25), 0: () => setZoom(0), w: () => pan(0, -1), a: () => pan(-1, 0), s: () => pan(0, 1),
  d: () => pan(1, 0), h: lookUp, t: swapTheme, "?": () => $("keys").showModal(),
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || $("keys").open) return;
  const target = event.target;
  const types = target.matches("input:not([type=range]):not([type=checkbox]), select, textarea");
  const presses = event.key === " " && target.matches("button, summary, a, [type=checkbox]");
  if (types || presses || (target.matches("[role=tab]") && /^(Arrow|Home|End)/.test(event.key))) return;
  const act = Object.hasOwn(keys, event.key) ? keys[event.key] : null;
  if (act) { event.preventDefault(); act(); }
});

document.querySelector('[role="tablist"]').addEventListener("keydown", (event) => {
  const at = tabs.indexOf(document.activeElement);
  const to = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1}[event.key];
  if (to === undefined) return;
  event.preventDefault();
  selectTab(tabs[(to + tabs.length) % tabs.length].id.slice(4), true);
});

const clicks = {
  first: () => go(0), back: () => go(now - 1), play, on: () => go(now + 1), last: () => go(lastStep),
  "finding-on": () => nextFinding(1), "finding-back": () => nextFinding(-1), theme: swapTheme, print: () => window.print(),
  help: () => $("keys").showModal(), "zoom-in": () => setZoom(zoom * 1.25), "zoom-out": () => setZoom(zoom / 1.25), "zoom-fit": () => setZoom(0),
};
for (const [id, act] of Object.entries(clicks)) $(id).addEventListener("click", act);
for (const tab of tabs) tab.addEventListener("click", () => selectTab(tab.id.slice(4)));
$("slider").addEventListener("input", () => { stop(); show(Number($("slider").value), {quiet: true}); });
$("step").addEventListener("change", () => go(Number($("step").value)));
$("phase").addEventListener("change", () => go(data.phases[Number($("phase").value)][0]));
$("speed").addEventListener("change", () => { if (timer) { stop(); play(); } });
$("log-what").addEventListener("change", showLog);
$("list").addEventListener("click", (event) => {
  const button = event.target.closest("[data-finding]");
  if (!button) return;
  goFinding(Number(button.dataset.finding));
  // On a phone the map is above the list, out of sight.
  if (innerWidth <= 960) board.scrollIntoView({block: "start"});
});
$("lines").addEventListener("click", (event) => {
  const button = event.target.closest("[data-go]");
  if (button) go(Number(button.dataset.go));
});
$("look").addEventListener("submit", (event) => {
  event.preventDefault();
  pick($("hex-name").value.trim().toUpperCase());
  bring(data.hexes[picked] ? [data.hexes[picked]] : []);
});

// Fingers scroll by themselves; a mouse drags.
let held = null;
board.addEventListener("pointerdown", (event) => {
  if (event.button || event.target.closest("button")) return;
  held = {x: event.clientX, y: event.clientY, left: board.scrollLeft, top: board.scrollTop, moved: false, mouse: event.pointerType === "mouse"};
});
addEventListener("pointermove", (event) => {
  if (!held) return;
  const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
  if (Math.hypot(dx, dy) > 5) held.moved = true;
  if (held.moved && held.mouse) {
    board.classList.add("dragged");
    board.scrollTo(held.left - dx, held.top - dy);
  }
});
function hexAt(clientX, clientY) {
  const place = sheet.getBoundingClientRect();
  const [x, y] = [(clientX - place.left) / zoom, (clientY - place.top) / zoom];
  let best = "", least = data.pitch * 0.7;
  for (const [name, [hx, hy]] of Object.entries(data.hexes)) {
    const far = Math.hypot(hx - x, hy - y);
    if (far < least) { best = name; least = far; }
  }
  return best;
}

addEventListener("pointerup", (event) => {
  if (held && !held.moved && event.target.closest("#sheet")) {
    const best = hexAt(event.clientX, event.clientY);
    if (best) pick(best);
  }
  held = null;
  board.classList.remove("dragged");
});
addEventListener("pointercancel", () => { held = null; });
board.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  setZoom(zoom * (event.deltaY < 0 ? 1.15 : 1 / 1.15));
}, {passive: false});
addEventListener("resize", () => { setZoom(zoom); showTrack(); });

// -------------------------------------------------------------------- start

{
  let turn = 0, group = null;
  data.phases.forEach(([step, of, name], number) => {
    if (of !== turn) { group = node("optgroup", {label: tr("Turn {n}", {n: of})}); $("phase").append(group); turn = of; }
    group.append(node("option", {value: number}, `${of}: ${phaseIn(name)} (${tr("step {step}", {step})})`));
  });
  for (const verdict of verdicts.filter((v) => counts[v])) {
    const box = node("input", {type: "checkbox", value: verdict});
    box.checked = wanted.has(verdict);
    box.addEventListener("change", () => {
      if (box.checked) wanted.add(verdict); else wanted.delete(verdict);
      showFindings();
    });
    $("filter").append(node("label", {class: `chip v-${verdict}`}, box, mark(verdict), countOf(verdict)));
  }
  if (newFrom) {
    const box = node("input", {type: "checkbox", id: "only-new"});
    box.addEventListener("change", () => { onlyNew = box.checked; showFindings(); });
    $("filter").append(node("label", {class: "chip"}, box, tr("only the last log")));
  }
}
// A game that begins with a long set-up opens with the first counter that goes from hex to hex.
const SET_UP = 20;

function opening() {
  const firsts = travels.map((travel) => travel.find(([step, at], i) => step && at >= 0 && sites[at].point && i && travel[i - 1][1] >= 0 && sites[travel[i - 1][1]].point));
  const first = Math.min(...firsts.filter(Boolean).map(([step]) => step));
  return Number.isFinite(first) && first > SET_UP ? first : 0;
}

const lying = sites.filter((site) => site.point && lyingOn(site, 0).length).map((site) => site.point);
const [west, north, east, south] = boxOf(lying.length ? lying : [[0, 0], size]);
setZoom(Math.min(0.8, Math.max(0.36, 0.9 * Math.min(board.clientWidth / (east - west + 300), board.clientHeight / (south - north + 300)))),
  [(west + east) / 2, (north + south) / 2]);
showFindings();
const asked = new URLSearchParams(location.hash.slice(1));
const first = findings[Number(asked.get("finding")) - 1];
if (first) {
  if (!wanted.has(first.verdict)) document.querySelector(`#filter [value="${first.verdict}"]`).click();
  goFinding(findings.indexOf(first));
} else show(asked.has("step") ? (asked.get("step") === "last" ? lastStep : Number(asked.get("step")) || 0) : opening(), {quiet: true});
if (current < 0) showFinding(-1);
// What a program that serves the page may build on; in a file of its own nobody asks for it.
globalThis.auditPage = {
  data, pieces, findings, lastStep, board, sheet, heard, node, svg, mark, picture, hexagon, drawn, bring, siteOf, lyingOn, sites,
  addTab, orderTabs, selectTab, go, goFinding, showFinding, say, finding: () => current, put, pictures, hexAt,
  now: () => now, picked: () => picked, setPicked: (name) => { picked = name; showMarks(now); },
  shownTab: () => tabs.find((tab) => tab.getAttribute("aria-selected") === "true").id.slice(4),
  toMap: () => { if (innerWidth <= 960) board.scrollIntoView({block: "start"}); },
};
document.documentElement.dataset.ready = "yes";
dispatchEvent(new Event("audit-ready"));
})();
