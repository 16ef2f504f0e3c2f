import picomatch from "picomatch";
import type { SourcesFile } from "../../core/schema/game.ts";

/**
 * Finds the family of an address: sources of one family copy each other, so they are one witness.
 * An address of no listed family is its own: its repository on GitHub, else its host.
 */
export function createFamilies(families: SourcesFile["families"]): (url: string) => string {
  const listed = families.map(({ name, sources }) => ({
    name,
    matches: picomatch(sources.map((source) => `${source}{,/**}`)),
  }));
  return (url) => {
    const address = url.replace(/^https?:\/\//, "").replace(/\/$/, "");
    const [host = "", owner, repository] = address.split("/");
    const own = host === "github.com" ? `${owner}/${repository}` : host;
    return listed.find(({ matches }) => matches(address))?.name ?? own;
  };
}
