import type { Sample } from "../explorer/parts/code.tsx";

/**
 * A call in every language. `address` is absolute and percent-encoded. `answer` is an example of
 * its answer; without it, the answer is not JSON, and the call is given for curl only. `fields` of
 * the answer, or of each of its items that has the last one, are printed, and `more` after them.
 */
export function samplesOfCall(
  address: string,
  answer?: object,
  { fields, more = "" }: { fields?: readonly string[] | undefined; more?: string } = {},
): Sample[] {
  const url = JSON.stringify(address);
  const curl = { label: "curl", text: `curl ${url}` };
  if (answer === undefined) return [curl];
  const { field, list, items } = printedFieldOf(answer);
  const names = fields ?? [field];
  const last = names.at(-1) ?? "";
  const shown = items.filter((item) => item[last]);
  const only = shown.length < items.length;
  const of = (item: string) => names.map((name) => `${item}["${name}"]`).join(", ");
  const javaScript = `const response = await fetch(${url});
if (!response.ok) throw new Error(\`the server answered \${response.status}\`);
const body = await response.json();
${
  list
    ? `for (const { ${names.join(", ")} } of body.${list})\n  ${only ? `if (${last}) ` : ""}console.log(${names.join(", ")});`
    : `console.log(${names.map((name) => `body.${name}`).join(", ")});`
}`;
  const python = `import json
from urllib.request import urlopen

with urlopen(${url}) as response:
    body = json.load(response)
${list ? `for item in body["${list}"]:\n    ${only ? `if item["${last}"]: ` : ""}print(${of("item")})` : `print(${of("body")})`}`;
  const lines = shown.map((item) => names.map((name) => item[name]).join(" "));
  const prints = fields && lines.join("\n") + more;
  return [
    curl,
    { label: "JavaScript", text: javaScript, prints },
    { label: "Python", text: python, prints },
  ];
}

/** An item of a list, or the answer itself. */
type Item = Readonly<Record<string, unknown>>;

/** What a sample prints: the field `name` or else the first string, of the answer or its items. */
function printedFieldOf(answer: object): {
  field: string;
  list: string | undefined;
  items: Item[];
} {
  const textsOf = (value: object) =>
    Object.keys(value).filter((key) => typeof Reflect.get(value, key) === "string");
  const lists = Object.entries(answer).filter(([, value]) => typeof value?.[0] === "object");
  const [list, items] = lists.find(([key]) => key === "data" || textsOf(answer).length === 0) ?? [
    undefined,
    [answer],
  ];
  const fields = textsOf(items[0]);
  return { field: fields.includes("name") ? "name" : (fields[0] ?? "name"), list, items };
}
