import { describeInBrowser } from '../support/browser/chromium.js';
import { startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';

// The next person at a browser sees nothing of the one who has signed out.

let dashboard: DashboardUnderTest;

describeInBrowser('signing out', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('leaves no name in what the browser keeps, in no window, and in none that is gone back to', async () => {
    const { accountId } = await dashboard.place(['Milton', 'Peter'], ['prod']);
    const viewer = await dashboard.enter(`/a/${accountId}/users?q=milton`);
    const { page, context } = viewer;
    await page.getByRole('row', { name: /Milton/ }).waitFor();
    await page.getByRole('button', { name: /^Views/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Save this view' }).press('Enter');
    await page.getByRole('dialog', { name: 'Save this view' }).waitFor();
    await page.keyboard.type('all of Milton');
    await page.keyboard.press('Enter');
    await page.getByText('The view “all of Milton” was saved.').waitFor();
    const kept = () => page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])');
    expect(await kept()).toContain('Milton');
    await page.evaluate(`localStorage.setItem('rollbook-preferences', '{"theme":"dark"}')`);
    const other = await context.newPage();
    await other.goto(`/a/${accountId}/users`);
    await other.getByRole('row', { name: /Milton/ }).waitFor();

    // So that there is a page of theirs to go back to.
    await page.getByRole('link', { name: 'Milton' }).press('Enter');
    await page.getByRole('button', { name: 'More actions' }).waitFor();
    await page.getByRole('button', { name: /All accounts$/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/a/'));
    await other.waitForURL((url) => !url.pathname.startsWith('/a/'));
    await page.goBack();
    for (const each of [page, other]) {
      await each.getByRole('link', { name: 'Sign in' }).waitFor();
      expect(await each.content()).not.toContain('Milton');
    }
    expect((await kept()).toLowerCase()).not.toContain('milton');
    expect(await kept()).toContain('dark');
    await other.close();
    await viewer.close();
  });
});
