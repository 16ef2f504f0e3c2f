import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBuildSettings } from "../../../build/cli/settings.ts";
import { PACKAGE_DATA, packageVersion } from "../../../build/core/package.ts";
import { temporaryFolder } from "../../helpers/data.ts";
import { commit } from "../../helpers/git.ts";

const notAnAddress =
  "is not an address; expected an absolute http or https address without query, such as " +
  "https://gamedata.example.org";

describe("the settings of a build", () => {
  it("have a default each", () => {
    const data = temporaryFolder();
    expect(readBuildSettings({}, data)).toEqual({
      baseUrl: "http://127.0.0.1:8080",
      assetsUrl: "http://127.0.0.1:8080/assets",
      hasImages: false,
      version: packageVersion(),
      withoutKey: "60 requests a minute",
    });
  });

  it("have the commit of the data as version", () => {
    const checkout = temporaryFolder();
    mkdirSync(join(checkout, "gamedata"));
    writeFileSync(join(checkout, "gamedata/game.json"), "{}\n");
    const version = commit(checkout);
    expect(readBuildSettings({}, join(checkout, "gamedata"))).toMatchObject({ version });
  });

  it("come from the environment", () => {
    const env = {
      BASE_URL: "https://gamedata.example.org",
      ASSETS_URL: "https://images.example.org/overwatch",
      KEY_SETTINGS_URL: "https://example.org/settings?tab=keys",
      GAMEDATA_VERSION: "abc123",
      ANONYMOUS_LIMIT: "2000",
      RATE_WINDOW_SECONDS: "30",
    };
    expect(readBuildSettings(env, PACKAGE_DATA)).toEqual({
      baseUrl: "https://gamedata.example.org",
      assetsUrl: "https://images.example.org/overwatch",
      hasImages: true,
      keySettings: "https://example.org/settings?tab=keys",
      version: "abc123",
      withoutKey: "2,000 requests in 30 seconds",
    });
  });

  it.each([
    ["https://example.org/", "https://example.org"],
    ["https://example.org/data/", "https://example.org/data"],
    ["HTTPS://Example.ORG/Data", "https://example.org/Data"],
    ["http://127.0.0.1:80/", "http://127.0.0.1"],
    ["http://[::1]:8080", "http://[::1]:8080"],
  ])("take an address without slashes at its end: %s", (given, baseUrl) => {
    const read = readBuildSettings({ BASE_URL: given, GAMEDATA_VERSION: "1" }, PACKAGE_DATA);
    expect(read).toHaveProperty("baseUrl", baseUrl);
  });

  it.each(["example.org/keys", "https://user:secret@example.org/keys", "ftp://example.org"])(
    "refuse an address of keys that pages cannot show: %s",
    (given) => {
      const read = () => readBuildSettings({ KEY_SETTINGS_URL: given }, PACKAGE_DATA);
      expect(read).toThrow(/^KEY_SETTINGS_URL: "((?!secret).)*$/);
    },
  );

  it("name every bad value at once", () => {
    expect(() =>
      readBuildSettings({ BASE_URL: "example.org", ASSETS_URL: "ftp://example.org" }, PACKAGE_DATA),
    ).toThrow(
      [
        `BASE_URL: "example.org" ${notAnAddress}`,
        `ASSETS_URL: "ftp://example.org" ${notAnAddress}`,
      ].join("\n"),
    );
  });
});
