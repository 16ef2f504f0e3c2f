import { capital } from "../explorer/format.ts";
import type { Sample } from "../explorer/parts/code.tsx";

/** The languages of the samples, in the order of their tabs. */
export const SAMPLE_LANGUAGES = ["curl", "JavaScript", "Python", "Go", "C#"] as const;

/** The variable of the environment that has the key. */
const KEY = "GAMEDATA_KEY";

/** The field that a sample prints: of the answer, or of each item of its list. It is a string. */
type PrintedField = { field: string; list: string | undefined };

/**
 * A call in every language. `address` is absolute and percent-encoded. `answer` is an example of
 * its answer; without it, the answer is not JSON, and the call is given for curl only. A call that
 * `isKeyed` sends the key of the environment.
 */
export function samplesOfCall(
  operationId: string,
  address: string,
  answer?: object,
  isKeyed = false,
): Sample[] {
  const url = JSON.stringify(address);
  const header = isKeyed ? `--header "x-api-key: $${KEY}" ` : "";
  const curl = { label: "curl", text: `curl ${header}${url}` };
  if (answer === undefined) return [curl];
  const printed = printedFieldOf(answer);
  const name = variableNameOf(operationId);
  return [
    curl,
    { label: "JavaScript", text: javaScript(name, url, printed, isKeyed) },
    { label: "Python", text: python(snakeCase(name), url, printed, isKeyed) },
    { label: "Go", text: go(name, url, printed, isKeyed) },
    { label: "C#", text: cSharp(name, url, printed, isKeyed) },
  ];
}

/** The field `name`, or else the first field that is a string. */
function printedFieldOf(answer: object): PrintedField {
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

/** `listHeroes` gives `heroes`. A map is `gameMap`: most languages use `map` for something else. */
function variableNameOf(operationId: string): string {
  const name = operationId.replace(/^(get|list)/, "");
  if (name === "Map") return "gameMap";
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function javaScript(
  name: string,
  url: string,
  { field, list }: PrintedField,
  isKeyed: boolean,
): string {
  const options = isKeyed ? `, { headers: { "x-api-key": process.env.${KEY} } }` : "";
  const print = list
    ? `for (const { ${field} } of ${name}.${list}) console.log(${field});`
    : `console.log(${name}.${field});`;
  return `const answer = await fetch(${url}${options});
if (!answer.ok) throw new Error(\`the server answered \${answer.status}\`);
const ${name} = await answer.json();
${print}`;
}

function python(
  name: string,
  url: string,
  { field, list }: PrintedField,
  isKeyed: boolean,
): string {
  const [imports, request] = isKeyed
    ? [
        "import json\nimport os\nfrom urllib.request import Request, urlopen",
        `Request(${url}, headers={"x-api-key": os.environ["${KEY}"]})`,
      ]
    : ["import json\nfrom urllib.request import urlopen", url];
  const print = list
    ? `for item in ${name}["${list}"]:\n    print(item["${field}"])`
    : `print(${name}["${field}"])`;
  return `${imports}

with urlopen(${request}) as answer:
    ${name} = json.load(answer)
${print}`;
}

function go(name: string, url: string, { field, list }: PrintedField, isKeyed: boolean): string {
  const call = isKeyed
    ? `request, err := http.NewRequest("GET", ${url}, nil)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("x-api-key", os.Getenv("${KEY}"))
	answer, err := http.DefaultClient.Do(request)`
    : `answer, err := http.Get(${url})`;
  const exported = capital(field);
  const declared = list
    ? `${capital(list)} []struct {\n\t\t\t${exported} string\n\t\t}`
    : `${exported} string`;
  const print = list
    ? `for _, item := range ${name}.${capital(list)} {\n\t\tfmt.Println(item.${exported})\n\t}`
    : `fmt.Println(${name}.${exported})`;
  return `package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"${isKeyed ? '\n\t"os"' : ""}
)

func main() {
	${call}
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		log.Fatal("the server answered ", answer.Status)
	}
	var ${name} struct {
		${declared}
	}
	if err := json.NewDecoder(answer.Body).Decode(&${name}); err != nil {
		log.Fatal(err)
	}
	${print}
}`;
}

function cSharp(
  name: string,
  url: string,
  { field, list }: PrintedField,
  isKeyed: boolean,
): string {
  const header = isKeyed
    ? `http.DefaultRequestHeaders.Add("x-api-key", Environment.GetEnvironmentVariable("${KEY}"));\n`
    : "";
  const print = list
    ? `foreach (var item in ${name}.GetProperty("${list}").EnumerateArray())\n    ` +
      `Console.WriteLine(item.GetProperty("${field}"));`
    : `Console.WriteLine(${name}.GetProperty("${field}"));`;
  return `using System.Net.Http.Json;
using System.Text.Json;

using var http = new HttpClient();
${header}var ${name} = await http.GetFromJsonAsync<JsonElement>(${url});
${print}`;
}
