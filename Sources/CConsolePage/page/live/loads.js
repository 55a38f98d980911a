/** Asks for the latest loads while they are shown: what changed since the last answer, at most twice a second. */
import { read } from "./api.js";

/** Between two questions, in milliseconds. */
const INTERVAL = 500;

/** Makes it. `onChanged()` is told when `table` has other loads. */
export function makeLoadReader({ table, onChanged, onProblem }) {
  let timer = 0;
  let isAsking = false;
  let last = 0;

  const ask = async () => {
    timer = 0;
    isAsking = true;
    try {
      const after = table.change;
      const answer = await read(`loads?after=${after}`);
      last = Date.now();
      // After a restart the numbers begin anew, and the answer lacks those up to the old one.
      const isWhole = after === 0 || table.isOf(answer.session);
      if (isWhole ? table.apply(answer) : table.clear()) onChanged();
      isAsking = false;
      if (!isWhole) schedule();
    } catch (error) {
      isAsking = false;
      onProblem(error);
    }
  };

  const schedule = () => {
    if (timer || isAsking) return;
    timer = setTimeout(ask, Math.max(0, last + INTERVAL - Date.now()));
  };

  return { schedule };
}
