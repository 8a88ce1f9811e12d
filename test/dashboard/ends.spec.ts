import type { Page } from '@playwright/test';
import { violationsIn } from '../support/browser/axe.js';
import { eventually } from '../support/eventually.js';
import { describeInBrowser, keepScreenshot, TIME_ZONE } from '../support/browser/chromium.js';
import {
  cell,
  leave,
  startDashboard,
  type DashboardUnderTest,
  type Place,
} from '../support/browser/dashboard.js';

const MEMBER = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}';
const GROUP = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}';
/** Long enough for a page to be opened before it is over. */
const SHORT_MS = 12_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

let dashboard: DashboardUnderTest;

async function give({ accountId, users, groups }: Place, name: string, group: string, expiresAt: string) {
  const path = {
    accountId,
    serviceGroupId: groups.get(group) ?? '',
    userId: users.get(name) ?? '',
  };
  await dashboard.api.put(MEMBER, { path, body: { expiresAt } });
}

async function letIn({ accountId, users, groups }: Place, name: string, group: string) {
  const path = { accountId, serviceGroupId: groups.get(group) ?? '', userId: users.get(name) ?? '' };
  await dashboard.api.put(MEMBER, { path, body: {} });
}

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

describeInBrowser('access that ends', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('says until when in the matrix and on a person’s page, and ends in front of one’s eyes', async () => {
    const place = await dashboard.place(['Milton', 'Peter'], ['dev', 'prod']);
    await give(place, 'Milton', 'dev', inMs(3 * DAY_MS));
    await give(place, 'Milton', 'prod', inMs(SHORT_MS));
    const viewer = await dashboard.enter(`/a/${place.accountId}/access`);
    const { page } = viewer;
    await page.getByRole('checkbox', { name: /^Milton, dev: may enter until .+\(in 3 days\)$/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Peter, dev: may not enter' }).waitFor();
    await keepScreenshot(page, 'matrix-with-an-end');
    await page.getByRole('checkbox', { name: 'Milton, prod: may not enter' }).waitFor();
    await page.goto(`/a/${place.accountId}/users/${place.users.get('Milton')}`);
    await page.locator('li', { hasText: 'dev' }).getByText('ends').waitFor();
    expect(await page.locator('li', { hasText: 'prod' }).count()).toBe(0);
    await leave(viewer);
  });

  test('is given for a whole draft, tried while it is typed, and kept when the review is closed', async () => {
    const place = await dashboard.place(['Milton', 'Peter'], ['dev', 'prod']);
    const viewer = await dashboard.enter(`/a/${place.accountId}/access`);
    const { page } = viewer;
    for (const [name, group] of [
      ['Milton', 'prod'],
      ['Peter', 'prod'],
      ['Peter', 'dev'],
    ] as const)
      await cell(viewer, name, group).click();
    await page.getByRole('button', { name: 'Review' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Review the changes' });
    await dialog.getByText('Milton and Peter will be let in.').waitFor();
    await dialog.getByRole('radio', { name: 'Date and time' }).click();
    await dialog.getByLabel('Date', { exact: true }).focus();
    await typeDay(page, -2);
    await dialog.getByText('3 changes will be refused').waitFor();
    await dialog.getByText('Choose a time in the future.').waitFor();
    await dialog.getByLabel('Reason').focus();
    await dialog.getByLabel('Date', { exact: true }).focus();
    await typeDay(page, 3);
    await dialog.getByText(/^Milton and Peter will be let in until .+\.$/).waitFor();
    await dialog.getByRole('button', { name: 'Back to the draft' }).press('Enter');
    await page.getByRole('button', { name: 'Review' }).press('Enter');
    await dialog.getByText(/^Milton and Peter will be let in until .+\.$/).waitFor();
    await dialog.getByLabel('Reason').focus();
    await page.keyboard.type('Audit');
    await keepScreenshot(page, 'review-with-an-end');
    await dialog.getByRole('button', { name: 'Apply 3 changes' }).click();
    await page.getByText('3 changes were applied.').waitFor();
    await page.getByRole('checkbox', { name: /^Milton, prod: may enter until / }).waitFor();
    const held = await dashboard.api.get(MEMBER, {
      path: {
        accountId: place.accountId,
        serviceGroupId: place.groups.get('dev') ?? '',
        userId: place.users.get('Peter') ?? '',
      },
    });
    expect(held).toMatchObject({ reason: 'Audit', expiresAt: expect.any(String) });
    await leave(viewer);
  });

  test.each([320, 1280])(
    'three people, four groups, until Friday 18:00: in at most ten clicks from Access (%d px)',
    async (width) => {
      const place = await dashboard.place(
        ['Ada', 'Bill', 'Milton', 'Peter', 'Samir'],
        ['billing', 'dev', 'prod', 'test'],
      );
      const viewer = await dashboard.enter(`/a/${place.accountId}/access`, undefined, { width });
      const { page } = viewer;
      const clicks = await countClicks(page);
      await cell(viewer, 'Bill', 'billing').click();
      await cell(viewer, 'Peter', 'test').click({ modifiers: ['Shift'] });
      await page.getByRole('button', { name: 'Give access' }).click();
      await page.getByRole('button', { name: 'Review' }).click();
      const dialog = page.getByRole('dialog', { name: 'Review the changes' });
      await dialog.getByRole('radio', { name: /Friday 18:00$/ }).click();
      await dialog
        .getByText(/^Bill, Milton, and Peter will be let in until .+, 18:00:00 CES?T/)
        .nth(3)
        .waitFor();
      expect(await violationsIn(page)).toEqual([]);
      await keepScreenshot(page, `until-friday-${width}`);
      await dialog.getByRole('button', { name: 'Apply 12 changes' }).click();
      await page.getByText('12 changes were applied.').waitFor();
      expect(await clicks()).toBeLessThanOrEqual(10);
      for (const group of place.groups.keys()) {
        expect(await dashboard.membersOf(place, group)).toEqual(['Bill', 'Milton', 'Peter']);
        expect(inBerlin(await endOf(place, 'Milton', group))).toBe('Friday 18:00');
      }
      await leave(viewer);
    },
  );

  test('is given in the same write to those of a selection who are in already, who are named', async () => {
    const place = await dashboard.place(['Ada', 'Bill', 'Milton'], ['prod']);
    await give(place, 'Ada', 'prod', inMs(30 * DAY_MS));
    await letIn(place, 'Bill', 'prod');
    const viewer = await dashboard.enter(`/a/${place.accountId}/access`);
    const { page } = viewer;
    await page.getByRole('grid', { name: 'Access' }).focus();
    for (let row = 0; row < 2; row += 1) await page.keyboard.press('Shift+ArrowDown');
    await page.getByRole('button', { name: 'Give access' }).press('Enter');
    await page.getByText('1 addition for 1 person · 2 already in place').waitFor();
    await page.getByRole('button', { name: 'Review' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Review the changes' });
    await dialog.getByText('2 already have access, 1 without an end.').waitFor();
    await dialog.getByText('Milton will be let in.').waitFor();
    await dialog.getByRole('button', { name: 'Apply 1 change', exact: true }).waitFor();
    await dialog.getByRole('checkbox', { name: 'Give them the same end' }).press('Space');
    await dialog.getByText('Ada will keep access without an end.').waitFor();
    await dialog.getByRole('radio', { name: /Friday 18:00$/ }).click();
    await dialog.getByText(/^Ada and Bill will keep access until .+18:00:00/).waitFor();
    await dialog.getByText(/^Milton will be let in until .+18:00:00/).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await keepScreenshot(page, 'same-end');
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && !request.url().includes('dryRun')) writes.push(request.url());
    });
    await dialog.getByRole('button', { name: 'Apply 3 changes' }).click();
    await page.getByText('3 changes were applied.').waitFor();
    for (const name of place.users.keys())
      expect(inBerlin(await endOf(place, name, 'prod'))).toBe('Friday 18:00');
    expect(writes.filter((url) => url.includes('/v1/'))).toHaveLength(1);
    await leave(viewer);
  });

  test('is given to people who are in already where people are added, and on a person’s page', async () => {
    const place = await dashboard.place(['Milton Ada', 'Milton Bill', 'Milton Carl'], ['dev', 'prod']);
    await give(place, 'Milton Ada', 'prod', inMs(30 * DAY_MS));
    await letIn(place, 'Milton Bill', 'prod');
    const viewer = await dashboard.enter(`/a/${place.accountId}/groups/${place.groups.get('prod')}`);
    const { page } = viewer;
    await page.getByRole('button', { name: 'Add people' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add people: prod' });
    await dialog.getByRole('searchbox', { name: 'Name or email' }).focus();
    await page.keyboard.type('milton');
    await dialog.getByText('2 already have access, 1 without an end.').waitFor();
    await dialog.getByText(/^Member, until/).waitFor();
    // No end is what Bill has.
    expect(await dialog.getByRole('button', { name: 'Give Milton Bill the same end' }).count()).toBe(0);
    await dialog.getByRole('radio', { name: /Friday 18:00$/ }).click();
    await dialog.getByRole('button', { name: 'Give Milton Bill the same end' }).click();
    await page.getByText('The access of Milton Bill to prod was changed.').waitFor();
    await dialog.getByText('2 already have access, all until a time.').waitFor();
    expect(inBerlin(await endOf(place, 'Milton Bill', 'prod'))).toBe('Friday 18:00');
    expect(await violationsIn(page)).toEqual([]);
    await page.goto(`/a/${place.accountId}/users/${place.users.get('Milton Ada')}`);
    await page.getByRole('button', { name: 'Give access' }).press('Enter');
    await page.getByRole('option', { name: /^prod ends/ }).click();
    const change = page.getByRole('dialog', { name: 'How long may Milton Ada enter prod?' });
    await change.getByRole('radio', { name: /Friday 18:00$/ }).press('Space');
    await change.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The access of Milton Ada to prod was changed.').waitFor();
    expect(inBerlin(await endOf(place, 'Milton Ada', 'prod'))).toBe('Friday 18:00');
    await leave(viewer);
  });

  test('is chosen on a person’s page, with the reason that the service group requires, and moved there', async () => {
    const place = await dashboard.place(['Milton'], ['prod']);
    const path = { accountId: place.accountId, serviceGroupId: place.groups.get('prod') ?? '' };
    await dashboard.api.patch(GROUP, {
      path,
      body: { membershipRules: { maxLengthSeconds: 3_600 * 24 * 30, reasonRequired: true } },
    });
    const viewer = await dashboard.enter(`/a/${place.accountId}/users/${place.users.get('Milton')}`);
    const { page } = viewer;
    await page.getByRole('button', { name: 'Give access' }).press('Enter');
    await page.getByRole('option', { name: /prod/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Give Milton access to prod?' });
    await dialog.getByText('prod: at most 30 days.').waitFor();
    await dialog.getByText('prod: a reason is required.').waitFor();
    expect(await dialog.getByRole('radio', { checked: true }).getAttribute('disabled')).toBeNull();
    await dialog.getByRole('radio', { name: 'After 30 days', checked: true }).waitFor();
    expect(await dialog.getByRole('radio', { name: 'No end' }).isDisabled()).toBe(true);
    expect(await dialog.getByRole('button', { name: 'Give access' }).isDisabled()).toBe(true);
    expect(await violationsIn(page)).toEqual([]);
    // From the choice of the group's length, over the one that is forbidden.
    await page.keyboard.press('ArrowDown');
    await dialog.getByRole('radio', { name: '1 hour', checked: true }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('On call');
    await keepScreenshot(page, 'give-access-until');
    await page.keyboard.press('Enter');
    await page.getByText('Milton may now enter prod.').waitFor();
    const end = Date.parse((await endOf(place, 'Milton', 'prod')) ?? '');
    expect(Math.abs(end - Date.now() - 3_600_000)).toBeLessThan(60_000);
    await page.getByRole('button', { name: 'Change the end of access to prod' }).press('Enter');
    const change = page.getByRole('dialog', { name: 'How long may Milton enter prod?' });
    await change.getByRole('radio', { name: /Friday 18:00$/ }).press('Space');
    await change.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The access of Milton to prod was changed.').waitFor();
    expect(inBerlin(await endOf(place, 'Milton', 'prod'))).toBe('Friday 18:00');
    await leave(viewer);
  });

  test('is given to people who are selected on the users page, and ends on the page of the group as it is read', async () => {
    const place = await dashboard.place(['Milton', 'Peter', 'Samir'], ['prod']);
    const viewer = await dashboard.enter(`/a/${place.accountId}/users`);
    const { page } = viewer;
    await page.getByRole('checkbox', { name: 'Select Peter' }).click();
    await page.getByRole('button', { name: 'Give access' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Give access: 1 person' });
    expect(await dialog.getByRole('radio').count()).toBe(0);
    await dialog.getByRole('checkbox', { name: 'prod' }).press('Space');
    await dialog.getByRole('radio', { name: '1 hour' }).press('Space');
    await dialog.getByLabel('Reason').focus();
    await page.keyboard.type('Audit');
    await dialog.getByText('1 person would be changed.').waitFor();
    await dialog.getByRole('button', { name: 'Give access' }).click();
    await page.getByText('Done for 1 person.').waitFor();
    const path = { accountId: place.accountId, serviceGroupId: place.groups.get('prod') ?? '' };
    const held = await dashboard.api.get(MEMBER, {
      path: { ...path, userId: place.users.get('Peter') ?? '' },
    });
    expect(held).toMatchObject({ reason: 'Audit', expiresAt: expect.any(String) });
    const end = Date.now() + SHORT_MS;
    await give(place, 'Milton', 'prod', new Date(end).toISOString());
    await page.goto(`/a/${place.accountId}/groups/${path.serviceGroupId}`);
    await page.getByRole('row', { name: /Milton/ }).waitFor();
    // What others change just then has the list read before the page expects the end.
    await new Promise((resolve) => setTimeout(resolve, end + 50 - Date.now()));
    await give(place, 'Samir', 'prod', inMs(DAY_MS));
    await page.getByRole('row', { name: /Milton/ }).waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Peter/ }).waitFor();
    await leave(viewer);
  });

  test('is what a group’s and a person’s page can be filtered and sorted by, and so are managers', async () => {
    const place = await dashboard.place(['Milton', 'Peter', 'Samir'], ['dev', 'prod']);
    const { accountId, users, groups } = place;
    await give(place, 'Milton', 'dev', inMs(9 * DAY_MS));
    await give(place, 'Peter', 'dev', inMs(2 * DAY_MS));
    await give(place, 'Milton', 'prod', inMs(2 * DAY_MS));
    const samir = {
      accountId,
      serviceGroupId: groups.get('dev') ?? '',
      userId: users.get('Samir') ?? '',
    };
    await dashboard.api.put(MEMBER, { path: samir, body: {} });
    await dashboard.api.put(`${GROUP}/managers/{userId}`, { path: samir });
    const viewer = await dashboard.enter(`/a/${accountId}/groups/${groups.get('dev')}`, undefined, {
      width: 320,
    });
    const { page } = viewer;
    const order = page.getByLabel('Order');
    const shown = async (first: string, count: number) => {
      await page.getByRole('row').nth(1).getByText(first, { exact: true }).waitFor();
      expect(await page.getByRole('row').count()).toBe(count + 1);
    };
    await shown('Milton', 3);
    await order.focus();
    await page.keyboard.type('Ends soonest');
    await shown('Peter', 3);
    await page.getByLabel('Show').focus();
    await page.keyboard.type('Access that');
    await shown('Peter', 2);
    await keepScreenshot(page, 'members-by-end-320');
    await page.getByLabel('Show').press('ArrowDown');
    await shown('Samir', 1);
    await page.goto(`/a/${accountId}/groups/${groups.get('dev')}`);
    await shown('Milton', 3);
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const [head, first] of [
      ['Name', 'Milton'],
      ['Name', 'Samir'],
      ['Since', 'Milton'],
      ['Ends', 'Peter'],
      ['Ends', 'Milton'],
    ] as const) {
      await page.getByRole('columnheader').getByRole('button', { name: head }).press('Enter');
      await shown(first, 3);
    }
    await page.getByRole('searchbox', { name: 'Search members' }).focus();
    await page.keyboard.type('sam');
    await shown('Samir', 1);
    await page.keyboard.type('x');
    await page.getByText('No such members').waitFor();
    await page.setViewportSize({ width: 320, height: 720 });
    await page.goto(`/a/${accountId}/users/${users.get('Milton')}?sort=ends`);
    const access = page.getByRole('tabpanel').getByRole('listitem');
    await access.first().getByText('prod').waitFor();
    await page.getByLabel('Order').focus();
    await page.keyboard.type('Ends latest');
    await access.first().getByText('dev').waitFor();
    await page.getByLabel('Show').focus();
    await page.keyboard.type('Service groups they');
    await page.getByText('No such access').waitFor();
    await leave(viewer);
  });

  test('is extended from the keyboard; what a rule of the group forbids cannot be chosen', async () => {
    const place = await dashboard.place(['Milton'], ['prod']);
    await give(place, 'Milton', 'prod', inMs(2 * DAY_MS));
    const serviceGroupId = place.groups.get('prod') ?? '';
    await dashboard.api.patch(GROUP, {
      path: { accountId: place.accountId, serviceGroupId },
      body: { membershipRules: { maxLengthSeconds: (30 * DAY_MS) / 1_000 } },
    });
    const viewer = await dashboard.enter(`/a/${place.accountId}/groups/${serviceGroupId}`);
    const { page } = viewer;
    const change = page.getByRole('button', { name: 'Change the end of Milton’s access' });
    await change.press('Enter');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('radio', { name: 'No end' }).isDisabled()).toBe(true);
    const day = dialog.getByLabel('Date', { exact: true });
    await day.focus();
    await typeDay(page, 90);
    await dialog.getByText('prod: at most 30 days.').nth(1).waitFor();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').focus();
    await day.focus();
    await typeDay(page, 10);
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The access of Milton to prod was changed.').waitFor();
    const ends = page
      .getByRole('row', { name: /Milton/ })
      .locator('time:visible')
      .last();
    await eventually('the row has the new end', async () => {
      // The browser's day, which is another than that of UTC for an hour or two.
      const at = new Date((await ends.getAttribute('datetime')) ?? '');
      return at.toLocaleDateString('sv-SE', { timeZone: TIME_ZONE }) === inMs(10 * DAY_MS).slice(0, 10);
    });
    await leave(viewer);
  });
});

async function endOf({ accountId, users, groups }: Place, name: string, group: string) {
  const path = { accountId, serviceGroupId: groups.get(group) ?? '', userId: users.get(name) ?? '' };
  return (await dashboard.api.get(MEMBER, { path })).expiresAt;
}

const inBerlin = (at = '') => {
  const options = { timeZone: TIME_ZONE, weekday: 'long', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-GB', options).format(Date.parse(at)).replace(',', '');
};

/** Counts the clicks on a page, from now on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`clicks = 0; addEventListener('pointerdown', () => { clicks += 1; }, true)`);
  return () => page.evaluate<number>('clicks');
}

/** As fingers do in the field of a day: its parts one after the other, in the order of the browser's language. */
async function typeDay(page: Page, days: number) {
  const [year = '', month = '', day = ''] = inMs(days * DAY_MS)
    .slice(0, 10)
    .split('-');
  await page.keyboard.type(`${month}${day}${year}`);
}
