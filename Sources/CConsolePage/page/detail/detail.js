/** The detail of one row, beside the list: the reasons, the fix, the server, the certificates, the device and the times. */
import { button, element } from "../base/dom.js";
import { appName, bytes, capitalised, clock, count, endpoint, plural, system, tlsVersion, visible } from "../base/format.js";
import { signOf } from "../base/icons.js";
import { facts, link, paragraph, callout, ruleLink, section, table, verdictBadge } from "../base/parts.js";
import { read } from "../live/api.js";
import { bytesOf } from "../state/match.js";
import { certificateSection } from "./certificates.js";
import { fixSection, serverChangeSection } from "./fix.js";
import { lastLoadsSection } from "./lastloads.js";
import { makeProbeLine } from "./probe.js";
import { timelineSection } from "./timeline.js";

/** The shortest time between two requests of the detail while loads arrive, in milliseconds. */
const INTERVAL = 3000;
/** The time for which a row must be the active one before its detail is read, in milliseconds. */
const REST_DELAY = 90;

/** Creates the detail, which shows one row in the pane. Changes of the row do not move the text that a person reads. */
export function makeDetail({ pane, canProbe, onProblem }) {
  const probe = makeProbeLine({ canProbe, onProblem });
  let shown = null;
  let request = null;
  let timer = 0;
  let sections = new Map();
  let head = null;
  let failure = null;

  const load = async () => {
    timer = 0;
    const row = shown;
    request?.abort();
    request = new AbortController();
    try {
      const detail = await read(`rows/${encodeURIComponent(row.id)}`, request.signal);
      if (shown?.id === row.id) show(detail);
    } catch (error) {
      if (error.name === "AbortError" || shown?.id !== row.id) return;
      if (error.isUnauthorised) onProblem(error);
      else showFailure(error);
    }
  };

  const showFailure = (error) => {
    failure?.remove();
    failure = callout("bad", paragraph(error.message), button("Try again", load, { class: "button" }));
    // The earlier content stays at the same position on the screen.
    const { scrollTop, scrollHeight } = pane.body;
    probe.node.after(failure);
    if (scrollTop > 0) pane.body.scrollTop = scrollTop + pane.body.scrollHeight - scrollHeight;
  };

  const show = (detail) => {
    failure?.remove();
    failure = null;
    const made = contents(detail);
    const isSame = made.length === sections.size && made.every(([name]) => sections.has(name));
    const nodes = made.map(([name, data, make]) => {
      const text = JSON.stringify(data);
      const before = sections.get(name);
      // A section whose data are equal, or that the user is using, keeps its element.
      if (before && (before.text === text || isUsed(before.node))) return [name, before];
      const node = make();
      if (before?.node && node && isSame) before.node.replaceWith(node);
      return [name, { text, node }];
    });
    sections = new Map(nodes);
    if (!isSame) pane.show(endpoint(shown), [head, probe.node, ...[...sections.values()].map(({ node }) => node)], { key: shown.id });
  };

  return {
    /** Shows a row. */
    open(row, isFocused) {
      const isOther = shown?.id !== row.id;
      shown = row;
      if (!isOther && pane.isOpen) {
        if (isFocused) pane.focus();
        return;
      }
      sections = new Map();
      failure = null;
      head = headOf(row);
      probe.show(row);
      pane.show(endpoint(row), [head, probe.node], { key: row.id, isFocused });
      clearTimeout(timer);
      timer = setTimeout(load, REST_DELAY);
    },
    /** Updates the shown row, which may have changed. */
    update(row) {
      if (!shown || !row || row === shown) return;
      shown = row;
      const next = headOf(row);
      head.replaceWith(next);
      head = next;
      probe.show(row);
      if (!timer) timer = setTimeout(load, INTERVAL);
    },
    /** Requests another probe of the server of the shown row. */
    probeAgain() {
      if (shown) probe.press();
    },
    /** Shows the present age of the facts. */
    refresh() {
      if (shown) probe.update();
    },
    close() {
      shown = null;
      clearTimeout(timer);
      timer = 0;
      request?.abort();
    },
    get shownId() {
      return shown?.id ?? null;
    },
  };
}

/** The verdict of a row and its main facts, which are above the sections. */
function headOf(row) {
  const policy = row.policy?.name ? `${row.policy.name}${row.policy.applies ? "" : " (ATS does not apply)"}` : "";
  return element("div", { class: "detail-head" },
    element("p", { class: "verdict-line" }, verdictBadge(signOf(row), row.word), paragraph(capitalised(row.reason), "reason")),
    facts([
      ["URL", row.scheme ? `${row.scheme}://${endpoint(row)}` : endpoint(row)],
      ["App", [appName(row.app.name), row.app.versions.join(", ")].join(" ").trim()],
      ["Judged as", [system(row.os), policy].filter(Boolean).join(", ")],
      ["Loads", clock(row.firstSeen) === clock(row.lastSeen) ? `${count(row.loads)}, at ${clock(row.lastSeen)}`
        : `${count(row.loads)}, from ${clock(row.firstSeen)} to ${clock(row.lastSeen)}`],
      ["Bytes", bytesOf(row) ? `${bytes(row.bytesFromClient)} from clients, ${bytes(row.bytesFromServer)} from servers` : ""],
    ]));
}

