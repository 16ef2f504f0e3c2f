import { packageVersion } from "../core/package.ts";
import { BaseUrlSchema, printableAddress } from "../core/schema/base-url.ts";
import { UrlSchema } from "../core/schema/values.ts";
import { dataVersion } from "./maintain/git.ts";
import { count, InputError } from "./terminal/terminal.ts";

/** The default of `BASE_URL`. */
export const DEFAULT_BASE_URL = "http://127.0.0.1:8080";

/**
 * Reads `BASE_URL`, `ASSETS_URL`, `KEY_SETTINGS_URL`, `DATA_REPOSITORY_URL`, `GAMEDATA_VERSION`,
 * `ANONYMOUS_LIMIT` and `RATE_WINDOW_SECONDS`. An empty variable counts as not set. Throws
 * `InputError` with a line for each that cannot be used.
 */
export function readBuildSettings(env: NodeJS.ProcessEnv, dataDir: string) {
  const problems: string[] = [];
  const refuse = (name: string, given: string, expected: string) =>
    problems.push(`${name}: ${JSON.stringify(printableAddress(given))} is not ${expected}`);
  const address = (name: string, fallback: string): string => {
    const given = env[name] || fallback;
    const parsed = BaseUrlSchema.safeParse(given);
    if (!parsed.success)
      refuse(
        name,
        given,
        "an address; expected an absolute http or https address without query, such as " +
          "https://gamedata.example.org",
      );
    return parsed.data ?? fallback;
  };
  const whole = (name: string): number => {
    const given = env[name] || "60";
    if (!/^[1-9]\d*$/.test(given)) refuse(name, given, "a whole number of 1 or more");
    return Number(given);
  };
  const baseUrl = address("BASE_URL", DEFAULT_BASE_URL);
  const assetsUrl = address("ASSETS_URL", `${baseUrl}/assets`);
  const repository = env["DATA_REPOSITORY_URL"] ? address("DATA_REPOSITORY_URL", "") : undefined;
  const keySettings = env["KEY_SETTINGS_URL"] || undefined;
  if (keySettings !== undefined && !isPublicAddress(keySettings))
    refuse(
      "KEY_SETTINGS_URL",
      keySettings,
      "an address; expected an absolute http or https address without a password, such as " +
        "https://example.org/settings/keys",
    );
  const requests = whole("ANONYMOUS_LIMIT");
  const seconds = whole("RATE_WINDOW_SECONDS");
  if (problems.length > 0) throw new InputError(problems.join("\n"));
  const window = seconds === 60 ? "a minute" : `in ${seconds} seconds`;
  return {
    baseUrl,
    assetsUrl,
    /** Address of the public data folder, to which pages link for corrections. */
    repository,
    /** Where personal API keys are issued. */
    keySettings,
    /** What the proxy serves without a key, `60 requests a minute`. */
    withoutKey: `${count(requests)} requests ${window}`,
    hasImages: Boolean(env["ASSETS_URL"]),
    version: env["GAMEDATA_VERSION"] || (dataVersion(dataDir) ?? packageVersion()),
  };
}

/** Whether pages can show an address: it is absolute and holds no password. */
function isPublicAddress(text: string) {
  if (!UrlSchema.safeParse(text).success) return false;
  const { username, password } = new URL(text);
  return username === "" && password === "";
}
