/** Making elements. Text from the network only ever becomes text nodes and attribute values, never markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes and children. Children are nodes or text; null and false are left out.
 * A member of `attributes` whose value is a function is a listener; null and false leave the attribute out.
 */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** As `element`, for SVG. */
export function svgElement(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/** Puts other children into a node. */
export function replace(node, ...children) {
  node.replaceChildren(...present(children));
  return node;
}

/** Sets a node's text where it differs, so that nothing is laid out again without need. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Sets an attribute where it differs; null removes it. */
export function setAttribute(node, name, value) {
  if (value === null || value === undefined) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else if (node.getAttribute(name) !== String(value)) {
    node.setAttribute(name, value);
  }
}

/** A button that does not submit. */
export function button(label, onClick, attributes = {}) {
  return element("button", { type: "button", click: onClick, ...attributes }, label);
}

/** The element of the page with this id. */
export function byId(id) {
  return document.getElementById(id);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...present(children));
  return node;
}

function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}
