import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { followFile } from "../../../proxy/auth/follow-file.ts";
import { temporaryFolder } from "../../helpers/data.ts";

const SOON = { timeout: 15_000, interval: 5 };

function followed({ isThere = true } = {}) {
  const path = join(temporaryFolder(), "keys.json");
  if (isThere) writeFileSync(path, "one");
  const onChange = vi.fn();
  const stop = followFile(path, 5, onChange);
  onTestFinished(stop);
  return { path, onChange, stop };
}

it.each<[string, (path: string) => void]>([
  ["has other bytes", (path) => writeFileSync(path, "two")],
  ["has other rights", (path) => chmodSync(path, 0o600)],
  ["is removed", (path) => rmSync(path)],
])("a file that %s right after the call has changed, once", async (_, change) => {
  const { path, onChange } = followed();
  change(path); // before anything else can look at it

  await expect.poll(() => onChange.mock.calls.length, SOON).toBe(1);
  writeFileSync(path, "three");
  await expect.poll(() => onChange.mock.calls.length, SOON).toBe(2);
});

it("a file that is not there yet has changed when it comes", async () => {
  const { path, onChange } = followed({ isThere: false });
  writeFileSync(path, "one");

  await expect.poll(() => onChange.mock.calls.length, SOON).toBe(1);
});

it("nothing is called after the end", async () => {
  const { path, onChange, stop } = followed();
  const other = vi.fn();
  onTestFinished(followFile(path, 5, other));
  stop();
  writeFileSync(path, "two");

  await expect.poll(() => other.mock.calls.length, SOON).toBe(1);
  expect(onChange).not.toHaveBeenCalled();
});
