import type { Route } from '@playwright/test';
import { describeInBrowser } from '../support/browser/chromium.js';
import { cell, leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';

let dashboard: DashboardUnderTest;

/** An answer of the API in a state that it is hard to bring it to. */
function problem(status: number, code: string, headers: Record<string, string> = {}) {
  const body = { type: `urn:rollbook:problem:${code}`, title: code, status, detail: `It is ${code}.`, code };
  return (route: Route) =>
    route.fulfill({
      status,
      headers: { 'content-type': 'application/problem+json', ...headers },
      body: JSON.stringify({ ...body, instance: '/', requestId: 'req_1' }),
    });
}

/** As a browser calls each request that failed on purpose. */
const FAILED_REQUEST = /Failed to load resource/;

describeInBrowser('a page that cannot have what it asks for', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('a list that could not be read is not called empty, and is there when it can', async () => {
    const { accountId } = await dashboard.place(['Milton'], ['prod']);
    const viewer = await dashboard.enter('/accounts');
    const { page } = viewer;
    await page.route(/\/v1\/accounts\/[^/]+\/(users|service-groups)\?/, problem(500, 'internal_error'));
    for (const [path, empty] of [
      ['users', 'Nobody here yet'],
      ['groups', 'No service groups yet'],
      ['access', 'No service groups yet'],
    ] as const) {
      await page.goto(`/a/${accountId}/${path}`);
      await page.getByRole('alert').getByText('It is internal_error.').waitFor();
      expect(await page.getByText(empty).count()).toBe(0);
      expect(await page.locator('.skeleton').count()).toBe(0);
    }
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await cell(viewer, 'Milton', 'prod').waitFor();
    await leave(viewer, FAILED_REQUEST);
  });

  test('while the API is unavailable, what is known stays, writing is off with the reason, and the page comes back by itself', async () => {
    const { accountId } = await dashboard.place(['Milton'], ['prod']);
    const viewer = await dashboard.enter(`/a/${accountId}/users`);
    const { page } = viewer;
    await page.getByText('Milton').waitFor();
    await page.route(/\/v1\//, problem(503, 'service_unavailable', { 'retry-after': '1' }));
    await page.getByRole('link', { name: 'Service groups' }).click();
    await page.getByText(/temporarily unavailable/).waitFor();
    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByText('Milton').waitFor();
    const invite = page.getByRole('button', { name: 'Invite people' });
    expect(await invite.isDisabled()).toBe(true);
    expect(await invite.getAttribute('title')).toBe('Not possible until Rollbook is back');
    await page.unrouteAll();
    await page.getByText(/temporarily unavailable/).waitFor({ state: 'detached' });
    expect(await invite.isEnabled()).toBe(true);
    await leave(viewer, FAILED_REQUEST);
  });

  test('who has sent too many requests is told for how many seconds to wait', async () => {
    const { accountId } = await dashboard.place(['Milton'], ['prod']);
    const viewer = await dashboard.enter('/accounts');
    const { page } = viewer;
    await page.route(/\/v1\/accounts\/[^/]+\/jobs/, problem(429, 'rate_limited', { 'retry-after': '9' }));
    await page.goto(`/a/${accountId}/jobs`);
    const button = page.getByRole('button', { name: /Try again in [1-9] s/ });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await page.getByText('No jobs yet').waitFor();
    await leave(viewer, FAILED_REQUEST);
  });

  test('over a slow network the page shows where its rows will be, and then the rows', async () => {
    const { accountId } = await dashboard.place(['Milton'], ['prod']);
    const viewer = await dashboard.enter('/accounts');
    const { page, context } = viewer;
    const session = await context.newCDPSession(page);
    // 3G, as Chromium's own developer tools slow it down.
    const slow = { latency: 560, downloadThroughput: 180_000, uploadThroughput: 84_000, offline: false };
    await session.send('Network.emulateNetworkConditions', slow);
    await page.goto(`/a/${accountId}/users`);
    await page.locator('.skeleton').first().waitFor();
    await page.getByText('Milton').waitFor();
    await page.getByRole('link', { name: 'Access' }).click();
    await cell(viewer, 'Milton', 'prod').waitFor();
    await session.detach();
    await leave(viewer);
  });

  test("what somebody else saved first is shown beside one's own, and nothing is overwritten unasked", async () => {
    const { accountId, groups } = await dashboard.place([], ['prod']);
    const path = { accountId, serviceGroupId: groups.get('prod') ?? '' };
    const viewer = await dashboard.enter(`/a/${accountId}/groups/${path.serviceGroupId}?tab=settings`);
    const { page } = viewer;
    const GROUP = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}';
    await page.getByRole('textbox', { name: 'Name' }).press('ControlOrMeta+A');
    await page.keyboard.type('mine');
    await dashboard.api.patch(GROUP, { path, body: { name: 'theirs' }, ifMatch: 1 });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', {
      name: 'Somebody else has changed this service group in the meantime',
    });
    await dialog.getByRole('row', { name: 'Name mine theirs' }).waitFor();
    expect((await dashboard.api.get(GROUP, { path })).name).toBe('theirs');
    await dialog.getByRole('button', { name: 'Save yours over theirs' }).click();
    await page.getByRole('heading', { name: 'mine', level: 1 }).waitFor();
    expect((await dashboard.api.get(GROUP, { path })).name).toBe('mine');
    await leave(viewer);
  });

  test('a member sees themselves and what they may enter, and asks for nothing else', async () => {
    const viewer = await dashboard.enter('/', /^Alan Turing/);
    const { page, complaints } = viewer;
    complaints.length = 0;
    await page.reload();
    const groups = page.locator('section', { hasText: 'Your service groups' });
    await groups.getByText('staging').waitFor();
    expect(await groups.getByRole('listitem').count()).toBe(2);
    expect([new URL(page.url()).pathname, complaints]).toEqual(['/home', []]);
    await leave(viewer);
  });

  test("a member's deep link shows a member's page, and no menu of an admin", async () => {
    const accounts = await dashboard.api.get('/v1/accounts');
    const accountId = accounts.data[0]?.id ?? '';
    const viewer = await dashboard.enter(`/a/${accountId}/users?q=ada`, /^Alan Turing/);
    const { page } = viewer;
    await page.getByText('That page is for owners and admins of the account.').waitFor();
    await page.locator('section', { hasText: 'Your service groups' }).getByText('staging').waitFor();
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(0);
    expect(await page.getByText('0 people').count()).toBe(0);
    await leave(viewer);
  });

  test('one click ends no access: the page asks first, on both sides of a membership', async () => {
    const there = await dashboard.place(['Milton', 'Peter'], ['prod']);
    const { accountId, users, groups } = there;
    const serviceGroupId = groups.get('prod') ?? '';
    for (const userId of users.values())
      await dashboard.api.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}', {
        path: { accountId, serviceGroupId, userId },
      });
    const viewer = await dashboard.enter(`/a/${accountId}/groups/${serviceGroupId}`);
    const { page } = viewer;
    const end = (name: string) => page.getByRole('dialog', { name: `End the access of ${name} to prod?` });
    await page.getByRole('button', { name: 'Remove Milton from prod' }).click();
    await end('Milton').waitFor();
    await page.keyboard.press('Escape');
    await end('Milton').waitFor({ state: 'detached' });
    expect(await dashboard.membersOf(there, 'prod')).toEqual(['Milton', 'Peter']);
    await page.getByRole('button', { name: 'Remove Milton from prod' }).click();
    await end('Milton').getByRole('button', { name: 'End access' }).click();
    await page.getByText('Milton may no longer enter prod.').waitFor();
    await page.goto(`/a/${accountId}/users/${users.get('Peter')}`);
    await page.getByRole('button', { name: 'End access to prod' }).click();
    await end('Peter').waitFor();
    expect(await dashboard.membersOf(there, 'prod')).toEqual(['Peter']);
    await end('Peter').getByRole('button', { name: 'End access' }).click();
    await page.getByText('Peter may no longer enter prod.').waitFor();
    expect(await dashboard.membersOf(there, 'prod')).toEqual([]);
    await leave(viewer);
  });

  test('a suspended person cannot be drafted for access, and the cell says why', async () => {
    const { accountId, users } = await dashboard.place(['Milton', 'Peter'], ['prod']);
    const path = { accountId, userId: users.get('Milton') ?? '' };
    await dashboard.api.post('/v1/accounts/{accountId}/users/{userId}/suspend', { path });
    const viewer = await dashboard.enter(`/a/${accountId}/access`);
    const { page } = viewer;
    const milton = cell(viewer, 'Milton', 'prod');
    await milton.waitFor();
    expect(await milton.getAttribute('aria-disabled')).toBe('true');
    expect(await milton.getAttribute('title')).toContain('Reactivate them first');
    await milton.click({ force: true });
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Space');
    await page.getByText('1 addition for 1 person').waitFor();
    await leave(viewer);
  });

  test('an admin is not offered what only owners may do', async () => {
    const accountId = (await dashboard.api.get('/v1/accounts')).data[0]?.id ?? '';
    const body = { name: 'Milton', email: 'milton@acme.example', role: 'member' } as const;
    const { id } = await dashboard.api.post('/v1/accounts/{accountId}/users', { path: { accountId }, body });
    const viewer = await dashboard.enter(`/a/${accountId}/settings`, /^Grace Hopper.* of Acme/);
    const { page } = viewer;
    await page.getByText('Account ID').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await page.goto(`/a/${accountId}/users/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Remove from the account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from the account' }).click();
    await page.getByText('Milton was removed.').waitFor();
    await page.waitForURL(/\/users$/);
    expect(await page.getByRole('dialog').count()).toBe(0);
    // The page below the dialog looks whether they are still there.
    await leave(viewer, /\/users\b.* 404 /);
  });

  test('an admin is not offered what they may not do to an owner, and is sent to nobody but others', async () => {
    const accountId = (await dashboard.api.get('/v1/accounts')).data[0]?.id ?? '';
    const USERS = '/v1/accounts/{accountId}/users';
    const { data } = await dashboard.api.get(USERS, { path: { accountId }, query: { role: 'owner' } });
    const viewer = await dashboard.enter(`/a/${accountId}/users/${data[0]?.id}`, /^Grace Hopper.* of Acme/);
    const { page } = viewer;
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('User ID').waitFor();
    for (const name of ['Change role', 'More actions', 'Edit', 'Link an identity'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    await page.goto(`/a/${accountId}/users`);
    await page.getByRole('checkbox', { name: `Select ${data[0]?.name}` }).click();
    const more = page.getByRole('region', { name: 'Selected people' }).getByRole('button', { name: 'More' });
    expect(await more.isDisabled()).toBe(true);
    expect(await more.getAttribute('title')).toContain('only owners may change');
    await page.route(/\/events\?/, problem(403, 'not_permitted'));
    await page.goto(`/a/${accountId}/activity`);
    await page.getByText(/^Only owners and admins.*Ask /).waitFor();
    expect(await page.getByText(/Ask .*Grace Hopper/).count()).toBe(0);
    await leave(viewer, FAILED_REQUEST);
  });

  test('what needs a recent sign-in asks for one over the page, and keeps the draft until one signs out', async () => {
    const there = await dashboard.place(['Milton', 'Peter'], ['prod']);
    const { accountId, users } = there;
    const viewer = await dashboard.enter(`/a/${accountId}/access`);
    const { page, context } = viewer;
    await cell(viewer, 'Peter', 'prod').click();
    await page.getByRole('link', { name: 'Milton' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Remove from the account' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from the account' }).click();
    const email = [...users.keys()].indexOf('Milton');
    await page.getByRole('textbox', { name: /to confirm/ }).pressSequentially(`u${email}@initech.example`);
    await page.route(/\/erase$/, problem(401, 'recent_sign_in_needed'), { times: 1 });
    await page.getByRole('button', { name: 'Erase' }).click();
    const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
    const asking = context.waitForEvent('request', (request) => request.url().includes('/auth/login'));
    const [popup] = await Promise.all([
      context.waitForEvent('page'),
      asked.getByRole('button', { name: 'Sign in again' }).click(),
    ]);
    expect((await asking).url()).toContain('/auth/login?maxAge=300&returnTo=');
    await popup.getByRole('button', { name: /^Operator/ }).click();
    await asked.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Erase' }).click();
    await page.getByText('The personal data was erased.').waitFor();
    await page.goto(`/a/${accountId}/access`);
    await page.getByText('1 addition for 1 person').waitFor();
    expect(viewer.complaints.filter((complaint) => !FAILED_REQUEST.test(complaint))).toEqual([]);

    await page.getByRole('button', { name: /All accounts$/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/a/'));
    await page.goto('/');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('draft');
    await viewer.close();
  });
});
