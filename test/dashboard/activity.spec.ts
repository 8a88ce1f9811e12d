import { readFile } from 'node:fs/promises';
import { createClient } from '#libs/client';
import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';

// What somebody asks the activity: who did what, to whom, what it was before, and with what else.

let dashboard: DashboardUnderTest;

const USER = '/v1/accounts/{accountId}/users/{userId}';

/** Three people get access with one request, one of them becomes an admin, and a program suspends another. */
async function arrange() {
  const there = await dashboard.place(['Bill', 'Milton', 'Peter'], ['prod']);
  const { accountId, users, groups } = there;
  const { api } = dashboard;
  const of = (name: string) => ({ accountId, userId: users.get(name) ?? '' });
  const serviceGroupId = groups.get('prod') ?? '';
  const changes = [...users.values()].map((userId) => ({ userId, serviceGroupId, action: 'add' as const }));
  await api.post('/v1/accounts/{accountId}/memberships/batch', { path: { accountId }, body: { changes } });
  await api.patch(USER, { path: of('Milton'), body: { role: 'admin' } });
  await api.post('/v1/accounts/{accountId}/users/{userId}/suspend', { path: of('Peter') });
  return there;
}

describeInBrowser('the activity', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('says once what one request did to many, and opens to whom, by the keyboard', async () => {
    const { accountId } = await arrange();
    const viewer = await dashboard.enter(`/a/${accountId}/activity`);
    const { page } = viewer;
    const row = page.getByRole('listitem').filter({ hasText: 'gave 3 people access to prod' }).first();
    await row.waitFor();
    expect(await page.getByText(/gave Bill access/).count()).toBe(0);
    await row.getByRole('button', { name: /^Details/ }).focus();
    await page.keyboard.press('Enter');
    for (const name of ['Bill', 'Milton', 'Peter'])
      await row
        .getByRole('listitem')
        .filter({ hasText: `${name}` })
        .first()
        .waitFor();
    await keepScreenshot(page, 'activity-open');
    await leave(viewer);
  });

  test('an entry opens to before and after, and the names in it lead to their pages', async () => {
    const { accountId } = await arrange();
    const viewer = await dashboard.enter(`/a/${accountId}/activity?type=user.role_changed`);
    const { page } = viewer;
    const row = page.getByRole('listitem').filter({ hasText: 'Milton' }).first();
    await row.getByRole('button', { name: /^Details/ }).focus();
    await page.keyboard.press('Enter');
    await row.getByText('Role', { exact: true }).waitFor();
    expect(await row.locator('dd').first().textContent()).toBe('before: member →  after: admin');
    await row.getByRole('link', { name: 'Milton' }).first().press('Enter');
    await page.getByRole('heading', { name: /Milton/, level: 1 }).waitFor();
    await leave(viewer);
  });

  test('words, a kind and a subject filter it together, stay in the address, and are what is exported', async () => {
    const { accountId, groups } = await arrange();
    const viewer = await dashboard.enter(`/a/${accountId}/activity`);
    const { page } = viewer;
    await page.getByRole('searchbox', { name: 'Search the activity' }).focus();
    await page.keyboard.type('peter');
    await page.waitForURL(/q=peter/);
    await page
      .getByText(/suspended/)
      .first()
      .waitFor();
    await page.getByText(/created the service group/).waitFor({ state: 'detached' });
    await page.reload();
    await page
      .getByText(/suspended/)
      .first()
      .waitFor();
    expect(await page.getByRole('searchbox', { name: 'Search the activity' }).inputValue()).toBe('peter');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).press('Enter'),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toMatch(/^id,type,at,.*summary$/);
    expect(lines.slice(1).map((line) => /,(\w+\.\w+),/.exec(line)?.[1])).toEqual([
      'user.created',
      'service_group.member_added',
      'user.suspended',
    ]);
    // Of the service group: also what happened to its members.
    await page.goto(`/a/${accountId}/activity?subject=${groups.get('prod')}`);
    await page.getByText('gave 3 people access to prod').waitFor();
    expect(await page.getByText(/suspended/).count()).toBe(0);
    await page.getByRole('button', { name: 'Show what changed anywhere' }).press('Enter');
    await page
      .getByText(/suspended/)
      .first()
      .waitFor();
    await leave(viewer);
  });

  test('what a program did is told apart', async () => {
    const { accountId, users } = await arrange();
    const path = { accountId };
    const { key } = await dashboard.api.post('/v1/accounts/{accountId}/api-keys', {
      path,
      body: { name: 'Payroll', scopes: ['users:write'] },
    });
    const payroll = createClient({ baseUrl: dashboard.rollbook.apiUrl, token: key });
    await payroll.patch(USER, {
      path: { accountId, userId: users.get('Bill') ?? '' },
      body: { name: 'William' },
    });
    const viewer = await dashboard.enter(`/a/${accountId}/activity?type=user.profile_changed`);
    await viewer.page
      .getByRole('listitem')
      .filter({ hasText: /Payroll.*API key.*Bill/ })
      .waitFor();
    await leave(viewer);
  });
});
