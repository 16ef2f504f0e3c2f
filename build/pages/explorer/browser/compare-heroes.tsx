import { render } from "preact";
import type { ComparableHero } from "./data.ts";
import { addressOf, loadScript } from "./load.ts";

const MOST = 4;

/** Slots that heroes are compared by, in the order of the page. */
const SLOTS = ["Ability 1", "Ability 2", "Ultimate"];

/** The row of what one hero has alone. */
const ONLY_HERE = "Only here";

/** A row of the comparison: a label, and a cell for each hero, with its number where there is one. */
type Row = { label: string; cells: readonly { text: string; value?: number }[] };

function Comparison({ heroes, unknown }: { heroes: readonly ComparableHero[]; unknown: string }) {
  return (
    <>
      {unknown === "" ? null : <p role="alert">There is no hero called {unknown}.</p>}
      {heroes.length === 0 ? (
        <p class="soft">Choose two to four heroes below.</p>
      ) : (
        <>
          <p class="row">
            {heroes.map(({ id, name }) => (
              <button key={id} type="button" class="chip" aria-pressed="true" data-remove={id}>
                {name} <span aria-hidden="true">×</span>
                <span class="vh">take out</span>
              </button>
            ))}
            <button type="button" class="copy" data-copy={asTable(heroes)}>
              Copy as table
            </button>
          </p>
          <Table heroes={heroes} />
        </>
      )}
    </>
  );
}

