import { render } from "preact";
import { anchorOf, ChangeList, groupsInWords, groupsOf, pageOf } from "../parts/changes.tsx";
import { foldChanges } from "../recorded.ts";
import { count } from "../words.ts";
import type { Comparable } from "./data.ts";
import { addressOf, loadScript } from "./load.ts";

/** What differs between two patches, drawn by the parts that draw the pages. */
function Differences({ from, to, data }: { from: string; to: string; data: Comparable }) {
  const between = data.patches.filter(([id]) => id > from && id <= to).reverse();
  const changes = foldChanges(between.flatMap(([, own]) => own));
  if (changes.length === 0) return <p>No differences.</p>;
  const groups = groupsOf(changes, data.names);
  return (
    <>
      <p class="lead">
        {count(changes.length, "difference")} in {groupsInWords(groups)}, from{" "}
        {count(between.length, "patch", "patches")}.
      </p>
      <h2 class="vh">Differences</h2>
      <div class="patch-cards">
        {groups.map(({ thing, name, own }) => (
          <section key={thing} class="card patch-card" id={anchorOf(thing)}>
            <h3>
              <a href={addressOf(pageOf(thing))}>{name}</a>
            </h3>
            <ChangeList changes={own} names={data.names} />
          </section>
        ))}
      </div>
    </>
  );
}

/** The patch of this id, or the newest on or before a date; options have the newest first. */
function patchOf(wanted: string, { options }: HTMLSelectElement): string | undefined {
  const ids = [...options].map(({ value }) => value);
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(wanted);
  return ids.find((id) => id === wanted || (isDate && id.slice(0, 10) <= wanted));
}

function connect(from: HTMLSelectElement, to: HTMLSelectElement, differences: HTMLElement): void {
  const asked = new URLSearchParams(location.search);
  for (const select of [from, to]) {
    const wanted = asked.get(select.id);
    const found = wanted !== null && patchOf(wanted, select);
    if (found) select.value = found;
  }

  const show = () => {
    if (globalThis.gamedataChanges === undefined) return;
    if (from.value > to.value) [from.value, to.value] = [to.value, from.value]; // the older one is always the first
    render(
      <Differences from={from.value} to={to.value} data={globalThis.gamedataChanges} />,
      differences,
    );
    differences.removeAttribute("aria-busy");
  };
  for (const select of [from, to]) {
    select.addEventListener("change", () => {
      show();
      history.replaceState(null, "", `?from=${from.value}&to=${to.value}`);
    });
  }
  loadScript("changes.js").then(show, () => {
    differences.textContent = "The changes did not load. Try again.";
  });
}

const from = document.querySelector<HTMLSelectElement>("#from");
const to = document.querySelector<HTMLSelectElement>("#to");
const differences = document.querySelector<HTMLElement>("#differences");
if (from !== null && to !== null && differences !== null) connect(from, to, differences);
