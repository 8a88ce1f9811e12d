import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';

const GROUPS = '/v1/accounts/{accountId}/service-groups';
const REQUEST = `${GROUPS}/{serviceGroupId}/access-requests/{accessRequestId}` as const;

let dashboard: DashboardUnderTest;
let accountId: string;
let groups: Map<string, string>;
let alan: string;

/** The demo's account, in which Alan Turing, a member, signs in. Members may ask for prod. */
async function acme() {
  const { api } = dashboard;
  const accounts = await api.get('/v1/accounts', { query: { q: 'acme' } });
  accountId = accounts.data[0]?.id ?? '';
  groups = new Map();
  for (const { name, id } of (await api.get(GROUPS, { path: { accountId } })).data) groups.set(name, id);
  const users = await api.get('/v1/accounts/{accountId}/users', {
    path: { accountId },
    query: { q: 'alan' },
  });
  alan = users.data[0]?.id ?? '';
  const path = { accountId, serviceGroupId: groups.get('prod') ?? '' };
  await api.patch(`${GROUPS}/{serviceGroupId}`, { path, body: { membershipRules: { membersMayAsk: true } } });
}

const openRequests = async () =>
  (
    await dashboard.api.get('/v1/accounts/{accountId}/access-requests', {
      path: { accountId },
      query: { status: 'requested' },
    })
  ).data;

/** Alan asks for prod from his own page, by the keyboard alone. */
async function askForProd(reason: string) {
  const viewer = await dashboard.enter('/home', /^Alan Turing/);
  const { page } = viewer;
  await page.getByRole('button', { name: 'Request access' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Request access' });
  await dialog.getByRole('option', { name: 'prod' }).waitFor({ state: 'attached' });
  await dialog.getByLabel('Service group').focus();
  await page.keyboard.type('prod');
  await dialog.getByLabel('For how long', { exact: true }).focus();
  await page.keyboard.type('8');
  await dialog.getByLabel('Why you need it').focus();
  await page.keyboard.type(reason);
  await dialog.getByRole('button', { name: 'Send the request' }).press('Enter');
  await page.getByText('You requested access to prod.').waitFor();
  await page.locator('section', { hasText: 'Your requests' }).getByText('Open', { exact: true }).waitFor();
  return viewer;
}

describeInBrowser('requests for access', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    await acme();
  });
  afterAll(() => dashboard.stop());

  test('are asked from one’s own page, approved on a phone for a shorter time, and seen by whoever asked', async () => {
    const member = await askForProd('To deploy');
    const viewer = await dashboard.enter(`/a/${accountId}/requests`, /^Operator/, { width: 320 });
    const { page } = viewer;
    await page.getByText('for 8 hours').waitFor();
    await page.getByText('To deploy').waitFor();
    await keepScreenshot(page, 'requests-320');
    await page.getByRole('button', { name: 'Approve' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Approve the request?' });
    await dialog.getByLabel('For a shorter time', { exact: true }).focus();
    await page.keyboard.type('1');
    await dialog.getByLabel('For a shorter time: unit').focus();
    await page.keyboard.type('hours');
    await dialog.getByRole('button', { name: 'Approve' }).press('Enter');
    await page.getByText('The request was approved.').waitFor();
    await page.getByText('No open requests').waitFor();
    const held = await dashboard.api.get(`${GROUPS}/{serviceGroupId}/members/{userId}`, {
      path: { accountId, serviceGroupId: groups.get('prod') ?? '', userId: alan },
    });
    expect(held).toMatchObject({ reason: 'To deploy' });
    expect(Date.parse(held.expiresAt ?? '') - Date.now()).toBeLessThan(3_600_000);
    await leave(viewer);
    await member.page.reload();
    const own = member.page.locator('section', { hasText: 'Your requests' });
    await own.getByText('Approved').waitFor();
    await leave(member);
  });

  test('are refused with a word by the keys of the list, and withdrawn', async () => {
    const member = await askForProd('For longer');
    const viewer = await dashboard.enter(`/a/${accountId}/requests`);
    const { page } = viewer;
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Requests 1 open' }).waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'For longer' });
    await row.focus();
    await page.keyboard.press('x');
    await page.getByRole('region', { name: '1 request selected' }).waitFor();
    await row.focus();
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Refuse the request?' });
    await dialog.getByLabel('Note to the requester').focus();
    await page.keyboard.type('One hour must do');
    await dialog.getByRole('button', { name: 'Refuse' }).press('Enter');
    await page.getByText('The request was refused.').waitFor();
    await leave(viewer);
    await member.page.reload();
    const own = member.page.locator('section', { hasText: 'Your requests' });
    await own.getByText('One hour must do').waitFor();
    await leave(member);

    const again = await askForProd('Once more');
    await again.page.getByRole('button', { name: 'Withdraw' }).press('Enter');
    await again.page.getByText('The request was withdrawn.').waitFor();
    expect(await openRequests()).toEqual([]);
    await leave(again);
  });

  test('that the rules forbid by now say so when they are approved, and can be approved for less', async () => {
    const path = { accountId, serviceGroupId: groups.get('prod') ?? '', userId: alan };
    await dashboard.api
      .delete(`${GROUPS}/{serviceGroupId}/members/{userId}`, { path })
      .catch(() => undefined);
    const member = await askForProd('Too long by now');
    const rule = (maxLengthSeconds: number | null) =>
      dashboard.api.patch(`${GROUPS}/{serviceGroupId}`, {
        path,
        body: { membershipRules: { maxLengthSeconds } },
      });
    await rule(3_600);
    const viewer = await dashboard.enter(`/a/${accountId}/requests`, /^Operator/, { width: 320 });
    const { page } = viewer;
    await page.getByText('Too long by now').waitFor();
    await page.getByRole('button', { name: 'Approve' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Approve the request?' });
    await dialog.getByRole('button', { name: 'Approve' }).press('Enter');
    await dialog.getByRole('alert').waitFor();
    await keepScreenshot(page, 'approval-that-a-rule-forbids-320');
    expect(await openRequests()).toHaveLength(1);
    await dialog.getByLabel('For a shorter time', { exact: true }).focus();
    await page.keyboard.type('30');
    await dialog.getByLabel('For a shorter time: unit').focus();
    await page.keyboard.type('minutes');
    await dialog.getByRole('button', { name: 'Approve' }).press('Enter');
    await page.getByText('The request was approved.').waitFor();
    await rule(null);
    await leave(viewer, /422|409|400/);
    await leave(member);
  });

  test('that somebody else was faster with say so, and stay as they were decided', async () => {
    const member = await askForProd('A race');
    const viewer = await dashboard.enter(`/a/${accountId}/requests`);
    const { page } = viewer;
    await page.getByText('A race').waitFor();
    await page.getByRole('button', { name: 'Approve' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Approve the request?' });
    const [open] = await openRequests();
    const path = { accountId, serviceGroupId: groups.get('prod') ?? '', accessRequestId: open?.id ?? '' };
    await dashboard.api.post(`${REQUEST}/refuse`, { path, body: { note: 'First' } });
    await dialog.getByRole('button', { name: 'Approve' }).press('Enter');
    await dialog.getByText('The request is no longer open: it was refused.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('No open requests').waitFor();
    await leave(viewer, /409/);
    await leave(member);
  });
});
