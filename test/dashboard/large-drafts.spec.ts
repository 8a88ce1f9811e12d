import { execFileSync } from 'node:child_process';
import { describeInBrowser } from '../support/browser/chromium.js';
import {
  cell,
  leave,
  startDashboard,
  type DashboardUnderTest,
  type Place,
} from '../support/browser/dashboard.js';
import { eventually } from '../support/eventually.js';

/** More changes than one batch has; as many as an account may draft every night. */
const PEOPLE = Number(process.env['ROLLBOOK_DRAFT_PEOPLE'] ?? 200);
const GROUPS = ['analytics', 'billing', 'crm', 'dev', 'mail', 'prod', 'stage', 'vpn'];

const REFUSED = GROUPS.length;
const CELLS = PEOPLE * GROUPS.length;
const shown = (count: number) => count.toLocaleString('en-US');

let dashboard: DashboardUnderTest;
let there: Place;

const names = Array.from({ length: PEOPLE }, (_, index) => `Person ${String(index).padStart(4, '0')}`);

async function allMembers(): Promise<number> {
  const sizes = await Promise.all(GROUPS.map((group) => dashboard.membersOf(there, group)));
  return sizes.reduce((sum, members) => sum + members.length, 0);
}

function killApi(): void {
  const { pid } = dashboard.rollbook.process;
  const found = execFileSync('pgrep', ['-P', String(pid), '-f', 'dist/programs/api.js'], {
    encoding: 'utf8',
  });
  process.kill(Number(found), 'SIGKILL');
}

describeInBrowser('a draft of thousands of changes', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    there = await dashboard.place(names, GROUPS);
    const { accountId } = there;
    await eventually('all are found', async () => {
      const query = { count: true, limit: 1 };
      const { total } = await dashboard.api.get('/v1/accounts/{accountId}/users', {
        path: { accountId },
        query,
      });
      return total?.value === PEOPLE;
    });
  });
  afterAll(() => dashboard.stop());

  test(`${shown(CELLS)} cells are drafted by the keyboard, reviewed, and applied by a job that outlives the API`, async () => {
    const viewer = await dashboard.enter(`/a/${there.accountId}/access`);
    const { page } = viewer;
    const grid = page.getByRole('grid', { name: 'Access' });
    await grid.focus();
    await page.keyboard.press('Control+A');
    await page.getByText(`All ${PEOPLE} people who match, in analytics`).waitFor();
    for (const _ of GROUPS.slice(1)) await page.keyboard.press('Shift+ArrowRight');
    await page.getByText(new RegExp(`All ${PEOPLE} people who match, in analytics, .* and vpn`)).waitFor();
    await page.keyboard.press('Space');
    await page.getByText(`${shown(CELLS)} additions for ${PEOPLE} people`).waitFor();
    // Whoever is suspended already cannot be drafted.
    await dashboard.api.post('/v1/accounts/{accountId}/users/{userId}/suspend', {
      path: { accountId: there.accountId, userId: there.users.get('Person 0007') ?? '' },
    });
    await page.getByRole('button', { name: 'Review' }).click();
    const dialog = page.getByRole('dialog', { name: 'Review the changes' });
    await dialog.getByText('8 changes will be refused').waitFor();
    expect(await allMembers()).toBe(0);
    await dialog.getByRole('button', { name: `Apply ${shown(CELLS - REFUSED)} changes` }).click();
    await eventually('the job has begun', async () => (await allMembers()) > 100);
    killApi();
    await page.getByText(`${shown(CELLS - REFUSED)} changes were applied.`).waitFor({ timeout: 300_000 });
    expect(await allMembers()).toBe(CELLS - REFUSED);
    // What was refused stays, with the reason.
    await page.getByText('8 changes were refused and stay in your draft').waitFor();
    await page.getByText('8 additions for 1 person').waitFor();
    expect(await cell(viewer, 'Person 0007', 'prod').getAttribute('aria-label')).toMatch(
      /refused: .*suspended/,
    );
    await leave(viewer, /ERR_|status of 50[0-9]/);
  }, 900_000);

  test('what many are asked for on the users list is tried first, and done by a job', async () => {
    const viewer = await dashboard.enter(`/a/${there.accountId}/users?q=Person 000`);
    const { page } = viewer;
    await page.getByText('10 people').waitFor();
    await page.getByRole('checkbox', { name: 'Select Person 0001' }).click();
    await page.getByRole('button', { name: 'Select all 10 who match' }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Suspend' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend: 10 people' });
    await dialog.getByText('9 people would be changed. For 1 person there is nothing to change.').waitFor();
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Done for 10 people.').waitFor();
    await eventually('they are suspended', async () => {
      const { data } = await dashboard.api.get('/v1/accounts/{accountId}/users', {
        path: { accountId: there.accountId },
        query: { status: 'suspended', limit: 100 },
      });
      return data.length === 10;
    });
    await leave(viewer);
  });
});
