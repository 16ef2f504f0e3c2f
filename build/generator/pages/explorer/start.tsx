import { byId } from "../../../core/by-id.ts";
import type { PatchDetails } from "../../../core/schema/details.ts";
import type { Side } from "../../../core/schema/patch.ts";
import { samplesOfCall } from "../docs/samples.ts";
import type { Facts } from "../facts.ts";
import { SearchBox } from "../frame.tsx";
import { HowToGetAKey, type KeyTerms } from "../keys.tsx";
import type { Page } from "../layout.tsx";
import { count } from "./format.ts";
import { BalanceOverTime } from "./parts/balance-chart.tsx";
import { SideCounts } from "./parts/chips.tsx";
import { CodeTabs } from "./parts/code.tsx";
import { Emblem, Tile } from "./parts/emblem.tsx";
import { Tags } from "./parts/mark.tsx";
import { Day, Section } from "./parts/section.tsx";
import { heroesByRole, SIDES } from "./tally.ts";

/** The start page: search, latest changes, every patch, every hero, and a call of the API. */
export function startPage(facts: Facts, site: { baseUrl: string } & KeyTerms): Page {
  const { game } = facts;
  const changed = facts.patches.find(({ changes }) => changes.length > 0);
  const [first] = facts.heroes;
  const call = `/v1/${game.id}/heroes/${first?.id}`;
  return {
    title: `Game Data Reference: ${game.name}`,
    description:
      `Reference facts about ${game.name} that people can read and software can use: heroes, ` +
      "maps, roles and patches with every recorded change.",
    alternates: [
      { href: "feeds/patches.atom", type: "application/atom+xml", title: `${game.name} patches` },
    ],
    children: (
      <>
        <Welcome facts={facts} changed={changed} />
        {changed === undefined ? null : <Latest patch={changed} facts={facts} />}
        <Section
          id="balance"
          title="The balance of recent patches"
          aside={<a href="matrix">Heroes by patches</a>}
        >
          <p class="label">Number of changes by day</p>
          <BalanceOverTime facts={facts} />
          <p class="key-line">
            <span>
              Bars count the heroes' own buffs (above) and nerfs (below) of a patch; a tick is a
              patch with none. Tiles are new heroes, signs new maps:
            </span>
            {facts.modes.map(({ id, name }) => (
              <span key={id} class="with-emblem">
                <Emblem id={id} /> {name}
              </span>
            ))}
          </p>
        </Section>
        <AllHeroes facts={facts} />
        <Section id="api" title="Call the API">
          <CodeTabs
            name="language"
            samples={samplesOfCall(site.baseUrl + call, true, { fields: ["name", "role"] })}
          />
          <p class="small soft">
            <HowToGetAKey {...site} />
          </p>
          <p class="small">
            <a href={call.slice(1)}>See the JSON</a> · <a href="guides">Guides</a> ·{" "}
            <a href="docs">Reference</a> · <a href="v1/openapi.json">OpenAPI</a>
          </p>
        </Section>
      </>
    ),
  };
}

