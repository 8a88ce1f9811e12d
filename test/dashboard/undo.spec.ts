import { EVENT_TYPES, EVENTS } from '#libs/domain';
import { willDo } from '../../apps/dashboard/src/features/undo/will-do.js';
import { eventually } from '../support/eventually.js';
import { violationsIn } from '../support/browser/axe.js';
import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { tabTo } from '../support/browser/tab-to.js';

let dashboard: DashboardUnderTest;

/** No undo leads to these. */
const UNDONE_BY_NOTHING = /impersonat|see|erased|expiring|access_request/;

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

const IMPORTED = 45;

/** An import of many people, and what somebody did to two of them since. */
async function arrangeImport() {
  const { api } = dashboard;
  const there = await dashboard.place([], ['prod']);
  const { accountId } = there;
  const lines = Array.from({ length: IMPORTED }, (_, n) => `Import ${n},import-${n}@initech.example`);
  const file = new Blob([['name,email', ...lines].join('\n')]);
  const { id: jobId } = await api.post('/v1/accounts/{accountId}/import/{kind}', {
    path: { accountId, kind: 'users' },
    query: { fileName: 'People of June.csv' },
    body: file,
    contentType: 'text/csv',
  });
  await eventually('the import has ended', async () => {
    const job = await api.get('/v1/accounts/{accountId}/jobs/{jobId}', { path: { accountId, jobId } });
    return job.status === 'done';
  });
  const { data } = await api.get(USERS, { path: { accountId }, query: { limit: 100 } });
  const [renamed, removed] = [data.find(nameIs('Import 3')), data.find(nameIs('Import 4'))];
  await api.patch(`${USERS}/{userId}`, {
    path: { accountId, userId: renamed?.id ?? '' },
    body: { name: 'Milton' },
    ifMatch: '*',
  });
  await api.delete(`${USERS}/{userId}`, { path: { accountId, userId: removed?.id ?? '' } });
  return there;
}

const USERS = '/v1/accounts/{accountId}/users';
const nameIs = (name: string) => (user: { name: string }) => user.name === name;

test('what an undo can do is said as what you will do, of every event about people and service groups', () => {
  const types = EVENT_TYPES.filter((type) => /^(user|service_group)\./.test(type));
  const said = types
    .filter((type) => !UNDONE_BY_NOTHING.test(type))
    .map((type) =>
      willDo({ summary: EVENTS[type].sentence.replace('{actor}', 'A user'), data: {} }, () => undefined),
    );
  expect(said.filter((sentence) => !/^You will [a-z]+ .+\.$/.test(sentence))).toEqual([]);
  expect(said).toContain('You will end the access of {userName} to {serviceGroupName}.');
});

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
    await dialog.getByText('3 changes will follow, all or none:').waitFor();
    for (const name of ['Bill', 'Milton', 'Peter'])
      await dialog.getByText(`You will end the access of ${name} to prod.`).waitFor();
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
    await page.getByRole('dialog', { name: 'Give Bill access to prod?' }).waitFor();
    await page.keyboard.press('Enter');
    const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
    await undo.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
    await dialog.getByText('You will end the access of Bill to prod.').waitFor();
    await dialog.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('No access yet').waitFor();
    expect(await dashboard.membersOf(there, 'prod')).toEqual([]);
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('status')
      .filter({ hasText: 'Undone' })
      .getByRole('button', { name: 'Undo' })
      .last()
      .focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('You will give Bill access to prod.').waitFor();
    await dialog.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await dashboard.membersOf(there, 'prod')).toEqual(['Bill']);
    await leave(viewer);
  });

  test('says whom it concerns by name, also where the log keeps nobody’s', async () => {
    const there = await dashboard.place(['Bill'], ['prod']);
    const { accountId, users, groups } = there;
    const path = { accountId, serviceGroupId: groups.get('prod') ?? '', userId: users.get('Bill') ?? '' };
    await dashboard.api.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/managers/{userId}', {
      path,
    });
    const viewer = await dashboard.enter(`/a/${accountId}/activity`);
    const { page } = viewer;
    const row = page.getByRole('listitem').filter({ hasText: 'a manager of prod' }).first();
    await row.getByRole('button', { name: /^Details/ }).press('Enter');
    await row.getByRole('button', { name: 'Undo' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
    await dialog.getByText('You will remove Bill from the managers of prod.').waitFor();
    await leave(viewer);
  });

  test('says why something cannot be undone', async () => {
    const there = await arrange();
    const { accountId, users } = there;
    const path = { accountId, userId: users.get('Bill') ?? '' };
    await dashboard.api.delete('/v1/accounts/{accountId}/users/{userId}', { path });
    const viewer = await dashboard.enter(`/a/${accountId}/activity`);
    const { page } = viewer;
    const removal = page.getByRole('listitem').filter({ hasText: 'removed Bill' }).first();
    await removal.getByRole('button', { name: /^Details/ }).click();
    await removal.getByText('There is no way back from this.').waitFor();
    expect(await removal.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    const row = page.getByRole('listitem').filter({ hasText: 'gave 3 people access to prod' }).first();
    await row.getByRole('button', { name: /^Details/ }).click();
    await row.getByRole('button', { name: 'Undo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
    await dialog.getByText(/It was changed again since/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await leave(viewer, /409/);
  });

  test('takes an import back from the home page, by the keyboard, and says who stays and why', async () => {
    const there = await arrangeImport();
    const { accountId } = there;
    const viewer = await dashboard.enter(`/a/${accountId}`);
    const { page } = viewer;
    await page.keyboard.press('Control+k');
    await page.keyboard.type('jobs');
    await page.getByRole('option', { name: /Jobs/ }).first().waitFor();
    await page.keyboard.press('Enter');
    const button = page.getByRole('button', { name: 'Undo: Import' });
    await button.waitFor();
    await page.getByText('Import: People of June.csv').waitFor();
    await keepScreenshot(page, 'undo-jobs-page');
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
    await dialog.getByText(`The change is about ${IMPORTED} people and service groups.`).waitFor();
    await dialog.getByText(`${IMPORTED - 2} will be undone.`).waitFor();
    await dialog.getByText('2 people and service groups will stay as they are').waitFor();
    await dialog.getByText(/^Milton: somebody has changed the same again, just now\.$/).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await keepScreenshot(page, 'undo-by-job-dialog');
    const undo = dialog.getByRole('button', { name: 'Undo' });
    await tabTo(page, undo);
    await page.keyboard.press('Enter');
    await dialog.getByText(`${IMPORTED - 2} were undone.`).waitFor();
    await dialog.getByText('2 people and service groups stayed as they are').waitFor();
    await dialog.getByText(/^Milton: somebody has changed the same again, just now\.$/).waitFor();
    await dialog.getByText(/^Import 4: somebody has changed the same again, /).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await keepScreenshot(page, 'undo-by-job-done');
    const { data } = await dashboard.api.get(USERS, { path: { accountId }, query: { limit: 100 } });
    expect(data.map(({ name }) => name)).toEqual(['Milton']);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('listitem').filter({ hasText: 'Undo of a change' });
    await row.getByText('2 refused').waitFor();
    // Only the undo can be undone now.
    await page.getByRole('listitem').filter({ hasText: 'Undone' }).waitFor();
    await button.waitFor({ state: 'detached' });
    await keepScreenshot(page, 'undo-jobs-page-undone');
    await leave(viewer);
  });
});
