/** Icons as outlines on a grid of 16 by 16. Each verdict has its own shape, because colour must not be the only sign. */
import { svgElement } from "./dom.js";

const shapes = {
  __proto__: null,
  blocked: "M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2l-3.7-3.7V5.2zM5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8",
  wouldBlock: "M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2l-3.7-3.7V5.2zM8 4.6v4M8 11.1v.3",
  failsUnlessAccepted: "M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2l-3.7-3.7V5.2zM8 4.6v4M8 11.1v.3",
  notJudged: "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13zM6.2 6.3a1.9 1.9 0 1 1 2.6 1.8c-.6.3-.8.6-.8 1.1M8 11.2v.3",
  refused: "M5 1.5h6a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM6.4 6.2l3.2 3.2M9.6 6.2L6.4 9.4",
  failed: "M2 8h3.5M10.5 8H14M5.5 5v6M10.5 5v6M7.2 6.8l1.6 2.4",
  undetermined: "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13zM6.2 6.3a1.9 1.9 0 1 1 2.6 1.8c-.6.3-.8.6-.8 1.1M8 11.2v.3",
  warning: "M8 1.8L14.8 14H1.2zM8 6.2v3.6M8 11.8v.3",
  allowed: "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13zM5 8.2l2.1 2.1L11 6.2",
  exempt: "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13zM5 8h6",
  pending: "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13z",
  working: "M8 1.5a6.5 6.5 0 1 1-6.5 6.5",
  close: "M3.5 3.5l9 9M12.5 3.5l-9 9",
  copy: "M5.5 5.5h8v8h-8zM3 10.5h-.5v-8h8V3",
  search: "M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9zM10.4 10.4l3.1 3.1",
  phone: "M5 1.5h6a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1zM7 12.3h2",
  whatIf: "M2 4h4.5c2 0 2 8 4 8H14M12 10l2 2l-2 2M9.5 4H14M12 2l2 2l-2 2M2 12h3",
  export: "M8 2v7.5M5 6.8l3 3l3-3M2.5 11v2.5h11V11",
  filter: "M2 4h12M4.5 8h7M7 12h2",
  closed: "M6 4l4 4l-4 4",
  open: "M4 6l4 4l4-4",
  note: "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13zM8 7.2v4M8 4.6v.3",
  back: "M10 3L5 8l5 5",
  sort: "M5 3v10M2.5 10.5L5 13l2.5-2.5M9 4h5M9 8h3.5M9 12h2",
};

/** The tones, for which colours stand, by the name of a verdict. */
const tones = {
  __proto__: null,
  blocked: "bad", wouldBlock: "bad", failsUnlessAccepted: "bad", refused: "bad", failed: "unsure", undetermined: "unsure",
  notJudged: "unsure", warning: "warn",
  allowed: "good", exempt: "plain",
};

/** An icon, which screen readers ignore. The word beside it has the same meaning. */
export function icon(name) {
  return svgElement("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" },
    svgElement("path", { d: shapes[name] ?? shapes.note }));
}

/** Makes an existing icon show another shape. */
export function setIcon(node, name) {
  const path = node.firstChild;
  const shape = shapes[name] ?? shapes.note;
  if (path.getAttribute("d") !== shape) path.setAttribute("d", shape);
}

/** The sign of a row: its verdict, or `refused` if the device itself refused the server. */
export function signOf(row) {
  return row.severity === 4 ? "refused" : row.verdict;
}

/** The tone of a sign: `bad`, `unsure`, `warn`, `good` or `plain`. */
export function toneOf(sign) {
  return tones[sign] ?? "plain";
}
