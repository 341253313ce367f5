"use strict";
(() => {
  const { records, kinds, verdicts, evidence } = JSON.parse(document.getElementById("data").textContent);
  const body = document.querySelector("#list tbody");
  const filters = document.getElementById("filters");
  const addressOf = (r) => [r.paper, r.statement, r.part].filter(Boolean).join("/");
  records.forEach((r, position) => {
    r.position = position;
    r.haystack = [addressOf(r), r.claim, r.hypotheses, r.changed, r.verdict, r.evidence, r.how, r.steps, r.note, r.source,
      JSON.stringify(r.witness), JSON.stringify(r.n0)].flat().join("\n").toLowerCase();
  });
  const order = { position: (r) => r.position, part: (r) => r.part, kind: (r) => kinds.indexOf(r.kind),
    claim: (r) => r.claim, verdict: (r) => verdicts.indexOf(r.verdict), evidence: (r) => evidence.indexOf(r.evidence),
    tightness: (r) => r.tightness ? -r.tightness.ratio : Infinity, seconds: (r) => -r.seconds };
  let sorted = "position", down = false;

  // textContent only: no text of a record is ever read as markup
  function element(tag, text, className) {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  }

  function linkOf(link) {
    const shown = element("span", undefined, "link");
    if (link.where) shown.append("where ", typeset(link.where), ": ");
    shown.append(typeset(link.formula), element("span", link.reason, "reason"));
    return shown;
  }

  // the page's own MathML, made from the claim's tree and not from the record
  function typeset(formula) {
    return document.importNode(new DOMParser().parseFromString(formula, "application/xml").documentElement, true);
  }

  function decisive(r) {
    if (r.witness) return `${r.witness.kind === "instance" ? "at" : r.witness.kind}: ${r.witness.text}`;
    if (r.n0) return `${r.n0.variable} ≥ ${r.n0.value}: ${r.n0.family}`;
    return r.changed ? `reads: ${r.changed}` : "";
  }

  const short = (text, most = 220) => text.length > most ? text.slice(0, most) + " …" : text;

  function rowOf(r) {
    const row = element("tr", undefined, "record");
    row.tabIndex = 0;
    row.setAttribute("aria-expanded", "false");
    const claim = element("td", r.formula ? undefined : r.claim, "claim");
    if (r.formula) claim.append(typeset(r.formula));
    if (decisive(r)) claim.append(element("span", short(decisive(r)), "more"));
    const statement = element("td", r.statement, "position");
    statement.append(document.createElement("br"), element("span", r.paper, "faint"));
    row.append(statement, element("td", r.part, "part"), element("td", r.kind, "kind"), claim,
      element("td", r.verdict, "verdict " + r.verdict), element("td", r.evidence, "evidence"),
      element("td", r.tightness ? r.tightness.ratio.toPrecision(3) : "", "tightness"), element("td", r.seconds.toFixed(2), "seconds"));
    const toggle = () => {
      const open = row.classList.toggle("open");
      row.setAttribute("aria-expanded", String(open));
      if (open) row.after(detailOf(r)); else row.nextSibling.remove();
    };
    row.addEventListener("click", () => { if (!String(getSelection())) toggle(); });
    row.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); toggle(); } });
    row.record = r;
    row.toggle = toggle;
    return row;
  }

  function listOf(items, make) {
    const list = element("ul");
    for (const item of items) { const line = element("li"); line.append(make(item)); list.append(line); }
    return list;
  }

  const code = (text) => element("code", text);

  // n0 and the witness carry more than their text: everything they carry is shown
  function tableOf(object) {
    const list = element("dl");
    for (const [name, value] of Object.entries(object)) {
      if (value === null || value === "" || (Array.isArray(value) && !value.length)) continue;
      const shown = element("dd");
      if (Array.isArray(value)) shown.append(listOf(value, (item) => code(typeof item === "string" ? item : JSON.stringify(item))));
      else if (typeof value === "object") shown.append(tableOf(value));
      else shown.append(code(String(value)));
      list.append(element("dt", name), shown);
    }
    return list;
  }

  function detailOf(r) {
    const cell = element("td");
    cell.colSpan = 8;
    const list = element("dl");
    const line = (name, content) => {
      if (content === "" || content === null || content === undefined) return;
      const shown = element("dd");
      shown.append(content);
      list.append(element("dt", name), shown);
    };
    line("address", code(addressOf(r)));
    if (r.formula) line("claim", code(r.claim));
    line("hypotheses", r.hypotheses.join("; "));
    const account = r.account || {};
    line("can be met for", account.feasible);
    line("first met at", account.smallest && code(account.smallest));
    line("says nothing", account.uninformative && `${account.uninformative}${account.known ? ` (${account.known})` : ""}; trivial anyway: ${account.trivial}`);
    line("changed", r.changed);
    line("proof", r.how);
    line("calculation", r.calculation.length ? listOf(r.calculation, linkOf) : "");
    line("steps checked", r.steps.length && !r.calculation.length ? listOf(r.steps, (text) => text) : "");
    line("witness", r.witness && tableOf(r.witness));
    line("n0", r.n0 && tableOf(r.n0));
    line("tightest", r.tightness && code(`${r.tightness.ratio} at ${r.tightness.instance}`));
    line("note", r.note);
    line("rests on", r.depends_on.length ? listOf(r.depends_on, (address) => {
      const link = element("a", address);
      link.href = "#" + encodeURIComponent(address);
      return link;
    }) : "");
    line("supported", r.supported ? "everything below it stands as printed"
      : r.supported_repaired ? "everything below it stands, some of it only repaired" : "something below it does not stand");
    line("instances", `${r.tried} tried, ${r.satisfied} met the hypotheses, ${r.decided} decided; seed ${r.seed}, effort ${r.effort}, ${r.precision_bits} bits, ${r.seconds} s`);
    line("source", `${r.source} (formula: ${r.provenance})`);
    line("reproduce", code(r.reproduce));
    line("digest", code(r.digest));
    for (const [name, value] of Object.entries(r)) {
      if (!known.has(name) && value !== null) line(name, typeof value === "object" ? tableOf(value) : code(String(value)));
    }
    cell.append(list);
    const row = element("tr", undefined, "detail");
    row.append(cell);
    return row;
  }

  const known = new Set(["paper", "statement", "part", "reading", "claim", "formula", "calculation", "hypotheses", "changed", "verdict", "evidence", "how", "steps",
    "tightness", "n0", "witness", "tried", "satisfied", "decided", "seed", "effort", "precision_bits", "seconds", "reproduce", "digest",
    "source", "provenance", "depends_on", "supported", "supported_repaired", "note", "position", "haystack", "kind",
    "account", "growth"]);

  function show() {
    const wanted = Object.fromEntries(new FormData(filters));
    const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
    const kept = records.filter((r) => ["paper", "kind", "verdict", "evidence"].every((name) => !wanted[name] || r[name] === wanted[name])
      && words.every((word) => r.haystack.includes(word)));
    const key = order[sorted];
    kept.sort((a, b) => {
      const x = key(a), y = key(b);
      const first = typeof x === "string" ? x.localeCompare(y, "en", { numeric: true }) : x === y ? 0 : x - y;
      return (down ? -first : first) || a.position - b.position;
    });
    body.replaceChildren(...kept.map(rowOf));
    document.getElementById("shown").textContent = `${kept.length} of ${records.length}`;
    for (const head of document.querySelectorAll("#list th")) {
      head.classList.toggle("sorted", head.dataset.key === sorted);
      head.classList.toggle("down", head.dataset.key === sorted && down);
    }
  }

  // not filters.reset(): its event would list everything anew, later, and close what was opened
  const clear = () => { for (const field of filters.querySelectorAll("select, input")) field.value = ""; };

  // an address ends where it ends: all rows of "superiority/Lemma D.3", or those of "superiority/Lemma D.3/4"
  function open(address) {
    clear();
    show();
    const rows = [...body.querySelectorAll("tr.record")].filter(({ record: r }) => addressOf(r) === address || `${r.paper}/${r.statement}` === address);
    if (!rows.length) return;
    rows.slice(0, 12).forEach((row) => row.toggle());
    rows[0].scrollIntoView({ block: "center" });
  }

  function choose(values) {
    clear();
    for (const [name, value] of Object.entries(values)) filters.elements[name].value = value;
    show();
    document.getElementById("records").scrollIntoView();
  }

  filters.addEventListener("input", show);
  filters.addEventListener("reset", () => setTimeout(show));
  filters.addEventListener("submit", (event) => event.preventDefault());
  for (const button of document.querySelectorAll("#list th button")) {
    button.addEventListener("click", () => {
      const key = button.parentElement.dataset.key;
      down = key === sorted && !down;
      sorted = key;
      show();
    });
  }
  for (const button of document.querySelectorAll(".count")) button.addEventListener("click", () => choose({ ...button.dataset }));
  for (const node of document.querySelectorAll(".node")) {
    const edges = [...node.ownerSVGElement.querySelectorAll(".edge")].filter((e) => [e.dataset.source, e.dataset.target].includes(node.dataset.name));
    const mark = (on) => edges.forEach((edge) => edge.classList.toggle("near", on));
    const go = () => { location.hash = encodeURIComponent(`${node.dataset.paper}/${node.dataset.name}`); };
    node.addEventListener("mouseenter", () => mark(true));
    node.addEventListener("mouseleave", () => mark(false));
    node.addEventListener("focus", () => mark(true));
    node.addEventListener("blur", () => mark(false));
    node.addEventListener("click", go);
    node.addEventListener("keydown", (event) => { if (event.key === "Enter") go(); });
  }
  const follow = () => { if (location.hash.length > 1) open(decodeURIComponent(location.hash.slice(1))); };
  addEventListener("hashchange", follow);
  show();
  follow();
})();
