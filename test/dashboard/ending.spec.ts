import { isDeepStrictEqual } from 'node:util';
import type { Page } from '@playwright/test';
import { violationsIn, WCAG } from '../support/browser/axe.js';
import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest, type Place } from '../support/browser/dashboard.js';
import { eventually } from '../support/eventually.js';

const MEMBER = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}';
const GROUP = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}';
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Long enough for a page to be opened before it is over. */
const SHORT_MS = 12_000;
let dashboard: DashboardUnderTest;

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const memberOf = ({ accountId, users, groups }: Place, name: string, group: string) => ({
  accountId,
  serviceGroupId: groups.get(group) ?? '',
  userId: users.get(name) ?? '',
});

async function give(place: Place, name: string, group: string, ms: number, reason?: string): Promise<void> {
  const body = { expiresAt: inMs(ms), ...(reason !== undefined && { reason }) };
  await dashboard.api.put(MEMBER, { path: memberOf(place, name, group), body });
}

const endOf = async (place: Place, name: string, group: string) =>
  (await dashboard.api.get(MEMBER, { path: memberOf(place, name, group) })).expiresAt;

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });
/** Whose access is listed, in the order of the rows. */
const names = async (page: Page) => {
  const labels = page.getByRole('checkbox', { name: /^Select the access of / });
  const texts = await labels.evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label') ?? ''));
  return texts.map((text) => /of (\w+) to/.exec(text)?.[1]);
};

