import type { Page } from '@playwright/test';
import { violationsIn } from '../support/browser/axe.js';
import { describeInBrowser, keepScreenshot, type Viewer } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { tabTo } from '../support/browser/tab-to.js';

// The first page of a member, and of a manager: what they may enter, what waits, and nothing of the account that is not theirs.

const ACCOUNT = '/v1/accounts/{accountId}';
const GROUPS = `${ACCOUNT}/service-groups` as const;
const MEMBER = `${GROUPS}/{serviceGroupId}/members/{userId}` as const;
const MANAGER = `${GROUPS}/{serviceGroupId}/managers/{userId}` as const;
const DAY_MS = 86_400_000;
const LOOKS = [
  ['light', 1280],
  ['dark', 1280],
  ['light', 320],
  ['dark', 320],
] as const;

let dashboard: DashboardUnderTest;
let accountId: string;
let groups: Map<string, string>;
let users: Map<string, string>;

const of = (group: string, user: string) => ({
  accountId,
  serviceGroupId: groups.get(group) ?? '',
  userId: users.get(user) ?? '',
});

/** The demo's account, in which Alan Turing, a member, signs in: he is in dev and staging. Hedy is the only one in vault. */
async function acme() {
  const { api } = dashboard;
  accountId = (await api.get('/v1/accounts', { query: { q: 'acme' } })).data[0]?.id ?? '';
  const path = { accountId };
  await api.post(`${ACCOUNT}/users`, { path, body: { name: 'Hedy Lamarr', email: 'hedy@acme.example' } });
  await api.post(GROUPS, { path, body: { name: 'vault' } });
  groups = new Map((await api.get(GROUPS, { path })).data.map(({ name, id }) => [name, id]));
  users = new Map((await api.get(`${ACCOUNT}/users`, { path })).data.map(({ name, id }) => [name, id]));
  await api.put(MEMBER, { path: of('vault', 'Hedy Lamarr') });
  await api.patch(MEMBER, {
    path: of('staging', 'Alan Turing'),
    body: { expiresAt: new Date(Date.now() + 2 * DAY_MS + 3_600_000).toISOString() },
  });
}

/** All that the API answers while a page is read, and what it refuses. */
function listen({ page }: Viewer) {
  const answers: string[] = [];
  const refused: string[] = [];
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (!/^\/v1\//.test(pathname)) return;
    if (response.status() === 403) refused.push(pathname);
    if (/event-stream/.test(response.headers()['content-type'] ?? '')) return;
    answers.push(await response.text().catch(() => ''));
  });
  return { answers, refused };
}

const section = (page: Page, title: string) => page.locator('section', { hasText: title });
const needs = (page: Page) => section(page, 'Needs you').getByRole('link');

async function isAccessible(page: Page, name: string): Promise<void> {
  expect(await violationsIn(page)).toEqual([]);
  expect(
    Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')),
  ).toBeLessThanOrEqual(0);
  await keepScreenshot(page, name);
}

