/** The bar of filters: text, verdict, rule, app, device, label, grouping, order, and what is not the app's. */
import { byId, element, replace, setText } from "../base/dom.js";
import { appName, visible } from "../base/format.js";
import { sortChoices, verdictChoices } from "../state/match.js";

const groups = [["none", "No groups"], ["owner", "By owner"], ["app", "By app"]];
/** The filters whose choices come from the rows: their name, the word for any, and the choices of a row. */
const listed = [
  ["rule", "Any rule", (row) => row.rules.map((rule) => [rule.id, rule.id])],
  ["app", "Any app", (row) => [[row.app.name, appName(row.app.name)]]],
  ["device", "Any device", (row) => row.devices.map((device) => [device, device])],
  ["label", "Any label", (row) => row.labels.map((label) => [label, label])],
];
const labels = { verdict: "Verdict", rule: "Rule", app: "App", device: "Device", label: "Label", group: "Groups", sort: "Order" };
/** Typing is waited for this long, in milliseconds, before the list follows. */
const TYPING_DELAY = 120;

/** Makes the bar. `table` has the rows whose values can be chosen. */
export function makeFilters({ table, choice }) {
  const search = byId("search");
  const others = byId("others");
  const clear = byId("clear");
  const selects = {};
  let timer = 0;

  const addSelect = (name, options) => {
    const select = element("select", { id: `filter-${name}`, "aria-label": labels[name] });
    fill(select, options, choice.value[name], wordOf(name));
    select.addEventListener("change", () => choice.set({ [name]: select.value }));
    byId("selects").append(select);
    selects[name] = select;
    return select;
  };

  addSelect("verdict", [["", "Any verdict"], ...verdictChoices]);
  for (const [name, any, values] of listed) {
    const select = addSelect(name, [["", any]]);
    // The choices are collected when somebody is about to look at them: rows arrive all the time.
    const refresh = () => fill(select, [["", any], ...collected(table, values)], choice.value[name], wordOf(name));
    select.addEventListener("pointerdown", refresh);
    select.addEventListener("focus", refresh);
  }
  addSelect("group", groups);
  addSelect("sort", sortChoices).addEventListener("change", () => choice.set({ direction: "" }));

  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => choice.set({ text: search.value.slice(0, 200) }), TYPING_DELAY);
  });
  others.addEventListener("change", () => choice.set({ others: others.checked ? "hide" : "show" }));
  clear.addEventListener("click", () => {
    choice.set(noFilters);
    search.focus();
  });
  byId("more-filters").addEventListener("click", () => {
    const isOpen = byId("filters").classList.toggle("is-open");
    byId("more-filters").setAttribute("aria-expanded", isOpen);
  });

  const show = () => {
    const value = choice.value;
    if (document.activeElement !== search) search.value = value.text;
    others.checked = value.others === "hide";
    for (const [name, select] of Object.entries(selects)) {
      if (![...select.options].some((option) => option.value === value[name])) {
        select.append(element("option", { value: value[name] }, wordOf(name)(value[name])));
      }
      select.value = value[name];
      select.classList.toggle("is-set", name !== "group" && name !== "sort" && value[name] !== "");
    }
    const set = filtersSet(value);
    clear.disabled = set === 0;
    setText(byId("filters-set"), set ? ` (${set})` : "");
  };
  choice.addEventListener("changed", show);
  show();
  return { focus: () => { search.focus(); search.select(); } };
}

/** What removes every filter. */
export const noFilters = { text: "", verdict: "", rule: "", app: "", device: "", label: "", others: "show" };

/** How many filters are set. */
export function filtersSet(value) {
  return Object.keys(noFilters).filter((name) => value[name] !== noFilters[name]).length;
}

function collected(table, values) {
  const found = new Map();
  for (const row of table.rows()) for (const [value, word] of values(row)) found.set(value, word);
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, 500);
}

/** The words of a value that no row has. */
function wordOf(name) {
  return name === "app" ? appName : visible;
}

function fill(select, options, selected, word) {
  const known = options.some(([value]) => value === selected) ? options : [...options, [selected, word(selected)]];
  const wanted = known.map(([value]) => value).join("\n");
  if (select.options.length && [...select.options].map((option) => option.value).join("\n") === wanted) return;
  replace(select, known.map(([value, word]) => element("option", { value, selected: value === selected }, visible(word))));
}
