/** Exports: the report in each format, the advice, the recording. All are links to the API; a refusal is said on the page. */
import { element, replace } from "../base/dom.js";
import { visible } from "../base/format.js";
import { icon } from "../base/icons.js";
import { codeBlock, paragraph, remark, section } from "../base/parts.js";
import { address, download } from "../live/api.js";

const reports = [
  ["html", "Web page", "for people, in one file"], ["markdown", "Markdown", "for a pull request or a ticket"],
  ["text", "Text", "as in the terminal"], ["json", "JSON", "for programs: config/report.schema.json"],
  ["sarif", "SARIF", "for code scanning"], ["junit", "JUnit", "for test results in CI"], ["csv", "CSV", "for a spreadsheet"],
];
const advice = [
  ["patch", "Patch", "of the app's Info.plist, to review and apply"], ["plist", "Property list", "the exceptions that the traffic needs"],
  ["markdown", "Markdown", "with a draft of the App Store justification"], ["json", "JSON", "for programs"],
];

/** The contents of the pane; the filters of the list that the API knows hold for the report. */
export function exportContents(status, value) {
  const limits = { app: value.app, device: value.device, label: value.label };
  const set = Object.entries(limits).filter(([, one]) => one).map(([name, one]) => `${name} ${one}`);
  const policy = (status?.policies ?? []).some(({ id }) => id === value.policy) ? value.policy : "";
  const recordings = (status?.recordings ?? []).map(({ path }, number) => [String(number), path.split("/").pop(), "everything, to judge again or to hand on"]);
  const chosen = () => (set.length ? paragraph(`Only what the filters choose: ${set.join(", ")}.`, "muted") : null);
  return [
    section("Report", chosen(),
      links(reports, (format) => address("report", { format, ...limits }), "report")),
    section("Advice: what to write into the policy, and what to fix on which server", chosen(), !limits.app ? paragraph("Of several apps, choose one in the list's filter: a patch and a property list are for one app.", "muted") : null,
      links(advice, (format) => address("advice", { format, policy, ...limits }), "advice")),
    section("Recording", recordings.length
      ? [links(recordings, (number) => address("recording", { number }), "recording")]
      : paragraph("Nothing is recorded. Start with --events events.jsonl to keep what this page shows.")),
    section("From a script", paragraph("The same, without this page. TOKEN is in the address that atsproxy printed.", "muted"),
      codeBlock(`curl -H "Authorization: Bearer TOKEN" ${visible(location.origin)}${address("report", { format: "json" })}`, "command")),
  ];
}

function links(formats, target, name) {
  const refusal = element("div", { role: "status" });
  const list = element("ul", { class: "plain exports" }, formats.map(([format, word, use]) => element("li", {},
    element("a", { href: target(format), download: "", "data-export": `${name}-${format}`, click: (event) => fetched(event, refusal) }, icon("export"),
      element("span", {}, element("span", { class: "strong" }, visible(word)), element("span", { class: "muted" }, ` ${use}`))))));
  return [list, refusal];
}

/** Saves what a link leads to, or says why it is refused; the browser alone would save the refusal as a file. */
async function fetched(event, refusal) {
  const link = event.currentTarget;
  // A recording can be large: the browser writes it to the disk by itself.
  if (event.ctrlKey || event.metaKey || event.shiftKey || link.dataset.export.startsWith("recording-")) return;
  event.preventDefault();
  try {
    await download(link.getAttribute("href"));
    replace(refusal);
  } catch (error) {
    replace(refusal, remark("warn", paragraph(error.message)));
  }
}
