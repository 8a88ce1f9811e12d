import { BlockList, isIP } from 'node:net';

/**
 * Whose information on a request's origin is trusted: a number of proxies in front of this process, or those at these
 * addresses. Everything else in `X-Forwarded-For`, `-Proto` and `-Host` may come from the client. Code that needs a
 * request's address, scheme or host uses Fastify's `ip`, `protocol` and `host`, which follow this.
 */
export type TrustedProxies = false | string[] | ((address: string, hop: number) => boolean);

const MAX_HOPS = 16;
const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** A number of hops, or addresses and CIDR ranges separated by commas. @throws Error that says what is wrong */
export function asTrustedProxies(text: string): TrustedProxies {
  if (/^\d+$/.test(text)) {
    if (Number(text) > MAX_HOPS) throw new Error(`must be at most ${MAX_HOPS} hops, not ${text}.`);
    const hops = Number(text);
    return hops > 0 && ((_address, hop) => hop < hops);
  }
  const proxies = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((each) => each.toLowerCase());
  const wrong = proxies.find((each) => !RANGES.includes(each) && !isAddressOrRange(each));
  if (wrong !== undefined || proxies.length === 0)
    throw new Error(
      `must be a number of hops, or addresses and CIDR ranges like 10.0.0.0/8 separated by commas, not "${wrong ?? text}".`,
    );
  return proxies;
}

function isAddressOrRange(text: string): boolean {
  const [address = '', length, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (length === undefined) return true;
  // Every address: then anybody would be trusted.
  if (!/^\d{1,3}$/.test(length) || Number(length) === 0) return false;
  try {
    new BlockList().addSubnet(address, Number(length), version === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}

/**
 * For whom requests without a credential are counted: an IPv4 address, or the /64 that the network of an IPv6 client has to
 * itself (RFC 6177). Some proxies append a port to the address; all invalid addresses count as one client.
 */
export function clientNetwork({ ip }: { ip: string }): string {
  const [, bracketed, beforePort] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/.exec(ip) ?? [];
  const [address = ''] = (bracketed ?? beforePort ?? ip).split('%');
  const version = isIP(address);
  if (version === 4) return address;
  if (version !== 6) return 'unknown';
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return isMapped ? asIPv4(groups.slice(6)) : `${groups.slice(0, 4).join(':')}::/64`;
}

function groupsOf(address: string): string[] {
  const [head = [], tail = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter(Boolean));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}

function asIPv4(groups: readonly string[]): string {
  return groups.flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join('.');
}
