/**
 * The lines of the list: which rows, in which order, under which groups. While somebody reads (`isHeld`), what is there
 * keeps its place: new rows go to the end (in groups: they wait), and the order is made again only on demand.
 */
import { appName, visible } from "../base/format.js";
import { comparison, groupOf, keepsPlace, matcher } from "./match.js";

export class Order {
  /** Lines: `{ kind: "row", id }` or `{ kind: "group", name, title, size, worst, isOpen }`, where `worst` is a row. */
  lines = [];
  /** How many rows match. */
  matching = 0;
  /** How many changes wait for the order to be made again. */
  waiting = 0;
  #table;
  #choice;
  #ids = [];
  #placed = new Map();
  #stale = new Set();
  #closed = new Set();

  constructor(table, choice) {
    this.#table = table;
    this.#choice = choice;
  }

  /** Takes other filters, another way to sort or to group. */
  choose(choice) {
    this.#choice = choice;
    this.rebuild();
  }

  /** Makes the order anew. */
  rebuild() {
    this.#table.takeChanged();
    const rows = [...this.#table.rows()].filter(matcher(this.#choice)).sort(this.#comparison());
    this.#place(rows);
  }

  /** Takes in what changed. Gives whether the lines are others now. */
  update(isHeld) {
    const matches = matcher(this.#choice);
    const added = [];
    for (const id of this.#table.takeChanged()) {
      const row = this.#table.row(id);
      const before = this.#placed.get(id);
      // A change of what is not shown, such as a probe.
      if (!row) continue;
      if (before) {
        if (!keepsPlace(before, row, this.#choice) || !matches(row)) this.#stale.add(id);
      } else if (matches(row) && !this.#stale.has(id)) {
        this.#stale.add(id);
        added.push(row);
      }
    }
    if (!isHeld) return this.#stale.size > 0 && this.sortAgain();
    if (this.#choice.group === "none") this.#append(added);
    this.waiting = this.#stale.size;
    return added.length > 0;
  }

  /**
   * Puts what waited into its place. The rest is in order by the values that it was placed with, and is compared by these:
   * merging is enough.
   */
  sortAgain() {
    this.#table.takeChanged();
    const matches = matcher(this.#choice);
    const compare = this.#comparison();
    const moved = [...this.#stale].map((id) => this.#table.row(id)).filter((row) => row && matches(row)).sort(compare);
    const rest = this.#ids.filter((id) => !this.#stale.has(id)).map((id) => this.#placed.get(id));
    this.#place(merged(rest, moved, compare));
    return true;
  }

  /** Opens or closes a group. */
  toggle(name, isOpen = this.#closed.has(name)) {
    if (isOpen) this.#closed.delete(name);
    else this.#closed.add(name);
    this.#makeLines();
  }

  /** The index of the line of a row, or -1. */
  indexOf(id) {
    return this.lines.findIndex((line) => line.id === id);
  }

  #comparison() {
    return comparison(this.#choice.sort, this.#choice.direction === "reverse");
  }

  #place(rows) {
    this.#ids = rows.map((row) => row.id);
    this.#placed = new Map(rows.map((row) => [row.id, row]));
    this.#stale.clear();
    this.waiting = 0;
    this.#makeLines();
  }

  #append(rows) {
    for (const row of rows) {
      this.#ids.push(row.id);
      this.#placed.set(row.id, row);
      this.lines.push({ kind: "row", id: row.id });
    }
    this.matching = this.#ids.length;
  }

  #makeLines() {
    this.matching = this.#ids.length;
    if (this.#choice.group === "none") {
      this.lines = this.#ids.map((id) => ({ kind: "row", id }));
      return;
    }
    // Rows come in order, so that the groups come in the order of the first row of each.
    const groups = new Map();
    for (const id of this.#ids) {
      const row = this.#placed.get(id);
      const name = groupOf(row, this.#choice.group);
      const group = groups.get(name) ?? { kind: "group", name, title: this.#choice.group === "app" ? appName(name) : visible(name), size: 0, worst: row, ids: [] };
      group.ids.push(id);
      if (row.severity > group.worst.severity) group.worst = row;
      groups.set(name, group);
    }
    this.lines = [];
    for (const { ids, ...group } of groups.values()) {
      const isOpen = !this.#closed.has(group.name);
      this.lines.push({ ...group, size: ids.length, isOpen });
      if (isOpen) this.lines.push(...ids.map((id) => ({ kind: "row", id, isInGroup: true })));
    }
  }
}

function merged(one, other, compare) {
  const result = [];
  let next = 0;
  for (const row of one) {
    while (next < other.length && compare(other[next], row) < 0) result.push(other[next++]);
    result.push(row);
  }
  return result.concat(other.slice(next));
}
