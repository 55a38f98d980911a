/** The panel "Compare builds": the findings that a newer build of an app has changed, in the traffic that is shown. */
import { button, element, replace } from "../base/dom.js";
import { appName, count, plural, visible } from "../base/format.js";
import { callout, paragraph, ruleLink, section, working } from "../base/parts.js";
import { address, read } from "../live/api.js";
import { downloadLink } from "../live/downloads.js";
import { buildName } from "../state/match.js";

/** The largest number of listed findings of one kind. The others are only counted. */
const LISTED = 200;
const byNumber = new Intl.Collator("en", { numeric: true });
/** The kinds of changes: the member, its heading, and the sign of each finding. */
const kinds = [["added", "New", "bad"], ["fixed", "Fixed", "good"], ["gone", "Not exercised any more", "note"], ["remaining", "Still there", "warn"]];

/** The builds of the apps of rows, as `{ app, version, name }`, in the order of apps and versions. Pure. */
export function buildsOf(rows) {
  const builds = new Map();
  for (const { app } of rows) {
    for (const version of app.versions) builds.set(buildName(app.name, version), { app: app.name, version, name: buildName(app.name, version) });
  }
  return [...builds.values()].sort((one, other) => byNumber.compare(one.app, other.app) || byNumber.compare(one.version, other.version));
}

/** The builds to compare before a person has chosen: the last two of the first app that has two. Pure. */
export function lastTwo(builds) {
  const app = builds.find((one, index) => builds[index + 1]?.app === one.app)?.app;
  const [from, to] = builds.filter((one) => one.app === app).slice(-2);
  return to ? { from: from.name, to: to.name } : { from: "", to: "" };
}

/** Makes the panel. The chosen builds are part of the page's address. */
export function makeComparison({ rows, choice, onProblem }) {
  const from = element("select", { id: "compare-from" });
  const to = element("select", { id: "compare-to" });
  const result = element("div", { class: "result", "aria-live": "polite" });
  const refusal = element("div", { role: "status" });
  let builds = [];
  let request = null;

  const fill = () => {
    builds = buildsOf(rows());
    const suggested = lastTwo(builds);
    const options = [["", "Choose a build"], ...builds.map((build) => [build.name, `${appName(build.app)} ${build.version}`])];
    for (const [select, name] of [[from, "from"], [to, "to"]]) {
      replace(select, options.map(([value, words]) => element("option", { value }, visible(words))));
      select.value = choice.value[name] || suggested[name];
      if (select.selectedIndex < 0) select.value = "";
    }
  };

  const run = async () => {
    request?.abort();
    request = new AbortController();
    const { signal } = request;
    replace(refusal);
    result.removeAttribute("aria-busy");
    const [older, newer] = [from, to].map(({ value }) => builds.find(({ name }) => name === value));
    const problem = problemOf(builds, older, newer);
    if (problem) {
      replace(result, paragraph(problem, "muted"));
      return;
    }
    const question = { app: older.app, build: older.version, "against-build": newer.version };
    result.setAttribute("aria-busy", "true");
    replace(result, working("The builds are compared."));
    try {
      const answer = await read(`comparison?${new URLSearchParams({ ...question, format: "json" })}`, signal);
      replace(result, contentsOf(answer, question, refusal));
    } catch (error) {
      if (error.name === "AbortError") return;
      if (error.isUnauthorised) onProblem(error);
      replace(result, callout("bad", paragraph(error.message), button("Try again", run, { class: "button" })));
    }
    result.removeAttribute("aria-busy");
  };

  for (const select of [from, to]) {
    select.addEventListener("change", () => {
      choice.set({ from: from.value, to: to.value });
      run();
    });
  }
  const form = element("div", { class: "form" },
    element("label", { for: "compare-from" }, "Older build"), from, element("label", { for: "compare-to" }, "Newer build"), to);

  return {
    /** The nodes of the pane; the builds are compared anew. */
    contents() {
      fill();
      run();
      return [paragraph("What a newer build of an app changed, of all loads that were seen.", "muted"), form, result, refusal];
    },
  };
}

/** The reason why two builds cannot be compared; empty if they can. */
function problemOf(builds, older, newer) {
  if (builds.length < 2) return "The loads name fewer than two builds. A build is the version in an app's User-Agent.";
  if (!older || !newer) return "Choose two builds of one app.";
  return older.app === newer.app ? "" : "These are builds of two apps: choose two of one.";
}

function contentsOf(answer, question, refusal) {
  const tones = ["good", "bad", "warn"];
  return [
    callout(tones[answer.status] ?? "warn", paragraph(answer.outcome)),
    ...kinds.map(([member, heading, tone]) => findingsSection(heading, tone, answer[member] ?? [])),
    answer.relaxed?.length ? section("Permitted by a laxer policy", element("ul", { class: "plain" },
      answer.relaxed.map(({ fingerprint, reason }) => element("li", {}, element("bdi", {}, visible(`${fingerprint}: ${reason}`)))))) : null,
    section("Download", element("p", { class: "actions" }, [["html", "Web page"], ["markdown", "Markdown"], ["text", "Text"]].map(([format, words]) =>
      downloadLink(address("comparison", { ...question, format }), refusal, { class: "button" }, words)))),
  ].filter(Boolean);
}

function findingsSection(heading, tone, findings) {
  if (!findings.length) return null;
  const shown = findings.slice(0, LISTED);
  return section(`${heading}: ${plural(findings.length, "finding")}`,
    shown.map(({ host, app, finding }) => callout(tone, element("p", { class: "strong" }, element("bdi", {}, visible(host))), paragraph(finding.message),
      element("p", { class: "finding" }, ruleLink(finding.rule), ` · ${appName(app)}`))),
    findings.length > LISTED ? paragraph(`${count(findings.length - LISTED)} more are in the downloads.`, "muted") : null);
}
