import type { Page } from '@playwright/test';
import { COLOURS, violationsIn, WCAG } from '../support/browser/axe.js';
import { describeInBrowser, keepScreenshot, setTheme, type Viewer } from '../support/browser/chromium.js';
import { eventually } from '../support/eventually.js';
import { leave, startDashboard, type DashboardUnderTest, type Place } from '../support/browser/dashboard.js';

const ACCOUNT = '/v1/accounts/{accountId}';
const KEYS = `${ACCOUNT}/api-keys` as const;
const TEAMS = `${ACCOUNT}/teams` as const;
const PLACE = `${TEAMS}/{teamId}/members/{userId}` as const;
const ACCESS = `${ACCOUNT}/service-groups/{serviceGroupId}/teams/{teamId}` as const;
const MEMBER = `${ACCOUNT}/service-groups/{serviceGroupId}/members/{userId}` as const;

let dashboard: DashboardUnderTest;

/** A team with people, which opens service groups. @returns its id */
async function teamIn(place: Place, name: string, people: readonly string[], opened: readonly string[]) {
  const { accountId, users, groups } = place;
  const { id: teamId } = await dashboard.api.post(TEAMS, { path: { accountId }, body: { name } });
  for (const person of people)
    await dashboard.api.put(PLACE, { path: { accountId, teamId, userId: users.get(person) ?? '' } });
  for (const group of opened)
    await dashboard.api.put(ACCESS, { path: { accountId, teamId, serviceGroupId: groups.get(group) ?? '' } });
  return teamId;
}

/** Nothing by axe, and nothing wider than a phone: in light and dark, wide and narrow. */
async function expectSound(page: Page, name: string) {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  for (const width of [size.width, 320]) {
    await page.setViewportSize({ width, height: 800 });
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme);
      await keepScreenshot(page, `teams-${name}-${width}-${theme}`);
      const found = await violationsIn(page, theme === 'light' ? WCAG : COLOURS);
      expect(found.map(({ id, nodes }) => `${name} ${width} ${theme} ${id}: ${nodes[0]?.html}`)).toEqual([]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  }
  await setTheme(page, 'light');
  await page.setViewportSize(size);
}

const press = ({ page }: Viewer, name: string) =>
  page.getByRole('button', { name, exact: true }).first().press('Enter');

