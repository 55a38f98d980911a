/** The contents of the panels of counters (exceptions, coverage, age of data), of the notices and of the keys. */
import { copyButton } from "../base/copy.js";
import { element } from "../base/dom.js";
import { count, day, hasPolicy, plural, visible, worstFirst } from "../base/format.js";
import { codeBlock, paragraph, callout, section } from "../base/parts.js";

/** Exceptions that no load needed. */
export function unneededContents({ exceptionsNeverNeeded, policies, source }) {
  if (exceptionsNeverNeeded === null) return [paragraph("Not known yet, or not looked for: a notice says where there are too many kinds of loads or policies. The advice, under Export, names them.")];
  if (!hasPolicy({ policies })) {
    return [paragraph("No load was judged under a policy of an app, so that there is no exception that a load could need."),
      paragraph(source === "live" ? "Give the proxy the app's policy:" : "Give the app's policy, if the recording does not have it:"),
      codeBlock(source === "live" ? "atsproxy serve --policy MyApp.ipa" : "atsproxy view --policy MyApp.ipa events.jsonl", "command")];
  }
  if (!exceptionsNeverNeeded.length) return [callout("good", paragraph("The policy declares no exception that was never needed."))];
  return [
    paragraph("No load that was seen needed these. Make sure that the whole app was used, then remove them."),
    exceptionsNeverNeeded.map(({ domain, keys, policy, reason }) => section(visible(domain || "For all hosts"),
      element("ul", { class: "plain" }, (keys ?? []).map((key) => element("li", {}, element("code", {}, visible(key))))),
      paragraph(reason), paragraph(`in ${policy}`, "muted"))),
  ];
}

/** The share of hosts that was judged, with the reasons for the rest, and the expected hosts that were not seen. */
export function coverageContents({ coverage, hostCoverage }) {
  return [...evidenceContents(hostCoverage), section("Expected hosts", ...expectedContents(coverage))];
}

function evidenceContents(hostCoverage) {
  if (!hostCoverage) return [];
  const { percent, isAtMost, sentence, reasons = [] } = hostCoverage;
  return [
    callout(percent === 100 && !isAtMost ? "good" : "warn", paragraph(sentence)),
    ...reasons.map(({ sentence: reason, names = [], hosts }) => section(visible(reason),
      element("ul", { class: "plain" }, names.map((host) => element("li", {}, element("bdi", {}, visible(host))))),
      hosts > names.length ? paragraph(`and ${count(hosts - names.length)} more`, "muted") : null)),
  ];
}

function expectedContents(coverage) {
  if (!coverage) {
    return [paragraph("No expected hosts are named. View the recording with a list of them, and this page says which were not seen:"),
      codeBlock("atsproxy view --expect-hosts hosts.txt events.jsonl", "command")];
  }
  if (!coverage.expected) return [callout("warn", paragraph("No expected host was compared: all were contacted when nothing was recorded."))];
  if (!coverage.missing?.length) return [callout("good", paragraph(`All ${plural(coverage.expected, "expected host")} were seen.`))];
  return [
    paragraph(`${count(coverage.seen)} of ${plural(coverage.expected, "expected host")} were seen. Use the parts of the app that load from these:`),
    element("ul", { class: "plain" }, coverage.missing.map((host) => element("li", {}, element("bdi", {}, visible(host))))),
    copyButton("Copy the hosts", () => coverage.missing.join("\n")),
  ];
}

/** The data files that verdicts depend on, with their age. */
export function dataContents({ data = [], version }) {
  return [
    ...data.map((one) => section(visible(one.name),
      callout(one.isOld ? "warn" : "good", paragraph(one.date
        ? `Of ${day(one.date)}, ${plural(one.ageDays, "day")} old.${one.isOld ? " This is old." : ""}` : "Its date is not known.")),
      one.isOld && one.remedy ? paragraph(one.remedy) : null)),
    paragraph(`atsproxy ${version}`, "muted"),
  ];
}

/** The notices of the program, and its recordings. */
export function noticeContents({ notices = [], recordings = [] }) {
  const tones = { __proto__: null, error: "bad", warning: "warn" };
  const words = { __proto__: null, error: "Error", warning: "Warning", note: "Note" };
  return [
    notices.length ? null : callout("good", paragraph("No notice: every event is counted, and written where that was asked for.")),
    ...worstFirst(notices).map(({ severity, message, remedy }) => callout(tones[severity] ?? "note",
      element("p", {}, element("span", { class: "strong" }, `${words[severity] ?? "Note"}: `), element("bdi", {}, visible(message))), paragraph(remedy))),
    section("Recordings", recordings.map(({ path, events, lost, problem }) => element("p", {}, element("bdi", { class: "strong" }, visible(path)),
      element("span", { class: "muted block" }, [typeof events === "number" ? plural(events, "event") : "being written", lost ? `${count(lost)} lost` : "",
        problem ? visible(problem) : ""].filter(Boolean).join(", "))))),
  ];
}

/** The keys of the keyboard. */
export function keyContents() {
  const keys = [
    ["↑ ↓", "Move through the list"], ["Page ↑ ↓, Home, End", "Move far"], ["Enter", "Open the row; again: go to its detail"], ["Esc", "Close the pane"],
    ["← →", "Close or open a group"], ["/", "Filter by text"], ["s", "Sort again; loads in time: show new ones"], ["c", "Clear the list"], ["t", "Hosts or loads in time"], ["p", "Probe the open row's server again"], ["d", "Devices"], ["w", "What-if"], ["b", "Compare builds"], ["e", "Export"], ["?", "These keys"],
  ];
  return [element("dl", { class: "facts keys" }, keys.map(([key, words]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, words)]))];
}
