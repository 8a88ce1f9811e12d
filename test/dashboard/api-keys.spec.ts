import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';

const KEYS = '/v1/accounts/{accountId}/api-keys';

let dashboard: DashboardUnderTest;

/** What the API says to a program with this key. */
const asked = async (key: string) => {
  const answer = await fetch(`${dashboard.rollbook.apiUrl}/v1/me`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return answer.status === 200 ? ((await answer.json()) as { scopes: string[] }).scopes : answer.status;
};

describeInBrowser('the API keys of an account', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('are created, rotated and revoked by the keyboard alone, and each is shown once', async () => {
    const { accountId } = await dashboard.place([], []);
    const path = { accountId };
    const viewer = await dashboard.enter(`/a/${accountId}`);
    const { page, context } = viewer;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await page.getByText('No API keys yet').waitFor();
    await page.getByRole('button', { name: 'Create API key' }).first().press('Enter');

    const create = page.getByRole('dialog', { name: 'Create API key' });
    await create.getByRole('checkbox', { name: 'See users and invitations, and export them' }).waitFor();
    await page.keyboard.type('Nightly import');
    const send = create.getByRole('button', { name: 'Create API key' });
    expect([await send.isDisabled(), await send.getAttribute('title')]).toEqual([
      true,
      'Tick at least one thing that it may do',
    ]);
    const ticked = () => create.getByRole('checkbox', { checked: true }).count();
    await create.getByRole('button', { name: 'Check access' }).press('Enter');
    expect(await ticked()).toBe(2);
    await create.getByRole('button', { name: 'Import people' }).press('Enter');
    expect(await ticked()).toBe(4);
    for (const scope of ['Invite, change, suspend and remove users', 'Give and end access to service groups'])
      await create.getByRole('checkbox', { name: scope }).press('Space');
    await create.getByLabel('Expires').focus();
    await page.keyboard.type('In 30');
    await keepScreenshot(page, 'api-keys-create');
    await send.press('Enter');

    const issued = page.getByRole('dialog', { name: 'Copy the key now' });
    const key = (await issued.getByRole('region', { name: 'API key' }).innerText()).trim();
    expect(await asked(key)).toEqual(['users:read', 'jobs:read']);
    await keepScreenshot(page, 'api-keys-issued');
    await issued.getByRole('button', { name: 'Copy: API key' }).press('Enter');
    await issued.getByRole('button', { name: 'Copied: API key' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    await issued.getByRole('button', { name: 'Copy as' }).press('Enter');
    await page.getByRole('menuitem', { name: 'rollbook command' }).press('Enter');
    await issued.getByRole('button', { name: 'Copied', exact: true }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
      /^rollbook api-keys create 'Nightly import' users:read jobs:read --expires \S+ --account acct_\w+\n$/,
    );
    await issued.getByRole('button', { name: 'Done' }).press('Enter');
    const row = page.getByRole('list', { name: 'API keys' }).getByRole('listitem').first();
    await row.getByText(`…${key.slice(-4)}`).waitFor();
    await row.getByText('Expires').waitFor();
    await page.getByText(key).waitFor({ state: 'detached' });

    await row.getByRole('button', { name: 'Actions: Nightly import' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Rotate' }).press('Enter');
    const rotate = page.getByRole('dialog', { name: 'Rotate Nightly import?' });
    await rotate.getByLabel('The present key stops working').focus();
    await page.keyboard.type('In an');
    await rotate.getByRole('button', { name: 'Rotate' }).press('Enter');
    const next = (await issued.getByRole('region', { name: 'API key' }).innerText()).trim();
    await issued.getByText(/^The previous one works until/).waitFor();
    expect(next).not.toBe(key);
    expect([await asked(key), await asked(next)]).toEqual([
      ['users:read', 'jobs:read'],
      ['users:read', 'jobs:read'],
    ]);
    await page.keyboard.press('Escape');
    await row.getByText('The key before the last rotation works until').waitFor();
    await keepScreenshot(page, 'api-keys');

    await row.getByRole('button', { name: 'Actions: Nightly import' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Revoke' }).press('Enter');
    const revoke = page.getByRole('dialog', { name: 'Revoke Nightly import?' });
    await revoke.getByRole('button', { name: 'Revoke' }).press('Enter');
    await page.getByText('The API key Nightly import was revoked.').waitFor();
    await page.getByText('No API keys yet').waitFor();
    expect((await dashboard.api.get(KEYS, { path })).data).toEqual([]);
    await leave(viewer);
  });

  test('are no page of an admin, and a link can ask for a key that may do one thing', async () => {
    const accounts = await dashboard.api.get('/v1/accounts', { query: { q: 'acme' } });
    const accountId = accounts.data[0]?.id ?? '';
    const users = await dashboard.api.get('/v1/accounts/{accountId}/users', {
      path: { accountId },
      query: { limit: 100 },
    });
    const admin = users.data.find(({ role }) => role === 'admin')?.name ?? '';
    const viewer = await dashboard.enter(`/a/${accountId}/developers/api-keys`, new RegExp(`^${admin}`));
    await viewer.page.waitForURL(/\/home/);
    for (const name of ['API keys', 'SCIM'])
      expect(await viewer.page.getByRole('link', { name }).count()).toBe(0);
    await leave(viewer);
    const owner = await dashboard.enter(`/a/${accountId}/developers/api-keys?scopes=scim`);
    const dialog = owner.page.getByRole('dialog', { name: 'Create API key' });
    const scim = dialog.getByRole('checkbox', { name: /^Provision users/ });
    await scim.waitFor();
    expect(await scim.isChecked()).toBe(true);
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(1);
    await leave(owner);
  });
});
