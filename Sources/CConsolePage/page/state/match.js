/** The filters and the orders of rows. All functions are pure. */
import { wordTest } from "./words.js";

/** The values of the verdict filter, with their words. */
export const verdictChoices = [
  ["fails", "Would fail"], ["blocked", "Blocked"], ["wouldBlock", "Would be blocked"], ["failsUnlessAccepted", "Fails unless the app accepts it"],
  ["refused", "Refused by a device"],
  ["warning", "Warning"], ["failed", "Failed"], ["undetermined", "Undetermined"], ["notJudged", "Not judged"], ["allowed", "Allowed"], ["exempt", "Exempt"],
];

/** The orders of rows, with their words. */
export const sortChoices = [
  ["severity", "Worst first"], ["host", "Host"], ["app", "App"], ["loads", "Loads"], ["bytes", "Bytes"], ["last", "Last seen"],
];

/** The predicate of the rows that a choice selects, by `text`, `verdict`, `rule`, `app`, `build`, `under` (a policy), `device`, `label` and `others`. */
export function matcher(choice) {
  const tests = [];
  if (choice.verdict) tests.push((row) => hasVerdict(row, choice.verdict));
  if (choice.rule) tests.push((row) => row.rules.some((rule) => rule.id === choice.rule));
  if (choice.app) tests.push((row) => row.app.name === choice.app);
  if (choice.build) tests.push((row) => row.app.versions.some((version) => buildName(row.app.name, version) === choice.build));
  if (choice.under) tests.push((row) => row.policy.id === choice.under);
  if (choice.device) tests.push((row) => row.devices.includes(choice.device));
  if (choice.label) tests.push((row) => row.labels.includes(choice.label));
  if (choice.others === "hide") tests.push((row) => !row.isOtherApp);
  const hasWords = wordTest(choice.text, searchText, (row) => row.port);
  if (hasWords) tests.push(hasWords);
  return (row) => tests.every((test) => test(row));
}

/** The name of a build of an app, as in a User-Agent: `MyApp/42`. */
export function buildName(app, version) {
  return `${app}/${version}`;
}

/** The comparison of rows for an order. Equal rows are compared by host and id, which keeps their order fixed. */
export function comparison(sort, isReversed) {
  const compare = comparisons[sort] ?? comparisons.severity;
  const sign = isReversed ? -1 : 1;
  return (one, other) => sign * compare(one, other) || collate(one.host, other.host) || collate(one.id, other.id);
}

/** The name of a row's group; empty if rows are not grouped. */
export function groupOf(row, group) {
  if (group === "owner") return row.owner || row.host;
  return group === "app" ? row.app.name : "";
}

/** Whether a changed row keeps its place in the order. In the order "Worst first", further loads do not move a row. */
export function keepsPlace(before, after, choice) {
  return before.severity === after.severity && before.verdict === after.verdict
    && (choice.sort !== "loads" || before.loads === after.loads)
    && (choice.sort !== "bytes" || bytesOf(before) === bytesOf(after))
    && (choice.sort !== "last" || before.lastSeen === after.lastSeen);
}

/** The comparisons, by the name of the order. */
const comparisons = {
  severity: (one, other) => other.severity - one.severity || other.loads - one.loads,
  host: (one, other) => collate(one.host, other.host) || one.port - other.port,
  app: (one, other) => collate(one.app.name, other.app.name) || other.severity - one.severity,
  loads: (one, other) => other.loads - one.loads,
  bytes: (one, other) => bytesOf(other) - bytesOf(one),
  last: (one, other) => collate(other.lastSeen ?? "", one.lastSeen ?? ""),
};

/** The comparison of two texts by their code units. */
function collate(one, other) {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The bytes of the loads that ended, in both directions. */
export function bytesOf({ bytesFromClient = 0, bytesFromServer = 0 }) {
  return bytesFromClient + bytesFromServer;
}

/** Whether a row has a value of the verdict filter. Two values of the filter are not verdicts. */
function hasVerdict(row, verdict) {
  if (verdict === "fails") return ["blocked", "wouldBlock", "failsUnlessAccepted"].includes(row.verdict);
  if (verdict === "refused") return row.refusedByDevice > 0;
  return row.verdict === verdict;
}

/** The texts of a row that the text filter searches. */
function searchText(row) {
  return [row.host, row.scheme, row.app.name, ...(row.app.versions ?? []), row.word, row.reason, row.remedy?.text, row.tls?.version,
    ...row.rules.map((rule) => `${rule.id} ${rule.title}`), ...row.devices, ...row.labels];
}
