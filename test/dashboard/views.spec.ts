import type { Page } from '@playwright/test';
import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { eventually } from '../support/eventually.js';

// What the list of users shows, under names of one's own.

let dashboard: DashboardUnderTest;

const MEMBERS = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}';

/** Two people in prod, one of them suspended, and one who is in nothing and suspended too. */
async function arrange() {
  const there = await dashboard.place(['Bill', 'Milton', 'Peter'], ['dev', 'prod']);
  const { accountId, users, groups } = there;
  for (const name of ['Bill', 'Milton']) {
    const path = { accountId, userId: users.get(name) ?? '', serviceGroupId: groups.get('prod') ?? '' };
    await dashboard.api.put(MEMBERS, { path });
  }
  for (const name of ['Milton', 'Peter']) {
    const path = { accountId, userId: users.get(name) ?? '' };
    await dashboard.api.post('/v1/accounts/{accountId}/users/{userId}/suspend', { path });
  }
  return there;
}

const peopleIn = (page: Page) =>
  page.getByRole('grid', { name: 'Users' }).locator('a[href*="/users/"] > span > span > bdi').allInnerTexts();

const shows = (page: Page, ...names: string[]) =>
  eventually(`${names.join(', ')} are shown`, async () => {
    return (await peopleIn(page)).sort().join() === names.join();
  });

/** Opens the menu of views, which has the focus. */
async function openViews(page: Page): Promise<void> {
  // The one before is closing.
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: /^Views/ }).press('Enter');
  await eventually('the menu has the focus', () =>
    page.evaluate<boolean>('document.activeElement.role === "menuitem"'),
  );
}

/** In a menu, what a key finds, and takes it. */
async function take(page: Page, letters: string, item: string): Promise<void> {
  await page.keyboard.type(letters);
  await eventually(`${item} has the focus`, async () =>
    (await page.evaluate<string>('document.activeElement.innerText')).includes(item),
  );
  await page.keyboard.press('Enter');
}

describeInBrowser('views of the users', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('are saved, found again after a reload and by ⌘K, renamed and removed, by the keyboard alone', async () => {
    const { accountId, groups } = await arrange();
    const prod = groups.get('prod') ?? '';
    const address = `/a/${accountId}/users?groupId=${prod}&status=suspended`;
    const viewer = await dashboard.enter(address);
    const { page } = viewer;
    await shows(page, 'Milton');
    await page.getByRole('option', { name: 'prod' }).waitFor({ state: 'attached' });
    await openViews(page);
    await keepScreenshot(page, 'views-menu');
    await take(page, 'ss', 'Save this view');
    const saving = page.getByRole('dialog', { name: 'Save this view' });
    await saving.waitFor();
    expect(await saving.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Suspended, prod');
    await keepScreenshot(page, 'views-save');
    await page.keyboard.type('suspended');
    expect(await saving.getByText('There is a view with this name').isVisible()).toBe(true);
    expect(await saving.getByRole('button', { name: 'Save view' }).isDisabled()).toBe(true);
    await page.keyboard.type(' with prod');
    await page.keyboard.press('Enter');
    await page.getByText('The view “suspended with prod” was saved.').waitFor();
    const button = page.getByRole('button', { name: 'Views: suspended with prod' });
    await button.waitFor();

    await page.reload();
    await button.waitFor();
    await openViews(page);
    await take(page, 'E', 'Everybody');
    await shows(page, 'Bill', 'Milton', 'Peter');
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: 'Views', exact: true }).waitFor();
    await openViews(page);
    await take(page, 'ss', 'suspended with prod');
    await shows(page, 'Milton');
    expect(new URL(page.url()).searchParams.get('groupId')).toBe(prod);
    expect(new URL(page.url()).searchParams.get('status')).toBe('suspended');
    await page.goBack();
    await shows(page, 'Bill', 'Milton', 'Peter');

    await page.goto(`/a/${accountId}/activity`);
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'Search and commands' }).waitFor();
    await page.keyboard.type('with prod');
    await page.getByRole('option', { name: 'View: suspended with prod' }).waitFor();
    await page.keyboard.press('Enter');
    await shows(page, 'Milton');

    await openViews(page);
    expect(
      await page.getByRole('menuitem', { name: 'suspended with prod' }).getAttribute('aria-current'),
    ).toBe('true');
    await take(page, 'r', 'Removed');
    await eventually('it is shown', () => Promise.resolve(page.url().includes('status=removed')));
    await page.goBack();
    await button.waitFor();
    await openViews(page);
    await take(page, 'rr', 'Rename this view');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('On leave');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Views: On leave' }).waitFor();
    await openViews(page);
    await take(page, 'rrr', 'Remove this view');
    await page.getByText('The view “On leave” was removed.').waitFor();
    // What is shown stays, and can be saved again.
    await shows(page, 'Milton');
    expect(await page.evaluate<string>('document.activeElement.innerText')).toBe('Views');
    await openViews(page);
    expect(await page.getByRole('menuitem', { name: 'On leave' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await leave(viewer);
  });

  test('are of each person and account, and what is stored wrongly is left out', async () => {
    const { accountId } = await arrange();
    const other = await arrange();
    const viewer = await dashboard.enter('/accounts');
    const { page } = viewer;
    const stored = [
      { name: 'Fine', filter: { status: 'suspended', at: '2026-01-01', more: 1 } },
      { name: 'FINE', filter: {} },
      { name: 7, filter: {} },
      { name: 'No filter' },
      null,
    ];
    const store = (id: string, text: string) =>
      page.evaluate(`localStorage.setItem('rollbook-views:${id}:operator', ${JSON.stringify(text)})`);
    await store(accountId, JSON.stringify(stored));
    await store(other.accountId, '{nonsense');
    await page.goto(`/a/${accountId}/users`);
    await openViews(page);
    const BUILT_IN = ['Everybody', 'Newest first', 'Invited', 'Suspended', 'Removed'];
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([...BUILT_IN, 'Fine']);
    await page.goto(`/a/${other.accountId}/users`);
    await openViews(page);
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(BUILT_IN);
    await leave(viewer);
  });

  test('of a service group that was removed say so, and can be removed', async () => {
    const { accountId, groups } = await arrange();
    const prod = groups.get('prod') ?? '';
    const viewer = await dashboard.enter('/accounts');
    const { page } = viewer;
    const stored = JSON.stringify([{ name: 'In prod', filter: { groupId: prod } }]);
    await page.evaluate(
      `localStorage.setItem('rollbook-views:${accountId}:operator', ${JSON.stringify(stored)})`,
    );
    await dashboard.api.delete('/v1/accounts/{accountId}/service-groups/{serviceGroupId}', {
      path: { accountId, serviceGroupId: prod },
    });
    await page.goto(`/a/${accountId}/users`);
    await openViews(page);
    await take(page, 'I', 'Invited');
    await openViews(page);
    await take(page, 'ii', 'In prod');
    await page.getByText('This service group is gone').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await keepScreenshot(page, 'views-gone');
    await openViews(page);
    await take(page, 'RR', 'Rename this view');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await openViews(page);
    await take(page, 'RRR', 'Remove this view');
    await page.getByRole('button', { name: 'Clear the filters' }).press('Enter');
    await shows(page, 'Bill', 'Milton', 'Peter');
    await leave(viewer, /status of 404/);
  });
});
