import { totalOf } from "../../../core/game/effects.ts";
import type { PatchDetails } from "../../../core/schema/details.ts";
import { samplesOfCall } from "../docs/samples.ts";
import type { Facts } from "../facts.ts";
import { SearchBox } from "../frame.tsx";
import { HowToGetAKey, type KeyTerms } from "../keys.tsx";
import type { Page } from "../layout.tsx";
import { count } from "./format.ts";
import { BalanceOverTime } from "./parts/balance-chart.tsx";
import { CodeTabs } from "./parts/code.tsx";
import { Emblem, Tile, TileGrid } from "./parts/emblem.tsx";
import { CountCells, CountKey } from "./parts/mark.tsx";
import { Day, Section } from "./parts/section.tsx";
import { Checked } from "./parts/sources.tsx";
import { COUNT_COLUMNS, heroesByRole, SIDES, sumOf } from "./tally.ts";

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
          <p class="small soft">
            Own buffs of heroes above the line, nerfs below it, a bar for each patch. A tick is a
            patch without either.
          </p>
          <BalanceOverTime facts={facts} />
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
    {
      label: "Which heroes were nerfed?",
      to: `patches/${changed?.id ?? "latest"}?side=nerfed`,
      about: "The newest patch, hero by hero",
    },
    { label: "Compare two heroes", to: "compare/heroes", about: "Health, damage and cooldowns" },
    { label: "Heroes by patches", to: "matrix", about: "Who was buffed or nerfed, and when" },
    { label: "Check your match log", to: "check", about: "Whether every name in it is known" },
    { label: "Call the API", to: "#api", about: "All of it as JSON" },
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
        {tasks.map(({ label, to, about }) => (
          <li key={to}>
            <a href={to}>
              <b>{label}</b> <span class="small soft">{about}</span>
            </a>
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
      aside={<a href={`patches/${patch.id}`}>The whole patch</a>}
    >
      <p class="row">
        <b>
          <a href={`patches/${patch.id}`}>{patch.name}</a>
        </b>
        <span class="soft">
          <Day date={patch.date} />
          {newest?.id === patch.id ? ", newest patch" : ", newest patch with changes"}
        </span>
      </p>
      <p class="small soft">
        <Checked facts={facts} />
      </p>
      {patch.summary === null ? null : <p class="help">{patch.summary}</p>}
      <WhatChanged patch={patch} facts={facts} />
      <CountKey />
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
              <TileGrid heroes={own} size={48} to="heroes/" />
            </div>
          );
        })}
      </div>
    </Section>
  );
}

/** What most patches have. What is in 6v6 only is in the sentence. */
const OF_HEROES = COUNT_COLUMNS.slice(0, 4);

/** The heroes that a patch changed, a row each: by side, then by role and name. */
function WhatChanged({
  patch: { id, heroes, completeness },
  facts,
}: {
  patch: PatchDetails;
  facts: Facts;
}) {
  const groups = SIDES.map(({ side, label }) => ({
    label,
    own: heroesByRole(facts).flatMap((hero) =>
      heroes.flatMap((one) => (one.id === hero.id && one.side === side ? { ...one, hero } : [])),
    ),
  }));
  const shared = heroes.filter(({ side }) => side === "shared");
  return (
    <table class="what-changed">
      <thead>
        <tr>
          <td colSpan={2} />
          {OF_HEROES.map(({ label }) => (
            <th key={label} scope="col" class="count">
              {label}
            </th>
          ))}
          <th scope="col">Largest changes</th>
        </tr>
      </thead>
      {groups.map(({ label, own }) =>
        own.length === 0 || own[0]?.side === "shared" ? null : (
          <tbody key={label}>
            {own.map(({ hero, summary, ...counts }, at) => (
              <tr key={hero.id}>
                {at > 0 ? null : (
                  <th scope="rowgroup" class="label" rowSpan={own.length}>
                    {label}
                  </th>
                )}
                <th scope="row">
                  <a class="with-emblem" href={`patches/${id}#heroes-${hero.id}`}>
                    <Tile hero={hero} size={32} /> {hero.name}
                  </a>
                </th>
                <CountCells counts={counts} columns={OF_HEROES} />
                <td class="small">
                  {summary}
                  {summary.endsWith("…") ? (
                    <a href={`patches/${id}#heroes-${hero.id}`}>
                      {" "}
                      all {totalOf(counts.own) + totalOf(counts.shared)} changes
                    </a>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        ),
      )}
      <tfoot>
        {shared.length === 0 ? null : (
          <tr>
            <th scope="rowgroup" class="label">
              Shared only
            </th>
            <th scope="row">
              <a href={`patches/${id}?side=shared`}>{count(shared.length, "hero", "heroes")}</a>
            </th>
            <CountCells counts={sumOf(shared)} columns={OF_HEROES} />
            <td class="small">{shared.map(({ name }) => name).join(", ")}</td>
          </tr>
        )}
        <tr>
          <th scope="rowgroup" class="label">
            Together
          </th>
          <th scope="row">{count(heroes.length, "hero", "heroes")}</th>
          <CountCells counts={sumOf(heroes)} columns={OF_HEROES} />
          <td class="small">
            {completeness.state === "complete" ? null : (
              <a href={`patches/${id}#record`}>What is not known of this patch</a>
            )}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
