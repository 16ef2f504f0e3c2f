import type { Sample } from "../explorer/parts/code.tsx";

/** Fields that are printed: of an answer, or of each item of `list` in it that has the last one. */
export type Printed = {
  list?: string | undefined;
  fields: readonly string[];
  /** What they are in the example, as text and as JSON. */
  prints?: string;
  json?: string;
};

/**
 * A call in every language. `address` is absolute and percent-encoded. An answer that is not JSON
 * has a call for curl only. Without fields, the whole answer is printed.
 */
export function samplesOfCall(
  address: string,
  isJson: boolean,
  { list, fields, prints, json }: Printed = { fields: [] },
): Sample[] {
  const url = JSON.stringify(address);
  const curl = { label: "curl", text: `curl ${url}`, prints: json };
  if (!isJson) return [curl];
  const names = fields.join(", ");
  const last = fields.at(-1);
  const of = (item: string) => fields.map((name) => `${item}["${name}"]`).join(", ");
  const [inJavaScript, inPython] =
    last === undefined
      ? ["console.log(JSON.stringify(body, null, 2));", "print(json.dumps(body, indent=2))"]
      : list === undefined
        ? [`const { ${names} } = body;\nconsole.log(${names});`, `print(${of("body")})`]
        : [
            `for (const { ${names} } of body.${list})\n  if (${last}) console.log(${names});`,
            `for item in body["${list}"]:\n    if item["${last}"]: print(${of("item")})`,
          ];
  const javaScript = `const response = await fetch(${url});
if (!response.ok) throw new Error(\`the server answered \${response.status}\`);
const body = await response.json();
${inJavaScript}`;
  const python = `import json
from urllib.request import urlopen

with urlopen(${url}) as response:
    body = json.load(response)
${inPython}`;
  return [
    curl,
    { label: "JavaScript", text: javaScript, prints },
    { label: "Python", text: python, prints },
  ];
}
