/**
 * Requests the latest loads while they are shown: those that have changed since the last answer, at most twice a second.
 * A failed request is repeated after a while.
 */
import { read } from "./api.js";

/** The time between two requests, in milliseconds. */
const INTERVAL = 500;
/** The time after a failed request, in milliseconds. */
const RETRY_DELAY = 2000;

/** Creates the reader. `isShown()` returns whether loads are shown; `onChanged()` is called when the loads of `table` have changed. */
export function makeLoadReader({ table, isShown, onChanged, onProblem }) {
  let timer = 0;
  let isAsking = false;
  /** Whether another request must follow the present one, whose answer may lack later changes. */
  let isWanted = false;
  /** The time of the last answer. */
  let last = 0;

  const ask = async () => {
    timer = 0;
    isAsking = true;
    isWanted = false;
    try {
      const after = table.change;
      const answer = await read(`loads?after=${after}`);
      last = Date.now();
      // A restarted program counts changes from 1 again, and the answer lacks those up to the old number.
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
