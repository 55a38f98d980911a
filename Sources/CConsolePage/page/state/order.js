/**
 * The lines of the list: the chosen rows in their order, perhaps in groups. While the user reads the list (`isHeld`), the
 * lines keep their places: new rows are appended (in groups they wait), and rows are sorted again only on demand.
 */
import { appName, visible } from "../base/format.js";
import { comparison, groupOf, keepsPlace, matcher } from "./match.js";

export class Order {
  /** Lines: `{ kind: "row", id }` or `{ kind: "group", name, title, size, worst, isOpen }`, where `worst` is a row. */
  lines = [];
  /** The number of rows that match the choice. */
  matching = 0;
  /** The number of rows that wait to be sorted again. */
  waiting = 0;
  #table;
  #choice;
  /** The ids of the rows, in their order. */
  #ids = [];
  /** The rows as they were when they were sorted, by id. */
  #placed = new Map();
  /** The ids of rows that are new, or that have changed since they were sorted. */
  #stale = new Set();
  /** The names of the groups that are closed. */
  #closed = new Set();

  constructor(table, choice) {
    this.#table = table;
    this.#choice = choice;
  }

  /** Uses other filters, or another order or grouping. */
  choose(choice) {
    this.#choice = choice;
    this.rebuild();
  }

  /** Filters and sorts all rows. */
  rebuild() {
    this.#table.takeChanged();
    const rows = [...this.#table.rows()].filter(matcher(this.#choice)).sort(this.#comparison());
    this.#place(rows);
  }

  /** Updates the lines after a change of the rows. Returns whether lines have changed. */
  update(isHeld) {
    const matches = matcher(this.#choice);
    const added = [];
    for (const id of this.#table.takeChanged()) {
      const row = this.#table.row(id);
      const before = this.#placed.get(id);
      // A row that is not shown, because it has no load since the moment to count from.
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
   * Sorts the rows that wait into the others. The others are in order by the values with which they were sorted, so a
   * merge suffices.
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
    // Groups are in the order of their first rows.
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

/** Two sorted lists of rows as one. */
function merged(one, other, compare) {
  const result = [];
  let next = 0;
  for (const row of one) {
    while (next < other.length && compare(other[next], row) < 0) result.push(other[next++]);
    result.push(row);
  }
  return result.concat(other.slice(next));
}
