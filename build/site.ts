import { digestOf } from "./digest.ts";
import { MANIFEST_FORMAT, type Manifest } from "./schema/manifest.ts";

/** One distinct content of the site and the file its canonical path is. */
export type Entry = { path: string; file: string; body: Buffer };

/** A document of the API: `spellings` are all paths that answer with it, percent-decoded, the canonical one first. */
export type DocumentEntry = Entry & { spellings: string[] };

/** What answers to paths below `path` that do not resolve; `detail` is what it tells. */
export type ProblemEntry = Entry & { detail: string };

/** A file outside the API, with its media type. */
export type FileEntry = Entry & { type: string };

/** The whole site in memory: path -> bytes. Two outputs for one file are an error. */
export class Site {
  readonly documents: DocumentEntry[] = [];
  readonly problems: ProblemEntry[] = [];
  readonly pages: FileEntry[] = [];
  readonly hosts: { file: string; body: Buffer }[] = [];
  readonly #files = new Map<string, string>();

  /** A document of the API under its canonical path and every other spelling of it. */
  addDocument(path: string, body: string, spellings: readonly string[] = []): void {
    const all = [...new Set([path, ...spellings])];
    for (const spelling of all) this.#claim(documentFile(spelling), path);
    this.documents.push({ path, file: documentFile(path), body: Buffer.from(body), spellings: all });
  }

  /** The problem that answers a path below `path` that does not resolve. */
  addProblem(path: string, detail: string, body: string): void {
    const file = path === "/" ? "404.json" : `${path.slice(1)}/404.json`;
    this.#claim(file, `the 404 of ${path}`);
    this.problems.push({ path, detail, file, body: Buffer.from(body) });
  }

  /** A page for people. */
  addPage(path: string, body: string): void {
    const file = path === "/" ? "index.html" : `${path.slice(1)}.html`;
    this.#addOutsideApi(path, file, "text/html; charset=utf-8", body);
  }

  /** Any other file outside the API; its path is its name. */
  addFile(path: string, type: string, body: string | Buffer): void {
    this.#addOutsideApi(path, path.slice(1), type, body);
  }

  /** A file that only a host reads. */
  addHostFile(file: string, body: string): void {
    this.#claim(file, "a host's configuration");
    this.hosts.push({ file, body: Buffer.from(body) });
  }

  #addOutsideApi(path: string, file: string, type: string, body: string | Buffer): void {
    this.#claim(file, path);
    this.pages.push({ path, type, file, body: typeof body === "string" ? Buffer.from(body) : body });
  }

  #claim(file: string, owner: string): void {
    const other = this.#files.get(file);
    if (other !== undefined) throw new Error(`${owner} and ${other} would both be the file ${file}`);
    this.#files.set(file, owner);
  }

  /** Every distinct content, with all files that hold it. */
  *contents(): Generator<{ body: Buffer; files: string[] }> {
    for (const { body, spellings } of this.documents) yield { body, files: spellings.map(documentFile) };
    for (const { body, file } of [...this.problems, ...this.pages, ...this.hosts]) yield { body, files: [file] };
  }

  manifest(about: Pick<Manifest, "game" | "patch" | "version" | "baseUrl" | "assetsUrl" | "compression">): Manifest {
    return {
      format: MANIFEST_FORMAT,
      ...about,
      documents: this.documents.map(({ path, spellings, file, body }) => ({
        path,
        spellings,
        file,
        ...digestOf(body),
      })),
      problems: this.problems.map(({ path, detail, file, body }) => ({
        path,
        detail,
        file,
        ...digestOf(body),
      })),
      pages: this.pages.map(({ path, type, file, body }) => ({ path, type, file, ...digestOf(body) })),
      hosts: this.hosts.map(({ file, body }) => ({ file, ...digestOf(body) })),
    };
  }
}

/** The one rule of the site: the API path `/P` is the file `P.json`. The description's own path ends in `.json` already. */
export function documentFile(path: string): string {
  return path.endsWith(".json") ? path.slice(1) : `${path.slice(1)}.json`;
}