/** The sections in their order, as a list for each: the name, the data that the section shows, and a function that creates it. */
function contents(detail) {
  return [
    ["why", [detail.why, detail.decidingKey, detail.violations, detail.warnings, detail.notes], () => whySection(detail)],
    ["change", [detail.serverChange, detail.clientChange, detail.urlChange], () => serverChangeSection(detail)],
    ["fix", [detail.fix, detail.remedy, detail.serverChange, detail.clientChange, detail.urlChange], () => fixSection(detail)],
    ["device", detail.clientRefusal, () => refusalSection(detail.clientRefusal)],
    ["server", [detail.handshakes, detail.scts, detail.staple], () => serverSection(detail)],
    ["certificates", [detail.certificates, detail.anchor], () => certificateSection(detail)],
    ["time", detail.timeline, () => timelineSection(detail.timeline)],
    ["loads", detail.lastLoads, () => lastLoadsSection(detail.lastLoads)],
    ["devices", [detail.devicesSeen, detail.users, detail.labels, detail.routes, detail.paths, detail.appSystems], () => seenSection(detail)],
    ["links", detail.links, () => section("Requirements", detail.links?.length
      ? element("ul", { class: "plain" }, detail.links.map(({ title, url }) => element("li", {}, link(title, url)))) : null)],
  ].map(([name, data, make]) => [name, data, () => make() ?? element("section", { hidden: true })]);
}

/** The section with the reasons for the verdict: sentences, findings, notes and the deciding key of the policy. */
function whySection({ why = [], decidingKey, violations = [], warnings = [], notes = [] }) {
  // A sentence that is also in a finding or in the key is shown only there.
  const shown = new Set([...violations, ...warnings].map(({ message }) => message).concat(decidingKey?.sentence));
  const sentences = why.filter((sentence) => !shown.has(sentence));
  return section("Why", sentences.map((sentence) => paragraph(sentence)),
    violations.map((finding) => findingBox(finding, "bad")),
    warnings.map((finding) => findingBox(finding, "warn")),
    notes.map((note) => findingBox(note, "note")),
    decidingKey ? keyBlock(decidingKey) : null);
}

function findingBox({ message, rule, expected, actual, urlError, status }, kind) {
  if (!rule) return callout(kind, paragraph(message));
  return callout(kind, paragraph(message), element("p", { class: "finding" }, ruleLink(rule),
    expected && actual ? ` needs ${visible(expected)}, has ${visible(actual)}` : null,
    urlError ? ` · the app sees ${visible(urlError)}` : null,
    status && status !== urlError ? ` (${visible(status)})` : null));
}

/** The deciding key with its sentence, such as `NSExceptionDomains › example.com`. */
function keyBlock({ sentence, path, value }) {
  const hasValue = value !== null && value !== undefined;
  const code = path?.length ? element("code", {}, path.map(visible).join(" › "), hasValue ? ` = ${visible(value)}` : null) : null;
  return element("div", { class: "key-path" }, element("p", {}, visible(sentence)), code ? element("p", {}, code) : null);
}

function refusalSection(refusal) {
  if (!refusal?.count) return null;
  return section("What the device did", callout("warn", paragraph(refusal.sentence)));
}

/** The section with the handshakes, the certificate timestamps and the OCSP staple. */
function serverSection({ handshakes = [], scts = [], staple }) {
  return section("Server",
    handshakes.length ? handshakeTable(handshakes) : null,
    scts.length ? table("Certificate Transparency timestamps", ["Log", "Operator", "Time", "State"], scts.map(timestampCells)) : null,
    staple ? facts([["OCSP staple", `${visible(staple.status)}, from ${clock(staple.thisUpdate)} to ${clock(staple.nextUpdate)}`]]) : null);
}

/** A table with a column for ALPN only if a server has chosen a protocol. */
function handshakeTable(handshakes) {
  const hasALPN = handshakes.some(({ alpn }) => alpn);
  const rows = handshakes.map(({ offer, outcome, version, cipher, group, alpn }) => [
    element("code", {}, visible(offer)),
    outcome || [tlsVersion(version), cipher, group].filter(Boolean).join(", "),
    ...(hasALPN ? [alpn ?? "–"] : []),
  ]);
  return table("Handshakes by offer", ["Offer", "Outcome", ...(hasALPN ? ["ALPN"] : [])], rows);
}

function timestampCells({ log, logID, operator, time, isAccepted, state }) {
  const states = [isAccepted ? "accepted" : "not accepted", state ? `log is ${visible(state)}` : ""];
  return [visible(log ?? `unknown log ${logID ?? ""}`), visible(operator ?? ""), clock(time), states.filter(Boolean).join(", ")];
}

/** The section with the devices, users and test cases that the loads came from. */
function seenSection({ devicesSeen, users, labels, routes, paths, appSystems }) {
  return section("Seen from", facts([
    ["Devices", (devicesSeen ?? []).map(({ address, loads }) => `${address} (${plural(loads, "load")})`).join(", ")],
    ["Systems the app names", (appSystems ?? []).map(system).join(", ")],
    ["Users", (users ?? []).join(", ")],
    ["Labels", (labels ?? []).join(", ")],
    ["Routes", (routes ?? []).some((route) => route !== "direct") ? routes.join(", ") : ""],
    ["Paths", (paths ?? []).slice(0, 20).join(", ")],
  ]));
}

/** Whether the focus or the selection is in a node. */
function isUsed(node) {
  if (!node?.isConnected) return false;
  const selection = document.getSelection();
  return node.contains(document.activeElement) || (!selection.isCollapsed && node.contains(selection.anchorNode));
}
