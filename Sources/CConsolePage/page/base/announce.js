/** Announcements for screen readers, limited in number. */
import { byId, setText } from "./dom.js";

/** The shortest time between two sentences, in milliseconds. */
const INTERVAL = 8000;

let timer = 0;
let pending = "";
let last = 0;

/** Announces a sentence soon, in place of one that still waits. */
export function announce(sentence) {
  if (sentence === byId("announcer").textContent) return;
  pending = sentence;
  if (timer) return;
  timer = setTimeout(() => {
    timer = 0;
    last = Date.now();
    setText(byId("announcer"), pending);
  }, Math.max(0, last + INTERVAL - Date.now()));
}
