import { render } from "preact";
import { SLOTS } from "../../../../client/slots.ts";
import { capital, quantityOf, shortDate, showNumber } from "../format.ts";
import type { ComparableHeroes, ComparableHero as HeroThen } from "./data.ts";
import { heroAsOf, heroesOfQuery, patchAsOf } from "./earlier-heroes.ts";
import { addressOf, loadHeroes, showData } from "./load.ts";

/** The most columns. */
const MOST = 4;

/** The label of the row with figures that only one hero has. */
const ONLY_HERE = "Only here";

/** A cell of a hero who has nothing of the kind. */
const NOTHING = "–";

/** The words above today's state, beside an earlier one. */
const NOW = "now";

/** A column. `when` is the time of the state, in words. */
type ComparableHero = HeroThen & { id: string; monogram: string; when?: string };

type Ability = ComparableHero["abilities"][number];

/** A row of the comparison: a label, and a cell for each hero. */
type Row = { label: string; cells: readonly Cell[]; isList?: boolean };

/** A cell. Numbers have a value, and perhaps a unit, to draw a bar. */
type Cell = { text: string; value?: number; unit?: string };

/** What the address asks for. `faults` are messages; `patch` is empty without an earlier state. */
type Asked = { heroes: ComparableHero[]; faults: string[]; patch: string };

