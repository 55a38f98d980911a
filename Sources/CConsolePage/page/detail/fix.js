/** The fixes for a row: the smallest exception as a property list, and the change of the server, client or URL. */
import { copyButton } from "../base/copy.js";
import { element } from "../base/dom.js";
import { visible } from "../base/format.js";
import { codeBlock, paragraph, callout, section } from "../base/parts.js";
import { address } from "../live/api.js";
import { downloadLink } from "../live/downloads.js";

/** The section with the smallest exception, or with the reason why no exception helps. */
export function fixSection({ id, fix, remedy, serverChange, clientChange, urlChange }) {
  if (!fix || (fix.kind === "none" && !fix.sentence)) return remedy?.text ? section("Fix", paragraph(remedy.text)) : null;
  const refusal = element("div", { role: "status" });
  return section(serverChange || clientChange || urlChange ? "Or an exception in the app" : "Fix",
    paragraph(fix.sentence),
    fix.kind === "overridable"
      ? callout("warn", paragraph("This exception does not make the load succeed. It leaves the decision to the app."))
      : null,
    fix.entry ? [paragraph(fix.place, "muted"), codeBlock(fix.entry, "exception for the Info.plist"),
      downloadLink(address(`rows/${encodeURIComponent(id)}/policy`, { format: "patch" }), refusal, { class: "button" }, "Download a patch of this row"),
      downloadLink(address(`rows/${encodeURIComponent(id)}/policy`), refusal, { class: "button" }, "Download the patched Info.plist"),
      refusal] : null);
}

/** The section with the change of the URL, of the client or of the server, which is better than an exception. */
export function serverChangeSection({ serverChange, clientChange, urlChange }) {
  return section("Change this",
    urlChange ? [paragraph(urlChange.sentence), element("p", { class: "change" },
      element("code", {}, visible(urlChange.from)), " → ", element("code", {}, visible(urlChange.to)))] : null,
    clientChange ? element("blockquote", {}, paragraph(clientChange.developer),
      copyButton("Copy for the developer", () => clientChange.developer)) : null,
    serverChange && !serverChange.operator?.includes(serverChange.sentence) ? paragraph(serverChange.sentence) : null,
    serverChange?.operator ? element("blockquote", {}, paragraph(serverChange.operator),
      copyButton("Copy for the operator", () => serverChange.operator)) : null,
    serverChange?.nginx?.length ? codeBlock([...new Set(serverChange.nginx)].join("\n"), "lines for nginx") : null);
}
