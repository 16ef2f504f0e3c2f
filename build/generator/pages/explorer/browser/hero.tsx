import { render } from "preact";
import { isOverwatch1, OVERWATCH_1 } from "../../../../core/game/eras.ts";
import { type HeroInTime, healthOf, stateAsOf } from "../../../../core/game/state-as-of.ts";
import { titleOfId } from "../../../../core/game/words.ts";
import type { HeroHistory } from "../../../../core/schema/history.ts";
import { shortDate } from "../format.ts";
import { Vitals } from "../parts/health-bar.tsx";
import { Kit } from "../parts/kit.tsx";
import { isDay } from "./data.ts";
import { loadData, queryValue, showData } from "./load.ts";

/** What an earlier state is: its day, and what the hero was. */
function Summary({ then, now, when }: { then: HeroInTime; now: HeroInTime; when: string }) {
  return (
    <p class="lead">
      After {when}
      {isOverwatch1(then.since) ? ` (${OVERWATCH_1})` : ""}
      {then.name === now.name ? "" : `, named ${then.name}`}. What differs today is marked;
      descriptions and notes are those of today.
    </p>
  );
}

/** An empty box in a section of the page. */
function boxIn(section: string): HTMLElement {
  const box = document.createElement("div");
  box.className = "then";
  document.querySelector(section)?.append(box);
  return box;
}

/** Shows the kit as it was after the patch of the address, `?as-of=`. */
function connectEarlierKit(select: HTMLSelectElement): void {
  const kit = boxIn(".part:has(#kit)");
  const vitals = boxIn(".vitals");
  const kinds = boxIn(".kinds");
  const ofSeason = document.querySelector(".part:has(#history)");
  const load = () => loadData<HeroHistory>(`history/heroes/${select.dataset["hero"]}`);
  const change = showData(load, kit, "The earlier kit", (history) => {
    const asked = queryValue("as-of");
    const now = stateAsOf(history, history.patch);
    const state = isDay(asked) ? stateAsOf(history, asked) : undefined;
    const then = state?.since === now?.since ? undefined : state;
    const option = [...select.options].find(({ value }) => value !== "" && value <= asked);
    select.value = then === undefined ? "" : (option?.value ?? "");
    for (const box of [kit, vitals, kinds])
      box.parentElement?.classList.toggle("of-then", then !== undefined);
    const isMissing = asked !== "" && state === undefined;
    const when = option?.text ?? shortDate(asked);
    render(
      then && now ? (
        <>
          <Summary then={then} now={now} when={when} />
          <Kit hero={then} today={now} />
        </>
      ) : isMissing ? (
        <p role="alert">There is no state of this hero after {asked}. This is today’s.</p>
      ) : null,
      kit,
    );
    render(
      then && now ? (
        <>
          <Vitals health={healthOf(then.health)} role={then.role} />
          <p class="small soft">
            After {when}. {healthOf(now.health).total} today.
          </p>
        </>
      ) : null,
      vitals,
    );
    for (const patch of document.querySelectorAll<HTMLElement>("[id^=patch-]"))
      patch.hidden = then !== undefined && patch.id > `patch-${then.patch}`;
    ofSeason?.toggleAttribute("hidden", then !== undefined);
    render(
      then ? (
        <b class={`role-word ${then.role}`}>
          {[then.role, then.subrole].flatMap((id) => (id ? titleOfId(id) : [])).join(", ")}
        </b>
      ) : null,
      kinds,
    );
  });
  const choose = () => change({ "as-of": select.value });
  select.addEventListener("change", choose);
  if (select.value !== "") choose();
}

const select = document.querySelector<HTMLSelectElement>("#as-of");
if (select !== null) connectEarlierKit(select);
