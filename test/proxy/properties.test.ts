import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import * as fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { fold, lookupKey } from "../../build/core/spelling/fold.ts";
import { presentedCredential } from "../../proxy/gate/credential.ts";
import { parseRequestTarget } from "../../proxy/gate/request.ts";
import { addressKey } from "../../proxy/limit/address.ts";
import { CODINGS } from "../../proxy/site/document.ts";
import { isNotModified, negotiateCoding } from "../../proxy/site/negotiate.ts";
import { createPatchList } from "../../proxy/site/patch-list.ts";
import { loadCatalog } from "../../proxy/site/stored-catalog.ts";
import { ROUTES, routeOf } from "../../proxy/watch/metrics.ts";

const SEED = { seed: 20_261_006, numRuns: 300 };

function check<Value>(values: fc.Arbitrary<Value>, promise: (value: Value) => void): void {
  const property = fc.property(values, (value) => {
    promise(value);
  });
  void fc.assert(property, SEED); // throws at once: nothing of it is asynchronous
}

/** Text of all of Unicode, as people and attackers write it. */
const text = fc.string({ unit: "grapheme", maxLength: 20 });
const ascii = fc.string({ unit: "binary-ascii", maxLength: 60 });

describe("folding", () => {
  it("of what is folded changes nothing", () => {
    check(text, (spelling) => expect(fold(fold(spelling))).toBe(fold(spelling)));
  });

  it("is the same however the letters were composed", () => {
    check(text, (spelling) =>
      expect(fold(spelling.normalize("NFD"))).toBe(fold(spelling.normalize("NFC"))),
    );
  });

  it("of a path leaves every segment but the name as it is", () => {
    check(fc.array(text, { minLength: 4, maxLength: 6 }), ([, ...rest]) => {
      const [, , , name = "", ...others] = ["v1", ...rest];
      expect(lookupKey(["v1", ...rest])).toBe(
        `/${["v1", ...rest.slice(0, 2), fold(name), ...others].join("/")}`,
      );
    });
  });
});

describe("a path", () => {
  const segments = fc.array(
    text.filter((part) => !part.includes("/")),
    { minLength: 1, maxLength: 6 },
  );

  it("that is encoded is read as what was encoded", () => {
    check(fc.tuple(segments, ascii), ([parts, query]) => {
      const path = `/${parts.map(encodeURIComponent).join("/")}`;
      expect(parseRequestTarget(`${path}?${query}`)).toMatchObject({
        path,
        query,
        segments: parts,
      });
    });
  });

  it("of any bytes is read without an error, and never holds a slash or a hidden segment", () => {
    check(ascii, (target) => {
      const { segments: read } = parseRequestTarget(target);
      expect(read?.some((segment) => segment.includes("/")) ?? false).toBe(false);
    });
  });

  it("of any kind is counted under a route of the closed set", () => {
    check(
      fc.oneof(
        ascii,
        segments.map((parts) => `/v1/${parts.join("/")}`),
      ),
      (path) => {
        expect(routeOf(path) === "other" || ROUTES.has(routeOf(path))).toBe(true);
      },
    );
  });
});

describe("the patch list", async () => {
  const list = createPatchList(await loadCatalog(inject("realSite")));
  const parameter = fc.constantFrom("since", "until", "kind", "other", "since[]", "Kind");
  const value = fc.oneof(
    fc.constantFrom(
      "hotfix",
      "season",
      "mid-season",
      "2026-08-11",
      "2026-02-30",
      "0000-00-00",
      "9999-12-31",
      "",
    ),
    fc
      .date({ noInvalidDate: true, min: new Date("2020-01-01"), max: new Date("2030-01-01") })
      .map((date) => date.toISOString().slice(0, 10)),
    text,
  );

  it("answers a query with patches, newest first, or names the parameter at fault", async () => {
    const queries = fc.array(fc.tuple(parameter, value), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(queries, async (pairs) => {
        const answer = list.select(new URLSearchParams(pairs).toString());
        if ("detail" in answer) {
          expect(answer.detail).toMatch(/^(since|until|kind) is /);
          return;
        }
        const { body } = await answer.representation("identity");
        const { data, meta } = JSON.parse(body.toString());
        const { since = "", until = "9999", kind } = Object.fromEntries(pairs);
        for (const patch of data) {
          expect(
            patch.date >= since &&
              patch.date <= until &&
              (kind === undefined || patch.kind === kind),
          ).toBe(true);
        }
        expect(meta.count).toBe(data.length);
        const ids = data.map(({ id }: { id: string }) => id);
        expect(ids).toEqual([...ids].sort().reverse());
      }),
      SEED,
    );
  });
});

