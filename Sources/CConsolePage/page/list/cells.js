/** The lines of the list. The cells of a line are created once, and filled for each row that the line shows. */
import { element, setAttribute, setText } from "../base/dom.js";
import { appName, bytes, capitalised, clock, count, endpoint, plural, shortSuite, system, tlsVersion, unnamedApp, visible } from "../base/format.js";
import { icon, setIcon, signOf, toneOf } from "../base/icons.js";
import { age } from "../state/age.js";
import { bytesOf } from "../state/match.js";

/** The columns: class, heading, and the order that the heading chooses; null for none. */
export const columns = [
  ["verdict", "Verdict", "severity"], ["host", "Host", "host"], ["app", "App", "app"], ["os", "OS", null],
  ["tls", "TLS", null], ["rules", "Rules", null], ["remedy", "Fix", null], ["loads", "Loads", "loads"], ["bytes", "Bytes", "bytes"],
  ["devices", "Devices", null], ["probed", "Probed", null], ["last", "Last seen", "last"],
];

/** An empty line, which `showRow` and `showGroup` fill. */
export function makeLine(id) {
  const cells = Object.fromEntries(columns.map(([name]) => [name, element("div", { role: "gridcell", class: `c-${name}` })]));
  const sign = icon("note");
  const word = element("span", { class: "word" });
  const name = element("bdi", { class: "name" });
  const scheme = element("span", { class: "tag" });
  const version = element("span", { class: "version" });
  const suite = element("span", { class: "suite" });
  cells.verdict.append(sign, word);
  const earlier = element("span", { class: "tag is-earlier", title: "Judged under a policy that is not in force any more" });
  cells.host.append(name, scheme, earlier);
  cells.tls.append(version, suite);
  const group = element("div", { role: "gridcell", class: "c-group", "aria-colspan": columns.length });
  const groupSign = icon("open");
  const groupWord = element("span", { class: "group-word" });
  const groupName = element("bdi", { class: "name" });
  const groupSize = element("span", { class: "group-size" });
  group.append(groupSign, groupName, groupSize, groupWord);
  const node = element("div", { role: "row", id, class: "row" }, Object.values(cells));
  return { node, cells, sign, word, name, scheme, earlier, version, suite, group, groupSign, groupWord, groupName, groupSize, kind: "row" };
}

/** Fills a line with a row. `isEarlier`: the row was judged under a policy that is not in force any more. */
export function showRow(line, row, isInGroup, isEarlier) {
  becomeKind(line, "row");
  const { cells } = line;
  const sign = signOf(row);
  setAttribute(line.node, "class", `row tone-${toneOf(sign)}${row.isOtherApp ? " is-other" : ""}${isInGroup ? " in-group" : ""}`);
  setAttribute(line.node, "aria-expanded", null);
  setAttribute(line.node, "aria-level", isInGroup ? 2 : null);
  setIcon(line.sign, sign);
  setText(line.word, visible(row.word));
  const host = endpoint(row);
  setText(line.name, host);
  setAttribute(cells.host, "title", host);
  setText(line.scheme, row.scheme === "https" ? "" : visible(row.scheme));
  setText(line.earlier, isEarlier ? "earlier policy" : "");
  const isNamed = row.app.name !== unnamedApp;
  // The title names all builds.
  const more = row.app.versions.length > 1 ? [`+${row.app.versions.length - 1}`] : [];
  const app = isNamed ? [row.app.name, ...row.app.versions.slice(-1), ...more].map(visible).join(" ") : "–";
  setText(cells.app, app);
  setAttribute(cells.app, "title", isNamed ? `${visible(row.app.name)} ${row.app.versions.map(visible).join(", ")}` : appName(row.app.name));
  setText(cells.os, system(row.os));
  setText(line.version, row.tls ? tlsVersion(row.tls.version) : "–");
  setText(line.suite, row.tls ? shortSuite(row.tls.cipher) : "");
  setAttribute(cells.tls, "title", row.tls?.cipher ? visible(row.tls.cipher) : null);
  const rules = row.rules.map((rule) => visible(rule.id)).join(", ");
  setText(cells.rules, rules);
  setAttribute(cells.rules, "title", rules || null);
  // Without a fix, a row that is not allowed shows the reason in a quieter tone.
  const remedy = visible(row.remedy?.text || (row.severity > 1 ? capitalised(row.reason) : ""));
  setText(cells.remedy, remedy);
  cells.remedy.classList.toggle("muted", !row.remedy?.text);
  setAttribute(cells.remedy, "title", remedy || null);
  setText(cells.loads, count(row.loads));
  const size = bytesOf(row);
  setText(cells.bytes, size ? bytes(size) : "–");
  setAttribute(cells.bytes, "title", size ? `${bytes(row.bytesFromClient)} from clients, ${bytes(row.bytesFromServer)} from servers` : null);
  setText(cells.devices, row.deviceCount ? count(row.deviceCount) : "–");
  showAge(line, row);
  setText(cells.last, clock(row.lastSeen));
}

/** Shows the present age of the facts about a row's server. */
export function showAge({ cells }, row) {
  setText(cells.probed, row.probed ? age(row.probed) : "–");
  setAttribute(cells.probed, "title", row.probed ? `Server probed at ${clock(row.probed)}` : null);
}

/** Fills a line with the heading of a group. */
export function showGroup(line, { title, size, worst, isOpen }) {
  becomeKind(line, "group");
  const sign = signOf(worst);
  setAttribute(line.node, "class", `row is-group tone-${toneOf(sign)}`);
  setAttribute(line.node, "aria-expanded", isOpen);
  setAttribute(line.node, "aria-level", 1);
  setIcon(line.groupSign, isOpen ? "open" : "closed");
  setText(line.groupName, title);
  setText(line.groupSize, plural(size, "row"));
  setText(line.groupWord, `worst: ${visible(worst.word)}`);
}

/** Gives a line the cells of a row or of a group. */
function becomeKind(line, kind) {
  if (line.kind === kind) return;
  line.kind = kind;
  line.node.replaceChildren(...(kind === "group" ? [line.group] : Object.values(line.cells)));
}
