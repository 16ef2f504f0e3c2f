import { describe, expect, it } from "vitest";
import { addressKey } from "../../../proxy/limit/address.ts";

describe("an address", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["127.0.0.1", "127.0.0.1"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["203.0.113.7:51234", "203.0.113.7"],
    ["[2001:db8:1:2::1]:51234", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::1]", "2001:db8:1:2::/64"],
  ])("%s is counted as %s", (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  it.each(["", "unknown", "not:an:address", "203.0.113", "1", "203.0.113.7:x"])(
    "'%s' is none",
    (text) => {
      expect(addressKey(text)).toBeUndefined();
    },
  );

  it("shares its window with its whole /64", () => {
    expect(addressKey("2001:db8:1:2::1")).toBe(addressKey("2001:db8:1:2:ffff:ffff:ffff:ffff"));
  });

  it("has another window than the next /64", () => {
    expect(addressKey("2001:db8:1:2::1")).not.toBe(addressKey("2001:db8:1:3::1"));
  });
});
