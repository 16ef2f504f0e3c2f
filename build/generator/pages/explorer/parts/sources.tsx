import type { HeroDetails } from "../../../../core/schema/details.ts";
import type { Facts } from "../../facts.ts";
import { count, nameOfSource, shortDate } from "../format.ts";
import { anchorOf } from "./changes.tsx";
import { Day } from "./section.tsx";

type SourcesProps = Pick<HeroDetails, "sources"> & { thing: string; facts: Facts };

/**
 * The day up to which sources were searched, and a patch that was probable until then and that no
 * source has. It belongs beside the newest patch.
 */
export function Checked({ facts: { expected, game } }: { facts: Facts }) {
  const missing = expected.find(({ latest }) => latest < game.lastChecked);
  return (
    <>
      Checked up to <Day date={game.lastChecked} />
      {missing && (
        <>
          ; the {missing.kind} patch that was probable by <Day date={missing.latest} /> was not
          found
        </>
      )}
      .
    </>
  );
}

/** The sources of a thing, by publisher, in one line that opens, and the file to correct. */
export function Sources({ thing, sources, facts }: SourcesProps) {
  const file = `${thing}.json`;
  const { repository } = facts;
  const hasGaps = facts.gaps.some(({ path }) => path.startsWith(`${thing}/`));
  const gaps = thing.includes("/") ? `../gaps${hasGaps ? `#${anchorOf(thing)}` : ""}` : "./gaps";
  const families = [...new Set(sources.map(({ family }) => family))];
  return (
    <details class="small sources" id="sources">
      <summary>
        {count(sources.length, "source")} of {count(families.length, "independent publisher")}
      </summary>
      <ul>
        {families.map((family) => (
          <li key={family}>
            {sources
              .filter((source) => source.family === family)
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
