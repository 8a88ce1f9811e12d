import { BlockList, isIP } from 'node:net';

/**
 * Addresses that are not somebody else's public server: our own machine, our own networks, the cloud's metadata, and
 * everything that can represent these in another form. Sources: https://www.iana.org/assignments/iana-ipv4-special-registry
 * and https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8', // "this network"; 0.0.0.0 reaches the machine itself
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared (carrier-grade NAT); some clouds' metadata
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's host: public in form only
  '169.254.0.0/16', // link-local; 169.254.169.254 is most clouds' metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
];

/** Global unicast (RFC 4291, section 2.4): everything outside it is ours, or nobody's. */
const GLOBAL_IPV6 = '2000::/3';
const NOT_PUBLIC_IPV6 = [
  '2001::/23', // protocol assignments, Teredo among them
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: an IPv4 address in another form
  '3fff::/20', // documentation
  '5f00::/16', // segment routing
];

const notPublic = new BlockList();
const globalIpv6 = new BlockList();
for (const range of NOT_PUBLIC_IPV4) add(notPublic, range, 'ipv4');
for (const range of NOT_PUBLIC_IPV6) add(notPublic, range, 'ipv6');
add(globalIpv6, GLOBAL_IPV6, 'ipv6');

function add(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', prefix] = range.split('/');
  list.addSubnet(network, Number(prefix), family);
}

/**
 * True for an address to which somebody else may make us send a request. IPv4 addresses inside IPv6 ones (mapped, NAT64,
 * 6to4) are never allowed: nobody needs that form.
 * @param address of either family, as accepted by `net.isIP`; anything else is not public
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** Names that never leave the machine or its network (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|localdomain|home\.arpa|alt|onion|invalid|test)\.?$/i;

/**
 * What is known about a host before a lookup: false for an address that is not public, and for a name that is never public.
 * Whether a name resolves to a public address is only known when it is called.
 * @param hostname as `URL` gives it: IPv6 in brackets, IPv4 in its usual form however it was written
 */
export function mayBePublicHost(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address)) return isPublicAddress(address);
  return hostname.includes('.') && !LOCAL_NAME.test(hostname);
}
