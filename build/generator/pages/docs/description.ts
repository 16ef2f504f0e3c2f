/** The parts of JSON Schema that the description uses. */
export type Shape = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Shape>;
  items?: Shape;
  additionalProperties?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
};

type Ref = { $ref: string };

export type Example = { summary: string; description?: string; value: object };

export type Parameter = {
  name: string;
  in: "path" | "query";
  required: boolean;
  description: string;
  schema: Shape;
  example: string;
};

export type ProblemResponse = {
  description: string;
  headers: Record<string, Ref>;
  content: {
    "application/problem+json": {
      example: { status: number; title: string; type: string; detail: string };
    };
  };
};

type Answer = {
  headers: Record<string, Ref>;
  content: Record<string, { schema: Shape; examples?: { real: Example } }>;
};

type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  "x-extra"?: boolean;
  parameters?: Ref[];
  security: unknown[];
  responses: { 200: Answer } & Record<string, Answer | Ref>;
};

export type DescribedOperation = Operation & { path: string };

/** The parts of `/v1/openapi.json` that the pages show. */
export type Description = {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, { get: Operation }>;
  components: {
    schemas: Record<string, Shape>;
    parameters: Record<string, Parameter>;
    headers: Record<string, { description: string }>;
    responses: Record<string, ProblemResponse>;
  };
};

/** Every operation with its path, in the order of the description. */
export function operationsOf({ paths }: Description): DescribedOperation[] {
  return Object.entries(paths).map(([path, { get }]) => ({ path, ...get }));
}

/** The answer of an operation that succeeds. Its example is undefined where it is not JSON. */
export function answerOf({ responses }: DescribedOperation) {
  const [[type, { schema, examples }] = ["", { schema: {} }]] = Object.entries(
    responses[200].content,
  );
  return { type, schema, example: examples?.real };
}

/** The parameters of an operation. */
export function parametersOf(
  { parameters = [] }: DescribedOperation,
  { components }: Description,
): Parameter[] {
  return parameters.map(({ $ref }) => componentAt($ref, components.parameters));
}

/** The problems that an operation may answer with, in the order of their statuses. */
export function problemsOf(
  { responses }: DescribedOperation,
  { components }: Description,
): ProblemResponse[] {
  return Object.values(responses).flatMap((response) =>
    "$ref" in response ? [componentAt(response.$ref, components.responses)] : [],
  );
}

/** The part after the last slash: `Hero` of `#/components/schemas/Hero`. */
export function lastSegment(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}

function componentAt<Component>(
  reference: string,
  components: Readonly<Record<string, Component>>,
): Component {
  const component = components[lastSegment(reference)];
  if (component === undefined) throw new Error(`the description has no ${reference}`);
  return component;
}
