/**
 * A list of rows or loads: a grid in which only the visible lines exist as elements. All lines have the same height. The
 * position of a line therefore follows from its index, and further lines do not move those on the screen.
 */
import { element, setAttribute } from "../base/dom.js";

/** The largest number of lines that are printed. For longer lists, the report is better suited. */
const PRINTED = 1000;
/** The number of lines beyond the visible ones, which avoid gaps while scrolling. */
const MARGIN = 4;

/**
 * Creates the list in a section.
 * - `cells`: the module with the columns and with the functions that create and fill lines.
 * - `name`, `id`: the accessible name and the id of the grid.
 * - `table`, `order`: the rows and the lines.
 * - `isEarlier(row)`: whether a row was judged under a policy that is not in force any more; the status may change that.
 * - `onActivate(row, isOpening)` is called when a row becomes the active one; `isOpening` after Enter or a click.
 * - `onSort(sort)` is called when a heading is pressed.
 * - `onSettled()` is called when the user no longer reads the list (`isReading`).
 */
export function makeList(section, { cells, name, id, table, order, isEarlier, onActivate, onSort, onSettled }) {
  const { columns, makeLine, showAge, showGroup, showRow } = cells;
  const headings = columns.map(([column, word, sort]) => element("div", { role: "columnheader", class: `c-${column}` },
    sort ? element("button", { type: "button", tabindex: "-1", click: () => onSort(sort) }, word) : word));
  const head = element("div", { role: "row", class: "row head", "aria-rowindex": "1" }, headings);
  const body = element("div", { role: "rowgroup", class: "rows" });
  const grid = element("div", { role: "treegrid", class: "grid", id, tabindex: "0", "aria-label": name },
    element("div", { role: "rowgroup", class: "head-group" }, head), body);
  section.append(grid);

  /** The existing lines, with the index and the row that each shows. */
  const slots = [];
  let height = 32;
  let activeId = null;
  let selectedId = null;
  let isPointerInside = false;
  let isPrinting = false;
  let frame = 0;

  /** Whether the user reads the list: the pointer or the focus is in it, or it is scrolled down. */
  const isReading = () => isPointerInside || grid.scrollTop > 0 || grid.contains(document.activeElement);

  const measure = () => {
    const next = parseFloat(getComputedStyle(body).getPropertyValue("--row")) || 32;
    if (next !== height) {
      const top = grid.scrollTop / height;
      height = next;
      grid.scrollTop = top * height;
    }
    draw();
  };

  /** Draws the visible lines. A line that shows the same object with the same mark as before is not changed. */
  const draw = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    const { lines } = order;
    const total = `${lines.length * height}px`;
    if (body.style.height !== total) body.style.height = total;
    setAttribute(grid, "aria-rowcount", lines.length + 1);
    const top = isPrinting ? 0 : grid.scrollTop;
    const bottom = isPrinting ? PRINTED * height : top + grid.clientHeight;
    const first = Math.max(0, Math.floor(top / height) - MARGIN);
    const end = Math.min(lines.length, Math.ceil(bottom / height) + MARGIN);
    while (slots.length < end - first) {
      const slot = { line: makeLine(`${id}-line-${slots.length}`), index: -1 };
      body.append(slot.line.node);
      slots.push(slot);
    }
    let activeSlot = null;
    const used = new Set();
    for (let index = first; index < end; index++) {
      const slot = slots[index % slots.length];
      used.add(slot);
      drawLine(slot, index, lines[index]);
      if (identityOf(lines[index]) === activeId) activeSlot = slot;
    }
    for (const slot of slots) if (!used.has(slot)) hide(slot);
    setAttribute(grid, "aria-activedescendant", activeSlot ? activeSlot.line.node.id : null);
  };

  const drawLine = (slot, index, line) => {
    const { node } = slot.line;
    if (slot.index !== index || slot.height !== height) {
      slot.index = index;
      slot.height = height;
      node.style.transform = `translateY(${index * height}px)`;
      setAttribute(node, "aria-rowindex", index + 2);
      node.hidden = false;
    }
    const shown = line.kind === "row" ? table.row(line.id) : line;
    const isMarked = line.kind === "row" && isEarlier(shown);
    if (slot.shown !== shown || slot.isInGroup !== line.isInGroup || slot.isMarked !== isMarked) {
      slot.shown = shown;
      slot.isInGroup = line.isInGroup;
      slot.isMarked = isMarked;
      if (line.kind === "row") showRow(slot.line, shown, line.isInGroup, isMarked);
      else showGroup(slot.line, line);
    }
    const identity = identityOf(line);
    setAttribute(node, "aria-selected", line.kind === "row" ? identity === selectedId : null);
    node.classList.toggle("is-active", identity === activeId);
  };

  const schedule = () => {
    if (!frame) frame = requestAnimationFrame(draw);
  };

  const activate = (index, isOpening) => {
    const line = order.lines[index];
    if (!line) return;
    activeId = identityOf(line);
    bringIntoView(index);
    draw();
    if (line.kind === "row") onActivate(table.row(line.id), isOpening);
    else if (isOpening) toggle(line);
  };

  const toggle = (line, isOpen) => {
    order.toggle(line.name, isOpen);
    draw();
  };

  const bringIntoView = (index) => {
    const top = index * height;
    const visibleHeight = grid.clientHeight - head.offsetHeight;
    if (top < grid.scrollTop) grid.scrollTop = top;
    else if (top + height > grid.scrollTop + visibleHeight) grid.scrollTop = top + height - visibleHeight;
  };

  const activeIndex = () => order.lines.findIndex((line) => identityOf(line) === activeId);

  const pressed = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== grid) return;
    const page = Math.max(1, Math.floor(grid.clientHeight / height) - 2);
    const last = order.lines.length - 1;
    const at = activeIndex();
    const steps = { ArrowDown: at + 1, ArrowUp: at < 0 ? 0 : at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: last };
    const line = order.lines[at];
    if (event.key in steps) activate(Math.max(0, Math.min(last, steps[event.key])), false);
    else if (event.key === "Enter" || event.key === " ") activate(at < 0 ? 0 : at, true);
    else if (event.key === "ArrowRight" && line?.kind === "group") toggle(line, true);
    else if (event.key === "ArrowLeft" && line?.kind === "group") toggle(line, false);
    else return;
    event.preventDefault();
  };

  const clicked = (event) => {
    const slot = slots.find(({ line }) => line.node.contains(event.target));
    // The click that ends the selection of text opens nothing.
    if (!slot || !document.getSelection().isCollapsed) return;
    activate(slot.index, true);
  };

  const settled = () => {
    if (!isReading()) onSettled();
  };

  grid.addEventListener("scroll", () => { schedule(); settled(); }, { passive: true });
  grid.addEventListener("pointerenter", () => { isPointerInside = true; });
  grid.addEventListener("pointerleave", () => { isPointerInside = false; settled(); });
  grid.addEventListener("focusout", () => setTimeout(settled));
  grid.addEventListener("keydown", pressed);
  body.addEventListener("click", clicked);
  window.addEventListener("beforeprint", () => { isPrinting = true; draw(); });
  window.addEventListener("afterprint", () => { isPrinting = false; draw(); });
  new ResizeObserver(measure).observe(grid);

  return {
    isReading,
    schedule,
    draw,
    /** Shows the present ages of the facts about servers. */
    refresh() {
      for (const { index, line, shown } of slots) if (index >= 0 && line.kind === "row") showAge(line, shown);
    },
    setHidden: (isHidden) => { section.hidden = isHidden; },
    focus: () => grid.focus(),
    toTop: () => { grid.scrollTop = 0; },
    select(id) {
      selectedId = id;
      if (id !== null) activeId = id;
      schedule();
    },
    reveal: (id) => {
      const index = order.indexOf(id);
      if (index >= 0) bringIntoView(index);
    },
    /** Marks the heading of the column by which the rows are sorted. */
    showSorting(sort, isReversed) {
      columns.forEach(([, , sortOfColumn], index) => {
        const isSorted = sortOfColumn !== null && sortOfColumn === sort;
        setAttribute(headings[index], "aria-sort", isSorted ? directionOf(sort, isReversed) : null);
      });
    },
  };
}

/** The direction of an order. Names begin with A; numbers and times begin with the greatest. */
function directionOf(sort, isReversed) {
  const isOfNames = sort === "host" || sort === "app";
  return isOfNames !== isReversed ? "ascending" : "descending";
}

/** The identity of a line, which does not depend on the order. */
function identityOf(line) {
  return line.kind === "row" ? line.id : `group ${line.name}`;
}

/** Hides a line that is not visible. */
function hide(slot) {
  if (slot.index < 0) return;
  slot.index = -1;
  slot.line.node.hidden = true;
}
