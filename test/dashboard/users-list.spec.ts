import type { Page } from '@playwright/test';
import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest, type Place } from '../support/browser/dashboard.js';
import { openFollowing, setVisible } from '../support/browser/following.js';
import { eventually } from '../support/eventually.js';

// The list of users: how dense it is, and which service groups each person may enter.

let dashboard: DashboardUnderTest;

const MEMBER = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}';
const TEN = ['analytics', 'billing', 'dev', 'finance', 'hr', 'infra', 'legal', 'ops', 'prod', 'staging'];

/** Longer than what is on the way takes, and than what waits for scrolling to end. */
const SETTLED_MS = 1_000;

const pathOf = ({ accountId, users, groups }: Place, user: string, group: string) => ({
  accountId,
  userId: users.get(user) ?? '',
  serviceGroupId: groups.get(group) ?? '',
});

async function give(there: Place, user: string, ...groups: string[]): Promise<void> {
  for (const group of groups) await dashboard.api.put(MEMBER, { path: pathOf(there, user, group) });
}

/** Waits until this many service groups are known to have members: they are counted after the writes. */
const membersAreCounted = ({ accountId }: Place, groups: number) =>
  eventually('the members are counted', async () => {
    const path = { accountId };
    const { data } = await dashboard.api.get('/v1/accounts/{accountId}/service-groups', { path });
    return data.filter(({ memberCount }) => memberCount).length === groups;
  });

const rowOf = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Users' }).getByRole('row').filter({ hasText: name });

/** What a row says of somebody's service groups. */
const groupsOf = async (page: Page, name: string) =>
  (await rowOf(page, name).getByRole('gridcell').nth(4).innerText()).split('\n').filter(Boolean);

const says = (page: Page, name: string, groups: readonly string[]) =>
  eventually(`${name} is in ${groups.join(', ')}`, async () => {
    return (await groupsOf(page, name)).join() === groups.join();
  });

/** The heights of the rows that are rendered, and where each begins below the one before. */
const rowHeights = (page: Page) =>
  page.evaluate<number[]>(`(() => {
    const rows = [...document.querySelectorAll('[role=row][aria-rowindex]:not([aria-rowindex="1"])')]
      .map((row) => row.getBoundingClientRect())
      .sort((one, other) => one.top - other.top);
    const steps = rows.slice(1).map(({ top }, index) => top - rows[index].top);
    return [...new Set([...rows.map(({ height }) => height), ...steps])];
  })()`);

/** What can be pressed in the list and is less than 24 px high or wide. */
const smallTargets = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('[role=grid] :is(a, button, label)')]
    .filter((each) => each.checkVisibility())
    .filter((each) => { const { width, height } = each.getBoundingClientRect(); return width < 24 || height < 24; })
    .map((each) => each.outerHTML.slice(0, 120))`);

/** Counts the rows that come with a name and without a checkbox, and how often the browser is asked about the time zone. */
const COUNT_LIST_WORK = `
  globalThis.listWork = { names: 0, zones: 0 };
  const options = Intl.DateTimeFormat.prototype.resolvedOptions;
  Intl.DateTimeFormat.prototype.resolvedOptions = function () {
    listWork.zones += 1;
    return options.call(this);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const row of addedNodes)
        if (row.role === 'row' && row.querySelector('a') && !row.querySelector('input')) listWork.names += 1;
  }).observe(document, { subtree: true, childList: true });
