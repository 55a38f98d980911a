/** The panel "Export": the report and the advice on the loads that the filters choose, in each format, and the recording. */
import { button, element, replace } from "../base/dom.js";
import { appName, plural, unnamedApp, visible } from "../base/format.js";
import { codeBlock, paragraph, section } from "../base/parts.js";
import { address } from "../live/api.js";
import { downloadLink, stopDownload } from "../live/downloads.js";

const reports = [
  ["html", "Web page", "for people, in one file"], ["markdown", "Markdown", "for a pull request or a ticket"],
  ["text", "Text", "as in the terminal"], ["json", "JSON", "for programs: config/report.schema.json"],
  ["sarif", "SARIF", "for code scanning"], ["junit", "JUnit", "for test results in CI"],
  ["csv", "CSV of findings", "for a spreadsheet"], ["csv-hosts", "CSV of hosts", "for a spreadsheet"],
];
const advice = [
  ["patch", "Patch", ""], ["plist", "Property list", "the exceptions that the traffic needs"],
  ["markdown", "Markdown", "with a draft of the App Store justification"], ["text", "Text", "as in the terminal"],
  ["json", "JSON", "for programs, one line for each app"],
];
/** The words for the origin of a policy. */
const origins = { __proto__: null, given: "given to atsproxy", uploaded: "uploaded", listener: "of the proxy", recording: "of the recording" };

/** Makes the panel. `status()` returns the last status, `apps()` the apps of the rows. */
export function makeExports({ status, apps, choice }) {
  const app = element("select", { id: "export-app" });
  const policy = element("select", { id: "export-policy" });
  const filterNote = element("div", {});
  const warning = element("div", {});
  const patchNote = element("div", { class: "needs" });
  const reportLinks = makeLinks("report");
  const adviceLinks = makeLinks("advice");
  const recordingLinks = makeLinks("recording");

  const fillApps = () => fill(app, [["", "All apps"], ...apps().map((name) => [name, appName(name)])], choice.value.app, appName);
  app.addEventListener("pointerdown", fillApps);
  app.addEventListener("focus", fillApps);
  app.addEventListener("change", () => choice.set({ app: app.value }));
  policy.addEventListener("change", () => choice.set({ policy: policy.value }));

  const show = () => {
    const { policies = [] } = status() ?? {};
    fillApps();
    fill(policy, policyOptions(policies), choice.value.policy, visible);
    const filter = { ...buildOf(choice.value), device: choice.value.device, label: choice.value.label };
    const declared = declaredPolicy(policies, choice.value.policy);
    replace(filterNote, noteOnFilter(filter));
    reportLinks.update(reports, (format) => address("report", { format, ...filter }));
    replace(warning, appWarning(filter.app, apps()));
    adviceLinks.update(advice.map(([format, word, use]) => [format, word, use || patchUse(declared)]),
      (format) => address("advice", { format, policy: declared ? choice.value.policy : "", ...filter }));
    replace(patchNote, declared?.hasFile ? null : [paragraph("A patch needs the Info.plist itself.", "muted"),
      button("Choose it under What if", () => choice.set({ pane: "whatif" }), { class: "button" })]);
  };

  choice.addEventListener("changed", ({ detail: { names } }) => {
    if (choice.value.pane === "export" && names.some((name) => ["app", "build", "device", "label", "policy"].includes(name))) show();
  });

  return {
    /** The nodes of the pane, for what the address chooses. */
    contents() {
      show();
      const paths = (status()?.recordings ?? []).map(({ path }) => path);
      // The path of a directory of segments ends with a slash. Only files can be downloaded.
      const files = paths.map((path, number) => [String(number), path.split("/").pop(), "everything, to judge again or to hand on"])
        .filter(([, name]) => name);
      recordingLinks.update(files, (number) => address("recording", { number }));
      return [
        element("div", { class: "form" }, element("label", { for: "export-app" }, "App"), app, element("label", { for: "export-policy" }, "Policy"), policy),
        filterNote,
        section("Report", paragraph("What was loaded, and what violates ATS.", "muted"), reportLinks.nodes),
        section("Advice", paragraph("What to write into the policy, and what to fix on which server.", "muted"), element("div", {}, warning, adviceLinks.nodes, patchNote)),
        section("Recording", files.length ? recordingLinks.nodes : noteWithoutFile(paths)),
        section("From a script", paragraph("The same, without this page. TOKEN is in the address that atsproxy printed.", "muted"),
          codeBlock(`curl -H "Authorization: Bearer TOKEN" "${visible(location.origin)}${address("report", { format: "json" })}"`, "command")),
      ];
    },
  };
}

