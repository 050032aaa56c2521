// Labels of summaries: shown one at a time, kept in this browser, saved as a file, and read from one again.
const asked = JSON.parse(document.getElementById("questions").textContent);
const LABELS = [["none", "Not covered"], ["partial", "Partly"], ["full", "Fully"]];
const STORE = `hayrick-annotate-${asked.id}`;
const byId = (id) => document.getElementById(id);
const work = byId("work");
const answers = new Map();
let at = 0;
let unsaved = false;

const placeOf = (summary, insight) => JSON.stringify([summary, insight]);
const answerTo = (summary, insight) => answers.get(placeOf(summary, insight.id));
const pairs = asked.summaries.flatMap((one, number) => one.insights.map((insight) => [number, insight]));
const tell = (text) => { byId("told").textContent = text; };
const annotator = () => byId("annotator").value.trim().replace(/\s+/gu, " ");

// The answers as files have them: numbers of summaries from 1, in the order of the page.
function answered() {
  return pairs.map(([number, insight]) => [number, insight, answerTo(number, insight)]).filter(([, , given]) => given)
    .map(([number, insight, given]) => ({ summary: number + 1, insight: insight.id, label: given.label, bullet: given.bullet }));
}
const saved = () => ({ schema: 1, annotator: annotator(), page: asked, answers: answered() });

// What a file or the browser holds, as a map; an error says what is wrong with it.
function read(value) {
  if (value?.schema !== 1 || !Array.isArray(value.answers)) throw new Error("It is no file that was saved from such a page.");
  if (value.page?.id !== asked.id) throw new Error("It was saved from a page with other questions.");
  const found = new Map();
  for (const one of value.answers) {
    const summary = asked.summaries[one?.summary - 1];
    const known = summary?.insights.some((insight) => insight.id === one.insight) && LABELS.some(([label]) => label === one.label);
    const isBullet = one?.bullet === null || (one?.label !== "none" && summary?.bullets.includes(one.bullet));
    if (!known || !isBullet) throw new Error("It has an answer that fits no question here.");
    found.set(placeOf(one.summary - 1, one.insight), { label: one.label, bullet: one.bullet });
  }
  return found;
}
function take(value) {
  const found = read(value);
  answers.clear();
  found.forEach((given, place) => answers.set(place, given));
  byId("annotator").value = typeof value.annotator === "string" ? value.annotator : "";
}

function keep() {
  try {
    localStorage.setItem(STORE, JSON.stringify({ schema: 1, annotator: annotator(), page: { id: asked.id }, answers: answered(), at }));
    unsaved = false;
  } catch {
    unsaved = true;
    tell("This browser keeps nothing for this page: save your answers as a file before you close it.");
  }
}
function remember() {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE));
    if (!kept) return;
    take(kept);
    at = Number.isInteger(kept.at) && asked.summaries[kept.at] ? kept.at : 0;
  } catch { /* Nothing is kept, or something else: begin anew. */ }
}

function count() {
  const n = answers.size;
  byId("progress").textContent = `${n} of ${pairs.length} pairs`;
  byId("bar").value = n;
}

// One insight with its three labels and its bullet.
function card(number, insight, place, n) {
  const summary = asked.summaries[number];
  const ids = { text: `insight-${place}`, head: `head-${place}` };
  const buttons = LABELS.map(([label, text], key) => element("button", { type: "button", "data-label": label, onclick: () => choose(label, true) },
    element("kbd", { "aria-hidden": "true" }, String(key + 1)), ` ${text}`));
  const bullet = element("select", { onchange: () => { set({ label: answerTo(number, insight).label, bullet: bullet.value === "" ? null : Number(bullet.value) }); } },
    element("option", { value: "" }, "no single bullet"), summary.bullets.map((one) => element("option", { value: one }, `bullet ${one}`)));
  const made = element("article", { class: "card", tabindex: -1, "aria-labelledby": ids.head },
    element("h3", { id: ids.head }, `Insight ${place + 1} of ${n}`),
    element("p", { class: "insight", id: ids.text }, insight.text),
    element("div", { class: "labels", role: "group", "aria-labelledby": ids.text }, buttons),
    element("label", { class: "stated" }, "Stated by", bullet));
  function set(given) {
    if (given) answers.set(placeOf(number, insight.id), given); else answers.delete(placeOf(number, insight.id));
    refresh();
    mark();
    count();
    keep();
    if (answers.size === pairs.length) tell("All pairs are answered. Save them as a file, and give it to the person who asked you.");
  }
  // A label that is pressed again is taken back.
  function choose(label, back) {
    const before = answerTo(number, insight);
    if (label === null || (back && before?.label === label)) set(null);
    else set({ label, bullet: label === "none" ? null : before?.bullet ?? null });
  }
  function refresh() {
    const given = answerTo(number, insight);
    buttons.forEach((one) => one.setAttribute("aria-pressed", String(given?.label === one.dataset.label)));
    bullet.disabled = !given || given.label === "none";
    bullet.value = given?.bullet ?? "";
    made.classList.toggle("answered", Boolean(given));
  }
  // The bullet that is named is marked in the summary while its insight is in focus.
  function mark() {
    const named = answerTo(number, insight)?.bullet;
    all(".said li", work).forEach((one) => one.classList.toggle("chosen", named !== null && one.dataset.bullet === String(named)));
  }
  made.addEventListener("focusin", mark);
  made.choose = choose;
  made.toBullet = () => { if (!bullet.disabled) bullet.focus(); };
  refresh();
  return made;
}

