import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { cell, leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { boxOf, cutButtons } from '../support/browser/measures.js';
import { eventually } from '../support/eventually.js';

let dashboard: DashboardUnderTest;

const LONG = `${'Wolfeschlegelsteinhausenbergerdorff '.repeat(2)}the Third`.slice(0, 90);

/** What the colour of a selection is, where people have chosen their own. */
const HIGHLIGHT = `(() => {
  const probe = document.body.appendChild(document.createElement('i'));
  Object.assign(probe.style, { forcedColorAdjust: 'none', backgroundColor: 'Highlight' });
  const { backgroundColor } = getComputedStyle(probe);
  probe.remove();
  return backgroundColor;
})()`;

const HEBREW = 'קבוצת השירותים של מחלקת הפיתוח והתפעול של החברה בתל אביב ובירושלים ובחיפה ובבאר שבע';

/** How many rows of the grid are seen whole. */
const wholeRows = (page: Page) =>
  page.evaluate<number>(`(() => {
    const grid = document.querySelector('[role=grid]');
    const [head, ...rows] = [...grid.querySelectorAll('[role=row]')].map((row) => row.getBoundingClientRect());
    const bottom = Math.min(innerHeight, grid.getBoundingClientRect().bottom);
    return rows.filter((row) => row.top >= head.bottom - 1 && row.bottom <= bottom + 1).length;
  })()`);

/** Names whose first letter is not in the place that they are shown in. */
const withoutBeginning = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main bdi')]
    .filter((each) => each.checkVisibility() && /\\p{Script=Hebrew}/u.test(each.textContent))
    .filter((each) => {
      const first = document.createRange();
      first.setStart(each.firstChild, 0);
      first.setEnd(each.firstChild, 1);
      const letter = first.getBoundingClientRect();
      let box = each;
      while (box.parentElement && getComputedStyle(box).overflowX === 'visible') box = box.parentElement;
      const { left, right } = box.getBoundingClientRect();
      return letter.left < left - 1 || letter.right > right + 1;
    })
    .map((each) => each.parentElement.outerHTML.slice(0, 160))`);

/** Numbers that are no counts of anything. */
const NO_COUNTS = /^(seconds|ms|status|number|column)$/;

test('every count in a sentence is written as “5,001”', () => {
  const folder = new URL('../../apps/dashboard/src/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /texts\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(20);
  const bare = files.flatMap((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    return text.split(/\n  (?=\w+:)/).flatMap((sentence) => {
      const names = [...sentence.matchAll(/(\w+): number/g)].map(([, name]) => name ?? '');
      return names
        .filter((name) => !NO_COUNTS.test(name) && sentence.includes('${' + name + '}'))
        .map((name) => `${file}: ${name}`);
    });
  });
  expect(bare).toEqual([]);
});

describeInBrowser('what is where on a page', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
  });
  afterAll(() => dashboard.stop());

  test.each([320, 768, 1280])(
    'at %i px the bars below and the messages cover neither each other nor the cell',
    async (width) => {
      const people = Array.from({ length: 40 }, (_, index) => `Person ${String(index).padStart(2, '0')}`);
      const { accountId } = await dashboard.place(people, ['dev', 'prod']);
      const viewer = await dashboard.enter(`/a/${accountId}/access`, undefined, { width });
      const { page } = viewer;
      await cell(viewer, 'Person 00', 'dev').click();
      await page.getByRole('button', { name: 'Review' }).click();
      await page.getByRole('button', { name: 'Apply 1 change' }).click();
      const message = page.getByRole('status').filter({ hasText: 'You gave 1 person access to dev.' }).last();
      await message.waitFor();
      await message.hover();
      const grid = page.getByRole('grid', { name: 'Access' });
      await grid.focus();
      for (const key of ['Control+Home', 'ArrowDown', 'Space', 'Shift+ArrowDown'])
        await page.keyboard.press(key);
      // One bar: of the selection while there is one, with the way on to the review of the draft.
      const selection = page.getByRole('region', { name: 'Selection' });
      await selection.getByRole('button', { name: 'Review' }).waitFor();
      expect(await page.getByRole('region', { name: 'Draft' }).count()).toBe(0);
      const bar = await boxOf(selection);
      expect(bar.bottom).toBeLessThanOrEqual(width < 500 ? 720 : 800);
      // It moves up in the frame after the one in which the selection is there.
      await eventually('the message is above it', async () => {
        const { bottom } = await boxOf(page.getByText('You gave 1 person access to dev.'));
        return bottom <= bar.top;
      });
      if (width === 1280) expect((await boxOf(grid)).bottom).toBeLessThanOrEqual(bar.top);
      await keepScreenshot(page, `bars-${width}`);
      await leave(viewer);
    },
  );

  test.each([320, 768, 1280])(
    'at %i px a long name cuts no button, and names keep their room',
    async (width) => {
      const { accountId, users, groups } = await dashboard.place([LONG, 'Peter Gibbons'], [LONG]);
      const path = { accountId, serviceGroupId: groups.get(LONG) ?? '', userId: users.get(LONG) ?? '' };
      await dashboard.api.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}', {
        path,
      });
      const viewer = await dashboard.enter(`/a/${accountId}/users`, undefined, { width });
      const { page } = viewer;
      const name = page.getByRole('link', { name: /Peter Gibbons/ });
      const { left, right } = await boxOf(name);
      expect(right - left).toBeGreaterThan(width === 320 ? 120 : 170);
      for (const [shot, to] of [
        ['users', 'users'],
        ['user', `users/${path.userId}`],
        ['user-details', `users/${path.userId}?tab=details`],
        ['group', `groups/${path.serviceGroupId}`],
        ['group-settings', `groups/${path.serviceGroupId}?tab=settings`],
        ['invitations', 'invitations'],
        ['jobs', 'jobs'],
      ] as const) {
        await page.goto(`/a/${accountId}/${to}`);
        await page.locator('main h1').waitFor();
        await page.locator('.skeleton').first().waitFor({ state: 'detached' });
        expect([shot, await cutButtons(page)]).toEqual([shot, []]);
        await keepScreenshot(page, `${shot}-${width}`);
      }
      await page.goto(`/a/${accountId}/groups/${path.serviceGroupId}`);
      await page.getByRole('button', { name: `Remove ${LONG} from ${LONG}` }).click();
      await page.getByRole('dialog').waitFor();
      expect(await cutButtons(page)).toEqual([]);
      await keepScreenshot(page, `end-access-${width}`);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Add people' }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('peter');
      await page.getByRole('button', { name: 'Add Peter Gibbons' }).waitFor();
      expect(await cutButtons(page)).toEqual([]);
      await keepScreenshot(page, `add-people-${width}`);
      await leave(viewer);
    },
  );

  test('at 1280 × 800 the menu shows all pages and the person below them without scrolling', async () => {
    const { accountId } = await dashboard.place([], []);
    const viewer = await dashboard.enter(`/a/${accountId}/settings`);
    const { page } = viewer;
    const person = page.getByRole('button', { name: /^Operator/ });
    await person.waitFor();
    expect((await boxOf(person)).bottom).toBeLessThanOrEqual(800);
    await leave(viewer);
  });

  test('on a phone the top bar names the account and searches, and the tab names the account', async () => {
    const { accountId } = await dashboard.place(['Peter'], ['prod']);
    const viewer = await dashboard.enter(`/a/${accountId}/users`, undefined, { width: 320 });
    const { page } = viewer;
    const bar = page.getByRole('banner').first();
    await bar.getByText('Initech').waitFor();
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
    await page.waitForFunction(`document.title === 'Users · Initech · Rollbook'`);
    await bar.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('dialog').waitFor();
    await leave(viewer);
  });

  test('a page that was not visited before the connection was lost waits in the app, under the banner', async () => {
    const { accountId } = await dashboard.place(['Peter'], ['prod']);
    const viewer = await dashboard.enter(`/a/${accountId}/users`);
    const { page, context } = viewer;
    await page.getByText('Peter').waitFor();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByText(/^You are offline, or/).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/a/${accountId}/jobs`);
    expect(await page.getByRole('link', { name: 'Users' }).count()).toBe(1);
    await context.setOffline(false);
    await page.getByText('No jobs yet').waitFor();
    await leave(viewer, /ERR_INTERNET_DISCONNECTED/);
  });

  test.each([
    [320, 720],
    // A window of 1280 × 800 at 200 %.
    [640, 400],
  ])('%i × %i px shows eight rows of a list', async (width, height) => {
    const people = Array.from({ length: 40 }, (_, index) => `Person ${String(index).padStart(2, '0')}`);
    const { accountId } = await dashboard.place(people, ['dev', 'prod']);
    const viewer = await dashboard.enter(`/a/${accountId}/users`, undefined, { width });
    const { page } = viewer;
    await page.setViewportSize({ width, height });
    for (const [to, list] of [
      ['users', 'Users'],
      ['access', 'Access'],
    ] as const) {
      await page.goto(`/a/${accountId}/${to}`);
      const grid = page.getByRole('grid', { name: list });
      await grid.getByText('Person 02').waitFor();
      // To where the list begins.
      await page.evaluate(
        `scrollTo(0, document.querySelector('[role=grid]').getBoundingClientRect().top + scrollY - 48)`,
      );
      await keepScreenshot(page, `rows-${to}-${width}`);
      expect(await wholeRows(page)).toBeGreaterThanOrEqual(8);
    }
    await leave(viewer);
  });

  test('has two landmarks with names, and in forced colours the menu says where one is', async () => {
    const { accountId } = await dashboard.place(['Peter'], ['prod']);
    const viewer = await dashboard.enter(`/a/${accountId}/users`);
    const { page } = viewer;
    await page.getByRole('main', { name: 'Users' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    const landmarks = await page.evaluate<string[]>(
      `[...document.querySelectorAll('body :is(header, footer, nav, main, aside)')]
        .filter((each) => each.checkVisibility() && !each.parentElement.closest('main, nav, section'))
        .map((each) => each.tagName)`,
    );
    expect(landmarks).toEqual(['NAV', 'MAIN']);
    await page.emulateMedia({ forcedColors: 'active' });
    const colourOf = (name: string) =>
      page.evaluate<string>(
        `getComputedStyle([...document.querySelectorAll('nav a')].find((a) => a.textContent === '${name}')).backgroundColor`,
      );
    const highlight = await page.evaluate<string>(HIGHLIGHT);
    expect([await colourOf('Users'), await colourOf('Activity')]).toEqual([
      highlight,
      expect.not.stringContaining(highlight),
    ]);
    await keepScreenshot(page, 'forced-colours-menu');
    await page.emulateMedia({ forcedColors: null });
    await leave(viewer);
  });

  test('of a name that is cut off its beginning stays, also of one that is written from right to left', async () => {
    const { accountId, groups, users } = await dashboard.place([HEBREW, 'Peter'], [HEBREW]);
    const path = { accountId, serviceGroupId: groups.get(HEBREW) ?? '', userId: users.get(HEBREW) ?? '' };
    await dashboard.api.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}', {
      path,
    });
    const viewer = await dashboard.enter(`/a/${accountId}/access`);
    const { page } = viewer;
    for (const to of ['access', 'users', `users/${path.userId}`]) {
      await page.goto(`/a/${accountId}/${to}`);
      await page.locator('main bdi', { hasText: HEBREW }).first().waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await keepScreenshot(page, `right-to-left-${to.replace(/\/.*/, '-of-one')}`);
      expect([to, await withoutBeginning(page)]).toEqual([to, []]);
    }
    await leave(viewer);
  });

  test('Access is whole on paper, and says so if it is not', async () => {
    const people = Array.from({ length: 90 }, (_, index) => `Person ${String(index).padStart(3, '0')}`);
    const { accountId } = await dashboard.place(people, ['dev', 'prod']);
    const viewer = await dashboard.enter(`/a/${accountId}/access`);
    const { page } = viewer;
    await page.getByText('Person 010').waitFor();
    const rows = page.getByRole('row', { name: /Person \d/ });
    expect(await rows.count()).toBeLessThan(50);
    await page.emulateMedia({ media: 'print' });
    await page.getByText('The first 50 of 90 people').waitFor();
    expect(await rows.count()).toBe(50);
    await page.emulateMedia({ media: null });
    await page.getByRole('grid', { name: 'Access' }).focus();
    // To the last row that has been read, which leads to the rest being read.
    await eventually('the last person is in view', async () => {
      await page.keyboard.press('Control+End');
      return page.getByText('Person 089').isVisible();
    });
    await page.emulateMedia({ media: 'print' });
    await eventually('all rows are there', async () => (await rows.count()) === 90);
    expect(await page.getByText('The first 50 of 90 people').count()).toBe(0);
    const { bottom, top } = await boxOf(page.getByRole('grid', { name: 'Access' }));
    expect(bottom - top).toBeGreaterThan(90 * 36);
    await keepScreenshot(page, 'access-on-paper');
    await leave(viewer);
  });

  test('Overview moves nothing while it loads', async () => {
    const { accountId } = await dashboard.place(['Bill', 'Milton'], ['prod']);
    const viewer = await dashboard.enter('/accounts');
    const { page } = viewer;
    await page.addInitScript(`shifts = []; new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries())
        if (!hadRecentInput) shifts.push([value, ...sources.map(({ node }) => node?.textContent?.slice(0, 40))]);
    }).observe({ type: 'layout-shift', buffered: true });`);
    await page.goto(`/a/${accountId}`);
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await page
      .getByText(/created the service group/)
      .first()
      .waitFor();
    await page.waitForTimeout(1_000);
    const shifts = await page.evaluate<[number, ...string[]][]>('shifts');
    const sum = shifts.reduce((total, [value]) => total + value, 0);
    expect({ isSteady: sum <= 0.02, ...(sum > 0.02 && { shifts }) }).toEqual({ isSteady: true });
    await leave(viewer);
  });

  test('a typeface that comes late moves nothing, and activity has rows of 36 px', async () => {
    const { accountId } = await dashboard.place(['Bill', 'Milton'], ['dev']);
    const viewer = await dashboard.enter('/accounts');
    const { page } = viewer;
    await page.addInitScript(`
      globalThis.moved = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) moved += value;
      }).observe({ type: 'layout-shift' });
    `);
    const fonts: (() => void)[] = [];
    await page.route('**/*.woff2', async (route) => {
      await new Promise<void>((resolve) => fonts.push(resolve));
      await route.continue();
    });
    // It is part of what a page has loaded.
    await page.goto(`/a/${accountId}/activity`, { waitUntil: 'domcontentloaded' });
    await page.getByRole('listitem').filter({ hasText: 'Milton' }).waitFor();
    const isLoaded = `document.fonts.check('13px "Geist Variable"')`;
    expect(await page.evaluate(isLoaded)).toBe(false);
    await page.evaluate('moved = 0');
    for (const send of fonts) send();
    await eventually('the typeface is there', () => page.evaluate<boolean>(isLoaded));
    await page.waitForTimeout(500);
    expect(await page.evaluate('moved')).toBeLessThan(0.02);
    const heights = await page.evaluate<number[]>(
      `[...document.querySelectorAll('main ol > li')].map((row) => Math.round(row.getBoundingClientRect().height))`,
    );
    // To the pixel of the line between them.
    expect(heights.filter((height) => height < 36 || height > 37)).toEqual([]);
    await page.unroute('**/*.woff2');
    await leave(viewer);
  });

  test('a wrong address is a page, paper has no menu, and a button that is greyed out says why', async () => {
    const { accountId } = await dashboard.place(['Peter'], ['prod']);
    const stranger = await dashboard.window();
    expect((await stranger.page.goto('/nope'))?.status()).toBe(404);
    await stranger.page.getByRole('heading', { name: 'There is nothing here', level: 1 }).waitFor();
    expect(await stranger.page.title()).toBe('There is nothing here · Rollbook');
    await stranger.close();
    const viewer = await dashboard.enter(`/a/${accountId}/groups`);
    const { page } = viewer;
    await page.getByRole('button', { name: 'Create service group' }).click();
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create service group' });
    expect([await create.isDisabled(), await create.getAttribute('title')]).toEqual([
      true,
      'Enter a name first',
    ]);
    await page.getByRole('textbox', { name: 'Name' }).pressSequentially('dev');
    expect([await create.isDisabled(), await create.getAttribute('title')]).toEqual([false, null]);
    await page.keyboard.press('Escape');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
    expect((await boxOf(page.getByRole('heading', { name: 'Service groups', level: 1 }))).left).toBeLessThan(
      200,
    );
    await leave(viewer);
  });
});
