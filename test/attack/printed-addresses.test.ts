import { describe, expect, it } from "vitest";
import { readBuildSettings } from "../../build/cli/settings.ts";
import { printableAddress } from "../../build/core/schema/base-url.ts";
import { readConfig } from "../../proxy/config.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { runShipped } from "../helpers/program.ts";

/** Addresses with the password `s3cret`, as people mistype them. */
const WITH_PASSWORD = [
  "https://me:s3cret@files.example.org",
  "https://s3cret@files.example.org",
  "https://me:a/s3cret@files.example.org",
  "https://me:a?s3cret#b@files.example.org",
  "https://me:s3cret%40files.example.org",
  "https://me:s3cret@",
  "https:me:s3cret@files.example.org",
  "https:\\\\me:s3cret@files.example.org",
  "https//me:s3cret@files.example.org",
  "//me:s3cret@files.example.org",
  "me:s3cret@files.example.org",
  "https://me:\ns3cret@files.example.org",
  "redis://:s3cret@redis.example.org:x",
];

const ADDRESSES = [
  "SITE",
  "BASE_URL",
  "AUTH_URL",
  "JWKS_URL",
  "API_KEY_INTROSPECTION_URL",
  "API_KEY_INTROSPECTION_AUTH",
  "KEY_SETTINGS_URL",
  "REDIS_URL",
  "TRUST_PROXY",
  "HOST",
];

describe("the password in an address is printed", () => {
  it.each(WITH_PASSWORD)("nowhere: %j", async (address) => {
    expect(printableAddress(address)).not.toContain("s3cret");
  });

  it.each(ADDRESSES)("in no message about the setting %s", (name) => {
    const messages = WITH_PASSWORD.map((address) => readConfig({ [name]: `${address}\n` })).flatMap(
      (read) => ("problems" in read ? read.problems : []),
    );

    expect(messages.join("\n")).not.toContain("s3cret");
  });

  it.each(["BASE_URL", "ASSETS_URL"])("in no message about the build's %s", (name) => {
    for (const address of WITH_PASSWORD) {
      const read = () => readBuildSettings({ [name]: address }, ".");

      expect(read).toThrow(name);
      expect(read).not.toThrow("s3cret");
    }
  });

  it("in no refusal of a site that is neither a folder nor an origin", () => {
    const { stderr } = runShipped(["serve", "https:me:s3cret@files.example.org"], {
      cwd: temporaryFolder(),
    });

    expect(stderr).toMatch(/^SITE: /);
    expect(stderr).not.toContain("s3cret");
  });
});

it.each([
  "https://files.example.org/site",
  "redis://redis.example.org:6379/0",
  "dist",
  "sites/@latest",
  "C:\\sites\\dist",
])("an address without a password is printed as it is: %s", (address) => {
  expect(printableAddress(address)).toBe(address);
});