function Table({ heroes }: { heroes: readonly ComparableHero[] }) {
  return (
    <div class="scroller">
      <table class={`side-by-side of-${heroes.length}`}>
        <thead>
          <tr>
            <td />
            {heroes.map(({ id, name, role, monogram }) => (
              <th key={id} scope="col">
                <a class="with-emblem" href={addressOf(`heroes/${id}`)}>
                  <span class={`letters ${role}`} aria-hidden="true">
                    {monogram}
                  </span>{" "}
                  {name}
                </a>
              </th>
            ))}
          </tr>
        </thead>
        {sectionsOf(heroes).map(({ title, rows }) => (
          <tbody key={title}>
            {rows.map((row) => (
              <RowOf key={row.label} row={row} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function RowOf({ row: { label, cells } }: { row: Row }) {
  const isSame = cells.every(({ text }) => text === cells[0]?.text);
  const most = Math.max(...cells.map(({ value = 0 }) => value));
  return (
    <tr class={label === ONLY_HERE ? "rest" : isSame ? "same" : "differs"}>
      <th scope="row">{label}</th>
      {cells.map(({ text, value }, at) => (
        <td key={at}>
          <b>{text}</b>
          {value === undefined || most === 0 ? null : (
            <svg class="bar" width="100%" height="8" aria-hidden="true">
              <rect class="track" width="100%" height="8" />
              <rect width={`${(value / most) * 100}%`} height="8" />
            </svg>
          )}
        </td>
      ))}
    </tr>
  );
}

function sectionsOf(heroes: readonly ComparableHero[]): { title: string; rows: Row[] }[] {
  const total = ({ health }: ComparableHero) => health.reduce((sum, part) => sum + part, 0);
  const numbers = (label: string, numberOf: (hero: ComparableHero) => number): Row => ({
    label,
    cells: heroes.map((hero) => ({ text: `${numberOf(hero)}`, value: numberOf(hero) })),
  });
  const about: Row[] = [
    numbers("Health", total),
    ...["Standard health", "Armor", "Shields"].flatMap((label, at) =>
      heroes.some(({ health }) => (health[at] ?? 0) > 0) && at > 0
        ? [numbers(label, ({ health }) => health[at] ?? 0)]
        : [],
    ),
    { label: "Role", cells: heroes.map(({ roleName }) => ({ text: roleName })) },
    { label: "Sub-role", cells: heroes.map(({ subrole }) => ({ text: subrole })) },
  ];
  const slots = SLOTS.map((slot, at) => ({
    title: slot,
    rows: slotRows(
      slot,
      heroes.map(({ abilities }) => abilities[at]),
    ),
  }));
  const weapons = ["primary", "secondary"].map((kind) => ({
    title: kind,
    rows: slotRows(
      kind === "primary" ? "Primary" : "Secondary",
      heroes.map(({ abilities }) => abilities.find((ability) => ability.kind === kind)),
    ),
  }));
  return [{ title: "Hero", rows: about }, ...weapons, ...slots];
}

/** What one slot has: the ability's name, the figures that two heroes share, and the rest in words. */
function slotRows(
  slot: string,
  abilities: readonly (ComparableHero["abilities"][number] | undefined)[],
): Row[] {
  const figures = abilities.map((one) =>
    (one?.figures ?? []).map(([label, value, unit]) => ({ label, value, unit })),
  );
  const isShared = (label: string) =>
    figures.filter((own) => own.some((figure) => figure.label === label)).length > 1;
  const shared = new Set(figures.flat().flatMap(({ label }) => (isShared(label) ? [label] : [])));
  const rest = figures.map((own) =>
    own
      .filter(({ label }) => !shared.has(label))
      .map(({ label, value, unit }) => `${label} ${value}${unit}`)
      .join(", "),
  );
  return [
    { label: slot, cells: abilities.map((one) => ({ text: one?.name ?? "none" })) },
    ...[...shared].map((label) => ({
      label,
      cells: figures.map((own) => {
        const figure = own.find((one) => one.label === label);
        return figure === undefined
          ? { text: "–" }
          : { text: figure.value + figure.unit, value: figure.value };
      }),
    })),
    ...(rest.some((text) => text !== "")
      ? [{ label: ONLY_HERE, cells: rest.map((text) => ({ text: text || "–" })) }]
      : []),
  ];
}

/** Tab-separated, as spreadsheets take it. */
function asTable(heroes: readonly ComparableHero[]): string {
  const rows = sectionsOf(heroes).flatMap(({ rows: own }) => own);
  return [
    ["", ...heroes.map(({ name }) => name)],
    ...rows.map(({ label, cells }) => [label, ...cells.map(({ text }) => text)]),
  ]
    .map((cells) => cells.join("\t"))
    .join("\n");
}

function connect(box: HTMLElement, picker: HTMLDetailsElement): void {
  const chosen = () =>
    (new URLSearchParams(location.search).get("h") ?? "").split(",").filter(Boolean);

  const show = () => {
    const all = globalThis.gamedataHeroes ?? [];
    const asked = chosen();
    const heroes = asked.flatMap((id) => all.filter((hero) => hero.id === id)).slice(0, MOST);
    const unknown = asked.filter((id) => !all.some((hero) => hero.id === id)).join(", ");
    render(<Comparison heroes={heroes} unknown={unknown} />, box);
    box.removeAttribute("aria-busy");
    if (heroes.length < 2) picker.open = true;
    for (const link of picker.querySelectorAll<HTMLElement>("[data-hero]")) {
      if (asked.includes(link.dataset["hero"] ?? "")) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };

  const choose = (ids: readonly string[]) => {
    history.replaceState(null, "", ids.length === 0 ? location.pathname : `?h=${ids.join(",")}`);
    show();
  };
  picker.addEventListener("click", (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-hero]") : null;
    if (link === null) return;
    event.preventDefault();
    const id = link.dataset["hero"] ?? "";
    const others = chosen().filter((other) => other !== id);
    choose(others.length < chosen().length ? others : [...others, id].slice(-MOST));
  });
  box.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-remove]") : null;
    if (button === null) return;
    choose(chosen().filter((id) => id !== button.dataset["remove"]));
  });
  loadScript("heroes.js").then(show, () => {
    box.textContent = "The heroes did not load. Try again.";
  });
}

const box = document.querySelector<HTMLElement>("#side-by-side");
const picker = document.querySelector<HTMLDetailsElement>("#picker");
if (box !== null && picker !== null) connect(box, picker);
