import * as z from "zod";

/** The parts of JSON Schema that the description uses. */
const ShapeSchema = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), ShapeSchema).optional();
  },
  get items() {
    return ShapeSchema.optional();
  },
  get additionalProperties() {
    return ShapeSchema.optional();
  },
  get anyOf() {
    return z.array(ShapeSchema).optional();
  },
  get oneOf() {
    return z.array(ShapeSchema).optional();
  },
});

export type Shape = z.infer<typeof ShapeSchema>;

const RefSchema = z.object({ $ref: z.string() });

const ExampleSchema = z.object({
  summary: z.string(),
  description: z.string().optional(),
  value: z.looseObject({}),
});

const HeadersSchema = z.record(z.string(), RefSchema);

const AnswerSchema = z.object({
  headers: HeadersSchema,
  content: z.record(
    z.string(),
    z.object({ schema: ShapeSchema, examples: z.object({ real: ExampleSchema }).optional() }),
  ),
});

const OperationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.tuple([z.string()]),
  "x-extra": z.boolean().optional(),
  parameters: z.array(RefSchema).optional(),
  security: z.array(z.unknown()),
  responses: z.object({ 200: AnswerSchema }).catchall(z.unknown()),
});

const ParameterSchema = z.object({
  name: z.string(),
  in: z.enum(["path", "query"]),
  required: z.boolean(),
  description: z.string(),
  schema: ShapeSchema,
  example: z.string(),
});

const ProblemResponseSchema = z.object({
  description: z.string(),
  headers: HeadersSchema,
  content: z.object({
    "application/problem+json": z.object({
      example: z.looseObject({ status: z.int(), title: z.string(), type: z.string() }),
    }),
  }),
});

/** The parts of `/v1/openapi.json` that the pages show. */
const DescriptionSchema = z.object({
  info: z.object({ description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.object({ get: OperationSchema })),
  components: z.object({
    schemas: z.record(z.string(), ShapeSchema),
    parameters: z.record(z.string(), ParameterSchema),
    headers: z.record(z.string(), z.object({ description: z.string() })),
    responses: z.record(z.string(), ProblemResponseSchema),
    securitySchemes: z.record(z.string(), z.object({ description: z.string() })),
  }),
});

export type Description = z.infer<typeof DescriptionSchema>;
export type DescribedOperation = z.infer<typeof OperationSchema> & { path: string };
export type Parameter = z.infer<typeof ParameterSchema>;
export type Example = z.infer<typeof ExampleSchema>;
export type ProblemResponse = z.infer<typeof ProblemResponseSchema>;

/** Parses the text of the description. Throws if a part that the pages show is missing. */
export function parseDescription(text: string): Description {
  return DescriptionSchema.parse(JSON.parse(text));
}

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
  return Object.values(responses).flatMap((response) => {
    const reference = RefSchema.safeParse(response);
    return reference.success ? [componentAt(reference.data.$ref, components.responses)] : [];
  });
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
