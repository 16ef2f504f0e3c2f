import type { ComponentChildren } from "preact";
import type { Page } from "../layout.tsx";
import type { Facts } from "./facts.ts";
import { groupsOf } from "./parts/changes.tsx";
import { SearchBox } from "./parts/search-box.tsx";
import { Day } from "./parts/time.tsx";
import { count, longDate } from "./words.ts";

/** The start page: what this is, what changed last, and the way to everything. */
export function startPage(facts: Facts, { baseUrl }: { baseUrl: string }): Page {
  const { game, heroes, maps, roles, modes, patches } = facts;
  const [newest] = facts.entries;
  const changed = facts.entries.find(({ changes }) => changes.length > 0);
  const api = `v1/${game.id}`;
  return {
    path: "/",
    title: `Game Data Reference: ${game.name}`,
    description: `Reference facts about ${game.name} that people can read and software can use: heroes, maps, roles and patches with every recorded change.`,
    alternates: [
      { href: "feeds/patches.atom", type: "application/atom+xml", title: `${game.name} patches` },
      { href: "feeds/patches.json", type: "application/feed+json", title: `${game.name} patches` },
    ],
    children: (
      <>
        <div class="hero">
          <h1>{game.name}, fact by fact</h1>
          <p class="sub">
            {count(heroes.length, "hero", "heroes")}, {count(maps.length, "map")} and{" "}
            {count(patches.length, "patch", "patches")} with every recorded change: for people to
            read, and for software to use.
          </p>
          <SearchBox />
          <p class="quiet examples">
            By any name in any language: <span lang="ja">ルシオ</span>, <span lang="ru">Ангел</span>
            , mccree, <span lang="zh">国王大道</span>
          </p>
          <noscript>
            <p class="quiet">
              The search needs JavaScript, as sorting and comparing do; all else works without it.
            </p>
          </noscript>
        </div>

        {newest === undefined || changed === undefined ? null : (
          <section class="latest">
            <h2>
              {newest === changed ? "Newest patch" : "Newest patch with changes"}{" "}
              <Day date={changed.patch.date} />
            </h2>
            <p class="headline">
              <a href={`patches/${changed.patch.id}`}>{changed.patch.name}</a>
            </p>
            <p>{changed.patch.summary}</p>
            {facts.evidence.lastChecked === undefined ? null : (
              <p class="quiet">
                Nothing newer than {longDate(newest.patch.date)} was found by{" "}
                {longDate(facts.evidence.lastChecked)}. <a href="gaps">What is not known</a>
              </p>
            )}
            <p class="members">
              {groupsOf(changed.changes, facts.names).map(({ thing, name, own }) => (
                <a key={thing} href={`patches/${changed.patch.id}#${thing.replace("/", "-")}`}>
                  {name}
                  <span class="field">{own.length}</span>
                </a>
              ))}
            </p>
            {newest === changed ? null : (
              <p class="quiet">
                The newest patch is <a href={`patches/${newest.patch.id}`}>{newest.patch.name}</a>.
                It changes nothing of the core game.
              </p>
            )}
          </section>
        )}

        <section>
          <h2>
            <a href="heroes">Heroes</a>
          </h2>
          <div class="columns three">
            {roles.map((role) => (
              <div key={role.id}>
                <h3>
                  <a href={`roles#${role.id}`}>{role.name}</a>
                </h3>
                <ul class="plain">
                  {heroes
                    .filter((hero) => hero.role === role.id)
                    .map((hero) => (
                      <li key={hero.id}>
                        <a href={`heroes/${hero.id}`}>{hero.name}</a>
                      </li>
                    ))}
                </ul>
              </div>
            ))}
          </div>
        </section>

        <section>
          <h2>
            <a href="maps">Maps</a>
          </h2>
          <div class="columns five">
            {modes.map((mode) => (
              <div key={mode.id}>
                <h3>
                  <a href={`maps#${mode.id}`}>{mode.name}</a>
                </h3>
                <ul class="plain">
                  {maps
                    .filter((map) => map.mode === mode.id)
                    .map((map) => (
                      <li key={map.id}>
                        <a href={`maps/${map.id}`}>{map.name}</a>
                      </li>
                    ))}
                </ul>
              </div>
            ))}
          </div>
        </section>

        <section class="api">
          <h2 id="api">For programs</h2>
          <pre>
            <code>
              curl {baseUrl}/{api}/heroes/{heroes[0]?.id}
            </code>
          </pre>
          <dl class="links">
            <Way href={`${api}/heroes`}>
              {count(heroes.length, "hero", "heroes")} with their kits
            </Way>
            <Way href={`${api}/maps`}>{count(maps.length, "map")} with their variants</Way>
            <Way href={`${api}/modes`}>{count(modes.length, "competitive mode")}</Way>
            <Way href={`${api}/roles`}>roles, their sub-roles and passives</Way>
            <Way href={`${api}/patches`}>
              {count(patches.length, "patch", "patches")} with their changes
            </Way>
            <Way href="guides">short guides, with code in curl, JavaScript and Python</Way>
            <Way href="docs">the reference of the API, where every call can be tried</Way>
            <Way href="v1/openapi.json">the description of the API, OpenAPI 3.1</Way>
            <Way href="feeds/patches.atom">the patches as a feed; each hero has one of its own</Way>
            <Way href="manifest.json">
              every document, every spelling, every checksum: all that a mirror needs
            </Way>
            <Way href="status.json">the newest patch on record, and how many gaps there are</Way>
          </dl>
        </section>
      </>
    ),
  };
}

function Way({ href, children }: { href: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>
        <a href={href}>
          <code>/{href}</code>
        </a>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
