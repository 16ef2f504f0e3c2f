#!/usr/bin/env node
import { runProgram } from "./program.ts";
import { optimizeLess } from "./terminal/optimizing.ts";

// A reader that stops reading, such as head, is not a fault. A full disk is.
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== "EPIPE") process.stderr.write(`standard output cannot be written: ${message}\n`);
  process.exit(code === "EPIPE" ? 0 : 1);
});

// Faults name the lines of the sources. Only what is loaded from here on has them.
process.setSourceMapsEnabled(true);
if (process.argv[2] !== "serve") optimizeLess();
const exitCode = await runProgram(process.argv.slice(2), process);
if (exitCode !== 0) process.exitCode = exitCode;
