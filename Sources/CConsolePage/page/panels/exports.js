/** Exports: the report in each format, the advice, the recording, of the loads that the filters choose. */
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
/** The words for where a policy comes from that can be chosen. */
const origins = { __proto__: null, given: "given to atsproxy", uploaded: "uploaded", listener: "of the proxy", recording: "of the recording" };

/** Makes the pane's content. `status()` names the policies and recordings, `apps()` the apps of the rows. */
export function makeExports({ status, apps, choice }) {
  const app = element("select", { id: "export-app" });
  const policy = element("select", { id: "export-policy" });
  const chosen = element("div", {});
  const warning = element("div", {});
  const needs = element("div", { class: "needs" });
  const report = makeLinks("report");
  const advised = makeLinks("advice");
  const recorded = makeLinks("recording");

  const fillApps = () => fill(app, [["", "All apps"], ...apps().map((name) => [name, appName(name)])], choice.value.app, appName);
  app.addEventListener("pointerdown", fillApps);
  app.addEventListener("focus", fillApps);
  app.addEventListener("change", () => choice.set({ app: app.value }));
  policy.addEventListener("change", () => choice.set({ policy: policy.value }));

  const show = () => {
    const { policies = [] } = status() ?? {};
    const known = policies.filter(({ origin }) => origins[origin]);
    fillApps();
    fill(policy, [["", "The one that the loads were judged under"], ...known.map(({ id, name, origin }) => [id, `${name} (${origins[origin]})`]),
      ["defaults", "App Store defaults (no exceptions)"]], choice.value.policy, visible);
    const limits = { ...buildOf(choice.value), device: choice.value.device, label: choice.value.label };
    const declared = declaredPolicy(policies, choice.value.policy);
    const { build, device, label } = limits;
    const others = [build && `of the build ${build} of ${appName(limits.app)}`, device && `from ${device}`, label && `with the label ${label}`].filter(Boolean);
    replace(chosen, others.length ? paragraph(`Only loads ${others.join(", ")}, as the filters of the list choose.`, "muted") : null);
    report.update(reports, (format) => address("report", { format, ...limits }));
    replace(warning, appWarning(limits.app, apps()));
    advised.update(advice.map(([format, word, use]) => [format, word, use || patchUse(declared)]),
      (format) => address("advice", { format, policy: declared ? choice.value.policy : "", ...limits }));
    replace(needs, declared?.hasFile ? null : [paragraph("A patch needs the Info.plist itself.", "muted"),
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
      const recordings = paths.map((path, number) => [String(number), path.split("/").pop(), "everything, to judge again or to hand on"])
        .filter(([, name]) => name);
      const directory = paths.find((path) => path.endsWith("/"));
      recorded.update(recordings, (number) => address("recording", { number }));
      return [
        element("div", { class: "form" }, element("label", { for: "export-app" }, "App"), app, element("label", { for: "export-policy" }, "Policy"), policy),
        chosen,
        section("Report", paragraph("What was loaded, and what violates ATS.", "muted"), report.nodes),
        section("Advice", paragraph("What to write into the policy, and what to fix on which server.", "muted"), element("div", {}, warning, advised.nodes, needs)),
        section("Recording", recordings.length ? recorded.nodes
          : directory ? paragraph(`The recording is in segments, one file after the other, in ${visible(directory)}; copy them from there.`)
          : paragraph("Nothing is recorded. Start with --events events.jsonl to keep what this page shows.")),
        section("From a script", paragraph("The same, without this page. TOKEN is in the address that atsproxy printed.", "muted"),
          codeBlock(`curl -H "Authorization: Bearer TOKEN" "${visible(location.origin)}${address("report", { format: "json" })}"`, "command")),
      ];
    },
  };
}

/**
 * The policy that advice is held against: the chosen one, else the one that was given to the program, else the only one
 * that was recorded; null if there is none. Pure.
 */
export function declaredPolicy(policies, id) {
  if (id) return policies.find((one) => one.id === id) ?? null;
  const given = policies.find(({ origin }) => origin === "given");
  const recorded = policies.filter(({ origin }) => origin === "listener" || origin === "recording");
  return given ?? (recorded.length === 1 ? recorded[0] : null);
}

/**
 * The app and the version of the build that the filters choose, such as `MyApp/42`: other apps may have the same version.
 * Where another app is chosen, it holds without a version. Pure.
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
 * A list of links and what is said of a refusal. `update(formats, target)` keeps each link whose address and words are
 * the same, with its download; what is downloaded from a link that goes away is given up.
 */
function makeLinks(name) {
  const said = element("div", { role: "status" });
  const list = element("ul", { class: "plain exports" });
  let links = new Map();

  const update = (formats, target) => {
    const next = new Map(formats.map(([format, word, use]) => {
      const href = target(format);
      const key = JSON.stringify([href, word, use]);
      return [key, links.get(key) ?? downloadLink(href, said, { "data-export": `${name}-${format}` },
        element("span", {}, element("span", { class: "strong" }, visible(word)), element("span", { class: "muted use" }, ` ${use}`)))];
    }));
    const gone = [...links].filter(([key]) => !next.has(key));
    if (!gone.length && next.size === links.size) return;
    for (const [, link] of gone) stopDownload(link);
    links = next;
    replace(said);
    replace(list, [...links.values()].map((link) => element("li", {}, link)));
  };

  return { nodes: [list, said], update };
}

function fill(select, options, selected, word) {
  const known = options.some(([value]) => value === selected) ? options : [...options, [selected, `${word(selected)} (not known here)`]];
  const text = JSON.stringify(known);
  if (select.dataset.options !== text) {
    select.dataset.options = text;
    replace(select, known.map(([value, name]) => element("option", { value }, visible(name))));
  }
  select.value = selected;
}
