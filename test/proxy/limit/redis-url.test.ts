import { describe, expect, it } from "vitest";
import { parseRedisUrl } from "../../../proxy/limit/redis-url.ts";

const LOCAL = {
  kind: "server",
  hosts: [{ host: "localhost", port: 6379 }],
  isTls: false,
  username: "",
  password: "",
  db: 0,
  name: "",
};

describe("the address of a store", () => {
  it.each([
    ["redis://localhost", {}],
    ["redis://localhost/", {}],
    ["redis://[::1]:7000", { hosts: [{ host: "::1", port: 7000 }] }],
    ["redis://localhost/3", { db: 3 }],
    ["rediss://localhost", { isTls: true }],
    ["redis://:secret@localhost", { password: "secret" }],
    ["redis://proxy:secret@localhost", { username: "proxy", password: "secret" }],
    ["redis://proxy:p%40ss%2Fword%3A@localhost", { username: "proxy", password: "p@ss/word:" }],
    ["redis://:with:colons@localhost", { password: "with:colons" }],
    [
      "redis+sentinel://:secret@one,two:26380/primary/2",
      {
        kind: "sentinel",
        hosts: [
          { host: "one", port: 26_379 },
          { host: "two", port: 26_380 },
        ],
        password: "secret",
        name: "primary",
        db: 2,
      },
    ],
    [
      "redis+cluster://one,two:7001",
      {
        kind: "cluster",
        hosts: [
          { host: "one", port: 6379 },
          { host: "two", port: 7001 },
        ],
      },
    ],
  ])("%s is understood", (text, expected) => {
    expect(parseRedisUrl(text)).toEqual({ ...LOCAL, ...expected });
  });

  it.each([
    "",
    "localhost:6379",
    "http://localhost",
    "redis:localhost",
    "redis://",
    "redis://localhost:0",
    "redis://localhost:65536",
    "redis://localhost:port",
    "redis://one,two",
    "redis://localhost/first",
    "redis://localhost/0/1",
    "redis://localhost?db=1",
    "redis://localhost/0#1",
    "redis://pass@word@localhost",
    "redis://:%zz@localhost",
    "redis+sentinel://one",
    "redis+sentinel://one/",
    "redis+cluster://one/1",
    "redis+cluster://one,",
    "redis+else://one",
    "redis://local host",
    "redis://localhost\n",
  ])("%j is refused", (text) => {
    expect(parseRedisUrl(text)).toBeUndefined();
  });
});
