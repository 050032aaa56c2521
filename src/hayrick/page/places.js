// Places: every single answer has an address (#/unit/0/3/1), which can be sent to others.
const top_ = document.getElementById("top");
const explore = document.getElementById("explore");
let now = { steps: [null, null], key: "" };

const unescaped = (text) => { try { return decodeURIComponent(text); } catch { return ""; } };
function parsed() {
  const [path, query = ""] = location.hash.slice(2).split("?");
  const given = Object.fromEntries(query.split("&").filter(Boolean).map((one) => {
    const [key, ...value] = one.split("=");
    return [key, unescaped(value.join("="))];
  }));
  return { path: path.split("/"), given };
}
const table = (caption, heads, rows) => {
  const made = element("table", { class: "sortable" }, element("caption", {}, caption),
    element("thead", {}, element("tr", {}, heads.map(([name, isNumber]) => element("th", { scope: "col", class: isNumber ? "num" : null }, name)))),
    element("tbody", {}, rows.map((cells) => element("tr", {}, cells.map((cell, place) => place === 0
      ? element("th", { scope: "row" }, cell) : element("td", { class: heads[place][1] ? "num" : null }, cell))))));
  startSorting(made);
  return element("div", { class: "scroll tall", tabindex: 0, role: "region", "aria-label": caption }, made);
};
const crumbs = (...parts) => element("nav", { class: "crumbs", "aria-label": "Where you are" }, parts.map((one, at) => [at ? element("span", { "aria-hidden": "true" }, "›") : null, one]));
const steps = (back, on, what) => {
  now.steps = [back, on];
  return element("div", { class: "step" },
    back ? element("a", { href: back, rel: "prev" }, `← Previous ${what}`) : element("span", { class: "muted" }, `First ${what}`),
    on ? element("a", { href: on, rel: "next" }, `Next ${what} →`) : element("span", { class: "muted" }, `Last ${what}`),
    element("span", { class: "muted small" }, "The keys ← and → do the same."));
};
const setLink = (set) => link(set.name, ["set", set.number]);
const mean = (values) => values.length ? values.reduce((sum, one) => sum + one, 0) / values.length : null;

