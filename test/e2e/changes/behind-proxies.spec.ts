import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventually } from '../../support/eventually.js';
import {
  isReady,
  startCompanyWithGuards,
  type CompanyWithGuards,
} from '../../support/processes/guard-process.js';
import { freePort } from '../../support/processes/local-rollbook.js';
import { startProcessorOf } from '../../support/streams/processor-of-api.js';

// Real proxies that ask `rollbook guard` before they let a request through.

let company: CompanyWithGuards;

beforeAll(async () => {
  company = await startCompanyWithGuards();
});
/** Proxies and guards, which would outlive a test that fails. */
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});
afterAll(() => company.stop());

/** What a proxy is configured with: where it listens, where the guard and the service are, and its own folder. */
interface Proxy {
  port: number;
  guard: string;
  service: string;
  folder: string;
}

const has = (program: string) => {
  try {
    return execFileSync('/bin/sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
};

const PAGE = readFileSync(new URL('../../../docs/guard-beside-a-service.md', import.meta.url), 'utf8');

/** As the page prints it, in the places of this test. */
function printed(language: string, { port, guard, service, folder }: Proxy): string {
  const [, text = ''] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(PAGE) ?? [];
  return text
    .replaceAll('127.0.0.1:8000', `127.0.0.1:${port}`)
    .replaceAll('127.0.0.1:3010', guard)
    .replaceAll('127.0.0.1:8080', service)
    .replaceAll('/etc/nginx/users', join(folder, 'users'));
}

const PROXIES: Record<
  string,
  { file: (proxy: Proxy) => string; args: (file: string, proxy: Proxy) => string[] }
> = {
  nginx: {
    args: (file, proxy) => ['-c', file, '-p', proxy.folder],
    file: (proxy) => `daemon off; master_process off; pid pid; error_log error.log;
events {}
http {
access_log off;
client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
${printed('nginx', proxy)}}`,
  },
  caddy: {
    args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
    file(proxy) {
      const hash = execFileSync('caddy', ['hash-password', '--plaintext', 'secret'], {
        encoding: 'utf8',
      }).trim();
      const people = ['ada', 'grace'].map((user) => `${user} ${hash}`).join('\n');
      return `{
admin off
storage file_system ${proxy.folder}/caddy
}
${printed('caddy', proxy).replace('ada <hash of a password>', people)}`;
    },
  },
};

describe.each(Object.entries(PROXIES))('behind %s', (name, { file, args }) => {
  const program = has(name);
  if (!program) process.stderr.write(`Skipped, as there is no ${name}: what it lets in.\n`);
  const inProxy = program ? test : test.skip;

  inProxy(
    'it lets in and refuses, also with a forged header, and while the guard is starting, stale and gone',
    async () => {
      const own = await mkdtemp(join(company.folder, `${name}-`));
      const service: Server = createServer((request, response) =>
        response.end(`for ${String(request.headers['rollbook-user'])}`),
      );
      service.listen(0, '127.0.0.1');
      await once(service, 'listening');
      const [port, guardPort] = [await freePort(), await freePort()];
      const proxy = {
        port,
        folder: own,
        guard: `127.0.0.1:${guardPort}`,
        service: `127.0.0.1:${(service.address() as AddressInfo).port}`,
      };
      await writeFile(join(own, 'config'), file(proxy));
      await writeFile(join(own, 'users'), ['ada', 'grace'].map((user) => `${user}:{PLAIN}secret\n`).join(''));
      const child: ChildProcess = spawn(program, args(join(own, 'config'), proxy), {
        stdio: 'ignore',
        env: { ...process.env, HOME: own },
      });
      started.push(child);
      const ask = async (user: string | undefined, headers: Record<string, string> = {}) => {
        const authorization = `Basic ${Buffer.from(`${user}:secret`).toString('base64')}`;
        const answer = await fetch(`http://127.0.0.1:${port}/`, {
          headers: { ...headers, ...(user !== undefined && { authorization }) },
        });
        return { status: answer.status, text: await answer.text() };
      };
      await eventually('the proxy listens', () =>
        ask(undefined).then(
          ({ status }) => status === 401,
          () => false,
        ),
      );
      // Nobody is let in while it is not there.
      expect((await ask('ada')).status).toBeGreaterThanOrEqual(500);
      // It cannot reach the API: it is starting, and refuses.
      const starting = await company.startGuard({
        ROLLBOOK_GUARD_PORT: String(guardPort),
        ROLLBOOK_API_URL: 'http://127.0.0.1:9',
      });
      expect((await ask('ada')).status).toBeGreaterThanOrEqual(500);
      await starting.kill();

      const sidecar = await company.startGuard({
        ROLLBOOK_GUARD_PORT: String(guardPort),
        ROLLBOOK_GUARD_MAX_AGE_SECONDS: '15',
      });
      started.push(sidecar.child);
      await eventually('it is ready', () => isReady(`http://127.0.0.1:${guardPort}`));
      expect(await ask('ada')).toEqual({ status: 200, text: 'for ada' });
      expect((await ask('grace')).status).toBe(403);
      expect((await ask('grace', { 'rollbook-user': 'ada' })).status).toBe(403);
      expect((await ask(undefined, { 'rollbook-user': 'ada' })).status).toBe(401);
      // What is asked of the guard without the proxy.
      const direct = (path: string, ...users: string[]) =>
        new Promise<number>((resolve, reject) => {
          const asked = {
            port: guardPort,
            path: `/forward-auth/${path}`,
            headers: { 'rollbook-user': users },
          };
          const sent = request({ ...asked, ...(users.length === 0 && { headers: {} }) }, (response) => {
            response.resume().once('end', () => resolve(response.statusCode!));
          });
          sent.once('error', reject).end();
        });
      expect(await direct('prod/enter')).toBe(401);
      expect(await direct('prod/enter', 'ada')).toBe(200);
      expect(await direct(`${company.prod.id}/enter`, company.ada.id)).toBe(200);
      expect(await direct('prod/read', 'ada')).toBe(403);
      expect(await direct('dev/enter', 'ada')).toBe(403);
      expect(await direct('prod', 'ada')).toBe(404);
      expect(await direct('prod/enter', 'ada', 'ada')).toBe(401);

      sidecar.child.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, 200));
      sidecar.child.kill('SIGCONT');
      expect((await ask('ada')).status).toBe(200);
      await company.processor.stop();
      await eventually('it is too old', async () => (await ask('ada')).status >= 500);
      company.processor = await startProcessorOf(company.api);
      await eventually('it is level again', async () => (await ask('ada')).status === 200);
      await sidecar.kill();
      expect((await ask('ada')).status).toBeGreaterThanOrEqual(500);
      child.kill('SIGKILL');
      await once(child, 'exit');
      service.close();
    },
  );
});
