import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDevelopmentIssuer } from '#libs/dev-issuer';
import { ensureTable } from '#libs/directory';
import { startEngine } from '#libs/embedded-engine';
import { askWith } from '../support/api/api.js';
import { startProcess } from '../support/processes/processes.js';
import { engineClient } from '../support/engines/engine.js';

/**
 * Schemathesis (https://schemathesis.readthedocs.io) knows nothing of this API but its OpenAPI document: it makes up requests, valid
 * and invalid ones, follows the resources that they create, and holds each answer to the document. Bounded by
 * ROLLBOOK_SCHEMATHESIS_SECONDS.
 */

const SECONDS = process.env['ROLLBOOK_SCHEMATHESIS_SECONDS'] ?? '120';
const CONFIGURATION = fileURLToPath(new URL('schemathesis.toml', import.meta.url));

async function check(program: string, words: readonly string[]): Promise<number> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    const folder = await mkdtemp(join(tmpdir(), 'rollbook-schemathesis-'));
    undo.push(() => rm(folder, { recursive: true }));
    const engine = await startEngine();
    undo.push(() => engine.stop());
    const table = engineClient(engine.endpoint);
    await ensureTable(table, 'rollbook');
    table.destroy();
    const issuer = await openDevelopmentIssuer(folder);
    const api = await startProcess('api', {
      PORT: '0',
      ROLLBOOK_DYNAMODB_ENDPOINT: engine.endpoint,
      ROLLBOOK_MASTER_KEY_FILE: join(folder, 'master-key'),
      ROLLBOOK_CURSOR_SECRET: 'only for the check, only for the check',
      ROLLBOOK_JWT_ISSUER: issuer.issuer,
      ROLLBOOK_JWT_AUDIENCE: issuer.audience,
      ROLLBOOK_JWKS_URL: issuer.jwksUrl.href,
      ROLLBOOK_RATE_LIMIT: '100000',
      ROLLBOOK_RATE_BURST: '100000',
      ROLLBOOK_LOG_LEVEL: 'silent',
    });
    undo.push(() => api.stop());
    const token = await issuer.signOperatorToken({ subject: 'schemathesis' });
    const configuration = join(folder, 'schemathesis.toml');
    await writeFile(configuration, await configurationFor(api.message.url ?? '', token));
    const options = ['--header', `Authorization: Bearer ${token}`, '--max-time', SECONDS, ...words];
    const url = `${api.message.url}/openapi.json`;
    const child = spawn(program, ['--config-file', configuration, 'run', url, ...options], {
      stdio: 'inherit',
      cwd: folder,
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** Most requests are about what is there: Schemathesis itself knows no id, and would meet nothing but 404. */
async function configurationFor(api: string, token: string): Promise<string> {
  const ask = askWith(api, token);
  const made = async (path: string, body: object) => (await ask('POST', path, body)).body as { id: string };
  const { id: accountId } = await made('/v1/accounts', { name: 'Acme' });
  const account = `/v1/accounts/${accountId}`;
  const person = { name: 'Ada', email: 'ada@acme.example', role: 'owner' };
  const ids = {
    accountId,
    userId: (await made(`${account}/users`, person)).id,
    serviceGroupId: (await made(`${account}/service-groups`, { name: 'dev' })).id,
  };
  const parameters = Object.entries(ids).map(([name, id]) => `"path.${name}" = "${id}"`);
  return [await readFile(CONFIGURATION, 'utf8'), '[parameters]', ...parameters, ''].join('\n');
}

const [program = 'schemathesis', ...words] = process.argv.slice(2);
process.exit(await check(program, words));
