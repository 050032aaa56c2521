// Answers and documents: unpacked when they are first looked at, and shown as cards, bullets and citations.
const states = ["covered", "partly covered", "not covered", "contradicted", "no answer", "unjudged"];
const statesOfItems = ["right", "partly right", "wrong", "contradicted", "no answer", "unjudged"];
const isMissed = (code) => code >= 2 && code <= 4;
let index = null;
const unpackedSets = new Map();

async function unpack(id) {
  const text = atob(document.getElementById(id).textContent.trim());
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}
async function setOf(number) {
  if (!unpackedSets.has(number)) unpackedSets.set(number, unpack(`set-${number}`).then((found) => prepared(found, number)));
  return unpackedSets.get(number);
}
function prepared(set, number) {
  set.number = number;
  set.task = index.tasks[index.sets[number].task];
  set.name = index.sets[number].name;
  set.main = set.task.measures.map((one, place) => [one, place]).filter(([one]) => one[3]).map(([, place]) => place);
  for (const item of set.items) {
    item.answers.sort((a, b) => (score(set, b) ?? -1) - (score(set, a) ?? -1));
    (item.units ?? []).forEach((unit, place) => {
      const codes = item.answers.map((one) => one.judged[place][0]);
      unit.missed = codes.filter(isMissed).length;
      unit.judged = codes.filter((code) => code !== 5).length;
    });
    if (!item.units) {
      item.missed = item.answers.filter((one) => isMissed(one.state) || one.state === 1).length;
    }
  }
  return set;
}
const ownValues = (answer) => answer.v?.own ?? Object.values(answer.v ?? {})[0] ?? [];
const score = (set, answer) => ownValues(answer)[set.main.at(-1)] ?? null;
const shownValue = (measure, value) => value === null || value === undefined ? "-" : measure[2] ? (100 * value).toFixed(1) : value.toFixed(1);
function systemName(number) {
  const [source, system, context, about] = index.systems[number];
  const more = [about, index.sources.length > 1 && index.sources[source]].filter(Boolean).join(", ");
  return `${system} + ${context}${more ? ` (${more})` : ""}`;
}
const stateOf = (code, names = states) => element("span", { class: `state s${code}` }, names[code]);
const nameOf = (item) => item.query || `Question ${item.id}`;
const short = (text, most = 160) => text.length > most ? `${text.slice(0, most).trimEnd()}…` : text;
const plural = (n, noun, many = `${noun}s`) => `${n} ${n === 1 ? noun : many}`;

const little = new Set("a an and are as at be been but by can could did do does for from had has have he her his how in into is it its may more most not of on one or she so such than that the their them then there these they this those to was we were what when where which while who will with would you".split(" "));
const stemOf = (word) => {
  const plain = word.toLocaleLowerCase();
  return little.has(plain) ? "" : plain.length > 4 ? plain.replace(/(ing|ed|es|s|ly)$/u, "") : plain;
};
const stemsOf = (text) => new Set((text.match(/[\p{L}\p{N}]+/gu) ?? []).map(stemOf).filter(Boolean));
// The text with the words marked whose stem the other text has, too.
function overlap(text, other) {
  const wanted = stemsOf(other);
  return text.split(/([\p{L}\p{N}]+)/u).map((part, place) => place % 2 && wanted.has(stemOf(part)) ? element("mark", {}, part) : part);
}

// Where something stands: its path, with the parameters that are kept and those that are changed.
function address(path, given = {}) {
  const query = Object.entries(given).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return `#/${path.join("/")}${query.length ? `?${query.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("&")}` : ""}`;
}
const link = (text, path, given) => element("a", { href: address(path, given) }, text);

function documentChip(place, kind, item, where) {
  const at = item.documents.indexOf(place) + 1;
  const words = { right: "right: states the insight", wrong: "wrong: does not state it", lost: "not cited, though it states the insight", "": "cited" }[kind];
  return element("li", {}, element("a", {
    class: `chip ${kind}`, href: address(where.path, { ...where.given, doc: place }), title: `Document ${at}, ${words}`,
    "aria-label": `Document ${at}, ${words}`,
  }, String(at)));
}
const chips = (list) => element("ul", { class: "chips" }, list);
// Citations of a bullet: right and wrong for the documents that state its insights, then what it did not cite.
function citations(bullet, stating, item, where, withLost = true) {
  const [, , cites, unknown] = bullet;
  const known = stating !== null;
  const right = known ? cites.filter((one) => stating.has(one)) : [];
  const wrong = known ? cites.filter((one) => !stating.has(one)) : [];
  const lost = known && withLost ? [...stating].filter((one) => !cites.includes(one)) : [];
  const parts = [
    right.map((one) => documentChip(one, "right", item, where)), wrong.map((one) => documentChip(one, "wrong", item, where)),
    known ? [] : cites.map((one) => documentChip(one, "", item, where)),
    unknown.map((one) => element("li", {}, element("span", { class: "chip wrong", title: "no such document" }, one))),
    lost.map((one) => documentChip(one, "lost", item, where)),
  ].flat();
  if (!parts.length) return element("p", { class: "cites" }, "It cites nothing.");
  const count = known ? `${right.length} right, ${wrong.length + unknown.length} wrong${withLost ? `, ${lost.length} missed` : ""}` : "not linked to an insight";
  return element("div", { class: "cites" }, element("span", {}, `Documents cited (${count}): `), chips(parts));
}
const statingOf = (unit) => new Set(unit.evidence.map(([place]) => place));

