/** Functions that create and change elements. Text from the network only ever becomes text nodes and attribute values, never markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes and children. Children are nodes or text; null and false are left out.
 * A member of `attributes` whose value is a function is a listener; null and false leave the attribute out.
 */
export function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** An element of SVG, created like those of `element`. */
export function svgElement(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/** Replaces the children of a node. Returns the node. */
export function replace(node, ...children) {
  node.replaceChildren(...present(children));
  return node;
}

/** Sets a node's text if it differs. An equal text causes no new layout. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Sets an attribute if it differs; null removes it. */
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

/** The node with attributes and children. */
function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...present(children));
  return node;
}

/** The children that are not left out. */
function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}
