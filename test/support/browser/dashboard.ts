import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { createClient, type RollbookClient } from '#libs/client';
import { startLocalRollbook, type LocalRollbook } from '../processes/local-rollbook.js';
import { launch, openWindow, signIn, type Look, type Viewer } from './chromium.js';

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
  /** A window in which somebody of the development provider is signed in. */
  enter(path: string, who?: RegExp, look?: Look): Promise<Viewer>;
  stop(): Promise<void>;
}

export async function startDashboard(): Promise<DashboardUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'rollbook-dashboard-'));
  const [rollbook, browser] = await Promise.all([startLocalRollbook(folder), launch()]);
  const api = createClient({ baseUrl: rollbook.apiUrl, token: rollbook.operatorToken });
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
    async enter(path, who = /^Operator/, look = {}) {
      const viewer = await openWindow(browser, rollbook.apiUrl, look);
      await signIn(viewer, who, path);
      return viewer;
    },
    async stop() {
      await browser.close();
      await rollbook.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A cell of the matrix. */
export const cell = ({ page }: Viewer, person: string, group: string) =>
  page.getByRole('checkbox', { name: `${person}, ${group}:` });

/** Closes a window that has complained of nothing. */
export async function leave(viewer: Viewer): Promise<void> {
  expect(viewer.complaints).toEqual([]);
  await viewer.context.close();
}
