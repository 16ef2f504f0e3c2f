import { PROBLEM_TYPES, type ProblemType } from "../../../core/schema/problems.ts";
import { SearchBox } from "../frame.tsx";
import type { Page } from "../layout.tsx";

/** The page of the search: the results of `?q=`, which `browser/search.ts` finds. */
export function searchPage(): Page {
  return {
    title: "Search",
    description:
      "Search heroes, maps, patches, abilities, perks, values, guides and the API, by any name " +
      "in any language.",
    scripts: ["search"],
    children: (
      <>
        <h1>Search</h1>
        <p class="lead">
          Heroes, maps, patches, abilities, perks, values, guides and the API, by any name in any
          language.
        </p>
        <div class="big-search of-page needs-scripts">
          <SearchBox />
        </div>
        <p class="ways">
          Try <a href="search?q=sleep+dart+cooldown">sleep dart cooldown</a> ·{" "}
          <a href="search?q=tank+nerfs">tank nerfs</a> ·{" "}
          <a href="search?q=latest+patch">latest patch</a> · <a href="search?q=루시우">루시우</a>
        </p>
        <Results />
        <noscript>
          <p>
            Search needs JavaScript. <a href="heroes">Heroes</a>, <a href="maps">maps</a> and{" "}
            <a href="patches">patches</a> list everything without it.
          </p>
        </noscript>
      </>
    ),
  };
}

/** The page of a wrong address. `browser/search.ts` searches for what the address may mean. */
export function notFoundPage(root: string): Page {
  return {
    title: "Not found",
    description: "There is no page at this address.",
    root,
    scripts: ["search"],
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
        <p class="ways">
          <a href={root}>Start page</a> · <a href={`${root}heroes`}>Heroes</a> ·{" "}
          <a href={`${root}maps`}>Maps</a> · <a href={`${root}patches`}>Patches</a>
        </p>
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
      class="results soft"
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
