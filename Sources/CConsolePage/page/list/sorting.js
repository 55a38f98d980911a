/** Updates the order of the list, at a rate that people can follow. */

/** The shortest times between two updates, in milliseconds, for few and for many rows, and the largest number of few rows. */
const INTERVALS = { few: 250, many: 1000, boundary: 500 };

/** Creates the scheduler of updates. `onLines()` is called when the lines have changed. */
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
