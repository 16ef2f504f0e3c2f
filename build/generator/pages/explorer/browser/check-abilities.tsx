import { shortDate } from "../format.ts";
import { Amount, type Meanings, Thing } from "./check-meanings.tsx";
import { abilitiesByPatch, type DatedLog } from "./dated-logs.ts";
import { addressOf } from "./load.ts";

/** The abilities of logs, as the patch of each log's day names them. */
export function Abilities({
  files,
  newest,
  meanings,
}: {
  files: readonly DatedLog[];
  newest: string;
  meanings: Meanings;
}) {
  return (
    <>
      {abilitiesByPatch(files).map(([patch, abilities]) => (
        <section key={patch} class="part" aria-labelledby={`abilities-${patch}`}>
          <div class="title">
            <h2 id={`abilities-${patch}`}>Abilities</h2>
            <p>as of the patch of {shortDate(patch.slice(0, 10))}</p>
          </div>
          <table class="found-names">
            <thead>
              <tr>
                <th scope="col">Hero</th>
                <th scope="col">Ability</th>
                <th scope="col" class="amount">
                  Times
                </th>
                <th scope="col">In the log</th>
              </tr>
            </thead>
            <tbody>
              {abilities.map(({ hero, key, id, name, count, used, hits }) => (
                <tr key={`${hero} ${key}`}>
                  <th scope="row">
                    <Thing meaning={meanings.at(`heroes/${hero}`)} />
                  </th>
                  <td>
                    <a
                      href={addressOf(
                        patch === newest
                          ? `heroes/${hero}#${id}`
                          : `heroes/${hero}?as-of=${patch}#kit`,
                      )}
                    >
                      {name}
                    </a>
                  </td>
                  <Amount of={count} />
                  <td class="soft">
                    {key}: {used} used, {hits} {hits === 1 ? "hit" : "hits"}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </>
  );
}
