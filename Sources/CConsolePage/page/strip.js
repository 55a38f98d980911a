/** The strip on top: the counts that matter, each of which leads to what it counts, and what to do next. */
import { byId, element, setAttribute, setText } from "./dom.js";
import { count, plural } from "./format.js";
import { icon, setIcon } from "./icons.js";

/** The counters: name, word, sign, what a press chooses, what it counts, and its tone where that is not 0. */
const counters = [
  ["hosts", "Hosts", "note", { verdict: "", pane: "" }, ({ counts }) => count(counts.hosts), "plain"],
  ["fails", "Would fail", "blocked", { verdict: "fails" }, ({ counts }) => count(counts.wouldFail), "bad"],
  ["warnings", "Warnings", "warning", { verdict: "warning" }, ({ counts }) => count(counts.warnings), "warn"],
  ["undetermined", "Undetermined", "undetermined", { verdict: "undetermined" }, ({ counts }) => count(counts.undetermined), "unsure"],
  ["refused", "Refused by devices", "refused", { verdict: "refused" }, ({ counts }) => count(counts.refusedByDevices), "bad"],
  ["unneeded", "Never needed", "exempt", { pane: "unneeded" }, ({ counts }) => count(counts.exceptionsNeverNeeded), "plain"],
  ["coverage", "Expected hosts", "allowed", { pane: "coverage" },
    ({ coverage }) => (coverage ? `${count(coverage.seen)}/${count(coverage.expected)}` : "–"), "warn"],
  ["data", "Age of data", "note", { pane: "data" }, ({ data }) => (data?.length ? `${count(oldest(data))} d` : "–"), "warn"],
];

const concerns = {
  hosts: () => false,
  coverage: ({ coverage }) => Boolean(coverage && coverage.seen < coverage.expected),
  data: ({ data }) => (data ?? []).some((one) => one.isOld),
};

/** Makes the strip; `update(status)` fills it. */
export function makeStrip({ choice }) {
  const items = counters.map(([name, word, sign, chosen, value, tone]) => {
    const number = element("span", { class: "number" }, "–");
    const picture = icon(sign);
    const node = element("button", { type: "button", class: "counter", id: `count-${name}`, click: () => press(chosen) },
      element("span", { class: "figure" }, picture, number), element("span", { class: "counter-word" }, word));
    return { name, sign, chosen, value, tone, node, number, picture };
  });
  byId("counters").append(...items.map(({ node }) => node));

  const press = (chosen) => {
    const isChosen = Object.entries(chosen).every(([name, value]) => choice.value[name] === value);
    const undone = Object.fromEntries(Object.keys(chosen).map((name) => [name, ""]));
    choice.set(isChosen ? undone : { ...chosen, ...(chosen.pane ? { row: "" } : {}) });
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
      for (const { name, sign, value, tone, node, number, picture } of items) {
        const text = value(status);
        setText(number, text);
        const isConcern = concerns[name] ? concerns[name](status) : text !== "0" && text !== "–";
        setAttribute(node, "class", `counter tone-${isConcern ? tone : "plain"}`);
        if (name === "coverage") setIcon(picture, isConcern ? "warning" : sign);
        if (name === "data") setIcon(picture, isConcern ? "warning" : sign);
      }
      const next = nextStep(status);
      setText(byId("next"), next);
      setAttribute(byId("next"), "title", next);
    },
  };
}

/** What to do now, in one sentence. Pure. */
export function nextStep({ source, counts, coverage, devices, setup }) {
  if (!counts.rows && source !== "live") return "This recording holds no load.";
  if (!counts.rows && !devices?.length) return setup?.advice || "Point a device or a program at the proxy.";
  if (!counts.rows) return "A device is connected. Use the app on it now.";
  if (counts.wouldFail) return `${plural(counts.wouldFail, "host")} would fail. Open the first row to see why, and what to write.`;
  if (counts.refusedByDevices) return `${plural(counts.refusedByDevices, "host")} met ATS and were refused by a device: look at pins and at roots on the device.`;
  if (coverage && coverage.seen < coverage.expected) return `Nothing fails so far. ${plural(coverage.expected - coverage.seen, "expected host")} not seen yet: use those parts of the app.`;
  if (counts.undetermined) return `Nothing fails so far. ${plural(counts.undetermined, "row is", "rows are")} not determined yet.`;
  if (counts.exceptionsNeverNeeded) return `All that was seen meets the policy. ${plural(counts.exceptionsNeverNeeded, "exception was", "exceptions were")} never needed: remove them.`;
  if (counts.warnings) return `Nothing fails. ${plural(counts.warnings, "row has", "rows have")} warnings that the app may override.`;
  return `All ${plural(counts.hosts, "host")} meet ATS. Use the rest of the app, then export the report.`;
}

/** The age of what is too old, or else of the oldest. */
function oldest(data) {
  const old = data.filter((one) => one.isOld);
  return Math.max(...(old.length ? old : data).map((one) => one.ageDays));
}
