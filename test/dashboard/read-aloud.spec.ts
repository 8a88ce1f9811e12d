import type { Page } from '@playwright/test';
import { describeInBrowser } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest, type Place } from '../support/browser/dashboard.js';

// What a screen reader reads one after the other of what opens in five flows, each walked by the keyboard.

let dashboard: DashboardUnderTest;
let there: Place;

/** The names in the accessibility tree of what is on top, in order. */
async function namesRead(page: Page): Promise<string[]> {
  const dialogs = page.locator('dialog[open], [popover]:popover-open');
  const top = (await dialogs.count()) > 0 ? dialogs.last() : page.locator('main');
  const tree = await top.ariaSnapshot();
  return tree.split('\n').map((line) => line.trim().replace(/^- /, ''));
}

/** These are read, in this order; between them may be others. */
async function expectRead(page: Page, names: readonly RegExp[]): Promise<void> {
  const read = await namesRead(page);
  let at = 0;
  const missed = names.filter((name) => {
    const found = read.findIndex((line, index) => index >= at && name.test(line));
    if (found !== -1) at = found + 1;
    return found === -1;
  });
  expect({ missed, read: missed.length > 0 ? read : [] }).toEqual({ missed: [], read: [] });
}

const userPath = (name: string) => `/a/${there.accountId}/users/${there.users.get(name)}`;

const FLOWS: Record<string, (page: Page) => Promise<void>> = {
  async 'a draft is reviewed'(page) {
    await page.goto(`/a/${there.accountId}/access`);
    await page.getByRole('grid', { name: 'Access' }).getByRole('link', { name: 'Milton' }).waitFor();
    await page.getByRole('grid', { name: 'Access' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Review' }).press('Enter');
    await page.getByRole('button', { name: 'Apply 1 change' }).waitFor();
    await expectRead(page, [
      /^dialog "Review the changes"/,
      /^heading "Review the changes"/,
      /^button "Close"/,
      /^group "Access ends"/,
      /^radio "No end" \[checked\]/,
      /^textbox "Reason/,
      /^heading "dev"/,
      /Milton will be let in/,
      /^button "Back to the draft"/,
      /^button "Apply 1 change"/,
    ]);
  },
  async 'people are invited'(page) {
    await page.goto(`/a/${there.accountId}/users`);
    await page.getByRole('button', { name: 'Invite people' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Barbara Liskov <barbara@initech.example>');
    await page.getByRole('button', { name: 'Send 1 invitation' }).waitFor();
    await expectRead(page, [
      /^dialog "Invite people"/,
      /^heading "Invite people"/,
      /^textbox "Email addresses"/,
      /1 address/,
      /^combobox "Role"/,
      /^group "Give access to"/,
      /^checkbox "dev"/,
      /^checkbox "prod"/,
      /^button "Cancel"/,
      /^button "Send 1 invitation"/,
    ]);
  },
  async 'a person is given access'(page) {
    await page.goto(userPath('Milton'));
    await page.getByText('No access yet').waitFor();
    await page.getByRole('button', { name: 'Give access' }).press('Enter');
    await page.getByRole('option', { name: 'dev' }).waitFor();
    await expectRead(page, [
      /^(combobox|searchbox|textbox) "/,
      /^listbox "/,
      /^option "dev/,
      /^option "prod/,
    ]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await expectRead(page, [
      /^heading "Give Milton access to/,
      /^group "Access ends"/,
      /^radio "No end" \[checked\]/,
      /^textbox "Reason/,
      /^button "Cancel"/,
      /^button "Give access"/,
    ]);
  },
  async 'what was done is undone'(page) {
    await page.goto(`/a/${there.accountId}/activity`);
    await page
      .getByRole('button', { name: /^Details: .*Peter/ })
      .first()
      .press('Enter');
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.getByText('Checking what would be undone').waitFor({ state: 'detached' });
    await expectRead(page, [
      /^dialog "Undo this change\?"/,
      /^heading "Undo this change\?"/,
      /Peter/,
      /^button "Cancel"/,
      /^button "Undo"/,
    ]);
  },
  async 'a person is found'(page) {
    await page.goto(`/a/${there.accountId}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('milt');
    await page.getByRole('option', { name: /Milton/ }).waitFor();
    await expectRead(page, [
      /^dialog "Search and commands"/,
      /^combobox "Search and commands" \[expanded\]: milt/,
      /^listbox "Search and commands"/,
      /^group "Users"/,
      /^option "Milton u0@initech.example"/,
    ]);
  },
};

describeInBrowser('what is read aloud', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    there = await dashboard.place(['Milton', 'Peter'], ['dev', 'prod']);
    await dashboard.api.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}', {
      path: {
        accountId: there.accountId,
        serviceGroupId: there.groups.get('prod') ?? '',
        userId: there.users.get('Peter') ?? '',
      },
    });
  });
  afterAll(() => dashboard.stop());

  test.each(Object.entries(FLOWS))('when %s', async (_flow, walk) => {
    const viewer = await dashboard.enter('/accounts');
    await walk(viewer.page);
    await leave(viewer);
  });
});
