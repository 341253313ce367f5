"use strict";
(() => {
  const { paper, records, entries, verdicts, signs } = JSON.parse(document.getElementById("data").textContent);
  const $ = (selector, within = document) => within.querySelector(selector);
  const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
  const addressOf = (r) => [r.paper, r.statement, r.part].filter(Boolean).join("/");
  const filters = $("#filters");
  const findings = $$(".finding");

  // -- what a record looks like -------------------------------------------------------------------------------------------

  // textContent only: no text of a record is ever read as markup
  function element(tag, text, className) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  }

  const code = (text) => element("code", text);
  const linkTo = (address, text = address) => Object.assign(element("a", text), { href: "#" + encodeURIComponent(address) });

  const addresses = new Set(records.map(addressOf));
  const linked = (name) => addresses.has(bare(name)) ? linkTo(bare(name), name) : name;
  const bare = (key) => key.replace(/ \((stated|intended)\)$/, "");

  function listOf(items, make) {
    const list = element("ul");
    for (const item of items) { const line = element("li"); line.append(make(item)); list.append(line); }
    return list;
  }

  // the page's own MathML, made from the claims' trees and not from the records
  const formulas = $("#formulas").textContent.split("\n");
  function typeset(line) {
    const shown = element("span", undefined, "formula");
    shown.innerHTML = formulas[line];
    breakLines(shown);
    return shown;
  }

  // a browser does not break a formula over lines: one that compares, or goes on in words, is set in pieces that may wrap
  const BREAKS = new Set("=≤≥<>≠≈");
  const breaksAt = (node) => node.localName === "mtext" || (node.localName === "mo" && BREAKS.has(node.textContent));
  function breakLines(shown) {
    for (const math of $$(":scope > math", shown)) {
      const flat = [];
      const flatten = (row) => { for (const child of [...row.children]) child.localName === "mrow" && [...child.children].some(breaksAt) ? flatten(child) : flat.push(child); };
      flatten(math);
      const pieces = [[]];
      for (const node of flat) {
        const comma = node.localName === "mtext" && node.textContent.startsWith(",");  // it ends a line and begins none
        const words = node.localName === "mtext" && pieces.at(-1).at(-1)?.localName === "mtext";  // they go on in words
        if (breaksAt(node) && !comma && !words && pieces.at(-1).length) pieces.push([]);
        pieces.at(-1).push(node);
        if (comma) pieces.push([]);
      }
      if (pieces.length < 2) continue;
      math.replaceWith(...pieces.filter((nodes) => nodes.length).map((nodes) => {
        const piece = math.cloneNode(false);
        if (nodes[0].localName === "mo") nodes[0].setAttribute("form", "infix");
        piece.append(...nodes);
        return piece;
      }));
    }
  }

  function linkOfProof(link) {
    const shown = element("span", undefined, "link");
    if (link.where !== null) shown.append("where ", typeset(link.where), ": ");
    shown.append(typeset(link.formula), element("span", link.reason, "reason"));
    return shown;
  }

  const sign = (relation) => ({ "<=": "≤", ">=": "≥" })[relation] || relation;

  function sidesOf(r) {
    const made = element("span", undefined, "sides");
    const [left, right] = r.sides.map((text) => element("b", text));
    left.title = r.witness.lhs; right.title = r.witness.rhs;
    made.append(left, element("span", sign(r.witness.relation), "claimed"), right);
    for (const name of ["left side", "claimed", "right side"]) made.append(element("span", name, "faint"));
    return made;
  }

  // -- bound against truth along one parameter ----------------------------------------------------------------------------

  const WIDE = 440, HIGH = 190, LEFT = 62, RIGHT = 14, TOP = 12, BELOW = 34;

  function svgElement(tag, attributes, text) {
    const made = document.createElementNS($(".graph svg").namespaceURI, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function chartOf({ parameter, at, log, points }) {
    const far = points[0][0] > 0 && points.at(-1)[0] / points[0][0] > 16;
    const along = far ? Math.log : (x) => x;
    const heights = points.flatMap(([, left, right]) => [left, right]);
    const [low, high, first, last] = [Math.min(...heights), Math.max(...heights), along(points[0][0]), along(points.at(-1)[0])];
    const x = (value) => LEFT + (along(value) - first) / (last - first || 1) * (WIDE - LEFT - RIGHT);
    const y = (value) => HIGH - BELOW - (value - low) / (high - low || 1) * (HIGH - TOP - BELOW);
    const number = (value) => Number(value.toPrecision(3)).toString();
    const height = (value) => log ? (Math.abs(value) < 4 ? number(10 ** value) : `10^${number(value)}`) : number(value);
    const chart = svgElement("svg", { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, width: WIDE, height: HIGH, role: "img",
      "aria-label": `both sides for ${parameter} from ${number(points[0][0])} to ${number(points.at(-1)[0])}` });
    chart.append(svgElement("path", { class: "axis", fill: "none", d: `M${LEFT},${TOP} V${HIGH - BELOW} H${WIDE - RIGHT}` }),
      svgElement("path", { class: "at", d: `M${x(at)},${TOP} V${HIGH - BELOW}` }));
    for (const [name, k] of [["lhs", 1], ["rhs", 2]]) {
      chart.append(svgElement("path", { class: name, d: "M" + points.map((point) => `${x(point[0])},${y(point[k])}`).join(" L") }));
    }
    for (const [value, left, , stands] of points) chart.append(svgElement("circle", { class: stands ? "fine" : "broken", cx: x(value), cy: y(left), r: 3.4 }));
    const write = (text, at, anchor) => chart.append(svgElement("text", { x: at[0], y: at[1], "text-anchor": anchor }, text));
    write(height(high), [LEFT - 6, TOP + 8], "end");
    write(height(low), [LEFT - 6, HIGH - BELOW], "end");
    write(number(points[0][0]), [LEFT, HIGH - BELOW + 15], "start");
    write(number(points.at(-1)[0]), [WIDE - RIGHT, HIGH - BELOW + 15], "end");
    write(parameter, [(LEFT + WIDE - RIGHT) / 2, HIGH - BELOW + 15], "middle");
    const shown = element("div");
    shown.append(chart, element("div", `line: left side; dashed: right side${log ? ", both as powers of 10" : ""}; red: the claim is false there; ` +
      `dotted upright: ${parameter} = ${number(at)}, the other parameters as there`, "faint"));
    return shown;
  }

  // n0 and the witness carry more than their text: everything they carry is shown
  function tableOf(object) {
    const list = element("dl");
    for (const [name, value] of Object.entries(object)) {
      if (value === null || value === "" || (Array.isArray(value) && !value.length)) continue;
      const shown = element("dd");
      if (Array.isArray(value)) shown.append(listOf(value, (item) => brief(typeof item === "string" ? item : JSON.stringify(item))));
      else if (typeof value === "object") shown.append(tableOf(value));
      else shown.append(brief(String(value)));
      list.append(element("dt", name), shown);
    }
    return list;
  }

  function decisive(r) {
    if (r.sides && r.verdict === "fails") return `at ${r.witness.text}: ${r.sides[0]} ${sign(r.witness.relation)} ${r.sides[1]} is false`;
    if (r.witness) return `${r.witness.kind === "instance" ? "at" : r.witness.kind}: ${r.witness.text}`;
    if (r.n0) return `${r.n0.known === "searched" ? "from some size on, the least found: " : "from "}${r.n0.variable} = ${r.n0.value}${r.n0.known === "argued" ? " (argued)" : ""}: ${r.n0.family}`;
    return "";
  }

  // the middle of a number that nobody reads; the whole of it is in the title, the record and the witness file
  function brief(text) {
    const shown = code(text.replace(/\d{31,}/g, (digits) => `${digits.slice(0, 8)}…${digits.slice(-4)} (${digits.length} digits)`));
    shown.title = text;
    return shown;
  }

  const short = (text, most = 200) => text.length > most ? text.slice(0, most) + " …" : text;

  function claimOf(r) {
    const claim = element("details", undefined, "claim" + (r.kind === "repaired" ? " repair" : ""));
    claim.dataset.address = addressOf(r);
    const line = element("summary");
    const said = element("span", undefined, "said");
    said.append(r.formula === null ? r.claim : typeset(r.formula));
    for (const more of [r.changed && `reads: ${r.changed}`, decisive(r)]) if (more) said.append(element("div", short(more), "decisive"));
    const tags = element("span", undefined, "tags");
    for (const number of r.findings) {
      const { key } = findings[number - 1].dataset;
      tags.append(Object.assign(linkTo(`finding/${key}`, String(number)), { className: "disc", title: `finding ${number}` }));
    }
    if (r.tightness) tags.append(element("span", `tight ${r.tightness.ratio.toPrecision(3)}`));
    tags.append(element("span", r.evidence === "none" ? "" : r.evidence), badgeOf(r));
    line.append(element("span", `${signs[r.verdict]} ${r.verdict}`, "verdict " + r.verdict),
      element("span", r.kind === "repaired" ? `${r.part} repaired` : r.part), said, tags);
    claim.append(line);
    claim.addEventListener("toggle", () => { if (claim.open && claim.childElementCount === 1) claim.append(detailOf(r)); });
    return claim;
  }

  function badgeOf(r) {
    const changed = r.kind === "repaired";
    const badge = element("span", changed ? "changed" : r.badge, changed ? "badge" : "badge " + r.provenance.replace(/\W.*/, ""));
    badge.title = meaningOf(r);
    return badge;
  }

  const meaningOf = (r) => r.kind === "repaired" ? `changed by us; it was: ${r.badge_meaning}` : r.badge_meaning;

  function detailOf(r) {
    const list = element("dl");
    const line = (name, ...content) => {
      if (content.every((piece) => piece === "" || piece === null || piece === undefined)) return;
      const shown = element("dd");
      shown.append(...content.filter(Boolean));
      list.append(element("dt", name), shown);
    };
    const account = r.account || {};
    line("in one line", code(r.claim));
    line("hypotheses", r.hypotheses.join("; "));
    line("changed", r.changed);
    if (r.witness) {
      const { lhs, rhs, relation, text, kind, precision_bits: bits, ...more } = r.witness;
      line(kind === "instance" ? "counterexample" : kind, kind === "instance" ? brief(text) : text);
      line("there", r.sides && sidesOf(r));
      line("in full", r.sides && code(`${lhs} ${relation} ${rhs}`), r.sides && bits ? ` at ${bits} bits` : "");
      const carried = tableOf(more);
      line("and", carried.childElementCount ? carried : "");
    }
    line("how it is known", r.how);
    line("calculation", r.calculation.length ? listOf(r.calculation, linkOfProof) : "");
    line("steps checked", r.steps.length && !r.calculation.length ? listOf(r.steps, (text) => text) : "");
    line("threshold", r.n0 && tableOf(r.n0));
    line("tightest", r.tightness && brief(`${r.tightness.ratio} at ${r.tightness.instance}`));
    line("bound against truth", r.curve && chartOf(r.curve));
    line("can be met for", account.feasible);
    line("first met at", account.smallest && brief(account.smallest));
    line("says nothing", account.uninformative && `${account.uninformative}${account.known ? ` (${account.known})` : ""}; trivial anyway: ${account.trivial}`);
    line("mutation score", r.mutants_text);
    line("note", r.note);
    line("rests on", r.depends_on.length ? listOf(r.depends_on, (address) => linkTo(address)) : "");
    for (const { kind, names } of r.assumed) line(`stands on ${kind}`, listOf(names, linked));
    line("supported", r.depends_on.length ? r.supported ? "everything below it stands as stated"
      : r.supported_repaired ? "everything below it stands, some of it only repaired" : "something below it does not stand" : "");
    line("formula", badgeOf(r), ` ${meaningOf(r)}`);
    line("source", r.source);
    line("instances", `${r.tried} tried, ${r.satisfied} met the hypotheses, ${r.decided} decided; seed ${r.seed}, effort ${r.effort}, ${r.precision_bits} bits, ${r.seconds} s`);
    line("scanned", r.scanned && `${r.scanned.toLocaleString("en")} more points in float64, which is no evidence`);
    line("check it", code(r.reproduce));
    line("address", code(addressOf(r)), ` (${r.reading}), digest `, code(r.digest));
    for (const [name, value] of Object.entries(r)) {
      if (!told.has(name) && value !== null) line(name, typeof value === "object" ? tableOf(value) : code(String(value)));
    }
    const detail = element("div", undefined, "detail");
    detail.append(list);
    return detail;
  }

  const told = new Set(["paper", "statement", "part", "reading", "claim", "formula", "calculation", "hypotheses", "changed", "verdict",
    "evidence", "how", "steps", "tightness", "n0", "witness", "tried", "satisfied", "decided", "scanned", "seed", "effort", "precision_bits", "seconds",
    "reproduce", "digest", "source", "provenance", "depends_on", "assumes", "assumed", "supported", "supported_repaired", "note", "haystack", "kind", "account",
    "growth", "mutants", "mutants_text", "badge", "badge_meaning", "findings", "sides", "curve"]);

  for (const finding of findings) {
    finding.addEventListener("toggle", () => {
      const root = records.find((r) => `${addressOf(r)} (${r.reading})` === finding.dataset.root);
      const plot = $(".plot", finding);
      if (root && root.curve && !plot.childElementCount) plot.append(chartOf(root.curve));
    });
  }

  // -- statements, drawn when they are unfolded ---------------------------------------------------------------------------

  const entryOf = new Map(entries.map((entry) => [entry.name, entry]));
  const statements = $$(".statement");
  const statementOf = new Map(statements.map((statement) => [statement.dataset.name, statement]));
  let kept = null;  // the records that the filters let through; null: all of them

  function draw(statement) {
    const entry = entryOf.get(statement.dataset.name);
    const body = $(".body", statement);
    const rows = (places) => places.filter((at) => !kept || kept.has(records[at])).map((at) => claimOf(records[at]));
    body.replaceChildren();
    for (const [first, ...others] of entry.parts) {
      body.append(...rows(first));
      const more = rows(others.flat());
      if (!more.length) continue;
      const fold = element("details", undefined, "readings");
      const counts = verdicts.map((verdict) => [others.filter((at) => records[at[0]].verdict === verdict).length, verdict]).filter(([count]) => count);
      fold.append(element("summary", `${others.length} other reading${others.length > 1 ? "s" : ""} of ${records[first[0]].part || "it"}: ` +
        counts.map(([count, verdict]) => `${count} ${verdict}`).join(", ")), ...more);
      fold.open = Boolean(kept);
      body.append(fold);
    }
    const asked = rows(entry.asked);
    if (asked.length && entry.parts.length) body.append(element("div", "Questions of our own", "faint"));
    body.append(...asked);
  }

  for (const statement of statements) {
    statement.addEventListener("toggle", () => { if (statement.open && !$(".body", statement).childElementCount) draw(statement); });
  }

  const FEW = 40;  // so many claims are unfolded at once when a filter leaves no more
  function filter() {
    const wanted = Object.fromEntries(new FormData(filters));
    const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
    const choices = ["verdict", "evidence", "badge", "kind"].filter((name) => wanted[name]);
    const all = !choices.length && !words.length;
    const some = all ? records : records.filter((r) => choices.every((name) => r[name] === wanted[name]) && words.every((word) => haystackOf(r).includes(word)));
    kept = all ? null : new Set(some);
    const names = new Set(some.map((r) => r.statement));
    for (const statement of statements) {
      statement.hidden = !names.has(statement.dataset.name);
      $(".body", statement).replaceChildren();
      statement.open = !all && !statement.hidden && some.length <= FEW;
      if (statement.open) draw(statement);
    }
    $("#shown").textContent = all ? `${records.length} claims` : `${some.length} of ${records.length} claims`;
  }

  function haystackOf(r) {
    return r.haystack ??= [addressOf(r), r.claim, r.hypotheses, r.changed, r.verdict, r.evidence, r.how, r.steps, r.note, r.source,
      JSON.stringify(r.witness), JSON.stringify(r.n0)].flat().join("\n").toLowerCase();
  }

  // not filters.reset(): its event would list everything anew, later, and close what was opened
  function choose(values = {}) {
    for (const field of $$("select, input", filters)) field.value = values[field.name] || "";
    filter();
  }

  filters.addEventListener("input", filter);
  filters.addEventListener("reset", () => setTimeout(filter));
  filters.addEventListener("submit", (event) => event.preventDefault());
  for (const button of $$(".count")) {
    button.addEventListener("click", () => { choose({ ...button.dataset }); $("#statements").scrollIntoView(); });
  }

  // -- the graph ----------------------------------------------------------------------------------------------------------

  const svg = $(".graph svg");
  const nodes = $$(".node", svg);
  const edges = $$(".edge", svg);
  const nodeOf = new Map(nodes.map((node) => [node.dataset.name, node]));
  const whole = { width: svg.width.baseVal.value, height: svg.height.baseVal.value, paths: edges.map((edge) => edge.getAttribute("d")),
    places: new Map(nodes.map((node) => { const { e, f } = node.transform.baseVal[0].matrix; return [node, [e, f]]; })) };
  const WIDTH = Number($("rect", svg)?.getAttribute("width") || 0), HEIGHT = Number($("rect", svg)?.getAttribute("height") || 0);
  const ACROSS = WIDTH + 66, DOWN = HEIGHT + 12, MARGIN = 14;
  const ends = edges.map((edge) => [edge.dataset.source, edge.dataset.target]);
  const below = (name) => ends.filter(([, target]) => target === name).map(([source]) => source);
  const above = (name) => ends.filter(([source]) => source === name).map(([, target]) => target);

  function reach(name, next) {
    const seen = new Set([name]);
    for (const at of seen) for (const other of next(at)) seen.add(other);
    return seen;
  }

  function place(shown, where, width, height) {
    for (const node of nodes) {
      node.style.display = shown.has(node.dataset.name) ? "" : "none";
      node.setAttribute("transform", `translate(${where(node).join(" ")})`);
    }
    edges.forEach((edge, k) => { edge.style.display = ends[k].every((name) => shown.has(name)) ? "" : "none"; });
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.classList.toggle("part", shown.size < nodes.length);
  }

  function showWhole() {
    place(new Set(nodeOf.keys()), (node) => whole.places.get(node), whole.width, whole.height);
    edges.forEach((edge, k) => edge.setAttribute("d", whole.paths[k]));
    for (const node of nodes) node.classList.remove("chosen");
    $("#zoom").replaceChildren(hint);
  }

  // only some statements, in the columns and the order that they have in the whole graph, close together
  function zoom(name, shown, said) {
    const columns = new Map();
    for (const node of nodes) {
      const [x, y] = whole.places.get(node);
      if (shown.has(node.dataset.name)) columns.set(x, [...(columns.get(x) || []), [y, node]]);
    }
    const at = new Map();
    [...columns.keys()].sort((a, b) => a - b).forEach((x, column) => {
      columns.get(x).sort(([a], [b]) => a - b).forEach(([, node], row) => at.set(node, [MARGIN + column * ACROSS, MARGIN + row * DOWN]));
    });
    const tallest = Math.max(...[...columns.values()].map((column) => column.length));
    place(shown, (node) => at.get(node) || [0, 0], 2 * MARGIN + columns.size * ACROSS - (ACROSS - WIDTH), 2 * MARGIN + tallest * DOWN);
    edges.forEach((edge, k) => {
      const [from, to] = ends[k].map((end) => at.get(nodeOf.get(end)));
      if (!from || !to) return;
      const [x1, y1, x2, y2] = [from[0] + WIDTH, from[1] + HEIGHT / 2, to[0], to[1] + HEIGHT / 2];
      const bend = Math.max(24, (x2 - x1) / 2);
      edge.setAttribute("d", `M${x1},${y1} C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`);
    });
    for (const node of nodes) node.classList.toggle("chosen", node.dataset.name === name);
    const button = (text, act) => { const made = element("button", text); made.type = "button"; made.addEventListener("click", act); return made; };
    const under = reach(name, below), over = reach(name, above);
    $("#zoom").replaceChildren(element("b", name), element("span", said, "faint"),
      button(`what it rests on (${under.size - 1})`, () => zoom(name, under, "and what it rests on")),
      button(`what rests on it (${over.size - 1})`, () => zoom(name, over, "and what rests on it")),
      button("whole graph", showWhole), linkTo(`${paper}/${name}`, "its parts"));
    $(".graph").scrollTo(0, 0);
  }

  const chooseNode = (name) => zoom(name, new Set([...reach(name, below), ...reach(name, above)]), "with what it rests on and what rests on it");
  const hint = $("#zoom").firstElementChild;
  for (const node of nodes) {
    const name = node.dataset.name;
    const mark = (on) => edges.forEach((edge, k) => { if (ends[k].includes(name)) edge.classList.toggle("near", on); });
    for (const [event, on] of [["mouseenter", true], ["mouseleave", false], ["focus", true], ["blur", false]]) node.addEventListener(event, () => mark(on));
    node.addEventListener("click", () => chooseNode(name));
    node.addEventListener("keydown", (event) => {
      const visible = (names) => names.map((other) => nodeOf.get(other)).find((other) => other && other.style.display !== "none");
      const column = nodes.filter((other) => other.style.display !== "none" && other.transform.baseVal[0].matrix.e === node.transform.baseVal[0].matrix.e)
        .sort((a, b) => a.transform.baseVal[0].matrix.f - b.transform.baseVal[0].matrix.f);
      const next = { ArrowLeft: () => visible(below(name)), ArrowRight: () => visible(above(name)),
        ArrowUp: () => column[column.indexOf(node) - 1], ArrowDown: () => column[column.indexOf(node) + 1] }[event.key];
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); chooseNode(name); node.focus(); }
      else if (event.key === "Escape") showWhole();
      else if (next) { event.preventDefault(); next()?.focus(); }
    });
  }

  // -- addresses, keys, print ---------------------------------------------------------------------------------------------

  // an address ends where it ends: all claims of "superiority/Lemma D.3", or those of "superiority/Lemma D.3/4"
  function open(address) {
    const [first, second, ...rest] = address.split("/");
    if (first === "finding") {
      const finding = findings.find((one) => one.dataset.key === address.slice("finding/".length));
      if (finding) { finding.open = true; finding.scrollIntoView({ block: "start" }); $("summary", finding).focus({ preventScroll: true }); }
      return;
    }
    if (first === "graph" && nodeOf.has(second)) {
      chooseNode(second);
      $("#graph").scrollIntoView();
    }
    const statement = first === paper && statementOf.get(second);
    if (!statement) return;
    if (kept) choose();
    statement.open = true;
    draw(statement);
    const claims = rest.length ? $$(".claim", statement).filter((claim) => claim.dataset.address === address) : [];
    for (const claim of claims) { const fold = claim.closest(".readings"); if (fold) fold.open = true; claim.open = true; }
    const target = claims[0] || statement;
    target.scrollIntoView({ block: "start" });
    $("summary", target).focus({ preventScroll: true });
  }

  const follow = () => { if (location.hash.length > 1) open(decodeURIComponent(location.hash.slice(1))); };
  addEventListener("hashchange", follow);
  // the same link again opens again what was closed
  document.addEventListener("click", (event) => { const link = event.target.closest("a[href^='#']"); if (link && link.getAttribute("href") === location.hash) follow(); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.matches("input, select")) { event.preventDefault(); filters.elements.text.focus(); }
  });
  let folded = [];  // on paper every finding is unfolded; what else is open is printed as it is
  addEventListener("beforeprint", () => { folded = findings.filter((finding) => !finding.open); for (const finding of folded) finding.open = true; });
  addEventListener("afterprint", () => { for (const finding of folded) finding.open = false; });

  for (const formula of $$(".finding .formula")) breakLines(formula);
  filter();
  follow();
})();