describeInBrowser('what access ends soon', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('is said by the start page, which leads to a list where an end is moved and the move undone, by the keyboard alone', async () => {
    const place = await dashboard.place(['Milton', 'Peter', 'Samir'], ['dev', 'prod']);
    await give(place, 'Milton', 'prod', 2 * DAY_MS, 'On call');
    await give(place, 'Milton', 'dev', 3 * DAY_MS);
    await give(place, 'Peter', 'prod', 5 * DAY_MS);
    await give(place, 'Samir', 'prod', 20 * DAY_MS);
    const viewer = await dashboard.enter(`/a/${place.accountId}`);
    const { page } = viewer;
    await page.getByRole('link', { name: '2 people’s access ends this week' }).press('Enter');
    await page.getByRole('heading', { name: 'Ending access' }).waitFor();
    await rowOf(page, 'Peter').waitFor();
    expect(await page.getByRole('row').count()).toBe(4);
    await rowOf(page, 'On call').getByText('in 2 days').filter({ visible: true }).waitFor();
    await keepScreenshot(page, 'ending-access');
    expect(await violationsIn(page, WCAG)).toEqual([]);
    const change = 'Change the end of Milton’s access to prod';
    await page.getByLabel('Within').focus();
    for (let step = 0; step < 9 && !(await hasFocus(page, change)); step += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'How long may Milton enter prod?' });
    await dialog.getByLabel('Date', { exact: true }).focus();
    await typeDay(page, 40);
    await page.keyboard.press('Enter');
    await page.getByText('The access of Milton to prod was changed.').waitFor();
    await rowOf(page, 'On call').waitFor({ state: 'detached' });
    await page.getByLabel('Within').focus();
    await page.keyboard.type('At any');
    await rowOf(page, 'Samir').waitFor();
    expect(await names(page)).toEqual(['Milton', 'Peter', 'Samir', 'Milton']);
    expect(new URL(page.url()).searchParams.get('within')).toBe('all');
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).press('Enter');
    // It says first what would follow.
    const undo = page.getByRole('dialog').getByRole('button', { name: 'Undo', disabled: false });
    await undo.waitFor();
    await undo.press('Enter');
    await page.getByRole('row').nth(1).getByText('On call').waitFor();
    await leave(viewer);
  });

  test('is moved for several at once; what a group’s rules refuse stays, and is said', async () => {
    const place = await dashboard.place(['Milton', 'Peter', 'Samir'], ['dev', 'prod']);
    await give(place, 'Milton', 'prod', DAY_MS);
    await give(place, 'Peter', 'prod', 2 * DAY_MS);
    await give(place, 'Samir', 'dev', 3 * DAY_MS);
    await dashboard.api.patch(GROUP, {
      path: { accountId: place.accountId, serviceGroupId: place.groups.get('dev') ?? '' },
      body: { membershipRules: { maxLengthSeconds: (30 * DAY_MS) / 1_000 } },
    });
    const viewer = await dashboard.enter(`/a/${place.accountId}/access/ending`);
    const { page } = viewer;
    await page.getByRole('row').nth(1).press('x');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await page.getByText('2 memberships selected').waitFor();
    await page.getByRole('button', { name: 'Change end', exact: true }).press('Enter');
    const moving = page.getByRole('dialog', { name: 'When should 2 memberships end?' });
    expect(await moving.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await moving.getByRole('radio', { name: 'Date and time' }).press('Space');
    await moving.getByLabel('Date', { exact: true }).focus();
    await typeDay(page, 6);
    await keepScreenshot(page, 'ending-several');
    expect(await violationsIn(page, WCAG)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('The ends of 2 memberships were changed.').waitFor();
    expect(await endOf(place, 'Milton', 'prod')).toBe(await endOf(place, 'Peter', 'prod'));
    await eventually('they are in the order of their ends', async () =>
      isDeepStrictEqual(await names(page), ['Samir', 'Milton', 'Peter']),
    );
    await page.getByRole('checkbox', { name: 'Select all that is shown' }).press('Space');
    await page.getByRole('button', { name: 'Change end', exact: true }).press('Enter');
    const taking = page.getByRole('dialog', { name: 'When should 3 memberships end?' });
    await taking.getByText('dev: at most 30 days.').waitFor();
    expect(await taking.getByRole('radio', { name: 'No end' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await rowOf(page, 'Samir').getByRole('checkbox').press('Space');
    await page.getByRole('button', { name: 'Change end', exact: true }).press('Enter');
    await dashboard.api.delete(MEMBER, { path: memberOf(place, 'Milton', 'prod') });
    const both = page.getByRole('dialog', { name: 'When should 2 memberships end?' });
    await both.getByRole('radio', { name: 'No end' }).press('Space');
    await both.getByRole('button', { name: 'Save' }).press('Enter');
    await both.getByText('1 membership stays as it is').waitFor();
    await both.getByText('Milton, prod').waitFor();
    await page.keyboard.press('Escape');
    await rowOf(page, 'Peter').waitFor({ state: 'detached' });
    await rowOf(page, 'Milton').waitFor({ state: 'detached' });
    expect(await names(page)).toEqual(['Samir']);
    expect(await endOf(place, 'Peter', 'prod')).toBeUndefined();
    await leave(viewer);
  });

  test('follows what others do, and goes from the page when it is over', async () => {
    const place = await dashboard.place(['Milton', 'Peter'], ['prod']);
    await give(place, 'Milton', 'prod', SHORT_MS);
    await give(place, 'Peter', 'prod', DAY_MS);
    const viewer = await dashboard.enter(`/a/${place.accountId}/access/ending`);
    const { page } = viewer;
    await rowOf(page, 'Milton').waitFor();
    await rowOf(page, 'Milton').waitFor({ state: 'detached' });
    await rowOf(page, 'Peter').waitFor();
    await dashboard.api.delete(MEMBER, { path: memberOf(place, 'Peter', 'prod') });
    await page.getByText('Nothing ends this week').waitFor();
    await leave(viewer);
  });

  test('says that nothing ends, on a narrow page and in the past too, where nothing can be changed', async () => {
    const place = await dashboard.place(['Milton'], ['prod']);
    const viewer = await dashboard.enter(`/a/${place.accountId}/access/ending`, undefined, { width: 320 });
    const { page } = viewer;
    await page.getByText('Nothing ends this week').waitFor();
    await give(place, 'Milton', 'prod', 40 * DAY_MS);
    await page.getByRole('button', { name: 'Show all that ends' }).press('Enter');
    await rowOf(page, 'Milton').getByText('prod').filter({ visible: true }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    await keepScreenshot(page, 'ending-access-320');
    await page.goto(`/a/${place.accountId}/access/ending?within=all&at=${encodeURIComponent(inMs(-1_000))}`);
    await page
      .getByText(/^Ending access/)
      .first()
      .waitFor();
    await rowOf(page, 'Milton').waitFor();
    expect(await page.getByRole('button', { name: /^Change the end/ }).count()).toBe(0);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await leave(viewer);
  });

  test('is found with ⌘K, and from the page on access', async () => {
    const place = await dashboard.place(['Milton'], ['prod']);
    const viewer = await dashboard.enter(`/a/${place.accountId}/users`);
    const { page } = viewer;
    await page.keyboard.press('Control+K');
    await page.keyboard.type('ending');
    await page.getByRole('option', { name: 'Ending access' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Ending access' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Access' }).press('Enter');
    await page.getByRole('main').getByRole('link', { name: 'Ending access' }).press('Enter');
    await page.getByRole('heading', { name: 'Ending access' }).waitFor();
    await leave(viewer);
  });
});

const hasFocus = (page: Page, label: string) =>
  page.evaluate(`document.activeElement?.getAttribute('aria-label') === ${JSON.stringify(label)}`);

/** As fingers do in the field of a day: its parts one after the other, in the order of the browser's language. */
async function typeDay(page: Page, days: number): Promise<void> {
  const [year = '', month = '', day = ''] = inMs(days * DAY_MS)
    .slice(0, 10)
    .split('-');
  await page.keyboard.type(`${month}${day}${year}`);
}
