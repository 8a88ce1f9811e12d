import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest, type Place } from '../support/browser/dashboard.js';

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
    await page.locator('li', { hasText: 'dev' }).getByText('until').waitFor();
    expect(await page.locator('li', { hasText: 'prod' }).count()).toBe(0);
    await leave(viewer);
  });

  test('is extended from the keyboard; a rule of the group that forbids a day is said', async () => {
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
    const day = dialog.getByLabel('Last day');
    await day.focus();
    await typeDay(page, 90);
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await dialog.getByRole('alert').waitFor();
    await day.focus();
    await typeDay(page, 10);
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The access of Milton to prod was changed.').waitFor();
    await page
      .getByRole('row', { name: /Milton/ })
      .getByText('until')
      .waitFor();
    await leave(viewer);
  });
});

/** As fingers do in the field of a day: its parts one after the other, in the order of the browser's language. */
async function typeDay(page: { keyboard: { type(text: string): Promise<void> } }, days: number) {
  const [year = '', month = '', day = ''] = inMs(days * DAY_MS)
    .slice(0, 10)
    .split('-');
  await page.keyboard.type(`${month}${day}${year}`);
}
