import type { Page } from '@playwright/test';
import { violationsIn } from '../support/browser/axe.js';
import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { eventually } from '../support/eventually.js';

const ACCOUNT = '/v1/accounts/{accountId}';
const USERS = `${ACCOUNT}/users` as const;
const MEMBER = `${ACCOUNT}/service-groups/{serviceGroupId}/members/{userId}` as const;
const DAY_MS = 86_400_000;

let dashboard: DashboardUnderTest;

/** An account in which everything that can wait for somebody does, requests aside. */
async function arrangeTrouble() {
  const { api } = dashboard;
  const there = await dashboard.place(['Bill', 'Milton', 'Peter', 'Samir'], ['prod']);
  const { accountId, users, groups } = there;
  const of = (name: string) => ({
    accountId,
    userId: users.get(name) ?? '',
    serviceGroupId: groups.get('prod') ?? '',
  });
  const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
  await api.put(MEMBER, { path: of('Bill'), body: { expiresAt } });
  await api.put(MEMBER, { path: of('Milton') });
  await api.put(MEMBER, { path: of('Samir') });
  await api.post(`${USERS}/{userId}/suspend`, { path: of('Milton') });
  await api.patch(`${USERS}/{userId}`, { path: of('Samir'), body: { role: 'owner' }, ifMatch: '*' });
  // Nobody listens on the port.
  await api.post(`${ACCOUNT}/webhook-endpoints`, {
    path: { accountId },
    body: { url: 'http://127.0.0.1:9/rollbook' },
  });
  const { key } = await api.post(`${ACCOUNT}/api-keys`, {
    path: { accountId },
    body: { name: 'Okta', scopes: ['scim'] },
  });
  await fetch(`${dashboard.rollbook.apiUrl}/scim/v2/${accountId}/Users?filter=title%20pr`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const { id: jobId } = await api.post(`${ACCOUNT}/import/{kind}`, {
    path: { accountId, kind: 'users' },
    contentType: 'text/csv',
    body: 'email,name\nnobody,Nobody\nu0@initech.example,Bill\n',
  });
  await api.patch(`${USERS}/{userId}`, { path: of('Peter'), body: { name: 'Peter G.' }, ifMatch: '*' });
  await eventually('all of it has happened', async () => {
    const job = await api.get(`${ACCOUNT}/jobs/{jobId}`, { path: { accountId, jobId } });
    const { data } = await api.get(`${ACCOUNT}/webhook-endpoints`, { path: { accountId } });
    const { refusals } = await api.get(`${ACCOUNT}/scim`, { path: { accountId } });
    const { counts } = await api.get(ACCOUNT, { path: { accountId } });
    const [failing, isDone] = [data.some(({ failingSince }) => failingSince), job.status === 'done'];
    return failing && isDone && refusals.length > 0 && counts?.serviceGroups === 1;
  });
  return { ...there, of };
}

const needs = (page: Page) => page.locator('section', { hasText: 'Needs you' }).getByRole('link');

/** How far what is shown has moved by itself, as browsers measure it. */
const MEASURE = `
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

describeInBrowser('the overview', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('opens on what needs the reader, each line with its page, and says when nothing does', async () => {
    const { accountId, of } = await arrangeTrouble();
    const viewer = await dashboard.enter(`/a/${accountId}`);
    const { page } = viewer;
    const lines = [
      ['1 person’s access ends this week', '/access/ending'],
      ['The webhook endpoint http://127.0.0.1:9/rollbook receives nothing', '/developers/webhooks/'],
      [/^Your identity provider was refused /, '/developers/scim'],
      ['1 row of 1 job was refused this week', '/import?import='],
      ['Peter G. may enter no service group', `/users/${of('Peter').userId}`],
      [/^1 suspended person still has access/, '/users?status=suspended'],
      ['Only one person is an owner: make a second one', '/users?role=owner'],
    ] as const;
    await needs(page)
      .nth(lines.length - 1)
      .waitFor();
    expect(await needs(page).count()).toBe(lines.length);
    for (const [at, [line]] of lines.entries())
      expect((await needs(page).allTextContents())[at]).toMatch(line);
    // Then three numbers, and the log.
    const headings = await page.locator('main').getByRole('heading', { level: 2 }).allTextContents();
    expect([headings[0], headings.at(-1)]).toEqual(['Needs you', 'Latest activity']);
    expect(await violationsIn(page)).toEqual([]);
    await keepScreenshot(page, 'overview-needs');
    for (const [line, path] of lines) {
      await needs(page).filter({ hasText: line }).press('Enter');
      await page.waitForURL((url) => `${url.pathname}${url.search}`.startsWith(`/a/${accountId}${path}`));
      await page.goBack();
      await needs(page).first().waitFor();
    }
    await leave(viewer);
  });

  test('says that nothing needs the reader', async () => {
    const { accountId, users, groups } = await dashboard.place(['Bill', 'Peter'], ['prod']);
    for (const userId of users.values()) {
      const path = { accountId, userId, serviceGroupId: groups.get('prod') ?? '' };
      await dashboard.api.put(MEMBER, { path });
      await dashboard.api.patch(`${USERS}/{userId}`, { path, body: { role: 'owner' }, ifMatch: '*' });
    }
    const viewer = await dashboard.enter(`/a/${accountId}`);
    await viewer.page.getByText('Nothing needs you right now.').waitFor();
    expect(await needs(viewer.page).count()).toBe(0);
    await leave(viewer);
  });

  test.each([320, 1280])('at %i px nothing moves while answers come, slow ones last', async (width) => {
    const { accountId } = await arrangeTrouble();
    const viewer = await dashboard.enter('/me', undefined, { width });
    const { page } = viewer;
    let requests = 0;
    await page.route('**/v1/**', async (route) => {
      requests += 1;
      await new Promise((resolve) => setTimeout(resolve, (requests % 5) * 120));
      await route.continue().catch(() => undefined);
    });
    await page.addInitScript(MEASURE);
    await page.goto(`/a/${accountId}`);
    await needs(page).first().waitFor();
    await page.getByRole('heading', { name: 'Latest activity' }).waitFor();
    await page.waitForTimeout(2_000);
    expect(Number(await page.evaluate('globalThis.shifted'))).toBeLessThanOrEqual(0.02);
    expect(requests).toBeGreaterThan(8);
    await viewer.context.close();
  });
});
