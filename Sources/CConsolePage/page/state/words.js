/**
 * The words of the text filter. A word of the filter matches the beginning of a word in the text: `api` finds
 * `api.example.com` and not `myapi.example.com`. A port is written with its colon, as in `:8443` or
 * `api.example.com:8443`, and must match as a whole: `44` does not find `:443`. All functions are pure.
 */

/** The texts of values that were searched, in lower case. */
const searched = new WeakMap();
const wordCharacter = /[\p{L}\p{N}]/u;
/** A port, perhaps after a name or an IPv6 address in brackets. */
const withPort = /^((?:[^:]*|\[.*\])):(\d{1,5})$/;

/**
 * The test of values by a filter; null for a filter without a word. `textOf(value)` returns the texts of a value, which
 * are kept as long as the value; `portOf(value)` returns its port.
 */
export function wordTest(filter, textOf, portOf) {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean).map(parsed);
  if (!words.length) return null;
  return (value) => words.every(({ text, port }) => (port === null || portOf(value) === port)
    && (text === "" || hasWord(textIn(value, textOf), text)));
}

/** Whether a word of a text begins with a word of a filter; both are in lower case. */
export function hasWord(text, word) {
  const canBeInside = !wordCharacter.test(word[0]);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (canBeInside || at === 0 || !wordCharacter.test(text[at - 1])) return true;
  }
  return false;
}

/** The text and the port of a word of a filter. */
function parsed(word) {
  const match = withPort.exec(word);
  return match ? { text: match[1].replace(/^\[|\]$/g, ""), port: Number(match[2]) } : { text: word, port: null };
}

/** The text of a value in lower case. */
function textIn(value, textOf) {
  let text = searched.get(value);
  if (text === undefined) {
    text = textOf(value).join("\n").toLowerCase();
    searched.set(value, text);
  }
  return text;
}
