/**
 * One stream for all tabs. A browser opens at most six connections to one origin, and a stream takes one for good.
 * Of the tabs that can be seen, the one that holds a lock reads the stream and passes each event on; a hidden tab gives
 * the lock up. Where the browser has no locks (a console reached over the network without HTTPS), each tab that can be
 * seen reads a stream of its own.
 */
import { follow } from "./stream.js";

const NAME = "atsproxy-stream";

/**
 * Begins to follow the stream.
 * - `revision()` and `session()` say what the page has.
 * - `onEvent(type, value)` as `follow`, with the data parsed; besides `gap`: the page may have missed changes and has to read all rows.
 * - `onState(state, error)` as `follow`.
 */
export function shareStream({ revision, session, onEvent, onState }) {
  const channel = new BroadcastChannel(NAME);
  let controller = null;
  let known = null;

  const told = ({ data }) => {
    if (data.kind === "event") {
      const isMissing = data.session !== session() || (revision() ?? -1) < (data.previous ?? -1);
      onEvent(isMissing ? "gap" : data.type, JSON.parse(data.text));
      onState("live");
    }
    if (data.kind === "state") onState(data.state);
    if (data.kind === "ask" && known) channel.postMessage({ kind: "state", state: known });
  };

  const lead = async (signal) => {
    await follow({
      revision,
      signal,
      onEvent: (type, text) => {
        // What this tab had before the event; a tab that has less has missed something.
        const message = { kind: "event", type, text, session: session(), previous: revision() };
        onEvent(type, JSON.parse(text));
        channel.postMessage(message);
      },
      onState: (state, error) => {
        known = state === "unauthorised" ? null : state;
        onState(state, error);
        if (state !== "unauthorised") channel.postMessage({ kind: "state", state });
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
    controller?.abort();
    controller = null;
  };

  const visibilityChanged = () => (document.visibilityState === "hidden" ? end() : begin());
  channel.addEventListener("message", told);
  document.addEventListener("visibilitychange", visibilityChanged);
  window.addEventListener("pagehide", end);
  window.addEventListener("pageshow", visibilityChanged);
  visibilityChanged();
}
