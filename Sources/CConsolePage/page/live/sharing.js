/**
 * One stream for all tabs. A browser opens at most six connections to one origin, and a stream takes one for good.
 * Of the tabs that can be seen, the one that holds a lock reads the stream and passes each event on; a hidden tab gives
 * the lock up. Where the browser has no locks (a console reached over the network without HTTPS), each tab that can be
 * seen reads a stream of its own.
 */
import { positionOf } from "./events.js";
import { follow } from "./stream.js";

const NAME = "atsproxy-stream";

/**
 * Begins to follow the stream.
 * - `position()` gives what the page has as `SESSION-REVISION`, or null.
 * - `onEvent(type, value, after)` is told of each event with its data parsed. A page that lacks something of what came
 *   before, up to `after` (a session and a revision), has missed changes. Besides the events of the stream: `position`,
 *   which says only how far the stream of another tab is.
 * - `onState(state, error)` as `follow`.
 */
export function shareStream({ position, onEvent, onState }) {
  const channel = new BroadcastChannel(NAME);
  let controller = null;
  let known = null;
  let reached = null;

  const received = ({ data }) => {
    if (data.kind === "event") {
      onEvent(data.type, JSON.parse(data.text), data.after);
      onState("live");
    }
    if (data.kind === "state") onState(data.state);
    if (data.kind === "ask" && known) {
      channel.postMessage({ kind: "state", state: known });
      if (reached) channel.postMessage({ kind: "event", type: "position", text: "null", after: reached });
    }
  };

  const lead = async (signal) => {
    await follow({
      position,
      signal,
      onEvent: (type, text, id) => {
        const next = positionOf(id);
        // `hello` carries the position after which the changes of this stream come.
        const after = type === "hello" ? next : reached;
        reached = next;
        channel.postMessage({ kind: "event", type, text, after });
        onEvent(type, JSON.parse(text), after);
      },
      onState: (state, error) => {
        const isOther = state !== known;
        known = state === "unauthorised" ? null : state;
        onState(state, error);
        if (isOther && known) channel.postMessage({ kind: "state", state });
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
    // Refused only by the signal, when the tab is hidden while it waits.
    navigator.locks.request(NAME, { signal }, () => lead(signal)).catch((error) => {
      if (error.name !== "AbortError") throw error;
    });
  };

  const end = () => {
    known = null;
    reached = null;
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
