/**
 * The generators of the guide, one of types, one of schemas and one of another language. `generate`
 * is the command of the guide. `compile` must accept what it made together with our program.
 */
export const CLIENTS = [
  {
    tool: "openapi-typescript",
    language: "TypeScript",
    generate: "npx openapi-typescript openapi.json -o api.ts",
    compile: "npx tsc -p .",
    call: ["node", "program.mjs"],
  },
  {
    tool: "orval",
    language: "TypeScript",
    generate: "npx orval --input openapi.json --output zod.ts --client zod",
    compile: "npx tsc -p .",
    call: ["node", "program.mjs"],
  },
  {
    tool: "quicktype",
    language: "Go",
    needs: "go",
    generate:
      "npx quicktype -s schema 'openapi.json#/components/schemas/' -l go --package main -o api.go",
    compile: "GO111MODULE=off go build -o program .",
    call: ["./program"],
  },
];
