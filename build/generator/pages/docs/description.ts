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

/** The named shapes of a description. */
export type Shapes = Readonly<Record<string, Shape>>;

type Ref = { $ref: string };

export type Parameter = {
  name: string;
  in: "path" | "query";
  required: boolean;
  description: string;
  schema: Shape;
  example: string;
};

type ProblemResponse = {
  description: string;
  content: {
    "application/problem+json": {
      example: { status: number; title: string; type: string };
    };
  };
};

type Example = { summary: string; description?: string; value: object };

type Answer = {
  headers: Record<string, Ref>;
  content: Record<string, { schema: Shape; examples?: { real: Example } }>;
};

/** The parts of `/v1/openapi.json` that the pages show. */
export type Description = {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<
    string,
    {
      get: {
        operationId: string;
        summary: string;
        description: string;
        tags: [string];
        "x-extra"?: boolean;
        parameters?: Ref[];
        security: unknown[];
        responses: { 200: Answer } & Record<string, Answer | Ref>;
      };
    }
  >;
  components: {
    schemas: Shapes;
    parameters: Record<string, Parameter>;
    headers: Record<string, { description: string }>;
    responses: Record<string, ProblemResponse>;
  };
};

/** An operation with everything that it refers to. */
export type Operation = ReturnType<typeof operationsOf>[number];

/** Every operation, in the order of the description. Its example is undefined if it is not JSON. */
export function operationsOf({ paths, components }: Description) {
  return Object.entries(paths).map(([path, { get }]) => {
    const { parameters = [], responses, tags, security } = get;
    const { headers, content } = responses[200];
    const [[type, { schema, examples }] = ["", { schema: {} }]] = Object.entries(content);
    return {
      id: get.operationId,
      path,
      tag: tags[0],
      summary: get.summary,
      description: get.description,
      isExtra: get["x-extra"] === true,
      isCounted: security.length > 0,
      parameters: parameters.flatMap(({ $ref }) => components.parameters[lastSegment($ref)] ?? []),
      answer: {
        type,
        schema,
        example: examples?.real,
        headers: Object.keys(headers).map((name) => ({ name, ...components.headers[name] })),
      },
      problems: Object.values(responses).flatMap((response) =>
        "$ref" in response ? (components.responses[lastSegment(response.$ref)] ?? []) : [],
      ),
    };
  });
}

/** The part after the last slash: `Hero` of `#/components/schemas/Hero`. */
export function lastSegment(address: string): string {
  return address.slice(address.lastIndexOf("/") + 1);
}
