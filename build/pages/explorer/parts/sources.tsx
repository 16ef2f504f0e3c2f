import type { Source } from "../../../schema/values.ts";

/** Where the values of a page were read, with the date of each state, and the data file to correct. */
export function Sources({
  sources,
  file,
  root,
  repository,
}: {
  sources: readonly Source[];
  /** Path of the data file below the folder of the data. */
  file: string;
  root: string;
  /** Address of that folder, where the operator names one. */
  repository: string | undefined;
}) {
  return (
    <section class="sources">
      <h2 id="sources">Sources</h2>
      {sources.length === 0 ? (
        <p class="quiet">None is on record.</p>
      ) : (
        <ul>
          {sources.map(({ url, date }) => (
            <li key={url}>
              <a href={url}>{nameOf(url)}</a>
              {date === undefined ? null : <small> as of {date}</small>}
            </li>
          ))}
        </ul>
      )}
      <p class="quiet">
        {repository === undefined ? (
          <>
            These values stand in <code>gamedata/{file}</code>.
          </>
        ) : (
          <a href={`${repository}/${file}`}>Correct {file}</a>
        )}{" "}
        <a href={`${root}gaps`}>What is not known</a>
      </p>
    </section>
  );
}

/** `owner/name: path` of a file on GitHub, else the address without its protocol. */
function nameOf(url: string): string {
  const [, repository, path] =
    /^https:\/\/github\.com\/([^/]+\/[^/]+)\/(?:blob|tree)\/[^/]+\/(.+)$/.exec(url) ?? [];
  if (repository === undefined || path === undefined) return url.replace(/^https?:\/\//, "");
  return `${repository}: ${path.split("/").slice(-2).join("/")}`;
}
