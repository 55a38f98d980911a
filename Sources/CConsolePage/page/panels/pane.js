/** The pane beside the list. On a narrow screen it is a drawer over the list, which then takes no input. */
import { byId, replace, setText } from "../base/dom.js";

const narrow = window.matchMedia("(max-width: 860px)");

/**
 * Makes the pane. `onClosed()` is called when a person closes it. `show(title, nodes, { key })` fills it. Content with
 * another key than before is shown from its top.
 */
export function makePane({ onClosed, focusList }) {
  const pane = byId("pane");
  const body = byId("pane-body");
  const title = byId("pane-title");
  let key = null;

  const close = () => {
    const hadFocus = pane.contains(document.activeElement);
    hide();
    onClosed();
    if (hadFocus || narrow.matches) focusList();
  };

  const hide = () => {
    key = null;
    pane.hidden = true;
    document.body.classList.remove("has-pane");
    byId("main").inert = false;
    replace(body);
  };

  const makeModal = () => {
    const isModal = narrow.matches && !pane.hidden;
    byId("main").inert = isModal;
    if (isModal && !pane.contains(document.activeElement)) title.focus();
  };

  byId("pane-close").addEventListener("click", close);
  narrow.addEventListener("change", makeModal);

  return {
    close,
    hide,
    body,
    get isOpen() {
      return !pane.hidden;
    },
    show(heading, nodes, { key: nextKey, isFocused = false } = {}) {
      setText(title, heading);
      // An element that is removed and added again loses the focus.
      const focused = nextKey === key && body.contains(document.activeElement) ? document.activeElement : null;
      replace(body, ...nodes);
      if (focused?.isConnected) focused.focus({ preventScroll: true });
      if (nextKey !== key) body.scrollTop = 0;
      key = nextKey;
      pane.hidden = false;
      document.body.classList.add("has-pane");
      if (isFocused) title.focus();
      makeModal();
    },
    focus: () => title.focus(),
  };
}