function dataPage() {
  return ["Single answers", element("h1", {}, "Single answers"),
    table("What was asked; choose data to see its questions", [["data"], ["task"], ["questions", true], ["answers", true]],
      index.sets.map((one, place) => [link(one.name, ["set", place]), index.tasks[one.task].name, String(one.items), String(one.answers)]))];
}
async function setPage(number) {
  const set = await setOf(number);
  const main = set.task.measures[set.main.at(-1)];
  const hasGroups = new Set(set.items.map((item) => item.group)).size < set.items.length;
  const hasTags = set.items.some((item) => Object.keys(item.tags).length);
  const rows = set.items.map((item, place) => [link(short(nameOf(item)), ["item", number, place]), ...(hasGroups ? [item.group] : []),
    ...(hasTags ? [Object.entries(item.tags).map(([name, value]) => `${name} ${value}`).join(", ")] : []),
    ...(set.task.insights ? [String(item.units?.length ?? 0)] : []), String(item.answers.length),
    main ? shownValue(main, mean(item.answers.map((one) => score(set, one)).filter((one) => one !== null))) : "-"]);
  const units = set.items.flatMap((item, place) => (item.units ?? []).map((unit, at) => ({ item, place, unit, at })));
  units.sort((a, b) => b.unit.missed / (b.unit.judged || 1) - a.unit.missed / (a.unit.judged || 1));
  return [set.name, crumbs(link("Single answers", ["data"]), set.name), element("h1", {}, set.name),
    index.sets[number].omitted && element("p", { class: "best" }, "The documents of this data are too large for this file and are left out; 'hayrick show' reads them where they are."),
    table(`Questions of ${set.name}`, [["question"], ...(hasGroups ? [[set.task.group]] : []), ...(hasTags ? [["tags"]] : []), ...(set.task.insights ? [["insights", true]] : []), ["answers", true], [`mean ${main?.[1] ?? ""}`, true]], rows),
    units.length > 0 && [element("h2", {}, "Insights, those that most systems miss first"),
      table("Insights by how many systems miss them", [["insight"], ["question"], ["missed by", true], ["of", true], ["documents", true]],
        units.map(({ item, place, unit, at }) => [link(unit.text, ["unit", number, place, at]), short(item.query, 80), String(unit.missed), String(unit.judged), String(unit.evidence.length)]))]];
}
function systemPicker(set, item, number, chosen) {
  const choose = (slot, value) => {
    const list = [...chosen];
    if (value === "") list.splice(slot, 1); else list[slot] = Number(value);
    location.hash = address(["item", set.number, number], { with: list.join(",") });
  };
  const field = (slot) => element("label", {}, slot < chosen.length ? `System ${slot + 1}` : "Add a system",
    element("select", { onchange: (event) => choose(slot, event.target.value) },
      element("option", { value: "" }, slot < chosen.length ? "(remove)" : "(choose)"),
      item.answers.map((one, place) => {
        const option = element("option", { value: place }, `${shownValue(set.task.measures[set.main.at(-1)], score(set, one))}  ${systemName(one.s)}`);
        option.selected = chosen[slot] === place;
        return option;
      })));
  return element("div", { class: "tools" }, [...Array(Math.min(4, chosen.length + 1, item.answers.length)).keys()].map(field));
}
async function itemPage(number, place, given) {
  const set = await setOf(number);
  const item = set.items[place];
  item.number = place;
  const wanted = (given.with ?? "").split(",").filter((one) => /^\d+$/.test(one)).map(Number).filter((one) => one < item.answers.length);
  const chosen = wanted.length ? wanted.slice(0, 4) : [...new Set([0, item.answers.length - 1])].filter((one) => one >= 0);
  const where = { path: ["item", number, place], given: { with: chosen.join(",") } };
  const near = (step) => set.items[place + step] ? address(["item", number, place + step]) : null;
  return [nameOf(item), crumbs(link("Single answers", ["data"]), setLink(set), `${set.task.group} ${item.group}`),
    element("h1", {}, short(nameOf(item), 200)), steps(near(-1), near(1), "question"),
    nameOf(item).length > 200 && [element("h2", {}, "The question in full"), element("div", { class: "paste tall quote", tabindex: 0, role: "region", "aria-label": "The question in full" }, nameOf(item))],
    item.units ? [element("h2", {}, "Reference insights"), element("ol", { class: "plain" }, item.units.map((unit, at) => element("li", { class: `bullet b${at % 8 + 1}` },
      element("a", { class: `tag i${at % 8 + 1}`, href: address(["unit", number, place, at]), "aria-label": `Insight ${at + 1}` }, String(at + 1)), element("span", { class: "quote" }, unit.text),
      element("div", { class: "cites" }, element("span", {}, `Missed by ${unit.missed} of ${unit.judged} systems. Documents: `), chips(unit.evidence.map(([one]) => documentChip(one, "", item, where)))),
      element("div", { class: "small" }, chosen.map((one, row) => [row ? "; " : "", stateOf(item.answers[one].judged[at][0]), ` ${systemName(item.answers[one].s)}`])))))]
      : [element("h2", {}, "Right answers"), element("ul", {}, (item.right.length ? item.right : ["none is stored"]).map((one) => element("li", { class: "quote" }, short(one, 2000)))),
        item.documents.length > 0 && element("p", { class: "cites" }, `${plural(item.documents.length, "document")}: `, chips(item.documents.slice(0, 200).map((one) => documentChip(one, "", item, where))))],
    element("h2", {}, "What systems said, side by side"),
    element("p", { class: "muted" }, item.units ? "A bullet has the number and the colour of the insight that it covers. Best and worst answers are shown first; choose up to four." : "Best and worst answers are shown first; choose up to four."),
    systemPicker(set, item, place, chosen),
    element("div", { class: "columns" }, chosen.map((one) => element("article", { class: "card" }, wholeAnswer(set, item, item.answers[one], where))))];
}
const FEW_SENTENCES = 4;
// The sentences that state an insight: a few, and the others folded, so that answers are near.
function evidenceOf(item, unit, where) {
  const list = (of) => element("ul", { class: "plain" }, of.map(([one, sentence, probability, by]) => element("li", { class: "bullet" },
    element("ul", { class: "chips" }, documentChip(one, "", item, where)), " ",
    sentence ? element("span", { class: "quote" }, overlap(sentence, unit.text)) : element("span", { class: "muted" }, "No sentence was found that fits."),
    probability !== null && element("span", { class: "small muted" }, ` (found by ${by}, ${(100 * probability).toFixed(0)} %)`))));
  // A fold for one sentence would take its place.
  const few = unit.evidence.length > FEW_SENTENCES + 1 ? FEW_SENTENCES : unit.evidence.length;
  const rest = unit.evidence.slice(few);
  return [list(unit.evidence.slice(0, few)), rest.length > 0 && element("details", { class: "data told" }, element("summary", {}, `The other ${rest.length} documents`), list(rest))];
}
async function unitPage(number, place, at, given) {
  const set = await setOf(number);
  const item = set.items[place];
  const unit = item.units[at];
  item.number = place;
  const where = { path: ["unit", number, place, at], given: { s: given.s, lit: at } };
  const units = set.items.flatMap((one, row) => one.units.map((_, column) => [row, column]));
  const here = units.findIndex(([row, column]) => row === place && column === at);
  const near = (step) => units[here + step] ? address(["unit", number, ...units[here + step]], { s: given.s }) : null;
  const answers = item.answers;
  const tally = states.map((name, code) => [code, answers.filter((one) => one.judged[at][0] === code).length]).filter(([, n]) => n);
  const isOwn = (one) => one.s === Number(given.s);
  const cards = (of) => element("ul", { class: "plain" }, of.map((one) => treatment(set, item, at, one, where)));
  const own = given.s === undefined ? [] : answers.filter(isOwn);
  const list = cards(answers.filter((one) => !own.includes(one)));
  const filter = element("input", { type: "search", autocomplete: "off", oninput: () => {
    for (const card of list.children) card.hidden = !card.querySelector("h3").textContent.toLocaleLowerCase().includes(filter.value.toLocaleLowerCase());
  } });
  return [unit.text, crumbs(link("Single answers", ["data"]), setLink(set), link(short(item.query, 70), ["item", number, place]), `Insight ${at + 1}`),
    element("h1", {}, `Insight ${at + 1} of ${item.units.length}`), element("p", { class: "insight" }, unit.text), steps(near(-1), near(1), "insight"),
    element("p", {}, tally.map(([code, n], row) => [row ? ", " : "", stateOf(code), ` ${n}`])),
    own.length > 0 && [element("h2", {}, "What this system said"), element("div", {}, cards(own))],
    element("h2", {}, `Stated in ${plural(unit.evidence.length, "document")} of ${item.documents.length}`),
    evidenceOf(item, unit, where),
    element("h2", {}, own.length ? "What the other systems said" : "What each system said"), element("div", { class: "tools" }, element("label", {}, "Filter systems", filter)), list];
}
async function systemPage(number) {
  const rows = [];
  for (const place of index.sets.keys()) {
    const set = await setOf(place);
    set.items.forEach((item, row) => item.answers.filter((one) => one.s === number).forEach((answer) => {
      if (item.units) answer.judged.forEach(([code, value], at) => rows.push({ code, value, missed: item.units[at].missed, of: item.units[at].judged, text: item.units[at].text, path: ["unit", place, row, at], query: item.query, set, n: item.units[at].evidence.length, names: states }));
      else rows.push({ code: answer.state, value: score(set, answer), missed: item.missed, of: item.answers.length, text: nameOf(item), path: ["item", place, row], query: item.group, set, n: item.documents.length, names: statesOfItems });
    }));
  }
  const badness = (one) => [isMissed(one.code) ? 0 : one.code === 1 ? 1 : one.code === 5 ? 2 : 3, one.missed / (one.of || 1)];
  rows.sort((a, b) => { const [x, y] = [badness(a), badness(b)]; return x[0] - y[0] || x[1] - y[1]; });
  const tallies = [[states, "insight"], [statesOfItems, "question"]].map(([names, noun]) => [names, noun, rows.filter((one) => one.names === names)]).filter(([, , own]) => own.length);
  const worst = rows[0];
  const name = systemName(number);
  const go = (one) => link(short(one.text, 300), one.path, one.names === states ? { s: number } : {});
  return [name, crumbs(link("Single answers", ["data"]), name), element("h1", {}, name),
    tallies.map(([names, noun, own]) => element("p", {}, `${plural(own.length, noun)}: `, names.map((_, code) => [code, own.filter((one) => one.code === code).length]).filter(([, n]) => n).map(([code, n], row) => [row ? ", " : "", stateOf(code, names), ` ${n}`]))),
    worst && isMissed(worst.code) && element("div", { class: "best" }, element("p", {}, element("b", {}, "Worst: "), worst.missed < worst.of ? `it missed what most others found (missed by ${worst.missed} of ${worst.of}).` : worst.of === 1 ? "no other system was asked." : `missed by all ${worst.of}, as was all that it missed.`), element("p", { class: "insight" }, go(worst))),
    rows.length ? table("All that it was asked, worst first: what it missed and few others missed", [["insight or question"], ["became"], ["missed by", true], ["of", true], ["documents", true], ["question or group"], ["data"]],
      rows.map((one) => [go(one), stateOf(one.code, one.names), String(one.missed), String(one.of), String(one.n), short(one.query, 70), setLink(one.set)]))
      : element("p", {}, "Its single answers are not in this file.")];
}
const MOST_FOUND = 60;
async function searchPage(query) {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const fits = (text) => { const plain = text.toLocaleLowerCase(); return words.every((one) => plain.includes(one)); };
  const found = { Systems: [], Questions: [], Insights: [], Documents: [], "Bullets and answers": [] };
  const add = (kind, made) => found[kind].push(made);
  if (words.length) {
    index.systems.forEach((_, place) => fits(systemName(place)) && add("Systems", () => link(systemName(place), ["system", place])));
    for (const number of index.sets.keys()) {
      const set = await setOf(number);
      const around = (text) => {
        const at = Math.max(0, text.toLocaleLowerCase().indexOf(words[0]) - 60);
        // On one line, and without the parts of words at its ends.
        const line = text.slice(at, at + 400).replace(/\s+/gu, " ").replace(at ? /^\S{0,30} /u : /^ /u, "");
        const cut = short(line, 220).replace(/ \S{0,30}…$/u, "…");
        return element("span", { class: "quote" }, overlap(`${at ? "…" : ""}${cut}`, query));
      };
      const firstWith = new Map();
      set.items.forEach((item, place) => {
        item.documents.forEach((one) => { if (!firstWith.has(one)) firstWith.set(one, place); });
        if (fits(`${item.query} ${item.group} ${item.id}`)) add("Questions", () => link(short(nameOf(item), 200), ["item", number, place]));
        (item.units ?? []).forEach((unit, at) => fits(`${unit.text} ${unit.id}`) && add("Insights", () => link(unit.text, ["unit", number, place, at])));
        item.answers.forEach((answer, row) => {
          for (const bullet of answer.bullets ?? []) if (fits(bullet[1])) add("Bullets and answers", () => [link(systemName(answer.s), ["item", number, place], { with: row }), `, bullet ${bullet[0]}: `, around(bullet[1])]);
          if (answer.reply && fits(answer.reply)) add("Bullets and answers", () => [link(systemName(answer.s), ["item", number, place], { with: row }), ": ", around(answer.reply)]);
        });
      });
      set.documents.forEach(([text, id, title], one) => firstWith.has(one) && fits(`${title} ${id} ${text}`) && add("Documents", () => {
        const item = set.items[firstWith.get(one)];
        return [link(`Document ${item.documents.indexOf(one) + 1}, ${title || id}`, ["item", number, firstWith.get(one)], { doc: one, find: query }), ": ", around(text)];
      }));
    }
  }
  const lists = Object.entries(found).filter(([, list]) => list.length);
  return [`Search: ${query}`, element("h1", {}, query ? `Search: ${query}` : "Search"),
    element("p", { role: "status", class: "muted" }, lists.length ? lists.map(([kind, list]) => `${kind.toLocaleLowerCase()} ${list.length}`).join(", ") : words.length ? "Nothing has all of these words." : "Give words in the field above."),
    lists.map(([kind, list]) => foundList(kind, list))];
}
// What was found of one kind, and a button for what is not shown yet; each is a function that makes the line.
function foundList(kind, list) {
  const lines = (of) => of.map((made) => element("li", {}, made()));
  const shown = element("ul", {}, lines(list.slice(0, MOST_FOUND)));
  const rest = list.slice(MOST_FOUND);
  const head = element("h2", { tabindex: -1 }, `${kind}${rest.length ? `: the first ${MOST_FOUND} of ${list.length}` : ""}`);
  const more = rest.length > 0 && element("button", { type: "button", onclick: () => {
    const added = lines(rest);
    shown.append(...added);
    head.textContent = kind;
    more.remove();
    added[0].querySelector("a")?.focus();
  } }, `Show the other ${rest.length}`);
  return [head, shown, more];
}
async function documentAside(path, given) {
  const set = await setOf(Number(path[1]));
  const item = set.items[Number(path[2])];
  const place = Number(given.doc);
  const at = item?.documents.indexOf(place) ?? -1;
  if (at < 0) return null;
  const [text, id, title] = set.documents[place];
  const stated = (item.units ?? []).map((unit, number) => [unit, number, unit.evidence.find(([one]) => one === place)]).filter(([, , one]) => one);
  const lit = stated.filter(([, number]) => given.lit === undefined || number === Number(given.lit)).map(([, , one]) => one[1]).filter(Boolean);
  if (!item.units) lit.push(...item.right.filter((one) => one.length > 3 && text.includes(one)));
  const same = (more) => address(path, { ...given, ...more });
  const body = element("div", { class: "body" }, text ? litText(text, lit, given.find) : "The text of this document is not in this file.");
  return element("aside", { class: "doc", "aria-label": `Document ${at + 1}` },
    element("div", { class: "step" }, element("a", { href: same({ doc: null, find: null }), class: "close" }, "Close"),
      at > 0 && element("a", { href: same({ doc: item.documents[at - 1] }) }, "← Previous document"),
      at + 1 < item.documents.length && element("a", { href: same({ doc: item.documents[at + 1] }) }, "Next document →")),
    element("h2", { tabindex: -1 }, title || `Document ${at + 1}`), element("p", { class: "small muted" }, `Document ${at + 1} of ${item.documents.length}, ${id}`),
    item.units && element("p", { class: "small" }, stated.length ? ["It states ", stated.map(([, number], row) => [row ? ", " : "", link(`insight ${number + 1}`, ["unit", path[1], path[2], number], { s: given.s })]), " of this question."] : "It states no insight of this question."),
    !item.units && lit.length > 0 && element("p", { class: "small" }, "A right answer stands in it word for word, and is lit where it first does."),
    body);
}
// The text with sentences lit; each stands in it once, and none overlaps another.
function litText(text, sentences, find) {
  const spans = sentences.map((one) => [text.indexOf(one), one.length]).filter(([start]) => start >= 0).sort((a, b) => a[0] - b[0]);
  const parts = [];
  let end = 0;
  for (const [start, length] of spans) {
    if (start < end) continue;
    parts.push(text.slice(end, start), element("mark", { class: "lit" }, text.slice(start, start + length)));
    end = start + length;
  }
  const rest = text.slice(end);
  return [...parts, find ? overlap(rest, find) : rest];
}

