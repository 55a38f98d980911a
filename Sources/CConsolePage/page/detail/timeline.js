/** The loads of a row over time as bars. The part of a bar for loads that violate ATS has another colour. */
import { element, svgElement } from "../base/dom.js";
import { clock, count, plural } from "../base/format.js";
import { section } from "../base/parts.js";

/** The size of the picture in units of its own. */
const WIDTH = 400;
const HEIGHT = 56;
/** The largest distance of two bars. A single bar would otherwise fill the whole width. */
const LARGEST_STEP = 14;

/** The section with a bar for each interval (bucket) of time, and the same in words. */
export function timelineSection(timeline) {
  const loads = timeline?.loads ?? [];
  if (!loads.length) return null;
  const violations = timeline.violations ?? [];
  const highest = Math.max(1, ...loads);
  const step = Math.min(WIDTH / loads.length, LARGEST_STEP);
  const words = `${plural(sum(loads), "load")}, ${count(sum(violations))} of them violating, at most ${count(highest)} in ${duration(timeline.bucketSeconds)}`;
  const end = new Date(new Date(timeline.start).getTime() + loads.length * timeline.bucketSeconds * 1000).toISOString();
  const bars = loads.flatMap((value, index) => {
    const violating = Math.min(value, violations[index] ?? 0);
    return [bar(index, step, value, highest, "bar"), bar(index, step, violating, highest, "bar is-bad")];
  });
  return section("When",
    svgElement("svg", { class: "timeline", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": words },
      svgElement("line", { x1: 0, x2: WIDTH, y1: HEIGHT - 0.5, y2: HEIGHT - 0.5, class: "axis" }), bars),
    element("p", { class: "timeline-scale" }, element("span", {}, clock(timeline.start)), step < LARGEST_STEP ? element("span", {}, clock(end)) : null),
    element("p", { class: "muted" }, `${words}.`));
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The bar of a number of loads; null for none. Even a single load has a visible bar. */
function bar(index, step, value, highest, className) {
  if (!value) return null;
  const height = Math.max(1.5, (value / highest) * (HEIGHT - 4));
  const gap = Math.min(1.5, step * 0.2);
  return svgElement("rect", { class: className, x: (index * step + gap / 2).toFixed(2), y: (HEIGHT - height).toFixed(2), width: (step - gap).toFixed(2), height: height.toFixed(2) });
}

function duration(seconds) {
  if (seconds < 60) return plural(seconds, "second");
  return seconds < 3600 ? plural(Math.round(seconds / 60), "minute") : plural(Math.round(seconds / 3600), "hour");
}