describe("negotiation", () => {
  const weight = fc.constantFrom("", ";q=0", ";q=0.5", ";q=1", ";q=2", ";q=x", "; q = 0.1");
  const element = fc
    .tuple(fc.constantFrom("br", "gzip", "identity", "*", "zstd", "BR", ""), weight)
    .map((pair) => pair.join(""));

  it("chooses a coding of ours for any header, and none that was refused by name", () => {
    check(
      fc.oneof(
        fc.array(element, { maxLength: 5 }).map((all) => all.join(",")),
        ascii,
      ),
      (header) => {
        const coding = negotiateCoding(header);
        expect(CODINGS).toContain(coding);
        const named = header
          .split(",")
          .filter((part) => part.split(";")[0]?.trim().toLowerCase() === coding);
        if (coding !== "identity" && named.length === 1) expect(named[0]).not.toMatch(/;q=0$/);
      },
    );
  });
});

describe("If-None-Match", () => {
  const etag = fc.stringMatching(/^[a-z0-9-]{1,20}$/).map((tag) => `"${tag}"`);

  it("names a validator that is in its list, weak or strong, and no other", () => {
    check(
      fc.tuple(fc.array(fc.tuple(etag, fc.boolean()), { maxLength: 5 }), etag),
      ([list, ours]) => {
        const header = list.map(([tag, isWeak]) => (isWeak ? `W/${tag}` : tag)).join(", ");
        expect(isNotModified(header, ours)).toBe(list.some(([tag]) => tag === ours));
      },
    );
  });

  it("of any bytes is read without an error", () => {
    check(fc.tuple(ascii, etag), ([header, ours]) => {
      expect(isNotModified(header, ours)).toBe(header.trim() === "*" || header.includes(ours));
    });
  });
});

describe("credentials", () => {
  const header = fc.tuple(
    fc.constantFrom("Authorization", "x-api-key", "X-API-Key", "Host"),
    fc.oneof(
      ascii,
      ascii.map((value) => `Bearer ${value}`),
      ascii.map((value) => `gdr_${value}`),
      ascii.map((value) => `bearer  gdr_${value}`),
    ),
  );

  it("are at most one, of the characters allowed, and a key exactly if it has the prefix", () => {
    check(fc.array(header, { maxLength: 3 }), (headers) => {
      const presented = presentedCredential(requestWith(headers), "gdr_");
      const names = headers.map(([name]) => name.toLowerCase()).filter((name) => name !== "host");
      if (names.length === 0) expect(presented).toEqual({ kind: "none" });
      if (new Set(names).size < names.length) expect(presented.kind).toBe("malformed");
      if (presented.kind === "key") expect(presented.text).toMatch(/^gdr_[A-Za-z0-9\-._~+/]*=*$/);
      if (presented.kind === "token")
        expect(presented.text).toMatch(/^(?!gdr_)[A-Za-z0-9\-._~+/]+=*$/);
    });
  });

  function requestWith(headers: readonly [string, string][]): IncomingMessage {
    const message = new IncomingMessage(new Socket());
    message.rawHeaders = headers.flat();
    for (const [name, value] of headers) message.headers[name.toLowerCase()] ??= value;
    return message;
  }
});

describe("the address of a window", () => {
  it("is the whole address of IPv4, and half of IPv6", () => {
    check(fc.ipV4(), (address) => expect(addressKey(address)).toBe(address));
    check(fc.ipV6(), (address) =>
      expect(addressKey(address)).toMatch(/^([0-9a-f]+:){3}[0-9a-f]+::\/64$|^[\d.]+$/),
    );
  });

  it("of anything else is none, and no error", () => {
    check(
      ascii.filter((word) => !/[\d:]/.test(word)),
      (word) => expect(addressKey(word)).toBeUndefined(),
    );
  });
});
