import { readFileSync, statSync } from "node:fs";
import { KeyFileError } from "./key-file.ts";

/** The text of a key file. Throws `KeyFileError` where the file is missing, or is a device. */
export function readKeyFile(path: string): string {
  try {
    const about = statSync(path);
    if (!about.isFile() && !about.isDirectory())
      throw new KeyFileError(`${path} is not a regular file; pass the path of a key file`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code === "ENOENT")
      throw new KeyFileError(`${path}: no such file; create it with gamedata keys issue`);
    throw Object.assign(error, { path }); // the system's error of a folder does not name it
  }
}
