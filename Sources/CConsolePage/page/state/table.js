/** All rows that the program has sent, by id, and the ids that have changed since they were last taken. */

export class Table {
  /** The session of the program. The ids of rows of another session are not valid. */
  session = null;
  /** The revision of the rows; null before the first list. */
  revision = null;
  #rows = new Map();
  #changed = new Set();

  /** Replaces all rows. */
  reset({ session, revision, rows }) {
    this.session = session;
    this.revision = revision;
    this.#rows = new Map(rows.map((row) => [row.id, row]));
    this.#changed.clear();
  }

  /** Adds changed rows, unless their revision is known already. Returns whether anything has changed. */
  apply({ revision, rows }) {
    if (this.revision === null || revision <= this.revision) return false;
    this.revision = revision;
    for (const row of rows) {
      this.#rows.set(row.id, row);
      this.#changed.add(row.id);
    }
    return true;
  }

  /** The session and the revision of the rows in the form of an event's id; null before the first list. */
  get position() {
    return this.session === null ? null : `${this.session}-${this.revision}`;
  }

  /** Whether the rows have all changes up to a revision of a session. */
  has({ session, revision }) {
    return session === this.session && revision <= this.revision;
  }

  get size() {
    return this.#rows.size;
  }

  /** The present row with an id. */
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

/** The name of a row in links. The name is the same after a restart of the program and on other computers; the id is not. */
export function nameOf(row) {
  const policy = row.policy?.id?.replace(/^sha256:/, "").slice(0, 8) ?? "";
  return [`${row.scheme}://${row.host}:${row.port}`, row.app.name, policy].join("~");
}
