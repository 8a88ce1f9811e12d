import type { Page } from '@playwright/test';
import { describeInBrowser } from '../support/browser/chromium.js';
import { cell, leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { eventually } from '../support/eventually.js';

// What somebody does who works here all day.

/** Longer than a row has to have the focus to be read. */
const RESTS_MS = 300;

/** What a page has read of the API from now on. */
function pathsReadBy(page: Page): string[] {
  const paths: string[] = [];
  page.on('requestfinished', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

let dashboard: DashboardUnderTest;

describeInBrowser('day after day', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('the matrix shows sixteen people at once, and a step in the draft is taken back by Ctrl+Z', async () => {
    const people = Array.from({ length: 40 }, (_, index) => `Person ${String(index).padStart(2, '0')}`);
    const { accountId } = await dashboard.place(people, ['dev', 'prod']);
    const viewer = await dashboard.enter(`/a/${accountId}/access`);
    const { page } = viewer;
    const grid = page.getByRole('grid', { name: 'Access' });
    await grid.getByRole('link', { name: 'Person 00' }).waitFor();
    const seen = await page.evaluate<number>(`(() => {
      const { bottom } = document.querySelector('[role=grid]').getBoundingClientRect();
      const rows = document.querySelectorAll('[role=row][aria-rowindex]');
      return [...rows].filter((row) => row.getBoundingClientRect().bottom <= Math.min(bottom, innerHeight)).length - 1;
    })()`);
    expect(seen).toBeGreaterThanOrEqual(15);
    await grid.focus();
    for (const key of ['Space', 'ArrowDown', 'Space', 'ArrowDown', 'Shift+ArrowDown', 'Space'])
      await page.keyboard.press(key);
    await page.getByText('4 additions for 4 people').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('2 additions for 2 people').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('1 addition for 1 person').waitFor();
    expect(await cell(viewer, 'Person 01', 'dev').getAttribute('aria-checked')).toBe('false');
    // In a field it is the field's.
    await page.keyboard.press('/');
    await page.keyboard.type('Person');
    await page.keyboard.press('Control+z');
    await page.getByText('1 addition for 1 person').waitFor();
    await grid.focus();
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.getByText('1 addition').waitFor({ state: 'detached' });
    await leave(viewer);
  });

  test('the columns that were chosen are there the next time', async () => {
    const groups = Array.from({ length: 10 }, (_, index) => `group-${index}`);
    const { accountId } = await dashboard.place(['Peter'], groups);
    const viewer = await dashboard.enter(`/a/${accountId}/access`);
    const { page } = viewer;
    await page.getByRole('button', { name: '8 of 10 groups' }).press('Enter');
    await page.getByRole('searchbox', { name: 'Service groups shown as columns' }).waitFor();
    await page.keyboard.type('group-0');
    // Past All and None.
    for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: '7 of 10 groups' }).waitFor();
    await page.goto(`/a/${accountId}/access`);
    await page.getByRole('button', { name: '7 of 10 groups' }).waitFor();
    await page.getByRole('columnheader', { name: 'group-1' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'group-0' }).count()).toBe(0);
    // All, and none: what is shown then is what is ticked next.
    await page.getByRole('button', { name: '7 of 10 groups' }).press('Enter');
    await page.getByRole('button', { name: 'All', exact: true }).press('Enter');
    await page.getByRole('button', { name: '10 groups' }).waitFor();
    await page.getByRole('columnheader', { name: 'group-9' }).waitFor();
    await page.getByRole('button', { name: 'None', exact: true }).press('Enter');
    expect(await page.getByRole('checkbox', { name: /^group-\d$/, checked: true }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'group-9', exact: true }).press('Space');
    await page.getByRole('button', { name: '1 of 10 groups' }).waitFor();
    expect(await page.getByRole('columnheader', { name: /^group-/ }).count()).toBe(1);
    await leave(viewer);
  });

  test('the columns are the groups with most members, until others are chosen', async () => {
    const groups = Array.from({ length: 10 }, (_, index) => `group-${index}`);
    const { accountId, users, groups: ids } = await dashboard.place(['Peter'], groups);
    const path = { accountId, serviceGroupId: ids.get('group-9') ?? '', userId: users.get('Peter') ?? '' };
    const GROUP = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}';
    await dashboard.api.put(`${GROUP}/members/{userId}`, { path });
    await eventually('they are counted', async () => {
      return (await dashboard.api.get(GROUP, { path })).memberCount === 1;
    });
    const viewer = await dashboard.enter(`/a/${accountId}/access`);
    const { page } = viewer;
    await page.getByRole('columnheader', { name: 'group-9' }).waitFor();
    const shown = await page.getByRole('columnheader', { name: /^group-/ }).allInnerTexts();
    expect(shown.map((text) => text.split('\n')[0])).toEqual([...groups.slice(0, 7), 'group-9']);
    await leave(viewer);
  });

  test('users are listed by their service group, with badges for exceptions and a menu for each', async () => {
    const { accountId, users, groups } = await dashboard.place(['Bill', 'Milton', 'Peter'], ['dev', 'prod']);
    const path = { accountId, serviceGroupId: groups.get('prod') ?? '', userId: users.get('Milton') ?? '' };
    await dashboard.api.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}', {
      path,
    });
    await dashboard.api.post('/v1/accounts/{accountId}/users/{userId}/suspend', { path });
    const viewer = await dashboard.enter(`/a/${accountId}`);
    const { page } = viewer;
    // From what needs attention to who it is.
    await page.getByRole('link', { name: /1 suspended person still has access/ }).press('Enter');
    await page.waitForURL(/users\?status=suspended$/);
    await page.getByText('1 person', { exact: true }).waitFor();
    const row = page.getByRole('row', { name: /Milton/ });
    await row.getByText('Suspended').waitFor();
    await row.getByRole('button', { name: 'Actions for Milton' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Reactivate' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).press('Enter');
    await page.getByText('Milton is active again.').waitFor();
    await page.goto(`/a/${accountId}/users`);
    const filter = page.getByRole('combobox', { name: 'Service group' });
    await filter.getByRole('option', { name: 'prod' }).waitFor({ state: 'attached' });
    await filter.focus();
    await page.keyboard.type('prod');
    await page.waitForURL(/groupId=/);
    await page.getByText('1 person', { exact: true }).waitFor();
    await page.getByRole('row', { name: /Milton/ }).waitFor();
    expect(await page.getByRole('row', { name: /Peter/ }).count()).toBe(0);
    await page.goto(`/a/${accountId}`);
    await page.getByRole('heading', { name: 'Latest activity' }).waitFor();
    expect(await page.getByText(/still has access/).count()).toBe(0);
    await leave(viewer);
  });

  test('the first steps are ticked off, and go once somebody may enter something', async () => {
    const { accountId, users, groups } = await dashboard.place(['Bill', 'Milton'], ['prod']);
    await eventually('they are counted', async () => {
      const { counts } = await dashboard.api.get('/v1/accounts/{accountId}', { path: { accountId } });
      return counts?.users === 2 && counts.serviceGroups === 1;
    });
    const viewer = await dashboard.enter(`/a/${accountId}`);
    const { page } = viewer;
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await page.getByRole('button', { name: /Done.*Create service group/ }).waitFor();
    const path = { accountId, serviceGroupId: groups.get('prod') ?? '', userId: users.get('Bill') ?? '' };
    await dashboard.api.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}', {
      path,
    });
    await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' });
    await leave(viewer);
  });

  test('a row is read while the pointer or the focus rests on it, so that its page opens at once', async () => {
    const { accountId, users, groups } = await dashboard.place(['Bill', 'Milton', 'Peter'], ['dev', 'prod']);
    const viewer = await dashboard.enter(`/a/${accountId}/users`);
    const { page } = viewer;
    const read = pathsReadBy(page);
    const ofUser = (name: string) => `/v1/accounts/${accountId}/users/${users.get(name)}`;
    const [bill, milton, peter] = ['Bill', 'Milton', 'Peter'].map((name) =>
      page.getByRole('row').filter({ hasText: name }),
    );
    // Passed on the way to another row, one is not read.
    const [passed, reached] = await Promise.all([bill!.boundingBox(), milton!.boundingBox()]);
    await Promise.all(
      [passed, reached].map((box) => page.mouse.move(640, (box?.y ?? 0) + (box?.height ?? 0) / 2)),
    );
    await eventually('Milton and his groups are read', () => {
      const own = read.filter((path) => path.startsWith(ofUser('Milton')));
      return own.length === 2 && own.some((path) => path.endsWith('/service-groups'));
    });
    expect(read.filter((path) => path.startsWith(ofUser('Bill')))).toEqual([]);
    await page.route('**/v1/**', () => new Promise(() => undefined));
    await milton!.getByText('Member').click();
    await page.getByRole('heading', { name: 'Milton', level: 1 }).waitFor();
    await page.getByText('No access yet').waitFor();
    await page.unroute('**/v1/**');
    await page.goBack();
    await peter!.waitFor();
    await bill!.focus();
    await page.keyboard.press('End');
    for (let row = 0; row < 3 && !read.includes(ofUser('Peter')); row += 1) {
      await page.waitForTimeout(RESTS_MS);
      await page.keyboard.press('ArrowUp');
    }
    await eventually('Peter is read', () => read.includes(ofUser('Peter')));
    await page.getByRole('link', { name: 'Service groups' }).click();
    await page.getByRole('row').filter({ hasText: 'prod' }).getByRole('gridcell').nth(1).hover();
    await eventually('prod and its members are read', () =>
      ['', '/members'].every((part) =>
        read.includes(`/v1/accounts/${accountId}/service-groups/${groups.get('prod')}${part}`),
      ),
    );
    await leave(viewer);
  });

  test('nothing is read ahead for whom data is dear', async () => {
    const { accountId, users } = await dashboard.place(['Milton'], ['dev']);
    const viewer = await dashboard.enter('/accounts');
    const { page } = viewer;
    await page.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`);
    await page.goto(`/a/${accountId}/users`);
    const read = pathsReadBy(page);
    await page.getByRole('row').filter({ hasText: 'Milton' }).getByText('Member').hover();
    await page.getByRole('link', { name: /^Milton/ }).hover();
    await page.waitForTimeout(500);
    expect(read.filter((path) => path.includes(users.get('Milton')!))).toEqual([]);
    await leave(viewer);
  });

  test('a list that was read before is there at once, and says how old it is until it has been read again', async () => {
    const { accountId } = await dashboard.place(['Milton'], ['dev']);
    const viewer = await dashboard.enter('/accounts');
    const { page } = viewer;
    await page.clock.install();
    await page.goto(`/a/${accountId}/invitations`);
    await page.getByText('Nobody is invited at the moment').waitFor();
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('link', { name: /^Milton/ }).waitFor();
    await page.getByRole('link', { name: 'Invitations' }).click();
    await page.getByText('Nobody is invited at the moment').waitFor();
    await page.clock.fastForward(3 * 60_000);
    let answer = () => undefined as void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/users\?/, async (route) => {
      await answered;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('link', { name: /^Milton/ }).waitFor();
    await page.getByText('Updated 3 min. ago').waitFor();
    answer();
    await page.getByText('Updated 3 min. ago').waitFor({ state: 'detached' });
    await leave(viewer);
  });

  test('of a problem there is one sentence, and what support asks for is copied', async () => {
    const { accountId } = await dashboard.place(['Bill'], ['prod']);
    const viewer = await dashboard.enter(`/a/${accountId}`);
    const { page } = viewer;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`/a/${accountId}/users?groupId=none`);
    await page.getByRole('button', { name: 'Copy details' }).press('Enter');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(/^invalid_format: .*groupId.*\nRequest \S{8}.*\n\d{4}-/);
    expect(await page.locator('main').textContent()).not.toContain('invalid_format');
    await leave(viewer, /400/);
  });
});
