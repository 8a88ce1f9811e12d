import type { Page } from '@playwright/test';
import { EVENT_TYPES } from '#libs/event-contracts';
import { describeInBrowser, type Viewer } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest, type Place } from '../support/browser/dashboard.js';
import { LOOK, type Look } from '../support/browser/focus.js';
import { at, OVERLAYS, overlaysInSource } from '../support/browser/overlays.js';
import { eventually } from '../support/eventually.js';

/** Letters, and a figure for fields that take figures only. */
const TYPED = 'zq7';

let dashboard: DashboardUnderTest;
let there: Place;
let viewer: Viewer;

const look = (page: Page) => page.evaluate<Look>(LOOK);

async function visit(path: (place: Place) => string): Promise<Page> {
  const { page } = viewer;
  await page.goto(path(there));
  await page.locator('h1').first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  // Its script comes after the page: whoever has passed its place by then does not meet it.
  if (page.url().includes('/a/')) await page.getByLabel('As of').first().waitFor();
  return page;
}

describeInBrowser('with the keyboard alone', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    const { api } = dashboard;
    there = await dashboard.place(['Milton', 'Peter'], ['dev', 'prod']);
    const path = { accountId: there.accountId };
    await api.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}', {
      path: {
        ...path,
        serviceGroupId: there.groups.get('prod') ?? '',
        userId: there.users.get('Peter') ?? '',
      },
      body: { expiresAt: new Date(Date.now() + 3 * 24 * 60 * 60 * 1_000).toISOString() },
    });
    await api.post('/v1/accounts/{accountId}/invitations', {
      path,
      body: { name: 'Bill', email: 'bill@initech.example' },
    });
    await eventually('they are found', async () => {
      const found = (q: string) => api.get('/v1/search', { query: { q, ...path } });
      const [users, groups] = [await found('peter'), await found('prod')];
      return users.data.length > 0 && groups.data.length > 0;
    });
    viewer = await dashboard.enter('/accounts');
    await viewer.context.addInitScript(
      `addEventListener('focusin', ({ target }) => { if (!target.closest('dialog, [popover]')) window.outside = target; }, true)`,
    );
  });
  afterAll(() => dashboard.stop());

  test('Enter in the palette takes what is shown for what is typed, also if it is not there yet', async () => {
    const page = await visit(at('users'));
    await page.keyboard.press('Control+K');
    await page.keyboard.type('milt');
    await page.getByRole('option', { name: 'Milton', selected: true }).waitFor();
    // Also what is asked for later: of letters that come slowly, more than one search is made.
    let isAsked = false;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/v1/search?*', async (route) => {
      isAsked = true;
      await released;
      await route.continue();
    });
    for (const _ of 'milt') await page.keyboard.press('Backspace');
    await page.keyboard.type('pete');
    await page.keyboard.press('Enter');
    await eventually('it is searched for', () => isAsked);
    expect(page.url()).toMatch(/\/users$/);
    expect(await page.getByText(/Nothing was found/).count()).toBe(0);
    release();
    await page.getByRole('heading', { name: 'Peter', level: 1 }).waitFor();
    await page.unrouteAll();
  });

  test('Enter in the palette opens no page that was not chosen', async () => {
    const page = await visit(at('users'));
    await page.keyboard.press('Control+K');
    await page.getByRole('option', { name: 'Overview' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('zzzz');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing was found for “zzzz”.').waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(page.url()).toMatch(/\/users$/);
    for (const _ of 'zzzz') await page.keyboard.press('Backspace');
    // What was chosen before comes first.
    const overview = page.getByRole('option', { name: 'Overview', selected: true });
    for (let tries = 0; tries < 10 && (await overview.count()) === 0; tries += 1)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Initech', level: 1 }).waitFor();
  });

  test('the activity is filtered by every type of event that there is', async () => {
    const page = await visit(({ accountId }) => `/a/${accountId}/activity?type=user.suspended`);
    const select = page.getByLabel('Kind of change');
    await select.locator('option[value="account.created"]').waitFor({ state: 'attached' });
    expect(await select.inputValue()).toBe('user.suspended');
    const offered = await select
      .locator('option')
      .evaluateAll((options) => options.map((option) => option.getAttribute('value')));
    expect(offered.sort()).toEqual(['', ...EVENT_TYPES].sort());
  });

  test('the name of who did something leads to all that they did, under the days on which they did it', async () => {
    const page = await visit(({ accountId }) => `/a/${accountId}/activity`);
    await page.getByRole('heading', { name: 'Today', level: 2 }).waitFor();
    const name = page.getByRole('listitem').getByRole('link').first();
    await name.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&]actor=/);
    await page.getByRole('button', { name: 'Show what anyone did' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.searchParams.has('actor'));
  });

  test('a date is typed figure by figure, means a day of the chosen zone, and is marked if it is none', async () => {
    const { page } = viewer;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    const asked = () =>
      sent.flatMap((url) => {
        const from = /\/events\?.*\bfrom=([^&]+)/.exec(url)?.[1];
        return from ? [decodeURIComponent(from)] : [];
      });
    const date = page.getByLabel('From');
    await visit(({ accountId }) => `/a/${accountId}/activity?from=2026-02-30`);
    await page.getByText('“2026-02-30” is not a date').waitFor();
    expect(await date.getAttribute('aria-invalid')).toBe('true');
    expect(asked()).toEqual([]);
    await visit(({ accountId }) => `/a/${accountId}/activity`);
    await date.focus();
    for (const figure of '03292026') await page.keyboard.type(figure, { delay: 200 });
    await page.waitForURL(/from=2026-03-29/);
    expect(await date.inputValue()).toBe('2026-03-29');
    await eventually('it is asked for in Berlin', () =>
      Promise.resolve(asked().includes('2026-03-28T23:00:00.000Z')),
    );
    await visit(() => '/me');
    await page.getByLabel('Times are shown in').selectOption('UTC');
    await visit(({ accountId }) => `/a/${accountId}/activity?from=2026-03-29`);
    await eventually('it is asked for in UTC', () =>
      Promise.resolve(asked().includes('2026-03-29T00:00:00.000Z')),
    );
    expect(new Set(asked()).size).toBe(2);
  });

  test('the dialogs and popups opened here are those of the source', () => {
    expect(OVERLAYS.map(({ source }) => source).sort()).toEqual(overlaysInSource());
  });

  test.each(OVERLAYS.map((overlay) => [overlay.source, overlay] as const))(
    '%s has the focus, takes what is typed, and gives the focus back',
    async (_, { path, open, stays }) => {
      const page = await visit(path);
      await open(page, there, dashboard.api);
      await eventually('the focus is in it', async () => {
        const { isOpen, isInside } = await look(page);
        return isOpen && isInside;
      });
      await page.evaluate('window.opener_ = window.outside');
      const before = await look(page);
      await page.keyboard.type(TYPED);
      const after = await look(page);
      // In the first field, or else on a button that changes nothing.
      if (before.isTextFirst) expect(after.texts[0]).toContain('7');
      else expect(before.focused).toBe(before.first);
      for (
        let step = 0;
        step < 25 && (await look(page)).texts.some((text) => !text.includes('7'));
        step += 1
      ) {
        await page.keyboard.press('Tab');
        const now = await look(page);
        if (now.isInside && now.isTextFocused) await page.keyboard.type(TYPED);
      }
      expect((await look(page)).texts.filter((text) => !text.includes('7'))).toEqual([]);
      if (stays) return;
      for (let step = 0; step < 3 && (await look(page)).isOpen; step += 1) {
        await page.keyboard.press('Escape');
        const asks = page.getByRole('dialog').filter({ hasText: 'Discard what you typed?' });
        if (await asks.isVisible()) await asks.getByRole('button', { name: 'Discard' }).press('Enter');
      }
      await eventually('the focus is back', async () => {
        const { isOpen, isBack } = await look(page);
        return !isOpen && isBack;
      });
    },
  );

  test('nothing has complained', async () => {
    // Whoever was removed is no user any more.
    const isAsked = (complaint: string) => /\/users\b.* 404 /.test(complaint);
    viewer.complaints.splice(0, Infinity, ...viewer.complaints.filter((each) => !isAsked(each)));
    await leave(viewer);
  });
});
