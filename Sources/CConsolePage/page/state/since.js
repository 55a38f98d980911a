/** Reduces rows to the loads since a moment: since the list was cleared, or since the program's last reload. All functions are pure. */

/** The severity of a row that a device refused by itself. */
const REFUSED = 4;

/**
 * A moment to count from. `countsAt(row)` returns the counts of the row at that moment, `{ loads, refusedByDevice,
 * bytesFromClient, bytesFromServer }`; null for a newer row.
 */
export function markAt(time, countsAt) {
  return { time, countsAt, known: new WeakMap() };
}

/** The moment of the program's last reload; null without one. The rows themselves have their counts at that moment. */
export function markOfReload(time) {
  return time ? markAt(time, (row) => row.beforeReload) : null;
}

/** The present moment: all loads of the rows are before it. Its member `counts` has the counts by the id of the row. */
export function markNow(rows) {
  const counts = new Map();
  let time = "";
  for (const row of rows) {
    counts.set(row.id, countsOf(row));
    if (row.lastSeen > time) time = row.lastSeen;
  }
  return markOfCounts(time, counts);
}

/** The moment at which rows had these counts, by id. */
export function markOfCounts(time, counts) {
  return { ...markAt(time, (row) => counts.get(row.id) ?? null), counts };
}

/** A row with only the loads after a moment; null if there are none. The same row always gives the same object. */
export function rowSince(row, mark) {
  let shown = mark.known.get(row);
  if (shown === undefined) {
    shown = reduced(row, mark);
    mark.known.set(row, shown);
  }
  return shown;
}

/** A row with only the loads after a moment; null if there are none. */
function reduced(row, mark) {
  const before = mark.countsAt(row);
  if (!before) return row;
  if (row.loads <= before.loads) return null;
  // Each outcome has the loads with one verdict, the worst one first. A row with only one verdict has no outcomes.
  const outcomes = (row.outcomes ?? []).filter(({ lastSeen }) => lastSeen > mark.time);
  const [worst] = outcomes;
  const { verdict, word, severity, reason } = worst ?? row;
  const rules = worst ? row.rules.filter(({ id }) => outcomes.some((outcome) => outcome.rules.includes(id))) : row.rules;
  const counts = Object.fromEntries(Object.entries(before).map(([name, value]) => [name, Math.max(0, row[name] - value)]));
  const isRefused = counts.refusedByDevice > 0 && severity < REFUSED;
  // The fix of the row is that of its worst verdict, or that of refusals by devices.
  const hasFixOfRow = !worst || (worst.verdict === row.verdict && (isRefused || row.severity !== REFUSED));
  return {
    ...row, ...counts, rules, verdict, reason,
    remedy: hasFixOfRow ? row.remedy : { kind: "none", text: "" },
    word: isRefused ? "Refused by device" : word,
    severity: isRefused ? REFUSED : severity,
  };
}

function countsOf({ loads, refusedByDevice, bytesFromClient, bytesFromServer }) {
  return { loads, refusedByDevice, bytesFromClient, bytesFromServer };
}
