import type { Facts } from "../facts.ts";
import { count, nameOfSource, shortDate } from "../format.ts";
import { anchorOf } from "./changes.tsx";

/** `further` are addresses beside those of the file as a whole. */
type SourcesProps = { thing: string; facts: Facts; further?: readonly string[] };

/** The sources of a thing, by publisher, in one line that opens, and the file to correct. */
export function Sources({ thing, facts, further = [] }: SourcesProps) {
  const own = facts.evidence.sourcesOf(thing);
  const file = `${thing}.json`;
  const known = new Set(own.map(({ url }) => url));
  const others = [...new Set(further)].filter((url) => !known.has(url)).sort();
  const sources = [...own, ...others.map((url) => ({ url, date: undefined }))];
  const { repository } = facts;
  const hasGaps = facts.gaps.some(({ path }) => path.startsWith(`${thing}/`));
  const gaps = thing.includes("/") ? `../gaps${hasGaps ? `#${anchorOf(thing)}` : ""}` : "./gaps";
  const { familyOf } = facts.evidence;
  const families = [...new Set(sources.map(({ url }) => familyOf(url)))];
  return (
    <details class="small sources" id="sources">
      <summary>
        {count(sources.length, "source")} of {count(families.length, "independent publisher")}
      </summary>
      <ul>
        {families.map((family) => (
          <li key={family}>
            {sources
              .filter(({ url }) => familyOf(url) === family)
              .map(({ url, date }, at) => (
                <>
                  {at === 0 ? "" : "; "}
                  <a href={url}>{nameOfSource(url)}</a>
                  {date === undefined ? null : <span class="soft"> as of {shortDate(date)}</span>}
                </>
              ))}
          </li>
        ))}
      </ul>
      <p class="soft">
        {repository === undefined ? (
          <code>gamedata/{file}</code>
        ) : (
          <a href={`${repository}/${file}`}>Correct {file}</a>
        )}
        {" · "}
        <a href={gaps}>What is uncertain</a>
      </p>
    </details>
  );
}
