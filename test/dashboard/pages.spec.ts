import type { Page } from '@playwright/test';
import { COLOURS, violationsIn, WCAG } from '../support/browser/axe.js';
import {
  describeInBrowser,
  expectAria,
  keepScreenshot,
  setTheme,
  signIn,
  type Look,
} from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { DIALOGS, everyPage, routeOf, routesInSource } from '../support/browser/every-page.js';
import { walkByTab } from '../support/browser/focus.js';
import { boxOf, cutButtons, cutSelects, otherSizes, settled } from '../support/browser/measures.js';
import { eventually } from '../support/eventually.js';

type Theme = NonNullable<Look['theme']>;

/** Each page is visited once in each window, and looked at in each theme; in all of them with ROLLBOOK_SCREENSHOTS, as in the nightly run. */
const THEMES = ['light', 'dark', 'forced colours'] as const;
const isWhole = process.env['ROLLBOOK_SCREENSHOTS'] !== undefined;
const WINDOWS: [string, Look, readonly Theme[]][] = [
  ['1280 px', {}, isWhole ? THEMES : ['light', 'forced colours']],
  ['320 px', { width: 320 }, isWhole ? THEMES : ['dark']],
  ...(isWhole
    ? ([
        ['768 px', { width: 768 }, THEMES],
        ['1280 px at 200 %', { zoom: 2 }, THEMES],
      ] satisfies [string, Look, readonly Theme[]][])
    : []),
];

const LARGE = { width: 1700, height: 800 };
/** Pages with no title of their own kind: a person, a group, an endpoint, a log stream, the past under its banner, and what is outside of the frame. */
const WITHOUT_TITLE = /\$(user|group|team|endpoint|stream)|^(\/|docs|home|nothing|accept-invitation)$/;

let dashboard: DashboardUnderTest;
let pages: [string, string][];

