/** Ages by the clock of the program, because the clock of the browser may be wrong. */

/** The number of milliseconds by which the browser's clock is ahead of the program's. */
let ahead = 0;

/** Sets the present time of the program. */
export function setProgramTime(iso) {
  const moment = Date.parse(iso);
  if (!Number.isNaN(moment)) ahead = Date.now() - moment;
}

/** The time since a moment, such as `12 s`, `4 min`, `2 h` or `3 d`; empty without a moment. */
export function age(iso) {
  const moment = Date.parse(iso ?? "");
  if (Number.isNaN(moment)) return "";
  const seconds = Math.max(0, Math.floor((Date.now() - ahead - moment) / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86400)} d`;
}
