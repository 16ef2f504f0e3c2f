import type { Found } from "./question.ts";

/** The markup of a result: its name, what it is, and the spelling that matched. */
export function listItemOf({ name, what, spelling }: Omit<Found, "path">): (Node | string)[] {
  const parts: (Node | string)[] = [part("b", name), " ", part("span", what, "what")];
  if (spelling !== undefined) parts.push(" ", part("span", spelling, "spelling"));
  return parts;
}

function part(tag: string, text: string, className = ""): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  if (className !== "") element.className = className;
  return element;
}