// The summary that is looked at, with its insights.
function draw(focus) {
  const summary = asked.summaries[at];
  const n = asked.summaries.length;
  const lines = summary.lines.map((line, place) => {
    const isBullet = summary.bullets.includes(place + 1);
    return element("li", { class: isBullet ? null : "frame", "data-bullet": isBullet ? place + 1 : null },
      element("span", { class: "number" }, isBullet ? String(place + 1) : ""), element("span", { class: "quote" }, isBullet ? line.replace(/^[-*•]\s+/u, "") : line));
  });
  const step = (to, text) => element("button", { type: "button", disabled: to < 0 || to >= n, onclick: () => go(to) }, text);
  const heading = element("h2", { tabindex: -1 }, `Summary ${at + 1} of ${n}`);
  work.replaceChildren(
    element("div", { class: "step" }, step(at - 1, "← Previous summary"), step(at + 1, "Next summary →"),
      element("button", { type: "button", onclick: nextOpen }, "Next open pair")),
    heading,
    element("p", { class: "muted" }, `The question was: ${summary.title}`),
    element("div", { class: "pair" },
      element("div", { class: "said card", role: "region", tabindex: 0, "aria-label": "What the summary says" }, element("ol", {}, lines)),
      element("div", {}, summary.insights.map((insight, place) => card(at, insight, place, summary.insights.length)))));
  count();
  if (focus) heading.focus();
}
function go(to) {
  if (!asked.summaries[to]) return;
  at = to;
  keep();
  draw(true);
}
function nextOpen() {
  const from = pairs.findIndex(([number]) => number === at);
  const open = [...pairs.slice(from), ...pairs.slice(0, from)].find(([number, insight]) => !answerTo(number, insight));
  if (!open) { tell("All pairs are answered."); return; }
  if (open[0] !== at) go(open[0]);
  cards()[asked.summaries[at].insights.indexOf(open[1])].focus();
}

const cards = () => all("article", work);
const nowIn = () => cards().find((one) => one.contains(document.activeElement));
function pressed(event) {
  const active = document.activeElement;
  if (event.ctrlKey || event.metaKey || event.altKey || active.matches("input, select") || !(active === document.body || work.contains(active))) return;
  const here = nowIn();
  const current = here ?? cards().find((one) => !one.classList.contains("answered")) ?? cards()[0];
  const label = LABELS[Number(event.key) - 1]?.[0];
  if (event.key === "ArrowLeft") go(at - 1);
  else if (event.key === "ArrowRight") go(at + 1);
  else if (here && (event.key === "ArrowDown" || event.key === "ArrowUp")) cards()[cards().indexOf(here) + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
  else if (current && (label || event.key === "0")) { if (current !== here) current.focus(); current.choose(label ?? null, false); }
  else if (current && event.key === "b") current.toBullet();
  else return;
  event.preventDefault();
}

function save() {
  const name = annotator();
  if (!name) {
    tell("Enter your name or initials first: answers of several people are told apart by them.");
    byId("annotator").focus();
    return;
  }
  const url = URL.createObjectURL(new Blob([JSON.stringify(saved(), null, 1)], { type: "application/json" }));
  const file = `labels-${name.replace(/[^\p{L}\p{N}]+/gu, "_").slice(0, 40)}-${asked.id.slice(0, 6)}.json`;
  const link = element("a", { href: url, download: file });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
  unsaved = false;
  tell(`Saved as ${file}, with ${answers.size} of ${pairs.length} pairs. You can go on, and save again.`);
}
async function open(event) {
  const [file] = event.target.files;
  event.target.value = "";
  if (!file) return;
  try {
    const value = JSON.parse(await file.text());
    read(value);
    if (answers.size && !confirm("Replace the answers on this page by those of the file?")) return;
    take(value);
    keep();
    draw(false);
    tell(`Read from ${file.name}: ${answers.size} of ${pairs.length} pairs.`);
  } catch (problem) {
    tell(`${file.name} cannot be read. ${problem instanceof SyntaxError ? "It is no JSON." : problem.message}`);
  }
}
function clear() {
  if (answers.size && !confirm("Remove all answers from this page? What you saved as a file stays there.")) return;
  answers.clear();
  byId("annotator").value = "";
  at = 0;
  keep();
  draw(false);
  tell("All answers are removed.");
}

remember();
draw(false);
addEventListener("keydown", pressed);
addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
byId("annotator").addEventListener("change", keep);
byId("save").addEventListener("click", save);
byId("open").addEventListener("change", open);
byId("clear").addEventListener("click", clear);
