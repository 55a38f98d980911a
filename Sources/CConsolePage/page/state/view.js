/** The rows of the table as the page shows them: with all loads, or with only those after a moment. */
import { rowSince } from "./since.js";

export class View {
  /** The moment to count from (see `since.js`), or null for all loads. */
  mark = null;
  #table;

  constructor(table) {
    this.#table = table;
  }

  /** The row with an id as it is shown; null or undefined if it is not shown. */
  row(id) {
    const row = this.#table.row(id);
    return row && this.mark ? rowSince(row, this.mark) : row;
  }

  *rows() {
    for (const row of this.#table.rows()) {
      const shown = this.mark ? rowSince(row, this.mark) : row;
      if (shown) yield shown;
    }
  }

  takeChanged() {
    return this.#table.takeChanged();
  }

  /** The numbers of a status for the rows that are shown. */
  counts(counts) {
    if (!this.mark) return counts;
    const numbers = { ...counts, rows: 0, loads: 0, wouldFail: 0, failsUnlessAccepted: 0, warnings: 0, notJudged: 0, undetermined: 0, failed: 0, allowed: 0,
      exempt: 0, refusedByDevices: 0 };
    const hosts = new Set();
    for (const row of this.rows()) {
      hosts.add(row.host);
      numbers.rows += 1;
      numbers.loads += row.loads;
      if (row.refusedByDevice > 0) numbers.refusedByDevices += 1;
      if (row.verdict === "failsUnlessAccepted") numbers.failsUnlessAccepted += 1;
      numbers[names[row.verdict] ?? row.verdict] += 1;
    }
    return { ...numbers, hosts: hosts.size };
  }
}

/** The names of the counts, by verdict, unless they have the name of the verdict. */
const names = { __proto__: null, blocked: "wouldFail", wouldBlock: "wouldFail", failsUnlessAccepted: "wouldFail", warning: "warnings" };
