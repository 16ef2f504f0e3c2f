import { fchmodSync, fchownSync, type Stats } from "node:fs";

/** The new file would belong to somebody else than the old one; the message says what to do. */
export class OwnerError extends Error {}

/** What a file is replaced by keeps its mode, owner and group. */
export type KeepOwner =
  /** Throws `OwnerError` where this user cannot give files away. */
  | "always"
  /** Leaves the file with this user where it cannot be given away. */
  | "if possible";

/** Gives an open file the mode, owner and group of the one at `path` that it will replace. */
export function keepAttributes(file: number, path: string, old: Stats, keepOwner: KeepOwner): void {
  if (!giveAway(file, old) && keepOwner === "always") {
    throw new OwnerError(
      `${path}: belongs to user ${old.uid} and group ${old.gid}, and this user cannot give a ` +
        "new file to them; nothing was changed, run the command as its owner or as root",
    );
  }
  fchmodSync(file, old.mode & 0o777); // after the owner, whose change may take bits away
}

/** Whether the file has that owner and group now. */
function giveAway(file: number, { uid, gid }: Stats): boolean {
  try {
    fchownSync(file, uid, gid);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EPERM") return false;
    throw error;
  }
}