function Welcome({ facts, changed }: { facts: Facts; changed: PatchDetails | undefined }) {
  const { game, heroes, maps, patches } = facts;
  /** What most people look for. */
  const tasks = [
    { label: "Which heroes were nerfed?", to: `patches/${changed?.id ?? "latest"}?side=nerfed` },
    { label: "Compare two heroes", to: "compare/heroes" },
    { label: "Every hero by every patch", to: "matrix" },
    { label: "Check your match log", to: "check" },
    { label: "Call the API", to: "#api" },
  ];
  return (
    <div class="welcome">
      <div class="big-search">
        <h1>{game.name}, fact by fact</h1>
        <p class="lead">
          What got better, what got worse, and how sure we are:{" "}
          {count(heroes.length, "hero", "heroes")}, {count(maps.length, "map")} and every recorded
          change of {count(patches.length, "patch", "patches")}.
        </p>
        <SearchBox />
        <p class="small soft">
          By any name in any language: <span lang="ko">둠피스트</span>, <span lang="ru">Ангел</span>
          , mccree, <span lang="zh">国王大道</span>
        </p>
        <noscript>
          <p class="small soft">
            The search, the filters and the comparisons need JavaScript. Everything else works
            without it.
          </p>
        </noscript>
      </div>
      <ul class="tasks">
        {tasks.map(({ label, to }) => (
          <li key={to}>
            <a href={to}>{label}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Latest({ patch, facts }: { patch: PatchDetails; facts: Facts }) {
  const [newest] = facts.patches;
  return (
    <Section
      id="changed"
      title="What changed"
      aside={
        <a href={`patches/${patch.id}`}>
          All {count(byId(facts.patchList, patch.id).changes, "change")}
        </a>
      }
    >
      <p class="headline">
        <a href={`patches/${patch.id}`}>{patch.name}</a>{" "}
        <span class="soft">
          <Day date={patch.date} />
          {newest?.id === patch.id ? ", newest patch" : ", newest patch with changes"}
        </span>
      </p>
      {patch.summary === null ? null : <p>{patch.summary}</p>}
      <SideCounts heroes={patch.heroes} />
      <WhatChanged patch={patch} facts={facts} />
      {newest === undefined || newest.id === patch.id ? null : (
        <p class="small soft">
          The newest patch is <a href={`patches/${newest.id}`}>{newest.name}</a>. No balance
          changes.
        </p>
      )}
    </Section>
  );
}

function AllHeroes({ facts }: { facts: Facts }) {
  return (
    <Section id="heroes" title="Heroes" aside={<a href="heroes">Filter heroes</a>}>
      <div class="by-role">
        {facts.roles.map((role) => {
          const own = facts.heroes.filter((hero) => hero.role === role.id);
          return (
            <div key={role.id}>
              <h3>
                <a class="with-emblem" href={`heroes?role=${role.id}`}>
                  <Emblem id={role.id} /> {role.name} <span class="soft">{own.length}</span>
                </a>
              </h3>
              <p class="key-line">
                {role.subroles.map(({ id, name }) => (
                  <span key={id} class="with-emblem">
                    <Emblem id={id} /> {name}
                  </span>
                ))}
              </p>
              <div class="tile-grid">
                {own.map((hero) => (
                  <a key={hero.id} href={`heroes/${hero.id}`}>
                    <Tile hero={hero} size={48} />
                    {hero.name}
                  </a>
                ))}
              </div>
            </div>
          );
        })}
      </div>
    </Section>
  );
}

/** The heroes that a patch changed, a sentence each: by side, then by role and name. */
function WhatChanged({ patch: { id, heroes }, facts }: { patch: PatchDetails; facts: Facts }) {
  const inOrder = heroesByRole(facts);
  const tagged: readonly Side[] = ["new", "removed", "reworked"];
  const shared = heroes.filter(({ side }) => side === "shared").length;
  return (
    <ul class="what-changed">
      {SIDES.filter(({ side }) => side !== "shared").flatMap(({ side, label }) =>
        inOrder.flatMap((hero) =>
          heroes
            .filter((one) => one.id === hero.id && one.side === side)
            .map((own) => (
              <li key={hero.id}>
                <a class="tile-row" href={`patches/${id}#heroes-${hero.id}`}>
                  <Tile hero={hero} size={40} />
                  <span class="name">
                    <span class="row">
                      <b>{hero.name}</b>
                      {tagged.includes(side) ? (
                        <span class="tag plain">{label.toLowerCase()}</span>
                      ) : null}
                      <Tags counts={own} />
                    </span>
                    <span class="small">{own.summary}</span>
                  </span>
                </a>
              </li>
            )),
        ),
      )}
      {shared === 0 ? null : (
        <li>
          <a href={`patches/${id}?side=shared`}>{shared} more with shared changes only</a>
        </li>
      )}
    </ul>
  );
}
