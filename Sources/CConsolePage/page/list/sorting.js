/** Keeps the order of the list up to date, not more often than one can follow. */

/** The order is made again at most this often, in milliseconds; of many rows less often than of a few. */
const INTERVALS = { few: 250, many: 1000, boundary: 500 };

/** Makes what schedules it. `onLines()`: the lines are others now. */
export function makeSorting({ table, order, list, onLines }) {
  let timer = 0;
  let last = 0;

  const sort = () => {
    timer = 0;
    last = Date.now();
    if (order.update(list.isReading()) || (!list.isReading() && order.waiting && order.sortAgain())) onLines();
  };

  return {
    schedule() {
      const interval = table.size > INTERVALS.boundary ? INTERVALS.many : INTERVALS.few;
      timer ||= setTimeout(sort, Math.max(0, last + interval - Date.now()));
    },
  };
}