`;

/** How many rows have no checkbox yet. */
const hollowRows = (page: Page) =>
  page.evaluate<number>(
    `[...document.querySelectorAll('[role=row][aria-rowindex]')].filter((row) => !row.querySelector('input')).length`,
  );

function callsOf(page: Page, part: string): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(part)) calls.push(request.url());
  });
  return calls;
}

describeInBrowser('the list of users', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test('shows twenty people at 1280 × 800, and two lines for each where one is too short', async () => {
    const people = Array.from({ length: 60 }, (_, index) => `Person ${String(index).padStart(2, '0')}`);
    const there = await dashboard.place(people, ['dev', 'prod']);
    await give(there, 'Person 00', 'dev', 'prod');
    const viewer = await dashboard.enter(`/a/${there.accountId}/users`);
    const { page } = viewer;
    await says(page, 'Person 00', ['dev', 'prod']);
    const twentieth = await rowOf(page, 'Person 19').boundingBox();
    // To the pixel of the line below it.
    expect((twentieth?.y ?? 0) + (twentieth?.height ?? 0)).toBeLessThanOrEqual(801);
    expect(await rowHeights(page)).toEqual([36]);
    expect(await smallTargets(page)).toEqual([]);
    const body = page.getByRole('grid').getByRole('rowgroup').nth(1);
    expect((await body.boundingBox())?.height).toBe(60 * 36);
    // The rows follow the window.
    await page.setViewportSize({ width: 900, height: 800 });
    await eventually('they are higher', async () => (await rowHeights(page)).join() === '52');
    expect((await body.boundingBox())?.height).toBe(60 * 52);
    expect(await smallTargets(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await eventually('they are as before', async () => (await rowHeights(page)).join() === '36');
    // The keyboard goes to rows that were not rendered, and what has the focus is in view.
    await rowOf(page, 'Person 00').focus();
    await page.keyboard.press('End');
    await eventually('the last one has the focus', async () =>
      (await page.evaluate<string>('document.activeElement.textContent')).includes('Person 59'),
    );
    const last = await rowOf(page, 'Person 59').boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(800);
    await leave(viewer);
  });

  test('names the service groups of each person, and follows what others change', async () => {
    const there = await dashboard.place(['Bill', 'Milton', 'Peter'], TEN);
    await give(there, 'Milton', 'billing', 'dev', 'hr', 'legal', 'prod');
    await give(there, 'Peter', 'staging', 'finance');
    await membersAreCounted(there, 7);
    const viewer = await openFollowing(dashboard, `/a/${there.accountId}/users`);
    const { page } = viewer;
    const box = () => rowOf(page, 'Peter').boundingBox();
    await rowOf(page, 'Peter').waitFor();
    const before = await box();
    await says(page, 'Milton', ['billing', 'dev', 'hr', '+2']);
    await says(page, 'Bill', ['None']);
    // Of ten, it is the last by name, and one of the eight with most members.
    await says(page, 'Peter', ['finance', 'staging']);
    expect(await box()).toEqual(before);
    const began = Date.now();
    await give(there, 'Bill', 'prod');
    await says(page, 'Bill', ['prod']);
    expect(Date.now() - began).toBeLessThan(3_000);
    await dashboard.api.delete(MEMBER, { path: pathOf(there, 'Milton', 'dev') });
    await says(page, 'Milton', ['billing', 'hr', 'legal', '+1']);
    await rowOf(page, 'Bill').getByRole('link', { name: 'prod' }).click();
    await page.getByRole('heading', { name: 'prod', level: 1 }).waitFor();
    await leave(viewer);
  });

  test('lists all service groups of a person by the keyboard, and Esc gives the focus back', async () => {
    const there = await dashboard.place(['Milton'], TEN);
    await give(there, 'Milton', 'staging', 'billing', 'dev', 'hr', 'prod');
    const viewer = await dashboard.enter(`/a/${there.accountId}/users`);
    const { page } = viewer;
    // Over an item, the pointer would take the focus.
    await page.mouse.move(0, 0);
    await says(page, 'Milton', ['billing', 'dev', 'hr', '+2']);
    await page.getByRole('button', { name: '+2: All service groups of Milton' }).waitFor();
    await page.getByRole('row', { name: /Milton/ }).focus();
    for (let step = 0; step < 5 && !(await hasFocus(page, '+2')); step += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await eventually('the first one has the focus', () => hasFocus(page, 'billing'));
    const items = await page.getByRole('menuitem').allInnerTexts();
    expect(items).toEqual(['billing', 'dev', 'hr', 'prod', 'staging']);
    await keepScreenshot(page, 'all-service-groups');
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    expect(await hasFocus(page, '+2')).toBe(true);
    expect(page.url()).toMatch(/\/users$/);
    await page.keyboard.press('Enter');
    await eventually('it is open again', () => hasFocus(page, 'billing'));
    await page.keyboard.press('p');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'prod', level: 1 }).waitFor();
    await leave(viewer);
  });

  test('asks for the rows in view, once for many, for the columns that were chosen on Access', async () => {
    const people = Array.from({ length: 120 }, (_, index) => `Person ${String(index).padStart(3, '0')}`);
    const there = await dashboard.place(people, TEN);
    await give(there, 'Person 000', 'dev', 'prod', 'staging');
    await give(there, 'Person 110', 'prod');
    const viewer = await dashboard.enter('/accounts');
    const { page } = viewer;
    const chosen = [there.groups.get('staging'), there.groups.get('prod')].join();
    await page.evaluate(`localStorage.setItem('rollbook-columns:${there.accountId}', '${chosen}')`);
    const calls = callsOf(page, '/memberships/matrix?');
    const ofOne = callsOf(page, '/service-groups?limit=100');
    await page.goto(`/a/${there.accountId}/users?sort=name`);
    // What is no column follows, of those who are in it: each is read only for a row that has room for it.
    await says(page, 'Person 000', ['staging', 'prod', 'dev']);
    await page.getByText('120 people').waitFor();
    await page.waitForTimeout(SETTLED_MS);
    // 25 rows, and those below the window.
    expect(calls.length).toBeLessThanOrEqual(2);
    expect(ofOne.filter((url) => url.includes('/users/'))).toHaveLength(1);
    await rowOf(page, 'Person 000').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Home');
    await eventually('the first has the focus', async () =>
      (await page.evaluate<string>('document.activeElement.textContent')).includes('Person 000'),
    );
    await page.keyboard.press('Control+End');
    await eventually('all are loaded', async () => {
      await page.keyboard.press('End');
      return (await rowOf(page, 'Person 119').count()) > 0;
    });
    await says(page, 'Person 110', ['prod']);
    expect(calls.length).toBeLessThanOrEqual(6);
    // On a phone there is no room for them: nothing is asked for.
    calls.length = 0;
    await page.setViewportSize({ width: 320, height: 720 });
    // Not the same address at once: that is a reload, after which the browser may go back to the end of the list.
    await page.goto('about:blank');
    await page.goto(`/a/${there.accountId}/users?sort=name`);
    await rowOf(page, 'Person 000').waitFor();
    await page.waitForTimeout(SETTLED_MS);
    expect(calls).toEqual([]);
    await leave(viewer);
  });

  test('says whom no service lets in, and nothing of whoever was removed', async () => {
    const there = await dashboard.place(['Peter', 'Bill', 'Milton'], ['prod']);
    await give(there, 'Bill', 'prod');
    await give(there, 'Milton', 'prod');
    const { accountId, users } = there;
    const path = { accountId, userId: users.get('Milton') ?? '' };
    await dashboard.api.post('/v1/accounts/{accountId}/users/{userId}/suspend', { path });
    await dashboard.api.delete('/v1/accounts/{accountId}/users/{userId}', {
      path: { accountId, userId: users.get('Bill') ?? '' },
    });
    const viewer = await dashboard.enter(`/a/${accountId}/users`);
    const { page } = viewer;
    const chip = rowOf(page, 'Milton').getByRole('link', { name: 'prod' });
    await chip.waitFor();
    expect(await chip.getAttribute('title')).toBe('prod, no service lets them in while they are suspended');
    await page.goto(`/a/${accountId}/users?status=removed`);
    await rowOf(page, 'Bill').waitFor();
    expect(await rowOf(page, 'Bill').getByRole('gridcell').nth(3).innerText()).toBe('');
    // Bill was added first, and is removed before Milton: who was removed last comes first.
    await dashboard.api.delete('/v1/accounts/{accountId}/users/{userId}', { path });
    await dashboard.api.post('/v1/accounts/{accountId}/users', {
      path: { accountId },
      body: { name: 'Samir', email: 'samir@initech.example' },
    });
    const { data } = await dashboard.api.get('/v1/accounts/{accountId}/users', { path: { accountId } });
    const [samir] = data.filter(({ name }) => name === 'Samir');
    await dashboard.api.delete('/v1/accounts/{accountId}/users/{userId}', {
      path: { accountId, userId: samir?.id ?? '' },
    });
    const restored = { accountId, userId: users.get('Peter') ?? '' };
    await dashboard.api.delete('/v1/accounts/{accountId}/users/{userId}', { path: restored });
    await page.goto(`/a/${accountId}/users?status=removed`);
    await rowOf(page, 'Peter').waitFor();
    await page.getByRole('columnheader', { name: 'Removed' }).waitFor();
    const names = await page.getByRole('grid').getByRole('row').getByRole('link').allInnerTexts();
    expect(names.map((text) => /[A-Z][a-z]+/.exec(text.replace(/^[A-Z]\n/, ''))?.[0])).toEqual([
      ...['Peter', 'Samir', 'Milton', 'Bill'],
    ]);
    await leave(viewer);
  });

  test('is as it was at a moment, of which nobody has counted how many there are', async () => {
    const there = await dashboard.place(['Milton', 'Peter'], TEN);
    await give(there, 'Milton', 'billing', 'prod');
    const { since } = await dashboard.api.get(MEMBER, { path: pathOf(there, 'Milton', 'prod') });
    const then = new Date(Date.parse(since) + 1).toISOString();
    await dashboard.api.delete(MEMBER, { path: pathOf(there, 'Milton', 'billing') });
    await give(there, 'Peter', 'dev');
    const viewer = await dashboard.enter(`/a/${there.accountId}/users?at=${then}`);
    const { page } = viewer;
    const cellOf = (name: string) => rowOf(page, name).getByRole('gridcell').nth(3);
    await eventually('Milton was in billing', async () => {
      return (await cellOf('Milton').innerText()).split('\n').join() === 'billing,prod';
    });
    await eventually('Peter was in none', async () => (await cellOf('Peter').innerText()) === 'None');
    expect(await page.getByRole('button', { name: /^Views/ }).count()).toBe(0);
    await leave(viewer);
  });

  test('says when each person was last seen, in place of when they were added, unless it is sorted by that', async () => {
    const { api } = dashboard;
    const accountId = (await api.get('/v1/accounts', { query: { q: 'acme' } })).data[0]?.id ?? '';
    const body = { name: 'Ida Rhodes', email: 'ida@acme.example' };
    await api.post('/v1/accounts/{accountId}/users', { path: { accountId }, body });
    // A list that is there already holds back who comes.
    await eventually('she is in the order by names', async () => {
      const query = { q: body.name, sort: 'name' as const };
      return (
        (await api.get('/v1/accounts/{accountId}/users', { path: { accountId }, query })).data.length > 0
      );
    });
    const viewer = await dashboard.enter(`/a/${accountId}/users`, /^Grace Hopper.* of Acme/);
    const { page } = viewer;
    const seen = (name: string) => rowOf(page, name).getByRole('gridcell').nth(5);
    await seen('Ida Rhodes').getByText('Never').waitFor();
    const at = await seen('Grace Hopper').locator('time').getAttribute('datetime');
    expect(Math.abs(Date.now() - Date.parse(at ?? ''))).toBeLessThan(10 * 60_000);
    const heads = () => page.getByRole('columnheader').allInnerTexts();
    expect((await heads()).slice(5, 6)).toEqual(['Last seen']);
    await page.goto(`/a/${accountId}/users?sort=-createdAt`);
    await page.getByRole('columnheader', { name: 'Added' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Last seen' }).isVisible()).toBe(false);
    // Where there is room, both.
    await page.setViewportSize({ width: 1600, height: 800 });
    await page.getByRole('columnheader', { name: 'Last seen' }).waitFor();
    await page.getByRole('columnheader', { name: 'Added' }).waitFor();
    await page.goto(`/a/${accountId}/users?at=${new Date(Date.now() - 1_000).toISOString()}`);
    await page.getByRole('columnheader', { name: 'Added' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Last seen' }).count()).toBe(0);
    await leave(viewer);
  });

  test('renders only the names of rows that fly by, all of them once they can be read, and looks up no time zone for a row', async () => {
    const people = Array.from({ length: 400 }, (_, index) => `Person ${String(index).padStart(3, '0')}`);
    const there = await dashboard.place(people, ['dev']);
    const viewer = await dashboard.enter('/accounts');
    const { page } = viewer;
    await page.addInitScript(COUNT_LIST_WORK);
    await page.goto(`/a/${there.accountId}/users?sort=name`);
    await rowOf(page, 'Person 010').waitFor();
    await page.mouse.move(640, 400);
    await eventually('all are loaded', async () => {
      await page.mouse.wheel(0, 20_000);
      return (await rowOf(page, 'Person 399').count()) > 0;
    });
    await page.waitForTimeout(SETTLED_MS);
    await page.evaluate('listWork.names = listWork.zones = 0');
    for (let n = 0; n < 20; n += 1) await page.mouse.wheel(0, -600);
    await eventually('they come to rest', async () => (await hollowRows(page)) === 0);
    const { names, zones } = await page.evaluate<{ names: number; zones: number }>('listWork');
    expect({ fewZones: zones < 5, namesOnly: names > 20 }).toEqual({ fewZones: true, namesOnly: true });
    await leave(viewer);
  });

  test('asks for nothing while its tab is hidden', async () => {
    const there = await dashboard.place(['Milton'], ['dev']);
    const viewer = await openFollowing(dashboard, `/a/${there.accountId}/users`);
    const { page } = viewer;
    await says(page, 'Milton', ['None']);
    await setVisible(page, 'hidden');
    await page.waitForLoadState('networkidle');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v1/')) asked.push(request.url());
    });
    await give(there, 'Milton', 'dev');
    // Longer than what waits for a change to be in every answer.
    await page.waitForTimeout(2_500);
    expect(asked).toEqual([]);
    await setVisible(page, 'visible');
    await says(page, 'Milton', ['dev']);
    await leave(viewer);
  });
});

const hasFocus = (page: Page, text: string) =>
  page.evaluate<boolean>(`document.activeElement.innerText.trim() === '${text}'`);
