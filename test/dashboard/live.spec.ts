import type { Page } from '@playwright/test';
import { describeInBrowser } from '../support/browser/chromium.js';
import {
  cell,
  leave,
  startDashboard,
  type DashboardUnderTest,
  type Place,
} from '../support/browser/dashboard.js';
import { openFollowing, setVisible } from '../support/browser/following.js';

const USERS = '/v1/accounts/{accountId}/users';
const GROUP = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}';

const FORBIDDEN = JSON.stringify({
  status: 403,
  code: 'forbidden',
  title: 'Forbidden',
  detail: 'Not for you.',
});

const GROUPS = ['dev', 'legal', 'ops'];

let dashboard: DashboardUnderTest;

const create = ({ accountId }: Place, name: string) =>
  dashboard.api.post(USERS, {
    path: { accountId },
    body: { name, email: `${name.toLowerCase()}@initech.example`, role: 'member' },
  });

const give = ({ accountId, users, groups }: Place, user: string, group: string) =>
  dashboard.api.put(`${GROUP}/members/{userId}`, {
    path: { accountId, userId: users.get(user) ?? '', serviceGroupId: groups.get(group) ?? '' },
  });

const open = (path: string) => openFollowing(dashboard, path);

/** Who is in which row: what else a row says may come later. */
const rowsOf = (page: Page) => page.locator('[role=row] a[href*="/users/"]').allInnerTexts();

describeInBrowser('what others change', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test("is in another window's cells, whose draft stays and says so", async () => {
    const there = await dashboard.place(['Milton', 'Peter'], ['dev', 'prod']);
    const mine = await open(`/a/${there.accountId}/access`);
    const theirs = await dashboard.enter(`/a/${there.accountId}/access`);
    await cell(mine, 'Peter', 'dev').click();
    await mine.page.getByText('1 addition for 1 person').waitFor();
    await theirs.page.getByRole('grid', { name: 'Access' }).press('Control+End');
    await theirs.page.keyboard.press('Space');
    await theirs.page.getByRole('button', { name: 'Review' }).press('Enter');
    await theirs.page.getByRole('button', { name: 'Apply 1 change' }).press('Enter');
    await mine.page.getByRole('checkbox', { name: /^Peter, prod:/, checked: true }).waitFor();
    await mine.page.getByText(/in the meantime/).waitFor();
    await mine.page.getByText('1 addition for 1 person').waitFor();
    await leave(theirs);
    await leave(mine);
  });

  test('is read in the cells without waiting for the names of the people', async () => {
    const there = await dashboard.place(['Milton'], GROUPS);
    const viewer = await open(`/a/${there.accountId}/access`);
    const { page } = viewer;
    await cell(viewer, 'Milton', 'dev').waitFor();
    for (const group of GROUPS) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      await page.route(/\/users\?/, async (route) => {
        await released;
        await route.continue().catch(() => undefined);
      });
      const [names, cells] = [/\/users\?/, /\/memberships\/matrix\?/].map((url) => page.waitForRequest(url));
      await give(there, 'Milton', group);
      await Promise.all([names, cells]);
      release();
      await page.getByRole('checkbox', { name: `Milton, ${group}:`, checked: true }).waitFor();
      await page.unroute(/\/users\?/);
    }
    await leave(viewer);
  });

  test('moves no row that somebody looks at: what has come is shown when they want it', async () => {
    const there = await dashboard.place(['Bill', 'Milton', 'Peter'], ['dev']);
    const viewer = await open(`/a/${there.accountId}/users?sort=name`);
    const { page } = viewer;
    await page.getByText('Milton').waitFor();
    const before = await rowsOf(page);
    await create(there, 'Alice');
    const news = page.getByRole('button', { name: '1 new' });
    await news.waitFor();
    expect(await rowsOf(page)).toEqual(before);
    await page.getByText('4 people').waitFor();
    const { id } = (await dashboard.api.get(USERS, { path: there, query: { q: 'Peter' } })).data[0]!;
    await dashboard.api.patch(`${USERS}/{userId}`, {
      path: { accountId: there.accountId, userId: id },
      body: { name: 'Pete' },
      ifMatch: '*',
    });
    await page.getByText('Pete', { exact: true }).waitFor();
    await news.press('Enter');
    await page.getByText('Alice', { exact: true }).waitFor();
    expect(await news.count()).toBe(0);
    await leave(viewer);
  });

  test('is counted above the activity, which stays where it is', async () => {
    const there = await dashboard.place(['Bill', 'Milton'], ['dev']);
    const viewer = await open(`/a/${there.accountId}/activity`);
    const { page } = viewer;
    await page.getByRole('listitem').filter({ hasText: 'Milton' }).waitFor();
    await give(there, 'Milton', 'dev');
    await give(there, 'Bill', 'dev');
    await page.getByRole('button', { name: '2 new' }).press('Enter');
    await page.getByText(/Bill/).first().waitFor();
    await leave(viewer);
  });

  test('is asked for by no hidden page, and is there when it is seen again', async () => {
    const there = await dashboard.place(['Milton'], ['dev']);
    const viewer = await open(`/a/${there.accountId}/access`);
    const { page } = viewer;
    await cell(viewer, 'Milton', 'dev').waitFor();
    await setVisible(page, 'hidden');
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => {
      // Dialogs are loaded when there is nothing else to do.
      if (request.url().includes('/v1/')) asked.push(request.url());
    });
    await give(there, 'Milton', 'dev');
    // Longer than any of its timers.
    await page.waitForTimeout(2_500);
    expect(asked).toEqual([]);
    await setVisible(page, 'visible');
    await page.getByRole('checkbox', { name: /^Milton, dev:/, checked: true }).waitFor();
    await leave(viewer);
  });

  test.each([
    ['does not answer', 404, '{}', 'text/plain'],
    ['is refused', 403, FORBIDDEN, 'application/problem+json'],
  ])('is seen where the feed %s, only later and without a word', async (_how, status, body, contentType) => {
    const there = await dashboard.place(['Milton'], ['dev']);
    const viewer = await dashboard.enter('/accounts');
    const { page } = viewer;
    await page.clock.install();
    let reads = 0;
    await page.route(/\/changes\?/, (route) => {
      reads += 1;
      return route.fulfill({ status, body, contentType });
    });
    await page.goto(`/a/${there.accountId}/access`);
    await cell(viewer, 'Milton', 'dev').waitFor();
    await give(there, 'Milton', 'dev');
    await page.clock.fastForward(16_000);
    await page.getByRole('checkbox', { name: /^Milton, dev:/, checked: true }).waitFor();
    await page.clock.fastForward(16_000);
    await page.waitForLoadState('networkidle');
    // A refusal is final.
    expect(status === 403 ? reads === 1 : reads > 1).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
    await leave(viewer, /Failed to load resource/);
  });

  test('says of a person who is removed that they are gone, and shows what is left of them', async () => {
    const there = await dashboard.place(['Milton'], ['dev']);
    const { accountId, users } = there;
    const userId = users.get('Milton') ?? '';
    const viewer = await open(`/a/${accountId}/users/${userId}`);
    const { page } = viewer;
    await page.getByRole('button', { name: 'Give access' }).waitFor();
    await dashboard.api.delete(`${USERS}/{userId}`, { path: { accountId, userId } });
    await page.getByRole('status').filter({ hasText: 'Milton was removed.' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('button', { name: 'Show what is left' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/Their name can be found for 90 days/).waitFor();
    await leave(viewer, /Failed to load resource/);
  });
});
