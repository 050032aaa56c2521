"use strict";
// Elements, theme, and tables that are sorted, filtered and picked from. All text becomes text nodes, never markup.
const element = (name, given = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "class") made.className = value;
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) made.append(child instanceof Node ? child : String(child));
  }
  return made;
};
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

const themes = ["system", "light", "dark"];
const remembered = () => { try { return localStorage.getItem("hayrick-theme"); } catch { return null; } };
function setTheme(name) {
  if (name === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", name);
  document.getElementById("theme").textContent = `Theme: ${name}`;
  try { localStorage.setItem("hayrick-theme", name); } catch { /* A file may have no storage. */ }
}
function startTheme() {
  let now = themes.includes(remembered()) ? remembered() : "system";
  setTheme(now);
  document.getElementById("theme").addEventListener("click", () => {
    now = themes[(themes.indexOf(now) + 1) % themes.length];
    setTheme(now);
  });
}

const number = (cell) => {
  const value = Number.parseFloat(cell.dataset.v ?? cell.textContent.replaceAll(",", ""));
  return Number.isNaN(value) ? null : value;
};
function sortTable(table, column, heading) {
  const isNumber = heading.classList.contains("num");
  const now = heading.getAttribute("aria-sort");
  const descending = now ? now === "ascending" : isNumber;
  all("thead th", table).forEach((one) => one.removeAttribute("aria-sort"));
  heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
  for (const body of table.tBodies) sortRows(body, column, isNumber, descending);
}
function sortRows(body, column, isNumber, descending) {
  const rows = [...body.rows].map((row) => ({ row, text: row.cells[column].textContent, value: isNumber ? number(row.cells[column]) : 0 }));
  rows.sort((a, b) => {
    if (a.value === null || b.value === null) return (a.value === null) - (b.value === null);
    const order = isNumber ? a.value - b.value : a.text.localeCompare(b.text);
    return descending ? -order : order;
  });
  body.append(...rows.map((one) => one.row));
}
function startSorting(table) {
  all("thead th", table).forEach((heading, column) => {
    const sort = () => sortTable(table, column, heading);
    // No <button>: where one stands in a heading, Chromium prints the heading on the first page alone.
    heading.append(element("span", { role: "button", tabindex: 0, onclick: sort, onkeydown: (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); sort(); }
    } }, ...heading.childNodes));
  });
}
function showColumn(table, column, shown) {
  for (const row of table.rows) row.cells[column].hidden = !shown;
}
function startBoard(section) {
  const parts = all(".part", section);
  const count = element("span", { class: "muted small", role: "status" });
  const filter = element("input", { type: "search", autocomplete: "off" });
  const choice = element("select", {}, parts.map((one, place) => element("option", { value: place }, one.dataset.part)));
  const refresh = () => {
    const words = filter.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    parts.forEach((part, place) => {
      part.hidden = place !== Number(choice.value);
      const rows = all("tbody tr", part);
      for (const row of rows) {
        const text = all("th, td:not(.num)", row).map((one) => one.textContent).join(" ").toLocaleLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
      }
      if (!part.hidden) count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} rows`;
    });
  };
  filter.addEventListener("input", refresh);
  choice.addEventListener("change", refresh);
  const picks = element("div", { class: "picks" });
  const heads = all("thead th", all("table", section)[0]);
  heads.forEach((head, column) => {
    if (!head.classList.contains("num")) return;
    const box = element("input", { type: "checkbox" });
    box.checked = !head.hasAttribute("data-optional");
    const show = () => all("table", section).forEach((table) => { if (table.rows[0].cells[column]) showColumn(table, column, box.checked); });
    box.addEventListener("change", show);
    if (!box.checked) show();
    picks.append(element("label", {}, box, head.textContent));
  });
  const tools = element("div", { class: "tools" },
    element("label", {}, "Filter systems", filter),
    parts.length > 1 && element("label", {}, "Data", choice),
    element("details", {}, element("summary", {}, "Columns"), picks),
    count);
  parts[0].before(tools);
  refresh();
}
function startCopying() {
  for (const button of all("button.copy")) {
    button.addEventListener("click", async () => {
      const text = all("p", document.getElementById(button.dataset.copy)).map((one) => one.textContent).join("\n\n");
      try { await navigator.clipboard.writeText(text); button.textContent = "Copied"; } catch {
        getSelection().selectAllChildren(document.getElementById(button.dataset.copy));
        button.textContent = "Selected: copy it with your keyboard";
      }
    });
  }
}
// Menus close where a choice is made or the reader goes on elsewhere.
function startMenus() {
  const menus = () => all("details.menu[open], .tools details[open]");
  addEventListener("click", (event) => menus().forEach((one) => {
    if (!one.contains(event.target) || event.target.closest("a")) one.open = false;
  }));
  addEventListener("keydown", (event) => { if (event.key === "Escape") menus().forEach((one) => { one.open = false; }); });
}
// A chart that is wider than its frame is scrolled by keys, too.
function startCharts() {
  const refresh = () => all(".chart").forEach((one) => {
    const given = one.scrollWidth > one.clientWidth ? { tabindex: 0, role: "region", "aria-label": `Chart: ${one.querySelector("title")?.textContent ?? ""}` } : {};
    for (const name of ["tabindex", "role", "aria-label"]) if (name in given) one.setAttribute(name, given[name]); else one.removeAttribute(name);
  });
  addEventListener("resize", refresh);
  refresh();
}
function startTables() {
  all("[data-needs-script]").forEach((one) => { one.hidden = false; });
  startTheme();
  all(".board-section").forEach(startBoard);
  all("table.sortable").forEach(startSorting);
  startCopying();
  startMenus();
  startCharts();
}
startTables();
