import type { Locator } from '@playwright/test';
import { violationsIn, WCAG } from '../support/browser/axe.js';
import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { tabTo } from '../support/browser/tab-to.js';

let dashboard: DashboardUnderTest;

describeInBrowser('an import of teams', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('and then of their people, of whom a row is mended, can be undone and exported', async () => {
    const place = await dashboard.place(['Milton'], []);
    const { accountId } = place;
    const path = { accountId, userId: place.users.get('Milton') ?? '' };
    const { email } = await dashboard.api.get('/v1/accounts/{accountId}/users/{userId}', { path });
    const teamsOfMilton = async () => {
      const { data } = await dashboard.api.get('/v1/accounts/{accountId}/users/{userId}/teams', { path });
      return data.map(({ team, reason }) => [team.name, reason]);
    };
    const viewer = await dashboard.enter(`/a/${accountId}/import`);
    const { page } = viewer;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    /** Unlike a press on a locator it waits until a button can be used. */
    const press = async (target: Locator) => {
      await tabTo(page, target);
      await page.keyboard.press('Enter');
    };
    const choose = async (kind: string, name: string, lines: readonly string[]) => {
      await page.getByRole('combobox', { name: 'What is in the file' }).selectOption(kind);
      const buffer = Buffer.from(lines.join('\n'));
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
      await press(button('Check'));
    };
    await choose('Teams', 'teams.csv', ['name,externalId', 'Platform,idp-7', 'Support,']);
    await page.getByText('2 rows can be imported. None would be refused.').waitFor();
    await press(button('Import 2 rows'));
    await page.getByText('2 rows imported.').waitFor();
    await press(button('Import another file'));
    await choose('People in teams', 'people.csv', [
      'E-mail;Team;Comment',
      `${email};Platform;On call`,
      `${email};Suport;`,
    ]);
    await page.getByText('1 row can be imported, 1 would be refused.').waitFor();
    expect(await teamsOfMilton()).toEqual([]);
    const wrong = page.getByRole('textbox', { name: 'Team, line 3', exact: true });
    expect(await wrong.getAttribute('aria-invalid')).toBe('true');
    expect(await violationsIn(page, WCAG)).toEqual([]);
    await keepScreenshot(page, 'import-people-of-teams');
    await tabTo(page, wrong);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('Support');
    await press(button('Check again'));
    await press(button('Import 2 rows'));
    await page.getByText('2 rows imported.').waitFor();
    expect(await teamsOfMilton()).toEqual([
      ['Platform', 'On call'],
      ['Support', undefined],
    ]);
    await page.getByRole('navigation').getByRole('link', { name: 'Export', exact: true }).press('Enter');
    const link = page.getByRole('link', { name: 'People in teams, CSV' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')]);
    expect(download.suggestedFilename()).toBe('team-members.csv');
    await page.goBack();
    await press(button('Undo: Import'));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Undo' }));
    await page.getByText('This import was undone.').waitFor();
    expect(await teamsOfMilton()).toEqual([]);
    await leave(viewer);
  });
});