describeInBrowser('teams', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('are created, get people with an end and open service groups with an access role, by the keyboard', async () => {
    const place = await dashboard.place(['Milton', 'Peter'], ['dev', 'prod']);
    const { accountId, users } = place;
    const reader = { key: 'log-reader', name: 'Log reader', permissions: ['logs.read'] };
    await dashboard.api.put(`${ACCOUNT}/access-roles`, {
      path: { accountId },
      body: { accessRoles: [reader] },
    });
    const viewer = await dashboard.enter(`/a/${accountId}/groups`);
    const { page } = viewer;
    await page.getByRole('navigation').getByRole('link', { name: 'Teams', exact: true }).press('Enter');
    await page.getByText('No teams yet').waitFor();
    await expectSound(page, 'none');
    await press(viewer, 'Create team');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.type('Platform');
    await expectSound(page, 'create');
    await page.keyboard.press('Enter');
    await page.getByText('The team Platform was created.').waitFor();
    await page.getByRole('heading', { name: 'Platform' }).waitFor();
    await page.getByRole('tab', { name: 'People' }).focus();
    await page.keyboard.press('ArrowRight');
    await press(viewer, 'Open service group');
    await dialog.getByRole('option', { name: 'prod' }).waitFor({ state: 'attached' });
    await dialog.getByLabel('Service group').focus();
    await page.keyboard.type('prod');
    await dialog.getByLabel('Access role').focus();
    await page.keyboard.type('Log reader');
    await dialog.getByText('Allows logs.read.').waitFor();
    await expectSound(page, 'open-group');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The team Platform may now enter prod.').waitFor();
    const row = page.getByRole('list', { name: 'Service groups' }).getByRole('listitem');
    await row.getByText('log-reader').waitFor();
    await expectSound(page, 'groups');

    await page.getByRole('tab', { name: 'Service groups' }).focus();
    await page.keyboard.press('ArrowLeft');
    await press(viewer, 'Add people');
    await dialog.getByText('Platform opens 1 service group: prod (log-reader).').waitFor();
    await dialog.getByRole('searchbox').focus();
    await page.keyboard.type('milt');
    await dialog.getByRole('radio', { name: '1 hour' }).focus();
    await page.keyboard.press('Space');
    await dialog.getByRole('button', { name: 'Add Milton' }).waitFor();
    await expectSound(page, 'add-people');
    await dialog.getByRole('button', { name: 'Add Milton' }).press('Enter');
    await page.getByText('Milton is in the team Platform.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Milton/ }).waitFor();
    await expectSound(page, 'people');
    const path = { accountId, userId: users.get('Milton') ?? '' };
    const { data } = await dashboard.api.get(`${ACCOUNT}/users/{userId}/teams`, { path });
    expect(data.map(({ team, expiresAt }) => [team.name, typeof expiresAt])).toEqual([
      ['Platform', 'string'],
    ]);

    await press(viewer, 'Change the place of Milton in the team Platform');
    await dialog.getByRole('radio', { name: 'No end' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The place of Milton in the team Platform was changed.').waitFor();
    await page.goto(`/a/${accountId}/activity`);
    await page.getByText('to the team').getByRole('link', { name: 'Platform' }).first().press('Enter');
    await page.getByRole('tab', { name: 'People' }).waitFor();
    await leave(viewer);
  });

  test('warn after the first one of the keys whose readers do not know teams', async () => {
    const { accountId } = await dashboard.place([], []);
    // What is known of a key for SCIM is written within seconds.
    const issued = await dashboard.api.post(KEYS, {
      path: { accountId },
      body: { name: 'Old guard', scopes: ['scim', 'events:read'] },
    });
    const read = await fetch(`${dashboard.rollbook.apiUrl}/v1/accounts/${accountId}/changes`, {
      headers: { authorization: `Bearer ${issued.key}` },
    });
    expect(read.status).toBe(200);
    await eventually('the use of the key is known', async () => {
      const { data } = await dashboard.api.get(KEYS, { path: { accountId } });
      return data[0]?.understands?.length === 0;
    });
    const viewer = await dashboard.enter(`/a/${accountId}/teams`);
    const { page } = viewer;
    for (const [name, says] of [
      [
        'First',
        'What reads the feed with 1 API key refuses to go on, now that there is a team: update it. See Old guard.',
      ],
      ['Second', 'The team Second was created.'],
    ] as const) {
      await press(viewer, 'Create team');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await page.getByText(says).waitFor();
      await page.getByRole('heading', { name }).waitFor();
      await page.getByRole('navigation').getByRole('link', { name: 'Teams', exact: true }).press('Enter');
    }
    await leave(viewer);
  });

  test('whose access or places are taken away leave others, which are named before', async () => {
    const place = await dashboard.place(['Milton', 'Peter'], ['dev', 'prod']);
    const { accountId, users, groups } = place;
    await teamIn(place, 'Platform', ['Milton'], ['prod']);
    const support = await teamIn(place, 'Support', ['Milton', 'Peter'], ['dev', 'prod']);
    const milton = users.get('Milton') ?? '';
    await dashboard.api.put(MEMBER, {
      path: { accountId, serviceGroupId: groups.get('prod') ?? '', userId: milton },
    });
    const viewer = await dashboard.enter(`/a/${accountId}/users/${milton}`);
    const { page } = viewer;
    const dialog = page.getByRole('dialog');
    await page.getByRole('list', { name: 'Teams' }).getByRole('link', { name: 'Support' }).waitFor();
    await expectSound(page, 'of-user');
    await press(viewer, 'End access to prod');
    await dialog.getByText('Still may enter through the teams Platform and Support.').waitFor();
    await expectSound(page, 'end-membership');
    await dialog.getByRole('button', { name: 'End access' }).press('Enter');
    await page.getByText('The membership of Milton in prod was ended.').waitFor();
    await press(viewer, 'Remove Milton from the team Support');
    await dialog.getByText('They may no longer enter dev.').waitFor();
    await dialog.getByText('Still may enter prod through the team Platform.').waitFor();
    await expectSound(page, 'leave');
    await dialog.getByRole('button', { name: 'Remove from the team' }).press('Enter');
    await page.getByText('Milton is no longer in the team Support.').waitFor();
    await press(viewer, 'Add to a team');
    await dialog.getByRole('option', { name: 'Support' }).waitFor({ state: 'attached' });
    await dialog.getByLabel('Team').focus();
    await page.keyboard.type('Support');
    await dialog.getByText('Support opens 2 service groups: dev and prod.').waitFor();
    await expectSound(page, 'add-to-team');
    await page.keyboard.press('Escape');

    await page.goto(`/a/${accountId}/groups/${groups.get('prod')}?tab=teams`);
    await page.getByRole('list', { name: 'Teams' }).getByRole('link', { name: 'Platform' }).waitFor();
    await expectSound(page, 'of-group');
    await press(viewer, 'End the access of the team Platform to prod');
    await dialog
      .getByText('Still may enter: members of prod themselves, and the people of the team Support.')
      .waitFor();
    await expectSound(page, 'take-access');
    await dialog.getByRole('button', { name: 'End access' }).press('Enter');
    await page.getByText('The team Platform may no longer enter prod.').waitFor();
    await press(viewer, 'Add team');
    await dialog.getByRole('option', { name: 'Platform' }).waitFor({ state: 'attached' });
    await dialog.getByLabel('Team').focus();
    await page.keyboard.type('Platform');
    await expectSound(page, 'add-team');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The team Platform may now enter prod.').waitFor();

    await page.goto(`/a/${accountId}/teams/${support}?tab=settings`);
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.press('End');
    await page.keyboard.type(' desk');
    await page.keyboard.press('Enter');
    await page.getByText('The team is now called Support desk.').waitFor();
    await expectSound(page, 'settings');
    await press(viewer, 'Remove team');
    await dialog.getByText('At once it no longer opens dev and prod. Its history stays.').waitFor();
    await expectSound(page, 'remove');
    await dialog.getByRole('textbox').focus();
    await page.keyboard.type('Support desk');
    await page.keyboard.press('Enter');
    await page.getByText('The team Support desk was removed.').waitFor();
    await page.getByRole('row', { name: /Platform/ }).waitFor();
    expect(await page.getByRole('row', { name: /Support/ }).count()).toBe(0);
    await expectSound(page, 'list');
    await leave(viewer);
  });

  test('show on a switch who may enter by them, beside the members and by which ways', async () => {
    const place = await dashboard.place(['Milton', 'Peter'], ['prod']);
    const { accountId, users, groups } = place;
    const platform = await teamIn(place, 'Platform', ['Milton', 'Peter'], ['prod']);
    await dashboard.api.put(MEMBER, {
      path: { accountId, serviceGroupId: groups.get('prod') ?? '', userId: users.get('Milton') ?? '' },
    });
    const viewer = await dashboard.enter(`/a/${accountId}/groups/${groups.get('prod')}`);
    const { page } = viewer;
    const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    await rowOf('Milton').waitFor();
    expect(await rowOf('Peter').count()).toBe(0);
    const everybody = page.getByRole('checkbox', { name: 'Everybody who may enter' });
    await everybody.focus();
    await page.keyboard.press('Space');
    await rowOf('Peter').getByText('team Platform').last().waitFor();
    await page.reload();
    await rowOf('Peter').waitFor();
    expect(await everybody.isChecked()).toBe(true);
    await rowOf('Milton').getByText('Member', { exact: true }).last().waitFor();
    await expectSound(page, 'everybody');
    // Nothing takes away a membership that is not there.
    expect(await page.getByRole('button', { name: 'Remove Peter from prod' }).count()).toBe(0);
    await press(viewer, 'Remove Milton from prod');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('They still may enter through the team Platform.').waitFor();
    await dialog.getByRole('button', { name: 'End access' }).press('Enter');
    await rowOf('Milton').getByText('Member', { exact: true }).first().waitFor({ state: 'detached' });
    await rowOf('Milton').getByText('team Platform').last().waitFor();
    await page.getByRole('searchbox', { name: 'Search members' }).focus();
    await page.keyboard.type('pet');
    await rowOf('Milton').waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('paths')).toBe('all');
    await page
      .getByRole('link', { name: 'Peter may enter by the team Platform: open the team' })
      .press('Enter');
    await page.getByRole('heading', { name: 'Platform' }).waitFor();
    expect(page.url()).toContain(`/teams/${platform}`);
    await page.goBack();
    await everybody.focus();
    await page.keyboard.press('Space');
    await page.getByText('No such members').or(page.getByText('No members yet')).first().waitFor();
    await leave(viewer);
  });

  test('may be let into a service group that requires a reason once its rules say so', async () => {
    const place = await dashboard.place(['Milton'], ['prod']);
    const { accountId, groups } = place;
    await teamIn(place, 'Platform', [], []);
    const serviceGroupId = groups.get('prod') ?? '';
    await dashboard.api.patch(`${ACCOUNT}/service-groups/{serviceGroupId}`, {
      path: { accountId, serviceGroupId },
      body: { membershipRules: { reasonRequired: true } },
      ifMatch: '*',
    });
    const viewer = await dashboard.enter(`/a/${accountId}/groups/${serviceGroupId}?tab=teams`);
    const { page } = viewer;
    const dialog = page.getByRole('dialog');
    await press(viewer, 'Add team');
    await dialog.getByRole('option', { name: 'Platform' }).waitFor({ state: 'attached' });
    await dialog.getByLabel('Team').focus();
    await page.keyboard.type('Platform');
    await dialog.getByText(/allow teams in its settings first/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Add team' }).isDisabled()).toBe(true);
    await page.goto(`/a/${accountId}/groups/${serviceGroupId}?tab=settings`);
    await page.getByRole('checkbox', { name: /^Teams may enter although/ }).focus();
    await page.keyboard.press('Space');
    await press(viewer, 'Save rules');
    await page.getByText('The rules of prod were saved.').waitFor();
    await page.goto(`/a/${accountId}/groups/${serviceGroupId}?tab=teams`);
    await press(viewer, 'Add team');
    await dialog.getByRole('option', { name: 'Platform' }).waitFor({ state: 'attached' });
    await dialog.getByLabel('Team').focus();
    await page.keyboard.type('Platform');
    await dialog.getByLabel('Reason', { exact: true }).focus();
    await page.keyboard.type('On call');
    await page.keyboard.press('Control+Enter');
    await page.getByText('The team Platform may now enter prod.').waitFor();
    await leave(viewer);
  });
});
