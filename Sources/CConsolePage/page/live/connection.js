/** Shows the state of the connection to the program in the header, and what to do if it is lost. */
import { byId, element, setAttribute, setText } from "../base/dom.js";
import { clock, system, visible } from "../base/format.js";
import { icon, setIcon } from "../base/icons.js";

/** The states: words, icon and tone. */
const states = {
  connecting: ["Connecting", "undetermined", "plain"],
  live: ["Live", "allowed", "good"],
  lost: ["Not connected", "failed", "bad"],
};
/** The time after which a break of the connection is shown, in milliseconds. */
const BREAK_DELAY = 1500;
/** The time for which the page shows that the program was started again, in milliseconds. */
const NEWS_TIME = 8000;

/** Creates the sign of the connection. */
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
    const news = byId("news");
    setText(news, sentence);
    news.hidden = sentence === "";
  };

  const fail = (error) => {
    if (error.isUnauthorised) {
      showLockedOut();
    } else if (error.status === 0 && state !== "live") {
      // While the stream is received, a single failed request does not mean that the connection is lost.
      state = "lost";
      draw();
    } else if (error.name !== "AbortError") {
      showNews(error.message);
    }
  };

  return {
    /** Shows a state of the stream. A short break is not shown. */
    setState(next, error) {
      if (next === "lost" && state === "live") {
        // The delay begins with the first loss. Further failed attempts do not extend it.
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
    /** Shows the failure of a request. */
    fail,
    /** Removes the message about an earlier failure, because everything was read. */
    succeed() {
      if (state === "live") showNews("");
    },
    /** Shows for a while that the program was started again. */
    sayRestarted() {
      showNews("The program was started again. The list begins anew.");
      newsTimer = setTimeout(() => showNews(""), NEWS_TIME);
    },
    /** Shows the listener or the recordings of a status. */
    describe(status) {
      isLive = status.source === "live";
      lastContact = new Date().toISOString();
      const text = wordsOfSource(status).filter(Boolean).map(visible).join(" · ");
      setText(byId("source"), text);
      setAttribute(byId("source"), "title", text);
      if (state === "connecting") state = "live";
      drawPill();
    },
  };
}

/** The words about the source of the traffic: the first listener and the number of the others, or the recordings. */
function wordsOfSource({ source, listeners = [], recordings = [] }) {
  const [first, ...others] = listeners;
  if (source !== "live" || !first) return recordings.map(({ path }) => path.split("/").pop());
  return [first.address, first.mode, system(first.os), first.policy || "defaults", others.length ? `+${others.length}` : ""];
}

/** Covers the page with a dialog. The page goes on by itself once the new address was opened in this browser. */
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