function scoresOf(set, answer) {
  const values = ownValues(answer);
  return element("dl", { class: "scores" }, set.task.measures.map((one, place) => one[3] && element("div", {},
    element("dt", {}, one[1]), element("dd", {}, shownValue(one, values[place])))));
}
// What one system made of an insight.
function treatment(set, item, place, answer, where) {
  const unit = item.units[place];
  const [code, , bulletId, isLinked, reason] = answer.judged[place];
  const bullet = answer.bullets.find((one) => one[0] === bulletId);
  const shown = answer.shown && unit.evidence.filter(([one]) => answer.shown.includes(one)).length;
  return element("li", { class: `card${where.given.s === String(answer.s) ? " you" : ""}` },
    element("h3", {}, link(systemName(answer.s), ["system", answer.s]), " ", stateOf(code)),
    bullet ? [
      element("p", { class: "small muted" }, isLinked ? `Bullet ${bullet[0]}; words that it shares with the insight are marked` : `No bullet is linked to it; nearest by words is bullet ${bullet[0]}`, !bullet[4] && ", which is beyond those that are judged"),
      element("p", { class: "quote" }, overlap(bullet[1], unit.text)),
      citations(bullet, isLinked ? statingOf(unit) : null, item, where),
    ] : element("p", { class: "muted" }, answer.bullets.length ? "No bullet shares a word with it." : "There is no readable answer.", answer.class && ` Class: ${answer.class}.`),
    shown !== undefined && element("p", { class: "small muted" }, `It was shown ${shown} of the ${unit.evidence.length} documents that state the insight.`),
    answer.people?.[place]?.length && element("p", { class: "small" }, element("b", {}, "People: "), answer.people[place].map(([label, bullet]) =>
      `${{ full: "covered", partial: "partly covered", none: "not covered" }[label]}${bullet === null ? "" : `, by bullet ${bullet}`}`).join("; ")),
    reason && element("p", { class: "small" }, element("b", {}, "Judge: "), element("span", { class: "quote" }, reason)));
}
// One system's whole answer, each bullet with the number and colour of the insights that it covers.
function wholeAnswer(set, item, answer, where) {
  const head = [element("h3", {}, link(systemName(answer.s), ["system", answer.s])), scoresOf(set, answer)];
  if (!item.units) {
    return [...head, element("p", {}, stateOf(answer.state, statesOfItems), answer.class && ` (${answer.class})`),
      answer.reply ? element("div", { class: "quote" }, short(answer.reply, 20000)) : element("p", { class: "muted" }, "There is no answer."),
      answer.units?.length && unitTable(set, answer)];
  }
  const covers = new Map();
  answer.judged.forEach(([code, , bullet, isLinked], place) => {
    if (isLinked && code < 2) covers.set(bullet, [...(covers.get(bullet) ?? []), place]);
  });
  const missed = answer.judged.map(([code], place) => [code, place]).filter(([code]) => isMissed(code));
  return [...head,
    answer.bullets.map((bullet) => {
      const of = covers.get(bullet[0]) ?? [];
      const stating = of.length ? new Set(of.flatMap((place) => [...statingOf(item.units[place])])) : null;
      return element("div", { class: `bullet${of.length ? ` b${of[0] % 8 + 1}` : ""}` },
        of.map((place) => element("a", { class: `tag i${place % 8 + 1}`, href: address(["unit", set.number, item.number, place], { s: answer.s }), "aria-label": `Covers insight ${place + 1}` }, String(place + 1))),
        element("span", { class: "quote" }, of.length ? overlap(bullet[1], of.map((place) => item.units[place].text).join(" ")) : bullet[1]),
        citations(bullet, stating, item, where, false));
    }),
    !answer.bullets.length && element("p", { class: "muted" }, "There is no readable answer.", answer.class && ` Class: ${answer.class}.`),
    answer.reply && element("div", { class: "quote" }, short(answer.reply, 20000)),
    missed.length > 0 && element("p", {}, element("b", {}, "Missed: "), missed.map(([code, place], at) => [at ? ", " : "", link(`insight ${place + 1}`, ["unit", set.number, item.number, place], { s: answer.s }), code === 3 ? " (contradicted)" : ""]))];
}
function unitTable(set, answer) {
  return element("details", { class: "data" }, element("summary", {}, `${answer.units.length} judged ${set.task.unit}s`),
    element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Judged units" }, element("table", {},
      element("caption", {}, `What the judge said of each ${set.task.unit}`),
      element("thead", {}, element("tr", {}, [set.task.unit, "text", "label", "value", "reason"].map((one) => element("th", { scope: "col" }, one)))),
      element("tbody", {}, answer.units.map(([unit, about, label, value, reason]) => element("tr", {},
        element("th", { scope: "row" }, unit), [about ?? "", label ?? "", value ?? "", reason ?? ""].map((one) => element("td", {}, String(one)))))))));
}
