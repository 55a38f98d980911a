/** Reads a stream of server-sent events (HTML standard, section 9.2). Pure. */

/** The longest accepted event in characters. The program never sends a longer one. */
const LONGEST = 64 * 1024 * 1024;

/** The session and the revision in the id of an event (`SESSION-REVISION`); null for any other text. */
export function positionOf(id) {
  const match = /^(.+)-(\d+)$/.exec(id ?? "");
  return match && { session: match[1], revision: Number(match[2]) };
}

/** A reader of events, `{ type, data, id }`, in text that comes in pieces. */
export class EventReader {
  #pieces = [];
  #length = 0;
  #id = null;

  /** The events that end in this piece of text. */
  take(text) {
    this.#length += text.length;
    if (this.#length > LONGEST) throw new RangeError("an event is longer than 64 MiB");
    this.#pieces.push(text);
    // An event ends at an empty line. Only the piece with that line can complete one.
    if (!text.includes("\n")) return [];
    const blocks = this.#pieces.join("").replaceAll("\r\n", "\n").split("\n\n");
    const rest = blocks.pop();
    this.#pieces = rest ? [rest] : [];
    this.#length = rest.length;
    return blocks.map((block) => this.#event(block)).filter((event) => event !== null);
  }

  #event(block) {
    let type = "message";
    const data = [];
    for (const line of block.split("\n")) {
      if (line === "" || line.startsWith(":")) continue;
      const colon = line.indexOf(":");
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
      if (field === "event") type = value;
      else if (field === "data") data.push(value);
      else if (field === "id") this.#id = value;
    }
    return data.length ? { type, data: data.join("\n"), id: this.#id } : null;
  }
}
