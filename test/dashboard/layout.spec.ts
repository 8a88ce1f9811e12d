import type { Locator, Page } from '@playwright/test';
import { describeInBrowser, keepScreenshot } from '../support/browser/chromium.js';
import { cell, leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { eventually } from '../support/eventually.js';

let dashboard: DashboardUnderTest;

const LONG = `${'Wolfeschlegelsteinhausenbergerdorff '.repeat(2)}the Third`.slice(0, 90);

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${String(locator)} is not shown.`);
  return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width };
}

/** What can be pressed and sticks out of the window, or out of the dialog that is open. */
async function cutButtons(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const dialog = document.querySelector('dialog[open]');
    const right = dialog ? dialog.getBoundingClientRect().right : window.innerWidth;
    return [...(dialog ?? document).querySelectorAll('button, a, input')]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 0)
      .filter((each) => each.getBoundingClientRect().right > right + 0.5 && !each.closest('[role=grid]'))
      .map((each) => each.getAttribute('aria-label') ?? each.textContent);
  })()`);
}

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
