import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';

const GROUPS = '/v1/accounts/{accountId}/service-groups';
const MANAGER = `${GROUPS}/{serviceGroupId}/managers/{userId}` as const;

let dashboard: DashboardUnderTest;

/** The demo's account, in which Alan Turing, a member, signs in. */
async function acme() {
  const { api } = dashboard;
  const accounts = await api.get('/v1/accounts', { query: { q: 'acme' } });
  const accountId = accounts.data[0]?.id ?? '';
  const groups = new Map<string, string>();
  for (const { name, id } of (await api.get(GROUPS, { path: { accountId } })).data) groups.set(name, id);
  const users = await api.get('/v1/accounts/{accountId}/users', {
    path: { accountId },
    query: { q: 'alan' },
  });
  return { accountId, groups, alan: users.data[0]?.id ?? '' };
}

describeInBrowser('managers of a service group', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('are made and removed on its page, by the keyboard alone', async () => {
    const there = await dashboard.place(['Milton', 'Peter'], ['dev']);
    const group = there.groups.get('dev') ?? '';
    const viewer = await dashboard.enter(`/a/${there.accountId}/groups/${group}?tab=managers`);
    const { page } = viewer;
    await page.getByRole('button', { name: 'Add a manager' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('pet');
    await page.getByRole('button', { name: 'Add Peter' }).press('Enter');
    await page.getByText('Peter now manages dev.').waitFor();
    await page.getByRole('dialog').getByText('Manager', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`/a/${there.accountId}/users/${there.users.get('Peter')}`);
    await page.locator('section', { hasText: 'Manages' }).getByRole('link', { name: 'dev' }).press('Enter');
    const remove = page.getByRole('button', { name: 'Remove Peter from the managers of dev' });
    await remove.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove manager' }).press('Enter');
    await page.getByText('Peter no longer manages dev.').waitFor();
    await page.getByText('No managers yet').waitFor();
    await leave(viewer);
  });

  test('add people on a phone, see what became of it, and can do nothing more', async () => {
    const { api } = dashboard;
    const { accountId, groups, alan } = await acme();
    const prod = { accountId, serviceGroupId: groups.get('prod') ?? '' };
    await api.put(MANAGER, { path: { ...prod, userId: alan } });
    const viewer = await dashboard.enter('/', /^Alan Turing/, { width: 320 });
    const { page } = viewer;
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    const navigation = page.getByRole('navigation', { name: 'Main' });
    expect(await navigation.getByRole('link').allTextContents()).toEqual(['Your access', 'prod', 'Requests']);
    // No heading of what they have no page of.
    expect(await navigation.locator('p').allTextContents()).toEqual(['Service groups you manage']);
    await navigation.getByRole('link', { name: 'prod' }).press('Enter');
    await page.getByRole('heading', { name: 'prod', level: 1 }).waitFor();
    expect(await page.getByRole('tab').allTextContents()).toEqual([
      'Members',
      'Teams',
      'Managers',
      'History',
    ]);
    await page.getByRole('button', { name: 'Add people' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('alan');
    await page.getByRole('button', { name: 'Add Alan Turing' }).press('Enter');
    await page.getByText('Alan Turing may now enter prod.').waitFor();
    await keepScreenshot(page, 'manager-adds-320');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove Alan Turing from prod' }).waitFor();
    await page.getByRole('tab', { name: 'Managers' }).press('Enter');
    await page.getByRole('tabpanel').getByText('alan@acme.example').waitFor();
    expect(await page.getByRole('button', { name: 'Add a manager' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
    await page.getByRole('tab', { name: 'History' }).press('Enter');
    await page.getByText(/^\S+ made Alan Turing a manager of prod$/).waitFor();
    for (const other of [
      `groups/${groups.get('dev')}`,
      'groups',
      'users',
      'access',
      'activity',
      'settings',
    ]) {
      await page.goto(`/a/${accountId}/${other}`);
      await page.getByText('That page is for owners and admins of the account.').waitFor();
    }
    await page.locator('section', { hasText: 'Service groups you manage' }).getByText('prod').waitFor();
    await leave(viewer);
  });

  test('give access until a day, with the reason that the service group asks for, and change it', async () => {
    const { api } = dashboard;
    const { accountId, groups, alan } = await acme();
    const path = { accountId, serviceGroupId: groups.get('staging') ?? '' };
    await api.patch(`${GROUPS}/{serviceGroupId}`, {
      path,
      body: { membershipRules: { reasonRequired: true } },
    });
    await api.put(MANAGER, { path: { ...path, userId: alan } });
    const at = `/a/${accountId}/groups/${path.serviceGroupId}`;
    const viewer = await dashboard.enter(at, /^Alan Turing/, { width: 320 });
    const { page } = viewer;
    await page.getByRole('button', { name: 'Add people' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('edsger');
    const add = page.getByRole('button', { name: 'Add Edsger Dijkstra' });
    await add.waitFor();
    expect(await add.isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'Date and time' }).press('Space');
    await page.getByLabel('Date', { exact: true }).focus();
    for (const figure of '12312030') await page.keyboard.type(figure);
    await page.getByLabel('Reason').focus();
    await page.keyboard.type('On call');
    await add.press('Enter');
    await page.getByText('Edsger Dijkstra may now enter staging.').waitFor();
    const member = async () => {
      const { data } = await api.get(`${GROUPS}/{serviceGroupId}/members`, { path });
      return data.find(({ user }) => user.name === 'Edsger Dijkstra');
    };
    expect(await member()).toMatchObject({ expiresAt: '2030-12-31T17:00:00.000Z', reason: 'On call' });
    await page.keyboard.press('Escape');
    await page.getByText('31 Dec 2030').filter({ visible: true }).waitFor();
    await keepScreenshot(page, 'members-with-an-end-320');
    await page.getByRole('button', { name: 'Change the end of Edsger Dijkstra’s access' }).press('Enter');
    await page.locator('dialog input[type=radio]:focus').waitFor();
    await page.keyboard.press('Tab');
    for (const figure of '01312031') await page.keyboard.type(figure);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
    // The dialog says the day, too, before it is saved.
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('31 Jan 2031').filter({ visible: true }).waitFor();
    expect(await member()).toMatchObject({ expiresAt: '2031-01-31T17:00:00.000Z', reason: 'On call' });
    await leave(viewer);
  });

  test('have no more to do with it from the moment that it ends', async () => {
    const { api } = dashboard;
    const { accountId, groups, alan } = await acme();
    const dev = { accountId, serviceGroupId: groups.get('dev') ?? '', userId: alan };
    await api.put(MANAGER, { path: dev });
    const viewer = await dashboard.enter(`/a/${accountId}/groups/${dev.serviceGroupId}`, /^Alan Turing/);
    const { page } = viewer;
    await page.getByRole('button', { name: 'Add people' }).waitFor();
    await api.delete(MANAGER, { path: dev });
    await page.reload();
    await page.getByText('That page is for owners and admins of the account.').waitFor();
    await leave(viewer);
  });
});
