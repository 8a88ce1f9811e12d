import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { packLibrary } from '../../tools/pack-library.mjs';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createTeam, createServiceGroup, createUser } from '../support/api/people.js';
import { describeInBrowser, launch, openWindow } from '../support/browser/chromium.js';
import { ROOT } from '../support/documented-commands.js';
import { eventually } from '../support/eventually.js';
import { ForeignProject } from '../support/foreign-project.js';
import { freePort } from '../support/processes/local-rollbook.js';
import { startProcessorOf, type ProcessorOfApi } from '../support/streams/processor-of-api.js';

// The apps of docs/examples, from an empty folder to a refused request: installed from the registry, with the tarballs of this
// repository's packages, built by their own compiler, and started. They need a registry, so `.ci/run` runs them, not `npm test`.

const describeWithRegistry = process.env['ROLLBOOK_REGISTRY'] === '1' ? describe : describe.skip;

/** Installing and building takes minutes on a busy machine. */
const PATIENCE_MS = 900_000;

let packages: ForeignProject;
let api: RunningApi;
let processor: ProcessorOfApi;
let port: number;
const tarballs = new Map<string, string>();

async function arrange() {
  packages = new ForeignProject();
  for (const name of ['client', 'guard', 'react'])
    tarballs.set(name, packLibrary(`libs/${name}`, packages.folder));
  port = await freePort();
  api = await startApi({ corsOrigins: [`http://127.0.0.1:${port}`] });
  processor = await startProcessorOf(api);
}

async function end() {
  await processor.stop();
  await api.close();
  packages.close();
}

/** Two people of an account, of whom one is in the service group. */
async function people() {
  const { account, member: ada, path } = await createTeam(api);
  const { id: group } = await createServiceGroup(api, account.id);
  const { id: bo } = await createUser(api, account.id);
  const membership = `${path}/service-groups/${group}/members/${ada.id}`;
  await api.operator('PUT', membership);
  return { account: account.id, group, ada: ada.id, bo, remove: () => api.operator('DELETE', membership) };
}

/** Installs, builds and starts an app, and ends it after `use`. */
async function withApp(name: string, env: NodeJS.ProcessEnv, use: (url: string) => Promise<void>) {
  const project = new ForeignProject();
  const url = `http://127.0.0.1:${port}`;
  const urls = { ROLLBOOK_URL: api.url, NEXT_PUBLIC_ROLLBOOK_URL: api.url, VITE_ROLLBOOK_URL: api.url };
  const all = { ...urls, PORT: String(port), NEXT_TELEMETRY_DISABLED: '1', ...env };
  try {
    cpSync(join(ROOT, 'docs/examples', name), project.folder, { recursive: true });
    const { scripts, dependencies } = JSON.parse(
      readFileSync(join(project.folder, 'package.json'), 'utf8'),
    ) as { scripts: { start: string }; dependencies: Record<string, string> };
    const ours = Object.keys(dependencies).filter((each) => each.startsWith('@rollbook/'));
    const wanted = new Set(['client', ...ours.map((each) => each.split('/')[1]!)]);
    project.add(...Array.from(wanted, (each) => tarballs.get(each)!));
    project.run('npm', ['run', 'build'], all);
    const PATH = `${join(project.folder, 'node_modules/.bin')}:${process.env['PATH']}`;
    const child = spawn('sh', ['-c', `exec ${scripts.start}`], {
      cwd: project.folder,
      env: { ...project.environment(all), PATH },
      stdio: 'inherit',
    });
    const exited = once(child, 'exit');
    try {
      await eventually(`${name} answers`, async () => {
        if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`);
        return fetch(url).then(Boolean, () => false);
      });
      await use(url);
    } finally {
      child.kill('SIGTERM');
      await exited;
    }
  } finally {
    project.close();
  }
}

describeWithRegistry('apps with a guard', () => {
  beforeAll(arrange);
  afterAll(end);

  test.each([
    { name: 'express' },
    { name: 'fastify', path: (group: string) => `/${group}/report` },
    { name: 'hono' },
    { name: 'nestjs' },
    { name: 'next' },
  ])(
    'in $name a route is for members, as long as they are',
    async ({ name, path = () => '/prod/report' }) => {
      const { account, group, ada, bo, remove } = await people();
      const ROLLBOOK_KEY = await api.issuer.signOperatorToken({ subject: 'tester' });
      await withApp(name, { ROLLBOOK_KEY, ROLLBOOK_ACCOUNT: account, SERVICE_GROUP: group }, async (url) => {
        const ask = async (user?: string) =>
          (await fetch(url + path(group), { headers: user === undefined ? {} : { 'x-user-id': user } }))
            .status;
        await eventually('she is let in', async () => (await ask(ada)) === 200);
        expect([await ask(ada), await ask(bo), await ask()]).toEqual([200, 403, 401]);
        await remove();
        await eventually('she is refused', async () => (await ask(ada)) === 403);
      });
    },
    PATIENCE_MS,
  );
});

describeWithRegistry('apps with a page', () => {
  describeInBrowser('that offers service groups', () => {
    let browser: Browser;
    beforeAll(async () => {
      await arrange();
      browser = await launch();
    });
    afterAll(async () => {
      await browser.close();
      await end();
    });

    test.each([
      { name: 'next', isCookie: true },
      { name: 'vite', isCookie: false },
    ])(
      'in $name a user chooses among their own',
      async ({ name, isCookie }) => {
        const { account, ada } = await people();
        const token = await api.issuer.signUserToken({ accountId: account, userId: ada });
        await withApp(name, {}, async (url) => {
          const viewer = await openWindow(browser, url);
          if (isCookie) await viewer.context.addCookies([{ name: 'session', value: token, url }]);
          await viewer.page.goto(isCookie ? '/' : `/#${token}`);
          await viewer.page.getByRole('combobox', { name: 'Service group' }).waitFor();
          await viewer.page.waitForFunction("document.querySelectorAll('option').length === 2");
          await viewer.close();
        });
      },
      PATIENCE_MS,
    );
  });
});
