import type { Page } from '@playwright/test';
import { COLOURS, violationsIn, WCAG } from '../support/browser/axe.js';
import { describeInBrowser, keepScreenshot, setTheme, type Viewer } from '../support/browser/chromium.js';
import {
  cell,
  leave,
  startDashboard,
  type DashboardUnderTest,
  type Place,
} from '../support/browser/dashboard.js';

const ACCOUNT = '/v1/accounts/{accountId}';
const ROLES = `${ACCOUNT}/access-roles` as const;
const GROUP = `${ACCOUNT}/service-groups/{serviceGroupId}` as const;
const MEMBER = `${GROUP}/members/{userId}` as const;

let dashboard: DashboardUnderTest;

const READER = { key: 'log-reader', name: 'Log reader', description: '', permissions: ['logs.read'] };
const ENGINEER = { key: 'on-call', name: 'On call', description: '', permissions: ['jobs.run', 'logs.read'] };

const pathOf = ({ accountId, users, groups }: Place, name: string, group: string) => ({
  accountId,
  serviceGroupId: groups.get(group) ?? '',
  userId: users.get(name) ?? '',
});

const roleOf = async (place: Place, name: string, group: string) =>
  (await dashboard.api.get(MEMBER, { path: pathOf(place, name, group) })).accessRole?.key;

const permissionsNow = async ({ accountId }: Place) => {
  const { accessRoles } = await dashboard.api.get(ROLES, { path: { accountId } });
  return Object.fromEntries(accessRoles.map(({ key, permissions }) => [key, permissions]));
};

const setRoles = ({ accountId }: Place, ...accessRoles: (typeof READER)[]) =>
  dashboard.api.put(ROLES, { path: { accountId }, body: { accessRoles } });

/** A place with both roles. */
async function placeWithRoles(names: readonly string[], groups: readonly string[]) {
  const place = await dashboard.place(names, groups);
  await setRoles(place, READER, ENGINEER);
  return place;
}

