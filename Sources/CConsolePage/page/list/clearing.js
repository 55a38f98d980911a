/** Stores the moment at which the list was cleared, with the counts of the rows at that moment. The browser keeps both for this tab. */
import { markOfCounts } from "../state/since.js";

const KEY = "atsproxy-clearing";
/** The names of a row's counts, in the order in which they are stored. Stored names would double the size. */
const NAMES = ["loads", "refusedByDevice", "bytesFromClient", "bytesFromServer"];

/** Stores a clearing in a session of the program. If the browser refuses to store it, only this page knows the clearing. */
export function keep({ session, clearedAt, mark }) {
  const counts = [...mark.counts].map(([id, row]) => [id, ...NAMES.map((name) => row[name])]);
  inStorage((storage) => {
    storage.removeItem(KEY);
    storage.setItem(KEY, JSON.stringify({ session, clearedAt, time: mark.time, counts }));
  });
}

/** The stored clearing of a session, `{ clearedAt, mark }`; null if there is none. */
export function kept(session) {
  const found = inStorage((storage) => JSON.parse(storage.getItem(KEY)));
  if (found?.session !== session) return null;
  const counts = new Map(found.counts.map(([id, ...row]) => [id, Object.fromEntries(NAMES.map((name, index) => [name, row[index]]))]));
  return { clearedAt: found.clearedAt, mark: markOfCounts(found.time, counts) };
}

/** Removes the stored clearing. */
export function drop() {
  inStorage((storage) => storage.removeItem(KEY));
}

/** The result of a use of the storage; null if the browser refuses it. */
function inStorage(use) {
  try {
    return use(sessionStorage);
  } catch (error) {
    console.info(`The clearing of the list is not kept: ${error.message}`);
    return null;
  }
}
