/** All rows that the program told of, by their id, and what changed since somebody last looked. */

export class Table {
  /** The session of the program; another one means that every id is void. */
  session = null;
  /** The revision that the rows have, or null before the first list. */
  revision = null;
  #rows = new Map();
  #changed = new Set();

  /** Takes in a whole list. */
  reset({ session, revision, rows }) {
    this.session = session;
    this.revision = revision;
    this.#rows = new Map(rows.map((row) => [row.id, row]));
    this.#changed.clear();
  }

  /** Takes in changed rows, unless they are older than what is known. Gives whether anything changed. */
  apply({ revision, rows }) {
    if (this.revision === null || revision <= this.revision) return false;
    this.revision = revision;
    for (const row of rows) {
      this.#rows.set(row.id, row);
      this.#changed.add(row.id);
    }
    return true;
  }

  /** The session and revision of the rows as the id of an event has them, or null before the first list. */
  get position() {
    return this.session === null ? null : `${this.session}-${this.revision}`;
  }

  /** Whether the rows have every change up to a revision of a session. */
  has({ session, revision }) {
    return session === this.session && revision <= this.revision;
  }

  get size() {
    return this.#rows.size;
  }

  /** The row with this id, as it is now. */
  row(id) {
    return this.#rows.get(id);
  }

  rows() {
    return this.#rows.values();
  }

  /** The names of the apps of all rows, in order. */
  apps() {
    return [...new Set([...this.rows()].map((row) => row.app.name))].sort();
  }

  /** The ids that changed since the last call. */
  takeChanged() {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  /** The row that a link names (see `nameOf`). */
  named(name) {
    for (const row of this.#rows.values()) if (nameOf(row) === name) return row;
    return undefined;
  }
}

/** What names a row in a link: the same after a restart and on a colleague's computer, as an id is not. */
export function nameOf(row) {
  const policy = row.policy?.id?.replace(/^sha256:/, "").slice(0, 8) ?? "";
  return [`${row.scheme}://${row.host}:${row.port}`, row.app.name, policy].join("~");
}
