/** The lines of the list of loads. */
import { element, setAttribute, setText } from "../base/dom.js";
import { appName, bytes, capitalised, clock, duration, endpoint, unnamedApp, visible } from "../base/format.js";
import { icon, setIcon, signOf, toneOf } from "../base/icons.js";

/** The columns: class and heading. Loads cannot be sorted, so no heading chooses an order. */
export const columns = [
  ["time", "Time", null], ["verdict", "Verdict", null], ["host", "Host", null], ["app", "App", null], ["from", "Device", null],
  ["reason", "Reason", null], ["duration", "Duration", null], ["bytes", "Bytes", null],
];

/** An empty line, which `showRow` fills. */
export function makeLine(id) {
  const cells = Object.fromEntries(columns.map(([name]) => [name, element("div", { role: "gridcell", class: `c-${name}` })]));
  const sign = icon("note");
  const word = element("span", { class: "word" });
  const name = element("bdi", { class: "name" });
  const scheme = element("span", { class: "tag" });
  cells.verdict.append(sign, word);
  cells.host.append(name, scheme);
  return { node: element("div", { role: "row", id, class: "row" }, Object.values(cells)), cells, sign, word, name, scheme };
}

/** Fills a line with a load. */
export function showRow({ node, cells, sign, word, name, scheme }, load) {
  const shown = signOf(load);
  setAttribute(node, "class", `row tone-${toneOf(shown)}${load.isOtherApp ? " is-other" : ""}`);
  setText(cells.time, clock(load.time));
  setAttribute(cells.time, "title", visible(load.time));
  setIcon(sign, shown);
  setText(word, visible(load.word));
  const host = endpoint(load) + visible(load.path ?? "");
  setText(name, host);
  setAttribute(cells.host, "title", host);
  setText(scheme, load.scheme === "https" ? "" : visible(load.scheme));
  const app = load.app.name === unnamedApp ? "–" : [load.app.name, ...load.app.versions].map(visible).join(" ");
  setText(cells.app, app);
  setAttribute(cells.app, "title", app === "–" ? appName(load.app.name) : app);
  const from = [load.device, load.label].filter(Boolean).map(visible).join(" · ");
  setText(cells.from, from || "–");
  setAttribute(cells.from, "title", from || null);
  const reason = capitalised(visible(load.reason));
  setText(cells.reason, reason);
  setAttribute(cells.reason, "title", reason || null);
  setText(cells.duration, load.durationMilliseconds === null ? "–" : duration(load.durationMilliseconds));
  setText(cells.bytes, load.bytesFromServer === null ? "–" : bytes(load.bytesFromClient + load.bytesFromServer));
  setAttribute(cells.bytes, "title", load.bytesFromServer === null ? null
    : `${bytes(load.bytesFromClient)} from the client, ${bytes(load.bytesFromServer)} from the server`);
}

/** Does nothing, because a load has no age. */
export function showAge() {}

/** Does nothing, because loads are not grouped. */
export function showGroup() {}
