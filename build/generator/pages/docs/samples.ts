import type { Sample } from "../explorer/parts/code.tsx";

/** The languages of the samples, in the order of their tabs. */
export const SAMPLE_LANGUAGES = ["curl", "JavaScript", "Python", "Go", "C#"] as const;

/** The field that a sample prints: of the answer, or of each item of its `data`. It is a string. */
type PrintedField = { field: string; isOfItems: boolean };

/**
 * A call in every language. `address` is absolute and percent-encoded. `answer` is an example of
 * its answer.
 */
export function samplesOfCall(operationId: string, address: string, answer: object): Sample[] {
  const printed = printedFieldOf(answer);
  const name = variableNameOf(operationId);
  const url = JSON.stringify(address);
  return [
    { label: "curl", text: `curl ${url}` },
    { label: "JavaScript", text: javaScript(name, url, printed) },
    { label: "Python", text: python(snakeCase(name), url, printed) },
    { label: "Go", text: go(name, url, printed) },
    { label: "C#", text: cSharp(name, url, printed) },
  ];
}

/** The field `name`, or else the first field that is a string. */
function printedFieldOf(answer: object): PrintedField {
  const data: unknown = "data" in answer ? answer.data : undefined;
  const [item] = Array.isArray(data) ? data : [];
  const isOfItems = typeof item === "object" && item !== null;
  const fields = Object.entries(isOfItems ? item : answer)
    .filter(([, value]) => typeof value === "string")
    .map(([field]) => field);
  const field = fields.includes("name") ? "name" : (fields[0] ?? "name");
  return { field, isOfItems };
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

function javaScript(name: string, url: string, { field, isOfItems }: PrintedField): string {
  const print = isOfItems
    ? `for (const { ${field} } of ${name}.data) console.log(${field});`
    : `console.log(${name}.${field});`;
  return `const answer = await fetch(${url});
if (!answer.ok) throw new Error(\`the server answered \${answer.status}\`);
const ${name} = await answer.json();
${print}`;
}

function python(name: string, url: string, { field, isOfItems }: PrintedField): string {
  const print = isOfItems
    ? `for item in ${name}["data"]:\n    print(item["${field}"])`
    : `print(${name}["${field}"])`;
  return `import json
from urllib.request import urlopen

with urlopen(${url}) as answer:
    ${name} = json.load(answer)
${print}`;
}

function go(name: string, url: string, { field, isOfItems }: PrintedField): string {
  const exported = field.charAt(0).toUpperCase() + field.slice(1);
  const declared = isOfItems
    ? `Data []struct {\n\t\t\t${exported} string\n\t\t}`
    : `${exported} string`;
  const print = isOfItems
    ? `for _, item := range ${name}.Data {\n\t\tfmt.Println(item.${exported})\n\t}`
    : `fmt.Println(${name}.${exported})`;
  return `package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
)

func main() {
	answer, err := http.Get(${url})
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

function cSharp(name: string, url: string, { field, isOfItems }: PrintedField): string {
  const print = isOfItems
    ? `foreach (var item in ${name}.GetProperty("data").EnumerateArray())\n    ` +
      `Console.WriteLine(item.GetProperty("${field}"));`
    : `Console.WriteLine(${name}.GetProperty("${field}"));`;
  return `using System.Net.Http.Json;
using System.Text.Json;

using var http = new HttpClient();
var ${name} = await http.GetFromJsonAsync<JsonElement>(${url});
${print}`;
}
