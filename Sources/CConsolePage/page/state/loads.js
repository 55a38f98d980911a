/** The latest loads in the form of rows, and the lines of the list that shows them, latest first. */
import { matcher } from "./match.js";

/** The latest loads, by identifier. */
export class LoadTable {
  /** The number of the last known change. The next request asks for later ones. */
  change = 0;
  /** The number of loads that the program keeps. */
  limit = 0;
  #session = null;
  #loads = new Map();

  /** Adds the loads of an answer. Returns whether anything has changed. */
  apply({ session, change, limit, loads }) {
    const isOther = session !== this.#session;
    if (isOther) this.#loads.clear();
    [this.#session, this.change, this.limit] = [session, change, limit];
    for (const load of loads) this.#loads.set(load.id, asRow(load));
    if (this.#loads.size > limit) this.#loads = new Map(this.latest().slice(0, limit).map((load) => [load.id, load]));
    return isOther || loads.length > 0;
  }

  /** Removes all loads, because the program was started again. */
  clear() {
    this.change = 0;
    this.#loads.clear();
    return true;
  }

  /** Whether the loads are of a session. */
  isOf(session) {
    return session === this.#session;
  }

  get size() {
    return this.#loads.size;
  }

  row(id) {
    return this.#loads.get(id);
  }

  /** The loads, latest first. */
  latest() {
    return [...this.#loads.values()].sort((one, other) => {
      if (one.time !== other.time) return one.time < other.time ? 1 : -1;
      return one.id < other.id ? 1 : -1;
    });
  }
}

/** The lines of the list of loads. While the user reads the list, the lines stay in their places. */
export class LoadOrder {
  lines = [];
  /** The number of loads that match the choice. */
  matching = 0;
  /** The number of matching loads that are later than all lines. */
  waiting = 0;
  #table;
  #choice;
  #mark = null;
  #newest = "";

  constructor(table, choice) {
    this.#table = table;
    this.#choice = choice;
  }

  choose(choice, mark) {
    this.#choice = choice;
    this.#mark = mark;
    this.rebuild();
  }

  rebuild() {
    const loads = this.#matching();
    this.lines = loads.map(({ id }) => ({ kind: "row", id }));
    this.matching = loads.length;
    this.waiting = 0;
    this.#newest = loads[0]?.time ?? "";
  }

  /** Updates the lines after a change of the loads. `isHeld`: the user reads the list. Returns whether lines have changed. */
  update(isHeld) {
    if (!isHeld) {
      this.rebuild();
      return true;
    }
    const loads = this.#matching();
    this.waiting = loads.filter(({ time }) => time > this.#newest).length;
    // Loads that the program no longer keeps are removed here as well.
    const kept = this.lines.filter(({ id }) => this.#table.row(id));
    const isOther = kept.length !== this.lines.length;
    this.lines = kept;
    return isOther;
  }

  indexOf(id) {
    return this.lines.findIndex((line) => line.id === id);
  }

  #matching() {
    const matches = matcher(this.#choice);
    const since = this.#mark?.time ?? "";
    return this.#table.latest().filter((load) => load.time > since && matches(load));
  }
}

/** A load in the form of a row. The same filters can then choose loads and rows. */
function asRow(load) {
  return {
    ...load,
    app: { name: load.app.name, versions: load.app.version ? [load.app.version] : [] },
    rules: load.rules.map((id) => ({ id, title: "" })),
    policy: { id: load.policy },
    devices: load.device ? [load.device] : [],
    labels: load.label ? [load.label] : [],
    refusedByDevice: 0,
  };
}
