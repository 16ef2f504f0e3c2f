import type { Page } from "../layout.tsx";
import { SearchBox } from "./parts/search-box.tsx";

/** The page of a wrong address. `browser/search.ts` searches for what the address may mean. */
export function notFoundPage(root: string): Page {
  return {
    path: "/not-found",
    title: "Not found",
    description: "There is no page at this address.",
    isUnlisted: true,
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
          <a href={`${root}maps`}>Maps</a> · <a href={`${root}patches`}>Patches</a> ·{" "}
          <a href={`${root}search`}>Everything that can be found</a>
        </p>
        <div id="results" class="results" aria-live="polite" data-of-path hidden>
          <p class="soft" />
          <ol />
        </div>
      </>
    ),
  };
}
