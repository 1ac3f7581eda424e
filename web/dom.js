// dom.js: the page's elements, found and made.

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** @param {string} name @param {Record<string, any>} attributes @param {...(Node | string)} children
 * @returns {any} */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (key.startsWith("on"))
      element.addEventListener(key.slice(2), value);
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(key, value === true ? "" : String(value));
  element.append(...children);
  return element;
}

/** @param {string} text @param {string} kind */
export const badge = (text, kind = "") => make("span", { class: `badge ${kind}` }, text);

/** Not by `disabled`: a button that is really disabled loses the focus, and the keys with it.
 * @param {HTMLElement} button @param {boolean} really */
export function disable(button, really) {
  button.setAttribute("aria-disabled", String(really));
}

/** A click on a button that is not disabled so.
 * @param {string} id @param {() => void} act */
export function onClick(id, act) {
  byId(id).addEventListener("click", (/** @type {Event} */ event) => {
    if (/** @type {HTMLElement} */ (event.currentTarget).getAttribute("aria-disabled") !== "true")
      act();
  });
}

/** Says something to a reader of the screen, and shows it.
 * @param {string} id @param {string} text */
export function say(id, text) {
  const element = byId(id);
  if (element.textContent !== text)
    element.textContent = text;
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
