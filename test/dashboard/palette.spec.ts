import type { Page } from '@playwright/test';
import { describeInBrowser, TIME_ZONE } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest, type Place } from '../support/browser/dashboard.js';
import { eventually } from '../support/eventually.js';
import { startWebhookReceiver, type WebhookReceiver } from '../support/streams/webhook-receiver.js';

// What is found opens the page that it is about.

const USERS = '/v1/accounts/{accountId}/users';
const GROUPS = '/v1/accounts/{accountId}/service-groups';

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

/** Types a command, and takes the row that says what it means. */
async function command(page: Page, typed: string, row: string | RegExp): Promise<void> {
  await type(page, typed);
  await page.getByRole('option', { name: row, selected: true }).waitFor();
  await page.keyboard.press('Enter');
}

async function type(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
  await page.keyboard.type(typed);
}

/** The rows, once they are about what has been typed. */
async function rows(page: Page): Promise<string[]> {
  await page.locator('[role=listbox]:not([aria-busy])').waitFor({ state: 'attached' });
  return optionsOf(page).allTextContents();
}

const optionsOf = (page: Page) =>
  page.getByRole('listbox', { name: 'Search and commands' }).getByRole('option');

/** As the field of a date shows it. */
const friday = () => {
  const days = (5 - new Date().getDay() + 7) % 7 || 7;
  return new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone: TIME_ZONE });
};

