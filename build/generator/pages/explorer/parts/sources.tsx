import type { Facts } from "../facts.ts";
import { count, shortDate } from "../format.ts";
import { Section } from "./section.tsx";

/** The sources of a thing such as `heroes/ana`, each with its date, and the file to correct. */
export function Sources({
  thing,
  facts,
  root,
  further = [],
}: {
  thing: string;
  facts: Facts;
  root: string;
  /** Addresses beside those of the file as a whole. */
  further?: readonly string[];
}) {
  const { sources: own, file } = facts.evidence.sourcesOf(thing);
  const known = new Set(own.map(({ url }) => url));
  const others = [...new Set(further)].filter((url) => !known.has(url)).sort();
  const sources = [...own, ...others.map((url) => ({ url, date: undefined }))];
  const { repository } = facts;
  const families = new Set(sources.map(({ url }) => facts.evidence.familyOf(url))).size;
  const addresses = count(sources.length, "address", "addresses");
  const independent = count(families, "independent source");
  return (
    <Section
      id="sources"
      title="Sources"
      aside={
        repository === undefined ? (
          <code>gamedata/{file}</code>
        ) : (
          <a href={`${repository}/${file}`}>Correct {file}</a>
        )
      }
    >
      {sources.length === 0 ? null : (
        <ul class="sources">
          {sources.map(({ url, date }) => (
            <li key={url}>
              <a href={url}>{nameOf(url)}</a>
              {date === undefined ? null : <span class="soft"> as of {shortDate(date)}</span>}
            </li>
          ))}
        </ul>
      )}
      <p class="small soft">
        {sources.length === 0 ? "None on record. " : `${addresses} of ${independent}. `}
        <a href={`${root}gaps`}>What is not known</a>
      </p>
    </Section>
  );
}

/**
 * `owner/name: folder/file` for a file on GitHub. Other addresses are shown without protocol.
 */
function nameOf(url: string): string {
  const [, repository, path] =
    /^https:\/\/github\.com\/([^/]+\/[^/]+)\/(?:blob|tree)\/[^/]+\/(.+)$/.exec(url) ?? [];
  const name =
    repository === undefined || path === undefined
      ? url.replace(/^https?:\/\//, "")
      : `${repository}: ${path.split("/").slice(-2).join("/")}`;
  return name.replaceAll("%20", " ");
}
