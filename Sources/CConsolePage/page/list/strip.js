/** The strip at the top of the page, with counters and the next step. A press of a counter shows the rows or the panel that it counts. */
import { byId, element, setAttribute, setText } from "../base/dom.js";
import { count, hasPolicy, plural, visible } from "../base/format.js";
import { icon, setIcon } from "../base/icons.js";

/**
 * The counters.
 * - `chosen`: the members of the choice that a press sets.
 * - `figure(status)`: the shown text.
 * - `tone`: the tone while the counter calls for attention.
 */
const counters = [
  { name: "hosts", word: "Hosts", sign: "note", chosen: { verdict: "", pane: "" }, figure: ({ counts }) => count(counts.hosts), tone: "plain" },
  { name: "fails", word: "Would fail", sign: "blocked", chosen: { verdict: "fails" }, figure: ({ counts }) => count(counts.wouldFail), tone: "bad" },
  { name: "warnings", word: "Warnings", sign: "warning", chosen: { verdict: "warning" }, figure: ({ counts }) => count(counts.warnings), tone: "warn" },
  { name: "undetermined", word: "Undetermined", sign: "undetermined", chosen: { verdict: "undetermined" }, figure: ({ counts }) => count(counts.undetermined), tone: "unsure" },
  { name: "refused", word: "Refused by devices", sign: "refused", chosen: { verdict: "refused" }, figure: ({ counts }) => count(counts.refusedByDevices), tone: "bad" },
  { name: "unneeded", word: "Never needed", sign: "exempt", chosen: { pane: "unneeded" }, figure: unneededFigure, tone: "plain" },
  { name: "coverage", word: "Coverage", sign: "allowed", chosen: { pane: "coverage" }, figure: coverageFigure, tone: "warn" },
  { name: "data", word: "Age of data", sign: "note", chosen: { pane: "data" }, figure: dataFigure, tone: "warn" },
];

/** Whether a counter calls for attention. A counter without a condition here does so if its number is not 0. */
const concerns = {
  hosts: () => false,
  coverage: ({ coverage, hostCoverage }) => Boolean((coverage && coverage.seen < coverage.expected)
    || (hostCoverage && (hostCoverage.percent < 100 || hostCoverage.isAtMost))),
  data: ({ data }) => (data ?? []).some((one) => one.isOld),
};

/** Creates the strip; `update(status)` fills it. */
export function makeStrip({ choice }) {
  const items = counters.map((counter) => {
    const { name, word, sign, chosen } = counter;
    const number = element("span", { class: "number" }, "–");
    const picture = icon(sign);
    const node = element("button", { type: "button", class: "counter", id: `count-${name}`, click: () => press(chosen) },
      element("span", { class: "figure" }, picture, number), element("span", { class: "counter-word" }, word));
    return { ...counter, node, number, picture };
  });
  byId("counters").append(...items.map(({ node }) => node));

  const press = (chosen) => {
    const isChosen = Object.entries(chosen).every(([name, value]) => choice.value[name] === value);
    const undone = Object.fromEntries(Object.keys(chosen).map((name) => [name, ""]));
    // The panel of another counter does not belong to the chosen rows.
    const hasPanelOfCounter = counters.some((counter) => counter.chosen.pane && counter.chosen.pane === choice.value.pane);
    const closed = hasPanelOfCounter ? { pane: "" } : {};
    choice.set(isChosen ? undone : { ...closed, ...chosen, ...(chosen.pane ? { row: "" } : {}) });
  };

  const showPressed = () => {
    for (const { name, chosen, node } of items) {
      const isChosen = name !== "hosts" && Object.entries(chosen).every(([member, value]) => choice.value[member] === value);
      setAttribute(node, "aria-pressed", isChosen);
    }
  };
  choice.addEventListener("changed", showPressed);
  showPressed();

  return {
    update(status) {
      for (const { name, sign, figure, tone, node, number, picture } of items) {
        const text = figure(status);
        setText(number, text);
        const isConcern = concerns[name] ? concerns[name](status) : text !== "0" && text !== "–";
        setAttribute(node, "class", `counter tone-${isConcern ? tone : "plain"}`);
        if (name === "coverage" || name === "data") setIcon(picture, isConcern ? "warning" : sign);
      }
      const next = nextStep(status);
      setText(byId("next"), next);
      setAttribute(byId("next"), "title", next);
    },
  };
}

