/** The bar above the list, where a person chooses the filters, the groups and the order of the rows. */
import { byId, element, replace, setText } from "../base/dom.js";
import { appName, unnamedApp, visible } from "../base/format.js";
import { buildName, sortChoices, verdictChoices } from "../state/match.js";

const groups = [["none", "No groups"], ["owner", "By owner"], ["app", "By app"]];
/** The filters whose values come from the rows: name, the words without a choice, and a function that returns the values of a row with their words. */
const filtersOfRows = [
  ["rule", "Any rule", (row) => row.rules.map((rule) => [rule.id, rule.id])],
  ["app", "Any app", (row) => [[row.app.name, appName(row.app.name)]]],
  ["build", "Any build", (row) => row.app.versions.map((version) => buildName(row.app.name, version)).map((build) => [build, buildWord(build)])],
  ["under", "Any policy", (row, policies) => [[row.policy.id, policies(row.policy)]]],
  ["device", "Any device", (row) => row.devices.map((device) => [device, device])],
  ["label", "Any label", (row) => row.labels.map((label) => [label, label])],
];
const labels = { verdict: "Verdict", rule: "Rule", app: "App", build: "Build", under: "Policy", device: "Device", label: "Label", group: "Groups", sort: "Order" };
/** The time after the last typed character until the list is filtered, in milliseconds. */
const TYPING_DELAY = 120;

/** Creates the bar. `table` has the rows whose values can be chosen; `policyWord(policy)` returns the name of a policy. */
export function makeFilters({ table, choice, policyWord }) {
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
  for (const [name, any, values] of filtersOfRows) {
    const select = addSelect(name, [["", any]]);
    // The values are collected when the user is about to see them, because rows arrive all the time.
    const refresh = () => fill(select, [["", any], ...collected(table, values, policyWord)], choice.value[name], wordOf(name));
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
      // Loads have the order of their time.
      select.disabled = value.view === "loads" && (name === "group" || name === "sort");
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

/** The choice without filters. */
export const noFilters = { text: "", verdict: "", rule: "", app: "", build: "", under: "", device: "", label: "", others: "show" };

/** The number of filters that are set. */
export function filtersSet(value) {
  return Object.keys(noFilters).filter((name) => value[name] !== noFilters[name]).length;
}

/** The values of all rows with their words, sorted, at most 500. */
function collected(table, values, policyWord) {
  const found = new Map();
  for (const row of table.rows()) for (const [value, word] of values(row, policyWord)) found.set(value, word);
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, 500);
}

/** The function that returns the word of a filter's value, also of one that no row has. */
function wordOf(name) {
  if (name === "app") return appName;
  return name === "build" ? buildWord : visible;
}

/** `MyApp 42` for `MyApp/42`. */
function buildWord(build) {
  const cut = build.lastIndexOf("/");
  const app = build.slice(0, Math.max(0, cut));
  return `${app === unnamedApp ? appName(app) : visible(app)} ${visible(build.slice(cut + 1))}`;
}

/** Replaces the options of a filter if they differ. The selected value is an option even if no row has it. */
function fill(select, options, selected, wordOfValue) {
  const hasSelected = options.some(([value]) => value === selected);
  const all = hasSelected ? options : [...options, [selected, wordOfValue(selected)]];
  const present = [...select.options].map((option) => option.value);
  if (present.length && present.join("\n") === all.map(([value]) => value).join("\n")) return;
  replace(select, all.map(([value, word]) => element("option", { value, selected: value === selected }, visible(word))));
}
