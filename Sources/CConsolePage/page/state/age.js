/** How long ago something was, by the clock of the program: that of the browser may be wrong. */

/** How far the browser's clock is ahead of the program's, in milliseconds. */
let ahead = 0;

/** Learns the time of the program. */
export function setProgramTime(iso) {
  const moment = Date.parse(iso);
  if (!Number.isNaN(moment)) ahead = Date.now() - moment;
}

/** `12 s`, `4 min`, `2 h`, `3 d`: the time since a moment; empty where there is none. */
export function age(iso) {
  const moment = Date.parse(iso ?? "");
  if (Number.isNaN(moment)) return "";
  const seconds = Math.max(0, Math.floor((Date.now() - ahead - moment) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86400)} d`;
}