async function start(place: Place, path = '') {
  const viewer = await dashboard.enter(`/a/${place.accountId}${path}`);
  await viewer.page.getByRole('heading', { level: 1 }).waitFor();
  return viewer;
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

  test('suspends, reactivates and removes people, by the dialog that their page has', async () => {
    const there = await dashboard.place(['Mel Baker', 'Peter'], ['prod']);
    const path = { accountId: there.accountId, userId: there.users.get('Mel Baker') ?? '' };
    const serviceGroupId = there.groups.get('prod') ?? '';
    await dashboard.api.put(`${GROUPS}/{serviceGroupId}/members/{userId}`, {
      path: { ...path, serviceGroupId },
    });
    const status = async () => (await dashboard.api.get(`${USERS}/{userId}`, { path })).status;
    const viewer = await start(there, '/groups');
    const { page } = viewer;
    const confirm = (title: string, action: string) =>
      page.getByRole('dialog', { name: title }).getByRole('button', { name: action }).press('Enter');
    await command(page, 'suspend mel', /^Suspend Mel Baker/);
    await page.getByRole('dialog').getByText('No service lets them in until you reactivate them.').waitFor();
    expect(await status()).toBe('active');
    await confirm('Suspend Mel Baker?', 'Suspend');
    await page.getByText('Mel Baker is suspended.').waitFor();
    // Who is suspended cannot be suspended, and gets no access.
    await type(page, 'suspend mel');
    await page.getByText('Nothing was found').waitFor();
    await page.keyboard.press('Escape');
    await command(page, 'reactivate mel', /^Reactivate Mel Baker/);
    await page.getByRole('dialog').getByText('They may then enter prod.').waitFor();
    expect(await status()).toBe('suspended');
    await confirm('Reactivate Mel Baker?', 'Reactivate');
    await page.getByText('Mel Baker is active again.').waitFor();
    await command(page, 'remove mel', /^Remove Mel Baker from the account/);
    await page.getByRole('dialog').getByText('This ends their access to prod.').waitFor();
    await confirm('Remove Mel Baker?', 'Remove from the account');
    await page.getByText('Mel Baker was removed.').waitFor();
    await expect(status()).rejects.toMatchObject({ status: 404 });
    await leave(viewer, /404/);
  });

  test('gives access until a day, moves its end, and ends it', async () => {
    const there = await dashboard.place(['Ada King'], ['prod', 'dev']);
    const viewer = await start(there);
    const { page } = viewer;
    await command(page, 'give ada prod until ' + friday(), /^Give Ada King access to prod ?until .*18:00:00/);
    const dialog = page.getByRole('dialog', { name: 'Give Ada King access to prod?' });
    await dialog.getByRole('radio', { name: /Friday 18:00/, checked: true }).waitFor();
    expect(await dashboard.membersOf(there, 'prod')).toEqual([]);
    await dialog.getByRole('button', { name: 'Give access' }).press('Enter');
    await page.getByText('Ada King may now enter prod.').waitFor();
    const path = {
      accountId: there.accountId,
      serviceGroupId: there.groups.get('prod') ?? '',
      userId: there.users.get('Ada King') ?? '',
    };
    const end = async () =>
      (await dashboard.api.get(`${GROUPS}/{serviceGroupId}/members/{userId}`, { path })).expiresAt;
    expect(await end()).toBe(`${friday()}T17:00:00.000Z`);
    await command(
      page,
      'give ada prod until 31 december 2030',
      /^Change when Ada King’s access to prod ends/,
    );
    const change = page.getByRole('dialog', { name: 'How long may Ada King enter prod?' });
    await change.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The access of Ada King to prod was changed.').waitFor();
    expect(await end()).toBe('2030-12-31T17:00:00.000Z');
    // There is no other access of hers to end.
    await type(page, "take ada's dev");
    await page.getByText('Nothing was found').waitFor();
    await page.keyboard.press('Escape');
    await command(page, "take ada's prod", /^End Ada King’s access to prod/);
    await page.getByRole('dialog').getByRole('button', { name: 'End access' }).press('Enter');
    await page.getByText('Ada King may no longer enter prod.').waitFor();
    expect(await dashboard.membersOf(there, 'prod')).toEqual([]);
    await leave(viewer);
  });

  test('shows each meaning as a row, and finds names that have the words of commands', async () => {
    const there = await dashboard.place(
      ['Mel Baker', 'Mel Fox', 'Dark Vader', 'Ada Until'],
      ['prod', 'prod eu'],
    );
    const viewer = await start(there);
    const { page } = viewer;
    await type(page, 'give mel prod');
    await page.getByRole('option', { name: /^Give/ }).nth(3).waitFor();
    const given = ['Mel Baker', 'Mel Fox'].flatMap((who) =>
      ['prod', 'prod eu'].map((group) => `Give ${who} access to ${group}`),
    );
    expect((await rows(page)).map((row) => row.replace(/u\d@.*/, '')).toSorted()).toEqual(given);
    await page.keyboard.press('Escape');
    await type(page, 'dark');
    await page.getByRole('option', { name: /^Dark Vader/ }).waitFor();
    expect(await page.getByRole('option', { selected: true }).allTextContents()).toEqual(['Dark theme']);
    await page.keyboard.press('Escape');
    await command(page, 'suspend ada until', /^Suspend Ada Until/);
    await page.getByRole('dialog', { name: 'Suspend Ada Until?' }).waitFor();
    await page.keyboard.press('Escape');
    await leave(viewer);
  });

  test('invites, creates and undoes by the dialogs of the pages', async () => {
    const there = await dashboard.place(['Bill'], ['prod']);
    const viewer = await start(there);
    const { page } = viewer;
    await command(page, 'invite samir@initech.example', 'Invite samir@initech.example');
    await page.getByRole('button', { name: /^Send 1 invitation/ }).press('Enter');
    await page.getByText('1 invitation was sent').waitFor();
    await command(page, 'new group EU prod', 'New service group: EU prod');
    await page.getByRole('dialog').getByLabel('Name').press('Enter');
    await page.getByRole('heading', { name: 'EU prod', level: 1 }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await command(page, 'suspend bill', /^Suspend Bill/);
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).press('Enter');
    await page.getByText('Bill is suspended.').waitFor();
    await command(page, 'undo', 'Undo my last change');
    const undo = page.getByRole('dialog', { name: 'Undo this change?' });
    await undo.getByText(/reactivated? Bill/).waitFor();
    await undo.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText('Undone', { exact: true }).waitFor();
    const path = { accountId: there.accountId, userId: there.users.get('Bill') ?? '' };
    expect(await dashboard.api.get(`${USERS}/{userId}`, { path })).toMatchObject({ status: 'active' });
    await command(page, 'new key', 'New API key');
    await page
      .getByRole('dialog', { name: 'Create API key' })
      .getByRole('textbox', { name: 'Name' })
      .waitFor();
    await page.keyboard.press('Escape');
    await leave(viewer, /404/);
  });

  test('needs no network for a command without names', async () => {
    const viewer = await start(await dashboard.place([], []));
    const { page, context } = viewer;
    await type(page, '');
    await page.keyboard.press('Escape');
    await page.waitForTimeout(2_500);
    await context.setOffline(true);
    await command(page, 'dark', 'Dark theme');
    await page.locator('html[data-theme=dark]').waitFor();
    await command(page, 'new group', 'New service group');
    await page.getByRole('dialog', { name: 'Create service group' }).waitFor();
    await page.keyboard.press('Escape');
    await context.setOffline(false);
    await leave(viewer, /ERR_INTERNET_DISCONNECTED/);
  });

  test('offers nothing that the person or the day does not allow', async () => {
    const acme = (await dashboard.api.get('/v1/accounts', { query: { q: 'acme' } })).data[0]?.id ?? '';
    const commands = ['suspend ada', 'give alan prod', 'invite x@y.example', 'new group', 'new key', 'undo'];
    const offered = async (page: Page) => {
      const seen: string[] = [];
      for (const typed of commands) {
        await type(page, typed);
        await page.getByText('Nothing was found').or(optionsOf(page)).first().waitFor();
        const found = await rows(page);
        if (found.length > 0) seen.push(typed);
        await page.keyboard.press('Escape');
      }
      return seen;
    };
    const member = await dashboard.enter('/me', /^Alan Turing/);
    expect(await offered(member.page)).toEqual([]);
    await leave(member);
    // Ada is an owner, and only owners have API keys.
    const admin = await dashboard.enter(`/a/${acme}`, /^Grace Hopper.* of Acme/);
    expect(await offered(admin.page)).toEqual(['give alan prod', 'invite x@y.example', 'new group', 'undo']);
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: TIME_ZONE });
    await admin.page.goto(`/a/${acme}?at=${today}`);
    await admin.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await offered(admin.page)).toEqual([]);
    await leave(admin);
  });

  test('offers again what was chosen last, by names as they are now', async () => {
    const there = await dashboard.place(['Bill'], ['prod']);
    const viewer = await start(there);
    const { page } = viewer;
    await open(page, 'bill', 'Users');
    await page.waitForURL('**/users/**');
    await command(page, 'go to webhooks', 'Webhooks');
    await page.waitForURL('**/webhooks');
    await command(page, 'light', 'Light theme');
    const path = { accountId: there.accountId, userId: there.users.get('Bill') ?? '' };
    await dashboard.api.patch(`${USERS}/{userId}`, { path, body: { name: 'William' }, ifMatch: '*' });
    await page.reload();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    await type(page, '');
    const recent = page.getByRole('group', { name: 'Recent' });
    await recent.getByRole('option', { name: /^William/ }).waitFor();
    expect(
      (await recent.getByRole('option').allTextContents()).map((text) => text.replace(/u\d@.*/, '')),
    ).toEqual(['Light theme', 'Webhooks', 'William']);
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toMatch(/bill/i);
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(`**/users/${path.userId}`);
    await leave(viewer);
  });

  test('shows who had prod on a day with three strokes: the palette, the words, Enter', async () => {
    const there = await dashboard.place(['Bill', 'Peter'], ['prod']);
    const { accountId, users, groups } = there;
    const path = { accountId, serviceGroupId: groups.get('prod') ?? '', userId: users.get('Bill') ?? '' };
    await dashboard.api.put(`${GROUPS}/{serviceGroupId}/members/{userId}`, { path });
    const viewer = await start(there);
    const { page } = viewer;
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: TIME_ZONE });
    await page.keyboard.press('Control+k');
    await page.keyboard.type(`prod on ${today}`);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/groups/${path.serviceGroupId}?at=${today}`);
    await page.getByRole('row', { name: /Bill/ }).waitFor();
    expect(await page.getByRole('row', { name: /Peter/ }).count()).toBe(0);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('prod yesterday');
    await page.keyboard.press('Enter');
    const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
    await page.waitForURL(`**/groups/${path.serviceGroupId}?at=${yesterday}`);
    await leave(viewer, /404/);
  });
});
