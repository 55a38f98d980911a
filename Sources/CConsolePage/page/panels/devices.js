/** The panel "Devices": the address to type into a device, the QR code of the setup page, and the devices that were seen. */
import { copyButton } from "../base/copy.js";
import { element, svgElement } from "../base/dom.js";
import { clock, plural, visible } from "../base/format.js";
import { icon } from "../base/icons.js";
import { codeBlock, paragraph, callout, section } from "../base/parts.js";

/** The contents of the pane. */
export function deviceContents(status) {
  if (!status) return [paragraph("Not known yet.")];
  if (status.source !== "live") {
    return [paragraph("A recording is shown. No device can be set up here: start `atsproxy serve` for that."), seenSection(status)];
  }
  return [setupSection(status), seenSection(status)];
}

/** The steps to reach the proxy: from a device if the proxy listens to devices, else from this computer. */
export function setupSection({ setup, listeners = [] }) {
  const addresses = setup?.addresses ?? [];
  if (!setup?.isReachableByDevices || !addresses.length) {
    const local = listeners[0]?.address ?? "127.0.0.1:8080";
    return section("Set up a device",
      callout("note", paragraph(setup?.advice || "The proxy listens only on this computer.")),
      paragraph("To try it on this computer:"),
      codeBlock(`curl -i -x http://${visible(local)} https://example.com/`, "command"));
  }
  return section("Set up a device", addresses.slice(0, 3).map((address, index) => addressBlock(address, index === 0 ? setup.code : null)),
    paragraph("On an iPhone: Settings, Wi-Fi, the i beside the network, Configure Proxy, Manual; type in the address and the port."),
    setup.advice ? paragraph(setup.advice, "muted") : null);
}

/** The devices that were seen. A device with a load is green. */
export function seenSection({ devices = [] }) {
  return section(devices.length ? "Seen" : "No device was seen yet", element("ul", { class: "plain devices" }, devices.map((device) => element("li", {},
    element("span", { class: `badge tone-${device.loads ? "good" : "plain"}` }, icon(device.loads ? "allowed" : "phone"),
      device.loads ? "loads" : "no load yet"),
    element("span", {}, element("bdi", { class: "strong" }, visible(device.address)),
      device.user ? ` ${visible(device.user)}` : null,
      element("span", { class: "muted block" }, [(device.apps ?? []).map(visible).join(", "), plural(device.loads, "load"),
        device.lastSeen ? `last ${clock(device.lastSeen)}` : ""].filter(Boolean).join(" · ")))))));
}

function addressBlock(address, code) {
  const cut = address.lastIndexOf(":");
  return element("div", { class: "setup" },
    code ? codePicture(code) : null,
    element("div", {},
      element("p", { class: "address" }, element("bdi", {}, visible(address))),
      element("dl", { class: "facts" }, element("dt", {}, "Server"), element("dd", {}, visible(address.slice(0, cut))),
        element("dt", {}, "Port"), element("dd", {}, visible(address.slice(cut + 1)))),
      copyButton("Copy address", () => address),
      code ? element("p", { class: "muted" }, "The code opens a page of the proxy with the next steps.") : null));
}

/** The QR code of a text with its quiet zone; dark on white in both themes. */
function codePicture({ text, side, path }) {
  return svgElement("svg", { class: "qr", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": `QR code of ${text}`, "data-text": text, "shape-rendering": "crispEdges" },
    svgElement("rect", { width: side, height: side, fill: "#fff" }), svgElement("path", { d: path, fill: "#000" }));
}
