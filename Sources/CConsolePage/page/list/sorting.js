/** Updates the order of the list, at a rate that people can follow. */

/** The shortest time between two updates of a list with few rows, in milliseconds. */
const INTERVAL = 250;
/** The shortest time between two updates of a list with many rows, in milliseconds. */
const LONG_INTERVAL = 1000;
/** The largest number of rows that are few. */
const FEW_ROWS = 500;

/** Creates the scheduler of updates. `onLines()` is called when the lines have changed. */
export function makeSorting({ table, order, list, onLines }) {
  let timer = 0;
  let last = 0;

  const sort = () => {
    timer = 0;
    last = Date.now();
    const isHeld = list.isReading();
    const isChanged = order.update(isHeld) || (!isHeld && order.waiting > 0 && order.sortAgain());
    if (isChanged) onLines();
  };

  return {
    schedule() {
      const interval = table.size > FEW_ROWS ? LONG_INTERVAL : INTERVAL;
      timer ||= setTimeout(sort, Math.max(0, last + interval - Date.now()));
    },
  };
}
