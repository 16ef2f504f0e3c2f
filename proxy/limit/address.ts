import ipaddr from "ipaddr.js";

/** What an address is counted as: an IPv4 address itself, also when it is mapped into IPv6; an IPv6 client is its /64. */
export function addressKey(address: string): string {
  if (!address.includes(":")) return address;
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
