import ipaddr from "ipaddr.js";
import { isIPv4 } from "#host";

/**
 * What the key of a window begins with whose caller is known by address only: apart from the names
 * of keys and accounts, whatever a header says.
 */
export const ADDRESS_KIND = "address:";

/** The key of the window of the first of these addresses that is one. */
export function callerAt(...addresses: (string | undefined)[]): string {
  for (const address of addresses) {
    const key = addressKey(address);
    if (key !== undefined) return `${ADDRESS_KIND}${key}`;
  }
  return `${ADDRESS_KIND}unknown`;
}

/**
 * What an address is counted as: an IPv4 address itself, also when it is mapped into IPv6; an IPv6
 * client is its /64. A port, as some proxies write it into X-Forwarded-For, does not count.
 * Undefined for what is no address.
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
