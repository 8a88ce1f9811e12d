import { describeInBrowser, keepScreenshot, setLook } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';

const ISSUER = 'https://login.initech.example';

let dashboard: DashboardUnderTest;

describeInBrowser('how the people of an account sign in', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('an operator finds the rules from the settings, says which provider the account trusts, and is told what is wrong with it, by the keyboard alone', async () => {
    const { api } = dashboard;
    const { accountId } = await dashboard.place([], []);
    const path = { accountId };
    const rules = async () => (await api.get('/v1/accounts/{accountId}', { path })).signInRules;
    const viewer = await dashboard.enter(`/a/${accountId}/settings`);
    const { page } = viewer;
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Sign-in/ })
      .press('Enter');
    await page.getByRole('heading', { name: 'Sign-in', level: 1 }).waitFor();
    const ways = page.getByRole('list', { name: 'How somebody is linked' });
    await ways.getByRole('listitem').filter({ hasText: 'Verified email' }).getByText('No rule yet').waitFor();
    await page.getByRole('button', { name: 'Edit: Sign-in rules' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Sign-in rules of Initech' });
    await dialog.getByRole('button', { name: 'Add a provider' }).press('Enter');
    const domains = dialog.getByRole('textbox', { name: 'Email domains' });
    await domains.focus();
    await page.keyboard.type('Initech.example, *');
    await page.keyboard.press('Enter');
    await dialog.getByText(/^issuer must not be empty/).waitFor();
    await dialog.getByRole('textbox', { name: 'Issuer' }).focus();
    await page.keyboard.type(ISSUER);
    await page.keyboard.press('Enter');
    await dialog.getByText('signInRules must have domains like example.com.').waitFor();
    expect(await rules()).toEqual([]);
    await domains.press('Control+A');
    await page.keyboard.type('Initech.example initech.test');
    await page.keyboard.press('Enter');
    await page.getByText('Verified emails of initech.example, initech.test').waitFor();
    await ways.getByRole('listitem').filter({ hasText: 'Verified email' }).getByText('By rule').waitFor();
    expect(await rules()).toEqual([{ issuer: ISSUER, domains: ['initech.example', 'initech.test'] }]);
    await page.getByRole('button', { name: 'Edit: Sign-in rules' }).press('Enter');
    await dialog.getByRole('button', { name: 'Remove: Provider 1' }).press('Enter');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('None. People sign in by accepting an invitation').waitFor();
    expect(await rules()).toEqual([]);
    await leave(viewer, /status of 400/);
  });

  test('an identity is linked by hand, listed among the latest, and unlinked, which ends its session', async () => {
    const { api } = dashboard;
    const accountId = (await api.get('/v1/accounts', { query: { q: 'acme' } })).data[0]?.id ?? '';
    const USERS = '/v1/accounts/{accountId}/users';
    const { data } = await api.get(USERS, { path: { accountId }, query: { q: 'alan' } });
    const userId = data[0]?.id ?? '';
    const identities = async () =>
      (await api.get(`${USERS}/{userId}/identities`, { path: { accountId, userId } })).data;
    const alan = await dashboard.enter('/me', /^Alan Turing.* of Acme/);
    const [own] = await identities();

    const viewer = await dashboard.enter(
      `/a/${accountId}/users/${userId}?tab=details`,
      /^Grace Hopper.* of Acme/,
    );
    const { page } = viewer;
    const list = page.getByRole('list', { name: 'Signs in with' });
    await list.getByText(own?.subject ?? '').waitFor();
    await page.getByRole('button', { name: 'Link an identity' }).press('Enter');
    const link = page.getByRole('dialog', { name: 'Link an identity to Alan Turing' });
    await link.waitFor();
    await page.keyboard.type(ISSUER);
    expect(await link.getByRole('button', { name: 'Link', exact: true }).getAttribute('title')).toBe(
      'Enter issuer and subject first',
    );
    await page.keyboard.press('Tab');
    await page.keyboard.type('alan');
    await keepScreenshot(page, 'sign-in-link');
    await page.keyboard.press('Enter');
    await page.getByText('The identity was linked to Alan Turing.').waitFor();
    await list.getByText(ISSUER).waitFor();
    expect((await identities()).map(({ subject }) => subject).sort()).toEqual(['alan', own?.subject].sort());

    await page.getByRole('link', { name: 'Sign-in', exact: true }).press('Enter');
    await page.getByRole('list', { name: 'Identity providers' }).getByRole('listitem').first().waitFor();
    expect(await page.getByRole('region', { name: 'Where people sign in' }).innerText()).toContain('/login');
    await page.getByText(`linked an identity at ${ISSUER} to Alan Turing`).waitFor();
    expect(await page.getByRole('button', { name: 'Edit: Sign-in rules' }).count()).toBe(0);
    await keepScreenshot(page, 'sign-in');
    await setLook(page, { theme: 'dark', width: 320 });
    await keepScreenshot(page, 'sign-in-dark-320');
    await setLook(page);

    await page.goto(`/a/${accountId}/users/${userId}?tab=details`);
    await page.getByRole('button', { name: `Unlink ${own?.subject} at ${own?.issuer}` }).press('Enter');
    const unlink = page.getByRole('dialog', { name: 'Unlink the identity of Alan Turing?' });
    await unlink.getByRole('button', { name: 'Unlink' }).press('Enter');
    await page.getByText('The identity of Alan Turing was unlinked.').waitFor();
    await list.getByText(own?.subject ?? '').waitFor({ state: 'detached' });
    expect((await identities()).map(({ subject }) => subject)).toEqual(['alan']);
    await alan.page.reload();
    await alan.page.getByRole('link', { name: 'Sign in' }).waitFor();
    await keepScreenshot(page, 'sign-in-unlinked');
    await alan.close();
    await leave(viewer);
  });

  test('a person is seen as they sign in, and nobody is who has not, nor anybody in the past', async () => {
    const { api } = dashboard;
    const accountId = (await api.get('/v1/accounts', { query: { q: 'acme' } })).data[0]?.id ?? '';
    const path = { accountId };
    const USERS = '/v1/accounts/{accountId}/users';
    const alan = (await api.get(USERS, { path, query: { q: 'alan' } })).data[0]?.id ?? '';
    const body = { name: 'Ida Rhodes', email: 'ida@acme.example' };
    const ida = (await api.post(USERS, { path, body })).id;
    await (await dashboard.enter('/me', /^Alan Turing.* of Acme/)).close();

    const details = (userId: string) => `/a/${accountId}/users/${userId}?tab=details`;
    const viewer = await dashboard.enter(details(alan), /^Grace Hopper.* of Acme/);
    const { page } = viewer;
    const lastSeen = page.getByRole('term').filter({ hasText: 'Last seen' }).locator('xpath=../dd');
    const at = await lastSeen.locator('time').getAttribute('datetime');
    expect(Math.abs(Date.now() - Date.parse(at ?? ''))).toBeLessThan(10 * 60_000);
    await keepScreenshot(page, 'user-details-seen');
    await setLook(page, { theme: 'dark', width: 320 });
    await keepScreenshot(page, 'user-details-seen-dark-320');
    await setLook(page);
    await page.goto(details(ida));
    await lastSeen.getByText('Never', { exact: true }).waitFor();
    const before = new Date(Date.now() - 1_000).toISOString();
    await page.goto(`${details(alan)}&at=${encodeURIComponent(before)}`);
    await page.getByRole('term').filter({ hasText: 'Last changed' }).waitFor();
    expect(await lastSeen.count()).toBe(0);
    await leave(viewer);
  });
});