/** The options of the policy: value and words. Policies of other origins cannot be chosen. */
function policyOptions(policies) {
  const listed = policies.filter(({ origin }) => origins[origin]).map(({ id, name, origin }) => [id, `${name} (${origins[origin]})`]);
  return [["", "The one that the loads were judged under"], ...listed, ["defaults", "App Store defaults (no exceptions)"]];
}

/** The sentence about filters of the list that hold for the exports, too; null if there are none. */
function noteOnFilter({ app, build, device, label }) {
  const parts = [];
  if (build) parts.push(`of the build ${build} of ${appName(app)}`);
  if (device) parts.push(`from ${device}`);
  if (label) parts.push(`with the label ${label}`);
  return parts.length ? paragraph(`Only loads ${parts.join(", ")}, as the filters of the list choose.`, "muted") : null;
}

/** The sentence in place of the links to recordings, if none of them is a file. */
function noteWithoutFile(paths) {
  const directory = paths.find((path) => path.endsWith("/"));
  return paragraph(directory
    ? `The recording is in segments, one file after the other, in ${visible(directory)}; copy them from there.`
    : "Nothing is recorded. Start with --events events.jsonl to keep what this page shows.");
}

/**
 * The policy that the advice changes: the chosen one, else the one that was given to the program, else the only recorded
 * one; null if there is none. Pure.
 */
export function declaredPolicy(policies, id) {
  if (id) return policies.find((one) => one.id === id) ?? null;
  const given = policies.find(({ origin }) => origin === "given");
  const recorded = policies.filter(({ origin }) => origin === "listener" || origin === "recording");
  return given ?? (recorded.length === 1 ? recorded[0] : null);
}

/**
 * The app and the version of the build that the filters choose, such as `MyApp/42`. If another app is chosen, the build
 * does not hold, and only the app is returned. Pure.
 */
export function buildOf({ app, build }) {
  const cut = build.lastIndexOf("/");
  if (!build || (app && build.slice(0, cut) !== app)) return { app, build: "" };
  return { app: build.slice(0, cut), build: build.slice(cut + 1) };
}

function patchUse(declared) {
  return declared?.hasFile ? `of ${visible(declared.name)}, to review and apply` : "of the app's Info.plist, to review and apply";
}

function appWarning(app, names) {
  const named = names.filter((name) => name !== unnamedApp).length;
  return app || named < 2 ? null
    : paragraph(`The loads are of ${plural(named, "app")}. A patch and a property list are of one: choose it above.`, "muted");
}

/**
 * A list of download links, and a node with the reason of a refusal. `update(formats, target)` keeps each link whose
 * address and words are the same. The download of a link that is removed is stopped.
 */
function makeLinks(name) {
  const refusal = element("div", { role: "status" });
  const list = element("ul", { class: "plain exports" });
  let links = new Map();

  const update = (formats, target) => {
    const next = new Map(formats.map(([format, word, use]) => {
      const href = target(format);
      const key = JSON.stringify([href, word, use]);
      return [key, links.get(key) ?? downloadLink(href, refusal, { "data-export": `${name}-${format}` },
        element("span", {}, element("span", { class: "strong" }, visible(word)), element("span", { class: "muted use" }, ` ${use}`)))];
    }));
    const gone = [...links].filter(([key]) => !next.has(key));
    if (!gone.length && next.size === links.size) return;
    for (const [, link] of gone) stopDownload(link);
    links = next;
    replace(refusal);
    replace(list, [...links.values()].map((link) => element("li", {}, link)));
  };

  return { nodes: [list, refusal], update };
}

/** Replaces the options of a select if they differ, and selects one, which is an option even if it is not known. */
function fill(select, options, selected, wordOfValue) {
  const hasSelected = options.some(([value]) => value === selected);
  const all = hasSelected ? options : [...options, [selected, `${wordOfValue(selected)} (not known here)`]];
  const text = JSON.stringify(all);
  if (select.dataset.options !== text) {
    select.dataset.options = text;
    replace(select, all.map(([value, name]) => element("option", { value }, visible(name))));
  }
  select.value = selected;
}
