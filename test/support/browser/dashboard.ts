import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { createClient, type RollbookClient } from '#libs/client';
import { startLocalRollbook, type LocalRollbook } from '../processes/local-rollbook.js';
import { launch, openWindow, setLook, type Look, type Viewer } from './chromium.js';

const USERS = '/v1/accounts/{accountId}/users';
const GROUPS = '/v1/accounts/{accountId}/service-groups';

/** An account of a test's own: ids by name. */
export interface Place {
  accountId: string;
  users: Map<string, string>;
  groups: Map<string, string>;
}

/** `npm start` and a browser, for the flows of the dashboard. */
export interface DashboardUnderTest {
  rollbook: LocalRollbook;
  browser: Browser;
  api: RollbookClient;
  place(userNames: readonly string[], groupNames: readonly string[]): Promise<Place>;
  /** The names of a group's members, sorted. */
  membersOf(place: Place, group: string): Promise<string[]>;
  /** A window with nobody signed in. */
  window(look?: Look): Promise<Viewer>;
  /** A window in which somebody of the development provider is signed in. */
  enter(path: string, who?: RegExp, look?: Look): Promise<Viewer>;
  stop(): Promise<void>;
}

export async function startDashboard(): Promise<DashboardUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-dashboard-'));
  const [rollbook, browser] = await Promise.all([startLocalRollbook(folder), launch()]);
  const api = createClient({ baseUrl: rollbook.apiUrl, token: rollbook.operatorToken });
  const open = windowsOf(browser, rollbook.apiUrl);
  return {
    rollbook,
    browser,
    api,
    async place(userNames, groupNames) {
      const { id: accountId } = await api.post('/v1/accounts', { body: { name: 'Initech' } });
      const path = { accountId };
      const users = new Map<string, string>();
      const groups = new Map<string, string>();
      for (let at = 0; at < userNames.length; at += 1_000) {
        const names = userNames.slice(at, at + 1_000);
        const rows = names.map((name, index) => ({ name, email: `u${at + index}@initech.example` }));
        const { results } = await api.post(`${USERS}/batch`, { path, body: { users: rows } });
        for (const { index, userId } of results) users.set(names[index] ?? '', userId ?? '');
      }
      for (const name of groupNames) groups.set(name, (await api.post(GROUPS, { path, body: { name } })).id);
      return { accountId, users, groups };
    },
    async membersOf({ accountId, groups }, group) {
      const path = { accountId, serviceGroupId: groups.get(group) ?? '' };
      const names: string[] = [];
      for await (const { user } of api.each(`${GROUPS}/{serviceGroupId}/members`, {
        path,
        query: { limit: 100 },
      }))
        names.push(user.name);
      return names.sort();
    },
    window: open,
    async enter(path, who = /^Operator/, look = {}) {
      const viewer = await open(look);
      await signInUnseen(viewer, who);
      await viewer.page.goto(path);
      await viewer.page.locator('main#content').waitFor();
      return viewer;
    },
    async stop() {
      await browser.close();
      await rollbook.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Windows, each for one test after the other: a new one takes a second of processor time, most of it for scripts that one that
 * has been used has compiled already.
 */
function windowsOf(browser: Browser, baseURL: string): (look?: Look) => Promise<Viewer> {
  const left: Viewer[] = [];
  return async (look) => {
    const viewer = left.pop() ?? (await openWindow(browser, baseURL));
    await setLook(viewer.page, look);
    return {
      ...viewer,
      async close() {
        await forget(viewer);
        left.push(viewer);
      },
    };
  };
}

/** Leaves nothing of a test in its window. */
async function forget({ page, context, complaints }: Viewer): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
  await page.goto('/health/live');
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  complaints.length = 0;
}

/** Signs in by the requests alone: the pages that `signIn` goes through cost as much as the test that follows. */
async function signInUnseen({ context }: Viewer, who: RegExp): Promise<void> {
  const asked = await context.request.get('/auth/login?returnTo=/health/live');
  const people = [...(await asked.text()).matchAll(/name="subject" value="([^"]+)">(.*)<\/button>/g)];
  const [, subject = ''] = people.find(([, , text = '']) => who.test(text.replaceAll(/<.*?>/g, ' '))) ?? [];
  const signedIn = await context.request.post(asked.url(), { form: { subject } });
  if (!signedIn.ok()) throw new Error(`Nobody was signed in as ${who}: ${await signedIn.text()}`);
}

/** A cell of the matrix. */
export const cell = ({ page }: Viewer, person: string, group: string) =>
  page.getByRole('checkbox', { name: `${person}, ${group}:` });

/** Closes a window that has complained of nothing but what is expected. */
export async function leave(viewer: Viewer, expected = /^$/): Promise<void> {
  expect(viewer.complaints.filter((complaint) => !expected.test(complaint))).toEqual([]);
  await viewer.close();
}
