/** Makes the heads of sortable tables into buttons. */
for (const table of document.querySelectorAll<HTMLTableElement>("table.sortable")) {
  const heads = [...table.querySelectorAll<HTMLTableCellElement>("thead th")];
  for (const [column, head] of heads.entries()) {
    if (head.hasAttribute("data-fixed")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sortBy(table, heads, column));
    head.append(button);
  }
}

/** Numbers go down first, names up; the same head again turns the order round. Rows without a value stay last. */
function sortBy(
  table: HTMLTableElement,
  heads: readonly HTMLTableCellElement[],
  column: number,
): void {
  const head = heads[column];
  const [body] = table.tBodies;
  if (head === undefined || body === undefined) return;
  const isNumeric = head.classList.contains("number");
  const before = head.getAttribute("aria-sort");
  const isDown = before === null ? isNumeric : before === "ascending";
  for (const other of heads) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", isDown ? "descending" : "ascending");

  const textOf = (row: HTMLTableRowElement) => row.cells[column]?.textContent?.trim() ?? "";
  const rows = [...body.rows].sort((a, b) => {
    if (isNumeric)
      return compareNumbers(textOf(a), textOf(b), isDown) || compareTexts(nameOf(a), nameOf(b));
    return (
      (isDown ? -1 : 1) * compareTexts(textOf(a), textOf(b)) || compareTexts(nameOf(a), nameOf(b))
    );
  });
  body.append(...rows);
}

function compareNumbers(a: string, b: string, isDown: boolean): number {
  const [one, other] = [Number.parseFloat(a), Number.parseFloat(b)];
  if (Number.isNaN(one) || Number.isNaN(other))
    return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
  return isDown ? other - one : one - other;
}

/** By code units, as the page was made. */
function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function nameOf(row: HTMLTableRowElement): string {
  return row.cells[0]?.textContent ?? "";
}
