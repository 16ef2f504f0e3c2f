import { byId } from "../../../core/by-id.ts";
import { grouped } from "../../../core/grouped.ts";
import { once } from "../../../core/once.ts";
import { OPERATION_ENTRIES } from "../../../core/schema/operations.ts";
import type { Site } from "../../../core/site/site.ts";
import { CodeTabs } from "../explorer/parts/code.tsx";
import { Section } from "../explorer/parts/section.tsx";
import { HowToGetAKey, type KeyTerms } from "../keys.tsx";
import { addPage, type Outline, type Page, type PageSettings } from "../layout.tsx";
import { SideNav } from "../side-nav.tsx";
import { type Description, type Operation, operationsOf, titleOf } from "./description.ts";
import { type Deployment, OperationPage, samplesOf } from "./operation.tsx";
import type { Printed } from "./samples.ts";

const TITLE = "API reference";

/**
 * Adds `/docs`, the reference of the API, and a page for each operation. Returns what makes their
 * outlines.
 */
export function addDocs(site: Site, settings: PageSettings & KeyTerms): () => Outline[] {
  const reference = once(() => {
    const description = site.documentAt("/v1/openapi.json") as Description | undefined;
    if (description === undefined)
      throw new Error("the reference is generated from /v1/openapi.json, which does not exist");
    return { ...description, operations: operationsOf(description) };
  });
  const add = (path: string, make: () => Page) => addPage(site, path, make, settings);
  add("/docs", () => overview(reference(), settings));
  for (const [id] of OPERATION_ENTRIES)
    add(`/docs/${id}`, () => operationPage(id, reference(), settings));
  return () => {
    const { info, operations } = reference();
    return [
      { path: "/docs", title: TITLE, about: info.description, headings: [] },
      ...operations.map(({ id, summary, path }) => {
        return { path: `/docs/${id}`, title: summary, about: `GET ${path}`, headings: [] };
      }),
    ];
  };
}

type Reference = Description & { operations: readonly Operation[] };

function operationPage(id: string, reference: Reference, deployment: Deployment): Page {
  const { operations, components } = reference;
  const operation = byId(operations, id);
  const { summary, path } = operation;
  return {
    title: `${id}: ${summary}`,
    description: `GET ${path}: ${summary}. Parameters, fields of the answer, errors, limits, code.`,
    scripts: ["run"],
    children: (
      <div class="with-side">
        <div class="reference">
          <OperationPage
            operation={operation}
            shapes={components.schemas}
            deployment={deployment}
          />
        </div>
        <Operations reference={reference} current={id} root="" />
      </div>
    ),
  };
}

type OperationsProps = { reference: Reference; current: string; root: string };

/** The menu of all operations. */
function Operations({ reference, current, root }: OperationsProps) {
  const groups = groupsIn(reference).map(({ name, title, operations }) => ({
    title,
    isFolded: name === "Extras" && operations.every(({ id }) => id !== current),
    links: operations.map(({ id, summary }) => ({ id, href: root + id, title: summary })),
  }));
  return <SideNav label="Operations" groups={groups} current={current} />;
}

/** The operations by tag. */
function groupsIn({ tags, operations }: Reference) {
  return tags.map((tag) => ({
    ...tag,
    title: titleOf(tag.name),
    operations: operations.filter((one) => one.tag === tag.name),
  }));
}

/** What readers come for: a call, and what its code prints. */
const RECIPES = [
  { title: "A hero's cooldowns", id: "listAbilities", list: "data", fields: ["name", "cooldown"] },
  {
    title: "What a patch changed",
    id: "getPatchDetails",
    list: "heroes",
    fields: ["name", "summary"],
  },
  {
    title: "Which hero is meant by Лусио",
    id: "getHero",
    fields: ["id", "name", "role"],
    asked: { hero: "Лусио" },
  },
];

/** A recipe with what it prints of the example, of which the last field is not null. */
function withPrints({ answer: { example } }: Operation, { list, fields }: Printed): Printed {
  const value = Object(example?.value);
  const items: Record<string, unknown>[] = list === undefined ? [value] : value[list];
  const lines = items.map((item) => fields.map((name) => item[name]));
  const shown = lines.filter((line) => line.at(-1)).map((line) => line.join(" "));
  if (example?.description !== undefined) shown.push("…");
  return { list, fields, prints: shown.join("\n") };
}

