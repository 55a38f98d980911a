/** Links that save answers of the API as files. The page shows the reason of a refusal, whose JSON the browser would save. */
import { element, replace } from "../base/dom.js";
import { icon, setIcon } from "../base/icons.js";
import { paragraph, callout } from "../base/parts.js";
import { download } from "./api.js";

/** The requests that are under way, by their links. */
const requests = new WeakMap();

/** Stops the download of a link. */
export function stopDownload(link) {
  requests.get(link)?.abort();
}

/**
 * A link with an icon. Answers about much traffic take a while to compute. The link shows this, and another press stops
 * the download. `refusal` is the node that shows the reason of a refusal.
 */
export function downloadLink(href, refusal, attributes, ...children) {
  const sign = icon("export");
  const progress = element("span", { role: "status", class: "muted progress" });
  const pressed = async (event) => {
    event.preventDefault();
    // The second click of a double click does not stop the download that the first one began.
    if (event.detail > 1) return;
    if (requests.has(link)) {
      stopDownload(link);
      return;
    }
    const request = new AbortController();
    requests.set(link, request);
    link.setAttribute("aria-busy", "true");
    setIcon(sign, "working");
    replace(progress, "is being made; press again to stop");
    try {
      await download(href, request.signal);
      replace(refusal);
    } catch (error) {
      replace(refusal, error.name === "AbortError" ? null : callout("warn", paragraph(error.message)));
    } finally {
      requests.delete(link);
      link.removeAttribute("aria-busy");
      setIcon(sign, "export");
      replace(progress);
    }
  };

  // The middle button would open the answer in another tab, and show a refusal there as JSON.
  const pressedOtherwise = (event) => event.button === 1 && pressed(event);
  const link = element("a", { href, download: "", click: pressed, auxclick: pressedOtherwise, ...attributes }, sign, children, progress);
  return link;
}
