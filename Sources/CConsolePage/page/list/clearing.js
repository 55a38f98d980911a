/** The moment at which the list was cleared, which the browser keeps for this tab until the program has ended. */
import { markOfCounts } from "../state/since.js";

const KEY = "atsproxy-clearing";
/** The counts of a row in the order in which they are kept. Names would take twice the room for each row. */
const NAMES = ["loads", "refusedByDevice", "bytesFromClient", "bytesFromServer"];

/** Keeps a clearing of a session of the program. Without room, or where the browser keeps nothing, the page alone knows it. */
export function keep({ session, clearedAt, mark }) {
  const counts = [...mark.counts].map(([id, row]) => [id, ...NAMES.map((name) => row[name])]);
  inStorage((storage) => {
    storage.removeItem(KEY);
    storage.setItem(KEY, JSON.stringify({ session, clearedAt, time: mark.time, counts }));
  });
}

/** The clearing that was kept for a session, `{ clearedAt, mark }`, or null. */
export function kept(session) {
  const found = inStorage((storage) => JSON.parse(storage.getItem(KEY)));
  if (found?.session !== session) return null;
  const counts = new Map(found.counts.map(([id, ...row]) => [id, Object.fromEntries(NAMES.map((name, index) => [name, row[index]]))]));
  return { clearedAt: found.clearedAt, mark: markOfCounts(found.time, counts) };
}

/** Forgets what is kept. */
export function drop() {
  inStorage((storage) => storage.removeItem(KEY));
}

/** The result of a use of the storage, or null where the browser refuses it. */
function inStorage(use) {
  try {
    return use(sessionStorage);
  } catch (error) {
    console.info(`The clearing of the list is not kept: ${error.message}`);
    return null;
  }
}