function Comparison({
  asked: { heroes, faults, patch },
  patches,
}: {
  asked: Asked;
  patches: ComparableHeroes["patches"];
}) {
  const chosen = heroes.filter(({ id }, at) => heroes.findIndex((one) => one.id === id) === at);
  return (
    <>
      {faults.length === 0 ? null : <p role="alert">{faults.join(" ")}</p>}
      {heroes.length === 0 ? (
        <p class="soft">Choose two to four heroes below.</p>
      ) : (
        <>
          <p class="row">
            {chosen.map(({ id, name }) => (
              <button key={id} type="button" class="chip" aria-pressed="true" data-remove={id}>
                {name} <span aria-hidden="true">×</span>
                <span class="vh">take out</span>
              </button>
            ))}
            <select class="chip" data-as-of="" aria-label="Beside an earlier state">
              <option value="">No earlier state</option>
              {patches.slice(1).map(([id, name]) => (
                <option key={id} value={id} selected={id === patch}>
                  Then: {shortDate(id)} {name}
                </option>
              ))}
            </select>
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
    <div class={`scroller of-${heroes.length}`}>
      <table class={`side-by-side of-${heroes.length}`}>
        <thead>
          <tr>
            <td />
            {heroes.map(({ id, name, role, monogram, when = "" }) => (
              <th key={id + when} scope="col">
                <a class="with-emblem" href={addressOf(`heroes/${id}`)}>
                  <span class={`letters ${role}`} aria-hidden="true">
                    {monogram}
                  </span>{" "}
                  {name}
                </a>
                {when === "" ? null : <span class="label">{when}</span>}
              </th>
            ))}
          </tr>
        </thead>
        {sectionsOf(heroes).map(({ title, rows }) => (
          <tbody key={title} class={title}>
            {rows.map((row) => (
              <RowOf key={row.label} row={row} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function RowOf({ row: { label, cells, isList = label === ONLY_HERE } }: { row: Row }) {
  const isSame = cells.every(({ text }) => text === cells[0]?.text);
  const numbers = cells.filter(({ value }) => value !== undefined);
  const isOneScale = new Set(numbers.map(({ unit }) => unit)).size === 1;
  const most = isOneScale ? Math.max(...numbers.map(({ value = 0 }) => value)) : 0;
  return (
    <tr class={isList ? "rest" : isSame ? "same" : "differs"}>
      <th scope="row">{label}</th>
      {cells.map(({ text, value }, at) => (
        <td key={at}>
          <b>{text}</b>
          {value === undefined || value < 0 || most <= 0 ? null : (
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
    ...[
      { label: "Armor", at: 1 },
      { label: "Shields", at: 2 },
    ].flatMap(({ label, at }) =>
      heroes.some(({ health }) => (health[at] ?? 0) > 0)
        ? [numbers(label, ({ health }) => health[at] ?? 0)]
        : [],
    ),
    { label: "Role", cells: heroes.map(({ roleName }) => ({ text: roleName })) },
    { label: "Sub-role", cells: heroes.map(({ subrole }) => ({ text: subrole })) },
  ];
  const kinds = ["primary", "secondary", "passive"].map((kind) => ({
    title: kind,
    rows: slotRows(
      capital(kind),
      heroes.map(({ abilities, when }) => ({
        ability: abilities.find((ability) => ability.kind === kind),
        when,
      })),
    ),
  }));
  return [
    { title: "Hero", rows: about },
    ...SLOTS.map((slot, at) => ({
      title: slot,
      rows: slotRows(
        slot,
        heroes.map(({ abilities, when }) => ({ ability: abilities[at], when })),
      ),
    })),
    ...kinds,
    { title: "rest", rows: [restRow("Further abilities", heroes, furtherOf)] },
    ...["minor", "major"].map((tier) => ({
      title: tier,
      rows: [
        restRow(`${capital(tier)} perks`, heroes, ({ perks }) =>
          perks.filter((perk) => perk.kind === tier),
        ),
      ],
    })),
    { title: "quantities", rows: quantityRows(heroes) },
  ].map((section) => ({ ...section, rows: section.rows.filter(hasContent) }));
}

/** A row that no hero has anything in is left out. */
function hasContent({ cells }: Row): boolean {
  return cells.some(({ text }) => text !== NOTHING);
}

/** The abilities that are in no slot of the rows above. */
function furtherOf({ abilities }: ComparableHero): Ability[] {
  const shown = ["primary", "secondary", "passive"].map((kind) =>
    abilities.find((ability) => ability.kind === kind),
  );
  return abilities.slice(SLOTS.length).filter((ability) => !shown.includes(ability));
}

function restRow(
  label: string,
  heroes: readonly ComparableHero[],
  partsOf: (hero: ComparableHero) => readonly Ability[],
): Row {
  const wordsOf = ({ name, figures }: Ability) =>
    [name, figures.map(([field, value, unit]) => `${field} ${showNumber(value)}${unit}`).join(", ")]
      .filter((text) => text !== "")
      .join(": ");
  const cells = heroes.map((hero) => ({ text: partsOf(hero).map(wordsOf).join("\n") || NOTHING }));
  return { label, cells, isList: true };
}

/** A row for each quantity that two heroes have anywhere in their kits, such as all cooldowns. */
function quantityRows(heroes: readonly ComparableHero[]): Row[] {
  const own = heroes.map(({ abilities, perks }) => {
    const found = new Map<string, string[]>();
    for (const { name, figures } of [...abilities, ...perks])
      for (const [label, value, unit] of figures) {
        const key = quantityOf(label, unit);
        found.set(key, [...(found.get(key) ?? []), `${showNumber(value)}${unit} ${name}`]);
      }
    return found;
  });
  const keys = [...new Set(own.flatMap((found) => [...found.keys()]))];
  return keys
    .filter((key) => own.filter((found) => found.has(key)).length > 1)
    .sort()
    .map((key) => ({
      label: `All: ${key}`,
      cells: own.map((found) => ({ text: found.get(key)?.join("\n") ?? NOTHING })),
      isList: true,
    }));
}

/** The rows of one slot: the ability's name, figures of two heroes or more, and other figures. */
function slotRows(
  slot: string,
  columns: readonly { ability: Ability | undefined; when: string | undefined }[],
): Row[] {
  const abilities = columns.map(({ ability }) => ability);
  /** An earlier state may lack a figure of the same ability only because nobody recorded it. */
  const absent = (at: number) => {
    const { ability, when = NOW } = columns[at] ?? {};
    return when !== NOW && ability?.name === abilities[at + 1]?.name ? "not recorded" : NOTHING;
  };
  const figures = abilities.map((one) =>
    (one?.figures ?? []).map(([label, value, unit]) => ({ label, value, unit, key: label + unit })),
  );
  // Figures are compared if they have the same unit: not 40 m with 100 %.
  const isShared = (key: string) =>
    figures.filter((own) => own.some((figure) => figure.key === key)).length > 1;
  const shared = new Map(
    figures.flat().flatMap(({ key, label }) => (isShared(key) ? [[key, label] as const] : [])),
  );
  const rest = figures.map((own) =>
    own
      .filter(({ key }) => !shared.has(key))
      .map(({ label, value, unit }) => `${label} ${showNumber(value)}${unit}`)
      .join(", "),
  );
  return [
    { label: slot, cells: abilities.map((one) => ({ text: one?.name ?? NOTHING })) },
    ...[...shared].map(([key, label]) => ({
      label,
      cells: figures.map((own, at) => {
        const figure = own.find((one) => one.key === key);
        return figure === undefined
          ? { text: absent(at) }
          : { ...figure, text: showNumber(figure.value) + figure.unit };
      }),
    })),
    ...(rest.some((text) => text !== "")
      ? [{ label: ONLY_HERE, cells: rest.map((text, at) => ({ text: text || absent(at) })) }]
      : []),
  ];
}

/** Tab-separated text, for spreadsheets. */
function asTable(heroes: readonly ComparableHero[]): string {
  const rows = sectionsOf(heroes).flatMap(({ rows: own }) => own);
  return [
    ["", ...heroes.map(({ name, when }) => (when === undefined ? name : `${name}, ${when}`))],
    ...rows.map(({ label, cells }) => [
      label,
      ...cells.map(({ text }) => text.replaceAll("\n", "; ")),
    ]),
  ]
    .map((cells) => cells.join("\t"))
    .join("\n");
}

/** Reads `?h=ana,mercy&as-of=2026-06-16`. A hero then and now takes two of the four columns. */
function readAddress({ heroes: all, patches }: ComparableHeroes): Asked {
  const ids = heroesOfQuery(location.search);
  const wanted = new URLSearchParams(location.search).get("as-of") ?? "";
  const [patch = ""] = (wanted === "" ? undefined : patchAsOf(patches, wanted)) ?? [];
  const known = ids.flatMap((id) => all.filter((hero) => hero.id === id));
  const unknown = ids.filter((id) => !all.some((hero) => hero.id === id));
  const fitting = known.slice(0, patch === "" ? MOST : MOST / 2);
  const late: string[] = [];
  const heroes = fitting.flatMap((hero): ComparableHero[] => {
    const { id, monogram, state } = hero;
    if (patch === "") return [{ id, monogram, ...state }];
    const then = heroAsOf(hero, patch);
    if (then === undefined) late.push(state.name);
    const now = { id, monogram, ...state, when: NOW };
    const when = `after ${shortDate(patch)}`;
    return then === undefined ? [now] : [{ id, monogram, ...then, when }, now];
  });
  const oldest = patches.at(-1);
  const faults = [
    unknown.length === 0 ? "" : `There is no hero called ${unknown.join(", ")}.`,
    wanted === "" || patch !== ""
      ? ""
      : `There is no state of ${wanted}: the record begins with ${oldest?.[1]}, ` +
        `${shortDate(oldest?.[0] ?? "")}.`,
    late.length === 0 ? "" : `Not in the game yet after ${shortDate(patch)}: ${late.join(", ")}.`,
    known.length === fitting.length
      ? ""
      : `Left out, as four columns are the most: ${known
          .slice(fitting.length)
          .map(({ state }) => state.name)
          .join(", ")}.`,
  ];
  return { heroes, faults: faults.filter((fault) => fault !== ""), patch };
}

function connect(box: HTMLElement, picker: HTMLDetailsElement): void {
  const chosen = () => heroesOfQuery(location.search);

  const show = showData(loadHeroes(), box, "The heroes", (all) => {
    const asked = chosen();
    const found = readAddress(all);
    render(<Comparison asked={found} patches={all.patches} />, box);
    if (found.heroes.length < 2) picker.open = true;
    for (const link of picker.querySelectorAll<HTMLElement>("[data-hero]")) {
      if (asked.includes(link.dataset["hero"] ?? "")) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  });

  const go = (ids: readonly string[], asOf: string) => {
    const parts = [
      ...(ids.length === 0 ? [] : [`h=${ids.join(",")}`]),
      ...(asOf === "" ? [] : [`as-of=${asOf}`]),
    ];
    history.pushState(null, "", parts.length === 0 ? location.pathname : `?${parts.join("&")}`);
    show();
  };
  const choose = (ids: readonly string[]) =>
    go(ids, new URLSearchParams(location.search).get("as-of") ?? "");
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
    // The button is gone. Without another place, the focus would be at the start of the page.
    (box.querySelector<HTMLElement>("[data-remove]") ?? picker.querySelector("summary"))?.focus();
  });
  box.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement) go(chosen(), target.value);
  });
}

const box = document.querySelector<HTMLElement>("#side-by-side");
const picker = document.querySelector<HTMLDetailsElement>("#picker");
if (box !== null && picker !== null) connect(box, picker);
