/**
 * The words of the text filter. A word is found where a word of the text begins: `api` finds `api.example.com` and no
 * `myapi.example.com`. A port is no text, so that `44` does not find `:443`: it is written with its colon, as in `:8443`
 * or `api.example.com:8443`, and found as a whole. Pure.
 */

const searched = new WeakMap();
const wordCharacter = /[\p{L}\p{N}]/u;
/** A port, and what stands before it: nothing, a name or an IPv6 address in brackets. */
const withPort = /^((?:[^:]*|\[.*\])):(\d{1,5})$/;

/**
 * A test of values, or null for a filter without a word. `textOf(value)` gives its text, which is kept for as long as the
 * value is; `portOf(value)` its port.
 */
export function wordTest(filter, textOf, portOf) {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean).map(parsed);
  if (!words.length) return null;
  return (value) => words.every(({ text, port }) => (port === null || portOf(value) === port)
    && (text === "" || hasWord(textIn(value, textOf), text)));
}

/** Whether a word begins in a text as a filter's word does; both are in lower case. */
export function hasWord(text, word) {
  const canBeInside = !wordCharacter.test(word[0]);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (canBeInside || at === 0 || !wordCharacter.test(text[at - 1])) return true;
  }
  return false;
}

function parsed(word) {
  const match = withPort.exec(word);
  return match ? { text: match[1].replace(/^\[|\]$/g, ""), port: Number(match[2]) } : { text: word, port: null };
}

function textIn(value, textOf) {
  let text = searched.get(value);
  if (text === undefined) {
    text = textOf(value).join("\n").toLowerCase();
    searched.set(value, text);
  }
  return text;
}
