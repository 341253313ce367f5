"use strict";
(() => {
  const { paper, records, entries, theorems, verdicts, signs, classes, sources, live: sliders } = JSON.parse(document.getElementById("data").textContent);
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
  const formulas = $("#formulas").textContent.split("\n").map((line) => line.split("\t"));
  function typeset(line, { plain = false } = {}) {
    const shown = element("span", undefined, "formula");
    shown.innerHTML = formulas[line][0];
    breakLines(shown);
    if (formulas[line][1] && !plain) shown.append(texOf(texAt(line)));
    return shown;
  }
  const texAt = (line) => Object.assign(document.createElement("textarea"), { innerHTML: formulas[line][1] }).value;

  // a click copies the LaTeX and unfolds nothing
  function texOf(latex) {
    const button = Object.assign(element("button", "TeX", "tex"), { type: "button", title: `copy ${latex}` });
    button.addEventListener("click", async (event) => {
      event.preventDefault();
      try { await navigator.clipboard.writeText(latex); button.textContent = "copied"; } catch { prompt("LaTeX", latex); }
      setTimeout(() => { button.textContent = "TeX"; }, 1200);
    });
    return button;
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

  const FOLDED = 12;  // so many links of a calculation are read at once; what helps to show a line folds under that line
  function calculationOf(links) {
    if (links.length <= FOLDED) return listOf(links, linkOfProof);
    const groups = [];
    for (const link of links) {
      if (groups.length && link.within !== null && groups.at(-1)[0].within === link.within) groups.at(-1).push(link);
      else groups.push([link]);
    }
    return listOf(groups, (group) => {
      if (group.length === 1) return linkOfProof(group[0]);
      const fold = element("details"), line = element("summary");
      line.append(typeset(group[0].within, { plain: true }), element("span", ` in ${group.length} steps`, "reason"));
      fold.append(line);
      fold.addEventListener("toggle", () => { if (fold.childElementCount === 1) fold.append(listOf(group, linkOfProof)); });
      return fold;
    });
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

  function chartOf({ parameter, at, log, points, outside = [] }) {
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
    for (const [from, to] of outside) {
      chart.append(svgElement("rect", { class: "outside", x: x(from), y: TOP, width: Math.max(1, x(to) - x(from)), height: HIGH - TOP - BELOW }));
    }
    chart.append(svgElement("path", { class: "axis", fill: "none", d: `M${LEFT},${TOP} V${HIGH - BELOW} H${WIDE - RIGHT}` }),
      svgElement("path", { class: "at", d: `M${x(at)},${TOP} V${HIGH - BELOW}` }));
    for (const [name, k] of [["lhs", 1], ["rhs", 2]]) {
      chart.append(svgElement("path", { class: name, d: "M" + points.map((point) => `${x(point[0])},${y(point[k])}`).join(" L") }));
    }
    for (const [value, left, , stands] of points) chart.append(svgElement("circle", { class: stands ? "fine" : "broken", cx: x(value), cy: y(left), r: points.length > 20 ? 1.8 : 3.4 }));
    const write = (text, at, anchor) => chart.append(svgElement("text", { x: at[0], y: at[1], "text-anchor": anchor }, text));
    write(height(high), [LEFT - 6, TOP + 8], "end");
    write(height(low), [LEFT - 6, HIGH - BELOW], "end");
    write(number(points[0][0]), [LEFT, HIGH - BELOW + 15], "start");
    write(number(points.at(-1)[0]), [WIDE - RIGHT, HIGH - BELOW + 15], "end");
    write(parameter, [(LEFT + WIDE - RIGHT) / 2, HIGH - BELOW + 15], "middle");
    const shown = element("div");
    shown.append(chart, element("div", `line: left side; dashed: right side${log ? ", both as powers of 10" : ""}; red: the claim is false there; ` +
      `dotted upright: ${parameter} = ${number(at)}${outside.length ? "; shaded: the hypotheses are not met" : ""}`, "faint"));
    return shown;
  }

  // -- a live counterexample: the claim as a function of its parameters -----------------------------------------------------

  const POINTS = 80;
  const holdsThere = ([left, relation, right]) => ({ "<=": left <= right, ">=": left >= right, "<": left < right, ">": left > right,
    "=": Math.abs(left - right) <= 1e-9 * Math.max(Math.abs(left), Math.abs(right)) })[relation];

  function liveOf(k) {
    const moved = sliders[k], compute = live[k], values = Object.fromEntries(moved.map((one) => [one.name, one.at]));
    const grid = element("div", undefined, "sliders"), told = element("div"), plot = element("div", undefined, "plot");
    let along = moved[0];
    const far = (one) => one.whole && one.high > 16 * one.low;
    const valueAt = (one, share) => { const value = far(one) ? one.low * (one.high / one.low) ** share : one.low + share * (one.high - one.low); return one.whole ? Math.round(value) : value; };
    const shareOf = (one, value) => far(one) ? Math.log(value / one.low) / Math.log(one.high / one.low) : (value - one.low) / (one.high - one.low);
    const short = (value) => Number(value.toPrecision(4)).toString();
    function show() {
      const now = compute(values);
      const derived = Object.entries(now.derived).map(([name, value]) => `${name} = ${short(value)}`).join(", ");
      const worst = now.sides.find((side) => !holdsThere(side)) || now.sides[0];
      told.textContent = `${derived}: ${short(worst[0])} ${sign(worst[1])} ${short(worst[2])} is ${holdsThere(worst) ? "true" : "false"}` +
        (now.met ? "" : "; the hypotheses are not met here");
      told.className = holdsThere(worst) ? "holds verdict" : "fails verdict";
      const place = now.sides.indexOf(worst), points = [], outside = [];
      for (let step = 0; step <= POINTS; step += 1) {
        const at = valueAt(along, step / POINTS), there = compute({ ...values, [along.name]: at }), side = there.sides[place];
        if (points.length && points.at(-1)[0] === at) continue;
        if (!there.met) { const next = valueAt(along, Math.min(1, (step + 1) / POINTS)); outside.length && outside.at(-1)[1] >= at ? outside.at(-1)[1] = next : outside.push([at, next]); }
        if (Number.isFinite(side[0]) && Number.isFinite(side[2])) points.push([at, side[0], side[2], holdsThere(side)]);
      }
      const heights = points.flatMap(([, left, right]) => [left, right]);
      const log = heights.every((height) => height > 0) && Math.max(...heights) > 100 * Math.min(...heights);
      const drawn = log ? points.map(([at, left, right, stands]) => [at, Math.log10(left), Math.log10(right), stands]) : points;
      plot.replaceChildren(...(drawn.length > 1 ? [chartOf({ parameter: along.name, at: moved.find((one) => one === along).at, log, points: drawn, outside })] : []));
    }
    for (const one of moved) {
      const range = Object.assign(element("input"), { type: "range", min: 0, max: 1, step: "any", value: shareOf(one, one.at), title: one.meaning });
      const label = element("label", one.name), number = element("span", short(one.at));
      range.setAttribute("aria-label", one.name);
      range.addEventListener("input", () => { along = one; values[one.name] = valueAt(one, Number(range.value)); number.textContent = short(values[one.name]); show(); });
      grid.append(label, range, number);
    }
    show();
    const shown = element("div");
    shown.append(grid, told, plot);
    return shown;
  }

  // n0 and the witness carry more than their text: everything they carry is shown
  const NAMES = { route: "the printed proof needs", "our steps": "our steps need", false_at: "false before that, at", dependence: "how it grows",
    family: "along", constants: "with", members: "first members", what: "compared", proof: "proved by" };
  function tableOf(object) {
    const list = element("dl");
    for (const [name, value] of Object.entries(object)) {
      if (value === null || value === "" || (Array.isArray(value) && !value.length)) continue;
      const shown = element("dd");
      if (Array.isArray(value)) shown.append(listOf(value, (item) => brief(typeof item === "string" ? item : JSON.stringify(item))));
      else if (typeof value === "object") shown.append(tableOf(value));
      else shown.append(brief(String(value)));
      list.append(element("dt", NAMES[name] || name), shown);
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
    const claim = element("details", undefined, "claim" + (corrected(r) ? " repair" : ""));
    Object.assign(claim.dataset, { address: addressOf(r), number: r.number });
    const line = element("summary");
    const said = element("span", undefined, "said");
    said.append(r.formula === null ? r.claim : typeset(r.formula));
    for (const more of [r.changed && `corrected: ${r.changed}`, decisive(r)]) if (more) said.append(element("div", short(more), "decisive"));
    const tags = element("span", undefined, "tags");
    for (const number of r.findings) {
      tags.append(Object.assign(linkTo(`${paper}/${number}`, String(number)), { className: "disc", title: `finding ${number}` }));
    }
    for (const word of [r.attains, r.known]) if (word) tags.append(element("span", word));
    tags.append(badgeOf(r));
    line.append(element("span", `${signs[r.fares]} ${r.fares}`, "verdict " + r.verdict),
      element("span", corrected(r) ? `${r.part} corrected` : r.part), said, tags);
    claim.append(line);
    claim.addEventListener("toggle", () => { if (claim.open && claim.childElementCount === 1) claim.append(detailOf(r)); });
    return claim;
  }

  function badgeOf(r) {
    const changed = corrected(r);
    const badge = element("span", changed ? "corrected" : r.badge, changed ? "badge" : "badge " + r.provenance.replace(/\W.*/, ""));
    badge.title = meaningOf(r);
    return badge;
  }

  const corrected = (r) => r.kind === "corrected";
  const meaningOf = (r) => corrected(r) ? `changed by us; it was: ${r.badge_meaning}` : r.badge_meaning;

  const bare_link = (href, text) => Object.assign(element("a", text), { href });

  // instances that there were: nothing is said of none
  function instancesOf(r) {
    const counts = [[r.tried, "tried"], [r.satisfied, "met the hypotheses"], [r.decided, "decided"], [r.scanned, "more looked at in float64, which is no evidence"]];
    return counts.filter(([count]) => count).map(([count, said]) => `${count.toLocaleString("en")} ${said}`).join(", ");
  }

  function detailOf(r) {
    const list = element("dl");
    const line = (name, ...content) => {
      if (!content.some(Boolean)) return;
      const shown = element("dd");
      shown.append(...content.filter(Boolean));
      list.append(element("dt", name), shown);
    };
    const account = r.account || {};
    const printed = corrected(r) && printedOf.get(r);
    if (printed) {
      const before = element("div");
      before.append(printed.formula === null ? printed.claim : typeset(printed.formula));
      line(printed.badge === "printed" ? "printed" : "the line", before);
      line("corrected", r.formula === null ? r.claim : typeset(r.formula), element("div", r.changed, "faint"));
    }
    line("in one line", code(r.claim), r.formula !== null && formulas[r.formula][1] && texOf(texAt(r.formula)));
    line("hypotheses", r.hypotheses.join("; "));
    if (r.witness) {
      const { lhs, rhs, relation, text, kind, precision_bits: bits, ...more } = r.witness;
      line({ instance: "counterexample", family: "counterexample sequence" }[kind] || kind, kind === "instance" ? brief(text) : text);
      line("letters", r.letters.filter(([, meaning]) => meaning).map(([name, meaning]) => meaning.startsWith(`${name} = `) ? meaning : `${name}: ${meaning}`).join("; "));
      line("there", r.sides && sidesOf(r));
      line("in full", r.sides && code(`${lhs} ${sign(relation)} ${rhs}`), r.sides && bits ? ` at ${bits} bits` : "");
      const carried = tableOf(more);
      line("and", carried.childElementCount ? carried : "");
    }
    line("how it is known", r.how);
    line("beside Coq", r.formal && r.below && r.below !== r.known ? `${r.below} by this suite alone` : "");
    line("calculation", r.calculation.length ? calculationOf(r.calculation) : "");
    line("steps checked", r.steps.length && !r.calculation.length ? listOf(r.steps, (text) => text) : "");
    if (r.n0) {
      const { variable, value, known, ...more } = r.n0;
      line("true from", `${known === "searched" ? "some size on, the least found: " : ""}${variable} ≥ ${value}${known === "argued" ? " (argued)" : ""}`, tableOf(more));
    }
    line("tightest", r.tightness && brief(`${r.attains}, at ${r.tightness.instance}`));
    const k = records.indexOf(r);
    line("both sides", sliders[k] ? liveOf(k) : r.curve && chartOf(r.curve));
    line("can be met for", account.feasible);
    line("first met at", account.smallest && brief(account.smallest));
    line("says nothing", account.uninformative && `${account.uninformative}${account.known ? ` (${account.known})` : ""}; trivial anyway: ${account.trivial}`);
    line("perturbed claims", r.mutants_text);
    line("note", r.note);
    line("rests on", r.depends_on.length ? listOf(r.depends_on, (address) => linkTo(address)) : "");
    for (const { kind, names } of r.assumed) line(`stands on ${kind}`, listOf(names, linked));
    line("supported", r.depends_on.length ? r.supported ? "everything below it stands as printed"
      : r.supported_repaired ? "everything below it stands, some of it only corrected" : "something below it does not stand" : "");
    line("formula", badgeOf(r), ` ${meaningOf(r)}`);
    line("source", r.page ? bare_link(r.page, r.source) : r.source, r.written && " · ", r.written && (sources ? bare_link(`${sources}/${r.written.replace(/:\d+$/, "")}`, r.written) : code(r.written)));
    line("instances", instancesOf(r));
    line("search", instancesOf(r) && [`seed ${r.seed}`, `effort ${r.effort}`, r.precision_bits && `${r.precision_bits} bits`, `${r.seconds} s`].filter(Boolean).join(", "));
    line("check it", code(r.reproduce));
    line("permanent number", linkTo(`${paper}/${r.number}`, r.number), " ", code(addressOf(r)), `, ${r.kind}, digest `, code(r.digest));
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
    "growth", "mutants", "mutants_text", "badge", "badge_meaning", "findings", "sides", "curve", "formal", "fares", "known", "below", "attains", "stands",
    "number", "written", "page", "letters"]);

  for (const finding of findings) {
    finding.addEventListener("toggle", () => {
      const root = records.find((r) => `${addressOf(r)} (${r.reading})` === finding.dataset.root);
      const plot = $(".plot", finding);
      const k = records.indexOf(root);
      if (root && !plot.childElementCount && (sliders[k] || root.curve)) plot.append(sliders[k] ? liveOf(k) : chartOf(root.curve));
    });
  }

  // -- statements, drawn when they are unfolded ---------------------------------------------------------------------------

  const printedOf = new Map(entries.flatMap(({ parts }) => parts.flatMap((readings) => readings.flatMap(([first, ...repairs]) => repairs.map((at) => [records[at], records[first]])))));
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
      const counts = verdicts.map((verdict) => [others.filter((at) => records[at[0]].fares === verdict).length, verdict]).filter(([count]) => count);
      fold.append(element("summary", `${others.length} other reading${others.length > 1 ? "s" : ""} of ${records[first[0]].part || "it"}: ` +
        counts.map(([count, verdict]) => `${count} ${verdict}`).join(", ")), ...more);
      fold.open = Boolean(kept);
      body.append(fold);
    }
    const asked = rows(entry.asked);
    if (asked.length && entry.parts.length) body.append(element("div", "Additional claims", "faint"));
    body.append(...asked);
  }

  for (const statement of statements) {
    statement.addEventListener("toggle", () => { if (statement.open && !$(".body", statement).childElementCount) draw(statement); });
  }

  const FEW = 40;  // so many claims are unfolded at once when a filter leaves no more
  function filter() {
    const wanted = Object.fromEntries(new FormData(filters));
    const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
    const choices = ["fares", "known", "badge", "kind"].filter((name) => wanted[name]);
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
    const met = findings.filter((finding) => words.every((word) => finding.textContent.toLowerCase().includes(word)));
    for (const finding of findings) finding.hidden = !met.includes(finding);
    $("#shown").textContent = all ? `${records.length} claims` : `${some.length} of ${records.length} claims` + (words.length ? `, ${met.length} of ${findings.length} findings` : "");
  }

  function haystackOf(r) {
    return r.haystack ??= [addressOf(r), r.number, r.claim, r.hypotheses, r.changed, r.fares, r.known, r.how, r.steps, r.note, r.source,
      JSON.stringify(r.witness), JSON.stringify(r.n0)].flat().join("\n").toLowerCase();
  }

  // not filters.reset(): its event would list everything anew, later, and close what was opened
  function choose(values = {}) {
    for (const field of $$("select, input", filters)) field.value = values[field.name] || "";
    filter();
  }

  // what is chosen stands in the address, so that it can be sent
  const put = (address) => history.replaceState(null, "", address ? "#" + address : location.pathname + location.search);
  const told_filters = () => new URLSearchParams([...new FormData(filters)].filter(([, value]) => value)).toString();
  const filtered = () => { filter(); put(told_filters() && "?" + told_filters()); };
  filters.addEventListener("input", filtered);
  filters.addEventListener("reset", () => setTimeout(filtered));
  filters.addEventListener("submit", (event) => event.preventDefault());
  for (const button of $$(".count")) {
    button.addEventListener("click", () => { choose({ ...button.dataset }); put("?" + told_filters()); $("#statements").scrollIntoView(); });
  }

  // -- the graph ----------------------------------------------------------------------------------------------------------

  const svg = $(".graph svg");
  const nodes = $$(".node", svg);
  const edges = $$(".edge", svg);
  const nodeOf = new Map(nodes.map((node) => [node.dataset.name, node]));
  const whole = { width: svg.width.baseVal.value, height: svg.height.baseVal.value, paths: edges.map((edge) => edge.getAttribute("d")),
    places: new Map(nodes.map((node) => { const { e, f } = node.transform.baseVal[0].matrix; return [node, [e, f]]; })) };
  const WIDTH = Number($("rect", svg)?.getAttribute("width") || 0), HEIGHT = Number($("rect", svg)?.getAttribute("height") || 0);
  const ACROSS = WIDTH + 40, DOWN = HEIGHT + 12, MARGIN = 14;
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
    put("graph");
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
    put(`graph/${encodeURIComponent(name)}`);
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

  // -- which repairs are accepted, and what stands then ---------------------------------------------------------------------

  const changes = [...new Set(records.filter((r) => corrected(r) && printedOf.has(r)).map((r) => r.changed))];
  const refused = new Set();

  // as the whole graph is coloured: the reading that comes first of each part, and its corrections
  function stateOf(name) {
    const firsts = entryOf.get(name).parts.map(([first]) => first.map((at) => records[at]));
    const fails = firsts.filter(([printed]) => !printed.stands);
    if ([...fails.flat(), ...firsts.flatMap(([, ...repairs]) => repairs)].some((r) => r.verdict === "unknown")) return "open-state";
    if (!fails.length) return "stands";
    const mended = ([, ...repairs]) => repairs.length && repairs.every((r) => r.stands && !refused.has(r.changed));
    return fails.every(mended) ? "repaired" : "broken";
  }

  // part by part, as the list of the theorems has it: what a part rests on are other parts
  const firstOf = new Map(entries.flatMap(({ parts }) => parts.map(([first]) => [addressOf(records[first[0]]), first.map((at) => records[at])])));
  const restsOn = new Map();
  for (const r of records) for (const target of r.depends_on) {
    const found = restsOn.get(addressOf(r)) || restsOn.set(addressOf(r), new Set()).get(addressOf(r));
    for (const other of records) if (addressOf(other) === target || `${other.paper}/${other.statement}` === target) found.add(addressOf(other));
  }
  const partsOf = (name) => entryOf.get(name).parts.map(([first]) => addressOf(records[first[0]]));
  const belowParts = new Map(nodes.map(({ dataset: { name } }) => {
    const seen = new Set(partsOf(name));
    for (const at of seen) for (const other of restsOn.get(at) || []) seen.add(other);
    return [name, [...seen].filter((address) => firstOf.has(address) && !partsOf(name).includes(address))];
  }));
  // a trivial bound may be rested on, and is no theorem that stands
  const standing = ([printed, ...repairs]) => [printed, ...repairs.filter((r) => !refused.has(r.changed))].some((r) => ["holds", "asymptotic"].includes(r.verdict));
  const standsNow = ([printed, ...repairs]) => printed.stands || repairs.some((r) => r.stands && !refused.has(r.changed));

  function recolour() {
    const states = new Map(nodes.map(({ dataset: { name } }) => [name, entryOf.get(name)?.parts.length ? stateOf(name) : null]));
    const fallen = (name) => belowParts.get(name).some((address) => !standsNow(firstOf.get(address)));
    const own = (name) => partsOf(name).every((address) => standing(firstOf.get(address)));
    for (const node of nodes) {
      const state = states.get(node.dataset.name);
      if (state === null) continue;
      node.classList.remove("stands", "repaired", "broken", "open-state");
      node.classList.add(state);
      node.classList.toggle("shaken", fallen(node.dataset.name));
    }
    const left = theorems.filter((name) => own(name) && !fallen(name));
    $("#repairs summary").textContent = `${changes.length - refused.size} of ${changes.length} repairs accepted: ${left.length} of ${theorems.length} theorems stand`;
  }

  function switchesOf() {
    $(".switches").replaceChildren(...changes.map((changed, k) => {
      const label = element("label"), box = Object.assign(element("input"), { type: "checkbox", checked: !refused.has(changed) });
      box.addEventListener("change", () => { box.checked ? refused.delete(changed) : refused.add(changed); refusedNow(); });
      const where = new Set(records.filter((r) => r.changed === changed).map((r) => r.statement));
      label.append(box, ` ${changed} `, element("span", [...where].join(", "), "faint"));
      return label;
    }));
    recolour();
  }

  function refusedNow() { recolour(); put("repairs/" + changes.flatMap((changed, k) => refused.has(changed) ? [k] : []).join(",")); }
  for (const button of $$("#repairs button")) {
    button.addEventListener("click", () => { refused.clear(); if (!button.dataset.all) changes.forEach((changed) => refused.add(changed)); switchesOf(); refusedNow(); });
  }
  $("#repairs").hidden = !changes.length;
  switchesOf();

  // -- addresses, keys, print ---------------------------------------------------------------------------------------------

  // an address ends where it ends: all claims of "superiority/Lemma D.3", or those of "superiority/Lemma D.3/4"
  function open(address, number) {
    const [first, second, ...rest] = address.split("/");
    if (address.startsWith("?")) {
      choose(Object.fromEntries(new URLSearchParams(address.slice(1))));
      $("#statements").scrollIntoView();
      return;
    }
    if (first === "repairs" && second !== undefined) {
      for (const k of second.split(",").filter(Boolean)) refused.add(changes[k]);
      switchesOf();
      $("#repairs").open = true;
      $("#graph").scrollIntoView();
      return;
    }
    const numbered = first === paper && !rest.length && records.find((r) => r.number === second);
    if (numbered) { open(addressOf(numbered), second); return; }
    if (first === "finding" || (first === paper && /^\d+$/.test(second))) {
      const finding = first === paper ? findings[second - 1] : findings.find((one) => one.dataset.key === address.slice("finding/".length));
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
    const claims = rest.length || number ? $$(".claim", statement).filter((claim) => number ? claim.dataset.number === number : claim.dataset.address === address) : [];
    for (const claim of claims) { const fold = claim.closest(".readings"); if (fold) fold.open = true; claim.open = true; }
    const target = claims[0] || statement;
    target.scrollIntoView({ block: "start" });
    $("summary", target).focus({ preventScroll: true });
  }

  const follow = () => { if (location.hash.length > 1) open(decodeURIComponent(location.hash.slice(1))); };
  addEventListener("hashchange", follow);
  document.addEventListener("click", (event) => {
    const fold = event.target.closest("summary")?.parentElement;
    if (!fold || fold.open || event.defaultPrevented || event.target.closest("a")) return;
    const name = fold.dataset.name || fold.dataset.number || (fold.classList.contains("finding") && String(findings.indexOf(fold) + 1));
    if (name) put(encodeURIComponent(`${paper}/${name}`).replaceAll("%2F", "/"));
  });
  // the same link again opens again what was closed
  document.addEventListener("click", (event) => { const link = event.target.closest("a[href^='#']"); if (link && link.getAttribute("href") === location.hash) follow(); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.matches("input, select")) { event.preventDefault(); filters.elements.text.focus(); }
  });
  let folded = [];  // on paper every finding is unfolded; what else is open is printed as it is
  addEventListener("beforeprint", () => { folded = findings.filter((finding) => !finding.open); for (const finding of folded) finding.open = true; });
  addEventListener("afterprint", () => { for (const finding of folded) finding.open = false; });

  for (const formula of $$(".finding .formula")) {
    breakLines(formula);
    if (formula.dataset.tex) formula.append(texOf(formula.dataset.tex));
  }
  filter();
  follow();
})();
