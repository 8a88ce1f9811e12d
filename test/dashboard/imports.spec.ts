import type { Locator, Page } from '@playwright/test';
import type { RollbookClient } from '#libs/client';
import { violationsIn, WCAG } from '../support/browser/axe.js';
import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { eventually } from '../support/eventually.js';
import { tabTo } from '../support/browser/tab-to.js';

let dashboard: DashboardUnderTest;
let api: RollbookClient;

/** The names of the users of an account, by email. */
async function usersOf(accountId: string): Promise<Record<string, string>> {
  const request = { path: { accountId }, query: { limit: 100 } };
  const { data } = await api.get('/v1/accounts/{accountId}/users', request);
  return Object.fromEntries(data.map(({ email, name }) => [email, name]));
}

async function jobsOf(accountId: string) {
  const { data } = await api.get('/v1/accounts/{accountId}/jobs', { path: { accountId } });
  return data.filter((job) => !job.import?.dryRun);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const field = (page: Page, title: string, lines: string) =>
  page.getByRole('textbox', { name: `${title}, ${lines}`, exact: true });

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** With the keyboard, which opens the browser's own dialog. */
async function choose(page: Page, text: string, name = 'people.csv'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await press(page, page.locator('input[type=file]'));
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

/** Replaces what a field has. */
async function retype(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

const isFocused = async (page: Page, name: string) => {
  await eventually(`the focus is at “${name}”`, async () => {
    const text = await page.evaluate('document.activeElement?.textContent');
    return text === name;
  });
  expect(await page.evaluate('document.activeElement.getBoundingClientRect().top')).toBeGreaterThan(0);
};

const currentStep = (page: Page) => page.locator('ol > li[aria-current=step]').innerText();

// With semicolons, CRLF, a quoted line break, and no end of its last line.
const FILE = [
  'Full name;E-mail address;Notes',
  'Peter Gibbons;peter@initech.example;',
  'Milton;milton at initech;"red',
  'stapler"',
  '"Bolton; Michael";;',
  'Samir;samir@initech.example',
  'Bill;bill@initech.example;no',
].join('\r\n');

describeInBrowser('an import', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    api = dashboard.api;
  });
  afterAll(() => dashboard.stop());

  test('by the keyboard alone: three refused rows are mended in place, and all is imported by one job', async () => {
    const { accountId } = await dashboard.place([], []);
    const viewer = await dashboard.enter(`/a/${accountId}/import`);
    const { page } = viewer;
    expect(await currentStep(page)).toContain('File');
    expect(await violationsIn(page, WCAG)).toEqual([]);
    await keepScreenshot(page, 'import-file');
    await choose(page, FILE);
    await isFocused(page, 'What each column contains');
    expect(await currentStep(page)).toContain('Columns');
    await page.getByText('people.csv · 5 rows').waitFor();
    expect(await page.getByRole('combobox', { name: 'E-mail address' }).inputValue()).toBe('email');
    expect(await violationsIn(page, WCAG)).toEqual([]);
    await keepScreenshot(page, 'import-columns');
    await press(page, button(page, 'Check'));
    await isFocused(page, 'What this would do');
    await page.getByRole('status').getByText('2 rows can be imported, 3 would be refused.').waitFor();
    expect(await currentStep(page)).toContain('Check');
    await page.getByText('Lines 3–4').waitFor();
    expect(await violationsIn(page, WCAG)).toEqual([]);
    await keepScreenshot(page, 'import-check');
    await retype(page, field(page, 'Email', 'lines 3–4'), 'milton@initech');
    await page.keyboard.press('Enter');
    await isFocused(page, 'What this would do');
    // A row with too few values gets the missing ones.
    await page.getByRole('status').getByText('3 rows can be imported, 2 would be refused.').waitFor();
    const wrong = field(page, 'Email', 'lines 3–4');
    expect(await wrong.inputValue()).toBe('milton@initech');
    await eventually(
      'it is still refused',
      async () => (await wrong.getAttribute('aria-invalid')) === 'true',
    );
    await retype(page, wrong, 'milton@initech.example');
    await retype(page, field(page, 'Name', 'line 5'), 'Bolton, "Michael"');
    await retype(page, field(page, 'Email', 'line 5'), 'michael@initech.example');
    expect(await button(page, /^Import \d/).isDisabled()).toBe(true);
    await keepScreenshot(page, 'import-mended');
    await press(page, button(page, 'Check again'));
    await page.getByRole('status').getByText('5 rows can be imported. None would be refused.').waitFor();
    expect(await violationsIn(page, WCAG)).toEqual([]);
    await keepScreenshot(page, 'import-checked');
    await press(page, button(page, 'Import 5 rows'));
    await page.getByRole('status').getByText('5 rows imported.').waitFor();
    await isFocused(page, 'What was done');
    expect(await currentStep(page)).toContain('Import');
    expect(await violationsIn(page, WCAG)).toEqual([]);
    await keepScreenshot(page, 'import-done');
    expect(await usersOf(accountId)).toEqual({
      'bill@initech.example': 'Bill',
      'michael@initech.example': 'Bolton, "Michael"',
      'milton@initech.example': 'Milton',
      'peter@initech.example': 'Peter Gibbons',
      'samir@initech.example': 'Samir',
    });
    const jobs = await jobsOf(accountId);
    expect(jobs).toMatchObject([{ type: 'import', rows: 5, processed: 5, refused: 0 }]);
    await press(page, button(page, 'Undo: Import'));
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
    await press(page, dialog.getByRole('button', { name: 'Undo' }));
    await page.getByText('This import was undone.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await button(page, 'Undo: Import').count()).toBe(0);
    expect(await usersOf(accountId)).toEqual({});
    await page.reload();
    await page.getByText('This import was undone.').waitFor();
    await press(page, button(page, 'Import another file'));
    await isFocused(page, 'Choose a file');
    expect(await currentStep(page)).toContain('File');
    await leave(viewer);
  });

  test('what was chosen and mended survives the way back, a reload and a new sign-in', async () => {
    const { accountId } = await dashboard.place([], []);
    const viewer = await dashboard.enter(`/a/${accountId}/import`);
    const { page } = viewer;
    await choose(page, FILE);
    await isFocused(page, 'What each column contains');
    await press(page, button(page, 'Check'));
    await page.getByText('3 would be refused').waitFor();
    await retype(page, field(page, 'Email', 'line 5'), 'michael@initech.example');
    await press(page, page.getByRole('checkbox', { name: 'Leave out line 6' }), 'Space');
    await page.getByText('Left out: it will not be imported.').waitFor();
    await press(page, button(page, 'Back'));
    await isFocused(page, 'What each column contains');
    await page.goBack();
    await isFocused(page, 'What this would do');
    const mended = field(page, 'Email', 'line 5');
    expect(await mended.inputValue()).toBe('michael@initech.example');
    await press(page, button(page, 'Columns (done)'));
    await isFocused(page, 'What each column contains');
    await press(page, button(page, 'Check'));
    await page.getByText('3 rows can be imported, 1 would be refused.').waitFor();
    await page.reload();
    await page.getByText('3 rows can be imported, 1 would be refused.').waitFor();
    await page.getByText('people.csv has to be chosen again').waitFor();
    expect(await mended.inputValue()).toBe('michael@initech.example');
    expect(await page.getByRole('checkbox', { name: 'Leave out line 6' }).isChecked()).toBe(true);
    expect(await violationsIn(page, WCAG)).toEqual([]);
    await keepScreenshot(page, 'import-reloaded');
    const chooser = page.waitForEvent('filechooser');
    await press(page, button(page, 'Choose the file again'));
    await (await chooser).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
    await button(page, 'Import 3 rows').waitFor();
    // As if people had to prove again who they are, in a window of its own.
    const imports = /\/import\/users\?(?!.*dryRun)/;
    const problem = { code: 'recent_sign_in_needed', status: 401, title: 'Sign in', detail: 'Sign in.' };
    await page.route(imports, (route) =>
      route.fulfill({ status: 401, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
    );
    await press(page, button(page, 'Import 3 rows'));
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).waitFor();
    await page.keyboard.press('Escape');
    await page.unroute(imports);
    expect(await mended.inputValue()).toBe('michael@initech.example');
    await press(page, button(page, 'Import 3 rows'));
    await page.getByText('3 rows imported, 1 refused.').waitFor();
    // What was refused then is mended as well, and nothing else is sent again.
    await page.getByText('Lines 3–4').waitFor();
    await keepScreenshot(page, 'import-refused');
    await page.reload();
    await retype(page, field(page, 'Email', 'lines 3–4'), 'milton@initech.example');
    await page.keyboard.press('Enter');
    await page.getByText('1 row can be imported. None would be refused.').waitFor();
    await press(page, button(page, 'Import 1 row'));
    await page.getByText('1 row imported.').waitFor();
    expect(Object.keys(await usersOf(accountId)).sort()).toEqual([
      'bill@initech.example',
      'michael@initech.example',
      'milton@initech.example',
      'peter@initech.example',
    ]);
    expect((await jobsOf(accountId)).map(({ rows }) => rows)).toEqual([1, 4]);
    await leave(viewer);
  });

  test('of many refused rows the first hundred are shown, and what was appended is found among the others', async () => {
    const { accountId } = await dashboard.place([], []);
    const viewer = await dashboard.enter(`/a/${accountId}/import`);
    const { page } = viewer;
    const rows = Array.from({ length: 150 }, (_, n) => `none-${n},Person ${n}`);
    await choose(page, ['email,name', ...rows].join('\n'));
    await isFocused(page, 'What each column contains');
    await press(page, button(page, 'Check'));
    await page.getByText(/^These are the first 100 of 150 refused rows/).waitFor();
    expect(await button(page, 'Import 0 rows').isDisabled()).toBe(true);
    await retype(page, field(page, 'Email', 'line 2'), 'one@initech.example');
    await retype(page, field(page, 'Email', 'line 3'), 'still none');
    await page.keyboard.press('Enter');
    await page.getByText('1 row can be imported, 149 would be refused.').waitFor();
    await page.getByText('Can be imported now.').waitFor();
    await retype(page, field(page, 'Email', 'line 2'), 'another@initech.example');
    await page.getByText('Changed, and not checked yet.').waitFor();
    await retype(page, field(page, 'Email', 'line 2'), 'one@initech.example');
    await eventually('both are told apart', async () => {
      const states = [2, 3].map((line) => field(page, 'Email', `line ${line}`).getAttribute('aria-invalid'));
      return (await Promise.all(states)).join() === ',true';
    });
    expect(await page.getByRole('checkbox', { name: /^Leave out/ }).count()).toBe(100);
    await leave(viewer);
  });

  test.each([
    ['light', 1280],
    ['dark', 320],
  ] as const)(
    'in %s at %i px nothing is wider than the window, and axe finds nothing',
    async (theme, width) => {
      const { accountId } = await dashboard.place([], []);
      const viewer = await dashboard.enter(`/a/${accountId}/import`, undefined, { theme, width });
      const { page } = viewer;
      const isAtRest = async (name: string) => {
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
          0,
        );
        expect(await violationsIn(page, WCAG)).toEqual([]);
        await keepScreenshot(page, `import-${name}-${theme}-${width}`);
      };
      await isAtRest('1-file');
      await choose(page, `${FILE}\r\n;${'long'.repeat(40)};;;surplus\r\n`);
      await isFocused(page, 'What each column contains');
      await isAtRest('2-columns');
      await press(page, button(page, 'Check'));
      await page.getByText('4 would be refused').waitFor();
      await page.getByText('Values without a column: surplus').waitFor();
      await press(page, page.getByRole('checkbox', { name: 'Leave out line 6' }), 'Space');
      await isAtRest('3-check');
      await press(page, button(page, 'Check again'));
      await page.getByText('2 rows can be imported, 3 would be refused.').waitFor();
      await press(page, button(page, 'Import 2 rows'));
      await page.getByText('2 rows imported, 3 refused.').waitFor();
      await page.getByText('Lines 3–4').waitFor();
      await isAtRest('4-import');
      await leave(viewer);
    },
  );

  test('nothing is imported into the past, and where nothing is known of the file a check can only be read', async () => {
    const { accountId } = await dashboard.place([], []);
    const viewer = await dashboard.enter(`/a/${accountId}/import`);
    const { page } = viewer;
    await choose(page, FILE);
    await isFocused(page, 'What each column contains');
    await press(page, button(page, 'Check'));
    await page.getByText('3 would be refused').waitFor();
    const address = page.url();
    await page.goto(`${address}&at=2020-01-01`);
    await page.getByText(/^Imports change the present\./).waitFor();
    expect(await page.locator('main ol, main input').count()).toBe(0);
    const other = await viewer.context.newPage();
    await other.goto(address);
    await other.getByText('Lines 3–4').waitFor();
    await other.getByText('To continue with this check, choose its file again.').waitFor();
    expect(await other.getByRole('textbox', { name: /line/ }).count()).toBe(0);
    await other.close();
    await leave(viewer);
  });
});
