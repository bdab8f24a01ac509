// Makes what is on the screen like a fresh copy of it, and leaves alone whatever stays the same: focus, selection,
// scrolling, and what somebody is writing.

/** What only the browser knows. */
const LOCAL = new Set(["open", "data-selected", "aria-current"]);

/** Whether somebody is writing in it. */
export const holdsDraft = (node) =>
  node.nodeType === Node.ELEMENT_NODE &&
  [...node.querySelectorAll("input[type=text]")].some(
    (field) => field.value !== field.defaultValue || field === document.activeElement,
  );

const isSame = (one, other) =>
  one.nodeType === other.nodeType && one.nodeName === other.nodeName && (one.id ?? "") === (other.id ?? "");

const attributes = (from, to) => {
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !LOCAL.has(name)) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value && !LOCAL.has(name)) from.setAttribute(name, value);
  }
};

/**
 * Makes an element like another one.
 *
 * @returns whether something stayed only because somebody is writing in it
 */
export const morph = (from, to) => {
  let kept = false;
  if (from.nodeType === Node.TEXT_NODE) {
    if (from.data !== to.data) from.data = to.data;
    return kept;
  }
  if (from.nodeType !== Node.ELEMENT_NODE || from.isEqualNode(to)) return kept;
  attributes(from, to);
  const wanted = new Set([...to.children].map((child) => child.id).filter(Boolean));
  const drop = (node) => {
    if (holdsDraft(node)) kept = true;
    else node.remove();
  };
  // What is gone goes first, so that nothing that stays has to move: moving takes the focus away.
  for (const child of [...from.children]) if (child.id && !wanted.has(child.id)) drop(child);
  const named = new Map([...from.children].filter((child) => child.id).map((child) => [child.id, child]));
  let place = from.firstChild;
  for (const fresh of [...to.childNodes]) {
    const found = (fresh.id && named.get(fresh.id)) || (place && isSame(place, fresh) ? place : null);
    if (!found) {
      const copy = document.importNode(fresh, true);
      if (copy.classList?.contains("row")) copy.classList.add("fresh");
      from.insertBefore(copy, place);
    } else {
      // Blanks between are dropped, for the same reason.
      while (place && place !== found && !place.id) {
        const next = place.nextSibling;
        drop(place);
        place = next;
      }
      if (found === place) place = place.nextSibling;
      else from.insertBefore(found, place);
      kept = morph(found, fresh) || kept;
    }
  }
  while (place) {
    const next = place.nextSibling;
    drop(place);
    place = next;
  }
  return kept;
};
