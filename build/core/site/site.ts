/*
 * The format of a site: documents, pages and files while it is made (this file), which path is
 * which file (path-files.ts), its manifest (read-manifest.ts), and its files in a folder or
 * tarball (site-files.ts, tarball-files.ts, codings.ts). Shared by the build and the proxy.
 */
import { MANIFEST_FORMAT, type Manifest } from "../schema/manifest.ts";
import { digestOf, sha256Of } from "./digest.ts";
import { documentFile, pageFile, problemFile } from "./path-files.ts";
import { ManifestError, manifestFault } from "./read-manifest.ts";
import { runSteps } from "./steps.ts";

/** A content of a site, with all files that hold it. */
export type Content = { body: Uint8Array; sha256: string; files: readonly string[] };

/** The content of one file. */
export function singleFile(file: string, body: Uint8Array): Content {
  return { body, sha256: sha256Of(body), files: [file] };
}

/**
 * A site in the making. Each content is handed on as soon as it is made, so that a large site needs
 * little memory.
 */
export class Site {
  readonly documents: Manifest["documents"] = [];
  readonly problems: Manifest["problems"] = [];
  readonly pages: Manifest["pages"] = [];
  readonly hosts: Manifest["hosts"] = [];
  readonly #onContent: (content: Content) => void;
  readonly #owners = new Map<string, string>();
  readonly #json = new Map<string, Buffer>();

  constructor(onContent: (content: Content) => void = () => {}) {
    this.#onContent = onContent;
  }

  /** Adds a document of the API under its canonical path and every other spelling of it. */
  addDocument(path: string, text: string, spellings: readonly string[] = []): void {
    const all = [...new Set([path, ...spellings])];
    const body = Buffer.from(text);
    const digest = this.#add(path, body, all.map(documentFile));
    this.documents.push({ path, spellings: all, file: documentFile(path), ...digest });
    this.#json.set(path, body);
  }

  /** Adds the 404 for paths below `path` that do not resolve. */
  addProblem(path: string, detail: string, text: string): void {
    const file = problemFile(path);
    const digest = this.#add(`the 404 of ${path}`, Buffer.from(text), [file]);
    this.problems.push({ path, detail, file, ...digest });
  }

  /** Adds a page for people. */
  addPage(path: string, text: string): void {
    this.#addBeside(path, pageFile(path), "text/html; charset=utf-8", Buffer.from(text));
  }

  /** Adds any other file outside the API. Its path is its name. */
  addFile(path: string, type: string, content: string | Buffer): void {
    const body = typeof content === "string" ? Buffer.from(content) : content;
    this.#addBeside(path, path.slice(1), type, body);
    if (type === "application/json") this.#json.set(path, body);
  }

  #addBeside(path: string, file: string, type: string, body: Buffer): void {
    this.pages.push({ path, type, file, ...this.#add(path, body, [file]) });
  }

  /** Adds a file that only a host reads. */
  addHostFile(file: string, text: string): void {
    this.hosts.push({ file, ...this.#add("a host's configuration", Buffer.from(text), [file]) });
  }

  /** The text of a JSON file by its path, for pages that quote it. */
  jsonOf(path: string): string | undefined {
    return this.#json.get(path)?.toString();
  }

  /** Frees the memory behind `jsonOf`, a fifth of a site, when no more pages quote JSON. */
  forgetJson(): void {
    this.#json.clear();
  }

  /** Hands a content on. Throws where two contents have one file. */
  #add(owner: string, body: Buffer, files: readonly string[]): { bytes: number; sha256: string } {
    for (const file of files) {
      const other = this.#owners.get(file);
      if (other !== undefined)
        throw new Error(`${owner} and ${other} would both be the file ${file}`);
      this.#owners.set(file, owner);
    }
    const digest = digestOf(body);
    this.#onContent({ body, sha256: digest.sha256, files });
    return digest;
  }

  /** The manifest of the site. Throws where a reader would refuse it. */
  manifest(
    about: Omit<Manifest, "format" | "documents" | "problems" | "pages" | "hosts">,
  ): Manifest {
    const { documents, problems, pages, hosts } = this;
    const lists = { documents, problems, pages, hosts };
    const manifest: Manifest = { format: MANIFEST_FORMAT, ...about, ...lists };
    const fault = runSteps(manifestFault(manifest));
    if (fault !== undefined)
      throw new ManifestError(`cannot build a site from this data: ${fault}`);
    return manifest;
  }
}
