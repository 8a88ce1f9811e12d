import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { build } from 'vite';
import { packLibrary } from '../../tools/pack-library.mjs';
import { putAccessRoles } from '../support/api/access-roles.js';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createTeam } from '../support/api/people.js';
import { violationsIn } from '../support/browser/axe.js';
import { describeInBrowser, launch, openWindow } from '../support/browser/chromium.js';
import { ForeignProject, publintMessages, typesOf } from '../support/foreign-project.js';

// The component as its users have it: from the tarball, in a page of their own on another origin than the API, with the user's token.

const PAGE = `<!doctype html><html lang="en"><title>Acme</title><link rel="icon" href="data:," />
<main><h1>Acme</h1><div id="root"></div></main><script type="module" src="/main.jsx"></script></html>`;
const MAIN = `
import { createClient } from '@rollbook/client';
import { ServiceGroupSelect } from '@rollbook/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const { api: baseUrl, token, accountId, userId, isInline, permission } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const rollbook = createClient({ baseUrl, token, retries: { attempts: 1 } });
const outside = { accountId, userId };
function Page() {
  const [chosen, setChosen] = useState();
  const inline = createClient({ baseUrl, token, retries: { attempts: 1 }, headers: () => ({}) });
  return (
    <>
      <ServiceGroupSelect
        {...outside}
        rollbook={isInline ? inline : rollbook}
        permission={permission}
        value={chosen?.id}
        onChange={(each) => setChosen(each)}
        texts={{ label: 'Service group' }}
      />
      <output>{chosen ? 'In ' + chosen.name : 'Nowhere'}</output>
    </>
  );
}
createRoot(document.getElementById('root')).render(<Page />);
`;

describeInBrowser('the select of service groups', () => {
  let project: ForeignProject;
  let tarball: string;
  let server: Server;
  let api: RunningApi;
  let browser: Browser;
  let origin: string;

  beforeAll(async () => {
    project = new ForeignProject();
    const client = packLibrary('libs/client', project.folder);
    tarball = packLibrary('libs/react', project.folder);
    project.install(client, tarball);
    for (const name of ['react', 'react-dom', '@types/react', 'csstype']) project.link(name);
    project.write('index.html', PAGE);
    project.write('main.jsx', MAIN);
    await build({
      root: project.folder,
      configFile: false,
      logLevel: 'error',
      build: { outDir: 'site', target: 'es2022', modulePreload: false },
    });
    server = createServer((request, response) => {
      const path = request.url === '/' ? '/index.html' : (request.url ?? '');
      const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
      response.writeHead(200, { 'content-type': type }).end(readFileSync(join(project.folder, 'site', path)));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    api = await startApi({ corsOrigins: [origin] });
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    project.close();
  });

  test('publint and arethetypeswrong find nothing, and it brings nothing but the client', async () => {
    expect(await publintMessages(tarball)).toEqual([]);
    expect(await typesOf(tarball)).toEqual({ problems: [], entrypoints: 2 });
    const manifest = join(project.folder, 'node_modules/@rollbook/react/package.json');
    const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies: object };
    expect(Object.keys(dependencies)).toEqual(['@rollbook/client']);
  });

  test('a server component may import it', () => {
    const built = join(project.folder, 'node_modules/@rollbook/react/dist/index.js');
    expect(readFileSync(built, 'utf8')).toMatch(/^'use client';\n/);
  });

  /** An account with a member, their page, and how to give and take service groups. */
  async function arrange(...names: string[]) {
    const { account, member, path } = await createTeam(api);
    const groups = new Map<string, string>();
    const give = async (name: string, terms?: object) => {
      const { id } = await api.client.post('/v1/accounts/{accountId}/service-groups', {
        path: { accountId: account.id },
        body: { name },
      });
      groups.set(name, id);
      await api.operator('PUT', `${path}/service-groups/${id}/members/${member.id}`, terms);
    };
    for (const name of names) await give(name);
    const token = await api.issuer.signUserToken({ accountId: account.id, userId: member.id });
    const viewer = await openWindow(browser, origin);
    const { page } = viewer;
    const where = { api: api.url, token, accountId: account.id, userId: member.id };
    const open = (more = {}) => page.goto(`/#${new URLSearchParams({ ...where, ...more }).toString()}`);
    return { page, viewer, open, give, groups, path, member };
  }

  const offered = "Array.from(document.querySelectorAll('option'), (each) => each.textContent).join()";

  test('a member finds their service groups by name, chooses by the keyboard, and loses what was taken away', async () => {
    const { page, viewer, open, groups, path, member } = await arrange('prod', 'billing');
    await open();
    await page.waitForFunction(`${offered} === 'Select a service group,billing,prod'`);
    expect(await violationsIn(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.type('prod');
    await page.getByText('In prod').waitFor();
    await page.waitForFunction(`${offered} === 'No service group,billing,prod'`);
    await page.keyboard.press('Home');
    await page.getByText('Nowhere').waitFor();
    await page.keyboard.press('End');
    await page.getByText('In prod').waitFor();
    await api.operator('DELETE', `${path}/service-groups/${groups.get('prod')}/members/${member.id}`);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText('Nowhere').waitFor();
    await page.waitForFunction(`${offered} === 'Select a service group,billing'`);
    expect(viewer.complaints).toEqual([]);
    await viewer.close();
  });

  test('with a permission it offers where the user may do that, as long as there is the role that allows it', async () => {
    const { page, viewer, open, give, path } = await arrange('prod');
    const roles = { reader: ['logs.read'], other: ['deploy'] };
    await putAccessRoles(api, path, roles);
    await give('logs', { accessRole: 'reader' });
    await give('deploys', { accessRole: 'other' });
    await open({ permission: 'logs.read' });
    await page.waitForFunction(`${offered} === 'Select a service group,logs'`);
    await putAccessRoles(api, path, { other: ['deploy'] });
    // Its key made anew gives nothing back.
    await putAccessRoles(api, path, roles);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.waitForFunction(`${offered} === 'No service groups'`);
    expect(viewer.complaints).toEqual([]);
    await viewer.close();
  });

  test('a client, a function and texts that are made while rendering are read with once', async () => {
    const { page, viewer, open } = await arrange('prod', 'billing', 'demo');
    let reads = 0;
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/v1/')) reads += 1;
    });
    await open({ isInline: 'yes' });
    await page.waitForFunction(`${offered} === 'Select a service group,billing,demo,prod'`);
    await page.keyboard.press('Tab');
    for (const name of ['prod', 'billing', 'demo']) {
      await page.keyboard.press(name[0]!);
      await page.getByText(`In ${name}`).waitFor();
      // What is typed next is a new search.
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
    }
    expect(reads).toBe(1);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await page.waitForFunction(
      'performance.getEntriesByType("resource").filter(({ name }) => name.includes("/v1/")).length >= 2',
    );
    expect(reads).toBe(2);
    await viewer.close();
  });

  test('what ends goes when it ends', async () => {
    const { page, viewer, open, give } = await arrange();
    await give('for-a-moment', { expiresAt: new Date(Date.now() + 4_000).toISOString() });
    await open();
    await page.waitForFunction(`${offered}.endsWith('for-a-moment')`);
    await page.waitForFunction(`${offered} === 'No service groups'`);
    await viewer.close();
  });

  test('without an answer it says so, and tries again', async () => {
    const { page, viewer, open } = await arrange('prod');
    await page.route('**/v1/**', (route) => route.abort());
    await open();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.unroute('**/v1/**');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`${offered} === 'Select a service group,prod'`);
    expect(await alert.count()).toBe(0);
    await viewer.close();
  });
});
