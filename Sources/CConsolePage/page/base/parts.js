/** Elements that several panes use: sections, paragraphs, tables, code, boxes and links. */
import { copyButton } from "./copy.js";
import { element } from "./dom.js";
import { capitalised, visible } from "./format.js";
import { icon, toneOf } from "./icons.js";

/** A section with a heading; null without content. */
export function section(heading, ...children) {
  const present = children.flat(Infinity).filter(Boolean);
  return present.length ? element("section", {}, element("h3", {}, heading), present) : null;
}

/** A paragraph of text that may come from the network. */
export function paragraph(text, className) {
  return text ? element("p", { class: className }, element("bdi", {}, visible(text))) : null;
}

/** A list of terms with their values. Terms without a value are left out. */
export function facts(pairs) {
  const present = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
  if (!present.length) return null;
  return element("dl", { class: "facts" }, present.map(([term, value]) => [
    element("dt", {}, term), element("dd", {}, typeof value === "string" ? element("bdi", {}, visible(value)) : value),
  ]));
}

/** The icon and the word of a verdict. */
export function verdictBadge(sign, word) {
  return element("span", { class: `badge tone-${toneOf(sign)}` }, icon(sign), element("span", {}, visible(word)));
}

/** Code with a button that copies it: beside one line, above several. The block can be scrolled by keyboard. */
export function codeBlock(text, label) {
  const isLong = text.trimEnd().includes("\n");
  const copy = copyButton("Copy", () => text, { "aria-label": `Copy ${label}` });
  return element("div", { class: isLong ? "code is-long" : "code" },
    isLong ? element("div", { class: "code-head" }, element("span", { "aria-hidden": "true" }, capitalised(label)), copy) : null,
    element("pre", { tabindex: "0", role: "region", "aria-label": label }, element("code", {}, text)),
    isLong ? null : copy);
}

/** A box with an icon and text: `bad`, `warn`, `good` or `note`. */
export function callout(kind, ...children) {
  const signs = { bad: "blocked", warn: "warning", good: "allowed", note: "note" };
  return element("div", { class: `callout tone-${kind === "note" ? "plain" : kind}` }, icon(signs[kind]),
    element("div", {}, children));
}

/** A sign of progress, with words that name the work. */
export function working(words) {
  return element("span", { class: "working" }, icon("working"), element("span", {}, visible(words)));
}

/** A table; each row is a list of texts or nodes. */
export function table(caption, headings, rows) {
  return element("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": caption },
    element("table", {},
      element("caption", { class: "off-screen" }, caption),
      element("thead", {}, element("tr", {}, headings.map((heading) => element("th", { scope: "col" }, heading)))),
      element("tbody", {}, rows.map((cells) => element("tr", {}, cells.map((cell) =>
        element("td", {}, typeof cell === "string" ? visible(cell) : cell)))))));
}

/** A link to another site; an address that is not HTTPS is shown as text. */
export function link(title, url) {
  if (!/^https:\/\//.test(url ?? "")) return element("span", {}, visible(title));
  return element("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, visible(title));
}

/** The name of a rule, which leads to its section in the guides. */
export function ruleLink(rule) {
  return element("a", { href: `/docs/rules#${encodeURIComponent(rule.replaceAll(".", "-"))}`, target: "_blank", rel: "noopener" },
    element("code", {}, visible(rule)));
}
