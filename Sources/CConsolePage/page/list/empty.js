/** The text in place of a list without lines: why it is empty, and the steps to the first load. */
import { button, byId, element, replace } from "../base/dom.js";
import { count, plural, visible } from "../base/format.js";
import { icon } from "../base/icons.js";
import { codeBlock, paragraph } from "../base/parts.js";
import { setupSection } from "../panels/devices.js";
import { filtersSet, noFilters } from "./filters.js";

/** Creates the text. `update(status, table, lineCount)` shows or hides it. */
export function makeEmpty({ choice }) {
  const place = byId("empty");
  let shown = null;

  return {
    update(status, table, lineCount) {
      const isEmpty = lineCount === 0 && table.revision !== null && status !== null;
      place.hidden = !isEmpty;
      byId("list").classList.toggle("is-empty", isEmpty);
      byId("loads").classList.toggle("is-empty", isEmpty);
      if (!isEmpty) {
        shown = null;
        return;
      }
      const state = stateOf(status, table, choice.value.since);
      // Equal content is not created again, because the focus and the selection would be lost.
      const key = JSON.stringify([state, filtersSet(choice.value) > 0, status.setup, status.devices.length, status.listeners]);
      if (key === shown) return;
      shown = key;
      replace(place, contents(state, status, choice));
    },
  };
}

/** The reason why the list is empty: `since` (no load since the moment), `filtered`, `recording`, `device` (seen, without a load) or `start`. Pure. */
export function stateOf(status, table, since) {
  if (table.size > 0 && since) return "since";
  if (table.size > 0) return "filtered";
  if (status.source !== "live") return "recording";
  return status.devices.length ? "device" : "start";
}

function contents(state, status, choice) {
  if (state === "filtered") {
    return [element("h2", {}, "No row matches the filters"),
      button("Remove the filters", () => choice.set(noFilters), { class: "button" })];
  }
  if (state === "since") {
    const isFiltered = filtersSet(choice.value) > 0;
    return [element("h2", {}, isFiltered ? "No load that matches the filters came since then" : "No load came since then"),
      paragraph("The recording keeps what came before."),
      button("Show earlier loads", () => choice.set({ since: "" }), { class: "button" }),
      isFiltered ? button("Remove the filters", () => choice.set(noFilters), { class: "button" }) : null].filter(Boolean);
  }
  if (state === "recording") {
    return [element("h2", {}, "This recording holds no load"),
      paragraph("Record some: start the proxy with a file, point a device at it, and use the app."),
      codeBlock("atsproxy serve --mode observe --events events.jsonl", "command")];
  }
  const isSeen = state === "device";
  return [
    element("h2", {}, isSeen ? "Now use the app" : "Waiting for the first load"),
    element("ol", { class: "steps" },
      step(true, "The proxy runs", listenerText(status.listeners)),
      step(isSeen, "A device or a program uses it", isSeen ? devicesText(status.devices) : setupText(status.setup)),
      step(false, "The app loads something", "each host appears here at once, the worst first")),
    isSeen ? null : setupSection(status),
  ];
}

/** `127.0.0.1:8080, enforce, MyApp.app`, or the number of further listeners in place of the policy. */
function listenerText(listeners) {
  const [first, ...others] = listeners;
  if (!first) return "";
  const last = others.length ? `and ${plural(others.length, "more listener")}` : first.policy ?? "App Store defaults";
  return `${first.address}, ${first.mode}, ${last}`;
}

/** `2 seen: 192.168.1.5, 192.168.1.6`. */
function devicesText(devices) {
  return `${count(devices.length)} seen: ${devices.slice(0, 3).map(({ address }) => visible(address)).join(", ")}`;
}

function setupText(setup) {
  return setup?.isReachableByDevices ? "type the address in, or scan the code" : "as is said below";
}

/** One step of the setup. */
function step(isDone, words, more) {
  return element("li", { class: isDone ? "tone-good" : "tone-plain" }, icon(isDone ? "allowed" : "pending"),
    element("span", {}, element("span", { class: "strong" }, words), element("span", { class: "off-screen" }, isDone ? " (done)" : " (not yet)"),
      element("span", { class: "muted block" }, visible(more))));
}
