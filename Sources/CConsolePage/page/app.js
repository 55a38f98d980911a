/** The page: creates its parts, and passes the events of the program and the choices of the user on to them. */
import { announce } from "./base/announce.js";
import { byId } from "./base/dom.js";
import { plural, visible } from "./base/format.js";
import { listenToKeys } from "./base/keyboard.js";
import { makeDetail } from "./detail/detail.js";
import { makeEmpty } from "./list/empty.js";
import { makeFilters } from "./list/filters.js";
import * as rowCells from "./list/cells.js";
import { makeList } from "./list/list.js";
import { makeSince } from "./list/since.js";
import { makeSorting } from "./list/sorting.js";
import { makeStatusBar } from "./list/statusbar.js";
import { completed, makeStrip } from "./list/strip.js";
import { makeViews } from "./list/views.js";
import { read } from "./live/api.js";
import { makeConnection } from "./live/connection.js";
import { shareStream } from "./live/sharing.js";
import { makeComparison } from "./panels/compare.js";
import { makeExports } from "./panels/exports.js";
import { makePane } from "./panels/pane.js";
import { makePanels } from "./panels/panels.js";
import { acceptDrops, makeWhatIf } from "./panels/whatif.js";
import { Choice } from "./state/address.js";
import { setProgramTime } from "./state/age.js";
import { isEarlier, policyWord } from "./state/inforce.js";
import { Order } from "./state/order.js";
import { nameOf, Table } from "./state/table.js";
import { View } from "./state/view.js";

/** The time between two updates of the shown ages of facts, in milliseconds. */
const AGE_INTERVAL = 1000;
/** The time after which rows that could not be read are requested again, in milliseconds. */
const RETRY_DELAY = 2000;
/** The members of the choice that decide which lines are shown, and in which order. */
const membersOfLines = ["text", "verdict", "rule", "app", "build", "under", "device", "label", "since", "view", "group", "others", "sort", "direction"];

const choice = new Choice();
const table = new Table();
const view = new View(table);
const order = new Order(view, choice.value);
const connection = makeConnection();
/** The last status of the program, with the counts of the rows that are shown; null before the first one. */
let status = null;
/** The last status as the program sent it. */
let programStatus = null;
/** The events that arrived while all rows are being read; null at other times. */
let waitingEvents = null;
let retryTimer = 0;

const pane = makePane({ onClosed: () => choice.set({ row: "", pane: "" }), focusList: () => views.list.focus() });
const detail = makeDetail({ pane, canProbe: () => status?.source === "live", onProblem: connection.fail });
const whatIf = makeWhatIf({ status: () => status, appOf: (id) => table.row(id)?.app.name, choice, onRow: openRow, onUpload: readStatus, onProblem: connection.fail });
const comparison = makeComparison({ rows: () => table.rows(), choice, onProblem: connection.fail });
const exports = makeExports({ status: () => status, apps: () => table.apps(), choice });
const panels = makePanels({ pane, choice, whatIf, comparison, exports, status: () => status });
const strip = makeStrip({ choice });
const empty = makeEmpty({ choice });
const bar = makeStatusBar({ onSortAgain: sortAgain, onNotices: () => choice.set({ pane: "notices", row: "" }) });
const list = makeList(byId("list"), {
  cells: rowCells, name: "Destinations", id: "grid", table: view, order,
  isEarlier: (row) => isEarlier(programStatus, row),
  onActivate: (row, isOpening) => {
    if (isOpening && detail.shownId === row.id && pane.isOpen) pane.focus();
    // While a detail is shown, it follows the active row.
    else if (isOpening || detail.shownId !== null) openRow(row.id);
  },
  onSort: (sort) => choice.set({ sort, direction: choice.value.sort === sort && !choice.value.direction ? "reverse" : "" }),
  onSettled: () => sorting.schedule(),
});
const sorting = makeSorting({ table, order, list, onLines: linesChanged });
const views = makeViews({
  choice, list, order, table,
  onLoad: (load, isOpening) => (isOpening || detail.shownId !== null) && openRow(load.row),
  onLines: linesChanged, onProblem: connection.fail,
});
const filters = makeFilters({ table, choice, policyWord: (policy) => policyWord(programStatus, policy) });
const since = makeSince({ table, choice, onMoved: choiceChanged });

choice.addEventListener("changed", ({ detail: { names } }) => {
  if (names.some((name) => membersOfLines.includes(name))) choiceChanged();
  if (names.includes("row") || names.includes("pane")) showPane(true);
});
listenToKeys({ choice, list: () => views.list, filters, pane, sortAgain, clearList: since.clear, probeAgain: detail.probeAgain });
acceptDrops((file) => {
  choice.set({ pane: "whatif", row: "" });
  whatIf.take(file);
});
setInterval(() => {
  if (document.hidden) return;
  list.refresh();
  detail.refresh();
}, AGE_INTERVAL);
start();

