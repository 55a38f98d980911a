/** The panels, which share the pane with the detail of a row: devices, what-if, comparison, exports, keys, and those of the counters. */
import { byId, setAttribute } from "../base/dom.js";
import { paragraph } from "../base/parts.js";
import { deviceContents } from "./devices.js";
import { coverageContents, dataContents, keyContents, noticeContents, unneededContents } from "./overview.js";

/** The panels by name: title, the part of the status that the panel shows (null for none), and the function that makes the contents. */
function makePanelTable({ whatIf, comparison, exports }) {
  return {
    devices: ["Devices", ({ devices, setup, source }) => [devices, setup, source], deviceContents],
    whatif: ["What if", null, () => whatIf.contents()],
    compare: ["Compare builds", null, () => comparison.contents()],
    export: ["Export", ({ policies, recordings }) => [policies, recordings.map(({ path }) => path)], () => exports.contents()],
    unneeded: ["Exceptions never needed", ({ exceptionsNeverNeeded, policies, source }) => [exceptionsNeverNeeded, policies, source], unneededContents],
    coverage: ["Coverage", ({ coverage, hostCoverage }) => [coverage, hostCoverage], coverageContents],
    data: ["Age of data", (status) => status.data, dataContents],
    notices: ["Notices", ({ notices, recordings }) => [notices, recordings], noticeContents],
    keys: ["Keys", () => null, keyContents],
  };
}

/** Makes the panels and the buttons in the header that open them. */
export function makePanels({ pane, choice, whatIf, comparison, exports, status }) {
  const panels = makePanelTable({ whatIf, comparison, exports });
  let shown = null;
  let text = null;

  const buttons = ["devices", "whatif", "compare", "export", "keys"].map((name) => {
    const node = byId(`open-${name}`);
    node.addEventListener("click", () => choice.set({ pane: choice.value.pane === name ? "" : name, row: "" }));
    return [name, node];
  });
  const showPressed = () => buttons.forEach(([name, node]) => setAttribute(node, "aria-pressed", choice.value.pane === name));
  choice.addEventListener("changed", showPressed);
  showPressed();

  const show = (name, isFocused) => {
    const [title, part, make] = panels[name];
    const current = status();
    shown = name;
    text = current && part ? JSON.stringify(part(current)) : null;
    pane.show(title, current ? make(current) : [paragraph("The program was not asked yet.", "muted")], { key: `panel ${name}`, isFocused });
  };

  return {
    /** Opens a panel. */
    show: (name, isFocused) => show(name, isFocused),
    /** Shows the open panel again if its part of the status has changed, unless a person is using it. */
    refresh() {
      const name = choice.value.pane;
      const part = panels[name]?.[1];
      if (!name || name !== shown) return;
      if (text === null && part === null && pane.body.childElementCount > 1) return;
      const next = part ? JSON.stringify(part(status())) : null;
      if (next === text && text !== null) return;
      if (!pane.body.contains(document.activeElement)) show(name, false);
    },
  };
}
