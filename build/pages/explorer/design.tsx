import type { ComponentChildren } from "preact";
import { heroDetails } from "../../data/details.ts";
import { type Hero, ROLES, SUBROLES } from "../../schema/hero.ts";
import { MODES } from "../../schema/mode.ts";
import type { Page } from "../layout.tsx";
import type { Effect } from "./change-view.ts";
import type { Facts } from "./facts.ts";
import { ChangeList } from "./parts/changes.tsx";
import { CodeTabs } from "./parts/code.tsx";
import { CooldownRibbon } from "./parts/cooldowns.tsx";
import { Emblem } from "./parts/emblem.tsx";
import { HealthBar, HealthKey, HealthPatterns, SCALES } from "./parts/health-bar.tsx";
import { Mark, Tags } from "./parts/mark.tsx";
import { CellPictures, MatrixKey } from "./parts/matrix-cell.tsx";
import { HealthRank } from "./parts/rank.tsx";
import { SeasonStrip } from "./parts/strip.tsx";
import { Tile } from "./parts/tile.tsx";

const EFFECTS: readonly Effect[] = ["buff", "nerf", "changed", "new", "removed"];

const COLOURS = [
  ...["paper", "card", "sunk", "band", "ink", "soft", "line", "line-strong"],
  ...["tank", "damage", "support", "buff", "nerf", "neutral", "health"],
];

/** Changes of every effect, so that the list shows all its marks. */
const SAMPLE_CHANGES = [
  { target: "heroes/any/abilities/first/cooldown", from: 14, to: 12, effect: "buff" as const },
  { target: "heroes/any/abilities/first/damage", from: 60, to: 50, effect: "nerf" as const },
  { target: "heroes/any/role", from: "Damage", to: "Support", note: "a note stands below" },
  { target: "heroes/any/abilities/second", to: true },
  { target: "heroes/any/perks/third", from: true },
];

/** Every component in both themes, for people who build pages. */
export function designPage(facts: Facts): Page {
  return {
    path: "/design",
    title: "Design",
    description: "Every component of the pages, in light and dark.",
    isUnlisted: true,
    children: (
      <>
        <HealthPatterns />
        <CellPictures />
        <h1>Design</h1>
        <p class="lead">
          Every component of the pages. Hue means a role or an effect and nothing else; all else is
          ink.
        </p>
        {(["light", "dark"] as const).map((theme) => (
          <section key={theme} class={`theme-sample in-${theme}`} aria-label={theme}>
            <h2>{theme === "light" ? "Light" : "Dark"}</h2>
            <Sheet facts={facts} theme={theme} />
          </section>
        ))}
      </>
    ),
  };
}

function Sheet({ facts, theme }: { facts: Facts; theme: string }) {
  const samples = ROLES.flatMap((role) =>
    facts.heroes.filter((hero) => hero.role === role).slice(0, 4),
  );
  const [hero] = facts.heroes;
  return (
    <div class="sheet">
      <Colours />
      <Tiles hero={hero} samples={samples} facts={facts} />
      <Emblems />
      <MarksAndChips />
      <Card title="Changes">
        <ChangeList changes={SAMPLE_CHANGES} names={{}} />
      </Card>
      <Health hero={hero} samples={samples.slice(0, 6)} facts={facts} />
      <Card title="Names of a log, results of the search">
        <FoundNames />
        <Results />
      </Card>
      <Card title="Matrix">
        <MatrixKey />
      </Card>
      {hero === undefined ? null : (
        <CooldownRibbon
          hero={hero}
          details={heroDetails(facts, hero.id)}
          peers={peersOf(hero, facts)}
          role={hero.role}
        />
      )}
      <CodeTabs name={`code-${theme}`} samples={[{ label: "curl", text: "curl https://…" }]} />
    </div>
  );
}

function peersOf(hero: Hero, facts: Facts): Hero[] {
  return facts.heroes.filter(({ role }) => role === hero.role);
}

function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="card">
      <h3>{title}</h3>
      {children}
    </div>
  );
}

function Colours() {
  return (
    <Card title="Colours">
      <ul class="swatches">
        {COLOURS.map((name) => (
          <li key={name}>
            <span class={`swatch ${name}`} /> {name}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Heroes to show. `hero` is the first one, for components that show one hero. */
type Samples = { hero: Hero | undefined; samples: readonly Hero[]; facts: Facts };

function Tiles({ hero, samples, facts }: Samples) {
  return (
    <Card title="Tiles">
      <p class="row">
        {[80, 48, 40, 22].map((size) =>
          hero === undefined ? null : <Tile key={size} hero={hero} facts={facts} size={size} />,
        )}
      </p>
      <p class="row">
        {samples.map((one) => (
          <Tile key={one.id} hero={one} facts={facts} size={44} />
        ))}
      </p>
    </Card>
  );
}

function Emblems() {
  return (
    <Card title="Emblems">
      {[ROLES, SUBROLES, MODES].map((ids) => (
        <p key={ids[0]} class="key-line">
          {ids.map((id) => (
            <span key={id} class="with-emblem">
              <Emblem id={id} size={24} /> {id}
            </span>
          ))}
        </p>
      ))}
    </Card>
  );
}

function MarksAndChips() {
  return (
    <Card title="Marks, tags and chips">
      <p class="key-line">
        {EFFECTS.map((effect) => (
          <span key={effect} class="with-emblem">
            <Mark effect={effect} isNamed={false} /> {effect}
          </span>
        ))}
      </p>
      <p class="row">
        <Tags tally={{ buffs: 3, nerfs: 1, others: 2 }} />
        <span class="tag plain">new hero</span> <span class="tag kind">Ultimate</span>
      </p>
      <p class="row">
        <span class="chip" aria-current="true">
          All <small>54</small>
        </span>
        <span class="chip">
          <Emblem id="support" size={15} /> Support
        </span>
        <button type="button" class="copy">
          Copy
        </button>
      </p>
    </Card>
  );
}

function Health({ hero, samples, facts }: Samples) {
  return (
    <Card title="Health, rank and seasons">
      <HealthKey />
      {samples.map((one) => (
        <p key={one.id} class="sample-bar">
          <span>{one.name}</span>
          <HealthBar health={one.health} scale={SCALES.all} height={12} hasTicks />
          <SeasonStrip thing={`heroes/${one.id}`} facts={facts} />
        </p>
      ))}
      {hero === undefined ? null : <HealthRank hero={hero} peers={peersOf(hero, facts)} />}
    </Card>
  );
}

function FoundNames() {
  return (
    <table class="found-names">
      <tbody>
        <tr class="unknown">
          <th scope="row">
            <b>Anna</b>
          </th>
          <td>unknown hero</td>
        </tr>
        <tr>
          <th scope="row">
            <b>아나</b>
          </th>
          <td>
            <span class="with-emblem">
              <span class="letters little support" aria-hidden="true">
                An
              </span>{" "}
              a hero that is known
            </span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Results() {
  return (
    <ol class="results">
      <li>
        <a href="search">
          <b>What was found</b> <span class="what">what it is</span>{" "}
          <span class="spelling">the spelling</span>
        </a>
      </li>
    </ol>
  );
}
