import { type CodeLanguage, highlight } from "../../highlight.ts";

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
      {samples.map(({ label, text, markup, prints }) => (
        <div key={label}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that a keyboard can scroll it */}
          <pre tabIndex={0}>
            <code
              dangerouslySetInnerHTML={{
                __html: markup ?? highlight(text, LANGUAGE_OF_LABEL[label]),
              }}
            />
          </pre>
          {prints === undefined ? null : <Output text={prints} />}
        </div>
      ))}
    </div>
  );
}

/** What a program prints, folded. */
function Output({ text }: { text: string }) {
  return (
    <details>
      <summary>What it prints</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above */}
      <pre tabIndex={0}>
        <samp>{text}</samp>
      </pre>
    </details>
  );
}

/** A tab. `markup` is the code as markup. Default: `text`, highlighted. `prints` is its output. */
export type Sample = { label: string; text: string; markup?: string; prints?: string };

/** The language of each tab. Other tabs are plain text. */
export const LANGUAGE_OF_LABEL: Readonly<Record<string, CodeLanguage>> = {
  curl: "bash",
  Shell: "bash",
  JavaScript: "javascript",
  Client: "javascript",
  Python: "python",
  nginx: "nginx",
};

/** The address of what a page shows as JSON, with a copy button. `path` leads there. */
export function JsonLine({ url, path }: { url: string; path: string }) {
  return (
    <p class="json-line">
      <a href={path} type="application/json">
        JSON of this page
      </a>{" "}
      <code>{url}</code>{" "}
      <button type="button" class="copy needs-scripts" data-copy={url}>
        Copy address
      </button>
    </p>
  );
}
