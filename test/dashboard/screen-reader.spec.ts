import { describeInBrowser, expectAria } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest, type Place } from '../support/browser/dashboard.js';
import { eventually } from '../support/eventually.js';

let dashboard: DashboardUnderTest;
let there: Place;

describeInBrowser('what a screen reader gets', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    there = await dashboard.place(['Milton', 'Peter'], ['dev', 'prod']);
    const { accountId, users, groups } = there;
    const path = {
      accountId,
      userId: users.get('Milton') ?? '',
      serviceGroupId: groups.get('dev') ?? '',
    };
    const api = dashboard.api;
    await api.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}', { path });
    await eventually('they are counted', async () => {
      const group = await api.get('/v1/accounts/{accountId}/service-groups/{serviceGroupId}', { path });
      const { counts } = await api.get('/v1/accounts/{accountId}', { path });
      return group.memberCount === 1 && counts?.users === 2 && counts.serviceGroups === 2;
    });
  });
  afterAll(() => dashboard.stop());

  test('has a name, a role and a state for everything on the pages that matter most', async () => {
    const { accountId, users, groups } = there;
    const viewer = await dashboard.enter('/accounts');
    const { page } = viewer;
    for (const [name, path] of [
      ['overview', `/a/${accountId}`],
      ['access', `/a/${accountId}/access`],
      ['users', `/a/${accountId}/users`],
      ['user', `/a/${accountId}/users/${users.get('Milton')}`],
      ['groups', `/a/${accountId}/groups`],
      ['group', `/a/${accountId}/groups/${groups.get('dev')}`],
      ['invitations', `/a/${accountId}/invitations`],
    ] as const) {
      await page.goto(path);
      await page.locator('main').locator('h1').first().waitFor();
      await page.locator('main').locator('li, [role=row], p').first().waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Switch account: Initech' }).waitFor();
      await expectAria(page, name);
    }
    await leave(viewer);
  });
});
