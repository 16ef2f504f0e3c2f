import { byId } from "../../../core/by-id.ts";
import { grouped } from "../../../core/grouped.ts";
import { once } from "../../../core/once.ts";
import { OPERATION_ENTRIES } from "../../../core/schema/operations.ts";
import { documentFile } from "../../../core/site/path-files.ts";
import type { Site } from "../../../core/site/site.ts";
import { CodeTabs } from "../explorer/parts/code.tsx";
import { Section } from "../explorer/parts/section.tsx";
import { HowToGetAKey, type KeyTerms } from "../keys.tsx";
import { addPage, type Outline, type Page, type PageSettings } from "../layout.tsx";
import { SideNav } from "../side-nav.tsx";
import { type Description, type Operation, operationsOf } from "./description.ts";
import { type Deployment, examplePath, OperationPage, samplesOf } from "./operation.tsx";
import type { Printed } from "./samples.ts";
import { Words } from "./shapes.tsx";

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
    const operations = operationsOf(description).map((operation) => ({
      ...operation,
      size: sizeOf(site.read(exampleFile(operation))?.body.length ?? 0),
    }));
    const tags = description.tags.map(({ name }) => name);
    operations.sort((one, other) => tags.indexOf(one.tag) - tags.indexOf(other.tag));
    return { ...description, operations };
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

/** An operation with the size of its example. */
type SizedOperation = Operation & { size: string };

type Reference = Description & { operations: readonly SizedOperation[] };

/** The file of a site that has the answer of an example. */
function exampleFile(operation: Operation): string {
  const [path = ""] = examplePath(operation).split("?");
  return operation.answer.type === "application/json" ? documentFile(path) : path.slice(1);
}

/** `830 KB`, `1.5 MB`: what a reader needs to know before a call. */
function sizeOf(bytes: number): string {
  if (bytes < 999_500) return `${Math.max(1, Math.round(bytes / 1000))} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

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
  const groups = groupsOf(reference).map(({ title, operations }) => ({
    title,
    isOpen: current === "" || operations.some(({ id }) => id === current),
    links: operations.map(({ id, path }) => ({
      id,
      href: root + id,
      title: <code>{path}</code>,
    })),
  }));
  return <SideNav label="Operations" groups={groups} current={current} />;
}

/** The operations of the contract, and the files beside them. */
const GROUPS = [
  {
    isExtra: false,
    title: "The API",
    holds: "names, roles, health, cooldowns, and the values that a patch changed.",
    about: "counted toward your limit; shapes do not change",
  },
  {
    isExtra: true,
    title: "Figures, history, feeds",
    holds: "damage, healing, perks, sources, earlier days, and patches in sentences.",
    about: "files, not counted; new fields may come; sizes are uncompressed",
  },
];

function groupsOf({ operations }: Reference) {
  return GROUPS.map((group) => ({
    ...group,
    operations: operations.filter(({ isExtra }) => isExtra === group.isExtra),
  }));
}

/** What readers come for: a call, and what it gives. */
const RECIPES = [
  {
    title: "A hero's cooldowns",
    about: "In seconds. Those that are null have none, or none that is known.",
    id: "listAbilities",
    list: "data",
    fields: ["name", "cooldown"],
  },
  {
    title: "Post what a patch changed",
    about:
      "`text` of `changes` is a whole sentence. `summary` of `heroes` has at most 140 characters " +
      "and ends in … where more changed.",
    id: "getPatchDetails",
    list: "changes",
    fields: ["text"],
  },
];

/**
 * A recipe with what it prints of the example, of which the last field is not null: as its code
 * prints it, and as JSON of these fields.
 */
function withPrints({ answer: { example } }: Operation, { list = "", fields }: Printed): Printed {
  const items: Record<string, unknown>[] = Object(example?.value)[list];
  const shown = items.filter((item) => item[fields.at(-1) ?? ""]);
  const lines = shown.map((item) => fields.map((name) => item[name]).join(" "));
  if (example?.description !== undefined) lines.push("…");
  const objects = shown.map((item) => {
    const members = fields.map((name) => `"${name}": ${JSON.stringify(item[name])}`);
    return `{ ${members.join(", ")}, … }`;
  });
  const json = `{ "${list}": [\n  ${objects.join(",\n  ")},\n  …`;
  return { list, fields, prints: lines.join("\n"), json };
}

/** The parts of the files beside the API, each with what its paths have. The first one counts. */
const PARTS = {
  Heroes: /hero|csv/,
  Maps: /map/,
  "Patches, seasons, rules": /patch|changes|seasons|roles|rules/,
  Names: /vocabulary|lists/,
  "The record": /./,
};

/** The part of the list of operations that one is in. */
function partOf({ isExtra, path, tag }: Operation) {
  if (!isExtra) return tag;
  return Object.entries(PARTS).find(([, paths]) => paths.test(path))?.[0] ?? "";
}

function Calls({ operations }: { operations: readonly SizedOperation[] }) {
  const parts = [...grouped(operations.map((one) => [partOf(one), one]))].map(([part, own]) => (
    <div class="calls" key={part}>
      <h3>{part}</h3>
      <ul class="operations">
        {own.map(({ id, path, summary, size }) => (
          <li key={id}>
            <a href={`docs/${id}`}>
              <code>{path}</code>{" "}
              <span>
                {summary} <code class="small soft">{id}</code>
              </span>{" "}
              <small class="soft">{size}</small>
            </a>
          </li>
        ))}
      </ul>
    </div>
  ));
  return <>{parts}</>;
}

function overview(reference: Reference, deployment: Deployment): Page {
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
            newest recorded patch. Every call is a <code>GET</code>.
          </p>
          <Section id="start" title="Start">
            <p>
              An address is <code>{deployment.baseUrl}</code> and the path of a call, such as{" "}
              <code>/v1/overwatch/heroes</code>. <HowToGetAKey {...deployment} />
            </p>
            <p class="small">
              <a href="guides/first-call">First call</a> · <a href="guides/limits">Limits</a> ·{" "}
              <a href="guides/keys-and-tokens">Keys</a> ·{" "}
              <a href="guides/generated-clients">Generated clients</a> ·{" "}
              <a href="v1/openapi.json">OpenAPI</a>
            </p>
            {RECIPES.map(({ id, title, about, ...recipe }) => {
              const operation = byId(reference.operations, id);
              const printed = withPrints(operation, recipe);
              return (
                <div class="recipe" key={id}>
                  <div>
                    <h3>{title}</h3>
                    <p>
                      <Words text={about} />
                    </p>
                    <p class="small">
                      <a href={`docs/${id}`}>
                        <code>{id}</code>
                      </a>
                    </p>
                  </div>
                  <CodeTabs name={id} samples={samplesOf(operation, deployment, printed)} />
                </div>
              );
            })}
            <div class="recipe">
              <h3>Which of the two lists?</h3>
              <div>
                {GROUPS.map(({ title, holds }) => (
                  <p key={title}>
                    <b>{title}:</b> {holds}
                  </p>
                ))}
              </div>
            </div>
          </Section>
          {groupsOf(reference).map(({ isExtra, title, about, operations }) => (
            <Section key={title} id={isExtra ? "files" : "calls"} title={title} aside={about}>
              <Calls operations={operations} />
            </Section>
          ))}
        </div>
        <Operations reference={reference} current="" root="docs/" />
      </div>
    ),
  };
}