/** The next step in one sentence. It says that all hosts meet ATS only if all loads were judged and are shown. Pure. */
export function nextStep(status) {
  const { source, counts, coverage, devices } = status;
  const failed = counts.failed ?? 0;
  const exempt = counts.exempt ?? 0;
  const lost = (status.lost ?? 0) + (status.recordings ?? []).reduce((sum, one) => sum + (one.lost ?? 0), 0);
  const unread = (status.recordings ?? []).find(({ problem }) => problem);
  if (!counts.rows && status.since) return "No load came since then. The recording keeps what came before.";
  if (!counts.rows && unread) return `${visible(unread.path)} cannot be read in full: ${visible(unread.problem)}`;
  if (!counts.rows && source !== "live") return "This recording holds no load.";
  if (!counts.rows && !devices?.length) return "Point a device or a program at the proxy, as is said below.";
  if (!counts.rows) return "A device is connected. Use the app on it now.";
  if (counts.wouldFail) return `${plural(counts.wouldFail, "row")} would fail. Open the first one to see why, and what to write.`;
  if (counts.hiddenFailures) return `${plural(counts.hiddenFailures, "destination")} that ${counts.hiddenFailures === 1 ? "is" : "are"} not shown would fail: see the notices.`;
  if (counts.refusedByDevices) return `${plural(counts.refusedByDevices, "row", "rows")} met ATS and ${counts.refusedByDevices === 1 ? "was" : "were"} refused by a device: look at pins and at roots on the device.`;
  if (failed) return `${plural(failed, "row")} failed in the network and ${failed === 1 ? "was" : "were"} not judged. Load again when the server answers.`;
  if (coverage && coverage.seen < coverage.expected) return `Nothing fails so far. ${plural(coverage.expected - coverage.seen, "expected host")} not seen yet: use those parts of the app.`;
  if (counts.undetermined) return `Nothing fails so far. ${plural(counts.undetermined, "row is", "rows are")} not determined yet.`;
  if (unread) return `Nothing that was read fails. ${visible(unread.path)} cannot be read in full: ${visible(unread.problem)}`;
  if (lost) return `Nothing that was kept fails. ${plural(lost, "event was", "events were")} lost, and not judged.`;
  if (counts.hiddenRows) return `Nothing that is shown fails. ${plural(counts.hiddenRows, "further destination is", "further destinations are")} not shown: see the notices.`;
  if (counts.exceptionsNeverNeeded) return `Nothing fails. ${plural(counts.exceptionsNeverNeeded, "exception was", "exceptions were")} never needed: remove ${counts.exceptionsNeverNeeded === 1 ? "it" : "them"}.`;
  if (counts.warnings) return `Nothing fails. ${plural(counts.warnings, "row has", "rows have")} warnings that the app may override.`;
  if (exempt === counts.rows) return "ATS applies to none of the rows: nothing was judged.";
  if (exempt) return `Nothing fails. ATS does not apply to ${plural(exempt, "row")}; the rest meets ATS.`;
  return `${counts.hosts === 1 ? "The one host meets" : `All ${plural(counts.hosts, "host")} meet`} ATS. Use the rest of the app, then export the report.`;
}

/** The counts of a status. Counts that an older program leaves out are counted in the rows. Pure. */
export function completed(counts, rows) {
  const found = { failed: 0, exempt: 0 };
  if (counts.failed === undefined || counts.exempt === undefined) {
    for (const { verdict } of rows) if (verdict === "failed" || verdict === "exempt") found[verdict] += 1;
  }
  return { ...found, ...counts };
}

/** The number of exceptions that no load needed; `–` if it is not known, or if no policy could declare one. */
function unneededFigure(status) {
  const number = status.counts.exceptionsNeverNeeded;
  return typeof number === "number" && hasPolicy(status) ? count(number) : "–";
}

/** The age of the data in days, such as `12 d`; `–` if no file has a date. */
function dataFigure({ data }) {
  return data?.some(({ date }) => date) ? `${count(oldest(data))} d` : "–";
}

/** The share of the known hosts that was judged; for an older program, the number of expected hosts that were seen. Pure. */
export function coverageFigure({ coverage, hostCoverage }) {
  if (hostCoverage && typeof hostCoverage.percent === "number") return `${hostCoverage.isAtMost ? "≤ " : ""}${count(hostCoverage.percent)} %`;
  return coverage ? `${count(coverage.seen)}/${count(coverage.expected)}` : "–";
}

/** The greatest age in days of the files that are too old, else of all files. */
function oldest(data) {
  const old = data.filter((one) => one.isOld);
  return Math.max(0, ...(old.length ? old : data).map((one) => one.ageDays ?? 0));
}