describeInBrowser('each page of the dashboard', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    pages = await everyPage(dashboard);
  });
  afterAll(() => dashboard.stop());

  /** In each of the themes: what axe finds, and whether anything is wider than the window, cut off or of a size of its own. */
  async function faultsOf(page: Page, name: string, themes: readonly Theme[]): Promise<string[]> {
    const faults: string[] = [];
    for (const theme of themes) {
      await setTheme(page, theme);
      await keepScreenshot(page, `${name.replaceAll(' ', '-')}-${theme.replaceAll(' ', '-')}`);
      for (const { id, nodes } of await violationsIn(page, theme === themes[0] ? WCAG : COLOURS))
        faults.push(`${name}, ${theme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
    }
    if (Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) > 0)
      faults.push(`${name}: wider than the window`);
    for (const size of await otherSizes(page)) faults.push(`${name}: texts of ${size}`);
    for (const button of await cutButtons(page)) faults.push(`${name}: ${button} is cut off`);
    for (const select of await cutSelects(page)) faults.push(`${name}: ${select} does not fit`);
    return faults;
  }

  const titleOf = async (page: Page) => {
    const { top, left } = await boxOf(page.locator('main h1'));
    return `${top} ${left}`;
  };

  /** As at its first look, and in a window of 1700 px. */
  async function faultsOfTitle(page: Page, name: string, titles: Map<string, string>): Promise<string[]> {
    const faults: string[] = [];
    const compare = async (size: string) => {
      const title = await titleOf(page);
      const first = titles.get(size) ?? title;
      titles.set(size, first);
      if (title !== first) faults.push(`${name}: the title is at ${title}, on the first page at ${first}`);
    };
    await compare('as it is');
    const size = page.viewportSize();
    if (size?.width !== 1280) return faults;
    await page.setViewportSize(LARGE);
    await compare('large');
    for (const select of await cutSelects(page)) faults.push(`${name}, large: ${select} does not fit`);
    await page.setViewportSize(size);
    return faults;
  }

  test('the pages visited are those of the router', () => {
    const visited = ['/login', ...pages.map(([, path]) => path)].map(routeOf);
    expect([...new Set(visited)].filter((route) => route !== 'nothing').sort()).toEqual(routesInSource());
  });

  test.each(WINDOWS)(
    'in a window of %s: no fault by axe, nothing in the console, nothing cut off, one place of the title; Tab reaches everything',
    async (size, look, themes) => {
      const viewer = await dashboard.window(look);
      const { page } = viewer;
      const titles = new Map<string, string>();
      const toWalk = new Set(size === '1280 px' ? routesInSource() : []);
      await page.goto('/login');
      await page.getByRole('link', { name: 'Sign in' }).waitFor();
      const faults = await faultsOf(page, `login ${size}`, themes);
      await signIn(viewer, /^Operator/);
      for (const [name, path] of pages) {
        await page.goto(path);
        await settled(page);
        faults.push(...(await faultsOf(page, `${name} ${size}`, themes)));
        const route = routeOf(path);
        if (!WITHOUT_TITLE.test(route) && !path.includes('?at='))
          faults.push(...(await faultsOfTitle(page, `${name} ${size}`, titles)));
        // Dialogs and keys leave nothing that a walk by Tab would meet again.
        if (toWalk.delete(route)) faults.push(...(await walkByTab(page)).map((fault) => `${name}: ${fault}`));
        for (const [dialog, on, open] of DIALOGS) {
          if (on !== name) continue;
          await open(page);
          await page.locator('dialog[open], [popover]:popover-open, details[open]').first().waitFor();
          await settled(page);
          faults.push(...(await faultsOf(page, `${name} with ${dialog} ${size}`, themes)));
          await page.keyboard.press('Escape');
        }
      }
      expect(faults).toEqual([]);
      // The link that is followed leads to no invitation.
      await leave(viewer, /accept-invitation.* 404 /);
    },
    1_800_000,
  );

  test('a screen reader gets a name, a role and a state for everything on the pages that matter most', async () => {
    const there = await dashboard.place(['Milton', 'Peter'], ['dev', 'prod']);
    const { accountId, users, groups } = there;
    const path = {
      accountId,
      userId: users.get('Milton') ?? '',
      serviceGroupId: groups.get('dev') ?? '',
    };
    const api = dashboard.api;
    await api.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}', { path });
    await eventually('they are counted', async () => {
      const group = await api.get('/v1/accounts/{accountId}/service-groups/{serviceGroupId}', { path });
      const { counts } = await api.get('/v1/accounts/{accountId}', { path });
      return group.memberCount === 1 && counts?.users === 2 && counts.serviceGroups === 2;
    });
    const viewer = await dashboard.enter('/accounts');
    const { page } = viewer;
    for (const [name, path] of [
      ['overview', `/a/${accountId}`],
      ['access', `/a/${accountId}/access`],
      ['users', `/a/${accountId}/users`],
      ['user', `/a/${accountId}/users/${users.get('Milton')}`],
      ['groups', `/a/${accountId}/groups`],
      ['group', `/a/${accountId}/groups/${groups.get('dev')}`],
      ['invitations', `/a/${accountId}/invitations`],
    ] as const) {
      await page.goto(path);
      await page.locator('main').locator('h1').first().waitFor();
      await page.locator('main').locator('li, [role=row], p').first().waitFor();
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Switch account: Initech' }).waitFor();
      await page.getByLabel('As of').waitFor();
      if (name === 'user') await page.getByText('Given by').waitFor();
      if (name === 'users') {
        await page.getByRole('option', { name: 'dev' }).waitFor({ state: 'attached' });
        await page.getByRole('grid').getByRole('link', { name: 'dev' }).waitFor();
        await page.getByText('Never').first().waitFor();
        await page.getByRole('button', { name: 'Views' }).waitFor();
      }
      await expectAria(page, name);
    }
    await leave(viewer);
  });
});