const whole = (text) => /^\d+$/.test(text ?? "") ? Number(text) : -1;
async function pageOf(path, given) {
  const [kind, ...numbers] = [path[0], ...path.slice(1).map(whole)];
  if (kind === "system" && index.systems[numbers[0]]) return systemPage(numbers[0]);
  if (kind === "search") return searchPage(given.q ?? "");
  if (kind === "data" && index.sets.length > 1) return dataPage();
  const number = kind === "data" ? 0 : numbers[0];
  if (!index.sets[number]) return null;
  if (kind === "set" || kind === "data") return setPage(number);
  const item = (await setOf(number)).items[numbers[1]];
  if (kind === "item" && item) return itemPage(number, numbers[1], given);
  if (kind === "unit" && item?.units?.[numbers[2]]) return unitPage(number, numbers[1], numbers[2], given);
  return null;
}
let turn = 0;
async function show() {
  const isPlace = location.hash.startsWith("#/");
  const mine = ++turn;
  if (!isPlace) {
    explore.hidden = true;
    top_.hidden = false;
    document.title = now.title ?? document.title;
    document.getElementById(unescaped(location.hash.slice(1)))?.scrollIntoView();
    return;
  }
  now.title ??= document.title;
  index ??= await unpack("index");
  const { path, given } = parsed();
  now.steps = [null, null];
  const [title, ...content] = await pageOf(path, given) ?? ["Nothing here", element("h1", {}, "Nothing here"), element("p", {}, "This file has no such place. ", link("See what was asked", ["data"]), ".")];
  const aside = given.doc && ["item", "unit"].includes(path[0]) ? await documentAside(path, given) : null;
  if (mine !== turn) return;
  const key = `${path.join("/")}?${given.with ?? ""}`;
  const isSame = now.key === key && !explore.hidden;
  const height = scrollY;
  explore.replaceChildren(element("div", { class: aside ? "beside open" : "beside" }, element("div", {}, content), aside));
  top_.hidden = true;
  explore.hidden = false;
  document.title = `${short(title, 80)}: ${now.title}`;
  now.key = key;
  scrollTo(0, isSame ? height : 0);
  if (aside) {
    const mark = aside.querySelector("mark");
    if (mark) aside.scrollTop = mark.offsetTop - aside.offsetTop - 120;
    aside.querySelector("h2").focus({ preventScroll: true });
  } else if (path[0] !== "search") explore.focus({ preventScroll: true });
}
function startPlaces() {
  if (!explore) return;
  addEventListener("hashchange", show);
  const field = document.querySelector("form[role=search] input");
  field.form.addEventListener("submit", (event) => event.preventDefault());
  let waiting = 0;
  field.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(() => {
    const to = address(["search"], { q: field.value });
    // One step back leads to where the search began.
    if (location.hash.startsWith("#/search")) location.replace(to); else location.hash = to;
  }, 250); });
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || explore.hidden) return;
    if (event.target.closest("input, select, textarea, .scroll, aside")) { if (event.key !== "Escape") return; }
    const to = { ArrowLeft: now.steps[0], ArrowRight: now.steps[1], Escape: explore.querySelector("a.close")?.getAttribute("href") }[event.key];
    if (to) { event.preventDefault(); location.hash = to; }
  });
  if (location.hash.startsWith("#/")) show();
}
startPlaces();
