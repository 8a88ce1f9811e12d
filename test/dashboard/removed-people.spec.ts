import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';

let dashboard: DashboardUnderTest;

describeInBrowser('people who were removed', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('are found by a filter and by name, have a page with their history, and are erased from there', async () => {
    const { accountId, users } = await dashboard.place(['Milton Waddams', 'Peter Gibbons', 'Bill'], []);
    for (const name of ['Milton Waddams', 'Peter Gibbons'])
      await dashboard.api.delete('/v1/accounts/{accountId}/users/{userId}', {
        path: { accountId, userId: users.get(name) ?? '' },
      });
    const viewer = await dashboard.enter(`/a/${accountId}/users`);
    const { page } = viewer;
    await page.getByRole('link', { name: /Bill/ }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Removed');
    await page.getByRole('link', { name: /Peter Gibbons/ }).waitFor();
    expect(await page.getByRole('link', { name: /Bill/ }).count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search by name or email' }).pressSequentially('wadd');
    await page.getByRole('link', { name: /Peter Gibbons/ }).waitFor({ state: 'detached' });
    await keepScreenshot(page, 'removed-people');
    await page.getByRole('link', { name: /Milton Waddams/ }).click();
    await page.getByRole('heading', { name: /Milton Waddams/, level: 1 }).waitFor();
    await page.getByText('They were removed from the account').waitFor();
    await page.locator('p', { hasText: 'removed Milton Waddams' }).waitFor();
    await keepScreenshot(page, 'removed-person');
    await page.getByRole('button', { name: 'Erase' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase the personal data of Milton Waddams?' });
    await dialog.getByRole('textbox').pressSequentially('u0@initech.example');
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await page.getByText('The personal data was erased.').waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Removed');
    await page.getByRole('link', { name: /Peter Gibbons/ }).waitFor();
    expect(await page.getByText('Milton').count()).toBe(0);
    await leave(viewer, /status of 404/);
  });
});
