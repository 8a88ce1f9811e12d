import { describeInBrowser, keepScreenshot, TIME_ZONE, type Viewer } from '../support/browser/chromium.js';
import { readFileSync } from 'node:fs';
import { cell, leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { violationsIn } from '../support/browser/axe.js';
import { eventually } from '../support/eventually.js';

// Who could enter on a day. The day is today, and the page's clock stands before what was changed since.

let dashboard: DashboardUnderTest;

const MEMBER = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}';

/** Bill and Milton were in prod; since then Bill left, Peter came, and Milton has another name. */
async function arrange() {
  const there = await dashboard.place(['Bill', 'Milton', 'Peter'], ['prod']);
  const { accountId, users, groups } = there;
  const { api } = dashboard;
  const path = (name: string) => ({
    accountId,
    serviceGroupId: groups.get('prod') ?? '',
    userId: users.get(name) ?? '',
  });
  await api.put(MEMBER, { path: path('Bill') });
  await api.put(MEMBER, { path: path('Milton') });
  const { since } = await api.get(MEMBER, { path: path('Milton') });
  const before = new Date(Date.parse(since) + 1);
  await api.delete(MEMBER, { path: path('Bill') });
  await api.put(MEMBER, { path: path('Peter') });
  await api.patch('/v1/accounts/{accountId}/users/{userId}', {
    path: path('Milton'),
    body: { name: 'Milton W.' },
  });
  await eventually('the lists have followed', async () => {
    const names = await dashboard.membersOf(there, 'prod');
    return names.join() === 'Milton W.,Peter';
  });
  return { ...there, before, day: dayOf(before) };
}

/** In the browser’s time zone. */
const dayOf = (date: Date) => date.toLocaleDateString('sv-SE', { timeZone: TIME_ZONE });

async function enterAt(before: Date, path: string): Promise<Viewer> {
  const viewer = await dashboard.enter('/me');
  await viewer.page.clock.setFixedTime(before);
  await viewer.page.goto(path);
  // Its clock cannot be set right again: no other test gets this window.
  return { ...viewer, close: () => viewer.context.close() };
}

