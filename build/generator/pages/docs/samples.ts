import type { Sample } from "../explorer/parts/code.tsx";

/**
 * A call in every language. `address` is absolute and percent-encoded. `answer` is an example of
 * its answer; without it, the answer is not JSON, and the call is given for curl only. `fields` of
 * the answer, or of each of its items, are printed.
 */
export function samplesOfCall(
  address: string,
  answer?: object,
  fields?: readonly string[],
): Sample[] {
  const url = JSON.stringify(address);
  const curl = { label: "curl", text: `curl ${url}` };
  if (answer === undefined) return [curl];
  const { field, list } = printedFieldOf(answer);
  const names = fields ?? [field];
  const of = (item: string) => names.map((name) => `${item}["${name}"]`).join(", ");
  const javaScript = `const response = await fetch(${url});
if (!response.ok) throw new Error(\`the server answered \${response.status}\`);
const body = await response.json();
${
  list
    ? `for (const { ${names.join(", ")} } of body.${list}) console.log(${names.join(", ")});`
    : `console.log(${names.map((name) => `body.${name}`).join(", ")});`
}`;
  const python = `import json
from urllib.request import urlopen

with urlopen(${url}) as response:
    body = json.load(response)
${list ? `for item in body["${list}"]:\n    print(${of("item")})` : `print(${of("body")})`}`;
  return [curl, { label: "JavaScript", text: javaScript }, { label: "Python", text: python }];
}

/** What a sample prints: the field `name` or else the first string, of the answer or its items. */
function printedFieldOf(answer: object): { field: string; list: string | undefined } {
  const textsOf = (value: object) =>
    Object.keys(value).filter((key) => typeof Reflect.get(value, key) === "string");
  const lists = Object.entries(answer).filter(([, value]) => typeof value?.[0] === "object");
  const [list, [item]] = lists.find(([key]) => key === "data" || textsOf(answer).length === 0) ?? [
    undefined,
    [answer],
  ];
  const fields = textsOf(item);
  return { field: fields.includes("name") ? "name" : (fields[0] ?? "name"), list };
}
