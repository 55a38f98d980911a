/**
 * The connection to the stream of changes. A broken connection is opened again after a delay that grows with each
 * attempt, and at once when the computer is back on a network. `EventSource` is not used, because it hides the status of
 * an error, and cannot send the position of the page after a pause.
 */
import { openStream } from "./api.js";
import { EventReader } from "./events.js";

/** The time without a byte after which the connection is closed, in milliseconds. The program sends a comment every 15 seconds. */
const SILENCE_LIMIT = 40_000;
/** The first and the longest delay before another attempt, in milliseconds. */
const FIRST_DELAY = 500;
const LONGEST_DELAY = 15_000;

/**
 * Reads the stream until `signal` is aborted.
 * - `position()` returns the position of the page as `SESSION-REVISION`; null if it has no rows.
 * - `onEvent(type, data, id)` is called for each event. Its data are text, and `id` is the last id of the stream.
 * - `onState(state, error)` is called with `live` whenever bytes are received, and with `lost` or `unauthorised` before
 *   another attempt. Another tab may sign in meanwhile.
 */
export async function follow({ position, onEvent, onState, signal }) {
  let delay = FIRST_DELAY;
  while (!signal.aborted) {
    try {
      await readOnce({ position, onEvent, signal, onLive: () => { delay = FIRST_DELAY; onState("live"); } });
      if (!signal.aborted) onState("lost");
    } catch (error) {
      if (signal.aborted) return;
      onState(error.isUnauthorised ? "unauthorised" : "lost", error);
    }
    await pause(delay * (0.75 + Math.random() / 2), signal);
    delay = Math.min(delay * 2, LONGEST_DELAY);
  }
}

/** Reads the stream over one connection, until the connection ends. */
async function readOnce({ position, onEvent, signal, onLive }) {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_LIMIT);
  const stop = () => silence.abort();
  signal.addEventListener("abort", stop);
  try {
    const response = await openStream(position(), silence.signal);
    onLive();
    const events = new EventReader();
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_LIMIT);
      onLive();
      for (const event of events.take(decoder.decode(value, { stream: true }))) {
        onEvent(event.type, event.data, event.id);
      }
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    silence.abort();
  }
}

/** Waits for a time, or until the network is back or the tab is shown or hidden. */
async function pause(milliseconds, signal) {
  if (signal.aborted) return;
  await new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener("online", finish);
      document.removeEventListener("visibilitychange", finish);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    window.addEventListener("online", finish);
    document.addEventListener("visibilitychange", finish);
    signal.addEventListener("abort", finish);
  });
}
