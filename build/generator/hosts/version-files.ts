import type { Manifest, SiteFacts } from "../../core/schema/manifest.ts";
import { safetyHeadersOf } from "../../core/schema/safety-headers.ts";
import type { Versions } from "../../core/schema/versions.ts";
import { VERSION_SOURCE } from "../../core/schema/versions.ts";
import { HEADERS, TYPES } from "./answer-headers.ts";
import { caddySite } from "./caddy.ts";
import { nginxHttp, nginxServer } from "./nginx.ts";
import { NOT_FOUND_PAGE } from "./rules.ts";

/** The header in which the public server passes the version on to the server of sites. */
const VERSION_HEADER = "Gamedata-Version";

/** The files above all versions, with their media types. */
const ABOVE = [
  { path: "/versions", file: "/index.html", type: TYPES.html },
  { path: "/versions.json", file: "/versions.json", type: TYPES.json },
];

/**
 * The files for web servers above versions that are side by side. A public server passes each
 * request on to a local server of sites, which has the newest version's ordinary configuration. A
 * path without a version leads to the newest one. Caches may keep what is below a version for ever.
 */
export function versionFiles(
  { latest }: Pick<Versions, "latest">,
  newest: Manifest,
): { file: string; body: string }[] {
  const facts = factsOfEach(newest);
  return [
    { file: "hosts/nginx/http.conf", body: `${nginxHttp(facts)}\n${nginxMaps(latest)}` },
    { file: "hosts/nginx/server.conf", body: nginxServer(facts) },
    { file: "hosts/nginx/versions.conf", body: nginxVersions() },
    { file: "hosts/site.caddyfile", body: caddySite(facts) },
    { file: "hosts/versions.caddyfile", body: caddyVersions(latest) },
  ];
}

/**
 * The facts that hold for every version. Other names are left out, because `Content-Location` and
 * redirects would lead out of the version.
 */
function factsOfEach({ hosts: _, ...facts }: Manifest): SiteFacts {
  return {
    ...facts,
    documents: facts.documents.map((document) => ({ ...document, spellings: [document.path] })),
    pages: facts.pages.filter(({ path }) => path !== NOT_FOUND_PAGE),
  };
}

function nginxMaps(latest: string): string {
  return `# The version that a path names, and the path below it.
map $request_uri $gamedata_version { default "${latest}"; "~^/(?<gamedata_named>${VERSION_SOURCE})/" $gamedata_named; }
map $request_uri $gamedata_target { default $request_uri; "~^/${VERSION_SOURCE}(?<gamedata_below>/.*)$" $gamedata_below; }
map "$request_uri $upstream_http_cache_control" $gamedata_life {
    default $upstream_http_cache_control;
    "~^/${VERSION_SOURCE}/.* public" "${HEADERS.immutable}";
}
# The folder of a version, for the server of sites.
map $http_gamedata_version $gamedata_folder { default "${latest}"; "~^(?<gamedata_asked>${VERSION_SOURCE})$" $gamedata_asked; }
`;
}

function nginxVersions(): string {
  const headers = (type: string) =>
    Object.entries(headersAbove(type))
      .map(([name, value]) => ` add_header ${name} "${value.replaceAll('"', '\\"')}" always;`)
      .join("");
  const above = ABOVE.map(
    ({ path, file, type }) =>
      `location = ${path} { types { } default_type "${type}"; expires off; gzip_static on;` +
      ` if_modified_since off; add_header Last-Modified "";` +
      `${headers(type)} try_files ${file} =404; }`,
  );
  return `# For the public server block of nginx, whose root is the folder of the versions.
# \`set $gamedata_sites http://127.0.0.1:PORT;\` above the include says where the server of sites is.
${above.join("\n")}
location / {
    proxy_pass $gamedata_sites$gamedata_target;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header ${VERSION_HEADER} $gamedata_version;
    proxy_hide_header Cache-Control;
    add_header Cache-Control $gamedata_life always;
}
`;
}

function caddyVersions(latest: string): string {
  const above = ABOVE.map(({ path, file, type }) => {
    const headers = { ...headersAbove(type), "Content-Type": type };
    const lines = Object.entries(headers).map(([name, value]) => `\t\theader ${name} \`${value}\``);
    return `	handle ${path} {
${lines.join("\n")}
		rewrite * ${file}
		header -Last-Modified
		file_server {
			precompressed br gzip
		}
	}`;
  });
  const passedOn = (
    version: string,
    more: string,
  ) => `		reverse_proxy {http.vars.gamedata_sites} {
			header_up ${VERSION_HEADER} ${version}${more}
			transport http {
				compression off
			}
		}`;
  return `# For the block of the public site of Caddy, whose root is the folder of the versions.
# \`vars gamedata_sites 127.0.0.1:PORT\` beside the import says where the site with site.caddyfile is.
route {
${above.join("\n")}
	@version path_regexp gamedata_version ^/(${VERSION_SOURCE})/
	handle @version {
		uri strip_prefix /{re.gamedata_version.1}
${passedOn("{re.gamedata_version.1}", `\n\t\t\theader_down Cache-Control "^public.*" "${HEADERS.immutable}"`)}
	}
	handle {
${passedOn(latest, "")}
	}
}
`;
}

/** The headers of a file above the versions, except its media type. */
function headersAbove(type: string): Record<string, string> {
  const own = { "Cache-Control": HEADERS.cached, ...safetyHeadersOf(type) };
  return { ...HEADERS.common, ...HEADERS.vary, ...own };
}
