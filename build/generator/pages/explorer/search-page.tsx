import { PROBLEM_TYPES, type ProblemType } from "../../../core/schema/problems.ts";
import type { Facts } from "../facts.ts";
import { SearchBox } from "../frame.tsx";
import type { Page } from "../layout.tsx";
import { Day, Section } from "./parts/section.tsx";

/** What shows what can be asked. */
const EXAMPLES = [
  "sleep dart cooldown",
  "tank nerfs",
  "mercy season 3",
  "longest cooldown",
  "lucio ultimate korean",
  "루시우",
];

/** The page of the search: the results of `?q=`, which `browser/answers.tsx` shows. */
export function searchPage({ patches }: Facts): Page {
  const [patch] = patches;
  return {
    title: "Search",
    description:
      "Search heroes, maps, patches, abilities, perks, values, guides and the API, by any name " +
      "in any language.",
    scripts: ["search", "answers"],
    children: (
      <>
        <h1>Search</h1>
        <div class="big-search of-page needs-scripts">
          <SearchBox />
        </div>
        <Results />
        <div id="start">
          <p class="row ways">
            Try{" "}
            {EXAMPLES.map((query) => (
              <a key={query} class="chip" href={`search?q=${query.replaceAll(" ", "+")}`}>
                {query}
              </a>
            ))}
          </p>
          {patch === undefined ? null : (
            <Section id="newest" title="Newest patch">
              <p>
                <a href={`patches/${patch.id}`}>{patch.name}</a> <Day date={patch.date} />.{" "}
                {patch.summary}
              </p>
            </Section>
          )}
        </div>
        <noscript>
          <p>Search needs JavaScript. The sections above list everything without it.</p>
        </noscript>
      </>
    ),
  };
}

/** The page of a wrong address. `browser/answers.tsx` searches for what the address may mean. */
export function notFoundPage(root: string): Page {
  return {
    title: "Not found",
    description: "There is no page at this address.",
    root,
    scripts: ["search", "answers"],
    children: (
      <>
        <h1>There is no page here</h1>
        <p class="lead">
          The address may be misspelled, or the page may belong to a later patch than this site
          describes.
        </p>
        <div class="big-search of-page needs-scripts">
          <SearchBox />
        </div>
        <Results isOfPath />
      </>
    ),
  };
}

/** The results; `isOfPath` if they are those of the path instead of `?q=`. */
function Results({ isOfPath = false }: { isOfPath?: boolean }) {
  return (
    <div
      id="results"
      class="results"
      aria-live="polite"
      data-of-path={isOfPath || undefined}
      hidden
    />
  );
}

/** A problem type: its meaning and what to do. The `type` of a problem is this address. */
export function problemPage(type: ProblemType): Page {
  const { status, title, meaning, remedy } = PROBLEM_TYPES[type];
  return {
    title: `${status} ${title}`,
    description: meaning,
    children: (
      <div class="prose">
        <p class="label">Problem type</p>
        <h1>
          {status} {title}
        </h1>
        <p>{meaning}</p>
        <h2>What to do</h2>
        <p>{remedy}</p>
      </div>
    ),
  };
}
