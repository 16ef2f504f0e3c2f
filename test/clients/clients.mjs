/**
 * What is generated and called: `generate` makes it, `compile` must accept it, `call` prints what
 * the service says. `needs` are programs that Debian has.
 */
const BIN = "node_modules/.bin";
const NEWER = "generated/openapi.json";
const OLDER = "generated/openapi-3.0.json";

const UP = "../..";
const GENERATOR = "node_modules/@openapitools/openapi-generator-cli/bin/openapi-generator.jar";

/** What Debian's packages bring. */
const JACKSON = ["annotations", "core", "databind"]
  .map((part) => `/usr/share/java/jackson-${part}.jar`)
  .join(":");
const JSON_NET = "/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll";

const typescript = (name, generate) => ({
  tool: name,
  language: "TypeScript",
  generate,
  compile: `${BIN}/tsc -p generated/${name}.json`,
  call: (base) => ["node", `generated/${name}/program.mjs`, base],
});

/** Types of all documents, made of their JSON Schema, in a folder where `compile` is run. */
const quicktype = (language, options, { needs, file, compile, call }) => {
  const folder = `generated/quicktype-${language}`;
  return {
    tool: "quicktype",
    language,
    needs,
    generate:
      `mkdir -p ${folder} && ` +
      `${BIN}/quicktype -s schema generated/site.json -t Site ${options} -o ${folder}/${file}`,
    compile: `cd ${folder} && ${compile}`,
    call: call ?? ((base) => [`${folder}/client`, base]),
  };
};

export const CLIENTS = [
  typescript(
    "openapi-typescript",
    `${BIN}/openapi-typescript ${NEWER} -o generated/openapi-typescript/api.ts`,
  ),
  typescript(
    "hey-api",
    `${BIN}/openapi-ts -i ./${NEWER} -o generated/hey-api -c @hey-api/client-fetch`,
  ),
  typescript("orval", `${BIN}/orval --config orval.config.cjs`),
  typescript("kubb", `${BIN}/kubb generate --config kubb.config.mjs`),
  typescript(
    "swagger-typescript-api",
    `${BIN}/swagger-typescript-api generate -p ${NEWER} ` +
      "-o generated/swagger-typescript-api -n api.ts --generate-union-enums",
  ),
  typescript(
    "openapi-zod-client",
    "mkdir -p generated/openapi-zod-client && " +
      `${BIN}/openapi-zod-client ${OLDER} ` +
      "-o generated/openapi-zod-client/api.ts --export-schemas",
  ),
  quicktype("Python", "-l python --python-version 3.7", {
    needs: ["python3"],
    file: "documents.py",
    compile: "python3 -m py_compile documents.py",
    call: (base) => ["python3", "programs/quicktype.py", base, "generated/quicktype-Python"],
  }),
  quicktype("Go", "-l go --package main", {
    needs: ["go"],
    file: "site.go",
    compile: `cp ${UP}/programs/quicktype.go main.go && GO111MODULE=off go build -o client .`,
  }),
  quicktype("Java", "-l java --package facts --datetime-provider legacy", {
    needs: ["javac", "Jackson"],
    file: "Site.java",
    // Its Converter.java does not know what Debian's Jackson throws; the types only are read by
    // Jackson.
    compile:
      "rm Converter.java && " +
      `javac -cp ${JACKSON} -d . *.java ${UP}/programs/QuicktypeProgram.java`,
    call: (base) => [
      "java",
      "-cp",
      `${JACKSON}:generated/quicktype-Java`,
      "facts.QuicktypeProgram",
      base,
    ],
  }),
  quicktype("C#", "-l csharp --framework NewtonSoft --csharp-version 5 --namespace Facts", {
    needs: ["mcs", "mono", "Newtonsoft.Json"],
    file: "Site.cs",
    compile:
      `cp ${JSON_NET} . && ` +
      `mcs -out:client.exe -r:Newtonsoft.Json.dll Site.cs ${UP}/programs/quicktype.cs`,
    call: (base) => ["mono", "generated/quicktype-C#/client.exe", base],
  }),
  quicktype("Rust", "-l rust --visibility public", {
    needs: ["cargo", "serde"],
    file: "site.rs",
    compile:
      "mkdir -p src .cargo && mv site.rs src && " +
      `cp ${UP}/programs/quicktype.rs src/main.rs && cp ${UP}/programs/Cargo.toml . && ` +
      `cp ${UP}/programs/cargo-config.toml .cargo/config.toml && ` +
      "cargo build --quiet --offline && cp target/debug/client client",
  }),
  {
    tool: "openapi-generator",
    language: "Python",
    reads: "/v1/", // 5.0.0-beta2 cannot read `anyOf`, which other documents have
    needs: ["java", "python3"],
    generate:
      `java -XX:TieredStopAtLevel=1 -jar ${GENERATOR} generate -g python -i ${OLDER} ` +
      "-o generated/openapi-generator --additional-properties=packageName=facts",
    compile: "python3 -m compileall -q generated/openapi-generator/facts",
    call: (base) => [
      "python3",
      "programs/openapi-generator.py",
      base,
      "generated/openapi-generator",
    ],
  },
];

/** Libraries that generated clients need, by a file of their Debian package. */
export const LIBRARIES = {
  Jackson: "/usr/share/java/jackson-databind.jar",
  "Newtonsoft.Json": "/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll",
  serde: "/usr/share/doc/librust-serde-json-dev",
};

/**
 * Judges of the descriptions; each must find nothing. Redocly is asked in the test of the
 * description.
 */
export const JUDGES = [NEWER, OLDER].map((file) => ({
  name: `Spectral, ${file.replace("generated/", "")}`,
  command: `${BIN}/spectral lint --fail-severity hint -r spectral.yaml ${file}`,
}));
