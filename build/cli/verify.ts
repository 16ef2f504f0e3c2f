import type { Command } from "commander";
import { SIGNATURE_FILE, verifyManifest } from "../core/site/manifest-signature.ts";
import { openSiteFiles } from "../core/site/site-files.ts";
import { verifySite } from "../core/site/verify-site.ts";
import { hostFiles } from "../generator/hosts/host-files.ts";
import { KEY_HELP, readPublicKey } from "./terminal/stored-site.ts";
import { appendTo, count, InputError, print } from "./terminal/terminal.ts";

/** `gamedata verify`. */
export function addVerifyCommand(program: Command): void {
  program
    .command("verify")
    .description("compare every file of a site with its manifest")
    .argument("<site>", "a site folder or a tarball")
    .option("--key <public>", KEY_HELP, appendTo)
    .action(verify);
}

/** Reports where a site differs from its manifest. */
function verify(site: string, { key }: { key?: string[] }) {
  const { files, missing, extra, altered } = verifySite(site, hostFiles);
  const lines = [
    ...missing.map((file) => `missing  ${file}`),
    ...extra.map((file) => `extra    ${file}`),
    ...altered.map((file) => `altered  ${file}`),
  ];
  const signed = key === undefined ? "" : `, ${signatureLine(site, key)}`;
  if (lines.length > 0)
    throw new InputError(
      `${lines.join("\n")}\n${site}: ${lines.length} ` +
        `${lines.length === 1 ? "file does" : "files do"} not match the manifest`,
    );
  print(`${site}: ${count(files)} files match the manifest${signed}`);
}

/** Verifies the signature of a site's manifest, and says when it was made. */
function signatureLine(site: string, keys: readonly string[]) {
  const files = openSiteFiles(site);
  const manifest = files.read("manifest.json") ?? Buffer.alloc(0);
  const signature = files.read(SIGNATURE_FILE)?.toString();
  if (signature === undefined) throw new InputError(`${site} has no ${SIGNATURE_FILE}`);
  const { seconds } = verifyManifest(manifest, signature, keys.map(readPublicKey));
  const time = seconds === undefined ? "" : ` on ${new Date(seconds * 1000).toISOString()}`;
  return `which was signed by ${keys.length > 1 ? "one of the keys" : "the key"}${time}`;
}
