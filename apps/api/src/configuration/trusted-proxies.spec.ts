import Fastify from 'fastify';
import { asTrustedProxies, clientNetwork } from './trusted-proxies.js';

/** What a process behind some proxies takes for the client's address. */
async function addressOf(setting: string, forwarded: string | undefined, remoteAddress: string) {
  const fastify = Fastify({ trustProxy: setting === '' ? false : asTrustedProxies(setting) });
  fastify.get('/', (request) => Promise.resolve({ ip: request.ip, protocol: request.protocol }));
  const headers =
    forwarded === undefined ? {} : { 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' };
  const answer = await fastify.inject({ url: '/', remoteAddress, headers });
  await fastify.close();
  return answer.json<{ ip: string; protocol: string }>();
}

test.each([
  ['', undefined, '192.0.2.1', '192.0.2.1'],
  ['', '203.0.113.9', '192.0.2.1', '192.0.2.1'],
  ['1', '203.0.113.9', '192.0.2.1', '203.0.113.9'],
  ['1', '198.51.100.66, 203.0.113.9', '192.0.2.1', '203.0.113.9'],
  ['2', '198.51.100.66, 203.0.113.9, 10.0.0.7', '10.0.0.8', '203.0.113.9'],
  ['10.0.0.0/8', '198.51.100.66, 203.0.113.9, 10.0.0.7', '10.0.0.8', '203.0.113.9'],
  ['10.0.0.0/8', '198.51.100.66', '192.0.2.1', '192.0.2.1'],
  ['10.0.0.8', '10.0.0.9, 10.0.0.7', '10.0.0.8', '10.0.0.7'],
  ['2001:db8::/32', '203.0.113.9', '2001:db8::1', '203.0.113.9'],
])('trusting %p, X-Forwarded-For %p from %s means %s', async (setting, forwarded, from, ip) => {
  expect((await addressOf(setting, forwarded, from)).ip).toBe(ip);
});

test('who is not trusted does not say that the request came by https', async () => {
  expect((await addressOf('10.0.0.0/8', '203.0.113.9', '192.0.2.1')).protocol).toBe('http');
  expect((await addressOf('10.0.0.0/8', '203.0.113.9', '10.0.0.1')).protocol).toBe('https');
});

test.each([
  'everybody',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0',
  '17',
  '-1',
  '1.5',
  ',',
  'true',
  '10.0.0.0/8/8',
])('%p is no setting', (text) => {
  expect(() => asTrustedProxies(text)).toThrow(/^must be/);
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:4711', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::9', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::7]:443', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown-7', 'unknown'],
  ['203.0.113.9, 1', 'unknown'],
  ['', 'unknown'],
])('%s is counted as %s', (ip, network) => {
  expect(clientNetwork({ ip })).toBe(network);
});
