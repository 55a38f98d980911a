/**
 * One stream for all tabs. A browser opens at most six connections to one origin, and a stream keeps one of them open.
 * Among the visible tabs, the one that holds a lock reads the stream and sends each event to the others. A tab that
 * becomes hidden releases the lock. Without locks (a console that is reached over the network without HTTPS), each
 * visible tab reads a stream of its own.
 */
import { positionOf } from "./events.js";
import { follow } from "./stream.js";

const NAME = "atsproxy-stream";

/**
 * Begins to follow the stream.
 * - `position()` returns the position of the page as `SESSION-REVISION`; null if it has no rows.
 * - `onEvent(type, value, after)` is called for each event with its parsed data. A page that has not reached `after`, a
 *   session and a revision, has missed changes. The event `position` comes from another tab, and has only the position
 *   of its stream.
 * - `onState(state, error)` is that of `follow`.
 */
export function shareStream({ position, onEvent, onState }) {
  const channel = new BroadcastChannel(NAME);
  /** Ends this tab's part in reading the stream; null while the tab is hidden. */
  let controller = null;
  /** The state of the stream, if this tab reads it. */
  let streamState = null;
  /** The position of the stream, if this tab reads it. */
  let streamPosition = null;

  /** Handles a message of another tab. */
  const received = ({ data }) => {
    if (data.kind === "event") {
      onEvent(data.type, JSON.parse(data.text), data.after);
      onState("live");
    }
    if (data.kind === "state") onState(data.state);
    if (data.kind === "ask" && streamState) {
      channel.postMessage({ kind: "state", state: streamState });
      if (streamPosition) channel.postMessage({ kind: "event", type: "position", text: "null", after: streamPosition });
    }
  };

  /** Reads the stream, and sends its events to the other tabs. */
  const lead = async (signal) => {
    await follow({
      position,
      signal,
      onEvent: (type, text, id) => {
        const next = positionOf(id);
        // `hello` carries the position after which the changes of this stream come.
        const after = type === "hello" ? next : streamPosition;
        streamPosition = next;
        channel.postMessage({ kind: "event", type, text, after });
        onEvent(type, JSON.parse(text), after);
      },
      onState: (state, error) => {
        const isOther = state !== streamState;
        streamState = state === "unauthorised" ? null : state;
        onState(state, error);
        if (isOther && streamState) channel.postMessage({ kind: "state", state });
      },
    });
  };

  const begin = () => {
    if (controller) return;
    controller = new AbortController();
    const { signal } = controller;
    channel.postMessage({ kind: "ask" });
    if (!navigator.locks) {
      lead(signal);
      return;
    }
    // The request fails only if the tab is hidden while it waits for the lock.
    navigator.locks.request(NAME, { signal }, () => lead(signal)).catch((error) => {
      if (error.name !== "AbortError") throw error;
    });
  };

  const end = () => {
    streamState = null;
    streamPosition = null;
    controller?.abort();
    controller = null;
  };

  const visibilityChanged = () => (document.visibilityState === "hidden" ? end() : begin());
  channel.addEventListener("message", received);
  document.addEventListener("visibilitychange", visibilityChanged);
  window.addEventListener("pagehide", end);
  window.addEventListener("pageshow", visibilityChanged);
  visibilityChanged();
}
