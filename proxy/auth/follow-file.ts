import { type BigIntStats, stat, statSync } from "node:fs";

/**
 * Looks at a file every `pollMs`, and calls `onChange` when it has changed, until the returned
 * function is called. No change after this call is missed. Node's own `watchFile` takes its first
 * look later, so it misses what changes before that look.
 */
export function followFile(path: string, pollMs: number, onChange: () => void): () => void {
  let seen = identityNow(path);
  let isOver = false;
  let timer: NodeJS.Timeout;
  const look = () =>
    stat(path, { bigint: true }, (_error, stats) => {
      if (isOver) return;
      const found = identityOf(stats);
      wait();
      if (found === seen) return;
      seen = found;
      onChange();
    });
  const wait = () => {
    timer = setTimeout(look, pollMs).unref();
  };
  wait();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

function identityNow(path: string): string | undefined {
  try {
    return identityOf(statSync(path, { bigint: true }));
  } catch {
    return undefined; // as if it were away: when it can be looked at, it has changed
  }
}

/** What is another one after each change of a file, its owner or its rights. */
function identityOf(stats: BigIntStats | undefined): string | undefined {
  return stats && [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(" ");
}
