/** Copying text. `navigator.clipboard` is missing on a console that is reached over the network without HTTPS. */
import { button, element, replace } from "./dom.js";
import { icon } from "./icons.js";

/** The time for which the button shows the result, in milliseconds. */
const CONFIRMATION = 1600;

/** A button that copies the text that `text()` returns. */
export function copyButton(label, text, attributes = {}) {
  const word = element("span", {}, label);
  let timer = 0;
  const node = button([icon("copy"), word], async () => {
    const isCopied = await copied(text());
    clearTimeout(timer);
    replace(word, isCopied ? "Copied" : "Not copied: mark the text");
    node.classList.toggle("is-done", isCopied);
    timer = setTimeout(() => {
      replace(word, label);
      node.classList.remove("is-done");
    }, CONFIRMATION);
  }, { class: "button copy", ...attributes });
  return node;
}

/** Copies a text. Returns whether that succeeded. */
async function copied(text) {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch (error) {
      if (error.name !== "NotAllowedError") throw error;
    }
  }
  const field = element("textarea", { class: "off-screen", "aria-hidden": "true", tabindex: "-1" });
  field.value = text;
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  focused?.focus();
  return isCopied;
}
