/** Writes values as text for people. All functions are pure. */

const time = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const dayAndTime = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const date = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });
const number = new Intl.NumberFormat("en");
const platforms = { __proto__: null, ios: "iOS", macos: "macOS", tvos: "tvOS", watchos: "watchOS", visionos: "visionOS" };

/** The largest number of characters of a text from the network that are shown. */
const LONGEST = 2000;

/**
 * A text from the network, with escapes for control characters and for characters that change the direction of text.
 * The result is text and not markup.
 */
export function visible(text) {
  const whole = String(text ?? "");
  const shown = whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole;
  return shown.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
}

/** A clause with a capital letter at its beginning. A first word that is a name, such as that of a host, stays as it is. */
export function capitalised(text) {
  return /^[a-z]+(?![^\s,;])/.test(text ?? "") ? text[0].toUpperCase() + text.slice(1) : text ?? "";
}

/** `1,840`. */
export function count(value) {
  return number.format(value ?? 0);
}

/** `1 host`, `3 hosts`. */
export function plural(value, singular, many = `${singular}s`) {
  return `${count(value)} ${value === 1 ? singular : many}`;
}

/** The time of day of a moment of today; the day and the time of any other moment. */
export function clock(iso) {
  const moment = parsed(iso);
  if (!moment) return "";
  return moment.toDateString() === new Date().toDateString() ? time.format(moment) : dayAndTime.format(moment);
}

/** `20 Nov 2026`. */
export function day(iso) {
  const moment = parsed(iso);
  return moment ? date.format(moment) : visible(iso);
}

/** `20 Nov 2026 to 18 Feb 2027`, with times if both moments are on one day. */
export function period(from, to) {
  if (day(from) !== day(to)) return `${day(from)} to ${day(to)}`;
  const [start, end] = [parsed(from), parsed(to)];
  return start && end ? `${day(from)}, ${time.format(start)} to ${time.format(end)}` : `${visible(from)} to ${visible(to)}`;
}

/** `TLS 1.0` for `TLSv1.0`. */
export function tlsVersion(name) {
  return name ? visible(name).replace(/^TLSv/, "TLS ").replace(/^SSLv/, "SSL ") : "";
}

/** The name of a cipher suite without `TLS_` and `WITH_`. */
export function shortSuite(name) {
  return name ? visible(name).replace(/^TLS_/, "").replace("_WITH_", "_") : "";
}

/** `iOS 18.1` for `ios18.1`. */
export function system(name) {
  const match = /^([a-z]+)(\d.*)$/.exec(name ?? "");
  return match && platforms[match[1]] ? `${platforms[match[1]]} ${match[2]}` : visible(name);
}

/** Whether traffic was judged under a policy of an app, which can declare exceptions. */
export function hasPolicy({ policies = [] }) {
  return policies.some(({ origin }) => origin === "listener" || origin === "recording" || origin === "given");
}

/** Notices of the program, errors first. */
export function worstFirst(notices) {
  const ranks = { __proto__: null, error: 2, warning: 1, note: 0 };
  return [...notices].sort((one, other) => (ranks[other.severity] ?? 0) - (ranks[one.severity] ?? 0));
}

/** The host, with its port unless it is the default port of the scheme. */
export function endpoint({ host, port, scheme }) {
  const name = host?.includes(":") ? `[${visible(host)}]` : visible(host);
  const defaultPort = { https: 443, wss: 443, http: 80, ws: 80 }[scheme];
  return port && port !== defaultPort ? `${name}:${port}` : name;
}

/** The name that the API gives to the app of loads whose User-Agent names none. */
export const unnamedApp = "unknown";

/** The name of an app, or `No app named`. */
export function appName(name) {
  return name === unnamedApp ? "No app named" : visible(name);
}

/** `12 KB` of bytes. */
export function bytes(value) {
  if (value < 1000) return `${value} bytes`;
  if (value < 1e6) return `${Math.round(value / 1e3)} KB`;
  return value < 1e9 ? `${(value / 1e6).toFixed(1)} MB` : `${(value / 1e9).toFixed(1)} GB`;
}

/** `12 ms`, `1.3 s`, `4 min`, `2.5 h` of milliseconds. */
export function duration(milliseconds) {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return milliseconds < 3_600_000 ? `${Math.floor(milliseconds / 60_000)} min` : `${(milliseconds / 3_600_000).toFixed(1)} h`;
}

/** The moment of a time in the form of RFC 3339; null for any other text. */
function parsed(iso) {
  const moment = new Date(iso ?? NaN);
  return Number.isNaN(moment.getTime()) ? null : moment;
}
