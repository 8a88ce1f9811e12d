import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../support/processes/local-rollbook.js';
import { eventually } from '../support/eventually.js';

const STARTED_WITHIN_MS = 300_000;
const ADMIN = { username: 'admin', password: 'only-for-tests' };

/** A Keycloak of its own, with the realm of `realm.json`. */
export interface Keycloak {
  issuer: string;
  /** Its administration interface, below the realm. */
  administer(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * @param distribution the unpacked distribution
 * @param folder for what it keeps
 * @param publicUrl of the API whose people it signs in
 */
export async function startKeycloak(
  distribution: string,
  folder: string,
  publicUrl: string,
): Promise<Keycloak> {
  const home = join(folder, 'keycloak');
  await cp(distribution, home, { recursive: true });
  await mkdir(join(home, 'data', 'import'), { recursive: true });
  const realm = await readFile(new URL('realm.json', import.meta.url), 'utf8');
  await writeFile(join(home, 'data', 'import', 'realm.json'), realm.replaceAll('PUBLIC_URL', publicUrl));
  const [port, managementPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const ports = [`--http-port=${port}`, `--http-management-port=${managementPort}`];
  const child = spawn(
    'sh',
    [join(home, 'bin', 'kc.sh'), 'start-dev', '--http-host=127.0.0.1', ...ports, '--import-realm'],
    {
      env: {
        ...process.env,
        KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
        KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const issuer = `${url}/realms/rollbook`;
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`Keycloak has ended: ${output}`);
    return (await fetch(`${issuer}/.well-known/openid-configuration`).catch(() => undefined))?.ok === true;
  };
  await eventually('Keycloak answers', isReady, STARTED_WITHIN_MS);
  return {
    issuer,
    async administer(method, path, body) {
      const answer = await fetch(`${url}/admin/realms/rollbook${path}`, {
        method,
        headers: { authorization: `Bearer ${await adminToken(url)}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

async function adminToken(url: string): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...ADMIN });
  const answer = await fetch(`${url}/realms/master/protocol/openid-connect/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}
