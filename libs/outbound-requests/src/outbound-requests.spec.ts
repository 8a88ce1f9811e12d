import { createServer, type RequestListener } from 'node:http';
import type { LookupAddress } from 'node:dns';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { isPublicAddress, mayBePublicHost, postTo, type PostOptions, type Resolve } from './index.js';

const options: PostOptions = {
  headers: { 'content-type': 'application/json' },
  body: '{"a":1}',
  timeoutMs: 60_000,
  mostResponseBytes: 100,
  allowLocal: false,
};

describe('a public address', () => {
  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    'is %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '100::1',
    'not an address',
    '',
  ])('is not %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('a host', () => {
  const hostOf = (url: string) => new URL(url).hostname;

  test.each([
    'https://localhost/',
    'https://LOCALHOST./',
    'https://api.internal/',
    'https://printer.local/',
    'https://intranet/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://169.254.169.254/latest/meta-data',
    'https://①②⑦.⓪.⓪.①/',
  ])('is refused without a look-up in %s', (url) => expect(mayBePublicHost(hostOf(url))).toBe(false));

  test.each(['https://hooks.example.com/', 'https://8.8.8.8/', 'https://localhost.example.com/'])(
    'may be public in %s',
    (url) => expect(mayBePublicHost(hostOf(url))).toBe(true),
  );
});

describe('a request', () => {
  const named =
    (...answers: LookupAddress[][]): Resolve =>
    (_hostname, callback) =>
      callback(null, answers.length > 1 ? answers.shift()! : answers[0]!);

  test.each<[string, LookupAddress[]]>([
    ['the loopback address', [{ address: '127.0.0.1', family: 4 }]],
    [
      'a public and a private address',
      [
        { address: '93.184.215.14', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ],
    ],
    ['the metadata service', [{ address: '169.254.169.254', family: 4 }]],
    ['a mapped loopback address', [{ address: '::ffff:127.0.0.1', family: 6 }]],
  ])('is not sent to a name that resolves to %s', async (_, addresses) => {
    const sent = postTo('https://hooks.example.com/', { ...options, resolve: named(addresses) });
    // Not to which: readers of the delivery log would learn the layout of our network.
    const message = 'hooks.example.com resolves to an address that is not public.';
    await expect(sent).rejects.toThrow(expect.objectContaining({ name: 'AddressRefusedError', message }));
  });

  test.each(['http://hooks.example.com/', 'https://127.0.0.1/', 'https://[::1]/', 'https://localhost/'])(
    'is not sent to %s',
    async (url) => {
      await expect(postTo(url, options)).rejects.toThrow(
        expect.objectContaining({ name: 'AddressRefusedError' }),
      );
    },
  );

  test('looks a name up once, and connects to what it found then', async () => {
    await withServer(
      (_request, response) => response.end('pinned'),
      async (port) => {
        let lookups = 0;
        const resolve: Resolve = (_hostname, callback) => {
          lookups += 1;
          // A name that resolves to somewhere else the second time.
          callback(null, [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]);
        };
        const local = { ...options, allowLocal: true, resolve };
        const answer = await postTo(`http://rebinding.example.com:${port}/`, local);
        expect(answer).toMatchObject({ status: 200, body: 'pinned' });
        expect(lookups).toBe(1);
      },
    );
  });

  test('does not follow a redirect', async () => {
    const paths: string[] = [];
    await withServer(
      (request, response) => {
        paths.push(request.url ?? '');
        response.writeHead(307, { location: '/secret' }).end();
      },
      async (port) => {
        const answer = await postTo(`http://127.0.0.1:${port}/hook`, { ...options, allowLocal: true });
        expect(answer.status).toBe(307);
        expect(paths).toEqual(['/hook']);
      },
    );
  });

  test('reads no more of an answer than it wants, however long that is', async () => {
    await withServer(
      (_request, response) => {
        response.write('x'.repeat(1_000));
        // Never ends.
      },
      async (port) => {
        const answer = await postTo(`http://127.0.0.1:${port}/`, { ...options, allowLocal: true });
        expect(answer.body).toBe('x'.repeat(100));
      },
    );
  });

  test('has the status of an answer that comes drop by drop, and what has arrived when the time is over', async () => {
    await withServer(
      (_request, response) => {
        const drops = setInterval(() => response.write('x'), 5);
        response.once('close', () => clearInterval(drops));
      },
      async (port) => {
        const slow = { ...options, allowLocal: true, timeoutMs: 100, mostResponseBytes: 1_000_000 };
        const answer = await postTo(`http://127.0.0.1:${port}/`, slow);
        expect(answer).toMatchObject({ status: 200, body: expect.stringMatching(/^x+$/) });
      },
    );
  });

  test('has the status of an answer that breaks off, and what has arrived of it', async () => {
    await withServer(
      (_request, response) => {
        response.writeHead(202, { 'content-length': '100' });
        response.write('half', () => response.socket?.destroy());
      },
      async (port) => {
        const answer = await postTo(`http://127.0.0.1:${port}/`, { ...options, allowLocal: true });
        expect(answer).toMatchObject({ status: 202, body: 'half' });
      },
    );
  });

  test.each([
    ['something else than HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['half a header', 'HTTP/1.1 200 OK\r\ncontent-ty'],
    ['only that it goes on', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\n${'x-more: of it\r\n'.repeat(5_000)}`],
    ['nothing at all', ''],
  ])('fails on a server that says %s', async (_, text) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined).on('data', () => socket.end(text));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const local = { ...options, allowLocal: true };
    await expect(postTo(`http://127.0.0.1:${port}/`, local)).rejects.toThrow();
    await new Promise((resolve) => server.close(resolve));
  });

  test('gives up on a server that never answers', async () => {
    await withServer(
      () => {},
      async (port) => {
        const hanging = postTo(`http://127.0.0.1:${port}/`, { ...options, allowLocal: true, timeoutMs: 50 });
        await expect(hanging).rejects.toThrow('within 50 ms');
      },
    );
  });
});

async function withServer(answer: RequestListener, act: (port: number) => Promise<void>): Promise<void> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await act((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
