import type { Page } from '@playwright/test';
import { violationsIn } from '../support/browser/axe.js';
import {
  describeInBrowser,
  expectAria,
  keepScreenshot,
  setTheme,
  signIn,
  type Look,
} from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';
import { eventually } from '../support/eventually.js';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const HOSTILE = [
  `${'Wolfeschlegelsteinhausenbergerdorff '.repeat(2)}the Third of That Name`.slice(0, 100),
  'محمد بن عبد الله',
  '👩‍👩‍👧‍👦 Família',
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("https://evil.example")',
];

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

/** In pixels: the one scale of `tokens.css`. */
const SIZES = ['11px', '12px', '13px', '14px', '20px'];

const DAY_MS = 24 * 60 * 60 * 1_000;

let dashboard: DashboardUnderTest;
let accountId: string;
let userId: string;
let groupId: string;
let emptyId: string;
let webhookEndpointId: string;
let deliveredId: string;
let then: string;

describeInBrowser('each page of the dashboard', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    const { api } = dashboard;
    const accounts = await api.get('/v1/accounts');
    accountId = accounts.data[0]?.id ?? '';
    const path = { accountId };
    userId = (await api.get('/v1/accounts/{accountId}/users', { path })).data[2]?.id ?? '';
    groupId = (await api.get('/v1/accounts/{accountId}/service-groups', { path })).data[0]?.id ?? '';
    const serviceGroupId = (await api.get('/v1/accounts/{accountId}/service-groups', { path })).data[1]!.id;
    for (const [index, name] of HOSTILE.entries()) {
      const body = { name, email: `h${index}@acme.example` };
      const { id } = await api.post('/v1/accounts/{accountId}/users', { path, body });
      await api.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}', {
        path: { accountId, serviceGroupId, userId: id },
        body: { expiresAt: new Date(Date.now() + (index + 1) * DAY_MS).toISOString(), reason: name },
      });
    }
    await api.post('/v1/accounts/{accountId}/invitations', {
      path,
      body: { name: 'Barbara Liskov', email: 'barbara@acme.example' },
    });
    await api.post('/v1/accounts/{accountId}/api-keys', {
      path,
      body: { name: HOSTILE[0] ?? '', scopes: ['users:read', 'users:write', 'jobs:read', 'events:read'] },
    });
    const { key } = await api.post('/v1/accounts/{accountId}/api-keys', {
      path,
      body: { name: HOSTILE[0] ?? '', scopes: ['scim'] },
    });
    // Refused: an identity provider may search by few attributes.
    await fetch(`${dashboard.rollbook.apiUrl}/scim/v2/${accountId}/Users?filter=title%20pr`, {
      headers: { authorization: `Bearer ${key}` },
    });
    // Nobody listens on the port: it fails.
    const body = { url: 'http://127.0.0.1:9/rollbook', description: HOSTILE[2] ?? '' };
    webhookEndpointId = (await api.post('/v1/accounts/{accountId}/webhook-endpoints', { path, body })).id;
    deliveredId = (
      await api.post('/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/test', {
        path: { accountId, webhookEndpointId },
      })
    ).id;
    await api.post('/v1/accounts/{accountId}/users/{userId}/identities', {
      path: { accountId, userId },
      body: { issuer: `https://login.${'staff'.repeat(20)}.example/realms`, subject: 'u'.repeat(100) },
    });
    then = new Date().toISOString();
    emptyId = (await api.post('/v1/accounts', { body: { name: 'Globex' } })).id;
  });
  afterAll(() => dashboard.stop());

  const pages = (): [string, string][] => [
    ['accounts', '/accounts'],
    ['me', '/me'],
    ['overview', `/a/${accountId}`],
    ['access', `/a/${accountId}/access`],
    ['ending', `/a/${accountId}/access/ending`],
    ['users', `/a/${accountId}/users`],
    ['user', `/a/${accountId}/users/${userId}`],
    ['user-history', `/a/${accountId}/users/${userId}?tab=history`],
    ['user-details', `/a/${accountId}/users/${userId}?tab=details`],
    ['groups', `/a/${accountId}/groups`],
    ['group', `/a/${accountId}/groups/${groupId}`],
    ['group-settings', `/a/${accountId}/groups/${groupId}?tab=settings`],
    ['invitations', `/a/${accountId}/invitations`],
    ['requests', `/a/${accountId}/requests`],
    ['activity', `/a/${accountId}/activity`],
    ['import', `/a/${accountId}/import`],
    ['export', `/a/${accountId}/export`],
    ['jobs', `/a/${accountId}/jobs`],
    ['webhooks', `/a/${accountId}/developers/webhooks`],
    ['webhook', `/a/${accountId}/developers/webhooks/${webhookEndpointId}`],
    ['delivery', `/a/${accountId}/developers/webhooks/${webhookEndpointId}/deliveries/${deliveredId}`],
    ['events', `/a/${accountId}/developers/events?types=user.created&open=account.created`],
    ['api-keys', `/a/${accountId}/developers/api-keys`],
    ['scim', `/a/${accountId}/developers/scim`],
    ['scim-entra', `/a/${accountId}/developers/scim?provider=entra`],
    ['sign-in', `/a/${accountId}/developers/sign-in`],
    ['settings', `/a/${accountId}/settings`],
    ['past-overview', `/a/${accountId}?at=${then}`],
    ['past-access', `/a/${accountId}/access?at=${then}`],
    ['past-ending', `/a/${accountId}/access/ending?at=${then}`],
    ['past-users', `/a/${accountId}/users?at=${then}`],
    ['past-user', `/a/${accountId}/users/${userId}?at=${then}`],
    ['past-group', `/a/${accountId}/groups/${groupId}?at=${then}`],
    ['past-webhooks', `/a/${accountId}/developers/webhooks?at=${then}`],
    ['empty-overview', `/a/${emptyId}`],
    ['empty-access', `/a/${emptyId}/access`],
    ['empty-ending', `/a/${emptyId}/access/ending`],
    ['empty-users', `/a/${emptyId}/users`],
    ['empty-groups', `/a/${emptyId}/groups`],
    ['empty-api-keys', `/a/${emptyId}/developers/api-keys`],
    ['empty-scim', `/a/${emptyId}/developers/scim`],
    ['empty-sign-in', `/a/${emptyId}/developers/sign-in`],
    ['nobody', `/a/${accountId}/users?q=nobodyatall`],
    ['docs', '/docs?tag=Users'],
    ['not-there', `/a/${accountId}/nothing`],
  ];

  /** Dialogs and menus, which only a person opens. */
  const DIALOGS: [string, string, (page: Page) => Promise<void>][] = [
    ['views', 'users', (page) => page.getByRole('button', { name: 'Views' }).click()],
    [
      'all-groups',
      'users',
      async (page) => {
        await page.getByRole('link', { name: /^Ada / }).first().waitFor();
        // On a phone there is none.
        const all = page.getByRole('button', { name: /All service groups of/ });
        if (await all.count()) await all.first().click();
        else await page.getByRole('button', { name: 'Views' }).click();
      },
    ],
    ['invite', 'users', (page) => page.getByRole('button', { name: 'Invite people' }).click()],
    [
      'bulk',
      'users',
      async (page) => {
        await page.getByRole('checkbox', { name: /^Select Ada/ }).click();
        await page.getByRole('button', { name: 'Give access' }).click();
      },
    ],
    [
      'review',
      'access',
      async (page) => {
        await page
          .getByRole('grid')
          .getByRole('checkbox', { name: /may not enter/ })
          .first()
          .click();
        await page.getByRole('button', { name: 'Review' }).click();
        await page.getByRole('radio', { name: 'Date and time' }).click();
      },
    ],
    ['role', 'user', (page) => page.getByRole('button', { name: 'Change role' }).click()],
    ['give-access', 'user', (page) => page.getByRole('button', { name: 'Give access' }).click()],
    [
      'give-until',
      'user',
      async (page) => {
        await page.getByRole('button', { name: 'Give access' }).click();
        await page.getByRole('listbox').getByRole('option', { name: /^prod/ }).click();
      },
    ],
    [
      'link-identity',
      'user-details',
      (page) => page.getByRole('button', { name: 'Link an identity' }).click(),
    ],
    [
      'rules',
      'sign-in',
      async (page) => {
        await page.getByRole('button', { name: 'Edit: Sign-in rules' }).click();
        await page.getByRole('button', { name: 'Add a provider' }).click();
      },
    ],
    ['create', 'api-keys', (page) => page.getByRole('button', { name: 'Create API key' }).first().click()],
    [
      'add',
      'webhooks',
      async (page) => {
        await page.getByRole('button', { name: 'Add endpoint' }).first().click();
        await page.getByRole('radio', { name: 'Only these' }).click();
      },
    ],
    ['palette', 'overview', (page) => page.keyboard.press('Control+K')],
    [
      'operation',
      'docs',
      (page) => page.getByText('/v1/accounts/{accountId}/users', { exact: true }).first().click(),
    ],
    ['shortcuts', 'overview', (page) => page.keyboard.press('?')],
  ];

  /** In each of the themes: what axe finds, and whether anything is wider than the window or of a size of its own. */
  async function faultsOf(page: Page, name: string, themes: readonly Theme[]): Promise<string[]> {
    const faults: string[] = [];
    for (const theme of themes) {
      await setTheme(page, theme);
      await keepScreenshot(page, `${name.replaceAll(' ', '-')}-${theme.replaceAll(' ', '-')}`);
      for (const { id, nodes } of await violationsIn(page, WCAG))
        faults.push(`${name}, ${theme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
    }
    if (Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')) > 0)
      faults.push(`${name}: wider than the window`);
    const others = (await page.evaluate<string[]>(TEXT_SIZES)).filter((size) => !SIZES.includes(size));
    if (others.length > 0) faults.push(`${name}: texts of ${others.join(', ')}`);
    return faults;
  }

  test.each(WINDOWS)(
    'in a window of %s: no fault by axe, nothing in the console, nothing cut off, one scale of type',
    async (size, look, themes) => {
      const viewer = await dashboard.window(look);
      const { page } = viewer;
      await page.goto('/login');
      await page.getByRole('link', { name: 'Sign in' }).waitFor();
      const faults = await faultsOf(page, `login ${size}`, themes);
      await signIn(viewer, /^Operator/);
      for (const [name, path] of pages()) {
        await page.goto(path);
        await settled(page);
        faults.push(...(await faultsOf(page, `${name} ${size}`, themes)));
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
      await leave(viewer);
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

/** Nothing is loading any more. */
async function settled(page: Page): Promise<void> {
  await page.locator('main').locator('h1, p').first().waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  // What is loaded when it is needed leaves its place empty until then.
  await page
    .locator(':is(main section > div, [popover]:popover-open):empty')
    .first()
    .waitFor({ state: 'detached' });
}

/** The sizes of all texts that are shown. */
const TEXT_SIZES = `[...new Set(
  [...document.querySelectorAll('body *')]
    .filter((each) => [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
    .filter((each) => each.checkVisibility() && !each.closest('noscript'))
    .map((each) => getComputedStyle(each).fontSize),
)]`;
