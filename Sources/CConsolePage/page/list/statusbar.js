/** The bar below the list: the number of rows, the worst notice, and a button that sorts waiting changes. */
import { byId, element, replace, setAttribute, setText } from "../base/dom.js";
import { count, plural, visible, worstFirst } from "../base/format.js";
import { icon } from "../base/icons.js";

/** Creates the bar. */
export function makeStatusBar({ onSortAgain, onNotices }) {
  const sorting = byId("sort-again");
  const notice = byId("notice");
  let shown = "";
  sorting.addEventListener("click", onSortAgain);
  notice.addEventListener("click", onNotices);

  return {
    /** Shows the counts of a list. `all` is the number of rows or loads without filters, `noun` their name. */
    update(order, all, noun = "row", action = "sort again") {
      setText(byId("row-count"), order.matching === all ? plural(all, noun) : `${count(order.matching)} of ${plural(all, noun)}`);
      // The class hides the button by `visibility`, so nothing moves when it appears.
      sorting.classList.toggle("is-idle", order.waiting === 0);
      sorting.disabled = order.waiting === 0;
      setText(byId("sort-count"), order.waiting ? `${plural(order.waiting, noun === "row" ? "change" : `new ${noun}`)}: ${action}` : action);
    },
    /** Shows the worst notice of the program. */
    notices({ notices = [], lost }) {
      const worst = worstFirst(notices)[0];
      const text = worst ? visible(worst.message) : lostText(lost);
      const key = `${worst?.severity} ${text} ${notices.length}`;
      if (key === shown) return;
      shown = key;
      const tone = toneOfNotice(worst, lost);
      setAttribute(notice, "class", `notice tone-${tone}${text ? "" : " is-idle"}`);
      setAttribute(notice, "title", text || null);
      notice.disabled = !text;
      if (!text) {
        replace(notice, "No notice");
        return;
      }
      const others = notices.length > 1 ? element("span", { class: "muted" }, `+${notices.length - 1}`) : null;
      replace(notice, icon(signs[tone]), element("span", { class: "notice-text" }, text), others);
    },
  };
}

/** The icons of notices, by their tone. */
const signs = { bad: "blocked", warn: "warning", plain: "note" };

function lostText(lost) {
  return lost ? `${plural(lost, "event")} lost` : "";
}

function toneOfNotice(notice, lost) {
  if (notice?.severity === "error") return "bad";
  return notice?.severity === "warning" || lost ? "warn" : "plain";
}
