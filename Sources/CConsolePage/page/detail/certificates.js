/** The certificates of a row's server: those that it sent, the leaf first, and the others of the path to the root. Each has a link that downloads it. */
import { copyButton } from "../base/copy.js";
import { element } from "../base/dom.js";
import { day, period, visible } from "../base/format.js";
import { icon } from "../base/icons.js";
import { facts, paragraph, section } from "../base/parts.js";
import { address } from "../live/api.js";
import { downloadLink } from "../live/downloads.js";

/** The largest number of shown names of a certificate. The others are counted. */
const NAMES = 12;

/** The sentences about the root in which the path ends. */
const anchors = {
  __proto__: null,
  system: "The path ends at a root of the system.",
  user: "The path ends at a root that was added: with --ca-file, or by a user.",
  none: "No path to a trusted root was found.",
};

/** The section with a block for each certificate. The block of the leaf is open. */
export function certificateSection({ id, certificates, anchor }) {
  const sentence = anchors[anchor];
  return section("Certificates", sentence ? paragraph(sentence) : null,
    (certificates ?? []).map((certificate, index) => certificateBlock(id, certificate, index)));
}

function certificateBlock(id, certificate, index) {
  const names = certificate.names ?? [];
  const hasExpired = new Date(certificate.notAfter) < new Date();
  const isDue = !hasExpired && Boolean(certificate.renewalSince) && new Date(certificate.renewalSince) <= new Date();
  const position = certificate.position ?? index;
  const refusal = element("div", { role: "status" });
  return element("details", { class: "certificate", open: index === 0 },
    element("summary", {}, element("bdi", {}, visible(commonName(certificate.subject) || "No subject")),
      element("span", { class: "muted" }, ` ${visible(certificate.key)}`),
      hasExpired ? element("span", { class: "badge tone-bad" }, icon("blocked"), "expired") : null,
      isDue ? element("span", { class: "badge tone-warn" }, icon("warning"), "renew") : null,
      certificate.isSent === false ? element("span", { class: "badge tone-plain" }, icon("note"), "not sent by the server") : null),
    facts([
      ["Subject", certificate.subject],
      ["Issuer", certificate.issuer],
      ["Valid", period(certificate.notBefore, certificate.notAfter)],
      ["Renewal", isDue ? `Due since ${day(certificate.renewalSince)}.` : null],
      ["Names", [...names.slice(0, NAMES), ...(names.length > NAMES ? [`and ${names.length - NAMES} more`] : [])].join(", ")],
      ["Signature", certificate.signature],
      ["SHA-256", digest(certificate.sha256)],
      ["Pin (SHA-256 of the key)", certificate.pin ? element("span", { class: "digest" }, visible(certificate.pin)) : null],
    ]),
    element("p", { class: "actions" },
      downloadLink(address(`rows/${encodeURIComponent(id)}/certificates/${position}`), refusal, { class: "button" }, "Download PEM"),
      certificate.pin ? copyButton("Copy pin", () => certificate.pin) : null), refusal);
}

function digest(text) {
  return text ? element("span", { class: "digest" }, visible(text).replace(/^sha256:/, "")) : null;
}

/** The value of `CN` in a subject such as `CN=api.example.com, O=Example`; the whole subject without one. */
function commonName(subject) {
  return /(?:^|,\s*)CN=((?:\\.|[^,])*)/.exec(subject ?? "")?.[1] ?? subject;
}
