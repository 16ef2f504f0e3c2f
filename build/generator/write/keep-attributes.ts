import { fchmodSync, fchownSync, type Stats } from "node:fs";
import { ExpectedError } from "../../core/expected-error.ts";

/** The new file would have another owner than the old one. The message says what to do. */
export class OwnerError extends ExpectedError {}

/** How a new file keeps the owner and group of the file that it replaces. */
export type KeepOwner =
  /** `keepAttributes` throws `OwnerError` where this user cannot give files away. */
  | "always"
  /** The file stays with this user where it cannot be given away. */
  | "if possible";

/** Gives an open file the mode, owner and group of the one at `path` that it will replace. */
export function keepAttributes(file: number, path: string, old: Stats, keepOwner: KeepOwner): void {
  if (!giveAway(file, old) && keepOwner === "always") {
    throw new OwnerError(
      `${path}: belongs to user ${old.uid} and group ${old.gid}, and this user cannot give a ` +
        "new file to them; nothing was changed; run the command as its owner or as root",
    );
  }
  fchmodSync(file, old.mode & 0o777); // comes last, since a change of the owner can clear bits
}

/** Gives a file to an owner and group. Returns whether this user could do it. */
function giveAway(file: number, { uid, gid }: Stats): boolean {
  try {
    fchownSync(file, uid, gid);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EPERM") return false;
    throw error;
  }
}
