/** What is generated and called: `generate` makes it, `compile` must accept it, `call` prints what the service says. */
const BIN = "node_modules/.bin";
const NEWER = "generated/openapi.json";
const OLDER = "generated/openapi-3.0.json";

const typescript = (name, openapi, generate) => ({
  tool: name,
  language: "TypeScript",
  openapi,
  generate,
  compile: `${BIN}/tsc -p generated/${name}.json`,
  call: (base) => ["node", `generated/${name}/program.mjs`, base],
});

export const CLIENTS = [
  typescript(
    "openapi-typescript",
    "3.1",
    `${BIN}/openapi-typescript ${NEWER} -o generated/openapi-typescript/api.ts`,
  ),
  typescript(
    "hey-api",
    "3.1",
    `${BIN}/openapi-ts -i ./${NEWER} -o generated/hey-api -c @hey-api/client-fetch`,
  ),
  typescript("orval", "3.1", `${BIN}/orval --config orval.config.cjs`),
  typescript("kubb", "3.1", `${BIN}/kubb generate --config kubb.config.mjs`),
  typescript(
    "swagger-typescript-api",
    "3.1",
    `${BIN}/swagger-typescript-api generate -p ${NEWER} -o generated/swagger-typescript-api -n api.ts --generate-union-enums`,
  ),
  typescript(
    "openapi-zod-client",
    "3.0",
    `mkdir -p generated/openapi-zod-client && ${BIN}/openapi-zod-client ${OLDER} -o generated/openapi-zod-client/api.ts --export-schemas`,
  ),
  {
    tool: "quicktype",
    language: "Python",
    openapi: "3.1",
    generate: `mkdir -p generated/python && ${BIN}/quicktype -s schema generated/hero.json -t Hero -l python --python-version 3.7 -o generated/python/hero.py`,
    compile: "python3 -m py_compile generated/python/hero.py",
    call: (base) => ["python3", "programs/quicktype.py", base, "generated/python"],
  },
  {
    tool: "quicktype",
    language: "Go",
    openapi: "3.1",
    generate: `mkdir -p generated/go && ${BIN}/quicktype -s schema generated/hero.json -t Hero -l go --package main -o generated/go/hero.go`,
    compile:
      "cp programs/quicktype.go generated/go/main.go && cd generated/go && GO111MODULE=off go build -o client .",
    call: (base) => ["generated/go/client", base],
  },
];

/** Judges of the descriptions; each must find nothing. */
export const JUDGES = [
  `${BIN}/spectral lint --fail-severity hint -r spectral.yaml ${NEWER}`,
  `${BIN}/spectral lint --fail-severity hint -r spectral.yaml ${OLDER}`,
  `${BIN}/redocly lint --config redocly.yaml --max-problems 50 ${NEWER}`,
  `${BIN}/redocly lint --config redocly.yaml --max-problems 50 ${OLDER}`,
];
