/**
 * Asks for the latest loads while they are shown: what changed since the last answer, at most twice a second, and again
 * after a while if that fails.
 */
import { read } from "./api.js";

/** Between two questions, in milliseconds. */
const INTERVAL = 500;
/** After a failure, in milliseconds. */
const RETRY_DELAY = 2000;

/** Makes it. `isShown()` says whether loads are shown; `onChanged()` is told when `table` has other loads. */
export function makeLoadReader({ table, isShown, onChanged, onProblem }) {
  let timer = 0;
  let isAsking = false;
  /** Whether something changed while an answer was on its way, which may lack it. */
  let isWanted = false;
  let last = 0;

  const ask = async () => {
    timer = 0;
    isAsking = true;
    isWanted = false;
    try {
      const after = table.change;
      const answer = await read(`loads?after=${after}`);
      last = Date.now();
      // After a restart the numbers begin anew, and the answer lacks those up to the old one.
      const isWhole = after === 0 || table.isOf(answer.session);
      if (isWhole ? table.apply(answer) : table.clear()) onChanged();
      if (!isWhole) isWanted = true;
    } catch (error) {
      onProblem(error);
      if (!error.isUnauthorised) timer = setTimeout(askAgain, RETRY_DELAY);
    }
    isAsking = false;
    if (isWanted) schedule();
  };

  const askAgain = () => {
    timer = 0;
    if (isShown()) ask();
  };

  const schedule = () => {
    if (isAsking) isWanted = true;
    if (timer || isAsking) return;
    timer = setTimeout(ask, Math.max(0, last + INTERVAL - Date.now()));
  };

  return { schedule };
}
