import type { Facts } from "../../facts.ts";

/** A tab: its label, the code, and what it prints. */
export type Sample = { label: string; text: string; prints?: string | undefined };

/** Code in several languages, with a copy button. The tabs need no script. */
export function CodeTabs({ name, samples }: { name: string; samples: readonly Sample[] }) {
  return (
    <div class="code">
      <fieldset>
        <legend class="vh">Language</legend>
        {samples.map(({ label }, at) =>
          samples.length === 1 ? (
            <b key={label}>{label}</b>
          ) : (
            <label key={label}>
              <input type="radio" name={name} value={label} checked={at === 0} />
              {label}
            </label>
          ),
        )}
        <button type="button" class="copy needs-scripts">
          Copy
        </button>
      </fieldset>
      {samples.map(({ label, text, prints }) => (
        <div key={label}>
          <Code>{text}</Code>
          {prints === undefined ? null : (
            <>
              <p>It prints{prints.includes("…") && ", shortened"}</p>
              <Code>{prints}</Code>
            </>
          )}
        </div>
      ))}
    </div>
  );
}

/** Longer code is cut, with a summary below it that opens all of it. */
const MOST_LINES = 24;

/** Lines of code, which a keyboard can scroll. The keys of JSON are in soft. */
export function Code({ children }: { children: string }) {
  const parts = children.split(/^( *"[^"]*":)/m);
  const lines = children.split("\n").length;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that a keyboard can scroll it */}
      <pre tabIndex={0}>
        <code>
          {parts.map((part, at) => (at % 2 === 0 ? part : <span class="soft">{part}</span>))}
        </code>
      </pre>
      {lines > MOST_LINES ? (
        <details>
          <summary>All {lines} lines</summary>
        </details>
      ) : null}
    </>
  );
}

/** The JSON documents of a hero, map or patch with copy buttons: all of the page, and the API's. */
export function JsonLines({ thing, facts }: { thing: string; facts: Facts }) {
  const links = [
    { title: "JSON of this page", path: `/details/${thing}.json` },
    { title: "Shorter JSON of the API", path: `/v1/${facts.game.id}/${thing}` },
  ];
  return (
    <ul class="json-lines">
      {links.map(({ title, path }) => (
        <li key={path}>
          <a href={`..${path}`} type="application/json">
            {title}
          </a>{" "}
          <code>{facts.baseUrl + path}</code>{" "}
          <button type="button" class="copy needs-scripts" data-copy={facts.baseUrl + path}>
            Copy address
          </button>
        </li>
      ))}
    </ul>
  );
}
