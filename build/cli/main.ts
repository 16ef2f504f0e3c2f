#!/usr/bin/env node
import { runProgram } from "./program.ts";
import { optimizeLess } from "./terminal/optimizing.ts";

// A reader that stops reading, such as head, is not a fault.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

// Faults name the lines of the sources. Only what is loaded from here on has them.
process.setSourceMapsEnabled(true);
if (process.argv[2] !== "serve") optimizeLess();
const exitCode = await runProgram(process.argv.slice(2), process);
if (exitCode !== 0) process.exitCode = exitCode;