/** Nothing by axe, and nothing wider than a phone: in light and dark, wide and narrow. */
async function expectSound(page: Page, name: string) {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const width of [size.width, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme);
      await keepScreenshot(page, `access-roles-${name}-${width}-${theme}`);
      const found = await violationsIn(page, theme === 'light' ? WCAG : COLOURS);
      expect(found.map(({ id, nodes }) => `${name} ${width} ${theme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  }
  await setTheme(page, 'light');
  await page.setViewportSize(size);
}

/** Types into a field of the open dialog, from its label. */
async function typeInto({ page }: Viewer, label: string, text: string) {
  const field = page.getByRole('dialog').getByLabel(label, { exact: true });
  await field.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

describeInBrowser('access roles', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('are created and changed in Settings by the keyboard; what is wrong is said beside its field', async () => {
    const place = await dashboard.place(['Milton'], ['prod']);
    const viewer = await dashboard.enter(`/a/${place.accountId}/settings`);
    const { page } = viewer;
    await page.getByRole('main').getByRole('link', { name: 'Access roles' }).press('Enter');
    await page.getByText('No access roles yet').waitFor();
    await page.getByText('rollbook access-roles apply').waitFor();
    await expectSound(page, 'none');
    await page.getByRole('button', { name: 'Create access role' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Create access role' });
    await dialog.waitFor();
    await page.keyboard.type('Log reader');
    expect(await dialog.getByLabel('Key').inputValue()).toBe('log-reader');
    await typeInto(viewer, 'Permissions', 'Logs.Read');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText(/A permission must be 1 to 100 lower-case letters/).waitFor();
    expect(await dialog.getByLabel('Permissions').getAttribute('aria-invalid')).toBe('true');
    await expectSound(page, 'new-role');
    await typeInto(viewer, 'Permissions', 'logs.read');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The access role Log reader was created.').waitFor();
    await page.getByRole('button', { name: 'Create access role' }).press('Enter');
    await dialog.waitFor();
    await page.keyboard.type('On call');
    await typeInto(viewer, 'Description (optional)', 'Runs jobs while on call.');
    await typeInto(viewer, 'Permissions', 'jobs.run');
    await dialog.getByRole('button', { name: 'logs.read' }).press('Enter');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The access role On call was created.').waitFor();
    await page.getByRole('button', { name: 'Edit Log reader' }).press('Enter');
    await typeInto(viewer, 'Permissions', 'logs.tail');
    await page.getByText('Everybody with this role gains logs.tail at once.').waitFor();
    await page.getByText('Everybody with this role loses logs.read at once.').waitFor();
    await expectSound(page, 'edit-role');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The access role Log reader was changed.').waitFor();
    expect(await permissionsNow(place)).toEqual({
      'log-reader': ['logs.tail'],
      'on-call': ['jobs.run', 'logs.read'],
    });
    await page.getByText('changed the access role').waitFor();
    await expectSound(page, 'list');
    await leave(viewer, /400/);
  });

  test('that somebody else changes meanwhile are shown, and the draft is kept', async () => {
    const place = await placeWithRoles(['Milton'], ['prod']);
    const viewer = await dashboard.enter(`/a/${place.accountId}/settings/access-roles`);
    const { page } = viewer;
    await page.getByRole('button', { name: 'Edit Log reader' }).press('Enter');
    await typeInto(viewer, 'Name', 'Reader of logs');
    await setRoles(place, READER, { ...ENGINEER, permissions: ['jobs.run'] });
    await page.keyboard.press('Control+Enter');
    await page.getByText('Somebody else has changed other access roles in the meantime.').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText('The access role Reader of logs was changed.').waitFor();
    expect(await permissionsNow(place)).toEqual({ 'log-reader': ['logs.read'], 'on-call': ['jobs.run'] });

    await page.getByRole('button', { name: 'Edit Reader of logs' }).press('Enter');
    await typeInto(viewer, 'Permissions', 'logs.mine');
    await setRoles(place, { ...READER, permissions: ['logs.theirs'] }, ENGINEER);
    await page.keyboard.press('Control+Enter');
    const conflict = page.getByRole('dialog', { name: /^Somebody else has changed this access role/ });
    await conflict.getByText('logs.mine').waitFor();
    await conflict.getByText('logs.theirs').waitFor();
    await expectSound(page, 'conflict');
    await conflict.getByRole('button', { name: 'Save yours over theirs' }).press('Enter');
    await page.getByText('The access role Reader of logs was changed.').last().waitFor();
    expect(await permissionsNow(place)).toMatchObject({ 'log-reader': ['logs.mine'] });
    await leave(viewer);
  });

  test('are given with access, shown wherever access is, and changed', async () => {
    const place = await placeWithRoles(['Milton', 'Peter'], ['dev', 'prod']);
    const viewer = await dashboard.enter(`/a/${place.accountId}/groups/${place.groups.get('prod')}`);
    const { page } = viewer;
    await page.getByRole('button', { name: 'Add people' }).first().press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.type('milt');
    await dialog.getByLabel('Access role').focus();
    await page.keyboard.type('Log reader');
    await dialog.getByText('Allows logs.read.').waitFor();
    await expectSound(page, 'add-member');
    await dialog.getByRole('button', { name: 'Add Milton' }).press('Enter');
    await page.getByText('Milton may now enter prod.').waitFor();
    expect(await roleOf(place, 'Milton', 'prod')).toBe('log-reader');
    await page.keyboard.press('Escape');
    await page
      .getByRole('row', { name: /Milton/ })
      .getByText('log-reader')
      .filter({ visible: true })
      .waitFor();
    await page.getByRole('button', { name: 'Change the end of Milton’s access' }).press('Enter');
    await dialog.getByLabel('Access role').focus();
    await page.keyboard.type('On call');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The access of Milton to prod was changed.').waitFor();
    await page
      .getByRole('row', { name: /Milton/ })
      .getByText('on-call')
      .filter({ visible: true })
      .waitFor();
    await expectSound(page, 'members');
    expect(await roleOf(place, 'Milton', 'prod')).toBe('on-call');

    await page.goto(`/a/${place.accountId}/users/${place.users.get('Milton')}`);
    await page.locator('li', { hasText: 'prod' }).getByText('on-call').waitFor();
    await page.goto(`/a/${place.accountId}/users/${place.users.get('Milton')}?tab=history`);
    await page.locator('li', { hasText: 'changed the access of' }).getByText('log-reader').waitFor();
    await expectSound(page, 'history');
    await page.goto(`/a/${place.accountId}/access`);
    await page.getByRole('checkbox', { name: 'Milton, prod: may enter as on-call' }).waitFor();
    await cell(viewer, 'Peter', 'dev').click();
    await page.getByRole('button', { name: 'Review' }).press('Enter');
    const review = page.getByRole('dialog', { name: 'Review the changes' });
    await review.getByLabel('Access role').focus();
    await page.keyboard.type('Log reader');
    await review.getByText('Peter will be let in as log-reader.').waitFor();
    await expectSound(page, 'review');
    await review.getByRole('button', { name: 'Apply 1 change' }).press('Enter');
    await page.getByRole('checkbox', { name: 'Peter, dev: may enter as log-reader' }).waitFor();
    await expectSound(page, 'matrix');
    await leave(viewer);
  });

  test('are offered by a service group, asked for by a member and approved by its manager', async () => {
    const place = await placeWithRoles(['Samir Asks', 'Bill Manages'], ['prod']);
    await dashboard.api.put(`${GROUP}/managers/{userId}`, { path: pathOf(place, 'Bill Manages', 'prod') });
    const admin = await dashboard.enter(
      `/a/${place.accountId}/groups/${place.groups.get('prod')}?tab=settings`,
    );
    const rules = admin.page;
    for (const name of ['Members of the account may ask for access', 'Log reader log-reader']) {
      await rules.getByRole('checkbox', { name, exact: true }).focus();
      await rules.keyboard.press('Space');
    }
    await rules.getByLabel('Longest length with Log reader', { exact: true }).focus();
    await rules.keyboard.type('8');
    await rules.getByRole('checkbox', { name: 'Members may ask for Log reader' }).focus();
    await rules.keyboard.press('Space');
    await expectSound(rules, 'rules');
    await rules.getByRole('button', { name: 'Save rules' }).press('Enter');
    await rules.getByText('The rules of prod were saved.').waitFor();
    await leave(admin);

    const member = await dashboard.enter('/home', /^Samir Asks/);
    await member.page.getByRole('button', { name: 'Request access' }).press('Enter');
    const dialog = member.page.getByRole('dialog', { name: 'Request access' });
    await dialog.getByRole('option', { name: 'prod' }).waitFor({ state: 'attached' });
    await dialog.getByLabel('Service group').focus();
    await member.page.keyboard.type('prod');
    await dialog.getByLabel('Access role').focus();
    await member.page.keyboard.type('Log reader');
    await dialog.getByText('At most 8 hours.').waitFor();
    expect(await dialog.getByRole('option', { name: /On call/ }).count()).toBe(0);
    await expectSound(member.page, 'ask');
    await dialog.getByRole('button', { name: 'Send the request' }).press('Enter');
    await member.page.getByText('You requested access to prod.').waitFor();
    await member.page.locator('section', { hasText: 'Your requests' }).getByText('log-reader').waitFor();
    await leave(member);

    const manager = await dashboard.enter(`/a/${place.accountId}/requests`, /^Bill Manages/);
    await manager.page.getByText('requests access to').waitFor();
    await manager.page.getByRole('listitem').getByText('log-reader').waitFor();
    await expectSound(manager.page, 'request');
    await manager.page.getByRole('button', { name: 'Approve' }).press('Enter');
    await manager.page.getByRole('dialog').getByText('log-reader').waitFor();
    await manager.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter');
    await manager.page.getByText('The request was approved.').waitFor();
    expect(await roleOf(place, 'Samir Asks', 'prod')).toBe('log-reader');

    // Of the roles of the account, a manager gives what is offered, and none to themselves.
    await manager.page.goto(`/a/${place.accountId}/groups/${place.groups.get('prod')}`);
    await manager.page.getByRole('button', { name: 'Add people' }).press('Enter');
    await manager.page.getByRole('dialog').waitFor();
    await manager.page.keyboard.type('bill');
    const role = manager.page.getByRole('dialog').getByLabel('Access role');
    expect(await role.getByRole('option').allTextContents()).toEqual(['None', 'Log reader (log-reader)']);
    await role.focus();
    await manager.page.keyboard.type('Log reader');
    expect(await manager.page.getByRole('button', { name: 'Add Bill Manages' }).isDisabled()).toBe(true);
    await leave(manager);

    const again = await dashboard.enter('/home', /^Samir Asks/);
    await again.page.locator('section', { hasText: 'Your service groups' }).getByText('log-reader').waitFor();
    await expectSound(again.page, 'own');
    await leave(again);
  });

  test('are changed for many people at once', async () => {
    const place = await placeWithRoles(['Ada', 'Bill', 'Milton'], ['dev', 'prod']);
    for (const name of ['Ada', 'Bill'])
      await dashboard.api.put(MEMBER, {
        path: pathOf(place, name, 'prod'),
        body: { accessRole: 'log-reader' },
      });
    const viewer = await dashboard.enter(`/a/${place.accountId}/users`);
    const { page } = viewer;
    await page.getByRole('checkbox', { name: 'Select everybody' }).press('Space');
    await page.getByRole('button', { name: 'Change access role' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Change access role: 3 people/ });
    await dialog.getByRole('checkbox', { name: 'prod' }).press('Space');
    await dialog.getByLabel('Access role').focus();
    await page.keyboard.type('On call');
    await dialog.getByText('2 people would be changed.').waitFor();
    await expectSound(page, 'bulk');
    await dialog.getByRole('button', { name: 'Change access role' }).press('Enter');
    await page.getByText('Done for 3 people.').waitFor();
    expect(await Promise.all(['Ada', 'Bill'].map((name) => roleOf(place, name, 'prod')))).toEqual([
      'on-call',
      'on-call',
    ]);
    await leave(viewer);
  });

  test('that are removed lose their permissions, and people keep access', async () => {
    const place = await placeWithRoles(['Milton'], ['prod']);
    const path = pathOf(place, 'Milton', 'prod');
    await dashboard.api.put(MEMBER, { path, body: { accessRole: 'log-reader' } });
    const viewer = await dashboard.enter(`/a/${place.accountId}/settings/access-roles`);
    const { page } = viewer;
    await page.getByRole('button', { name: 'Remove Log reader' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Remove the access role Log reader?' });
    await dialog.getByText('People with this role keep access and lose its permissions at once.').waitFor();
    await expectSound(page, 'remove');
    await dialog.getByRole('button', { name: 'Remove access role' }).press('Enter');
    await page.getByText('The access role Log reader was removed.').waitFor();
    expect(Object.keys(await permissionsNow(place))).toEqual(['on-call']);
    await page.goto(`/a/${place.accountId}/groups/${place.groups.get('prod')}`);
    const badge = page.getByRole('row', { name: /Milton/ }).getByTitle(/was removed/);
    await badge.filter({ visible: true }).waitFor();
    await expectSound(page, 'removed');
    const check = (action: string) =>
      dashboard.api.post(
        '/access/v1/evaluation' as never,
        {
          body: {
            subject: { type: 'user', id: path.userId },
            action: { name: action },
            resource: { type: 'service_group', id: path.serviceGroupId },
            context: { account_id: path.accountId },
          },
        } as never,
      );
    expect(await check('enter')).toMatchObject({ decision: true });
    await leave(viewer);
  });

  test('are not there in accounts without any: nothing is asked, and nothing to choose', async () => {
    const place = await dashboard.place(['Milton'], ['prod']);
    const viewer = await dashboard.enter(`/a/${place.accountId}/groups/${place.groups.get('prod')}`);
    const { page } = viewer;
    const read: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/access-roles')) read.push(request.url());
    });
    await page.goto(`/a/${place.accountId}/access`);
    await cell(viewer, 'Milton', 'prod').waitFor();
    await page.goto(`/a/${place.accountId}/users/${place.users.get('Milton')}`);
    await page.getByRole('button', { name: 'Give access' }).waitFor();
    await page.goto(`/a/${place.accountId}/groups/${place.groups.get('prod')}`);
    await page.getByRole('button', { name: 'Add people' }).first().waitFor();
    expect(read).toEqual([]);
    await page.getByRole('button', { name: 'Add people' }).first().press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('milt');
    await page.getByRole('button', { name: 'Add Milton' }).waitFor();
    expect(await page.getByLabel('Access role').count()).toBe(0);
    await page.getByRole('button', { name: 'Add Milton' }).press('Enter');
    await page.getByText('Milton may now enter prod.').waitFor();
    expect(read).toHaveLength(1);
    await leave(viewer);
  });
});
