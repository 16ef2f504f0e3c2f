/** One call of the API in four languages, with tabs that need no script and a button that copies. */
export function CodeTabs({ name, samples }: { name: string; samples: readonly Sample[] }) {
  return (
    <div class="code">
      <fieldset>
        <legend class="vh">Language</legend>
        {samples.map(({ label }, at) => (
          <label key={label}>
            <input type="radio" name={name} value={at} checked={at === 0} />
            {label}
          </label>
        ))}
        <button type="button" class="copy needs-scripts">
          Copy
        </button>
      </fieldset>
      {samples.map(({ label, text }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, by keyboard only in what has the focus
        <pre key={label} tabIndex={0}>
          <code>{text}</code>
        </pre>
      ))}
    </div>
  );
}

export type Sample = { label: string; text: string };

/**
 * The call that gives one hero, map or patch. `shown` is an expression with the answer, such as
 * `hero.health.total`; `call` is the method of our client.
 */
export function samplesOf({
  baseUrl,
  path,
  name,
  shown,
  call,
}: {
  baseUrl: string;
  path: string;
  name: string;
  shown: string;
  call: string;
}): Sample[] {
  const address = baseUrl + path;
  const [first, ...fields] = shown.split(".");
  const python = `${first}${fields.map((field) => `["${field}"]`).join("")}`;
  return [
    { label: "curl", text: `curl ${address}` },
    {
      label: "JavaScript",
      text: `const answer = await fetch("${address}");\nconst ${name} = await answer.json();\nconsole.log(${shown});`,
    },
    {
      label: "Python",
      text: `import json, urllib.request\n\nwith urllib.request.urlopen("${address}") as answer:\n    ${name} = json.load(answer)\nprint(${python})`,
    },
    {
      label: "Client",
      text: `import { client } from "gamedata-reference/client";\n\nconst api = client({ baseUrl: "${baseUrl}" });\nconst ${name} = await api.${call};\nconsole.log(${shown});`,
    },
  ];
}
