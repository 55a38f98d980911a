/**
 * The connection to the stream of changes. It is opened again whenever it breaks, each time a little later, and at
 * once when the computer is back on a network. `fetch` rather than `EventSource`: that one hides the status of an
 * error, and cannot say after a pause what the page has.
 */
import { openStream } from "./api.js";
import { EventReader } from "./events.js";

/** The program sends a comment every 15 seconds; after this long without a byte the connection is taken for dead. */
const SILENCE_LIMIT = 40_000;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 15_000;

/**
 * Reads the stream until `signal` is aborted.
 * - `position()` gives what the page has as `SESSION-REVISION`, or null.
 * - `onEvent(type, data, id)` is told of each event; its data are still text, and `id` is that of the stream so far.
 * - `onState(state, error)`: `live` (with all that is received), `lost` (it will be tried again), `unauthorised` (it will be tried again: another tab may sign in).
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

/** Waits, but not longer than until the network or the person is back. */
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
