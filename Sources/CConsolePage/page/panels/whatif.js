/** The panel "What if": the rows whose verdict changes under another OS or policy. */
import { button, element, replace } from "../base/dom.js";
import { bytes, count, plural, system, unnamedApp, visible } from "../base/format.js";
import { paragraph, callout, section, verdictBadge, working } from "../base/parts.js";
import { send } from "../live/api.js";

/** The largest policy that the program accepts, in bytes. */
const LARGEST = 8 * 1024 * 1024;
/** The largest number of listed changes. The others are only counted. */
const LISTED = 500;

/**
 * Makes the panel. The choice of OS and policy is part of the page's address.
 * - `status()` returns the last status, `appOf(id)` the name of a row's app.
 * - `onRow(id)` is called when a person presses a change.
 * - `onUpload()` is called when the program has another policy.
 */
export function makeWhatIf({ status, appOf, choice, onRow, onUpload, onProblem }) {
  const result = element("div", { class: "result", "aria-live": "polite" });
  const lint = element("div", {});
  const os = element("select", { id: "what-if-os" });
  const policy = element("select", { id: "what-if-policy" });
  const file = element("input", { type: "file", id: "what-if-file", accept: ".plist,.json,.xml", hidden: true });
  let request = null;
  let upload = null;
  let uploaded = [];

  const fill = () => {
    const { systems = [], policies = [] } = status() ?? {};
    const known = new Map([...policies, ...uploaded].filter(({ id }) => id !== "defaults").map((one) => [one.id, one.name]));
    replace(os, options([["", "The OS as recorded"], ...systems.map((name) => [name, system(name)])], choice.value.os));
    replace(policy, options([["", "The policy as recorded"], ["defaults", "App Store defaults (no exceptions)"], ...known], choice.value.policy));
  };

  const run = async () => {
    request?.abort();
    request = new AbortController();
    const { signal } = request;
    const asked = { os: os.value || null, policy: policy.value || null };
    result.removeAttribute("aria-busy");
    if (!asked.os && !asked.policy) {
      replace(result, paragraph("Choose an OS or a policy. The list itself does not change.", "muted"));
      return;
    }
    result.setAttribute("aria-busy", "true");
    replace(result, working("Every load is judged again."));
    try {
      show(await send("what-if", asked, signal));
    } catch (error) {
      if (error.name === "AbortError") return;
      if (error.isUnauthorised) onProblem(error);
      replace(result, callout("bad", paragraph(error.message), button("Try again", run, { class: "button" })));
    }
    result.removeAttribute("aria-busy");
  };

  const show = ({ changes, unchanged, undetermined, sentence }) => {
    const lines = changes.slice(0, LISTED).map((change) => element("li", {}, button([
      element("bdi", { class: "change-host" }, nameOfChange(change.host, appOf(change.row))),
      element("span", { class: "change-verdicts" }, badge(change.before), element("span", { class: "arrow" }, "→"), badge(change.after)),
      element("span", { class: "muted" }, visible(change.after.reason || change.before.reason)),
    ], () => onRow(change.row), { class: "change-row" })));
    replace(result,
      changes.length || undetermined ? callout(undetermined ? "warn" : "note", paragraph(sentence)) : callout("good", paragraph(sentence)),
      element("p", { class: "muted" }, [plural(changes.length, "row changes", "rows change"), `${count(unchanged)} the same`,
        undetermined ? `${count(undetermined)} not determined: the recording lacks what a verdict needs` : ""].filter(Boolean).join(", "), "."),
      element("ul", { class: "changes" }, lines),
      changes.length > LISTED ? paragraph(`${count(changes.length - LISTED)} more are not listed.`, "muted") : null);
  };

  const take = async (given) => {
    if (given.size > LARGEST) {
      replace(lint, callout("bad", paragraph(`${given.name} has ${bytes(given.size)}. A policy has at most 8 MB: give the Info.plist alone.`)));
      return;
    }
    upload?.abort();
    upload = new AbortController();
    const { signal } = upload;
    replace(lint, working(`${given.name} is read.`));
    try {
      const answer = await send("policies", { name: given.name, content: await base64(given) }, signal);
      uploaded = [...uploaded.filter(({ id }) => id !== answer.id), { id: answer.id, name: answer.name }];
      choice.set({ policy: answer.id });
      fill();
      replace(lint, lintSection(answer));
      onUpload();
      await run();
    } catch (error) {
      if (error.name === "AbortError") return;
      if (error.isUnauthorised) onProblem(error);
      replace(lint, callout("bad", paragraph(`${given.name}: ${error.message}`)));
    }
  };

  const chosen = () => {
    choice.set({ os: os.value, policy: policy.value });
    run();
  };
  os.addEventListener("change", chosen);
  policy.addEventListener("change", chosen);
  file.addEventListener("change", () => {
    if (file.files.length) take(file.files[0]);
    file.value = "";
  });

  const form = element("div", { class: "form" },
    element("label", { for: "what-if-os" }, "OS"), os, element("label", { for: "what-if-policy" }, "Policy"), policy);
  const drop = element("div", { class: "drop" }, file,
    button("Choose an Info.plist…", () => file.click(), { class: "button" }),
    element("p", { class: "muted" }, "or drop it anywhere on this page. It stays in memory, and is never written."));
  const reset = button("Judge as recorded", () => {
    choice.set({ os: "", policy: "" });
    fill();
    run();
  }, { class: "button" });

  return {
    take,
    /** The nodes of the pane, with the answer to what the address chooses. */
    contents() {
      fill();
      run();
      return [paragraph("The same traffic, judged under other rules. Nothing is loaded again."), form, drop, lint,
        section("What would change", result), reset];
    },
  };
}

