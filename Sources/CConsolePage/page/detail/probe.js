/** The time of the last probe of the shown row's server, and a button that requests another probe. */
import { button, element, setAttribute, setText } from "../base/dom.js";
import { clock } from "../base/format.js";
import { send } from "../live/api.js";
import { age } from "../state/age.js";

/** The longest time that a probe takes, in milliseconds. */
const LONGEST_PROBE = 30_000;

/** Creates the line of a row. `canProbe()` returns whether a proxy can probe the server. */
export function makeProbeLine({ canProbe, onProblem }) {
  const when = element("span", { class: "probed" });
  const again = button("Probe again", () => begin(), { class: "button" });
  const message = element("span", { class: "muted", role: "status" });
  const node = element("p", { class: "probe" }, when, again, message);
  let row = null;
  /** The requested probe: the row, its last probe and the time at which no answer is expected any more; null without one. */
  let awaited = null;

  const say = (text) => setText(message, text);

  const begin = async () => {
    if (awaited) return;
    const { id, probed } = row;
    awaited = { id, probed, until: Date.now() + LONGEST_PROBE };
    say("Probing…");
    update();
    try {
      await send(`rows/${encodeURIComponent(id)}/probe`, {});
    } catch (error) {
      if (awaited?.id !== id) return;
      awaited = null;
      if (error.isUnauthorised) onProblem(error);
      else say(error.message);
    }
    update();
  };

  /** Shows the age of the last probe, and whether a requested one has ended: the row then has a new time of its probe. */
  const update = () => {
    if (!row) return;
    if (awaited && row.probed !== awaited.probed) {
      awaited = null;
      say("Probed just now.");
    } else if (awaited && Date.now() > awaited.until) {
      awaited = null;
      say("The probe had no answer.");
    }
    setText(when, row.probed ? `Server probed ${age(row.probed)} ago` : "Server not probed");
    setAttribute(when, "title", row.probed ? clock(row.probed) : null);
    again.hidden = !canProbe() || !row.scheme;
    // A disabled button would lose the focus.
    setAttribute(again, "aria-disabled", awaited ? true : null);
  };

  return {
    node,
    update,
    /** Requests another probe, like the button. */
    press() {
      if (row && !again.hidden) begin();
    },
    /** Shows the line of a row. */
    show(next) {
      if (row?.id !== next.id) {
        awaited = null;
        setText(message, "");
      }
      row = next;
      update();
    },
  };
}
