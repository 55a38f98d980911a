/** The two views of the traffic: the rows, and the latest loads in the order of their time. One of them is shown. */
import { byId, setAttribute } from "../base/dom.js";
import { makeLoadReader } from "../live/loads.js";
import { LoadOrder, LoadTable } from "../state/loads.js";
import { makeList } from "./list.js";
import * as cells from "./loadcells.js";

/**
 * Creates the views.
 * - `list`, `order`, `table`: the view of rows.
 * - `onLoad(load, isOpening)` is called when a load becomes the active one. It returns whether the row of the load is shown.
 * - `onLines()` is called when the loads have changed.
 */
export function makeViews({ choice, list, order, table, onLoad, onLines, onProblem }) {
  const loads = new LoadTable();
  const loadOrder = new LoadOrder(loads, choice.value);
  const isOfLoads = () => choice.value.view === "loads";

  const loadsChanged = () => {
    loadOrder.update(loadList.isReading());
    loadList.schedule();
    if (isOfLoads()) onLines();
  };
  const loadList = makeList(byId("loads"), {
    cells,
    name: "Loads, latest first",
    id: "load-grid",
    table: loads,
    order: loadOrder,
    isEarlier: () => false,
    onActivate: (load, isOpening) => {
      if (onLoad(load, isOpening)) loadList.select(load.id);
    },
    onSort: () => {},
    onSettled: loadsChanged,
  });
  const reader = makeLoadReader({ table: loads, isShown: isOfLoads, onChanged: loadsChanged, onProblem });
  const buttons = [["", byId("view-rows")], ["loads", byId("view-loads")]];
  for (const [value, button] of buttons) button.addEventListener("click", () => choice.set({ view: value }));

  return {
    get isOfLoads() {
      return isOfLoads();
    },
    get list() {
      return isOfLoads() ? loadList : list;
    },
    get order() {
      return isOfLoads() ? loadOrder : order;
    },
    /** Uses other filters and another moment to count from. */
    choose(value, mark) {
      order.choose(value);
      loadOrder.choose(value, mark);
    },
    /** Shows the chosen view. The view of loads requests them. */
    show() {
      list.setHidden(isOfLoads());
      loadList.setHidden(!isOfLoads());
      for (const [value, button] of buttons) setAttribute(button, "aria-pressed", value === choice.value.view);
      if (isOfLoads()) reader.schedule();
    },
    /** Requests new loads, if they are shown. */
    refresh() {
      if (isOfLoads()) reader.schedule();
    },
    /** Shows the counts of the view in the bar. */
    count(bar) {
      if (isOfLoads()) bar.update(loadOrder, loads.size, "load", "show");
      else bar.update(order, table.size);
    },
  };
}