async function start() {
  list.showSorting(choice.value.sort, choice.value.direction === "reverse");
  views.show();
  showPane();
  await loadAll();
  shareStream({
    position: () => table.position,
    onEvent: handleEvent,
    onState: connection.setState,
  });
}

/** Reads the status and all rows, and tries again after a while if that fails. Events that arrive meanwhile are handled afterwards. */
async function loadAll() {
  if (waitingEvents) return;
  clearTimeout(retryTimer);
  retryTimer = 0;
  waitingEvents = [];
  try {
    const [nextStatus, rows] = await Promise.all([read("status"), read("rows")]);
    const isRestarted = table.session !== null && table.session !== rows.session;
    table.reset(rows);
    order.rebuild();
    detail.close();
    connection.succeed();
    if (isRestarted) {
      connection.sayRestarted();
      since.forget();
    }
    showStatus(nextStatus);
    since.restore();
    linesChanged();
    showPane();
  } catch (error) {
    connection.fail(error);
    if (!error.isUnauthorised) retryTimer = setTimeout(loadAll, RETRY_DELAY);
  }
  const events = waitingEvents;
  waitingEvents = null;
  for (const event of events) handleEvent(...event);
}

/** Handles an event of the stream. `after` is the position that the rows must have reached; otherwise all rows are read again. */
function handleEvent(type, value, after) {
  if (type === "status") return showStatus(value);
  if (waitingEvents) return void waitingEvents.push([type, value, after]);
  // All rows are about to be read again.
  if (retryTimer) return;
  const lacksChanges = type === "reset" ? !table.has(value) : after && !table.has(after);
  if (lacksChanges) loadAll();
  else if (type === "position") readStatus();
  else if (type === "rows" && table.apply(value)) rowsChanged();
}

function readStatus() {
  read("status").then(showStatus, connection.fail);
}

/** Shows changed rows. While the user reads the list, rows keep their places, and only new ones are appended. */
function rowsChanged() {
  views.refresh();
  if (list.isReading()) {
    if (order.update(true)) linesChanged();
    views.count(bar);
  } else {
    sorting.schedule();
  }
  list.schedule();
  if (detail.shownId !== null) detail.update(table.row(detail.shownId));
  else if (choice.value.row) showPane();
}

function sortAgain() {
  views.order.rebuild();
  views.list.toTop();
  linesChanged();
}

/** Draws the lines after rows or loads have been added, removed or sorted. */
function linesChanged() {
  list.showSorting(choice.value.sort, choice.value.direction === "reverse");
  views.list.draw();
  views.count(bar);
  empty.update(status, table, views.order.lines.length);
}

/** Shows the rows or loads that the choice selects, after the filters, the moment to count from or the view has changed. */
function choiceChanged() {
  view.mark = since.mark();
  views.choose(choice.value, view.mark);
  views.show();
  views.list.toTop();
  if (programStatus) presentStatus();
  linesChanged();
  announce(`${plural(views.order.matching, views.isOfLoads ? "load" : "row")} shown`);
}

/** Shows a status, unless a later one of the same session is shown already. An answer may arrive after a later event. */
function showStatus(next) {
  if (programStatus && next.session === programStatus.session && next.revision < programStatus.revision) return;
  const before = status?.counts;
  setProgramTime(next.now);
  programStatus = next;
  since.update(next);
  presentStatus();
  list.schedule();
  views.refresh();
  if (before && before.wouldFail !== status.counts.wouldFail) {
    announce(`${plural(status.counts.wouldFail, "row")} would fail, of ${plural(status.counts.rows, "row")}`);
  }
}

/** Shows the last status, with the counts of the rows that are shown. */
function presentStatus() {
  status = { ...programStatus, since: choice.value.since, counts: view.counts(completed(programStatus.counts, table.rows())) };
  document.title = status.counts.wouldFail ? `${status.counts.wouldFail} would fail · atsproxy` : "atsproxy";
  connection.describe(status);
  strip.update(status);
  bar.notices(status);
  empty.update(status, table, views.order.lines.length);
  panels.refresh();
}

/** Shows the detail of a row. Returns whether there is such a row. */
function openRow(id, isFocused) {
  const row = table.row(id);
  if (!row) return false;
  choice.set({ row: nameOf(row), pane: "" });
  detail.open(row, isFocused);
  list.select(id);
  return true;
}

/** Shows the row or the panel that the address names, or nothing. A panel that the user has chosen gets the focus. */
function showPane(isChosen = false) {
  const { row: name, pane: panel } = choice.value;
  if (panel) {
    detail.close();
    list.select(null);
    panels.show(panel, isChosen);
    return;
  }
  const current = detail.shownId === null ? null : table.row(detail.shownId);
  if (name && current && nameOf(current) === name) return;
  const row = name ? table.named(name) : null;
  if (row) {
    detail.open(row);
    list.select(row.id);
    list.reveal(row.id);
    return;
  }
  if (detail.shownId !== null || pane.isOpen) pane.hide();
  detail.close();
  list.select(null);
}
