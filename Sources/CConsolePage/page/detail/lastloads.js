/** The last loads of a row, each with its outcome, duration and bytes. */
import { bytes, clock, duration } from "../base/format.js";
import { section, table, verdictBadge } from "../base/parts.js";

/** The section with a table of the loads; null if the program keeps none. */
export function lastLoadsSection(loads) {
  if (!loads?.length) return null;
  return section("Last loads", table("Last loads", ["Time", "Outcome", "Duration", "Bytes"], loads.map((load) => [
    clock(load.time), verdictBadge(load.verdict, load.word),
    load.durationMilliseconds === null ? "–" : duration(load.durationMilliseconds),
    load.bytesFromServer === null ? "–" : bytes(load.bytesFromClient + load.bytesFromServer)])));
}
