import type { Page } from '@playwright/test';
import { describeInBrowser, TIME_ZONE } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest, type Place } from '../support/browser/dashboard.js';
import { eventually } from '../support/eventually.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/streams/webhook-receiver.js';

// What is found opens the page that it is about.

let dashboard: DashboardUnderTest;
let receiver: WebhookReceiver;

interface Arranged extends Place {
  apiKey: string;
  endpoint: string;
  job: string;
  event: string;
}

/** One of each kind that an admin can find in an account, requests aside. */
async function arrange(): Promise<Arranged> {
  const there = await dashboard.place(['Bill'], ['prod']);
  const { api } = dashboard;
  const path = { accountId: there.accountId };
  const { id: endpoint } = await api.post('/v1/accounts/{accountId}/webhook-endpoints', {
    path,
    body: { url: receiver.url },
  });
  const { id: apiKey } = await api.post('/v1/accounts/{accountId}/api-keys', {
    path,
    body: { name: 'Nightly', scopes: ['users:read'] },
  });
  const { id: job } = await api.post('/v1/accounts/{accountId}/import/{kind}', {
    path: { ...path, kind: 'users' },
    contentType: 'text/csv',
    body: 'email,name\npeter@initech.example,Peter\n',
  });
  const userId = there.users.get('Bill') ?? '';
  await api.patch('/v1/accounts/{accountId}/users/{userId}', {
    path: { ...path, userId },
    body: { name: 'Bill L.' },
  });
  await eventually('the change was delivered', () => Promise.resolve(receiver.received.length > 0));
  return { ...there, apiKey, endpoint, job, event: `${userId}.2` };
}

/** Types into the palette, and opens what is found under a heading. */
async function open(page: Page, typed: string, heading: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
  await page.keyboard.type(typed);
  const option = page.getByRole('group', { name: heading }).getByRole('option').first();
  await option.waitFor();
  for (let tries = 0; (await option.getAttribute('aria-selected')) !== 'true' && tries < 10; tries += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

describeInBrowser('the palette', () => {
  beforeAll(async () => {
    [dashboard, receiver] = await Promise.all([startDashboard(), startWebhookReceiver()]);
  });
  afterAll(async () => {
    await dashboard.stop();
    await receiver.stop();
  });

  test('opens the page of what was found, of every kind, by its name and by its id', async () => {
    const there = await arrange();
    const { accountId, users, groups } = there;
    const viewer = await dashboard.enter(`/a/${accountId}`);
    const { page } = viewer;
    await page.getByRole('heading', { name: 'Latest activity' }).waitFor();
    const group = groups.get('prod') ?? '';
    const user = users.get('Bill') ?? '';
    const cases = [
      ['prod', 'Service groups', `/groups/${group}`],
      [group, 'Service groups', `/groups/${group}`],
      ['bill', 'Users', `/users/${user}`],
      [user, 'Users', `/users/${user}`],
      ['nightly', 'API keys', '/developers/api-keys'],
      [there.apiKey, 'API keys', '/developers/api-keys'],
      [there.endpoint, 'Webhooks', `/developers/webhooks/${there.endpoint}`],
      [there.event, 'Activity', `/activity?subject=${user}`],
      [there.event, 'Webhook deliveries', `/developers/webhooks/${there.endpoint}/deliveries/${there.event}`],
      [there.job, 'Imports', `/import?import=${there.job}`],
      [accountId, 'Accounts', ''],
    ] as const;
    for (const [typed, heading, address] of cases) {
      await open(page, typed, heading);
      await page.waitForURL(`**/a/${accountId}${address}`);
    }
    await leave(viewer);
  });

  test('opens a service group as it was on a day', async () => {
    const { accountId, groups } = await dashboard.place(['Bill'], ['prod']);
    const viewer = await dashboard.enter(`/a/${accountId}`);
    const { page } = viewer;
    await page.getByRole('heading', { name: 'Latest activity' }).waitFor();
    const today = new Date();
    const month = today.toLocaleDateString('en-GB', { month: 'long', timeZone: TIME_ZONE }).toLowerCase();
    const date = today.toLocaleDateString('en-GB', { day: 'numeric', timeZone: TIME_ZONE });
    await open(page, `prod on ${date} ${month}`, 'Service groups');
    const day = today.toLocaleDateString('sv-SE', { timeZone: TIME_ZONE });
    await page.waitForURL(`**/groups/${groups.get('prod')}?at=${day}`);
    await leave(viewer);
  });
});
