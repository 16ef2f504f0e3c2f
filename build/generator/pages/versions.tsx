import type { Version, Versions } from "../../core/schema/versions.ts";
import { capital, count } from "./explorer/format.ts";
import { Day } from "./explorer/parts/time.tsx";
import { type Page, renderPage } from "./layout.tsx";

/** The page above all versions. Its style and its menu are those of the newest one. */
export function versionsMarkup(versions: Versions): string {
  const { baseUrl } = versions;
  return renderPage(versionsPage(versions), { baseUrl, imageOrigin: undefined });
}

function versionsPage({ versions, latest }: Versions): Page {
  return {
    path: "/versions",
    title: "Versions",
    description:
      `The game as of ${count(versions.length, "patch", "patches")}, each with an address that ` +
      "never changes.",
    root: `${latest}/`,
    isUnlisted: true,
    children: (
      <>
        <h1>Versions</h1>
        <p class="lead">
          The whole reference as of {count(versions.length, "patch", "patches")}, side by side. The
          files below an address never change. When an older state is corrected, it gets a new
          address. <a href="versions.json">versions.json</a> lists the current address.
        </p>
        <ol class="timeline">
          {versions.map((version) => (
            <Line key={version.version} version={version} isLatest={version.version === latest} />
          ))}
        </ol>
      </>
    ),
  };
}

function Line({ version: of, isLatest }: { version: Version; isLatest: boolean }) {
  const { version, patch, name, kind, files, bytes, manifest } = of;
  return (
    <li>
      <p class="label">
        <Day date={patch.slice(0, 10)} />
        <br />
        {isLatest ? "Latest" : capital(kind)}
      </p>
      <div>
        <h3>
          <a href={`${version}/`}>{name}</a>
        </h3>
        <p>
          <code>{version}</code>
        </p>
        <p class="small soft">
          {files.toLocaleString("en")} files, {(bytes / 1e6).toFixed(1)} MB. SHA-256 of the
          manifest: <code>{manifest.sha256.slice(0, 16)}…</code>
        </p>
      </div>
    </li>
  );
}