describeInBrowser('any moment', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('who could enter a service group on a day, and what is different since, by the keyboard', async () => {
    const { accountId, groups, before, day } = await arrange();
    const viewer = await enterAt(before, `/a/${accountId}/groups/${groups.get('prod')}`);
    const { page } = viewer;
    await page.getByRole('row', { name: /Peter/ }).waitFor();
    const [year, month, date] = day.split('-');
    await page.getByLabel('As of').waitFor();
    await page.keyboard.press('d');
    for (const figure of `${month}${date}${year}`) await page.keyboard.type(figure, { delay: 20 });
    await page.getByText(/^This is how it was at the end of/).waitFor();
    await page.getByRole('row', { name: /Bill/ }).waitFor();
    expect(await page.getByRole('row', { name: /Milton u1/ }).count()).toBe(1);
    expect(await page.getByRole('row', { name: /Peter/ }).count()).toBe(0);
    const since = page.getByRole('list', { name: 'Since then' });
    await since
      .getByRole('listitem')
      .filter({ hasText: /^\+Peter/ })
      .waitFor();
    await since
      .getByRole('listitem')
      .filter({ hasText: /^−Bill.*by Operator \(local-operator\)$/ })
      .waitFor();
    await page.getByText('Since then: +1 −1').waitFor();
    // Nothing can be changed there.
    expect(await page.getByRole('button', { name: /Add people|Remove|Change/ }).count()).toBe(0);
    expect(await violationsIn(page)).toEqual([]);
    await keepScreenshot(page, 'past-members');
    await page.reload();
    await page.getByRole('row', { name: /Bill/ }).waitFor();
    await page.getByRole('tab', { name: 'Members' }).focus();
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Peter/ }).waitFor();
    expect(page.url()).not.toContain('at=');
    await leave(viewer);
  });

  test('“bill on” a day in the palette is what they could enter then', async () => {
    const { accountId, before, day } = await arrange();
    const viewer = await enterAt(before, `/a/${accountId}`);
    const { page } = viewer;
    await page.getByRole('heading', { name: 'Latest activity' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(`bill on ${day}`);
    await page.getByRole('option', { name: /Bill.*on \d/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`at=${day}`));
    await page.getByText(/^This is how it was at the end of/).waitFor();
    await page.getByRole('listitem').filter({ hasText: /^prod/ }).first().waitFor();
    const since = page.getByRole('list', { name: 'Since then' });
    await since
      .getByRole('listitem')
      .filter({ hasText: /^−prod/ })
      .waitFor();
    expect(await page.getByRole('button', { name: /Edit|Change role|Give access|End access/ }).count()).toBe(
      0,
    );
    await page.getByRole('button', { name: 'Back to now' }).press('Enter');
    await page.getByText('No access yet').waitFor();
    await leave(viewer);
  });

  test('who was there on a day, as they were, and what each could enter then', async () => {
    const { accountId, before, day, users } = await arrange();
    await dashboard.api.delete('/v1/accounts/{accountId}/users/{userId}', {
      path: { accountId, userId: users.get('Bill') ?? '' },
    });
    const viewer = await enterAt(before, `/a/${accountId}/users?at=${day}`);
    const { page } = viewer;
    await page.getByText(/^This is how it was at the end of/).waitFor();
    await page.getByRole('row', { name: /Bill/ }).waitFor();
    await page.getByRole('row', { name: /Milton u1/ }).waitFor();
    expect(await page.getByRole('button', { name: /Invite|Actions for|Select/ }).count()).toBe(0);
    expect(await violationsIn(page)).toEqual([]);
    await keepScreenshot(page, 'past-users');
    await page.getByRole('row', { name: /Milton u1/ }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`at=${day}`));
    await page.getByRole('listitem').filter({ hasText: /^prod/ }).first().waitFor();
    await page.goBack();
    await page.getByRole('row', { name: /Bill/ }).waitFor();
    await page.getByRole('button', { name: 'Back to now' }).press('Enter');
    await page.getByRole('row', { name: /Milton W\./ }).waitFor();
    expect(await page.getByRole('row', { name: /Bill/ }).count()).toBe(0);
    await leave(viewer);
  });

  test('who might enter what stands at the moment, keeps the draft of now, and every link keeps the moment', async () => {
    const { accountId, before } = await arrange();
    const at = before.toISOString();
    const viewer = await dashboard.enter(`/a/${accountId}/access`);
    const { page } = viewer;
    await cell(viewer, 'Bill', 'prod').click();
    await page.getByText('1 addition').waitFor();
    await page.goto(`/a/${accountId}/access?at=${at}`);
    await page.getByRole('checkbox', { name: 'Bill, prod: may enter' }).waitFor();
    await page.getByRole('checkbox', { name: 'Peter, prod: may not enter' }).waitFor();
    await page.getByText('Since then: +1 −1').waitFor();
    expect(await page.getByRole('button', { name: /Review|Discard/ }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Peter, prod: may not enter' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+z');
    await page.getByRole('checkbox', { name: 'Peter, prod: may not enter' }).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).press('Enter'),
    ]);
    const rows = readFileSync(await saved.path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(rows.slice(1).map((row) => row.split(',')[0])).toEqual([
      'u0@initech.example',
      'u1@initech.example',
    ]);
    for (const name of ['Overview', 'Activity', 'Users', 'Service groups', 'Export']) {
      await page.getByRole('link', { name, exact: true }).press('Enter');
      await page.waitForURL((url) => url.searchParams.get('at') === at);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.getByText(/^This is how it was on/).waitFor();
    }
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Service groups' }).waitFor();
    await page.reload();
    await page.getByText(/^This is how it was on/).waitFor();
    for (const [name, control] of [
      ['API keys', /Create API key/],
      ['Webhooks', /Add endpoint/],
      ['Invitations', /Invite people/],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).press('Enter');
      await page.getByText(`“${name}” has no past: this is how it is now.`).waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      expect(await page.getByRole('button', { name: control }).count()).toBe(0);
    }
    await page.getByRole('link', { name: 'Access', exact: true }).press('Enter');
    await page.getByRole('checkbox', { name: 'Bill, prod: may enter' }).waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('at'));
    await page.getByText('1 addition').waitFor();
    await leave(viewer);
  });

  test('Access of a time without service groups offers nothing to create', async () => {
    const { accountId } = await dashboard.place(['Bill'], ['prod']);
    const { createdAt } = await dashboard.api.get('/v1/accounts/{accountId}', { path: { accountId } });
    const viewer = await dashboard.enter(`/a/${accountId}/access?at=${createdAt}`);
    const { page } = viewer;
    await page.getByText('No service groups then').waitFor();
    const main = page.getByRole('main');
    expect(await main.getByRole('link', { name: /Create|Invite/ }).count()).toBe(0);
    expect(await main.getByText('Who could enter what.').count()).toBe(1);
    await leave(viewer);
  });

  test('somebody who was removed has the page that they had', async () => {
    const { accountId, before, users } = await arrange();
    const userId = users.get('Bill') ?? '';
    await dashboard.api.delete('/v1/accounts/{accountId}/users/{userId}', { path: { accountId, userId } });
    const viewer = await dashboard.enter(`/a/${accountId}/users/${userId}?at=${before.toISOString()}`);
    const { page } = viewer;
    await page.getByRole('heading', { level: 1, name: 'Bill' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: /^prod/ }).first().waitFor();
    await page.getByRole('tab', { name: 'History' }).press('Enter');
    await page.getByText(/Bill/).first().waitFor();
    expect(
      await page
        .getByRole('listitem')
        .filter({ hasText: /removed/ })
        .count(),
    ).toBe(0);
    await leave(viewer);
  });

  test.each([
    ['2026-02-30', '“2026-02-30” is not a date'],
    ['2999-01-01', 'Has yet to come'],
  ])('a page at %s is of now, and says why', async (at, why) => {
    const { accountId } = await arrange();
    const viewer = await dashboard.enter(`/a/${accountId}/users?at=${at}`);
    const { page } = viewer;
    await page.getByText(why).waitFor();
    await page.getByRole('row', { name: /Milton W\./ }).waitFor();
    await page.getByRole('button', { name: 'Invite people' }).waitFor();
    expect(await page.getByText(/^This is how it was/).count()).toBe(0);
    await leave(viewer);
  });
});
