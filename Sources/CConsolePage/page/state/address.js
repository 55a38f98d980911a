/**
 * The choice of the user, which the address of the page keeps. A link therefore shows the same to everybody who is signed
 * in to this console. Anybody can write a link, so values that the page itself would not write are ignored.
 */

/** The choice of an address without a query. */
export const defaults = Object.freeze({
  text: "", verdict: "", rule: "", app: "", build: "", under: "", device: "", label: "", since: "", view: "", group: "none", others: "show", sort: "severity",
  direction: "", row: "", pane: "", os: "", policy: "", from: "", to: "",
});

/** The permitted values of members that have only a few. */
const allowed = {
  group: ["none", "owner", "app"], others: ["show", "hide"], sort: ["severity", "host", "app", "loads", "bytes", "last"],
  direction: ["", "reverse"], since: ["", "reload", "clear"], view: ["", "loads"],
  pane: ["", "devices", "whatif", "compare", "export", "unneeded", "coverage", "data", "notices", "keys"],
};

/** The largest number of characters in a value. */
const LONGEST = 1000;

/** The choice of a query string. Members that are unknown or not permitted have their defaults. Pure. */
export function choiceOf(query) {
  const choice = { ...defaults };
  for (const [name, value] of new URLSearchParams(query)) {
    if (!Object.hasOwn(defaults, name) || value.length > LONGEST) continue;
    if (allowed[name] && !allowed[name].includes(value)) continue;
    choice[name] = value;
  }
  return choice;
}

/** The shortest query string of a choice. Pure. */
export function queryOf(choice) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(defaults)) if (choice[name] !== value) parameters.set(name, choice[name]);
  return parameters.size ? `?${parameters}` : "";
}

/** The choice of this page. Its event `changed` has the names of the changed members. */
export class Choice extends EventTarget {
  #value = Object.freeze(choiceOf(location.search));

  constructor() {
    super();
    window.addEventListener("popstate", () => this.#become(choiceOf(location.search)));
  }

  get value() {
    return this.#value;
  }

  /** Changes some members. Opening or closing a row or panel is a step in the browser's history. */
  set(members) {
    const next = { ...this.#value, ...members };
    const query = queryOf(next);
    if (query === queryOf(this.#value)) return;
    const isStep = next.pane !== this.#value.pane || Boolean(next.row) !== Boolean(this.#value.row);
    history[isStep ? "pushState" : "replaceState"](null, "", query || location.pathname);
    this.#become(next);
  }

  #become(next) {
    const before = this.#value;
    this.#value = Object.freeze(next);
    const names = Object.keys(defaults).filter((name) => before[name] !== next[name]);
    if (names.length) this.dispatchEvent(new CustomEvent("changed", { detail: { names, before } }));
  }
}
