/**
 * The start of the window keys of anonymous callers. No header can make the name of a key or an
 * account begin so.
 */
export const ADDRESS_KIND = "address:";

/** The window key of the first valid address. */
export function callerAt(...addresses: (string | undefined)[]) {
  for (const address of addresses) {
    const key = addressKey(address);
    if (key !== undefined) return `${ADDRESS_KIND}${key}`;
  }
  return `${ADDRESS_KIND}unknown`;
}

/** The prefixes ::ffff:0:0/96 of mapped addresses, and 64:ff9b::/96 of NAT64 (RFC 6052 §2.1). */
const CONTAIN_IPV4: ReadonlySet<string> = new Set(["0,0,0,0,0,65535", "100,65435,0,0,0,0"]);

/**
 * The form in which an address is counted: an IPv4 address as itself, also where it is in an IPv6
 * address, and an IPv6 address as its /64. A port, which some proxies write in X-Forwarded-For, is
 * ignored. Undefined where the text is not an address.
 */
export function addressKey(given: string | undefined) {
  if (given === undefined || isIPv4(given)) return given;
  const address = withoutPort(given);
  if (!address.includes(":")) return isIPv4(address) ? address : undefined;
  const groups = ipv6Groups(address.replace(/%.*$/, "")); // a zone belongs to this machine alone
  if (groups === undefined) return undefined;
  const [high = 0, low = 0] = groups.slice(6);
  if (CONTAIN_IPV4.has(groups.slice(0, 6).join()))
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The eight groups of an IPv6 address. Undefined where the text is not one. */
export function ipv6Groups(address: string): number[] | undefined {
  const url = `http://[${address}]`;
  if (!/^[0-9a-f:.]+$/i.test(address) || !URL.canParse(url)) return undefined;
  const shortest = new URL(url).hostname.slice(1, -1);
  const [before = [], after = []] = shortest
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16))));
  return [...before, ...Array(8 - before.length - after.length).fill(0), ...after];
}

/** An address without the port and the brackets that some proxies write in X-Forwarded-For. */
export function withoutPort(address: string) {
  return address.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
}

const OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);

/** Whether a text is an IPv4 address in four decimal numbers. */
export function isIPv4(text: string) {
  return IPV4.test(text);
}
