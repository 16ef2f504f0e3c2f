import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { revokeKey } from "../../build/cli/keys/edit-keys.ts";
import { credentialOf } from "../../proxy/auth/identity.ts";
import { openKeyFile } from "../../proxy/auth/watched-key-file.ts";
import { temporaryFolder } from "../helpers/data.ts";
import { addKey, keptLog } from "../proxy/auth/credentials.ts";

vi.mock("node:fs/promises", { spy: true });

const MAX_AGE_MS = 600_000;

/** An open key file with one key, whose disk and clock the test moves. */
async function opened() {
  vi.useFakeTimers({
    toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout", "performance"],
  });
  const path = join(temporaryFolder(), "keys.json");
  const { key, entry } = addKey(path);
  const log = keptLog();
  const { find, state, close } = await openKeyFile(path, { log });
  onTestFinished(() => {
    close();
    vi.useRealTimers();
    vi.mocked(stat).mockReset();
  });
  return {
    path,
    log,
    state,
    verdict: () => find(credentialOf(key))?.kind,
    revoke: () => void revokeKey(path, entry.id, new Date()),
    /** Lets time pass. What is read from the disk meanwhile is taken over soon after. */
    pass: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
    /** A disk that gives no answer, until the returned function is called. */
    hang: () => {
      const answers: ((error: Error) => void)[] = [];
      vi.mocked(stat).mockReturnValue(new Promise((_, reject) => void answers.push(reject)));
      return () => {
        vi.mocked(stat).mockReset();
        for (const answer of answers) answer(new Error("the disk is back"));
      };
    },
    fail: (code: string) =>
      void vi.mocked(stat).mockRejectedValue(Object.assign(new Error(code), { code })),
    heal: () => void vi.mocked(stat).mockReset(),
  };
}

describe("a revoked key stops working", () => {
  it("within a second of the change of its file", async () => {
    const { verdict, revoke, pass } = await opened();
    revoke();
    await pass(1_000);

    await expect.poll(verdict).toBe("rejected");
  });

  it.each([
    ["too many files are open", "EMFILE"],
    ["the file may not be read", "EACCES"],
    ["the disk has an error", "EIO"],
    ["the file is away", "ENOENT"],
  ])("a second after it can be read again, where at first %s", async (_, code) => {
    const { verdict, revoke, fail, heal, pass, state } = await opened();
    revoke();
    fail(code);
    await pass(1_000);
    expect([verdict(), state()]).toEqual(["keyed", { keys: 1, isFailing: true, isTooOld: false }]);

    heal(); // and the file does not change any more
    await pass(1_000);
    await expect
      .poll(() => [verdict(), state()])
      .toEqual(["rejected", { keys: 1, isFailing: false, isTooOld: false }]);
  });

  it.each<[string, (path: string) => void]>([
    ["a pipe", (path) => void execFileSync("mkfifo", [path])],
    ["a link to a device", (path) => symlinkSync("/dev/zero", path)],
    ["a folder", (path) => void mkdirSync(path)],
    ["an empty file, which is written later", (path) => writeFileSync(path, "")],
    ["a file with a bad line", (path) => writeFileSync(path, "x\n")],
  ])("a second after %s in the place of its file", async (_, replace) => {
    const { path, verdict, revoke, pass, state, log } = await opened();
    revoke();
    renameSync(path, `${path}.good`);
    replace(path);
    await pass(1_000);
    await expect.poll(state).toEqual({ keys: 1, isFailing: true, isTooOld: false });
    expect([verdict(), log.lines.length]).toEqual(["keyed", 1]);

    renameSync(path, `${path}.bad`);
    renameSync(`${path}.good`, path);
    await pass(1_000);
    await expect.poll(verdict).toBe("rejected");
  });

  it("a second after its disk answers again, and one look waits for it", async () => {
    const { verdict, revoke, pass, state, hang, log } = await opened();
    revoke();
    const answer = hang();
    await pass(1_000);
    const calls = vi.mocked(stat).mock.calls.length;
    await pass(1_999);
    expect(state().isFailing).toBe(false);
    await pass(10_000);
    await expect.poll(state).toEqual({ keys: 1, isFailing: true, isTooOld: false });
    expect(log.lines.map(({ fields }) => fields)).toMatchObject([
      { reason: expect.stringContaining("cannot be read (nothing arrives for 2000 ms)") },
    ]);
    expect(vi.mocked(stat).mock.calls.length).toBe(calls);

    answer();
    await pass(2_000);
    await expect.poll(verdict).toBe("rejected");
  });

  it("after API_KEYS_MAX_AGE where its file stays unreadable", async () => {
    const { verdict, revoke, fail, pass } = await opened();
    revoke();
    fail("EACCES");
    await pass(MAX_AGE_MS + 1_000 - 1);
    expect(verdict()).toBe("keyed");

    await pass(1);
    expect(verdict()).toBe("unavailable");
  });
});

describe("a key file that cannot be read", () => {
  it("is a line in the log for each reason, and one more when its keys end", async () => {
    const { fail, heal, log, pass, state } = await opened();
    for (const code of ["EMFILE", "EACCES"]) {
      fail(code);
      await pass(MAX_AGE_MS / 2 + 1_000);
    }
    heal();
    await pass(1_000);
    await expect.poll(() => state().isFailing).toBe(false);

    expect(log.lines.map(({ level, message }) => [level, message])).toEqual([
      ["error", "key file is broken; the last good one stays in force"],
      ["error", "key file is broken; the last good one stays in force"],
      ["error", "key file has been broken for API_KEYS_MAX_AGE; its keys are not accepted"],
      ["info", "key file read again"],
    ]);
  });

  it("that is good again counts from its next failure on", async () => {
    const { verdict, fail, heal, pass, state } = await opened();
    for (let times = 0; times < 3; times += 1) {
      fail("EACCES");
      await pass(MAX_AGE_MS - 1_000);
      heal();
      await pass(1_000);
      await expect.poll(() => state().isFailing).toBe(false);
    }

    expect(verdict()).toBe("keyed");
  });
});