/** Lets files be dropped anywhere on the page. */
export function acceptDrops(onFile) {
  let depth = 0;
  const isFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  const mark = (change) => {
    depth = Math.max(0, depth + change);
    document.body.classList.toggle("is-dropping", depth > 0);
  };
  document.addEventListener("dragenter", (event) => isFile(event) && mark(1));
  document.addEventListener("dragleave", (event) => isFile(event) && mark(-1));
  document.addEventListener("dragover", (event) => isFile(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    depth = 0;
    mark(0);
    if (event.dataTransfer.files.length) onFile(event.dataTransfer.files[0]);
  });
}

function nameOfChange(host, app) {
  return app === undefined || app === unnamedApp ? visible(host) : `${visible(host)} · ${visible(app)}`;
}

function lintSection({ name, lint = [] }) {
  if (!lint.length) return callout("good", paragraph(`${name} has no mistakes that the linter knows.`));
  const tones = { __proto__: null, error: "bad", warning: "warn" };
  return section(`Mistakes in ${visible(name)}`, lint.map((one) => callout(tones[one.severity] ?? "note",
    paragraph(one.message), one.line ? element("p", { class: "muted" }, `line ${count(one.line)}`) : null)));
}

function badge({ verdict, word }) {
  const words = { __proto__: null, blocked: "Blocked", wouldBlock: "Would be blocked", failsUnlessAccepted: "Fails unless the app accepts it", notJudged: "Not judged", failed: "Failed", undetermined: "Undetermined", warning: "Warning", allowed: "Allowed", exempt: "Exempt" };
  return verdictBadge(verdict, word ?? words[verdict] ?? verdict);
}

function options(pairs, selected) {
  const present = pairs.some(([value]) => value === selected) ? pairs : [...pairs, [selected, `${selected} (not known here)`]];
  return present.map(([value, word]) => element("option", { value, selected: value === selected }, visible(word)));
}

function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result.slice(reader.result.indexOf(",") + 1)));
    reader.addEventListener("error", () => reject(new Error("The file cannot be read.")));
    reader.readAsDataURL(file);
  });
}
