import type { Facts } from "../facts.ts";
import type { Page } from "../layout.tsx";
import { shortDate } from "./format.ts";
import { Chips, RoleChips } from "./parts/chips.tsx";
import { Emblem, TileGrid } from "./parts/emblem.tsx";
import { HealthPatterns } from "./parts/health-bar.tsx";
import { Day } from "./parts/section.tsx";

/** The comparison of any two patches, which `browser/compare.tsx` fills. */
export function comparePage({ game, heroes, patches: all, roles }: Facts): Page {
  const patches = all.filter(({ changes }) => changes.length > 0);
  const [newest] = patches;
  const season = patches.slice(1).find(({ kind }) => kind === "season") ?? newest;
  return {
    title: "Compare two patches",
    description: `What changed in ${game.name} between any two recorded patches, value by value.`,
    scripts: ["compare"],
    data: "lists/changes",
    children: (
      <>
        <h1>Compare two patches</h1>
        <p class="lead">
          Every value that changed after the first patch, up to and including the second. You can
          also <a href="compare/heroes">compare heroes</a> or take{" "}
          <a href="lists/changes.json">all changes as JSON</a>.
        </p>
        <div class="inputs needs-scripts">
          {[
            { id: "from", label: "From patch", chosen: season },
            { id: "to", label: "To patch", chosen: newest },
          ].map(({ id, label, chosen }) => (
            <label key={id}>
              <span class="label">{label}</span>
              <select id={id} name={id}>
                {patches.map((patch) => (
                  <option key={patch.id} value={patch.id} selected={patch === chosen}>
                    {shortDate(patch.date)}: {patch.name}
                  </option>
                ))}
              </select>
            </label>
          ))}
          <button type="button" id="swap">
            Swap
          </button>
        </div>
        <div id="differences" aria-live="polite" aria-busy="true">
          <Chips label="Filter differences">
            <RoleChips roles={roles} heroes={heroes} />
          </Chips>
        </div>
        <noscript>
          <p>
            This page needs JavaScript. The <a href="patches">pages of the patches</a> show every
            change without it, and so does the program:
          </p>
          <pre>
            <code>
              gamedata diff {season?.id} {newest?.id}
            </code>
          </pre>
        </noscript>
      </>
    ),
  };
}

/** Two or three heroes side by side. `browser/compare-heroes.tsx` reads them from the address. */
export function compareHeroesPage({ game, heroes, patch, roles }: Facts): Page {
  const [newest, ...others] = heroes.toSorted((a, b) => (a.release.date < b.release.date ? 1 : -1));
  const example = [newest, others.find(({ role }) => role === newest?.role)];
  return {
    title: "Compare heroes",
    description:
      `Two or three heroes of ${game.name} side by side: health, cooldowns, damage, healing and ` +
      "ultimate cost, with the differences.",
    scripts: ["compare-heroes"],
    children: (
      <>
        <HealthPatterns />
        <h1>Compare heroes</h1>
        <p class="lead">
          Choose two or three. Values are those after the patch of <Day date={patch} />. You can
          also <a href="../compare">compare two patches</a>.
        </p>
        <details id="picker" class="needs-scripts" open>
          <summary class="chip">Add or change heroes</summary>
          <div class="by-role">
            {roles.map(({ id, name }) => (
              <div key={id}>
                <h2 class="with-emblem">
                  <Emblem id={id} /> {name}
                </h2>
                <TileGrid heroes={heroes.filter(({ role }) => role === id)} size={44} to="?h=" />
              </div>
            ))}
          </div>
        </details>
        <div
          id="side-by-side"
          class="needs-scripts"
          aria-live="polite"
          aria-busy="true"
          data-example={example.map((hero) => hero?.id).join(",")}
        />
        <noscript>
          <p>
            This page needs JavaScript. The <a href="../heroes">pages of the heroes</a> show every
            value without it.
          </p>
        </noscript>
      </>
    ),
  };
}

/** Any figure of all heroes on one axis. `browser/values.tsx` draws what the address asks for. */
export function valuesPage({ game, heroes, patch, roles }: Facts): Page {
  return {
    title: "All values",
    description:
      `Any figure of all ${heroes.length} heroes of ${game.name} side by side, such as every ` +
      "cooldown, damage or range: sorted, and as of any patch.",
    scripts: ["values"],
    data: "history/heroes",
    children: (
      <>
        <HealthPatterns />
        <h1>All values</h1>
        <p class="lead">
          One value of every hero, as it is after the patch of <Day date={patch} /> or was after an
          earlier one.
        </p>
        <div id="all-values" class="needs-scripts" aria-busy="true">
          <Chips label="Choose values">
            <RoleChips roles={roles} heroes={heroes} />
          </Chips>
        </div>
        <noscript>
          <p>This page needs JavaScript. The CSV files below have the values of today.</p>
        </noscript>
      </>
    ),
  };
}

/** Heroes to choose from, by role. */
export function HeroOptions({ roles, heroes }: Pick<Facts, "roles" | "heroes">) {
  return roles.map((role) => (
    <optgroup key={role.id} label={role.name}>
      {heroes
        .filter((hero) => hero.role === role.id)
        .map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
    </optgroup>
  ));
}
