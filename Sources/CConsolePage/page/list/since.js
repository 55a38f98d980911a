/** The choice of the moment to count from: the beginning, the program's last reload, or the clearing of the list. */
import { byId, element, replace } from "../base/dom.js";
import { clock } from "../base/format.js";
import { markNow, markOfReload } from "../state/since.js";
import { drop, keep, kept } from "./clearing.js";

/** Creates the choice. `onMoved()` is called when the moment has changed although the choice is the same. */
export function makeSince({ table, choice, onMoved }) {
  const select = byId("since");
  let reloaded = null;
  /** Whether the program is a proxy, which may reload its configuration. */
  let isLive = true;
  let marks = { __proto__: null };
  let clearedAt = "";
  let shown = "";

  const fill = () => {
    const { since } = choice.value;
    const options = [["", "All loads"],
      ...(isLive || since === "reload" ? [["reload", reloaded ? `Since the reload, ${clock(reloaded)}` : "Since a reload: none yet"]] : []),
      ...(marks.clear ? [["clear", `Since the clearing, ${clock(clearedAt)}`]] : [])];
    const text = JSON.stringify(options);
    if (text !== shown) replace(select, options.map(([value, words]) => element("option", { value }, words)));
    shown = text;
    select.value = since;
    select.classList.toggle("is-set", since !== "");
  };

  const clear = () => {
    marks.clear = markNow(table.rows());
    clearedAt = new Date().toISOString();
    keep({ session: table.session, clearedAt, mark: marks.clear });
    const isSame = choice.value.since === "clear";
    choice.set({ since: "clear" });
    fill();
    if (isSame) onMoved();
  };

  select.addEventListener("change", () => choice.set({ since: select.value }));
  byId("clear-list").addEventListener("click", clear);
  choice.addEventListener("changed", fill);
  fill();

  return {
    clear,
    /** The moment to count from; null for all loads. */
    mark: () => marks[choice.value.since] ?? null,
    /** Uses the time of the last reload in a status. */
    update(status) {
      if ((status.source === "live") !== isLive) {
        isLive = status.source === "live";
        fill();
      }
      if ((status.reloaded ?? null) === reloaded) return;
      reloaded = status.reloaded ?? null;
      marks.reload = markOfReload(reloaded);
      fill();
      if (choice.value.since === "reload") onMoved();
    },
    /** Restores the clearing of this tab after a reload of the page. A clearing in a link, or of another program, is not known. */
    restore() {
      const found = marks.clear ? null : kept(table.session);
      if (found) {
        marks.clear = found.mark;
        clearedAt = found.clearedAt;
        fill();
      }
      if (choice.value.since !== "clear") return;
      if (!marks.clear) choice.set({ since: "" });
      else if (found) onMoved();
    },
    /** Removes the moment of the clearing, because the program was started again. */
    forget() {
      drop();
      marks = { __proto__: null, reload: marks.reload };
      if (choice.value.since === "clear") choice.set({ since: "" });
      fill();
    },
  };
}
