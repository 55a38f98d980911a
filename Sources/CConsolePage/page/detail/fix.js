/** What to write or whom to tell: the smallest exception as a property list, and what to change instead. */
import { copyButton } from "../base/copy.js";
import { element } from "../base/dom.js";
import { visible } from "../base/format.js";
import { codeBlock, paragraph, remark, section } from "../base/parts.js";

/** The exception, or why none helps. */
export function fixSection({ fix, remedy }) {
  if (!fix || (fix.kind === "none" && !fix.sentence)) return remedy?.text ? section("Fix", paragraph(remedy.text)) : null;
  return section("Fix",
    paragraph(fix.sentence),
    fix.kind === "overridable"
      ? remark("warn", paragraph("This exception does not make the load succeed. It leaves the decision to the app."))
      : null,
    fix.propertyList ? codeBlock(fix.propertyList, "exception for the Info.plist") : null);
}

/** What to change at the URL or at the server, which goes before an exception. */
export function serverChangeSection({ serverChange, urlChange, fix }) {
  return section(fix?.propertyList ? "Better: change this instead" : "Change this",
    urlChange ? [paragraph(urlChange.sentence), element("p", { class: "change" },
      element("code", {}, visible(urlChange.from)), " → ", element("code", {}, visible(urlChange.to)))] : null,
    serverChange && !serverChange.operator?.includes(serverChange.sentence) ? paragraph(serverChange.sentence) : null,
    serverChange?.operator ? element("blockquote", {}, paragraph(serverChange.operator),
      copyButton("Copy for the operator", () => serverChange.operator)) : null,
    serverChange?.nginx?.length ? codeBlock([...new Set(serverChange.nginx)].join("\n"), "lines for nginx") : null);
}
