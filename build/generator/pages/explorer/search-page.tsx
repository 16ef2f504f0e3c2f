import type { Page } from "../layout.tsx";
import type { SearchIndex, SearchPage } from "./browser/data.ts";
import { SearchBox } from "./parts/search-box.tsx";
import { Section } from "./parts/section.tsx";

/** The groups of pages below the heroes and maps, in their order. */
const GROUPS = [
  { id: "patches", title: "Patches", isIn: (path: string) => /^patches\/[^?]+$/.test(path) },
  { id: "seasons", title: "Seasons", isIn: (path: string) => path.startsWith("seasons/") },
  { id: "roles", title: "Roles and modes", isIn: (path: string) => /^(roles|maps)#/.test(path) },
  { id: "guides", title: "Guides", isIn: (path: string) => /^guides\/[^#]+$/.test(path) },
  { id: "api", title: "API", isIn: (path: string) => path.startsWith("docs/") },
  { id: "problems", title: "Problems", isIn: (path: string) => path.startsWith("problems/") },
  { id: "feeds", title: "Feeds", isIn: (path: string) => path.startsWith("feeds/") },
] as const;

/** The page of the search: the results of `?q=`, and links to everything that it finds. */
export function searchPage({ heroes, maps, skills, pages }: SearchIndex): Page {
  const groups = GROUPS.map(({ isIn, ...group }) => ({
    ...group,
    own: pages.filter(([path]) => isIn(path)),
  })).filter(({ own }) => own.length > 0);
  return {
    path: "/search",
    title: "Search",
    description:
      "Search heroes, maps, patches, abilities, perks, guides and the API, by any name in " +
      "any language.",
    scripts: ["search"],
    children: (
      <>
        <h1>Search</h1>
        <p class="lead">
          Heroes, maps, patches, abilities, perks, guides and the API, by any name in any language.
          Ask for a value or a page: <i>sleep dart cooldown</i>, <i>tank nerfs</i>,{" "}
          <i>ana vs mercy</i>, <i>lucio korean</i>.
        </p>
        <div class="big-search of-page needs-scripts">
          <SearchBox />
        </div>
        <noscript>
          <p>The search needs JavaScript. Everything that it finds is listed below.</p>
        </noscript>
        <div id="answer" aria-live="polite" hidden />
        <div id="results" class="results" aria-live="polite" hidden>
          <p class="soft" />
          <ol />
        </div>
        <Section id="pages" title="Pages">
          <Links pages={pages.filter(([, , what]) => what === "Page")} />
        </Section>
        <Section id="heroes" title="Heroes, abilities and perks">
          <ul class="listed heroes">
            {heroes.map(([id, name], hero) => (
              <li key={id}>
                <a href={`heroes/${id}`}>{name}</a>
                <details>
                  <summary>
                    Kit<span class="vh"> of {name}</span>
                  </summary>
                  <ul>
                    {skills
                      .filter(([at]) => at === hero)
                      .map(([, anchor, skill, kind]) => (
                        <li key={skill}>
                          <a href={`heroes/${id}#${anchor}`}>{skill}</a>
                          {kind === 1 ? <span class="soft"> perk</span> : null}
                        </li>
                      ))}
                  </ul>
                </details>
              </li>
            ))}
          </ul>
        </Section>
        <Section id="maps" title="Maps">
          <ul class="listed">
            {maps.map(([id, name, mode]) => (
              <li key={id}>
                <a href={`maps/${id}`}>{name}</a> <span class="soft">{mode}</span>
              </li>
            ))}
          </ul>
        </Section>
        {groups.map(({ id, title, own }) => (
          <Section key={id} id={id} title={title}>
            <Links pages={own} />
          </Section>
        ))}
      </>
    ),
  };
}

function Links({ pages }: { pages: readonly SearchPage[] }) {
  return (
    <ul class="listed">
      {pages.map(([path, name]) => (
        <li key={path}>
          <a href={path === "" ? "./" : path}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
