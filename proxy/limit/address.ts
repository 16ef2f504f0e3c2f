import ipaddr from "ipaddr.js";
import { isIPv4 } from "#host";

/**
 * The start of the window keys of anonymous callers. No header can make the name of a key or an
 * account begin so.
 */
export const ADDRESS_KIND = "address:";

/** The window key of the first valid address. */
export function callerAt(...addresses: (string | undefined)[]): string {
  for (const address of addresses) {
    const key = addressKey(address);
    if (key !== undefined) return `${ADDRESS_KIND}${key}`;
  }
  return `${ADDRESS_KIND}unknown`;
}

/**
 * The form in which an address is counted: an IPv4 address as itself, also where it is mapped into
 * IPv6, and an IPv6 address as its /64. A port, which some proxies write in X-Forwarded-For, is
 * ignored. Undefined where the text is no address.
 */
export function addressKey(given: string | undefined): string | undefined {
  if (given === undefined || isIPv4(given)) return given;
  const address = withoutPort(given);
  if (!address.includes(":")) return isIPv4(address) ? address : undefined;
  if (!ipaddr.IPv6.isValid(address)) return undefined;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}

/** An address without the port and the brackets that some proxies write in X-Forwarded-For. */
export function withoutPort(address: string): string {
  return address.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
}