/** Where the same things are, what each is for, and what is promised of it. */
const PLACES = {
  "/v1": {
    description:
      "Names, roles, health, kits, cooldowns, maps, patches. A fixed contract; calls are counted.",
  },
  "/details": {
    description:
      "Every figure and perk, and what a patch means for each hero. Not counted; new fields may come.",
  },
  "/lists": {
    description:
      "All heroes, maps, patches or names in one small file. Not counted; new fields may come.",
  },
  "/history": { description: "The game on any day since 2016. Not counted; new fields may come." },
};

/** The parts of the files beside the API, each with what its paths have. The first one counts. */
const PARTS = {
  Heroes: /hero|csv/,
  Maps: /map/,
  "Patches, seasons and rules": /patch|changes|seasons|roles|rules/,
  Names: /vocabulary|lists/,
  "The record itself": /./,
};

function partOf(path: string) {
  return Object.entries(PARTS).find(([, paths]) => paths.test(path))?.[0];
}

function Meanings({ of }: { of: Record<string, { description: string }> }) {
  return (
    <dl class="fields">
      {Object.entries(of).map(([name, { description }]) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>{description}</dd>
        </div>
      ))}
    </dl>
  );
}

function overview(reference: Reference, deployment: Deployment): Page {
  const { operations, components } = reference;
  return {
    title: TITLE,
    description:
      "Every call of the API: parameters, every field of its answer, errors, limits and code.",
    alternates: [{ href: "v1/openapi.json", type: "application/json", title: "OpenAPI 3.1" }],
    children: (
      <div class="with-side">
        <div class="reference">
          <h1>{TITLE}</h1>
          <p class="lead">
            Ask for a hero, a map or a patch by any of its names, and get JSON: the game as of the
            newest recorded patch. The API is read-only.
          </p>
          <a class="to-menu" href="#menu">
            All calls
          </a>
          <Section id="start" title="Start">
            <div class="prose">
              <CodeTabs
                name="base"
                samples={[{ label: "Base address", text: deployment.baseUrl }]}
              />
              <p>
                <HowToGetAKey {...deployment} />
              </p>
              <p>
                <a href="guides/first-call">The first call</a> · <a href="guides/limits">Limits</a>{" "}
                · <a href="guides/keys-and-tokens">Keys and tokens</a> ·{" "}
                <a href="guides/generated-clients">Generated clients</a> ·{" "}
                <a href="v1/openapi.json">OpenAPI 3.1</a>
              </p>
              <h3>Which one?</h3>
              <Meanings of={PLACES} />
              {RECIPES.map(({ id, title, asked, ...recipe }) => {
                const operation = byId(operations, id);
                return (
                  <>
                    <h3>
                      <a href={`docs/${id}`}>{title}</a>
                    </h3>
                    <CodeTabs
                      name={id}
                      samples={samplesOf(
                        operation,
                        deployment,
                        withPrints(operation, recipe),
                        asked,
                      )}
                    />
                  </>
                );
              })}
            </div>
          </Section>
          {groupsIn(reference).map(({ name, title, description, operations: own }) => (
            <Section key={name} id={name} title={title} aside={description}>
              {[...grouped(own.map((one) => [one.isExtra ? partOf(one.path) : "", one]))].map(
                ([part, ofPart]) => (
                  <>
                    {part && <h3>{part}</h3>}
                    <ul class="operations">
                      {ofPart.map(({ id, path, summary }) => (
                        <li key={id}>
                          <a href={`docs/${id}`}>
                            <span>
                              <b class="tag">GET</b> <code>{path}</code>
                            </span>{" "}
                            <span>{summary}</span>
                          </a>
                        </li>
                      ))}
                    </ul>
                  </>
                ),
              )}
            </Section>
          ))}
          <Section
            id="headers"
            title="Headers"
            aside="the page of a call lists the headers of its answer"
          >
            <Meanings of={components.headers} />
          </Section>
        </div>
        <Operations reference={reference} current="" root="docs/" />
      </div>
    ),
  };
}
