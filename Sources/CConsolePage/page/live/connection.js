/** Whether what the page shows is live, told in the header, and what to do where it is not. */
import { byId, element, setAttribute, setText } from "../base/dom.js";
import { clock, system, visible } from "../base/format.js";
import { icon, setIcon } from "../base/icons.js";

const states = {
  connecting: ["Connecting", "undetermined", "plain"],
  live: ["Live", "allowed", "good"],
  lost: ["Not connected", "failed", "bad"],
};
/** A pause shorter than this, in milliseconds, is not worth a word. */
const BREAK_DELAY = 1500;
/** How long the page says that the program was started again, in milliseconds. */
const NEWS_TIME = 8000;

/** Makes the sign of the connection. */
export function makeConnection() {
  const pill = byId("connection");
  const picture = icon("undetermined");
  const word = element("span", {});
  pill.append(picture, word);
  let state = "connecting";
  let isLive = true;
  let lastContact = null;
  let breakTimer = 0;
  let newsTimer = 0;

  const drawPill = () => {
    const [words, sign, tone] = states[state];
    const isStill = state === "live" && !isLive;
    setText(word, isStill ? "Recording" : words);
    setIcon(picture, isStill ? "note" : sign);
    setAttribute(pill, "class", `pill tone-${isStill ? "plain" : tone}`);
  };

  const draw = () => {
    drawPill();
    const since = lastContact ? ` What you see is as of ${clock(lastContact)}.` : "";
    showNews(state === "lost" ? `The program does not answer. It was stopped, or the network is gone.${since} This page tries again by itself.` : "");
  };

  const showNews = (sentence) => {
    clearTimeout(newsTimer);
    const place = byId("news");
    setText(place, sentence);
    place.hidden = sentence === "";
  };

  const fail = (error) => {
    if (error.isUnauthorised) {
      showLockedOut();
    } else if (error.status === 0 && state !== "live") {
      // While the stream is received, one request that fails says nothing of the connection.
      state = "lost";
      draw();
    } else if (error.name !== "AbortError") {
      showNews(error.message);
    }
  };

  return {
    /** Takes a state of the stream. A short break is kept quiet. */
    setState(next, error) {
      if (next === "lost" && state === "live") {
        // Counted from the first loss: further attempts that fail do not begin anew.
        breakTimer ||= setTimeout(() => {
          breakTimer = 0;
          state = next;
          draw();
        }, BREAK_DELAY);
        return;
      }
      clearTimeout(breakTimer);
      breakTimer = 0;
      if (next === "unauthorised") {
        fail(error);
        return;
      }
      if (next === "live") {
        lastContact = new Date().toISOString();
        byId("locked-out")?.remove();
      }
      if (next !== state) {
        state = next;
        draw();
      }
    },
    /** Takes the failure of a request. */
    fail,
    /** Takes that all was read: what was said of a failure before is over. */
    succeed() {
      if (state === "live") showNews("");
    },
    /** Says that the program was started again, for a while. */
    sayRestarted() {
      showNews("The program was started again. The list begins anew.");
      newsTimer = setTimeout(() => showNews(""), NEWS_TIME);
    },
    /** Shows what is being looked at. */
    describe(status) {
      isLive = status.source === "live";
      lastContact = new Date().toISOString();
      const first = status.listeners?.[0];
      const words = isLive && first
        ? [first.address, first.mode, system(first.os), first.policy || "defaults", status.listeners.length > 1 ? `+${status.listeners.length - 1}` : ""]
        : (status.recordings ?? []).map(({ path }) => path.split("/").pop());
      const text = words.filter(Boolean).map(visible).join(" · ");
      setText(byId("source"), text);
      setAttribute(byId("source"), "title", text);
      if (state === "connecting") state = "live";
      drawPill();
    },
  };
}

/** Covers the page, which stays: it goes on by itself once the new address was opened in this browser. */
function showLockedOut() {
  if (byId("locked-out")) return;
  const dialog = element("dialog", { id: "locked-out", class: "locked-out" }, icon("blocked"),
    element("h1", {}, "Open the address that atsproxy printed"),
    element("p", {}, "This page's token is not valid any more, most likely because the program was started again. It printed a new address in its terminal:"),
    element("p", {}, element("code", {}, `atsproxy: console at ${visible(location.origin)}/?token=…`)),
    element("p", {}, "Open it in this browser, here or in another tab: this page then goes on by itself."));
  document.body.append(dialog);
  dialog.showModal();
}
