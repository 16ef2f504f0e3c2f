/*
 * The format of a site: documents, pages and files while it is made (this file), which path is
 * which file (path-files.ts), its manifest (read-manifest.ts), and its files in a folder or
 * tarball (site-files.ts, tarball-files.ts, codings.ts). Shared by the build and the proxy.
 */
import { ManifestError } from "../errors.ts";
import { MANIFEST_FORMAT, type Manifest } from "../schema/manifest.ts";
import { digestOf, sha256Of } from "./digest.ts";
import { documentFile, pageFile, problemFile } from "./path-files.ts";
import { manifestFault } from "./read-manifest.ts";
import { runSteps } from "./steps.ts";

/** A content of a site, with all files that hold it. */
export type Content = { body: Uint8Array; sha256: string; files: readonly string[] };

/** The content of one file. */
export function singleFile(file: string, body: Uint8Array): Content {
  return { body, sha256: sha256Of(body), files: [file] };
}

/** A JSON document: its value, and the text that a site has of it. */
export type JsonDocument = { value: object; text: string };

/** A content, or what makes it when it is asked for. */
type Making = string | Buffer | (() => string | Buffer | JsonDocument);

/** A file of a site: whose it is, its media type, and what makes its body. */
type File = { owner: string; type: string; make: () => Buffer };

/**
 * A site in the making: a table of its files, each of which is made when it is asked for. A content
 * is handed on as soon as it is made, so that a large site needs little memory.
 */
export class Site {
  readonly documents: Manifest["documents"] = [];
  readonly problems: Manifest["problems"] = [];
  readonly pages: Manifest["pages"] = [];
  readonly hosts: Manifest["hosts"] = [];
  /** The documents in the order in which they were added, whether they are made or not. */
  readonly outline: Pick<Manifest["documents"][number], "path" | "spellings">[] = [];
  /** The paths of the pages for people. */
  readonly pagePaths: string[] = [];
  readonly #onContent: (content: Content) => void;
  readonly #files = new Map<string, File>();
  /** The values of documents by file, until everything is made. */
  readonly #values = new Map<string, object>();
  #unmade: (() => void)[] = [];

  constructor(onContent: (content: Content) => void = () => {}) {
    this.#onContent = onContent;
  }

  /** Adds a document of the API under its canonical path and every other spelling of it. */
  addDocument(path: string, content: Making, spellings: readonly string[] = []): void {
    const all = [...new Set([path, ...spellings])];
    this.outline.push({ path, spellings: all });
    const about = { path, spellings: all, file: documentFile(path) };
    this.#add(path, "application/json", content, all.map(documentFile), (digest) =>
      this.documents.push({ ...about, ...digest }),
    );
  }

  /** Adds the 404 for paths below `path` that do not resolve. */
  addProblem(path: string, detail: string, content: Making): void {
    const file = problemFile(path);
    const owner = `the 404 of ${path}`;
    this.#add(owner, "application/problem+json", content, [file], (digest) =>
      this.problems.push({ path, detail, file, ...digest }),
    );
  }

  /** Adds a page for people. */
  addPage(path: string, content: Making): void {
    this.pagePaths.push(path);
    this.#addBeside(path, pageFile(path), "text/html; charset=utf-8", content);
  }

  /** Adds any other file outside the API. Its path is its name. */
  addFile(path: string, type: string, content: Making): void {
    this.#addBeside(path, path.slice(1), type, content);
  }

  #addBeside(path: string, file: string, type: string, content: Making): void {
    this.#add(path, type, content, [file], (digest) =>
      this.pages.push({ path, type, file, ...digest }),
    );
  }

  /** Adds a file that only a host reads. */
  addHostFile(file: string, content: Making): void {
    this.#add("a host's configuration", "text/plain", content, [file], (digest) =>
      this.hosts.push({ file, ...digest }),
    );
  }

  /** Adds a content. Throws where another one has the same file. */
  #add(
    owner: string,
    type: string,
    content: Making,
    files: readonly string[],
    list: (digest: { bytes: number; sha256: string }) => void,
  ): void {
    const [first = ""] = files;
    const make = () => {
      const made = typeof content === "function" ? content() : content;
      if (typeof made === "string") return Buffer.from(made);
      if (!("value" in made)) return made;
      this.#values.set(first, made.value);
      return Buffer.from(made.text);
    };
    for (const file of files) {
      const other = this.#files.get(file)?.owner;
      if (other !== undefined)
        throw new ManifestError(`${owner} and ${other} would both be the file ${file}`);
      this.#files.set(file, { owner, type, make });
    }
    this.#unmade.push(() => {
      const body = make();
      const digest = digestOf(body);
      this.#onContent({ body, sha256: digest.sha256, files });
      list(digest);
    });
  }

  /** Makes one file now, without the others. Undefined where the site has no such file. */
  read(file: string): { type: string; body: Buffer } | undefined {
    const found = this.#files.get(file);
    return found && { type: found.type, body: found.make() };
  }

  /**
   * The value of a JSON document by its path: what was checked and written, which all its readers
   * share. Undefined where the site has none.
   */
  documentAt(path: string): object | undefined {
    const file = documentFile(path);
    if (!this.#values.has(file)) this.read(file);
    return this.#values.get(file);
  }

  /** Makes everything that is not made yet, in the order in which it was added. */
  makeAll(): void {
    const unmade = this.#unmade;
    this.#unmade = [];
    for (const make of unmade) make();
    this.#values.clear();
  }

  /** Makes everything, and returns the manifest. Throws where a reader would refuse it. */
  manifest(
    about: Omit<Manifest, "format" | "documents" | "problems" | "pages" | "hosts">,
  ): Manifest {
    this.makeAll();
    const { documents, problems, pages, hosts } = this;
    const lists = { documents, problems, pages, hosts };
    const manifest: Manifest = { format: MANIFEST_FORMAT, ...about, ...lists };
    const fault = runSteps(manifestFault(manifest));
    if (fault !== undefined)
      throw new ManifestError(`cannot build a site from this data: ${fault}`);
    return manifest;
  }
}