describeInBrowser('the first page', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    await acme();
  });
  afterAll(() => dashboard.stop());

  test('of a member says what they may enter and until when, and lets them ask for more', async () => {
    const { api } = dashboard;
    const path = { accountId, serviceGroupId: groups.get('staging') ?? '' };
    await api.patch(`${GROUPS}/{serviceGroupId}`, {
      path,
      body: { membershipRules: { membersMayAsk: true } },
    });
    const viewer = await dashboard.enter('/me', /^Alan Turing.* of Acme/);
    const heard = listen(viewer);
    const { page } = viewer;
    await page.goto('/');
    await page.waitForURL('**/home');
    await page.getByRole('heading', { name: 'Your access', level: 1 }).waitFor();
    const own = section(page, 'Your service groups').getByRole('listitem');
    await own.filter({ hasText: 'staging' }).getByText('ends in 2 days').waitFor();
    expect(await own.count()).toBe(2);
    expect(await needs(page).allTextContents()).toEqual(['Your access to staging ends in 2 days']);
    expect(await page.getByText('Service groups you manage').count()).toBe(0);
    // From what needs them to the dialog that asks.
    await tabTo(page, needs(page));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Request access' });
    await dialog.getByRole('option', { name: 'staging' }).waitFor({ state: 'attached' });
    await dialog.getByLabel('Service group').focus();
    await page.keyboard.type('staging');
    await dialog.getByLabel('For how long', { exact: true }).focus();
    await page.keyboard.type('8');
    await dialog.getByRole('button', { name: 'Send the request' }).press('Enter');
    await page.getByText('You requested access to staging.').waitFor();
    await section(page, 'Your requests').getByText('Open', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    await section(page, 'Your requests').getByRole('button', { name: 'Withdraw' }).press('Enter');
    await page.getByText('The request was withdrawn.').waitFor();
    expect(heard.refused).toEqual([]);
    expect(heard.answers.length).toBeGreaterThan(3);
    for (const name of ['Ada', 'Grace', 'Edsger', 'Hedy', 'prod"', 'vault'])
      expect(heard.answers.join()).not.toContain(name);
    await leave(viewer);
  });

  test('of a manager also has what waits in their service groups, and adds people', async () => {
    const { api } = dashboard;
    await api.put(MANAGER, { path: of('prod', 'Alan Turing') });
    await api.patch(`${GROUPS}/{serviceGroupId}`, {
      path: { accountId, serviceGroupId: groups.get('prod') ?? '' },
      body: { membershipRules: { membersMayAsk: true } },
    });
    const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
    await api.patch(MEMBER, { path: of('prod', 'Grace Hopper'), body: { expiresAt } });
    const asking = await dashboard.enter('/home?ask=true', /^Edsger Dijkstra.* of Acme/);
    const dialog = asking.page.getByRole('dialog', { name: 'Request access' });
    await dialog.getByRole('option', { name: 'prod' }).waitFor({ state: 'attached' });
    await dialog.getByLabel('Service group').focus();
    await asking.page.keyboard.type('prod');
    await dialog.getByLabel('For how long', { exact: true }).focus();
    await asking.page.keyboard.type('8');
    await dialog.getByRole('button', { name: 'Send the request' }).press('Enter');
    await asking.page.getByText('You requested access to prod.').waitFor();
    await leave(asking);

    const viewer = await dashboard.enter('/me', /^Alan Turing.* of Acme/);
    const heard = listen(viewer);
    const { page } = viewer;
    await page.goto('/');
    await needs(page).nth(2).waitFor();
    expect(await needs(page).allTextContents()).toEqual([
      '1 request waits for your answer',
      '1 person’s access to prod ends this week',
      expect.stringMatching(/^Your access to staging ends in /),
    ]);
    const managed = section(page, 'Service groups you manage').getByRole('listitem');
    await managed.getByText('2 members · 1 open request').waitFor();
    expect(heard.refused).toEqual([]);
    expect(heard.answers.length).toBeGreaterThan(3);
    for (const name of ['Hedy', 'vault']) expect(heard.answers.join()).not.toContain(name);
    await tabTo(page, page.getByRole('button', { name: 'Add people to prod' }));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('alan');
    await page.getByRole('button', { name: 'Add Alan Turing' }).press('Enter');
    await page.getByText('Alan Turing may now enter prod.').waitFor();
    await page.keyboard.press('Escape');
    await section(page, 'Your service groups').getByText('prod').waitFor();
    await needs(page).nth(1).press('Enter');
    await page.waitForURL(/\/groups\/.*show=ending/);
    await page.getByRole('row', { name: /Grace Hopper/ }).waitFor();
    expect(heard.refused).toEqual([]);
    await page.goBack();
    await needs(page).first().press('Enter');
    await page.waitForURL('**/requests');
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    await leave(viewer);
  });

  test.each(LOOKS)('is without a fault by axe and fits, %s at %i px', async (theme, width) => {
    await dashboard.api.put(MANAGER, { path: of('prod', 'Alan Turing') });
    const viewer = await dashboard.enter('/home', /^Alan Turing.* of Acme/, { theme, width });
    await needs(viewer.page).first().waitFor();
    await viewer.page.locator('.skeleton').first().waitFor({ state: 'detached' });
    await isAccessible(viewer.page, `home-${theme}-${width}`);
    await leave(viewer);
  });
});
