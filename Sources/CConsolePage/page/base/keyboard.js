/** Keyboard shortcuts that work everywhere on the page except in text fields. */

/** Begins to listen to the keys. */
export function listenToKeys({ choice, list, filters, pane, sortAgain, clearList, probeAgain }) {
  const toggle = (name) => choice.set({ pane: choice.value.pane === name ? "" : name, row: "" });
  const actions = {
    "/": () => filters.focus(),
    "?": () => toggle("keys"),
    d: () => toggle("devices"),
    w: () => toggle("whatif"),
    e: () => toggle("export"),
    s: sortAgain,
    c: clearList,
    t: () => choice.set({ view: choice.value.view ? "" : "loads" }),
    b: () => toggle("compare"),
    p: probeAgain,
  };

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      if (event.target.id === "search") list().focus();
      else if (pane.isOpen) pane.close();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function isTyping(node) {
  return node.isContentEditable || node.tagName === "SELECT" || node.tagName === "TEXTAREA"
    || (node.tagName === "INPUT" && node.type !== "checkbox");
}
