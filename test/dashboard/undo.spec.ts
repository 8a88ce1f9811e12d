import { violationsIn } from '../support/browser/axe.js';
import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';

let dashboard: DashboardUnderTest;

/** Three people get access with one request. */
async function arrange() {
  const there = await dashboard.place(['Bill', 'Milton', 'Peter'], ['prod']);
  const { accountId, users, groups } = there;
  const serviceGroupId = groups.get('prod') ?? '';
  const changes = [...users.values()].map((userId) => ({ userId, serviceGroupId, action: 'add' as const }));
  await dashboard.api.post('/v1/accounts/{accountId}/memberships/batch', {
    path: { accountId },
    body: { changes },
  });
  return there;
}

describeInBrowser('undo', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('from the activity, by the keyboard: it is said first what follows, and it is all or nothing', async () => {
    const there = await arrange();
    const viewer = await dashboard.enter(`/a/${there.accountId}/activity`);
    const { page } = viewer;
    const row = page.getByRole('listitem').filter({ hasText: 'gave 3 people access to prod' }).first();
    await row.getByRole('button', { name: /^Details/ }).focus();
    await page.keyboard.press('Enter');
    await row.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
    await dialog.getByText('3 changes would follow, all or none:').waitFor();
    for (const name of ['Bill', 'Milton', 'Peter'])
      await dialog.getByText(`ended the access of ${name} to prod`).waitFor();
    expect(await dashboard.membersOf(there, 'prod')).toEqual(['Bill', 'Milton', 'Peter']);
    expect(await violationsIn(page)).toEqual([]);
    await keepScreenshot(page, 'undo-dialog');
    await dialog.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Undone').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await dashboard.membersOf(there, 'prod')).toEqual([]);
    await leave(viewer);
  });

  test('of what was just done, from the message about it, by the keyboard, and the undo is undone there too', async () => {
    const there = await dashboard.place(['Bill'], ['prod']);
    const viewer = await dashboard.enter(`/a/${there.accountId}/users/${there.users.get('Bill')}`);
    const { page } = viewer;
    await page.getByRole('button', { name: 'Give access' }).press('Enter');
    await page.keyboard.type('prod');
    await page.getByRole('option', { name: /prod/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    await undo.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
    await dialog.getByText('ended the access of Bill to prod').waitFor();
    await dialog.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('No access yet').waitFor();
    expect(await dashboard.membersOf(there, 'prod')).toEqual([]);
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('status').filter({ hasText: 'Undone' }).getByRole('button', { name: 'Undo' }).last().focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('gave Bill access to prod').waitFor();
    await dialog.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await dashboard.membersOf(there, 'prod')).toEqual(['Bill']);
    await leave(viewer);
  });

  test('says why something cannot be undone', async () => {
    const there = await arrange();
    const { accountId, users } = there;
    const path = { accountId, userId: users.get('Bill') ?? '' };
    await dashboard.api.delete('/v1/accounts/{accountId}/users/{userId}', { path });
    const viewer = await dashboard.enter(`/a/${accountId}/activity?type=user.removed`);
    const { page } = viewer;
    const row = page.getByRole('listitem').filter({ hasText: 'removed Bill' }).first();
    await row.getByRole('button', { name: /^Details/ }).click();
    await row.getByRole('button', { name: 'Undo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
    await dialog.getByText('A user who was removed does not come back: invite them again.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await leave(viewer, /409/);
  });
});
